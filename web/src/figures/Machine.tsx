// SPDX-License-Identifier: MIT
//
// One machine at one clock, small: the score matrix as strips of a row and a tile, the border of
// the chip, and memory with every word filled in that has crossed the port.
import { sourceAttributes } from "../app/view";
import type { Run } from "../engine/types";
import { memoryAt, outline, type Memory, type RegionName } from "../views/memory";
import { count, heat, range } from "./format";

/** Largest weight of each strip at the end of the run, and the clocks at which it was met. */
interface Strips {
  tiles: number;
  /** (nq, tiles): clock of Z, clock of O; -1: never */
  z: Int32Array;
  o: Int32Array;
  weight: Float32Array;
}
const known = new WeakMap<Run, Strips>();

export function strips(run: Run): Strips {
  let found = known.get(run);
  if (found) return found;
  const { nq, nk } = run.input;
  const tiles = Math.ceil(nk / run.a);
  const weights = run.heatmap(run.cycles - 1);
  found = { tiles, z: new Int32Array(nq * tiles), o: new Int32Array(nq * tiles), weight: new Float32Array(nq * tiles) };
  for (let row = 0; row < nq; row++)
    for (let tile = 0; tile < tiles; tile++) {
      const step = run.step(row, tile);
      const at = row * tiles + tile;
      found.z[at] = step ? step.zCycle : -1;
      found.o[at] = step ? step.oCycle : -1;
      for (let key = tile * run.a; key < Math.min(nk, (tile + 1) * run.a); key++)
        found.weight[at] = Math.max(found.weight[at]!, weights[row * nk + key]!);
    }
  known.set(run, found);
  return found;
}

const hues: Record<RegionName, string> = { Q: "q", K: "k", V: "v", O: "o", Z: "s" };
const says: Record<RegionName, string> = { Q: "Q", K: "K", V: "V", O: "O", Z: "scores Z, P" };

function Memory({ memory, naive, wide, height }: { memory: Memory; naive: boolean; wide: number; height: number }) {
  const { Q, K, V, O, Z } = memory.regions;
  const gap = 8;
  const label = 13;
  const unit = Math.min(
    (height - 2 * label - gap) / (Q.rows + Math.max(O.rows, Z.rows)),
    (wide - 2 * gap) / (Q.words + K.words + V.words),
    (wide - gap) / (O.words + Z.words),
  );
  const width = (name: RegionName) => memory.regions[name].words * unit;
  const low = label + Math.max(Q.rows, K.rows) * unit + gap + label;
  const places: [RegionName, number, number][] = [
    ["Q", 0, label],
    ["K", width("Q") + gap, label],
    ["V", width("Q") + width("K") + 2 * gap, label],
    ["O", 0, low],
    ["Z", width("O") + gap, low],
  ];
  return (
    <g>
      {places.map(([name, x, y]) => {
        const region = memory.regions[name];
        const w = region.words * unit;
        const h = region.rows * unit;
        const empty = name === "Z" && !naive;
        return (
          <g key={name} transform={`translate(${x} ${y})`} class={`t-${hues[name]}`}>
            <text y={-4} class="small">{empty ? "no scores" : says[name]}</text>
            <rect width={w} height={h} class={empty ? "absent" : "well"} />
            {name === "Z"
              ? range(5).map((i) => <path key={i} d={outline(region, i + 1, i === 4 ? 255 : i + 1, false, unit)} class="words" style={{ fillOpacity: 0.2 + 0.2 * i }} />)
              : <path d={outline(region, 1, 255, false, unit)} class="words" />}
          </g>
        );
      })}
    </g>
  );
}

interface Props {
  run: Run;
  cycle: number;
  title: string;
  row?: number | undefined;
  onPick?(row: number, tile: number): void;
}

const side = 168;

export function Machine({ run, cycle, title, row, onPick }: Props) {
  const at = Math.min(cycle, run.cycles - 1);
  const { nq, nk } = run.input;
  const s = strips(run);
  const naive = run.config.mode === "naive";
  const memory = memoryAt(run, at);
  const cell = side / Math.max(nq, nk);
  const { bytes } = memory;
  const scores = memory.scores.reduce((a, b) => a + b, 0);
  return (
    <svg class="figure machine" viewBox="0 0 392 214" role="img"
      aria-label={`${title}: at clock ${at}, ${bytes} bytes have crossed the port, ${scores} of them scores`}>
      <text y={11} class="label">{title}</text>
      <text x={392} y={11} class="end small">clock <tspan class="num" {...sourceAttributes("cycle")}>{count(at)}</tspan></text>
      <g transform="translate(0 24)">
        <rect width={nk * cell} height={nq * cell} class="well" />
        {range(nq).flatMap((q) => range(s.tiles).map((t) => {
          const i = q * s.tiles + t;
          const keys = Math.min(run.a, nk - t * run.a);
          const place = { x: t * run.a * cell, y: q * cell, width: keys * cell - 0.4, height: cell - 0.4 };
          const click = onPick && (() => onPick(q, t));
          if (s.z[i]! < 0) return <rect key={i} {...place} class="skipped" onClick={click} />;
          if (s.z[i]! > at) return onPick ? <rect key={i} {...place} class="hit" onClick={click} /> : null;
          if (s.o[i]! > at || s.o[i]! < 0) return <rect key={i} {...place} class="flight" onClick={click} />;
          return <rect key={i} {...place} style={{ fill: heat(s.weight[i]!) }} onClick={click} />;
        }))}
        {row !== undefined && <rect x={-0.5} y={row * cell - 0.5} width={nk * cell + 1} height={cell + 0.6} class="chosen" />}
        <text y={nq * cell + 13} class="small">{nq} × {nk} scores{naive ? "" : ", on the chip"}</text>
      </g>
      <g transform="translate(190 18)">
        <path d="M0 0V180" class="border" />
        <text transform="translate(13 92) rotate(-90)" class="small mid">memory port</text>
      </g>
      <g transform="translate(212 18)">
        <Memory memory={memory} naive={naive} wide={180} height={176} />
      </g>
      <text x={212} y={208} class="small">
        <tspan class="num" {...sourceAttributes("count.value.1+2")}>{count(bytes)}</tspan> bytes
        {naive && <>, <tspan class="num" {...sourceAttributes("moves")}>{count(scores)}</tspan> of scores</>}
      </text>
    </svg>
  );
}
