// SPDX-License-Identifier: MIT
//
// Level 3: the schedule. The score matrix as tiles on the chip, the buffers, the border of the
// chip with its one port, and the memory with every word that has moved.
import { useMemo } from "preact/hooks";
import { bursts, buffers, builds } from "../generated/spec";
import type { Run } from "../engine/types";
import { sourceAttributes } from "../app/view";
import {
  Cell, Plate, RowTag, Source, Value, count, range, useLayout, usePatterns,
  type DrawnProps, type Patterns,
} from "./parts";
import { groupsOf, reached, recent, stepOf, tilesOf, weightsAt, type Stage } from "./steps";
import { crossings, memoryAt, outline, type Memory, type Region } from "./memory";

/** Stages of a row in flight, first to last: how far its bar has come. */
const way = ["mm1", "s", "z", "m", "p", "mm2", "o"] as const;

type TileState = "waiting" | "current" | "done" | "partial" | "skipped";

interface Flight {
  row: number;
  tile: number;
  /** 1 .. way.length */
  at: number;
}

interface Tile {
  group: number;
  tile: number;
  state: TileState;
  /** largest weight so far */
  weight: number;
}

/** Rows between MM1's input and the accumulator at this clock. */
export function rowsInFlight(run: Run, cycle: number): Flight[] {
  const naive = run.config.mode === "naive";
  const flights = new Map<number, Flight>();
  const put = (row: number, tile: number, at: number) => {
    const key = row * 1024 + tile;
    const old = flights.get(key);
    if (!old || old.at < at) flights.set(key, { row, tile, at });
  };
  for (let row = 0; row < run.input.nq && !naive; row++)
    for (let tile = 0; tile < tilesOf(run); tile++) {
      const step = stepOf(run, row, tile);
      if (!step || !reached(step.zCycle, cycle) || (step.oCycle >= 0 && step.oCycle < cycle)) continue;
      const at = reached(step.pCycle, cycle) ? 5 : reached(step.mCycle, cycle) ? 4 : 3;
      put(row, tile, step.oCycle === cycle ? way.length : at);
    }
  // Towards Z: entered MM1 no longer ago than the way to Z takes.
  const moments = recent(run, cycle, run.a + 9);
  if (naive) {
    // A row passes four times; what is on its way now was at a stage a few clocks ago.
    const last: [Stage, number, number][] = [["mm1", run.a + 9, 1], ["s", 6, 2], ["z", 4, 3], ["m", 6, 4], ["p", 2, 5], ["mm2", run.a + 3, 6], ["o", 1, 7]];
    for (const [stage, clocks, at] of last)
      for (const moment of moments.slice(0, clocks)) {
        const passing = moment[stage];
        if (passing) put(passing.row, passing.tile, at);
      }
    return [...flights.values()];
  }
  moments.forEach((moment) => {
    const { mm1, s } = moment;
    if (mm1 && !reached(stepOf(run, mm1.row, mm1.tile)?.zCycle ?? -1, cycle)) put(mm1.row, mm1.tile, 1);
    if (s && !reached(stepOf(run, s.row, s.tile)?.zCycle ?? -1, cycle)) put(s.row, s.tile, 2);
  });
  moments.slice(0, run.a + 4).forEach(({ mm2 }) => {
    const step = mm2 && stepOf(run, mm2.row, mm2.tile);
    if (mm2 && step && (step.oCycle < 0 || step.oCycle >= cycle)) put(mm2.row, mm2.tile, step.oCycle === cycle ? 7 : 6);
  });
  return [...flights.values()];
}

export function tileStates(run: Run, cycle: number, flights: readonly Flight[]): Tile[] {
  const { nq, nk } = run.input;
  const weights = weightsAt(run, cycle);
  const lit = new Set(flights.map((f) => Math.floor(f.row / run.a) * 1024 + f.tile));
  const tiles: Tile[] = [];
  for (let group = 0; group < groupsOf(run); group++)
    for (let tile = 0; tile < tilesOf(run); tile++) {
      let seen = 0;
      let done = 0;
      let weight = 0;
      for (let row = group * run.a; row < Math.min(nq, (group + 1) * run.a); row++) {
        const step = stepOf(run, row, tile);
        if (!step) continue;
        seen++;
        if (reached(step.oCycle, cycle)) done++;
        for (let key = tile * run.a; key < Math.min(nk, (tile + 1) * run.a); key++)
          weight = Math.max(weight, weights[row * nk + key]!);
      }
      const state: TileState = !seen ? "skipped" : lit.has(group * 1024 + tile) ? "current"
        : done === seen ? "done" : done || weight > 0 ? "partial" : "waiting";
      tiles.push({ group, tile, state, weight });
    }
  return tiles;
}

