// SPDX-License-Identifier: MIT
//
// Order of the pages.

export const chapters = [
  "docs/01-attention.md",
  "docs/02-online-softmax.md",
  "docs/03-flash-and-traffic.md",
  "docs/04-fixed-point.md",
  "docs/05-architecture.md",
  "docs/06-verification.md",
];
export const reference = [
  "docs/07-state-record.md",
  "docs/numerics.md",
  "docs/measured.md",
  "docs/cpu.md",
  "docs/board.md",
  "docs/words.md",
  "docs/references.md",
  "data/README.md",
];
