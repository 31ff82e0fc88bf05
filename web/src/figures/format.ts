// SPDX-License-Identifier: MIT
//
// How figures write numbers.

export const count = (n: number): string => Math.round(n).toLocaleString("en-US");

/** With so many digits behind the point, and a true minus. */
export const fixed = (n: number, places: number): string =>
  Number.isFinite(n) ? n.toFixed(places).replace("-", "−") : "–";

/** Three significant digits. */
export const short = (n: number): string => {
  if (!Number.isFinite(n)) return "–";
  if (n === 0) return "0";
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(n))));
  return places > 5 ? n.toExponential(1).replace("-", "−") : fixed(n, places);
};

/** Time of some clocks at a frequency in MHz. */
export const time = (clocks: number, mhz: number): string => {
  const us = clocks / mhz;
  return us < 1000 ? `${fixed(us, us < 10 ? 2 : 1)} µs` : `${fixed(us / 1000, 2)} ms`;
};

/** Colour of the sequential scale, t in [0, 1]. */
export const heat = (t: number): string =>
  `color-mix(in oklab, var(--heat-max) ${(100 * Math.min(1, Math.max(0, t))).toFixed(1)}%, var(--heat-0))`;

export const range = (n: number): number[] => Array.from({ length: Math.max(0, n) }, (_, i) => i);
