// SPDX-License-Identifier: MIT
//
// Machines on one clock, side by side; below them bytes, cycles and buffer against N by
// the closed forms, and what each gets wrong. All of it is read from the runs; none is moved.
import { useId, useMemo } from "preact/hooks";
import { StallPatterns, stallFill, stallName } from "../figures/causes";
import { builds, stalls } from "../generated/spec";
import type { Engine, Prediction, Run, RunConfig } from "../engine/types";
import { sourceAttributes, type CompareProps } from "../app/view";
import { Plate, Source, count, digits, range, useLayout, usePatterns, type Layout, type Patterns } from "./parts";
import { groupsOf, reached, stepOf, tilesOf } from "./steps";
import { memoryAt, outline } from "./memory";
import { placeRegions } from "./Schedule";

export interface ComparedProps extends Omit<CompareProps, "runs"> {
  runs?: readonly Run[];
  /** for the curves; without it there are none */
  predict?: Engine["predict"];
  layout?: Layout;
}

export function nameOf(config: RunConfig): string {
  const off = [config.overlap ? "" : "no overlap", config.stream ? "" : "no streaming"].filter(Boolean).join(", ");
  const name = config.mode === "naive" ? "NAIVE" : `FLASH, blocks of ${config.qRows}`;
  return `${name}${off ? `, ${off}` : ""}`;
}

/** The score matrix, a path for each state of its tiles. */
function Tiles({ run, cycle, x, y, size, patterns }: { run: Run; cycle: number; x: number; y: number; size: number; patterns: Patterns }) {
  const t = size / Math.max(groupsOf(run), tilesOf(run));
  const paths = { waiting: "", begun: "", done: "", skipped: "" };
  for (let group = 0; group < groupsOf(run); group++)
    for (let tile = 0; tile < tilesOf(run); tile++) {
      let seen = 0;
      let begun = 0;
      let done = 0;
      for (let row = group * run.a; row < Math.min(run.input.nq, (group + 1) * run.a); row++) {
        const step = stepOf(run, row, tile);
        if (!step) continue;
        seen++;
        if (reached(step.zCycle, cycle)) begun++;
        if (reached(step.oCycle, cycle)) done++;
      }
      const state = !seen ? "skipped" : done === seen ? "done" : begun ? "begun" : "waiting";
      paths[state] += `M${tile * t + 0.5} ${group * t + 0.5}h${t - 1.5}v${t - 1.5}h${1.5 - t}z`;
    }
  return (
    <g transform={`translate(${x} ${y})`} class="t-p">
      <path class="hair" d={paths.waiting} />
      <path class="begun t-s" d={paths.begun} />
      <path class="hue-fill" d={paths.done} />
      <path d={paths.skipped} fill={patterns.ref("skip")} />
    </g>
  );
}

const hues: Record<string, string> = { Q: "q", K: "k", V: "v", O: "o", Z: "s" };

function MiniMemory({ run, cycle, x, y, width, height }: { run: Run; cycle: number; x: number; y: number; width: number; height: number }) {
  const memory = memoryAt(run, cycle);
  const plan = useMemo(() => placeRegions(memory, width, height), [run, width, height]);
  return (
    <g transform={`translate(${x} ${y})`}>
      {plan.placed.map((place) => {
        const region = memory.regions[place.region.name];
        const isZ = region.name === "Z";
        const turned = plan.turned && !isZ;
        return (
          <g key={region.name} transform={`translate(${place.x} ${place.y})`} class={`t-${hues[region.name]}`}>
            <text class="small hue-text" y={-3}>{isZ ? "Z, P" : region.name}</text>
            <rect class={isZ && run.config.mode === "flash" ? "absent" : "hair"} width={place.width} height={place.height} />
            <path class="hue-fill" d={outline(region, 1, isZ ? 3 : 255, turned, plan.unit)} />
            {isZ && <path class="hue-fill t-p" d={outline(region, 4, 255, false, plan.unit)} />}
          </g>
        );
      })}
    </g>
  );
}

