// SPDX-License-Identifier: MIT
//
// A quantity against N from the closed forms, both axes on a log scale, and runs on their curves.
import { sourceAttributes } from "../app/view";
import type { Engine, Prediction, Run, RunConfig } from "../engine/types";
import { count, range, short } from "./format";
import { useWidth } from "./width";

export type Quantity = "bytes" | "cycles" | "bufferBytes";
export const quantities: Record<Quantity, string> = {
  bytes: "bytes over the port",
  cycles: "clocks",
  bufferBytes: "bytes of buffer on the chip",
};

export const lengths = [4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];

export interface Curve {
  title: string;
  config: RunConfig;
  points: { n: number; value: number }[];
  run: Run | null;
}

/** Curves of these runs' configurations, and of NAIVE, at their head dimension. */
export function curves(engine: Engine, runs: readonly { run: Run; title: string }[], quantity: Quantity): Curve[] {
  const value = (p: Prediction) => p[quantity];
  return runs.map(({ run, title }) => ({
    title,
    config: run.config,
    run,
    points: lengths.map((n) => ({ n, value: value(engine.predict(n, n, run.input.dp, run.config)) })),
  }));
}

/** What the run itself counted. */
export function counted(run: Run, quantity: Quantity): number {
  if (quantity === "bytes") return run.result.bytes;
  return quantity === "cycles" ? run.result.counters["cycles"]! : run.result.bufferBytes;
}

const top = 14;
const tall = 250;

export function Sweep({ all, quantity }: { all: readonly Curve[]; quantity: Quantity }) {
  const width = useWidth();
  const values = all.flatMap((curve) => curve.points.map((p) => p.value)).filter((v) => v > 0);
  const low = Math.floor(Math.log10(Math.min(...values, 1e9)));
  const high = Math.ceil(Math.log10(Math.max(...values, 10)));
  const last = lengths[lengths.length - 1]!;
  // Room for the longest number beside the axis, in type of the drawing.
  const left = 12 + 6.8 * count(10 ** high).length;
  const x = (n: number) => left + (Math.log2(n / 4) / Math.log2(last / 4)) * (width - left - 96);
  const y = (v: number) => top + tall - ((Math.log10(Math.max(v, 1)) - low) / Math.max(1, high - low)) * tall;
  const ends = all.map((curve) => y(curve.points[curve.points.length - 1]!.value));
  // Titles that would touch are moved apart.
  const order = range(all.length).sort((a, b) => ends[a]! - ends[b]!);
  const label = [...ends];
  for (let i = 1; i < order.length; i++) label[order[i]!] = Math.max(label[order[i]!]!, label[order[i - 1]!]! + 14);
  return (
    <svg class="figure sweep" viewBox={`0 0 ${width} ${top + tall + 36}`} role="img"
      aria-label={`${quantities[quantity]} against N from ${lengths[0]} to ${last}`}>
      {range(high - low + 1).map((i) => (
        <g key={i}>
          <path d={`M${left} ${y(10 ** (low + i))}H${width - 92}`} class="grid" />
          <text x={left - 8} y={y(10 ** (low + i)) + 4} class="small end">{count(10 ** (low + i))}</text>
        </g>
      ))}
      {[4, 8, 16, 32, 64, 128, 256, 512].map((n) => (
        <g key={n}>
          <path d={`M${x(n)} ${top + tall}v4`} class="axis" />
          <text x={x(n)} y={top + tall + 17} class="small mid">{n}</text>
        </g>
      ))}
      <path d={`M${left} ${top}V${top + tall}H${width - 92}`} class="axis" />
      <text x={width - 92} y={top + tall + 32} class="small end">N, queries and keys</text>
      {all.map((curve, i) => {
        const naive = curve.config.mode === "naive";
        return (
          <g key={curve.title}>
            <path d={`M${curve.points.map((p) => `${x(p.n).toFixed(1)} ${y(p.value).toFixed(1)}`).join("L")}`}
              class={`curve${naive ? " naive" : ""}`} />
            {curve.run && curve.run.input.nq === curve.run.input.nk && (
              <circle cx={x(curve.run.input.nq)} cy={y(counted(curve.run, quantity))} r={4.5} class="point">
                <title>{curve.title}: {short(counted(curve.run, quantity))}</title>
              </circle>
            )}
            <text x={width - 86} y={label[i]! + 4} class="small" {...sourceAttributes("predict")}>{curve.title}</text>
          </g>
        );
      })}
    </svg>
  );
}
