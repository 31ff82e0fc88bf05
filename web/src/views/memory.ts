// SPDX-License-Identifier: MIT
//
// Off-chip memory as the schedule draws it: which words have crossed the port up to a cycle, and
// the outlines of the filled parts. Read from Run.moves; only places are worked out here.
// Numbers of bytes are those of the hardware's counters, which count a word a few clocks after it
// crossed: what they have not counted yet is drawn, but in no number.
import { builds, counters } from "../generated/spec";
import type { Move, Run } from "../engine/types";
import { groupsOf, tilesOf } from "./steps";

export const regionNames = ["Q", "K", "V", "O", "Z"] as const;
export type RegionName = (typeof regionNames)[number];

/** Ways of a score over the border, in NAIVE's order. */
export const crossings = ["Z out", "Z in", "Z in", "P out", "P in"] as const;

export interface Region {
  name: RegionName;
  /** byte address */
  base: number;
  /** tokens (rows), and words of one */
  rows: number;
  words: number;
  /** times that each word has crossed, row-major; of Z: as the score matrix */
  crossed: Uint8Array;
  /** bytes of it that the counters have counted */
  bytes: number;
  /** changes with every word */
  version: number;
}

export interface Memory {
  regions: Record<RegionName, Region>;
  /** bytes of Z and P that have been counted, by crossings */
  scores: number[];
  /** the same for the whole run */
  scoresAll: number[];
  /** the word of this cycle */
  now: { move: Move; region: Region; row: number; word: number } | null;
  /** moves before this index have crossed */
  next: number;
  /** those that are not counted yet, the oldest first */
  pending: { bytes: number; region: Region; way: number }[];
  /** bytes that are counted: the sum over the regions */
  bytes: number;
  cycle: number;
}

const memories = new WeakMap<Run, Memory>();

function fresh(run: Run): Memory {
  const { a, dmax, nmax } = builds[run.config.build];
  const { nq, nk, dp } = run.input;
  const tensor = nmax * dmax;
  const region = (name: RegionName, base: number, rows: number, words: number): Region => ({
    name, base, rows, words, crossed: new Uint8Array(rows * words), bytes: 0, version: 0,
  });
  return {
    regions: {
      Q: region("Q", 0, nq, dp / 2),
      K: region("K", tensor, nk, dp / 2),
      V: region("V", 2 * tensor, nk, dp / 2),
      O: region("O", 3 * tensor, nq, dp),
      Z: region("Z", 5 * tensor, groupsOf(run) * a, tilesOf(run) * a),
    },
    scores: [0, 0, 0, 0, 0],
    scoresAll: [0, 0, 0, 0, 0],
    now: null,
    next: 0,
    pending: [],
    bytes: 0,
    cycle: -1,
  };
}

/** Row and word of a byte address; of Z: query and key. */
function place(run: Run, region: Region, address: number): [row: number, word: number] {
  const half = (address - region.base) >> 1;
  if (region.name !== "Z") return [Math.floor(half / region.words), half % region.words];
  const { a, nmax } = builds[run.config.build];
  const tiles = Math.ceil(nmax / a);
  const tile = Math.floor(half / (a * a));
  const within = half % (a * a);
  return [
    Math.floor(tile / tiles) * a + Math.floor(within / a),
    (tile % tiles) * a + (within % a),
  ];
}

function regionOf(memory: Memory, address: number): Region {
  const r = memory.regions;
  if (address >= r.Z.base) return r.Z;
  if (address >= r.O.base) return r.O;
  if (address >= r.V.base) return r.V;
  return address >= r.K.base ? r.K : r.Q;
}

const counter = (name: (typeof counters)[number][0]) => counters.findIndex(([one]) => one === name);
const read = counter("hbm_read_bytes");
const written = counter("hbm_write_bytes");

/** Bytes that a run has moved when it stands at its cycle: the sum of the hardware's two counters. */
export const moved = (run: Run): number => run.get("count.value", read) + run.get("count.value", written);

/** limit: bytes that are counted by then */
function advance(run: Run, memory: Memory, cycle: number, limit: number): void {
  const { moves } = run;
  memory.now = null;
  while (memory.next < moves.length && moves[memory.next]!.cycle <= cycle) {
    const move = moves[memory.next++]!;
    const region = regionOf(memory, move.address);
    const [row, word] = place(run, region, move.address);
    const index = row * region.words + word;
    const way = region.name === "Z" ? Math.min(region.crossed[index] ?? 4, 4) : -1;
    if (index < region.crossed.length) region.crossed[index]!++;
    memory.pending.push({ bytes: move.bytes, region, way });
    region.version++;
    if (move.cycle === cycle) memory.now = { move, region, row, word };
  }
  let counted = 0;
  for (const { bytes, region, way } of memory.pending) {
    if (memory.bytes + bytes > limit) break;
    memory.bytes += bytes;
    region.bytes += bytes;
    if (way >= 0) memory.scores[way]! += bytes;
    counted++;
  }
  memory.pending.splice(0, counted);
  memory.cycle = cycle;
}

/** Memory as it stands at a cycle, to which the run goes: the same object each time, valid until the next call. */
export function memoryAt(run: Run, cycle: number): Memory {
  let memory = memories.get(run);
  if (!memory) {
    memory = fresh(run);
    advance(run, memory, Infinity, Infinity);
    const all = memory.scores;
    memory = fresh(run);
    memory.scoresAll = all;
    memories.set(run, memory);
  }
  if (memory.cycle > cycle) {
    const { scoresAll } = memory;
    memory = { ...fresh(run), scoresAll };
    memories.set(run, memory);
  }
  if (memory.cycle < cycle) {
    if (run.cycle !== cycle) run.seek(cycle);
    advance(run, memory, cycle, moved(run));
  }
  return memory;
}

const length = (n: number): number => Math.round(n * 100) / 100;

/** Outline of the words whose count is in [least, most], runs merged, unit by unit a word; turned:
 * rows of the region are columns of the drawing. */
export function outline(region: Region, least: number, most: number, turned: boolean, unit: number): string {
  const { rows, words, crossed } = region;
  const across = turned ? rows : words;
  const down = turned ? words : rows;
  let path = "";
  /** runs of the lines from `from` on, [start, end) pairs */
  let runs: number[] = [];
  let from = 0;
  const draw = (to: number) => {
    const top = length(from * unit);
    const height = length(to * unit - top);
    for (let i = 0; i < runs.length; i += 2) {
      const left = length(runs[i]! * unit);
      const width = length(runs[i + 1]! * unit - left);
      path += `M${left} ${top}h${width}v${height}h-${width}z`;
    }
  };
  for (let y = 0; y < down; y++) {
    const line: number[] = [];
    for (let x = 0; x < across; x++) {
      const n = crossed[turned ? x * words + y : y * words + x]!;
      if (n < least || n > most) continue;
      if (line.length && line[line.length - 1] === x) line[line.length - 1] = x + 1;
      else line.push(x, x + 1);
    }
    if (line.length === runs.length && line.every((at, i) => at === runs[i])) continue;
    draw(y);
    runs = line;
    from = y;
  }
  draw(down);
  return path;
}
