// SPDX-License-Identifier: MIT
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "astro/config";

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

export default defineConfig({
  srcDir: "src",
  outDir: "dist",
  integrations: [relativeLinks],
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
