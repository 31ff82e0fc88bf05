// SPDX-License-Identifier: MIT
//
// Where an output is off: |output - float attention|, a square an element, on one scale for all maps.
import { sourceAttributes } from "../app/view";
import type { Run } from "../engine/types";
import { fixed, heat, range, short } from "./format";

/** |out - float| of a run, (nq, dv), in the unit of V. */
export function errorsOf(run: Run): Float64Array {
  const [out, float] = [run.out(), run.floatOut()];
  return Float64Array.from(out, (value, i) => Math.abs(value - float[i]!));
}

interface Props {
  title: string;
  run: Run;
  /** of the scale */
  most: number;
  /** the error with INT8 stands below, not the datapath's alone */
  quantized?: boolean;
}

export function ErrorMap({ title, run, most, quantized = false }: Props) {
  const { nq, dv } = run.input;
  const errors = errorsOf(run);
  // Never wider than twice its height: a long row of columns goes thinner.
  const side = 150;
  const [w, h] = [side / Math.max(dv, 8), side / nq];
  const path = run.result.error.datapath;
  const total = run.result.error.total;
  return (
    <svg class="figure error-map" viewBox={`0 0 ${side + 8} ${side + 58}`} role="img"
      aria-label={`${title}: error of the output, at most ${fixed(path.maxVLsb, 3)} V-LSB in the datapath`}>
      <text y={12} class="label">{title}</text>
      <g transform="translate(0 20)">
        {range(nq * dv).map((i) => (
          <rect key={i} x={(i % dv) * w} y={Math.floor(i / dv) * h} width={w + 0.05} height={h + 0.05}
            style={{ fill: heat(most > 0 ? errors[i]! / most : 0) }} />
        ))}
        <rect width={dv * w} height={side} class="well" />
      </g>
      {quantized && total ? (
        <>
          <text y={side + 36} class="small">
            relative <tspan class="num" {...sourceAttributes("result.error.total")}>{short(total.relL1)}</tspan>
          </text>
          <text y={side + 51} class="small">
            at most <tspan class="num" {...sourceAttributes("result.error.total")}>{short(total.max)}</tspan>
          </text>
        </>
      ) : (
        <>
          <text y={side + 36} class="small">
            at most <tspan class="num" {...sourceAttributes("result.error.datapath")}>{short(path.maxVLsb)}</tspan> V-LSB
          </text>
          <text y={side + 51} class="small">
            mean <tspan class="num" {...sourceAttributes("result.error.datapath")}>{short(path.meanAbs)}</tspan>
          </text>
        </>
      )}
    </svg>
  );
}

/** Legend of the maps' scale, zero to `most`. */
export function ErrorLegend({ most, unit = "" }: { most: number; unit?: string }) {
  return (
    <svg class="figure legend-scale" viewBox="0 0 200 26" role="img" aria-label={`Scale from 0 to ${short(most)}`}>
      {range(40).map((i) => <rect key={i} x={i * 5} width={5.2} height={8} style={{ fill: heat(i / 39) }} />)}
      <text y={22} class="small">0</text>
      <text x={200} y={22} class="small end num" {...sourceAttributes("out")} data-raw={most}>{short(most)}{unit}</text>
    </svg>
  );
}
