// SPDX-License-Identifier: MIT
//
// Hardware with one bit of EXP2 flipped: the badge says where it shows first.
import { expect, test } from "vitest";
import { config, engine, engineOf, environment, int8Files, int8Matrix, random } from "./engine";

test.each(["tiny", "lab"] as const)("the first difference in %s", async (build) => {
  const next = random(4), n = 32, d = 4;
  const files = int8Files(int8Matrix(next, n, d), int8Matrix(next, n, d), int8Matrix(next, n, d));
  const right = await engine(), wrong = await engineOf(environment("TA_FLIPPED"));
  const good = right.run(right.files(files, {}, 300), config({ build })), bad = wrong.run(wrong.files(files, {}, 300), config({ build }));
  expect([good.result.bitExact, bad.result.bitExact]).toEqual([true, false]);
  expect(good.badge(good.cycles - 1).first).toBeNull();
  const badge = bad.badge(bad.cycles - 1), first = badge.first!;
  expect(badge.compared).toBe(bad.result.counters.tiles);
  expect(badge.equal).toBeLessThan(badge.compared);
  expect(["p.alpha", "p.value"]).toContain(first.signal);
  expect(first.expected.raw).not.toBe(first.got.raw);
  expect(bad.badge(first.cycle - 1)).toMatchObject({ first: null });
  expect(bad.badge(first.cycle).first).toEqual(first);
  // It stands in the record of that cycle, and the right hardware shows the other value there.
  for (const [run, value] of [[bad, first.got], [good, first.expected]] as const) {
    run.seek(first.cycle);
    expect([run.get("p.row"), run.get("p.tile"), Math.floor(first.row / 16)]).toEqual([first.row, first.tile, first.block]);
    const shown = first.signal === "p.alpha" ? [run.get("p.alpha")] : Array.from({ length: run.a }, (_, i) => run.get("p.value", i));
    expect(shown).toContain(value.raw);
  }
  expect(bad.result.out).not.toEqual(good.result.out);
});
