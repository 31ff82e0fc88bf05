// SPDX-License-Identifier: MIT
//
// The figures in the pages are the hardware: with a module that has one bit of EXP2 flipped, every
// one of them shows other values, and says so.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadEngine } from "../../../web/src/engine";
import { atRest, clean, open, siteFolder } from "../pages/site";

const pages = readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("index.html") && readFileSync(join(siteFolder, name), "utf8").includes("data-island="))
  .map((name) => name.replace(/index\.html$/, ""))
  .sort();
/**
 * The site's module with one bit of EXP2 flipped in the hardware's tables and in those alone: bit 9 of
 * entry 0, which every row of every run meets (P of the key that holds the maximum). The golden
 * model's table is told from them by what exp2 of the C code answers.
 */
async function flip(): Promise<Buffer> {
  const module = readFileSync(join(siteFolder, "engine/tinyattention.wasm"));
  const table = Buffer.alloc(512);
  for (let i = 0; i < 256; i++) table.writeUInt16LE(Math.round(2 ** 15 * 2 ** (i / 256)), 2 * i);
  const flippedAt = (places: number[]) => {
    const copy = Buffer.from(module);
    for (const place of places) copy[place + 1]! ^= 0x02;
    return copy;
  };
  const places: number[] = [];
  for (let at = module.indexOf(table); at >= 0; at = module.indexOf(table, at + 1)) places.push(at);
  expect(places.length, "the golden model's table, and one of each build").toBe(3);
  const hardware: number[] = [];
  for (const place of places) {
    const engine = await loadEngine(flippedAt([place]));
    const run = engine.run(await engine.preset("uniform"), { build: "tiny", mode: "flash", qRows: 4, causal: false, offset: 0, overlap: true, stream: true, latency: 0 });
    if (run.exp2(0).entry === 1 << 15) hardware.push(place);
  }
  expect(hardware.length).toBe(2);
  return flippedAt(hardware);
}
let flipped: Buffer;
beforeAll(async () => {
  flipped = await flip();
});

interface Shown {
  name: string;
  badges: string[];
  /** every value with its origin, and the fills and places of the drawing */
  values: string;
}

async function shown(path: string, module?: Buffer): Promise<{ islands: Shown[]; loaded: boolean }> {
  let loaded = false;
  const opened = await open(path, {
    reducedMotion: "reduce",
    before: (page) =>
      page.route("**/tinyattention*.wasm", async (route) => {
        loaded = true;
        if (module) await route.fulfill({ body: module, contentType: "application/wasm" });
        else await route.continue();
      }),
  });
  const islands: Shown[] = [];
  for (const island of await opened.page.locator("[data-island]").all()) {
    await island.scrollIntoViewIfNeeded();
    await island.locator("svg, tbody tr").first().waitFor();
    await opened.page.waitForFunction((element) => !element!.textContent!.includes(" …"), await island.elementHandle());
    await atRest(opened.page, "[data-island]");
    islands.push(
      await island.evaluate((element) => ({
        name: (element as HTMLElement).dataset["island"]!,
        badges: [...element.querySelectorAll("[data-badge]")].map((badge) => badge.getAttribute("data-badge")!),
        values: [...element.querySelectorAll("[data-source],[data-field],rect,circle,path,td,dd")]
          .map((one) => [one.textContent, one.getAttribute("style"), one.getAttribute("d"), one.getAttribute("cy"), one.getAttribute("height")].join("|"))
          .join("\n"),
      })),
    );
  }
  clean(opened);
  await opened.page.context().close();
  return { islands, loaded };
}

test.each(pages)("%s: one flipped bit of EXP2 changes every island", async (path) => {
  const right = await shown(path);
  const wrong = await shown(path, flipped);
  expect(right.loaded && wrong.loaded).toBe(true);
  expect(right.islands.length).toBeGreaterThan(0);
  for (const [i, island] of right.islands.entries()) {
    const other = wrong.islands[i]!;
    expect(island.badges.every((badge) => badge === "equal"), `${island.name} is bit-exact`).toBe(true);
    expect(island.values.length, island.name).toBeGreaterThan(100);
    expect(other.values, `${island.name} shows the hardware`).not.toBe(island.values);
    if (other.badges.length) expect(other.badges, `${island.name} says so`).toContain("different");
  }
  console.log(`${path || "landing page"}: ${right.islands.map((island) => island.name).join(", ")}`);
});
