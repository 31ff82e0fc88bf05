// SPDX-License-Identifier: MIT
//
// What leaves the page opens elsewhere and says the same: pictures, files, the command line; one
// view in a frame; the site without a network.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axe, base, clean, clockOf, open, root, still } from "../pages/site";

const state = (mode: string, rest = "") =>
  `v=1&head=trophy-l3h1&build=lab&mode=${mode}&rows=16&causal=no&overlap=1&stream=1&latency=10&clock=900&row=6&tile=2${rest}`;

async function saved(page: Page, press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}
const press = (page: Page, name: string) => page.locator(".ways-out").getByRole("button", { name, exact: true }).click();

test.each([1, 2, 3, 4])("level %i as SVG and PNG", async (level) => {
  const opened = await still(state("flash", `&level=${level}`));
  const { page } = opened;
  await page.locator("#stage svg").first().waitFor();
  await page.locator(".ways-out summary").click();
  const svg = await saved(page, () => press(page, "SVG"));
  expect(svg.name).toMatch(/^tinyattention-trophy-l3h1-flash-.*\.svg$/);
  const text = svg.bytes.toString("utf8");
  // Nothing that only this page's style sheet could give it.
  expect(text).not.toMatch(/var\(|oklch|color-mix|\sclass=|\sdata-/);
  const read = await page.evaluate(async (source) => {
    const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([source], { type: "image/svg+xml" }));
    await image.decode();
    return { bad: parsed.querySelector("parsererror")?.textContent ?? "", texts: parsed.querySelectorAll("text").length, width: image.naturalWidth };
  }, text);
  expect(read.bad).toBe("");
  expect(read.texts).toBeGreaterThan(5);
  expect(read.width).toBeGreaterThan(200);
  const png = await saved(page, () => press(page, "PNG"));
  expect(png.bytes.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  const [width, height] = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  expect(width).toBeGreaterThan(400);
  // The picture has more than its ground: a plain one of this size compresses to next to nothing.
  expect(png.bytes.length).toBeGreaterThan((width * height) / 400);
  clean(opened);
  await page.context().close();
});

test.each(["flash", "naive"])("%s as CSV, JSON, JSON lines, VCD and Perfetto; the command gives the same numbers", async (mode) => {
  const opened = await still(state(mode, "&level=3"));
  const { page } = opened;
  await page.locator(".ways-out summary").click();
  const json = await saved(page, () => press(page, "JSON"));
  const result = JSON.parse(json.bytes.toString("utf8")) as { counters: Record<string, number>; bytes: number; bitExact: boolean };
  expect(result.bitExact).toBe(true);
  const cycles = result.counters["cycles"]!;

  const csv = (await saved(page, () => press(page, "CSV"))).bytes.toString("utf8").trimEnd().split("\n");
  expect(csv[0]).toBe("cycle,phase,port,mm1,softmax,mm2,store");
  expect(csv.length - 1).toBeGreaterThanOrEqual(cycles);
  // Clocks that moved a word, by the file, are those that the hardware counted.
  expect(csv.slice(1).filter((line) => line.split(",")[2] !== "").length).toBe(result.counters["busy_dma"]);

  const lines = (await saved(page, () => press(page, "JSON lines"))).bytes.toString("utf8").trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(cycles);
  for (const line of [lines[0]!, lines[lines.length >> 1]!, lines[lines.length - 1]!]) expect(() => JSON.parse(line)).not.toThrow();

  const vcd = (await saved(page, () => press(page, "VCD"))).bytes.toString("utf8");
  expect(vcd).toContain("$enddefinitions $end");
  expect(vcd).toMatch(/\$var \w+ \d+ \S+ /);
  expect([...vcd.matchAll(/^#(\d+)$/gm)].length).toBeGreaterThan(cycles / 2);

  const perfetto = await saved(page, () => press(page, "Perfetto"));
  expect(perfetto.name).toMatch(/-perfetto\.json$/);
  // Chrome's trace events, which Perfetto reads: each slice that begins also ends.
  const { traceEvents } = JSON.parse(perfetto.bytes.toString("utf8")) as { traceEvents: { ph: string; name?: string; ts?: number }[] };
  expect(traceEvents.length).toBeGreaterThan(20);
  const phases = (ph: string) => traceEvents.filter((event) => event.ph === ph).length;
  expect(phases("X") + phases("B")).toBeGreaterThan(20);
  expect(phases("B")).toBe(phases("E"));

  const command = (await page.locator(".ways-out .command").textContent())!;
  expect(command.startsWith("./run run ")).toBe(true);
  const said = execFileSync("sh", ["-c", command.replace(/^\.\/run/, `"$TA_TINYATTN"`)], { cwd: root, encoding: "utf8" });
  console.log(`$ ${command}\n${said}`);
  const number = (pattern: RegExp) => Number(pattern.exec(said)![1]!.replaceAll(",", ""));
  expect(number(/^bytes\s+([\d,]+)/m)).toBe(result.bytes);
  expect(number(/^cycles\s+([\d,]+)/m)).toBe(cycles);
  expect(said).toContain("bit-exact with the golden model");
  clean(opened);
  await page.context().close();
});

test("an island's drawing is saved as it stands", async () => {
  const { page } = await open("docs/03-flash-and-traffic/", { reducedMotion: "reduce" });
  const island = page.locator("[data-island=sweep]");
  await island.scrollIntoViewIfNeeded();
  await island.locator(".frame").waitFor();
  const svg = await saved(page, () => island.getByRole("button", { name: "Save sweep as SVG" }).click());
  expect(svg.bytes.toString("utf8")).toContain("NAIVE");
  await page.context().close();
});

test.each([["softmax", 1], ["datapath", 2], ["schedule", 3], ["compare", 4]] as const)("embed=%s shows this view alone in a frame", async (name, level) => {
  const opened = await open("docs/words/");
  const { page } = opened;
  await page.evaluate((source) => {
    const frame = document.createElement("iframe");
    Object.assign(frame, { src: source, width: "720", height: "640", title: "view" });
    document.body.prepend(frame);
  }, `${base}app/?embed=${name}#${state("flash", "&level=3")}`);
  const frame = page.frameLocator("iframe");
  await frame.locator("#stage svg").first().waitFor();
  await frame.locator(`#stage [class*=plate]`).first().waitFor();
  for (const hidden of [".left", ".right", ".tabs", ".ways-out"]) expect(await frame.locator(hidden).first().isVisible(), hidden).toBe(false);
  expect(await frame.locator("#sentence").isVisible()).toBe(true);
  expect(await frame.locator(`#stage`).getAttribute("aria-labelledby")).toBe(`tab-${level}`);
  expect(await frame.locator("#clock").getAttribute("data-raw")).toBe("900");
  clean(opened);
  await page.context().close();
});

test("after the first visit the site works without a network", async () => {
  const { page } = await open("", { reducedMotion: "reduce", serviceWorkers: "allow" });
  const context = page.context();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.reload();
  await page.locator("[data-island=hero] svg").first().waitFor();
  expect(await page.locator("[data-badge=equal]").count()).toBe(2);
  await page.goto(`${base}docs/numerics/`);
  await page.locator("h1", { hasText: "Widths" }).waitFor();
  await page.goto(`${base}app/#${state("naive", "&level=3")}`);
  await page.locator("#stage svg").first().waitFor();
  expect(await clockOf(page)).toBe(900);
  await page.selectOption("header select >> nth=0", { index: 3 }).catch(() => undefined);
  await context.setOffline(false);
  await context.close();
});

test("level 4: two and three machines on one clock, without violations of axe-core", async () => {
  const opened = await still(state("flash", "&level=4"));
  const { page } = opened;
  await page.locator(".compare-answer b").first().waitFor();
  // The bytes of NAIVE over those of FLASH, by the closed forms.
  expect(await page.locator(".compare-answer b").first().textContent()).toBe("3.20");
  await page.selectOption("#machine-2", { label: "FLASH, blocks of 4" });
  await page.locator(".compare-answer").nth(1).waitFor();
  expect(await page.locator(".compare-track svg").count()).toBe(3);
  const facts = await page.locator(".compare-facts tbody tr").first().locator("td").allTextContents();
  expect(facts.map((text) => Number(text.replaceAll(",", "")))).toEqual([2560, 8192, 5632]);
  await page.locator(".error-maps svg").first().waitFor();
  const wrong = await axe(page);
  expect(wrong.filter((line) => /compare|plate|#stage/.test(line))).toEqual([]);
  clean(opened);
  await page.context().close();
});
