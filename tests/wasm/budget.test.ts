// SPDX-License-Identifier: MIT
//
// Size and speed of the module.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { config, cpuMilliseconds, engine, environment, int8Files, int8Matrix, random } from "./engine";

test("at most 120 KB gzipped", () => {
  const bytes = readFileSync(environment("TA_MODULE")), size = gzipSync(bytes, { level: 9 }).length;
  console.log(`module: ${bytes.length} bytes, gzipped ${size}`);
  expect(size).toBeLessThanOrEqual(120_000);
  // Nothing of the machine that built it.
  expect(bytes.includes(process.cwd().replace(/\/web$/, ""))).toBe(false);
});

test("imports what a page can give", async () => {
  const module = await WebAssembly.compile(readFileSync(environment("TA_MODULE")));
  expect(WebAssembly.Module.imports(module).map((i) => `${i.module}.${i.name}`).sort()).toEqual(
    ["fd_close", "fd_fdstat_get", "fd_seek", "fd_write"].map((name) => `wasi_snapshot_preview1.${name}`));
});

test("clock for clock the native model, at the speed printed", async () => {
  const next = random(5), n = 64, scale = 90;
  const tensors = [0, 1, 2].map(() => int8Matrix(next, n, n));
  const directory = mkdtempSync(join(tmpdir(), "tinyattention-"));
  try {
    const paths = tensors.map((tensor, i) => {
      const path = join(directory, "qkv"[i]!);
      writeFileSync(path, Int8Array.from(tensor.flat()));
      return path;
    });
    const e = await engine();
    const slowest = config({ qRows: 4, overlap: false, stream: false, latency: 64 });
    const run = e.run(e.files(int8Files(tensors[0]!, tensors[1]!, tensors[2]!), {}, scale), slowest) as ReturnType<typeof e.run> & { again(): number };
    const best = { module: 0, native: 0 };
    for (let i = 0; i < 3; i++) run.again(); // until it is compiled for speed
    // The best of interleaved rounds: a measurement, no bound, as other work on the machine disturbs.
    for (let i = 0; i < 5; i++) {
      const wall = performance.now(), cpu = cpuMilliseconds(), cycles = run.again();
      // Either may be more than the time of this thread: other work on the machine, or helpers of Node's.
      const milliseconds = Math.min(performance.now() - wall, cpuMilliseconds() - cpu);
      best.module = Math.max(best.module, cycles / milliseconds / 1000);
      const [native, seconds] = execFileSync(environment("TA_NATIVE"), [...paths, String(scale)], { encoding: "utf8" }).split(" ").map(Number);
      expect(native).toBe(cycles);
      best.native = Math.max(best.native, native! / seconds! / 1e6);
    }
    console.log(`lab with the debug record, million clocks/s: module ${best.module.toFixed(3)}, ` +
      `native ${best.native.toFixed(3)}, ratio ${(best.module / best.native).toFixed(2)}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
