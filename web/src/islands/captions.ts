// SPDX-License-Identifier: MIT
//
// What stands below each island, also where no script runs; and the place it is mounted at.

export const captions = {
  hero: `A head of a sentence-embedding model, layer 3, head 1, on the simulated engine. Left: the weights as they
    stand at this clock. Right: what has crossed the memory port under two schedules: FLASH, FlashAttention's tiles, which keeps
    the scores on the chip, and NAIVE, which writes them to memory and reads them back.`,
  attention: `A real head; each row is a query, and the darker a cell, the more of that key's value the row takes.
    In the row of <i>it</i> the key of <i>trophy</i> stands out. Point at a row, or choose another head. The dotted
    marks are float attention, on the values before they were rounded to INT8.`,
  softmax: `One row, tile by tile. Dots are its scores Z, the step line over them is the running maximum m. The bars
    are the sum l, shrunk by α before the new part joins; when the maximum rises, the old part shrinks. The hollow bar
    is a two-pass softmax in float over the same keys.`,
  race: `The same head on both schedules, one clock for both. Left of the dashed line is the chip: a cell is one row of one tile
    of the score matrix, the darker the larger its largest weight. Right of it is memory, filled in word by word as it crosses the
    port. In FLASH no score ever appears there.`,
  sweep: `Bytes over the port against N, from the closed forms, with the runs of this page on their curves.`,
  exp2: `Each dot is an exponential that the run asked for, where the hardware's answer came out; the line is
    2<sup>x</sup>. Choose one: its integer part is a shift, its fraction an entry of the table.`,
  precision: `Error of the output, element by element, in steps of the INT8 values, against attention in double precision.
    The build <code>tiny</code> keeps 8 bits of P, <code>lab</code> 12.`,
  pipeline: `When rows enter each stage. Every mark is a row, a darker one of every other tile; the line follows the chosen row through each of its tiles.`,
  ledger: `Where the clocks of both arrays went, counted by the hardware. Switch overlap or streaming off and see which cause grows.`,
  check: `Run the engine of this page over a list of configurations, and compare each run with the golden model and the closed forms.`,
} as const;

export type IslandName = keyof typeof captions;

const escape = (s: string) =>
  s.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Place of an island; props as attributes: preset=toy row=7 -> data-preset="toy" data-row="7". */
export function islandHtml(name: string, props: Record<string, string> = {}): string {
  if (!(name in captions)) throw new Error(`there is no island "${name}"`);
  const attributes = Object.entries(props).map(([key, value]) => ` data-${escape(key)}="${escape(value)}"`);
  return (
    `<figure class="island island-${name}" data-island="${name}"${attributes.join("")}>` +
    `<div class="island-mount"><p class="island-wait">This figure is the hardware itself, run in the page; it needs JavaScript.</p></div>` +
    `<figcaption>${captions[name as IslandName].replace(/\s+/g, " ")}</figcaption></figure>`
  );
}
