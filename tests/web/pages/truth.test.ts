// SPDX-License-Identifier: MIT
//
// Every number on the page against a second instance of the module, run here from the same
// input: values of the record by their raw integers, the others by the C function they name.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadEngine, type Engine, type FieldName, type Run } from "../../../web/src/engine";
import { decode } from "../../../web/src/app/link";
import { base, clean, clockOf, open, rested, root, still } from "./site";
import type { Page } from "playwright-core";

const modulePath = process.env["TA_MODULE"] ?? `${root}build/release/wasm/tinyattention.wasm`;
const flippedPath = process.env["TA_FLIPPED"] ?? `${root}build/release/wasm/tinyattention_flipped.wasm`;
let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine(readFileSync(modulePath), async (name) => readFileSync(`${dirname(modulePath)}/heads/${name}.safetensors`));
});

/** The run that a page's address describes, at its clock. */
async function runOf(url: string): Promise<Run> {
  const { state, problems } = decode(new URL(url).hash);
  expect(problems).toEqual([]);
  if (state.source.kind !== "preset" || !state.config || state.clock === null) throw new Error(`incomplete: ${url}`);
  const run = engine.run(await engine.preset(state.source.name, state.quant), state.config);
  run.seek(state.clock);
  return run;
}

interface Shown {
  field: string;
  source: string;
  index: number;
  raw: string | null;
  text: string;
  row: number;
  key: number;
  mode: string;
  /** of the drawing of level 4, whose numbers are those of several machines */
  several: boolean;
}

async function walk(page: Page): Promise<Shown[]> {
  await rested(page);
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement | SVGElement>("[data-field],[data-source]")].map((element) => ({
      field: element.getAttribute("data-field") ?? "",
      source: element.getAttribute("data-source") ?? "",
      index: Number(element.getAttribute("data-index") ?? 0),
      raw: element.getAttribute("data-raw"),
      text: (element.textContent ?? "").trim(),
      row: Number(element.getAttribute("data-row") ?? -1),
      key: Number(element.getAttribute("data-key") ?? -1),
      mode: element.getAttribute("data-mode") ?? "",
      several: element.closest("#stage .plate-compare, #stage .twin") !== null && document.querySelector("#tab-4[aria-selected=true]") !== null,
    })),
  );
}

/** Half of the last digit that is written; null: not a plain number. */
function reading(text: string): { value: number; half: number } | null {
  const plain = text.replaceAll(",", "").replace("−", "-");
  const match = /^[-+]?\d*\.?(\d*)$/.exec(plain);
  return match && plain !== "" ? { value: Number(plain), half: 0.5 * 10 ** -match[1]!.length * (1 + 1e-9) + 1e-12 } : null;
}

const count = (run: Run, index: number) => run.get("count.value", index);

/** What a source of the panels says, from this side's run. */
function source(one: Shown, run: Run, weights: Float32Array): number | null {
  const { result } = run;
  switch (one.source) {
    case "heatmap": return one.row >= 0 ? weights[one.row * run.input.nk + one.key]! : run.heatmap(run.cycles - 1).reduce((a, b) => Math.max(a, b), 0);
    case "cycle": return run.cycle;
    case "cycles": return run.cycles - 1;
    case "count.value.1+2": return one.mode === run.config.mode ? count(run, 1) + count(run, 2) : null;
    case "counters.cycles": return result.counters["cycles"]!;
    case "cyclesNaive": return result.cyclesNaive;
    case "utilization": return result.utilization;
    case "error.quantization.relL1": return result.error.quantization!.relL1;
    case "error.datapath.relL1": return result.error.datapath.relL1;
    default: return null;
  }
}

/** First words of the sources that a page may name: members of Run, of its result, of Input and of Engine. */
function members(run: Run): Set<string> {
  const of = (object: object): string[] => [
    ...Object.keys(object),
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(object) as object),
  ];
  return new Set([...of(run), ...of(run.result), ...of(run.input), ...of(engine), "closed form", "count"]);
}

