// SPDX-License-Identifier: MIT
//
// The drawings of the levels, rendered without a browser at several clocks, against a second run
// of the module on the same input.
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { h, type ComponentType } from "preact";
import renderToString from "preact-render-to-string";
import { beforeAll, describe, expect, test } from "vitest";
import { loadEngine, type Engine, type FieldName, type Run, type RunConfig } from "../../../web/src/engine";
import { Compare, CompareTable } from "../../../web/src/views/Compare";
import { Datapath, DatapathTable } from "../../../web/src/views/Datapath";
import { Schedule, ScheduleTable } from "../../../web/src/views/Schedule";
import { Softmax, SoftmaxTable } from "../../../web/src/views/Softmax";
import { memoryAt, outline } from "../../../web/src/views/memory";
import { recent, stages } from "../../../web/src/views/steps";
import type { DrawnProps, Layout } from "../../../web/src/views/parts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const modulePath = process.env["TA_MODULE"] ?? `${root}build/release/wasm/tinyattention.wasm`;

const views: Record<string, ComponentType<DrawnProps>> = {
  Softmax, Datapath, Schedule, SoftmaxTable, DatapathTable, ScheduleTable,
  Compare: Compare as ComponentType<DrawnProps>, CompareTable: CompareTable as ComponentType<DrawnProps>,
};

const flash: RunConfig = {
  build: "lab", mode: "flash", qRows: 16, causal: false, offset: 0, overlap: true, stream: true, latency: 4,
};
const jobs: [string, string, RunConfig][] = [
  ["FLASH", "trophy-l3h1", flash],
  ["NAIVE", "trophy-l3h1", { ...flash, mode: "naive" }],
  ["FLASH, causal, small blocks", "toy", { ...flash, build: "tiny", qRows: 4, causal: true }],
  ["NAIVE, nothing overlaps", "toy", { ...flash, build: "tiny", mode: "naive", overlap: false, stream: false }],
];

interface Tag {
  name: string;
  /** opening tag */
  text: string;
  attribute(name: string): string | null;
  /** up to the next tag */
  content: string;
}

/** Opening tags of rendered markup, with the text behind each. */
function tags(html: string): Tag[] {
  return [...html.matchAll(/<([a-z]\w*)((?:\s[^<>]*?)?)\/?>([^<]*)/gi)].map(([, name, text, content]) => ({
    name: name!,
    text: text!,
    content: content!,
    attribute: (of) => new RegExp(`\\s${of}="([^"]*)"`).exec(text!)?.[1] ?? null,
  }));
}

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine(readFileSync(modulePath),
    async (name) => readFileSync(`${dirname(modulePath)}/heads/${name}.safetensors`));
});

const newRun = async (preset: string, config: RunConfig): Promise<Run> => engine.run(await engine.preset(preset), config);

function draw(name: string, run: Run, cycle: number, layout: Layout = "wide", row = 6): string {
  run.seek(cycle);
  const nothing = () => {};
  return renderToString(h(views[name]!, {
    run, cycle, layout, selection: { row, tile: 1, element: 2 }, reducedMotion: false,
    onSelect: nothing, onInspect: nothing, onLevel: nothing,
  }));
}

const clocks = (run: Run): number[] => [0, 1, 0.1, 0.31, 0.47, 0.62, 0.8, 0.93].map((part) =>
  (part === 1 ? 1 : Math.floor(part * run.cycles))).concat(run.cycles - 1);

