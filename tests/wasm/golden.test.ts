// SPDX-License-Identifier: MIT
//
// Runs of the module against vectors of an independent implementation, its own golden model,
// the closed forms, and each other.
import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine, Run } from "../../web/src/engine";
import { InputError } from "../../web/src/engine";
import { config, engine, int8Files, int8Matrix, random } from "./engine";

interface Vector {
  name: string;
  nq: number;
  nk: number;
  d: number;
  causal: boolean;
  offset: number;
  cfg_scale: number;
  q: number[][];
  k: number[][];
  v: number[][];
  out_flash: number[][];
  out_naive: number[][];
  trace?: { kj: number; rows: number[]; Z: number[][]; m: number[]; alpha: number[]; P: number[][]; l: number[] }[];
}

let e: Engine;
beforeAll(async () => {
  e = await engine();
});

const sum = (values: Iterable<number>) => [...values].reduce((a, b) => a + b, 0);

/** What holds for every run. */
function consistent(run: Run) {
  const { result, tracks, cycles } = run, { counters } = result;
  expect(result.bitExact).toBe(true);
  const badge = run.badge(cycles - 1);
  expect(badge.first).toBeNull();
  expect(badge.equal).toBe(badge.compared);
  expect(badge.compared).toBe(counters.tiles! * (run.config.mode === "naive" ? 3 : 1));
  expect(result.cyclesPredicted).toBe(counters.cycles);
  expect(result.bytesPredicted).toBe(result.bytes);
  expect(sum(run.moves.map((move) => move.bytes))).toBe(counters.hbm_read_bytes! + counters.hbm_write_bytes!);
  expect(tracks.port.filter((kind) => kind > 0).length).toBe(counters.busy_dma);
  expect(sum(tracks.softmax)).toBe(counters.busy_softmax);
  for (const array of ["mm1", "mm2"] as const) {
    const clocks = result.stalls[array].map((_, cause) => tracks[array].subarray(0, counters.cycles).filter((c) => c === cause).length);
    expect(clocks).toEqual(result.stalls[array]);
  }
  run.seek(cycles - 1);
  expect(run.get("run.done")).toBe(1);
  Object.values(counters).forEach((value, i) => expect(run.get("count.value", i)).toBe(value));
}

describe.each(["tiny", "lab"] as const)("vectors of %s", (build) => {
  const file = JSON.parse(readFileSync(new URL(`../vectors/${build}.json`, import.meta.url), "utf8")) as { cases: Vector[] };
  test.each(file.cases.map((vector) => [vector.name, vector] as const))("%s", (_, vector) => {
    const input = e.files(int8Files(vector.q, vector.k, vector.v), {}, vector.cfg_scale);
    for (const mode of ["flash", "naive"] as const)
      for (const qRows of mode === "flash" ? [4, 16] : [4]) {
        const run = e.run(input, config({ build, mode, qRows, causal: vector.causal, offset: vector.offset }));
        consistent(run);
        expect([...run.result.out]).toEqual((mode === "flash" ? vector.out_flash : vector.out_naive).flat());
        for (const tile of mode === "flash" ? vector.trace ?? [] : [])
          tile.rows.forEach((row, i) => {
            const step = run.step(row, tile.kj)!;
            const keys = tile.Z[i]!.length;
            expect([...step.z].slice(0, keys)).toEqual(tile.Z[i]);
            expect([...step.p].slice(0, keys)).toEqual(tile.P[i]);
            expect([step.mNew, step.alpha, step.l]).toEqual([tile.m[i], tile.alpha[i], tile.l[i]]);
            expect([step.zCycle, step.mCycle, step.pCycle, step.lCycle, step.oCycle])
              .toEqual([step.zCycle, step.mCycle, step.pCycle, step.lCycle, step.oCycle].sort((x, y) => x - y));
          });
        run.free();
      }
    input.free();
  });
});

test("presets, both schedules", async () => {
  for (const preset of e.presets) {
    const input = await e.preset(preset.name);
    expect([input.nq, input.d, input.tokens?.length ?? preset.n]).toEqual([preset.n, preset.d, preset.n]);
    for (const mode of ["flash", "naive"] as const) {
      const run = e.run(input, config({ mode, causal: preset.causal }));
      consistent(run);
      run.free();
    }
    input.free();
  }
});