/** What each of K0, K1, V0, V1 holds: key tile, and chunks of it; null: empty. */
function held(run: Run, first: number) {
  return [0, 1].map((slot) => {
    const fill = run.get("buffer.fill", first + slot);
    return fill > 0 ? { slot, fill, tile: run.get("buffer.tag", first + slot) } : null;
  });
}

/** Keys of a tile, chunks of a row: what fills a tile buffer. */
const tileChunks = (run: Run, tile: number): number =>
  Math.min(run.a, run.input.nk - tile * run.a) * (run.input.dp / run.a);

/** A square for the weight of every element whose row is through. */
function elements(run: Run, cycle: number, flights: readonly Flight[], t: number): string {
  const { nq, nk } = run.input;
  const weights = weightsAt(run, cycle);
  const under = new Set(flights.map((f) => f.row * 1024 + f.tile));
  const cell = t / run.a;
  const n = (value: number) => Math.round(value * 10) / 10;
  let d = "";
  for (let row = 0; row < nq; row++)
    for (let key = 0; key < nk; key++) {
      const weight = weights[row * nk + key]!;
      if (weight < 0.003 || under.has(row * 1024 + Math.floor(key / run.a))) continue;
      const side = Math.sqrt(Math.min(1, weight)) * (cell - 1);
      const x = n(key * cell + (cell - 1 - side) / 2);
      d += `M${x} ${n(row * cell + (cell - 1 - side) / 2)}h${n(side)}v${n(side)}h-${n(side)}z`;
    }
  return d;
}

/** Least tile (drawing units) whose elements are told apart. */
const FINE = 28;

interface MatrixProps extends DrawnProps {
  memory: Memory;
  patterns: Patterns;
  x: number;
  y: number;
  size: number;
  flights: Flight[];
}

/** Height of the tile strips above the matrix, and width of the block strip left of it. */
const STRIP = 16;
const TOP = 2 * STRIP + 22;
const LEFT = 44;