async function compare(page: Page): Promise<{ fields: number; sources: number }> {
  const clock = await clockOf(page);
  await page.waitForFunction((c) => location.hash.includes(`clock=${c}&`), clock);
  const run = await runOf(page.url());
  expect(run.cycle).toBe(clock);
  const weights = run.heatmap(clock);
  const known = members(run);
  const wrong: string[] = [];
  let fields = 0;
  let sources = 0;
  const all = await walk(page);
  for (const one of all) {
    if (one.field) {
      fields++;
      const name = one.field as FieldName;
      const info = run.fields.find((f) => f.name === name);
      if (!info || one.index < 0 || one.index >= info.count) wrong.push(`no ${name}[${one.index}]`);
      else if (Number(one.raw) !== run.get(name, one.index)) wrong.push(`${name}[${one.index}]: page ${one.raw}, record ${run.get(name, one.index)}`);
      else {
        const read = reading(one.text);
        const { value } = run.shown(name, one.index);
        if (read && Math.abs(read.value - value) > read.half) wrong.push(`${name}[${one.index}]: page "${one.text}", value ${value}`);
      }
    } else {
      sources++;
      if (!known.has(one.source.split(/[.(/ ]/)[0]!) && one.source !== "closed form") wrong.push(`no function ${one.source}`);
      const expected = one.several ? null : source(one, run, weights);
      if (expected !== null && Math.fround(Number(one.raw)) !== Math.fround(expected)) wrong.push(`${one.source}: page ${one.raw}, here ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  run.free();
  return { fields, sources };
}

/** Elements of the drawings that look like values and say no origin. */
const orphans = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#stage .num, .measured .num")]
      .filter((element) => /\d/.test(element.textContent ?? "") && !element.closest("[data-field],[data-source]") && !element.querySelector("[data-field],[data-source]"))
      .map((element) => `${element.closest("[class]")?.getAttribute("class")}: ${element.textContent}`),
  );

describe("every number of the page is that of the record or of its C function", () => {
  test.each([
    ["trophy-l3h1", "lab", "flash", 16],
    ["trophy-l3h1", "lab", "naive", 16],
    ["toy", "tiny", "flash", 4],
    ["tiles-l0h2", "lab", "flash", 32],
  ])("%s on %s, %s, %i rows", async (head, build, mode, rows) => {
    const opened = await still(`v=1&head=${head}&build=${build}&mode=${mode}&rows=${rows}&causal=${head === "toy" ? 0 : "no"}&clock=0&level=1&show=p.value.2`);
    const { page } = opened;
    const cycles = Number(await page.locator("#timeline").getAttribute("aria-valuemax"));
    const box = (await page.locator("#timeline").boundingBox())!;
    let fields = 0;
    let sources = 0;
    for (const level of [1, 2, 3, 4]) {
      await page.click(`#tab-${level}`);
      await page.locator("#stage svg").first().waitFor();
      for (const share of [0.13, 0.5, 0.83]) {
        await page.mouse.click(box.x + box.width * share, box.y + 20);
        const found = await compare(page);
        fields += found.fields;
        sources += found.sources;
      }
      expect(await orphans(page)).toEqual([]);
    }
    await page.keyboard.press("End");
    expect(await clockOf(page)).toBe(cycles);
    await compare(page);
    console.log(`${head} ${mode}: ${fields} values of the record and ${sources} of C functions compared`);
    expect(fields).toBeGreaterThan(300);
    expect(sources).toBeGreaterThan(300);
    clean(opened);
    await page.context().close();
  });
});

test("the inspector shows what was pointed at: a value of an earlier clock, with that clock and its value now", async () => {
  const opened = await still("v=1&head=trophy-l3h1&clock=700&level=1&row=6");
  const { page } = opened;
  await page.locator("#stage svg").first().waitFor();
  await page.waitForFunction(() => location.hash.includes("build="));
  const run = await runOf(page.url());
  const past = page.locator("#stage svg [data-like]");
  let earlier = 0;
  let link = "";
  for (let i = 0; i < (await past.count()); i++) {
    const value = past.nth(i);
    const [name, index, at, raw] = await value.evaluate((one) => ["like", "index", "at", "raw"].map((what) => one.getAttribute(`data-${what}`)!));
    await value.dispatchEvent("click");
    await page.waitForFunction(([n, a]) => document.querySelector("#inspector .name code")?.textContent === n && document.querySelector(`#inspector [data-at="${a}"]`), [name, at] as const);
    run.seek(Number(at));
    const then = run.shown(name as FieldName, Number(index));
    expect(then.raw).toBe(Number(raw));
    const said = (await page.locator("#inspector .earlier").textContent())!;
    expect(said).toContain(`clock ${Number(at).toLocaleString("en-US")}`);
    expect(said).toContain(then.hex);
    expect(said).toContain(then.text);
    run.seek(700);
    const present = (await page.locator("#inspector .present").textContent())!;
    expect(present).toContain("clock 700");
    expect(present).toContain(run.shown(name as FieldName, Number(index)).hex);
    link = `show=${name}.${index}.${at}`;
    earlier++;
  }
  expect(earlier).toBeGreaterThan(5);
  // The link keeps its clock, a moment later; a value of the present clock is shown once.
  await page.waitForFunction((part) => location.hash.includes(part), link);
  const again = await open(page.url().slice(base.length));
  await again.page.locator("#inspector .earlier").waitFor();
  expect(await again.page.locator("#inspector .earlier").textContent()).toBe(await page.locator("#inspector .earlier").textContent());
  await again.page.context().close();
  await page.keyboard.press("2");
  await page.locator("#stage svg [data-field]").first().dispatchEvent("click");
  await page.locator("#inspector .earlier").waitFor({ state: "detached" });
  clean(opened);
  await page.context().close();
});