test("random configurations", () => {
  const next = random(1);
  for (let i = 0; i < 60; i++) {
    const build = i % 2 ? "lab" : "tiny";
    const nq = 1 + next(build === "lab" ? 40 : 32), nk = 1 + next(build === "lab" ? 40 : 32), d = build === "lab" ? 4 * (1 + next(8)) : 4;
    const input = e.files(int8Files(int8Matrix(next, nq, d), int8Matrix(next, nk, d), int8Matrix(next, nk, d)), {}, 1 + next(400));
    const run = e.run(input, config({
      build, mode: next(4) ? "flash" : "naive", qRows: 4 << next(4), causal: next(2) === 1, offset: next(17) - 8,
      overlap: next(2) === 1, stream: next(2) === 1, latency: next(65),
    }));
    consistent(run);
    run.free();
    input.free();
  }
});

test("what is worked out agrees with what it is worked out from", async () => {
  const input = await e.preset("trophy-l3h1");
  const run = e.run(input, config());
  const end = run.heatmap(run.cycles - 1), float = run.floatWeights(), { nq, nk, dv } = input;
  const it = input.tokens!.indexOf("it"), row = [...end.subarray(it * nk, (it + 1) * nk)];
  expect(input.tokens![row.indexOf(Math.max(...row))]).toBe("trophy");
  for (let i = 0; i < nq; i++) {
    expect(sum(end.subarray(i * nk, (i + 1) * nk))).toBeCloseTo(1, 2);
    expect(sum(float.subarray(i * nk, (i + 1) * nk))).toBeCloseTo(1, 12);
  }
  expect(Math.max(...end.map((w, i) => Math.abs(w - float[i]!)))).toBeLessThan(0.02);
  expect(sum(run.heatmap(0))).toBe(0);
  // Float attention from its own weights, and the error from both outputs.
  const v = input.given("v"), out = run.floatOut(), got = run.out();
  for (let i = 0; i < nq; i++)
    for (let c = 0; c < dv; c++)
      expect(sum(Array.from({ length: nk }, (_, j) => float[i * nk + j]! * v[j * dv + c]!))).toBeCloseTo(out[i * dv + c]!, 12);
  expect(Math.max(...got.map((x, i) => Math.abs(x - out[i]!)))).toBe(run.result.error.total!.max);
  // Both softmaxes end at the same height.
  const step = run.step(it, nk / run.a - 1)!, two = run.twoPass(it, nk);
  expect(run.format("l.value", step.l).value / two.sum).toBeCloseTo(1, 2);
  expect(run.format("m.new", step.mNew).value).toBeCloseTo(two.max, 1);
  const { shift, index, entry, result } = run.exp2(-300);
  expect([shift, index, entry, result]).toEqual([2, 212, entry, entry >> shift]);
  expect(run.exp2(-256).value).toBe(0.5);
  expect(run.sentence(1, it)).toMatch(/^Row 10 has met no key yet\.$/);
  run.seek(run.cycles - 1);
  expect(run.sentence(1, it)).toContain(`maximum ${run.format("m.new", step.mNew).value.toFixed(2)}`);
  expect(e.predict(nq, nk, input.d, config()).cycles).toBe(run.result.counters.cycles);
  run.free();
  input.free();
});

test("the sentence of a rising maximum has its values", async () => {
  const input = await e.preset("trophy-l3h1"), run = e.run(input, config());
  const at = run.event("maxRises", 0, 1);
  run.seek(at);
  const row = run.get("m.row"), old = run.get("m.old"), now = run.get("m.new");
  const two = (raw: number) => (raw / 256).toFixed(2);
  expect(now).toBeGreaterThan(old);
  expect(run.sentence(1, row)).toBe(`Row ${row}'s maximum rises from ${two(old)} to ${two(now)}, so its sum and output will shrink.`);
  const step = run.step(row, run.get("m.tile"))!;
  run.seek(step.pCycle);
  expect(run.sentence(1, row)).toContain(`shrink by α = ${(step.alpha / 32768).toFixed(2)}.`);
  // The same event from both sides.
  expect(run.event("maxRises", at - 1, 1)).toBe(at);
  expect(run.event("maxRises", at + 1, -1)).toBe(at);
  expect(run.event("maxRises", at, -1)).toBe(-1);
  run.free();
});

