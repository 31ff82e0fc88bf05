// SPDX-License-Identifier: MIT
//
// Links into the app that open at the right clock: what each shows, and how its clock is found.

import type { RunConfig } from "../engine/types";

export type Moment =
  | "end"
  /** row's scores at the tile; its maximum there; its sum there */
  | { row: number; tile: number; at: "z" | "m" | "l" }
  /** the row's last tile at which its maximum rises, apart from the first */
  | { row: number; rise: true }
  /** first clock of a phase of NAIVE, or the last of it */
  | { phase: "max" | "exp" | "pv" }
  | { share: number };

export interface Step {
  title: string;
  /** HTML */
  text: string;
  preset: string;
  config: RunConfig;
  level: 1 | 2 | 3 | 4;
  row: number;
  moment: Moment;
}

/** FLASH on `lab`, as the first screen of the app. */
const flash: RunConfig = {
  build: "lab",
  mode: "flash",
  qRows: 16,
  causal: false,
  offset: 0,
  overlap: true,
  stream: true,
  latency: 10,
};
const naive: RunConfig = { ...flash, mode: "naive" };
const head = { preset: "trophy-l3h1", config: flash, row: 10 } as const;

export const tour: Step[] = [
  {
    ...head,
    title: "What a head computes",
    text: `The whole run at its end. The row of <i>it</i> is selected; its darkest tile holds the key of <i>trophy</i>.
      Sixteen queries met sixteen keys, four at a time.`,
    level: 3,
    moment: "end",
  },
  {
    ...head,
    title: "One tile in the machine",
    text: `The scores of <i>it</i> against the first four keys leave the first array. Other rows are a few clocks ahead
      and behind it in the same pipeline.`,
    level: 2,
    moment: { row: 10, tile: 0, at: "z" },
  },
  {
    ...head,
    row: 6,
    title: "A maximum rises",
    text: `The row of <i>in</i> meets <i>suitcase</i>, which scores higher than all keys before. What the row has summed was
      taken relative to the old maximum, so α brings it down, before the new terms are added. Nothing is ever read again.`,
    level: 1,
    moment: { row: 6, rise: true },
  },
  {
    ...head,
    row: 6,
    title: "The same sum in the end",
    text: `After the last tile the sum stands where a two-pass softmax, which knew the maximum from the start, has it too (hollow).
      That is why the scores may be dropped.`,
    level: 1,
    moment: { row: 6, tile: 3, at: "l" },
  },
  {
    ...head,
    title: "What crossed the memory port",
    text: `Half the run: Q, K and V have come in, O goes out, and no score is in memory.`,
    level: 3,
    moment: { share: 0.5 },
  },
  {
    ...head,
    config: naive,
    title: "The obvious way",
    text: `NAIVE on the same arrays: its first pass is done, and memory holds the whole score matrix. It will come back
      twice, go out again as weights, and come back once more.`,
    level: 3,
    moment: { phase: "max" },
  },
  {
    ...head,
    config: { ...flash, stream: false, overlap: false },
    title: "Without streaming and overlap",
    text: `The same integers, many more clocks: each step waits for the one before, and each load for the work. The timeline
      shows what every clock was waiting for.`,
    level: 2,
    moment: { share: 0.5 },
  },
  {
    ...head,
    title: "Side by side",
    text: `FLASH and NAIVE on one clock, their bytes, cycles and errors. This is the answer in one picture: fewer bytes, same result.`,
    level: 4,
    moment: "end",
  },
];

export interface Lesson {
  title: string;
  /** what to say while it is on the wall */
  say: string;
  steps: Step[];
}

export const lessons: Lesson[] = [
  {
    title: "The online softmax (20 minutes)",
    say: `Write the recurrence on the board first; then let the class predict the sum after the second tile before you step.`,
    steps: [
      { ...head, row: 6, title: "First tile: m jumps from nothing, α is 0", text: "", level: 1, moment: { row: 6, tile: 0, at: "m" } },
      { ...head, row: 6, title: "The maximum rises: the old sum shrinks", text: "", level: 1, moment: { row: 6, rise: true } },
      { ...head, row: 6, title: "Last tile: equal to two passes", text: "", level: 1, moment: { row: 6, tile: 3, at: "l" } },
    ],
  },
  {
    title: "Memory traffic and the roofline (20 minutes)",
    say: `Ask how often a score crosses the port before you open the second link. The answer is five.`,
    steps: [
      { ...head, title: "FLASH, half way: no score in memory", text: "", level: 3, moment: { share: 0.5 } },
      { ...head, config: naive, title: "NAIVE after pass 1: the whole matrix is out", text: "", level: 3, moment: { phase: "max" } },
      { ...head, config: naive, title: "NAIVE, pass 3: weights on their way", text: "", level: 3, moment: { phase: "exp" } },
      { ...head, title: "Both on one clock", text: "", level: 4, moment: "end" },
    ],
  },
  {
    title: "Weight-stationary arrays and a pipeline (30 minutes)",
    say: `Follow one row by its tint; then switch streaming off and count the rows that are in flight.`,
    steps: [
      { ...head, title: "Scores leave the first array", text: "", level: 2, moment: { row: 10, tile: 1, at: "z" } },
      { ...head, title: "The same row three stages on", text: "", level: 2, moment: { row: 10, tile: 1, at: "l" } },
      {
        ...head,
        config: { ...flash, stream: false, overlap: false },
        title: "One step at a time: the arrays wait",
        text: "",
        level: 2,
        moment: { share: 0.5 },
      },
    ],
  },
  {
    title: "Causal masks and skipped tiles (10 minutes)",
    say: `A tile that no row of its group sees is neither loaded nor computed; a tile on the diagonal is computed and masked.`,
    steps: [
      {
        preset: "toy",
        row: 7,
        config: { ...flash, build: "tiny", qRows: 4, causal: true },
        title: "Skipped tiles above the diagonal",
        text: "",
        level: 3,
        moment: "end",
      },
    ],
  },
];
