// SPDX-License-Identifier: MIT
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The tests stand with all others under tests/, outside of the packages they import.
const packages = fileURLToPath(new URL("node_modules/", import.meta.url));

export default defineConfig({
  server: { fs: { strict: false } },
  resolve: { alias: [{ find: /^(vitest|preact|preact-render-to-string|playwright-core|axe-core|fflate|sirv)$/, replacement: `${packages}$1` }] },
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  test: {
    dir: fileURLToPath(new URL("../tests/web", import.meta.url)),
    include: ["**/*.test.ts"],
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