/** Where an array's clocks went, as one bar. */
function Ledger({ run, array, x, y, width, causes }: { run: Run; array: "mm1" | "mm2"; x: number; y: number; width: number; causes: string }) {
  const clocks = run.result.stalls[array];
  const all = Math.max(1, run.cycles);
  let at = 0;
  return (
    <g transform={`translate(${x} ${y})`} {...sourceAttributes("result.stalls")}>
      <text class="cap" x={0} y={9}>{array.toUpperCase()}</text>
      {clocks.map((n, cause) => {
        const w = (n / all) * (width - 40);
        const left = 40 + at;
        at += w;
        return (
          <g key={cause}>
            <title>{stalls[cause]![0]}: {n}</title>
            <rect class={cause ? "ledger" : "ledger done"} x={left} y={0} width={w} height={11} />
            {cause > 0 && <rect x={left} y={0} width={w} height={11} fill={stallFill(causes, cause, "none")} />}
          </g>
        );
      })}
    </g>
  );
}

function Machine({ run, cycle, x, y, width, patterns, causes, dash }: {
  run: Run; cycle: number; x: number; y: number; width: number; patterns: Patterns; causes: string; dash: string | undefined;
}) {
  const at = Math.min(cycle, run.cycles - 1);
  const { bytes } = memoryAt(run, at);
  const size = Math.min(128, width * 0.4);
  return (
    <g transform={`translate(${x} ${y})`} role="img" tabIndex={0} aria-label={`${nameOf(run.config)}: ${count(bytes)} of ${count(run.result.bytes)} bytes moved`}>
      {dash && <path class="curve" d="M0 8h26" stroke-dasharray={dash} />}
      <text class="head" x={dash ? 34 : 0} y={12}>{nameOf(run.config)}</text>
      <text class="cap" x={width - 12} y={12} text-anchor="end">build {run.config.build}</text>
      <Source source="count.value.1+2" raw={bytes} x={0} y={48} class="huge">{count(bytes)}</Source>
      <Source source="result" x={width - 12} y={48} text-anchor="end">of {count(run.result.bytes)} B</Source>
      <Tiles run={run} cycle={at} x={0} y={66} size={size} patterns={patterns} />
      <MiniMemory run={run} cycle={at} x={size + 18} y={60} width={width - size - 34} height={size + 12} />
      <g transform={`translate(0 ${size + 84})`}>
        <rect class="hair" width={width - 12} height={9} />
        <rect class="ledger done" width={((width - 12) * at) / Math.max(1, run.cycles - 1)} height={9} />
        <text class="cap" y={24}>clock</text>
        <Source source="cycle" raw={at} x={36} y={24}>{count(at)}</Source>
        <Source source="cycles" raw={run.cycles - 1} x={width - 12} y={24} text-anchor="end">{count(run.cycles - 1)}</Source>
      </g>
      <Ledger run={run} array="mm1" x={0} y={size + 120} width={width - 12} causes={causes} />
      <Ledger run={run} array="mm2" x={0} y={size + 138} width={width - 12} causes={causes} />
      <text class="cap" x={0} y={size + 166}>utilisation</text>
      <Source source="result" x={width - 12} y={size + 166} text-anchor="end">{digits(run.result.utilization, 3)}</Source>
      <text class="cap" x={0} y={size + 182}>buffers needed, bytes</text>
      <Source source="result" x={width - 12} y={size + 182} text-anchor="end">{count(run.result.bufferBytes)}</Source>
    </g>
  );
}

/** What the fills of the ledger mean. */
function Causes({ x, y, wide, causes }: { x: number; y: number; wide: boolean; causes: string }) {
  let at = 0;
  let line = 0;
  return (
    <g transform={`translate(${x} ${y})`}>
      {stalls.map(([name], i) => {
        const text = stallName(i);
        const w = 34 + text.length * 6.4;
        if (!wide && at + w > 352) {
          at = 0;
          line++;
        }
        const left = at;
        at += w;
        return (
          <g key={name} transform={`translate(${left} ${line * 16})`}>
            <rect class={i ? "ledger" : "ledger done"} width={14} height={10} />
            {i > 0 && <rect width={14} height={10} fill={stallFill(causes, i, "none")} />}
            <text class="cap" x={19} y={9}>{text}</text>
          </g>
        );
      })}
    </g>
  );
}

const curves = [["bytes", "bytes moved"], ["cycles", "clocks"], ["bufferBytes", "buffers, bytes"]] as const;
const dashes = ["none", "6 3", "2 3"];

