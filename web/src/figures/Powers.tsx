// SPDX-License-Identifier: MIT
//
// The exponentials of a run: each difference Z - m that the hardware met, and the P it gave.
import { sourceAttributes } from "../app/view";
import type { Run } from "../engine/types";
import { fixed, range } from "./format";
import { useWidth } from "./width";

export interface Power {
  row: number;
  key: number;
  /** Q8.8, raw, <= 0 */
  difference: number;
  /** UQ1.PF, raw */
  p: number;
}

/** Of every visible element that has been weighed, from the state record. */
export function powers(run: Run): Power[] {
  const all: Power[] = [];
  const tiles = Math.ceil(run.input.nk / run.a);
  for (let row = 0; row < run.input.nq; row++)
    for (let tile = 0; tile < tiles; tile++) {
      const step = run.step(row, tile);
      if (!step) continue;
      for (let lane = 0; lane < Math.min(run.a, run.input.nk - tile * run.a); lane++)
        if (step.mask[lane]) all.push({ row, key: tile * run.a + lane, difference: step.z[lane]! - step.mNew, p: step.p[lane]! });
    }
  return all;
}

interface Props {
  run: Run;
  all: readonly Power[];
  chosen: number;
  onChoose(index: number): void;
}

const span = 8;
const y = (p: number) => 14 + (1 - p) * 190;

export function Powers({ run, all, chosen, onChoose }: Props) {
  const wide = useWidth();
  const x = (difference: number) => 40 + (1 + Math.max(difference / 256, -span) / span) * (wide - 60);
  const curve = range(span * 32 + 1).map((i) => {
    const d = -i * 8;
    return `${x(d).toFixed(1)} ${y(run.exp2(d).value).toFixed(1)}`;
  });
  const value = (power: Power) => run.format("p.value", power.p).value;
  const picked = all[chosen];
  const nearest = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const [px, py] = [((event.clientX - box.left) / box.width) * wide, ((event.clientY - box.top) / box.height) * 244];
    let best = 0;
    let least = Infinity;
    all.forEach((power, i) => {
      const far = (x(power.difference) - px) ** 2 + (y(value(power)) - py) ** 2;
      if (far < least) [best, least] = [i, far];
    });
    onChoose(best);
  };
  return (
    <svg class="figure powers" viewBox={`0 0 ${wide} 244`} role="img" aria-label="P against Z − m for every element of the run"
      onPointerDown={nearest} onPointerMove={nearest}>
      {[0, 0.25, 0.5, 0.75, 1].map((p) => (
        <g key={p}>
          <path d={`M40 ${y(p)}H${wide - 20}`} class="grid" />
          <text x={34} y={y(p) + 4} class="small end">{p}</text>
        </g>
      ))}
      {range(span + 1).map((i) => (
        <g key={i}>
          <path d={`M${x(-i * 256)} ${y(0)}v4`} class="axis" />
          <text x={x(-i * 256)} y={y(0) + 17} class="small mid">{i === 0 ? "0" : `−${i}`}</text>
        </g>
      ))}
      <text x={wide - 20} y={y(0) + 33} class="small end">Z − m, in powers of two</text>
      <path d={`M${curve.join("L")}`} class="curve thin" />
      <g class="t-p">
        {all.map((power, i) => <circle key={i} cx={x(power.difference)} cy={y(value(power))} r={2.1} class="mark" fill-opacity={0.55} />)}
      </g>
      {picked && (
        <g>
          <path d={`M${x(picked.difference)} ${y(value(picked))}V${y(0)}`} class="now" stroke-dasharray="3 3" />
          <circle cx={x(picked.difference)} cy={y(value(picked))} r={5} class="point" />
          <text x={Math.max(x(picked.difference) - 10, 110)} y={y(value(picked)) - 8} class="small end">
            P = <tspan class="num" {...sourceAttributes("step")}>{fixed(value(picked), 4)}</tspan>
          </text>
        </g>
      )}
    </svg>
  );
}
