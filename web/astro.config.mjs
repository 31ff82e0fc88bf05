// SPDX-License-Identifier: MIT
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "astro/config";
import { offline } from "./offline.mjs";

/** Links of the built pages made relative, so that the site works in any folder of any host. */
const relativeLinks = {
  name: "relative-links",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      for (const entry of await readdir(root, { recursive: true })) {
        if (!entry.endsWith(".html")) continue;
        const up = relative(dirname(join(root, entry)), root) || ".";
        const html = await readFile(join(root, entry), "utf8");
        await writeFile(
          join(root, entry),
          html.replace(/(\s(?:href|src|poster)=")\/(?!\/)/g, `$1${up}/`),
        );
      }
    },
  },
};

/** The hardware's source beside the pages: the inspector fetches the line that drives a signal. */
const rtlSources = {
  name: "rtl-sources",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const from = fileURLToPath(new URL("../rtl/", import.meta.url));
      const to = fileURLToPath(new URL("rtl/", dir));
      await mkdir(to, { recursive: true });
      for (const name of await readdir(from)) if (name.endsWith(".sv")) await cp(join(from, name), join(to, name));
    },
  },
};


// Address the site will have, where it is known (TA_SITE_URL): pictures of links need it whole.
const address = process.env["TA_SITE_URL"];

export default defineConfig({
  ...(address ? { site: address } : {}),
  srcDir: "src",
  outDir: process.env["TA_SITE"] ?? "dist",
  integrations: [relativeLinks, rtlSources, offline],
  devToolbar: { enabled: false },
  compressHTML: true,
  build: { inlineStylesheets: "never", format: "directory" },
  vite: {
    build: {
      assetsInlineLimit: 0,
      modulePreload: false,
      target: "es2022",
    },
    experimental: {
      renderBuiltUrl: (_name, { hostType }) => (hostType === "js" ? { relative: true } : undefined),
    },
  },
});
