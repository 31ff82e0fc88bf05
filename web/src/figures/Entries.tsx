// SPDX-License-Identifier: MIT
//
// When rows enter the stages: a mark a row and tile, a line a stage, clocks across.
import type { Run } from "../engine/types";
import { ticks } from "../app/timeline";
import { count, range } from "./format";
import { useWidth } from "./width";

const stages = [
  ["scores scaled: Z", "zCycle", "s"],
  ["maximum: m", "mCycle", "s"],
  ["weights: P, α", "pCycle", "p"],
  ["sum: l", "lCycle", "p"],
  ["output: O", "oCycle", "o"],
] as const;

interface Props {
  run: Run;
  from: number;
  to: number;
  row: number;
}

export function Entries({ run, from, to, row }: Props) {
  const wide = useWidth();
  const x = (c: number) => 108 + ((c - from) / Math.max(1, to - from)) * (wide - 112);
  const tiles = Math.ceil(run.input.nk / run.a);
  const chosen = range(tiles).map((t) => run.step(row, t));
  return (
    <svg class="figure entries" viewBox={`0 0 ${wide} 196`} role="img" aria-label={`Rows entering the stages from clock ${from} to ${to}`}>
      {stages.map(([name, key, hue], i) => (
        <g key={name} class={`t-${hue}`}>
          <text y={i * 34 + 19} class="small">{name}</text>
          <path d={`M108 ${i * 34 + 26}H${wide - 4}`} class="grid" />
          {range(run.input.nq * tiles).map((n) => {
            const [q, t] = [Math.floor(n / tiles), n % tiles];
            const at = run.step(q, t)?.[key] ?? -1;
            if (at < from || at > to) return null;
            const mine = q === row;
            return <rect key={n} x={x(at) - 0.9} y={i * 34 + (mine ? 4 : 10)} width={mine ? 3 : 1.6} height={mine ? 22 : 16}
              class={mine ? "area now-row" : "mark"} fill-opacity={mine ? 1 : 0.35 + 0.5 * ((t % 2))} />;
          })}
        </g>
      ))}
      {chosen.map((step, t) => step && (
        <path key={t} class="now" d={`M${stages.map(([, key], i) => `${x(step[key]).toFixed(1)} ${i * 34 + 15}`).join("L")}`}
          visibility={step.zCycle >= from && step.oCycle <= to ? "visible" : "hidden"} fill="none" />
      ))}
      {ticks({ from, to }, 5).filter((c) => c >= from && c <= to).map((c) => (
        <g key={c}>
          <path d={`M${x(c)} 162v5`} class="axis" />
          <text x={Math.min(x(c), wide - 16)} y={180} class="small mid">{count(c)}</text>
        </g>
      ))}
      <text y={180} class="small">clock</text>
    </svg>
  );
}