function Matrix(p: MatrixProps) {
  const { run, cycle, patterns, selection, flights, memory } = p;
  const groups = groupsOf(run);
  const tiles = tilesOf(run);
  const t = Math.floor((10 * p.size) / Math.max(groups, tiles)) / 10;
  const perBlock = run.config.mode === "flash" ? run.config.qRows : run.a;
  const blocks = Math.ceil(run.input.nq / perBlock);
  const rowsLoaded = run.get("feed1.rows_loaded");
  const states = tileStates(run, cycle, flights);
  const fine = t >= FINE;
  const bands: [string, number, string][] = [["K", 1, "k"], ["V", 3, "v"]];
  return (
    <g transform={`translate(${p.x} ${p.y})`}>
      {bands.map(([name, first, hue], band) => {
        const slots = held(run, first);
        return (
          <g key={name} transform={`translate(${LEFT} ${band * (STRIP + 3)})`} class={`t-${hue}`}>
            <text class="label hue-text" x={-7} y={STRIP - 4} text-anchor="end">{name}</text>
            {range(tiles).map((tile) => {
              const here = slots.find((s) => s?.tile === tile) ?? null;
              const full = here ? here.fill / tileChunks(run, tile) : 0;
              return (
                <g key={tile} transform={`translate(${tile * t} 0)`}>
                  <rect class={here ? "held" : "hair"} x={0.5} y={0.5} width={t - 2} height={STRIP - 1} />
                  {here && <rect class="hue-fill" x={0.5} y={0.5} width={Math.max(0, (t - 2) * Math.min(1, full))} height={STRIP - 1} />}
                  {here && t >= 20 && (
                    <text class={`axis-text${full > 0.62 ? " on-hue" : full < 0.38 ? " dark" : " dark halo"}`} x={t / 2 - 0.5} y={STRIP - 4} text-anchor="middle">{name}{here.slot}</text>
                  )}
                </g>
              );
            })}
          </g>
        );
      })}
      {range(blocks).map((block) => {
        const from = block * perBlock;
        const rows = Math.min(perBlock, run.input.nq - from);
        const loaded = Math.max(0, Math.min(rows, rowsLoaded - from));
        const h = (rows / run.a) * t;
        const y = TOP + (from / run.a) * t;
        return (
          <g key={block} class="t-q">
            <rect class={loaded ? "held" : "hair"} x={LEFT - 20} y={y + 0.5} width={14} height={h - 2} />
            <rect class="hue-fill" x={LEFT - 20} y={y + 0.5} width={14} height={(h - 2) * (loaded / rows)} />
            {h > 11 && <text class="axis-text" x={LEFT - 24} y={y + 10} text-anchor="end">{from}</text>}
          </g>
        );
      })}
      <text class="label hue-text t-q" x={LEFT - 13} y={TOP - 8} text-anchor="middle">Q</text>
      {states.map((s) => {
        const selected = selection.tile === s.tile && Math.floor(selection.row / run.a) === s.group;
        const x = LEFT + s.tile * t;
        const y = TOP + s.group * t;
        const rows = Math.min(run.a, run.input.nq - s.group * run.a);
        const w = Math.min(1, (run.input.nk - s.tile * run.a) / run.a) * t;
        const side = Math.sqrt(Math.min(1, s.weight)) * (Math.min(w, (rows / run.a) * t) - 4);
        const z = memory.regions.Z;
        const ways = z.crossed[s.group * run.a * z.words + s.tile * run.a]!;
        const stored = t >= 13 && ways > 0 && ways < 4 && !s.weight && s.state !== "current";
        const open = () => p.onLevel(2, {
          tile: s.tile,
          row: Math.floor(selection.row / run.a) === s.group ? selection.row : s.group * run.a,
        });
        return (
          <g key={`${s.group}.${s.tile}`} class={`tile is-${s.state === "waiting" && ways > 3 ? "partial" : s.state}${selected ? " selected" : ""}`}
            transform={`translate(${x} ${y})`} onClick={open}>
            <rect class="tile-ground" x={0.5} y={0.5} width={w - 2} height={(rows / run.a) * t - 2}
              role="button" tabIndex={selected ? 0 : -1}
              aria-label={`rows ${s.group * run.a} to ${s.group * run.a + rows - 1}, key tile ${s.tile}: ${s.state}`}
              onKeyDown={(e: KeyboardEvent) => {
                if (e.key === "Enter") open();
              }} />
            {s.state === "skipped" && (
              <rect x={0.5} y={0.5} width={w - 2} height={(rows / run.a) * t - 2} fill={patterns.ref("skip")} />
            )}
            {!fine && s.weight > 0 && s.state !== "current" && (
              <rect class="weight" x={(w - 1) / 2 - side / 2} y={((rows / run.a) * t - 1) / 2 - side / 2} width={side} height={side}
                {...sourceAttributes("heatmap(cycle)")} />
            )}
            {stored && (
              <text class="label hue-text t-s" x={w / 2 - 0.5} y={((rows / run.a) * t) / 2 + 3.5} text-anchor="middle">Z</text>
            )}
            {s.state === "current" && (
              <rect class="tile-lit" x={0.5} y={0.5} width={w - 2} height={(rows / run.a) * t - 2} />
            )}
          </g>
        );
      })}
      <path class="pointer" d={`M${LEFT - 5} ${TOP + ((selection.row + 0.5) * t) / run.a - 3.5}l5 3.5l-5 3.5z`}>
        <title>selected row</title>
      </path>
      {fine && <path class="weight" d={elements(run, cycle, flights, t)} transform={`translate(${LEFT} ${TOP})`} {...sourceAttributes("heatmap(cycle)")} />}
      {flights.map((f) => {
        const line = t / run.a;
        const x = LEFT + f.tile * t + 1;
        const y = TOP + Math.floor(f.row / run.a) * t + (f.row % run.a) * line;
        const width = (Math.min(1, (run.input.nk - f.tile * run.a) / run.a) * t - 3) * (f.at / way.length);
        return (
          <g key={`${f.row}.${f.tile}`} class={`flight ${f.at >= 5 ? "t-p" : "t-s"}`} transform={`translate(${x} ${y})`}>
            <rect class="flight-bar" y={0.8} width={width} height={line - 1.6} />
            <rect class="flight-pattern" y={0.8} width={width} height={line - 1.6} fill={patterns.row(f.row)} />
            <rect class="flight-end" x={width - 2} y={0.8} width={2} height={line - 1.6} />
            {line >= 10 && <text class="tag-text small" x={3} y={line / 2 + 3.2}>{f.row}</text>}
          </g>
        );
      })}
    </g>
  );
}

