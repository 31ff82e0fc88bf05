// SPDX-License-Identifier: MIT
//
// What the app and its views agree on. A view is a pure function of these properties: it keeps
// no time, no run and no selection of its own, so that a link, a test and an export can draw it.

import type { FieldName, Run } from "../engine/types";

export type Level = 1 | 2 | 3 | 4;

/** What is selected; survives a change of level. */
export interface Selection {
  /** query row, 0 .. nq - 1 */
  row: number;
  /** key tile of A keys */
  tile: number;
  /** element of the tile: lane, 0 .. A - 1 */
  element: number;
}

export interface ViewProps {
  /** stands at `cycle`: run.record is that cycle's */
  run: Run;
  cycle: number;
  selection: Selection;
  onSelect(selection: Partial<Selection>): void;
  /** A value of the record was pointed at, pressed or focused: the inspector shows it. at: its clock,
   * where that is not the present one. */
  onInspect(name: FieldName, index: number, at: number | null): void;
  /** Goes to a level, with what was pressed selected there. */
  onLevel(level: Level, selection?: Partial<Selection>): void;
  reducedMotion: boolean;
}

/** Level 4: the machines that are compared, the first is the one of the other levels. */
export interface CompareProps extends ViewProps {
  runs: readonly Run[];
}

// Every number on screen carries where it comes from, so that a test can walk the page:
//   a value of the record   data-field="m.new" data-index="0" data-raw="640"   (raw at this cycle)
//   anything else           data-source="heatmap"                             (member of Run or its result)
// Positions, labels of axes and token texts are no values and carry nothing.

/** Attributes of an element that shows a value of the present record. */
export function fieldAttributes(run: Run, name: FieldName, index = 0) {
  return { "data-field": name, "data-index": index, "data-raw": run.get(name, index) } as const;
}

/** Attributes of an element that shows a number worked out in C. */
export function sourceAttributes(source: string) {
  return { "data-source": source } as const;
}