test("forwards, backwards and scrubbed, a clock shows the same", async () => {
  const opened = await still("v=1&head=trophy-l3h1&clock=300&level=2");
  const { page } = opened;
  await page.locator("#stage svg").first().waitFor();
  const values = async () => (await walk(page)).filter((one) => one.field).map((one) => `${one.field}[${one.index}] ${one.raw}`);
  const first = await values();
  await page.locator("#timeline").focus();
  for (const key of ["ArrowRight", "ArrowRight", "Home", "End"]) await page.keyboard.press(key);
  const box = (await page.locator("#timeline").boundingBox())!;
  const cycles = Number(await page.locator("#timeline").getAttribute("aria-valuemax")) + 1;
  await page.mouse.click(box.x + (box.width * 300.5) / cycles, box.y + 20);
  await page.locator("#timeline").focus();
  while ((await clockOf(page)) > 300) await page.keyboard.press("ArrowLeft");
  while ((await clockOf(page)) < 300) await page.keyboard.press("ArrowRight");
  expect(await values()).toEqual(first);
  clean(opened);
  await page.context().close();
});

test("the line shown for every value of the record drives that signal", async () => {
  const run = engine.run(await engine.preset("toy"), { build: "tiny", mode: "flash", qRows: 4, causal: false, offset: 0, overlap: true, stream: true, latency: 0 });
  const wrong: string[] = [];
  for (const info of run.fields) {
    const line = readFileSync(`${root}rtl/${info.file}`, "utf8").split("\n")[info.line - 1]!.replace(/\/\/.*/, "");
    // An assignment, or the output of a cell; that it is the one of this signal: test spec_probes.
    const drives = /\w(\[.*?\])?\s*(<=|=(?!=))|\.\w+_o ?\(/;
    if (!drives.test(line)) wrong.push(`${info.name} ${info.signal} ${info.file}:${info.line}: ${line.trim()}`);
  }
  expect(wrong).toEqual([]);

  // And the page shows that line.
  const opened = await still("v=1&head=toy&clock=20&level=3&show=m.new.0");
  const { page } = opened;
  for (const name of ["m.new", "p.value", "mm1.weight", "count.value"]) {
    await page.keyboard.press("/");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    const info = run.fields.find((one) => one.name === name)!;
    const here = page.locator(`.source .here[data-line='${info.line}']`);
    await here.waitFor();
    const line = readFileSync(`${root}rtl/${info.file}`, "utf8").split("\n")[info.line - 1]!;
    expect((await here.textContent())!.replace(/^\d+/, "").trim()).toBe(line.trim());
    expect(await page.locator("#inspector .place").textContent()).toContain(`${info.file}:${info.line}`);
    expect(await page.locator("#inspector .signal").textContent()).toContain(info.signal);
  }
  clean(opened);
  await page.context().close();
});

test("hardware with one flipped bit of EXP2 turns the badge, and the values change", async () => {
  // A head one of whose differences has the fraction of the flipped entry, 128 of 256.
  const hash = "v=1&head=nurse-l3h1&build=lab&mode=flash&rows=4&clock=0&level=1";
  const straight = await still(hash);
  await straight.page.keyboard.press("End");
  expect(await straight.page.locator("#badge h2").textContent()).toMatch(/≡/);
  const flipped = await still(hash, {
    before: (page) => page.route("**/tinyattention.wasm", (route) => route.fulfill({ path: flippedPath, contentType: "application/wasm" })),
  });
  const { page } = flipped;
  await page.keyboard.press("End");
  expect(await page.locator("#badge h2").textContent()).toMatch(/≠/);
  const text = (await page.locator("#badge .difference").textContent())!;
  expect(text).toMatch(/First difference: clock \d+, row \d+, tile \d+/);
  expect(text).toMatch(/golden\s*0x[0-9a-f]+.*RTL\s*0x[0-9a-f]+/i);
  const weights = (p: Page) => p.locator("#heat-row td[data-raw]").evaluateAll((all) => all.map((td) => td.getAttribute("data-raw")));
  const differing: string[] = [];
  for (let row = 0; row < 19; row++) {
    for (const p of [straight.page, page]) await p.selectOption("#row", String(row));
    if (String(await weights(straight.page)) !== String(await weights(page))) differing.push(String(row));
  }
  expect(differing.length).toBeGreaterThan(0);
  // The badge leads to the clock of the first difference; just before, all was equal.
  await page.click("#badge button");
  expect(await page.locator("#badge h2").textContent()).toMatch(/≠/);
  const clock = await clockOf(page);
  await page.locator("#timeline").focus();
  for (let i = 0; i < 60 && (await clockOf(page)) > 0; i++) await page.keyboard.press("ArrowLeft");
  expect(await page.locator("#badge h2").textContent()).toMatch(/≡/);
  expect(await clockOf(page)).toBeLessThan(clock);
  clean(flipped);
  await straight.page.context().close();
  await page.context().close();
});