/** A closed form against N, both axes logarithmic. */
function Curve({ runs, predict, of, title, x, y, width, height }: {
  runs: readonly Run[]; predict: Engine["predict"]; of: keyof Prediction; title: string; x: number; y: number; width: number; height: number;
}) {
  const lines = useMemo(() => runs.map((run) => {
    const { a, nmax } = builds[run.config.build];
    return range(nmax / a).map((i) => {
      const n = (i + 1) * a;
      return { n, value: predict(n, n, run.input.dp, run.config)[of] };
    });
  }), [runs, predict, of]);
  const all = lines.flat();
  const low = Math.min(...all.map((p) => p.value));
  const high = Math.max(...all.map((p) => p.value));
  const first = Math.min(...all.map((p) => p.n));
  const last = Math.max(...all.map((p) => p.n));
  const px = (n: number) => (Math.log(n / first) / Math.log(last / first || 2)) * width;
  const py = (v: number) => height - (Math.log(v / low) / Math.log(high / low || 2)) * height;
  const powers = range(9).map((i) => 10 ** i).filter((v) => v >= low && v <= high);
  const nearest = (run: Run) => predict(run.input.nq, run.input.nk, run.input.dp, run.config)[of];
  // Labels of this run's points, from the highest, none over another.
  const labels = [...new Set(runs.map(nearest))].sort((p, q) => q - p).map((value) => ({ value, at: py(value), left: px(runs[0]!.input.nk) > width - 50 }));
  labels.forEach((label, i) => {
    if (i && label.at - labels[i - 1]!.at < 11) label.at = labels[i - 1]!.at + 11;
  });
  return (
    <g transform={`translate(${x} ${y})`}>
      <text class="head" x={-30} y={-10}>{title}</text>
      {powers.map((v) => (
        <g key={v}>
          <path class="grid" d={`M0 ${py(v)}h${width}`} />
          <text class="axis-text" x={-5} y={py(v) + 3} text-anchor="end">{v >= 1000 ? `${v / 1000}k` : v}</text>
        </g>
      ))}
      <path class="axis" d={`M0 0V${height}H${width}`} />
      {[4, 8, 16, 32, 64].filter((n) => n >= first && n <= last).map((n) => (
        <text key={n} class="axis-text" x={px(n)} y={height + 13} text-anchor="middle">{n}</text>
      ))}
      {lines.map((line, i) => (
        <path key={i} class="curve" stroke-dasharray={dashes[i]} {...sourceAttributes("predict")}
          d={`M${line.map((p) => `${px(p.n).toFixed(1)} ${py(p.value).toFixed(1)}`).join("L")}`} />
      ))}
      {runs.map((run, i) => <circle key={i} class={i ? "float-dot" : "mark-ink"} cx={px(run.input.nk)} cy={py(nearest(run))} r={4} />)}
      {labels.map(({ value, at, left }) => (
        <Source key={value} source="predict" class="halo" x={px(runs[0]!.input.nk) + (left ? -8 : 8)} y={Math.min(at + 13, height - 3)} text-anchor={left ? "end" : "start"}>{count(value)}</Source>
      ))}
    </g>
  );
}

const levels = [0.001, 0.003, 0.01, 0.03, 0.1];

/** |weights of the machine at its end - weights in float|, a path for each step of the scale. */
function ErrorMap({ run, x, y, size }: { run: Run; x: number; y: number; size: number }) {
  const paths = useMemo(() => {
    const { nq, nk } = run.input;
    const got = run.heatmap(run.cycles - 1);
    const wanted = run.floatWeights();
    const cell = size / Math.max(nq, nk);
    const all = levels.map(() => "");
    for (let row = 0; row < nq; row++)
      for (let key = 0; key < nk; key++) {
        const off = Math.abs(got[row * nk + key]! - wanted[row * nk + key]!);
        let level = -1;
        while (level + 1 < levels.length && off >= levels[level + 1]!) level++;
        if (level >= 0) {
          const side = (cell * (level + 1.5)) / (levels.length + 0.5);
          const at = (n: number) => (n * cell + (cell - side) / 2).toFixed(1);
          all[level] += `M${at(key)} ${at(row)}h${side.toFixed(1)}v${side.toFixed(1)}h-${side.toFixed(1)}z`;
        }
      }
    return all;
  }, [run, size]);
  const error = run.result.error.datapath;
  const total = run.result.error.total;
  return (
    <g transform={`translate(${x} ${y})`} class="t-p" {...sourceAttributes("heatmap(cycle)")}>
      <rect class="hair" width={size} height={size} />
      {paths.map((d, i) => d && <path key={i} class="hue-fill" d={d} />)}
      <text class="cap" x={size + 12} y={12}>{nameOf(run.config)}</text>
      <text class="cap" x={size + 12} y={32}>relative error of O</text>
      <text class="cap" x={size + 12} y={52}>path</text>
      <Source source="result.error" x={size + 122} y={52} text-anchor="end">{digits(error.relL1, 5)}</Source>
      <text class="cap" x={size + 12} y={68}>{total ? "with INT8" : "largest"}</text>
      <Source source="result.error" x={size + 122} y={68} text-anchor="end">{digits(total ? total.relL1 : error.max, 5)}</Source>
    </g>
  );
}

