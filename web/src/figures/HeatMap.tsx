// SPDX-License-Identifier: MIT
//
// Weights of a head, a square a pair of query and key; tokens on both axes.
import { sourceAttributes } from "../app/view";
import { fixed, heat, range } from "./format";

interface Props {
  /** (nq, nk), 0 .. 1 */
  weights: ArrayLike<number>;
  /** float weights of the same shape: dotted marks where they exceed a tenth */
  float?: ArrayLike<number> | undefined;
  nq: number;
  nk: number;
  tokens: readonly string[] | null;
  row: number;
  onRow?(row: number): void;
  title: string;
  /** side of a cell, before the drawing is scaled */
  cell?: number;
}

export function HeatMap({ weights, float, nq, nk, tokens, row, onRow, title, cell = 17 }: Props) {
  const name = (i: number) => tokens?.[i] ?? String(i);
  const labels = cell >= 9;
  const longest = Math.max(2, ...range(Math.max(nq, nk)).map((i) => name(i).length));
  const margin = labels ? longest * 6.3 + 10 : 8;
  const width = margin + nk * cell + 12;
  const height = margin + nq * cell + 34;
  const best = range(nk).reduce((b, k) => (weights[row * nk + k]! > weights[row * nk + b]! ? k : b), 0);
  return (
    <svg class="figure heat-map" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title}>
      <g transform={`translate(${margin} ${margin})`}>
        {range(nq).map((q) => (
          <g key={q} onPointerEnter={() => onRow?.(q)} onClick={() => onRow?.(q)}>
            <rect x={-margin} y={q * cell} width={margin + nk * cell} height={cell} class="hit" />
            {range(nk).map((k) => (
              <rect key={k} x={k * cell} y={q * cell} width={cell - 0.75} height={cell - 0.75}
                style={{ fill: heat(weights[q * nk + k]!) }} />
            ))}
            {float && range(nk).map((k) => float[q * nk + k]! > 0.1 && (
              <circle key={k} cx={(k + 0.5) * cell} cy={(q + 0.5) * cell} r={Math.sqrt(float[q * nk + k]!) * cell * 0.4}
                class="float-mark" />
            ))}
            {labels && <text x={-6} y={(q + 0.5) * cell + 4} class={`end${q === row ? " strong" : ""}`}>{name(q)}</text>}
          </g>
        ))}
        {labels && range(nk).map((k) => (
          <text key={k} transform={`translate(${(k + 0.5) * cell + 4} -6) rotate(-90)`} class={k === best ? "strong" : ""}>
            {name(k)}
          </text>
        ))}
        <rect x={-0.5} y={row * cell - 0.5} width={nk * cell + 0.25} height={cell + 0.25} class="chosen" />
        <g transform={`translate(0 ${nq * cell + 14})`}>
          {range(24).map((i) => <rect key={i} x={i * 4} y={0} width={4.2} height={7} style={{ fill: heat(i / 23) }} />)}
          <text y={18} class="small">0</text>
          <text x={96} y={18} class="small end">1</text>
          <text x={106} y={7} class="small">
            {name(row)} → {name(best)} <tspan class="num" {...sourceAttributes("heatmap")}>{fixed(weights[row * nk + best]!, 2)}</tspan>
          </text>
        </g>
      </g>
    </svg>
  );
}
