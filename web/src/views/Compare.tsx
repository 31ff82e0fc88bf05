// SPDX-License-Identifier: MIT
//
// Level 4: two or three machines on the same input and one clock. The answer in one number each,
// the machines, their tracks on one scale, and where their outputs are off. The first machine is
// that of the other levels.
import { useEffect, useMemo, useState } from "preact/hooks";
import { sourceAttributes } from "../app/view";
import type { BuildName, Engine, Run, RunConfig } from "../engine/types";
import { ErrorLegend, ErrorMap, errorsOf } from "../figures/Errors";
import { count, fixed, short, time } from "../figures/format";
import { LedgerTable } from "../figures/Ledger";
import { onInt8 } from "../figures/int8";
import { Tracks } from "../figures/Tracks";
import { stallName } from "../figures/causes";
import { builds } from "../generated/spec";
import "../figures/figures.css";
import "./compare.css";
import { Machines, MachinesTable, nameOf, type ComparedProps } from "./Machines";

export { nameOf };

export interface BoardProps extends ComparedProps {
  /** for other schedules, widths and quantizers than those of the runs; without it their errors are left out */
  engine?: Engine;
  /** the tracks were pressed at this clock */
  onClock?(cycle: number): void;
}

const fits = (run: Run, build: BuildName): boolean =>
  run.input.dp <= builds[build].dmax && Math.max(run.input.nq, run.input.nk) <= builds[build].nmax;

/** Where the clocks went that an array did not compute in: the largest cause. */
function worst(run: Run): { name: string; clocks: number } {
  let cause = 1;
  const all = run.result.stalls.mm1;
  for (let i = 2; i < all.length; i++) if (all[i]! > all[cause]!) cause = i;
  return { name: stallName(cause), clocks: all[cause]! };
}

function Headline({ first, other }: { first: Run; other: Run }) {
  const bytes = other.result.bytes / first.result.bytes;
  const clocks = other.result.counters["cycles"]! / first.result.counters["cycles"]!;
  return (
    <p class="compare-answer">
      {nameOf(other.config)}: <b class="num" {...sourceAttributes("result.bytes")}>{fixed(bytes, bytes < 10 ? 2 : 1)}</b> times the bytes
      <span class="and"> and <b class="num small-number" {...sourceAttributes("result.counters")}>{fixed(clocks, 2)}</b> times the clocks
      of {nameOf(first.config)}</span>
    </p>
  );
}

/** Error of the output: the datapath's on the same INT8 values, by schedule and width of P; and with INT8. */
function Errors({ run, engine }: { run: Run; engine: Engine }) {
  const [maps, setMaps] = useState<{ path: { run: Run; title: string }[]; quant: { run: Run; title: string }[] } | null>(null);
  useEffect(() => {
    let made: { free(): void }[] = [];
    const idle = setTimeout(() => {
      const { input, config } = run;
      const exact = onInt8(engine, input);
      made.push(exact);
      const start = (on: typeof input, change: Partial<RunConfig>) => {
        const one = engine.run(on, { ...config, ...change });
        made.push(one);
        return one;
      };
      const widths: BuildName[] = fits(run, "tiny") ? ["tiny", "lab"] : ["lab"];
      const path = widths.flatMap((build) => (["flash", "naive"] as const).map((mode) => ({
        run: start(exact, { build, mode }),
        title: `${mode.toUpperCase()}, P of ${builds[build].pf} bits`,
      })));
      const given = (["q", "k", "v"] as const).map((tensor) => input.given(tensor));
      const quant = input.isInt8 || input.dv !== input.d ? [] : ([["tensor", "none"], ["head", "k"], ["channel", "kv"]] as const).map(([quant, smooth]) => {
        const other = engine.matrices(given[0]!, given[1]!, given[2]!, input.nq, input.nk, input.d, { quant, smooth }, input.softmaxScale);
        made.push(other);
        return { run: start(other, { build: config.build, mode: "flash" }), title: `${quant}, ${smooth === "none" ? "as given" : smooth === "k" ? "K centred" : "K, V centred"}` };
      });
      setMaps({ path, quant });
    }, 60);
    return () => {
      clearTimeout(idle);
      const old = made;
      made = [];
      setMaps(null);
      setTimeout(() => old.reverse().forEach((one) => one.free()), 2000);
    };
  }, [run, engine]);
  if (!maps) return <p class="compare-note">Running the other widths …</p>;
  const rows = [
    { name: "datapath", title: "Datapath alone: against attention in double precision on the same INT8 values, in their steps", maps: maps.path, unit: " V-LSB" },
    { name: "quantizer", title: "With INT8: against attention on the given tensors, with a scale for each …", maps: maps.quant, unit: "" },
  ];
  return (
    <>
      {rows.filter((row) => row.maps.length > 0).map((row) => {
        const most = Math.max(...row.maps.flatMap((map) => Array.from(errorsOf(map.run))));
        return (
          <section key={row.name}>
            <h3>{row.title}</h3>
            <div class="error-maps">
              {row.maps.map((map) => (
                <ErrorMap key={map.title} run={map.run} title={map.title} most={most} quantized={row.name === "quantizer"} />
              ))}
            </div>
            <ErrorLegend most={most} unit={row.unit} />
          </section>
        );
      })}
      {!fits(run, "tiny") && (
        <p class="compare-note">
          P of {builds.tiny.pf} bits is the build <code>tiny</code>, which takes D = {builds.tiny.dmax}; the presets without a source fit it.
        </p>
      )}
    </>
  );
}

