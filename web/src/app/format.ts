// SPDX-License-Identifier: MIT
//
// How the page writes numbers that are not values of the record.

export const count = (n: number): string => Math.round(n).toLocaleString("en-US");

/** A weight of attention, 0 .. 1. */
export const weight = (x: number): string => x.toFixed(2);

export function percent(x: number): string {
  return `${(100 * x).toFixed(x < 0.01 ? 2 : 1)} %`;
}

/** Time of some clocks at a frequency. */
export function time(clocks: number, mhz: number): string {
  const us = clocks / mhz;
  return us < 1000 ? `${us.toFixed(us < 10 ? 2 : 1)} µs` : `${(us / 1000).toFixed(2)} ms`;
}

/** A given element: at most five significant digits. */
export function real(x: number): string {
  const text = Math.abs(x) >= 1000 ? x.toPrecision(5) : x.toFixed(Math.abs(x) >= 100 ? 1 : Math.abs(x) >= 10 ? 2 : 3);
  return text.replace("-", "−");
}

export const signed = (n: number): string => String(n).replace("-", "−");
