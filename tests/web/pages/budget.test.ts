// SPDX-License-Identifier: MIT
//
// What the page costs: bytes of the first load, exactly; time of an update, as measured here.
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { atRest, base, open, still } from "./site";

const limit = 200 * 1024;

test("the first load is at most 200 KB compressed, all files together", async () => {
  const sizes = new Map<string, number>();
  const bodies: Promise<void>[] = [];
  const { page } = await open("app/", {
    before: async (page) => {
      page.on("response", (response) => {
        if (response.ok()) bodies.push(response.body().then((body) => void sizes.set(response.url().slice(base.length), gzipSync(body, { level: 9 }).length)));
      });
    },
  });
  await page.locator("#clock").waitFor();
  await page.locator("#stage svg").first().waitFor();
  await page.waitForLoadState("networkidle");
  await Promise.all(bodies);
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
  await page.locator('[data-mode="flash"]').first().waitFor({ state: "attached" });
  await atRest(page, ".app");
  // Script, style and layout in time of the page's thread, which other work on the machine does not add to; the wall clock is printed beside it.
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
  const round = () => page.evaluate(async () => {
    const result: number[] = [];
    const clock = () => document.querySelector("#clock")!.getAttribute("data-raw");
    for (let i = 0; i < 100; i++) {
      const then = clock();
      const start = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", code: "ArrowRight", bubbles: true }));
      // Drawn in microtasks; then the layout.
      for (let turn = 0; turn < 20 && clock() === then; turn++) await Promise.resolve();
      if (clock() === then) throw new Error("nothing was drawn");
      document.body.getBoundingClientRect();
      result.push(performance.now() - start);
    }
    return result.sort((a, b) => a - b);
  });
  let each = Infinity;
  let wall: number[] = [];
  for (let i = 0; i < 3 && each >= 16; i++) {
    const before = await busy();
    wall = await round();
    each = Math.min(each, ((await busy()) - before) / wall.length);
  }
  console.log(`level ${level}: an update takes ${each.toFixed(1)} ms of its thread; by the wall clock median ${wall[50]!.toFixed(1)} ms, 95 % within ${wall[94]!.toFixed(1)} ms`);
  expect(each).toBeGreaterThan(0.2);
  expect(each).toBeLessThan(16);
  await page.context().close();
});