test("values as they are shown", async () => {
  const input = await e.preset("toy"), run = e.run(input, config());
  expect(run.format("m.new", 640)).toEqual({ raw: 640, hex: "0x0280", format: "Q8.8", text: "2.5", value: 2.5 });
  expect(run.format("m.new", -256)).toEqual({ raw: -256, hex: "0xFF00", format: "Q8.8", text: "-1", value: -1 });
  expect(run.format("m.new", -32768).text).toBe("masked");
  expect(run.format("p.alpha", 16384)).toEqual({ raw: 16384, hex: "0x4000", format: "UQ1.15", text: "0.5", value: 0.5 });
  expect(run.format("p.value", 4096)).toMatchObject({ format: "UQ1.12", text: "1" });
  for (const field of run.fields) expect([field.file, field.line > 0]).toEqual([expect.stringMatching(/^ta_\w+\.sv$/), true]);
  run.free();
});

test("outside input is refused with its reason", async () => {
  const q = int8Matrix(random(2), 8, 8), files = int8Files(q, q, q);
  const reason = (call: () => unknown) => {
    try {
      call();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      return (error as Error).message;
    }
    throw new Error("nothing was refused");
  };
  expect(reason(() => e.files(files))).toBe("q.npy: found int8 tensors without a scale, expected cfg_scale from 1 to 16777215");
  expect(reason(() => e.files(files.slice(0, 2), {}, 100))).toContain("found no file for v");
  expect(reason(() => e.files([...files, files[0]!], {}, 100))).toContain("q.npy: found a second file for q");
  expect(reason(() => e.files([{ name: "a.npy", bytes: files[0]!.bytes }], {}, 100))).toContain("a.npy: found a name that tells no tensor");
  expect(reason(() => e.files([{ name: "q.npy", bytes: files[0]!.bytes.slice(0, 150) }], {}, 100))).toMatch(/^q\.npy: /);
  expect(reason(() => e.files([{ name: "x.safetensors", bytes: new Uint8Array(20) }]))).toMatch(/^x\.safetensors: /);
  expect(reason(() => e.matrices(new Float64Array([NaN]), new Float64Array(1), new Float64Array(1), 1, 1, 1))).toMatch(/^Q/);
  const input = e.files(files, {}, 100);
  expect(reason(() => e.run(input, config({ build: "tiny" })))).toBe("q.npy: D: found 8, expected at most 4 for build tiny");
  expect(reason(() => e.run(input, config({ qRows: 5 })))).toContain("q_rows is A, 2A, 4A or 8A");
  await expect(e.preset("nothing")).rejects.toThrow('preset: found "nothing"');
  // Layers of heads, as they come from a model.
  const model = readFileSync(new URL("../../data/minilm/trophy.safetensors", import.meta.url));
  const heads = e.files([{ name: "trophy.safetensors", bytes: model }], {}, 0, 1, 3), preset = await e.preset("trophy-l3h1");
  expect(heads.description).toBe("12 heads x 16 tokens x 32, float16 (layer3.q)");
  expect(heads.int8("v")).toEqual(preset.int8("v"));
  const colons = Buffer.from(Buffer.from(model).toString("latin1").replaceAll("layer3.", "layer3:"), "latin1");
  expect(e.files([{ name: "trophy.safetensors", bytes: colons }], {}, 0, 1, 3).description).toContain("(layer3:q)");
  expect([heads.layers, heads.layer]).toEqual([[0, 1, 2, 3, 4, 5].map((i) => `layer${i}`), 3]);
  expect(e.files([{ name: "trophy.safetensors", bytes: model }], {}, 0, 1).int8("v")).not.toEqual(preset.int8("v"));
  expect([preset.layers, e.files(files, {}, 100).layers]).toEqual([[""], []]);
  expect(reason(() => e.files([{ name: "trophy.safetensors", bytes: model }], {}, 0, 0, 6))).toBe("trophy.safetensors: layer: found 6, expected 0 to 5");
  expect(reason(() => e.files([{ name: "trophy.safetensors", bytes: model }], {}, 0, 12))).toContain("head: found 12, expected 0 to 11");
});

test("the FPGA's clock is that of evidence/fpga.json, 0 where none is recorded", async () => {
  const file = new URL("../../evidence/fpga.json", import.meta.url);
  const recorded = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { clock_mhz?: number }).clock_mhz : undefined;
  expect((await engine()).clockMhz).toBe(recorded ?? 0);
});
