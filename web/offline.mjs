// SPDX-License-Identifier: MIT
//
// The site without a network: at the end of a build, sw.js with the list of the site's files. A
// browser that runs a script of the site keeps them all after the first visit; files whose names
// hold no checksum are asked for again while there is a network, so that nothing old stays.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const worker = (name, files) => `// SPDX-License-Identifier: MIT
// Made at the build of the site.
const name = ${JSON.stringify(name)};
const files = ${JSON.stringify(files)};
const root = new URL("./", self.location);

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(name)
      .then((cache) => cache.addAll(files.map((file) => new Request(new URL(file, root), { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((all) => Promise.all(all.filter((one) => one.startsWith("tinyattention-") && one !== name).map((one) => caches.delete(one))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  const fixed = url.pathname.includes("/_astro/");
  const kept = () => caches.match(request, { ignoreSearch: true });
  event.respondWith(
    fixed
      ? kept().then((found) => found ?? fetch(request))
      : fetch(request).catch(() => kept().then((found) => found ?? Response.error())),
  );
});
`;

/** Integration of Astro; it comes after those that write into the pages. */
export const offline = {
  name: "offline",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      const all = (await readdir(root, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .filter((file) => file !== "sw.js" && !file.startsWith("capture/"))
        .sort();
      const sum = createHash("sha256");
      for (const file of all) sum.update(file).update(await readFile(join(root, file)));
      // A page is kept by the address that leads to it.
      const files = all.map((file) => (file.endsWith("index.html") ? file.slice(0, -"index.html".length) || "./" : file));
      await writeFile(join(root, "sw.js"), worker(`tinyattention-${sum.digest("hex").slice(0, 12)}`, files));
    },
  },
};