describe.each(jobs)("%s, %s", (_title, preset, config) => {
  test("values are those of the record at the present clock, or at the clock that they name", async () => {
    const run = await newRun(preset, config);
    const other = await newRun(preset, config);
    let fields = 0;
    let past = 0;
    for (const cycle of clocks(run))
      for (const name of Object.keys(views))
        for (const layout of ["wide", "narrow"] as const) {
          const html = draw(name, run, cycle, layout);
          expect(run.cycle, "the view leaves the run at its clock").toBe(cycle);
          for (const tag of tags(html)) {
            const index = Number(tag.attribute("data-index") ?? 0);
            const raw = Number(tag.attribute("data-raw"));
            const field = tag.attribute("data-field") as FieldName | null;
            const like = tag.attribute("data-like") as FieldName | null;
            if (field) {
              other.seek(cycle);
              expect(raw, `${name} at ${cycle}: ${field}[${index}]`).toBe(other.get(field, index));
              fields++;
            } else if (like) {
              const at = Number(tag.attribute("data-at"));
              expect(at, `${name}: ${like} is of the past`).toBeLessThanOrEqual(cycle);
              other.seek(at);
              expect(raw, `${name} at ${cycle}: ${like}[${index}] of clock ${at}`).toBe(other.get(like, index));
              past++;
            }
          }
        }
    expect(fields).toBeGreaterThan(1000);
    expect(past).toBeGreaterThan(100);
    run.free();
    other.free();
  });

  test("every number says where it comes from", async () => {
    const run = await newRun(preset, config);
    for (const cycle of clocks(run))
      for (const name of ["Softmax", "Datapath", "Schedule", "Compare"]) {
        // Of a group with a source, its parts need none.
        const html = draw(name, run, cycle).replace(/<g data-source="exp2">.*?<\/g><\/g>/gs, "");
        for (const tag of tags(html))
          if (/\bnum\b/.test(tag.attribute("class") ?? "") && /\d/.test(tag.content))
            expect(tag.attribute("data-field") ?? tag.attribute("data-source"), `${name}: ${tag.content}`).not.toBeNull();
      }
    run.free();
  });

  test("a clock looks the same however it was reached", async () => {
    const run = await newRun(preset, config);
    const fresh = await newRun(preset, config);
    const cycle = Math.floor(run.cycles * 0.6);
    for (const name of ["Softmax", "Datapath", "Schedule"]) {
      for (const before of [cycle - 40, cycle - 1, cycle + 90, 3]) {
        draw(name, run, before);
        expect(draw(name, run, cycle) === draw(name, fresh, cycle), `${name} from ${before}`).toBe(true);
      }
    }
    run.free();
    fresh.free();
  });

  test("bytes of memory are those that the counters count, at every clock and on every level", async () => {
    const run = await newRun(preset, config);
    const other = await newRun(preset, config);
    let drawn = 0;
    for (let cycle = 0; cycle < run.cycles; cycle += run.cycles > 2000 ? 3 : 1) {
      const { regions, bytes, scores } = memoryAt(run, cycle);
      other.seek(cycle);
      const counted = other.get("count.value", 1) + other.get("count.value", 2);
      expect(bytes, `clock ${cycle}`).toBe(counted);
      expect(Object.values(regions).reduce((sum, region) => sum + region.bytes, 0)).toBe(counted);
      expect(scores.reduce((sum, n) => sum + n, 0)).toBe(regions.Z.bytes);
      if (cycle % 41 > 1) continue;
      // And level 4 shows that number.
      expect(tags(draw("Compare", run, cycle)).find((tag) => tag.attribute("data-source") === "count.value.1+2")?.content)
        .toBe(counted.toLocaleString("en-US"));
      drawn++;
    }
    expect(drawn).toBeGreaterThan(10);
    const { regions, scores } = memoryAt(run, run.cycles - 1);
    const crossed = scores.reduce((sum, n) => sum + n, 0);
    const seen = [...Array(run.input.nq).keys()].flatMap((row) => [...Array(run.input.nk / run.a).keys()].map((tile) => run.step(row, tile) !== null))
      .filter(Boolean).length;
    // Every score of NAIVE crosses five times, two bytes each; none of FLASH.
    expect(crossed).toBe(config.mode === "naive" ? 5 * 2 * run.a * seen : 0);
    expect([...regions.O.crossed].every((n) => n === 1), "every output word once").toBe(true);
    run.free();
    other.free();
  });

  test("the clocks before are those of the record", async () => {
    const run = await newRun(preset, config);
    const other = await newRun(preset, config);
    for (const cycle of clocks(run)) {
      run.seek(cycle);
      recent(run, cycle, 12).forEach((moment, back) => {
        other.seek(cycle - back);
        for (const stage of stages)
          expect(moment[stage]?.row ?? -1, `${stage} at ${cycle - back}`).toBe(
            other.get(`${stage}.valid` as FieldName) ? other.get(`${stage}.row` as FieldName) : -1);
      });
    }
    run.free();
    other.free();
  });
});

test("FLASH draws no word of the scores' region, NAIVE fills it", async () => {
  for (const mode of ["flash", "naive"] as const) {
    const run = await newRun("trophy-l3h1", { ...flash, mode });
    const html = draw("Schedule", run, run.cycles - 1);
    expect(/ways over the border: (\d)/.exec(html)?.[1]).toBe(mode === "flash" ? "0" : "5");
    expect(html.includes(`class="absent"`)).toBe(mode === "flash");
    run.free();
  }
});

test("the outline covers each crossed word once", () => {
  const crossed = Uint8Array.from([1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 2, 1]);
  const region = { name: "Q", base: 0, rows: 4, words: 4, crossed, bytes: 0, version: 0 } as const;
  for (const turned of [false, true]) {
    const covered = new Uint8Array(16);
    for (const [, x, y, w, height] of outline(region, 1, 1, turned, 2).matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-/g))
      for (let i = Number(y) / 2; i < (Number(y) + Number(height)) / 2; i++)
        for (let j = Number(x) / 2; j < (Number(x) + Number(w)) / 2; j++) covered[turned ? j * 4 + i : i * 4 + j]!++;
    expect([...covered]).toEqual([...crossed].map((n) => (n === 1 ? 1 : 0)));
  }
});

test("a plate of the longest head stays small", async () => {
  const run = await newRun("tiles-l0h2", { ...flash, mode: "naive" });
  for (const name of ["Softmax", "Datapath", "Schedule"])
    for (const part of [0.2, 0.5, 0.9]) {
      const nodes = tags(draw(name, run, Math.floor(run.cycles * part), "wide", 30)).length;
      expect(nodes, name).toBeLessThan(1200);
    }
  run.free();
});