export function Machines(p: ComparedProps) {
  const { cycle } = p;
  const runs = (p.runs?.length ? p.runs : [p.run]).slice(0, 3);
  const { ref, layout } = useLayout(p.layout);
  const patterns = usePatterns();
  const causes = `causes-${useId()}`;
  const wide = layout === "wide";
  const W = wide ? 888 : 360;
  const each = wide ? (W - 8 - 28 * (runs.length - 1)) / Math.max(2, runs.length) : 352;
  const machine = (i: number) => (wide ? { x: 4 + i * (each + 28), y: 4 } : { x: 4, y: 4 + i * 350 });
  const below = wide ? 386 : 4 + runs.length * 350 + 56;
  const plots = p.predict ? (wide ? 150 : 3 * 170) : 0;
  const maps = below + plots + (p.predict ? 46 : 0);
  const size = wide ? 120 : 150;
  const H = maps + 22 + (wide ? size + 30 : runs.length * (size + 30) + 16);
  return (
    <Plate name="compare" title="Machines on one clock" width={W} height={H} cycle={cycle} reducedMotion={p.reducedMotion}
      onInspect={p.onInspect} frame={ref}>
      {patterns.defs}
      <StallPatterns of={causes} />
      {runs.map((run, i) => <Machine key={i} run={run} cycle={cycle} {...machine(i)} width={each} dash={p.predict && dashes[i]} patterns={patterns} causes={causes} />)}
      <Causes x={4} y={below - (wide ? 34 : 52)} wide={wide} causes={causes} />
      {p.predict && curves.map(([of, title], i) => (
        <Curve key={of} runs={runs} predict={p.predict!} of={of} title={title}
          x={wide ? 40 + i * 298 : 40} y={wide ? below + 16 : below + 16 + i * 170} width={wide ? 222 : 270} height={108} />
      ))}
      <text class="head" x={4} y={maps + 6}>
        weights that differ from float
        <tspan class="cap" {...(wide ? { dx: 8 } : { x: 4, dy: 16 })}>smallest square {levels[0]}, largest {levels[levels.length - 1]} and more</tspan>
      </text>
      {runs.map((run, i) => (
        <ErrorMap key={i} run={run} x={wide ? 4 + i * (each + 28) : 4} y={maps + (wide ? 20 : 36 + i * (size + 30))} size={size} />
      ))}
    </Plate>
  );
}

/** The same as a table, for screen readers. */
export function MachinesTable(p: ComparedProps) {
  const runs = p.runs?.length ? p.runs : [p.run];
  const row = (title: string, source: string, text: (run: Run) => string) => (
    <tr>
      <th scope="row">{title}</th>
      {runs.map((run, i) => <td key={i} class="num" {...sourceAttributes(source)}>{text(run)}</td>)}
    </tr>
  );
  return (
    <table class="twin">
      <caption>Machines at clock {p.cycle}</caption>
      <thead><tr><td /> {runs.map((run, i) => <th key={i} scope="col">{nameOf(run.config)}</th>)}</tr></thead>
      <tbody>
        {row("bytes so far", "count.value.1+2", (run) => count(memoryAt(run, Math.min(p.cycle, run.cycles - 1)).bytes))}
        {row("bytes of the run", "result", (run) => count(run.result.bytes))}
        {row("clocks of the run", "result.counters", (run) => count(run.result.counters["cycles"]!))}
        {row("utilisation", "result", (run) => digits(run.result.utilization, 3))}
        {row("buffers needed, bytes", "result", (run) => count(run.result.bufferBytes))}
        {row("relative error of the datapath", "result.error", (run) => digits(run.result.error.datapath.relL1, 6))}
        {stalls.map(([name], i) => row(`MM1 ${name}`, "result.stalls", (run) => count(run.result.stalls.mm1[i]!)))}
        {stalls.map(([name], i) => row(`MM2 ${name}`, "result.stalls", (run) => count(run.result.stalls.mm2[i]!)))}
      </tbody>
    </table>
  );
}
