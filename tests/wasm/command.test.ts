// SPDX-License-Identifier: MIT
//
// What a run says of itself: its command reproduces it, its files are those of the command line.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { config, engine, environment } from "./engine";

const cli = (words: string[]) => execFileSync(environment("TA_CLI"), words, { maxBuffer: 1 << 28 });

test.each([
  ["toy", config({ build: "tiny", causal: true, latency: 3 })],
  ["sink", config({ mode: "naive", causal: true, offset: -2, overlap: false })],
  ["trophy-l3h1", config({ qRows: 8, stream: false })],
] as const)("%s", async (name, c) => {
  const e = await engine(), run = e.run(await e.preset(name, { quant: "head", smooth: "k" }), c);
  const [program, command, ...options] = run.command().split(" ");
  expect([program, command]).toEqual(["./run", "run"]);
  const report = JSON.parse(cli(["run", ...options, "--json", "-"]).toString()) as Record<string, any>;
  const shared = Object.keys(run.result.counters).filter((counter) => counter in report);
  expect(shared.length).toBeGreaterThan(7);
  for (const counter of shared) expect([counter, report[counter]]).toEqual([counter, run.result.counters[counter]]);
  expect(report.utilization).toBe(run.result.utilization);
  expect(report.bit_exact).toBe(true);
  // The same clocks, from two compilers. Clock 0 still counts what was before start: random
  // there, 0 here.
  const lines = (file: Uint8Array) =>
    Buffer.from(file).toString().split("\n").filter((line) => !/"name":"[a-z0-9_]+","ph":"C","pid":1,"ts":(0|16),/.test(line));
  expect(lines(run.exportFile("perfetto"))).toEqual(lines(cli(["trace", ...options, "--perfetto", "-"])));
});

test("files", async () => {
  const e = await engine(), run = e.run(await e.preset("toy"), config({ build: "tiny" }));
  const text = (format: Parameters<typeof run.exportFile>[0]) => Buffer.from(run.exportFile(format)).toString();
  const lines = text("jsonl").trimEnd().split("\n");
  expect(lines.length).toBe(1 + run.cycles);
  const record = JSON.parse(lines[101]!) as Record<string, any>;
  run.seek(record.cycle);
  expect(record.z.value).toEqual([0, 1, 2, 3].map((i) => run.get("z.value", i)));
  expect(text("csv").trimEnd().split("\n").length).toBe(1 + run.cycles);
  expect(JSON.parse(text("json")).counters).toEqual(run.result.counters);
  const vcd = text("vcd");
  expect(vcd).toContain("$enddefinitions");
  expect(vcd.match(/^#\d*5$/gm)?.length).toBe(run.cycles);
});
