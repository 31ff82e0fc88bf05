// SPDX-License-Identifier: MIT
//
// A whole run as tracks: how busy the port, the arrays and the store are, over the clocks. Two
// machines drawn with the same `clocks` are synchronized.
import type { Run } from "../engine/types";
import { count, range } from "./format";
import { useWidth } from "./width";

const names = ["port", "MM1", "softmax", "MM2", "store"] as const;
const hues = { port: "", MM1: "s", softmax: "p", MM2: "o", store: "v" } as const;

const known = new WeakMap<Run, Map<string, string[]>>();

/** Areas of the tracks in `columns` steps over `clocks`, each 12 high. */
function areas(run: Run, clocks: number, columns: number, across: number): string[] {
  let all = known.get(run);
  if (!all) known.set(run, (all = new Map()));
  const key = `${clocks}-${columns}-${across}`;
  const found = all.get(key);
  if (found) return found;
  const { port, mm1, softmax, mm2, store } = run.tracks;
  const busy: ((i: number) => boolean)[] = [
    (i) => port[i] !== 0,
    (i) => mm1[i] === 0,
    (i) => softmax[i] === 1,
    (i) => mm2[i] === 0,
    (i) => store[i] === 1,
  ];
  const made = busy.map((is) => {
    let path = "M0 12";
    for (let c = 0; c < columns; c++) {
      const from = Math.floor((c * clocks) / columns);
      const to = Math.max(from + 1, Math.floor(((c + 1) * clocks) / columns));
      let n = 0;
      for (let i = from; i < Math.min(to, run.cycles); i++) if (is(i)) n++;
      const y = (12 - (12 * n) / (to - from)).toFixed(1);
      path += `V${y}H${(((c + 1) * across) / columns).toFixed(1)}`;
    }
    return `${path}V12Z`;
  });
  all.set(key, made);
  return made;
}

interface Props {
  run: Run;
  cycle: number;
  /** clocks across the drawing */
  clocks: number;
  title: string;
  onClock?(cycle: number): void;
}

export function Tracks({ run, cycle, clocks, title, onClock }: Props) {
  const wide = useWidth();
  const across = wide - 60;
  const paths = areas(run, clocks, Math.min(250, clocks), across);
  const x = (c: number) => 56 + (across * Math.min(c, run.cycles - 1)) / clocks;
  const pick = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    onClock?.(Math.round(((((event.clientX - box.left) / box.width) * wide - 56) / across) * clocks));
  };
  return (
    <svg class="figure tracks" viewBox={`0 0 ${wide} 98`} role="img" aria-label={`${title}: busy share of its units over ${run.cycles} clocks`}
      onPointerDown={pick} onPointerMove={(event) => event.buttons & 1 && pick(event)}>
      {names.map((name, i) => (
        <g key={name} transform={`translate(0 ${i * 16})`} class={hues[name] && `t-${hues[name]}`}>
          <text y={11} class="small">{name}</text>
          <g transform="translate(56 0)">
            <path d={paths[i]} class="area" />
            <path d={`M0 12H${across}`} class="axis" />
          </g>
        </g>
      ))}
      <path d={`M${x(run.cycles - 1)} 0V82`} class="axis" />
      <path d={`M${x(cycle)} -2V82`} class="now" />
      {range(5).map((i) => (
        <text key={i} x={56 + (i * across) / 4} y={95} class={`small ${i === 0 ? "" : i === 4 ? "end" : "mid"}`}>{count((i * clocks) / 4)}</text>
      ))}
    </svg>
  );
}
