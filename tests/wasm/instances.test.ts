// SPDX-License-Identifier: MIT
//
// Modules, and runs of a module, know nothing of each other.
import { expect, test } from "vitest";
import type { Engine } from "../../web/src/engine";
import { config, engine } from "./engine";

/** Records of a run alone, every so many cycles. */
async function alone(e: Engine, name: string, mode: "flash" | "naive", cycles: number[]) {
  const run = e.run(await e.preset(name), config({ mode }));
  return cycles.map((cycle) => {
    run.seek(cycle);
    return run.record.slice();
  });
}

test("two instances and two runs of one, seeked in turn", async () => {
  const cycles = Array.from({ length: 40 }, (_, i) => i * 37);
  const expected = {
    a: await alone(await engine(), "trophy-l3h1", "flash", cycles),
    b: await alone(await engine(), "nurse-l2h5", "flash", cycles),
    c: await alone(await engine(), "trophy-l3h1", "naive", cycles),
  };
  const one = await engine(), two = await engine();
  const a = one.run(await one.preset("trophy-l3h1"), config());
  const b = one.run(await one.preset("nurse-l2h5"), config());
  const c = two.run(await two.preset("trophy-l3h1"), config({ mode: "naive" }));
  for (const [i, cycle] of cycles.entries()) {
    a.seek(cycle);
    c.seek(cycle);
    b.seek(cycle);
    expect(a.record).toEqual(expected.a[i]);
    expect(b.record).toEqual(expected.b[i]);
    expect(c.record).toEqual(expected.c[i]);
  }
  expect(expected.a).not.toEqual(expected.b);
  a.free(); // b stays
  b.seek(cycles[3]!);
  expect(b.record).toEqual(expected.b[3]);
});

test("memory comes back", async () => {
  const e = await engine(), input = await e.preset("trophy-l3h1");
  const memory = () => (e as unknown as { module: { buffer: ArrayBuffer } }).module.buffer.byteLength;
  const round = () => e.run(input, config()).free();
  for (let i = 0; i < 5; i++) round();
  const before = memory();
  for (let i = 0; i < 40; i++) round();
  expect(memory()).toBe(before);
});
