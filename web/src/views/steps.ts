// SPDX-License-Identifier: MIT
//
// What a drawing needs of other clocks than the present one: the steps of the rows, and the rows
// that entered the machine a few clocks ago and are still on their way. All of it is read from
// the run; nothing here is worked out.
import type { FieldName, Run, RowStep } from "../engine/types";

/** A row's steps do not change any more once O is written: those are kept. */
const known = new WeakMap<Run, (RowStep | null | undefined)[]>();

export const tilesOf = (run: Run): number => Math.ceil(run.input.nk / run.a);
export const groupsOf = (run: Run): number => Math.ceil(run.input.nq / run.a);

export function stepOf(run: Run, row: number, tile: number): RowStep | null {
  let all = known.get(run);
  if (!all) known.set(run, (all = []));
  const place = row * tilesOf(run) + tile;
  const old = all[place];
  if (old !== undefined) return old;
  const step = run.step(row, tile);
  if (!step || step.oCycle >= 0) all[place] = step;
  return step;
}

export const reached = (at: number, cycle: number): boolean => at >= 0 && at <= cycle;

const maps = new WeakMap<Run, { cycle: number; weights: Float32Array }>();

/** Run.heatmap of a cycle, asked for once. */
export function weightsAt(run: Run, cycle: number): Float32Array {
  let map = maps.get(run);
  if (map?.cycle !== cycle) maps.set(run, (map = { cycle, weights: run.heatmap(cycle) }));
  return map.weights;
}

/** Groups of the record that name a row. */
export const stages = ["mm1", "s", "z", "m", "p", "l", "mm2", "o", "norm"] as const;
export type Stage = (typeof stages)[number];

export interface Passing {
  row: number;
  /** -1: the group has no such field */
  tile: number;
  chunk: number;
}

/** One clock: the row at each stage, null where there is none. */
export type Moment = Record<Stage, Passing | null>;

const hasChunk = new Set<Stage>(["mm1", "s", "mm2", "o", "norm"]);

function read(run: Run): Moment {
  const moment = {} as Moment;
  for (const stage of stages) {
    const at = (name: string) => run.get(`${stage}.${name}` as FieldName);
    moment[stage] = at("valid")
      ? { row: at("row"), tile: stage === "norm" ? -1 : at("tile"), chunk: hasChunk.has(stage) ? at("chunk") : -1 }
      : null;
  }
  return moment;
}

const seen = new WeakMap<Run, Map<number, Moment>>();

/** The present clock and the `clocks` before it, latest first; fewer at the start of a run. */
export function recent(run: Run, cycle: number, clocks: number): Moment[] {
  let cache = seen.get(run);
  if (!cache || cache.size > 4096) seen.set(run, (cache = new Map()));
  const first = Math.max(0, cycle - clocks);
  let at = first;
  while (at < cycle && cache.has(at)) at++;
  for (; at < cycle; at++) {
    if (cache.has(at)) continue;
    run.seek(at);
    cache.set(at, read(run));
  }
  if (run.cycle !== cycle) run.seek(cycle);
  if (!cache.has(cycle)) cache.set(cycle, read(run));
  const moments: Moment[] = [];
  for (let c = cycle; c >= first; c--) moments.push(cache.get(c)!);
  return moments;
}