interface BufferBoxProps {
  run: Run;
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const bufferHue = ["q", "k", "k", "v", "v", "p", "o"] as const;

/** What fills a buffer: for the length of its bar only. */
function capacity(run: Run, index: number): number {
  const { a, nmax } = builds[run.config.build];
  if (index === 0) return Math.min(16 * a, nmax);
  if (index < 5) return tileChunks(run, run.get("buffer.fill", index) ? run.get("buffer.tag", index) : 0);
  if (index === 5) return 8 * Math.min(run.a * 8, run.get("run.rows_block") || run.a);
  return run.input.nq;
}

function BufferBox({ run, index, x, y, width, height }: BufferBoxProps) {
  const name = buffers[index]![0];
  const fill = run.get("buffer.fill", index);
  const share = Math.min(1, fill / Math.max(1, capacity(run, index)));
  const hue = index === 5 && run.config.mode === "naive" && run.get("run.phase") === 2 ? "s" : bufferHue[index]!;
  const what = index === 0 ? "block" : index < 5 ? "tile" : index === 5 ? "place" : "of rows";
  const wide = width > 90;
  const mark = (where: string) => {
    const [way, side] = where.split(" ");
    const x = side === "left" ? -9 : width + 3;
    const y = height / 2 - 4 + (index === 5 ? (way === "in" ? -8 : 8) : 0);
    return (side === "left") === (way === "in") ? `M${x} ${y}l7 4l-7 4z` : `M${x + 7} ${y}l-7 4l7 4z`;
  };
  const rd = run.get("buffer.rd", index);
  const wr = run.get("buffer.wr", index);
  return (
    <g transform={`translate(${x} ${y})`} class={`buffer t-${hue}${fill ? "" : " empty"}`}>
      <rect class={fill ? "held" : "hair"} x={0.5} y={0.5} width={width} height={height} />
      <rect class="hue-fill" x={0.5} y={height - 6} width={width * share} height={6.5} />
      <text class="label hue-text" x={6} y={15}>{name}</text>
      {wide ? (
        <>
          <text class="cap" x={width - (fill || index > 4 ? (run.get("buffer.tag", index) > 99 ? 30 : 24) : 5)} y={15} text-anchor="end">{fill || index > 4 ? what : "empty"}</text>
          {(fill > 0 || index > 4) && <Value run={run} name="buffer.tag" index={index} x={width - 5} y={15} text-anchor="end" />}
        </>
      ) : (
        fill > 0 && index !== 5 && <Value run={run} name="buffer.tag" index={index} x={width - 4} y={15} text-anchor="end" />
      )}
      <Value run={run} name="buffer.fill" index={index} x={wide ? width - 5 : width - 4} y={height - 10} text-anchor="end" />
      <text class="cap" x={6} y={height - 10}>{wide ? (index > 0 && index < 5 ? "chunks" : "rows") : ""}</text>
      {wr ? <path class="pointer" d={mark(index < 5 ? "in right" : "in left")}><title>written in this cycle</title></path> : null}
      {rd ? <path class="pointer" d={mark(index === 6 ? "out right" : "out left")}><title>read in this cycle</title></path> : null}
    </g>
  );
}

const regionHue: Record<string, string> = { Q: "q", K: "k", V: "v", O: "o", Z: "s" };

interface Placed {
  region: Region;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Places of the regions in a box, every word as large as every other. */
export function placeRegions(memory: Memory, width: number, height: number) {
  const { Q, K, V, O, Z } = memory.regions;
  const head = 15;
  const gap = 9;
  // Tokens along x, region under region.
  const turnedUnits = Math.max(Q.rows, K.rows, Z.words);
  const turnedRows = Q.words + K.words + V.words + O.words + Z.rows;
  const turned = Math.min(width / turnedUnits, (height - 5 * head - 4 * gap) / turnedRows);
  // Tokens along y: Q, K and V side by side.
  const plainUnits = Math.max(Q.words + K.words + V.words, O.words, Z.words);
  const plainRows = Math.max(Q.rows, K.rows) + O.rows + Z.rows;
  const plain = Math.min((width - 2 * gap) / plainUnits, (height - 3 * head - 2 * gap) / plainRows);
  const isTurned = turned >= plain;
  const unit = Math.min(8, Math.max(turned, plain));
  const placed: Placed[] = [];
  let y = head;
  const put = (region: Region, x: number) => {
    const w = unit * (isTurned && region.name !== "Z" ? region.rows : region.words);
    const h = unit * (isTurned && region.name !== "Z" ? region.words : region.rows);
    placed.push({ region, x, y, width: w, height: h });
    return { w, h };
  };
  if (isTurned)
    for (const region of [Q, K, V, O, Z]) y += put(region, 0).h + gap + head;
  else {
    let x = 0;
    let tallest = 0;
    for (const region of [Q, K, V]) {
      const { w, h } = put(region, x);
      x += Math.max(w, 34) + gap;
      tallest = Math.max(tallest, h);
    }
    y += tallest + gap + head;
    y += put(O, 0).h + gap + head;
    y += put(Z, 0).h + gap + head;
  }
  return { unit, turned: isTurned, placed, height: y - gap - head };
}

function MemoryRegion({ placed, unit, turned, naive, patterns, now }: {
  placed: Placed; unit: number; turned: boolean; naive: boolean; patterns: Patterns; now: Memory["now"];
}) {
  const { region, x, y, width, height } = placed;
  const isZ = region.name === "Z";
  const side = turned && !isZ;
  const paths = useMemo(
    () => (isZ ? [[1, 1], [2, 2], [3, 3], [4, 4], [5, 255]] : [[1, 255]]).map(([least, most]) => outline(region, least!, most!, side, unit)),
    [region, region.version, side, unit],
  );
  const hue = regionHue[region.name]!;
  // Read back: hatched, once or twice.
  const isBack = (i: number) => isZ && (i === 1 || i === 2 || i === 4);
  return (
    <g transform={`translate(${x} ${y})`} class={`region t-${hue}`}>
      <text class="label hue-text" x={0} y={-4}>{isZ ? "Z, P" : region.name}</text>
      {(isZ || width > 50) && (
        <Source source="moves" x={isZ ? Math.max(width, 80) : width} y={-4} text-anchor="end" class={region.bytes ? "" : "faint"}>
          {count(region.bytes)} B
        </Source>
      )}
      <rect class={isZ && !naive ? "absent" : "hair"} x={-0.5} y={-0.5} width={width + 1} height={height + 1} />
      {paths.map((d, i) => d && (
        <g key={i} class={isZ && i >= 3 ? "t-p" : undefined}>
          <path class={`words${isBack(i) ? " back" : ""}`} d={d} />
          {isBack(i) && <path d={d} fill={patterns.ref(i === 2 ? "back2" : "back1")} />}
        </g>
      ))}
      {now && now.region === region && (
        <rect class="word-now" x={(side ? now.row : now.word) * unit - 1.5} y={(side ? now.word : now.row) * unit - 1.5}
          width={unit + 3} height={unit + 3} />
      )}
    </g>
  );
}

/** Hue of a burst's words, and the buffer that they go to or come from. */
function wordOf(run: Run, memory: Memory): { hue: string; buffer: number; write: boolean; kind: string } | null {
  const now = memory.now;
  if (!now) return null;
  const { kind, write } = now.move;
  const name = bursts[kind]![0];
  const tile = Math.floor(now.row / run.a);
  // The slot that the tile is loaded to: it has its tag, or it is empty.
  const slot = (first: number) => {
    const [a, b] = held(run, first);
    const half = [a, b].find((s) => s && s.tile === tile && s.fill < tileChunks(run, tile));
    return half ? half.slot : a && !b ? 1 : 0;
  };
  const phase = run.get("run.phase");
  const table: Record<string, [string, number]> = {
    q: ["q", 0], k: ["k", 1 + slot(1)], v: ["v", 3 + slot(3)], z: ["s", 5], p: ["p", 5], o: ["o", 6],
    ring: [phase === 2 ? "s" : "p", 5],
  };
  const [hue, buffer] = table[name]!;
  return { hue, buffer, write, kind: name === "ring" ? (phase === 2 ? "Z" : "P") : name.toUpperCase() };
}

/** The five ways of a score over the border. */
function Crossings({ memory, x, y, width, naive }: { memory: Memory; x: number; y: number; width: number; naive: boolean }) {
  const gap = 6;
  const w = (width - 4 * gap) / 5;
  const ways = memory.scores.filter((n) => n > 0).length;
  const largest = Math.max(...memory.scoresAll, 1);
  return (
    <g transform={`translate(${x} ${y})`}>
      <text class="cap" x={0} y={-7}>ways over the border: {ways} of 5</text>
      {crossings.map((name, i) => {
        const share = memory.scores[i]! / (memory.scoresAll[i]! || largest);
        const out = i === 0 || i === 3;
        return (
          <g key={i} transform={`translate(${i * (w + gap)} 0)`} class={i > 2 ? "t-p" : "t-s"}>
            <rect class={naive ? "hair" : "absent"} x={0.5} y={0.5} width={w - 1} height={11} />
            <rect class="hue-fill" x={0.5} y={0.5} width={(w - 1) * Math.min(1, share)} height={11} />
            <text class={`cap small${naive ? "" : " faint"}`} x={w / 2} y={22} text-anchor="middle">
              {w > 30 ? name : `${name[0]}${out ? "→" : "←"}`}
            </text>
          </g>
        );
      })}
    </g>
  );
}

export function Schedule(p: DrawnProps) {
  const { run, cycle } = p;
  const { ref, layout } = useLayout(p.layout);
  const patterns = usePatterns(p.selection.row);
  const wide = layout === "wide";
  const memory = memoryAt(run, cycle);
  const flights = rowsInFlight(run, cycle);
  const word = wordOf(run, memory);
  const naive = run.config.mode === "naive";
  const W = wide ? 888 : 360;
  const size = wide ? 420 : 296;
  const box = wide ? { width: 192, height: 426 } : { width: 280, height: 320 };
  const layoutOf = useMemo(() => placeRegions(memory, box.width, box.height), [run, wide]);
  // The regions of this cycle at the places found once for the run.
  const placed = layoutOf.placed.map((r) => ({ ...r, region: memory.regions[r.region.name] }));
  const t = Math.floor((10 * size) / Math.max(groupsOf(run), tilesOf(run))) / 10;
  const matrixHeight = TOP + groupsOf(run) * t;

  const g = wide
    ? { mx: 2, my: 40, bx: 502, by: 84, bw: 106, bh: 43, bstep: 54, border: 654, memX: 694, memY: 40 }
    : { mx: 2, my: 26, bx: 4, by: matrixHeight + 96, bw: 45, bh: 44, bstep: 51, border: matrixHeight + 190, memX: 60, memY: matrixHeight + 240 };
  const H = wide ? 572 : g.memY + layoutOf.height + 136;
  const scoresBytes = memory.scores.reduce((sum, n) => sum + n, 0);

  // The port's wire: buffers' trunk, border, memory's trunk.
  const trunk = wide ? g.bx + g.bw + 15 : g.by + g.bh + 22;
  const trunk2 = wide ? g.memX - 11 : g.memX - 22;
  const portAt = wide ? g.by + 3 * g.bstep + g.bh / 2 : 180;
  const stubOfBuffer = (i: number) =>
    wide ? { x: g.bx + g.bw + 4, y: g.by + i * g.bstep + g.bh / 2 } : { x: g.bx + i * g.bstep + g.bw / 2, y: g.by + g.bh + 4 };
  const middle = (name: string) => {
    const r = placed.find((q) => q.region.name === name)!;
    const below = !layoutOf.turned && "QKV".includes(name);
    return below
      ? { x: g.memX + r.x + r.width / 2, y: g.memY + r.y + r.height + 6, up: true }
      : { x: g.memX + r.x, y: g.memY + r.y + Math.min(r.height / 2, 40), up: false };
  };
  const kinds: [string, number[]][] = [["Q", [0]], ["K", [1, 2]], ["V", [3, 4]], ["O", [6]], ["Z", [5]]];
  const memEntry = wide ? portAt : g.border + 34;
  const wirePath = (buffer: number, region: string) => {
    const a = stubOfBuffer(buffer);
    const b = middle(region);
    const end = b.up ? `H${b.x}v-4` : `H${b.x - 3}`;
    return wide
      ? `M${a.x} ${a.y}H${trunk}V${portAt}H${trunk2}V${b.y}${end}`
      : `M${a.x} ${a.y}V${trunk}H${portAt}V${memEntry}H${trunk2}V${b.y}${end}`;
  };
  return (
    <Plate name="schedule" title="Schedule: tiles of the score matrix, buffers, port and memory" width={W} height={H}
      cycle={cycle} reducedMotion={p.reducedMotion} onInspect={p.onInspect} frame={ref}>
      {patterns.defs}
      <text class="head" x={g.mx + LEFT} y={g.my - 14}>{naive ? "scores: by way of memory" : "scores: on the chip only"}</text>
      <text class="cap" x={g.mx + LEFT + tilesOf(run) * t - 2} y={g.my - 14} text-anchor="end">
        {run.input.nq} × {run.input.nk}{wide ? `, tiles of ${run.a} × ${run.a}` : ""}
      </text>
      <Matrix {...p} memory={memory} patterns={patterns} x={g.mx} y={g.my} size={size} flights={flights} />
      {/* output rows, as they leave for memory */}
      {range(groupsOf(run)).map((group) => {
        const rows = Math.min(run.a, run.input.nq - group * run.a);
        let stored = 0;
        for (let row = group * run.a; row < group * run.a + rows; row++)
          if (memory.regions.O.crossed[(row + 1) * memory.regions.O.words - 1]) stored++;
        const h = (rows / run.a) * t - 2;
        return (
          <g key={group} class="t-o" transform={`translate(${g.mx + LEFT + tilesOf(run) * t + 6} ${g.my + TOP + group * t})`}>
            <rect class="hair" x={0.5} y={0.5} width={8} height={h} />
            <rect class="hue-fill" x={0.5} y={0.5} width={8} height={(h * stored) / rows} />
          </g>
        );
      })}
      <text class="label hue-text t-o" x={g.mx + LEFT + tilesOf(run) * t + 10.5} y={g.my + TOP - 8} text-anchor="middle">O</text>
      <Legend fine={t >= FINE} x={g.mx + LEFT} y={g.my + matrixHeight + 18} patterns={patterns} wide={wide} flights={flights} />

      {wide && <text class="head" x={g.bx} y={g.by - 14}>buffers</text>}
      <g class="wires">
        {kinds.map(([region, list]) => list.map((buffer) => (
          <path key={`${region}${buffer}`} class={`wire${region === "Z" && !naive ? " never" : ""}`} d={wirePath(buffer, region)} />
        )))}
        {word && (
          <path class={`wire live t-${word.hue}`} d={wirePath(word.buffer, memory.now!.region.name)}
            {...(word.write ? { "marker-end": patterns.tip } : { "marker-start": patterns.tip })} />
        )}
      </g>
      {range(7).map((i) => (
        <BufferBox key={i} run={run} index={i} width={g.bw} height={g.bh}
          x={wide ? g.bx : g.bx + i * g.bstep} y={wide ? g.by + i * g.bstep : g.by} />
      ))}
      {wide ? (
        <g>
          <path class="border" d={`M${g.border} 16V${H - 4}`} />
          <text class="cap" x={g.border - 7} y={g.my - 14} text-anchor="end">chip</text>
        </g>
      ) : (
        <g>
          <path class="border" d={`M4 ${g.border}H356`} />
          <text class="cap" x={6} y={g.border - 6}>chip</text>
          <text class="cap" x={6} y={g.border + 14}>memory</text>
        </g>
      )}
      <g class={word ? `t-${word.hue}` : "idle"} transform={wide ? `translate(${g.border} ${portAt})` : `translate(${portAt} ${g.border})`}>
        <rect class="port" x={wide ? -23 : -26} y={wide ? -22 : -19} width={wide ? 46 : 52} height={wide ? 44 : 38} />
        <text class="label hue-text" text-anchor="middle" y={wide ? -8 : -5}>{word ? word.kind : "port"}</text>
        {word && <Value run={run} name={word.write ? "wr.word" : "rd.word"} as="hex" x={0} y={wide ? 6 : 9} text-anchor="middle" />}
        {word && wide && <text class="small" x={0} y={18} text-anchor="middle">{word.write ? "→" : "←"}</text>}
      </g>

      <text class="head" x={g.memX} y={wide ? g.my - 14 : g.memY - 14}>memory</text>
      <g transform={`translate(${g.memX} ${g.memY})`}>
        {placed.map((r) => (
          <MemoryRegion key={r.region.name} placed={r} unit={layoutOf.unit} turned={layoutOf.turned} naive={naive}
            patterns={patterns} now={memory.now} />
        ))}
        <Crossings memory={memory} x={0} y={wide ? 462 : layoutOf.height + 30} width={box.width} naive={naive} />
        {!naive && (() => {
          const z = placed[4]!;
          return z.height > 40 && (
            <text class="cap" x={z.x + z.width / 2} y={z.y + z.height / 2 + 3} text-anchor="middle">
              {z.width > 156 ? "no score ever comes here" : "none"}
            </text>
          );
        })()}
      </g>
      <Meters run={run} x={wide ? g.bx : 4} y={wide ? 486 : H - 42} scores={scoresBytes} wide={wide} />
    </Plate>
  );
}

function Meters({ run, x, y, scores, wide }: { run: Run; x: number; y: number; scores: number; wide: boolean }) {
  const columns = wide ? [0, 0, 0] : [0, 118, 236];
  const rows = wide ? [4, 28, 52] : [0, 0, 0];
  const number = wide ? 142 : 0;
  const line = (i: number, label: string, body: preact.ComponentChildren) => (
    <g transform={`translate(${x + columns[i]!} ${y + rows[i]!})`} key={label}>
      <text class="cap" x={0} y={wide ? 14 : 12}>{label}</text>
      <g transform={`translate(${number} ${wide ? 15 : 32})`}>{body}</g>
    </g>
  );
  const anchor = wide ? "end" : "start";
  return (
    <g>
      <text class="label" x={x} y={y - (wide ? 2 : 8)}>bytes over the border</text>
      {line(0, "read", <Value run={run} name="count.value" index={1} as={count} x={0} y={0} class="big" text-anchor={anchor} />)}
      {line(1, "written", <Value run={run} name="count.value" index={2} as={count} x={0} y={0} class="big" text-anchor={anchor} />)}
      {line(2, "of scores", <Source source="moves" x={0} y={0} class="big" text-anchor={anchor}>{count(scores)}</Source>)}
    </g>
  );
}

function Legend({ fine, x, y, patterns, wide, flights }: { fine: boolean; x: number; y: number; patterns: Patterns; wide: boolean; flights: Flight[] }) {
  const items: [TileState, string][] = [["waiting", "waiting"], ["current", "in flight"], ["done", fine ? "done, area: weight" : "done: largest weight"], ["skipped", "skipped"]];
  const steps = wide ? [0, 74, 152, 324] : [-40, 26, 92, 246];
  const rows = [...new Set(flights.map((f) => f.row))].sort((a, b) => a - b);
  const shown = rows.slice(0, wide ? 15 : 10);
  return (
    <g transform={`translate(${x} ${y})`}>
      {items.map(([state, label], i) => (
        <g key={state} transform={`translate(${steps[i]} 0)`} class={`tile is-${state}`}>
          <rect class="tile-ground" x={0.5} y={-8.5} width={11} height={11} />
          {state === "current" && <rect class="tile-lit" x={0.5} y={-8.5} width={11} height={11} />}
          {state === "done" && <rect class="weight" x={2.5} y={-6.5} width={7} height={7} />}
          {state === "skipped" && <rect x={0.5} y={-8.5} width={11} height={11} fill={patterns.ref("skip")} />}
          <text class="cap" x={17} y={1}>{label}</text>
        </g>
      ))}
      <g transform={`translate(${wide ? 0 : -40} 26)`}>
        <text class="cap" x={0} y={1}>rows in flight</text>
        {shown.map((row, i) => (
          <RowTag key={row} x={98 + i * 22} y={-2.5} row={row} patterns={patterns} hue="s" />
        ))}
        {rows.length > shown.length && <text class="cap" x={98 + shown.length * 22 - 6} y={1}>+{rows.length - shown.length}</text>}
        {!rows.length && <text class="cap" x={86} y={1}>none</text>}
      </g>
    </g>
  );
}

/** The same as a table, for screen readers. */
export function ScheduleTable({ run, cycle }: DrawnProps) {
  const flights = rowsInFlight(run, cycle);
  const states = tileStates(run, cycle, flights);
  const memory = memoryAt(run, cycle);
  return (
    <>
      <table class="twin">
        <caption>Tiles of the score matrix at clock {cycle}</caption>
        <thead>
          <tr>
            <th scope="col">rows</th>
            {range(tilesOf(run)).map((tile) => <th scope="col" key={tile}>tile {tile}</th>)}
          </tr>
        </thead>
        <tbody>
          {range(groupsOf(run)).map((group) => (
            <tr key={group}>
              <th scope="row">from {group * run.a}</th>
              {states.filter((s) => s.group === group).map((s) => (
                <td key={s.tile} {...(s.weight > 0 ? sourceAttributes("heatmap(cycle)") : {})}>
                  {s.state}{s.weight > 0 ? `, largest weight ${s.weight.toFixed(2)}` : ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <table class="twin">
        <caption>Buffers on the chip</caption>
        <thead><tr><th scope="col">buffer</th><th scope="col">tag</th><th scope="col">fill</th><th scope="col">read</th><th scope="col">written</th></tr></thead>
        <tbody>
          {buffers.map(([name, tag, fill], i) => (
            <tr key={name}>
              <th scope="row">{name} ({tag}; {fill})</th>
              <Cell run={run} name="buffer.tag" index={i} />
              <Cell run={run} name="buffer.fill" index={i} />
              <Cell run={run} name="buffer.rd" index={i} />
              <Cell run={run} name="buffer.wr" index={i} />
            </tr>
          ))}
        </tbody>
      </table>
      <table class="twin">
        <caption>Bytes that have crossed the port</caption>
        <tbody>
          <tr><th scope="row">read</th><Cell run={run} name="count.value" index={1} /></tr>
          <tr><th scope="row">written</th><Cell run={run} name="count.value" index={2} /></tr>
          {Object.values(memory.regions).map((r) => (
            <tr key={r.name}><th scope="row">{r.name === "Z" ? "Z and P" : r.name}</th><td class="num" {...sourceAttributes("moves")}>{count(r.bytes)}</td></tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
