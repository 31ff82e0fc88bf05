// SPDX-License-Identifier: MIT
//
// node ports.mjs MODULE [--chromium] RUNS: the hash and clocks of soak_ports (ports.h), by the
// WebAssembly module, in Node or in a page of Debian's chromium.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [module, where, runs] = process.argv.length > 4 ? process.argv.slice(2) : [process.argv[2], "", process.argv[3]];

// Also runs in the page: it may name nothing outside itself.
async function hashOf([base64, runs]) {
  const module = await WebAssembly.compile(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = () => {
      throw new Error(`${name} is called`); // a run asks nothing of the system
    };
  const { exports } = await WebAssembly.instantiate(module, imports);
  exports._initialize();
  const hash = BigInt.asUintN(64, exports.ports_hash_of(runs));
  return `${hash.toString(16).padStart(16, "0")} ${exports.ports_clocks()}`;
}

const arguments_ = [readFileSync(module, "base64"), Number(runs)];
if (where !== "--chromium") console.log(await hashOf(arguments_));
else {
  const { chromium } = createRequire(new URL("../../web/package.json", import.meta.url))("playwright-core");
  const executablePath = process.env.TA_CHROMIUM ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    console.log(await page.evaluate(hashOf, arguments_));
  } finally {
    await browser.close();
  }
}