export function Compare(p: BoardProps) {
  const given = p.runs?.length ? p.runs : [p.run];
  const first = given[0]!;
  const runs = given.slice(0, 3);
  for (const run of runs) run.seek(Math.min(p.cycle, run.cycles - 1));
  const clocks = Math.max(...runs.map((run) => run.cycles));
  const mhz = p.engine?.clockMhz ?? 0;
  const facts: [string, string, (run: Run) => string][] = [
    ["bytes over the port", "result.bytes", (run) => count(run.result.bytes)],
    ["clocks", "result.counters", (run) => count(run.result.counters["cycles"]!)],
    ...(mhz > 0 ? [[`time at ${mhz} MHz (ECP5)`, "result.counters", (run: Run) => time(run.result.counters["cycles"]!, mhz)] as [string, string, (run: Run) => string]] : []),
    ["buffers needed, bytes", "result.bufferBytes", (run) => count(run.result.bufferBytes)],
    ["utilisation of the arrays", "result.utilization", (run) => fixed(run.result.utilization, 3)],
    ["MM1 mostly waits", "result.stalls", (run) => `${worst(run).name}: ${count(worst(run).clocks)}`],
    ["error of the datapath, relative", "result.error.datapath", (run) => short(run.result.error.datapath.relL1)],
  ];
  return (
    <div class="compare">
      <div class="compare-answers">
        {runs.slice(1).map((other, i) => <Headline key={i} first={first} other={other} />)}
      </div>
      <Machines {...p} runs={runs} />
      <section>
        <h3>One clock for all: what is busy when</h3>
        {runs.map((run, i) => (
          <div key={i} class="compare-track">
            <p class="compare-note">{nameOf(run.config)}, <code>{run.config.build}</code></p>
            <Tracks run={run} cycle={p.cycle} clocks={clocks} title={nameOf(run.config)} {...(p.onClock ? { onClock: p.onClock } : {})} />
          </div>
        ))}
      </section>
      <table class="compare-facts">
        <thead><tr><td />{runs.map((run, i) => <th key={i} scope="col">{nameOf(run.config)}</th>)}</tr></thead>
        <tbody>
          {facts.map(([name, source, text]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {runs.map((run, i) => <td key={i} class="num" {...sourceAttributes(source)}>{text(run)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
      {p.engine && <Errors run={first} engine={p.engine} />}
    </div>
  );
}

/** The same as tables, for screen readers. */
export function CompareTable(p: BoardProps) {
  const runs = useMemo(() => (p.runs?.length ? p.runs : [p.run]).map((run) => ({ run, title: nameOf(run.config) })), [p.runs, p.run]);
  return (
    <>
      <MachinesTable {...p} />
      <LedgerTable runs={runs} />
    </>
  );
}
