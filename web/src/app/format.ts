// SPDX-License-Identifier: MIT
//
// How the page writes numbers that are not values of the record.

export { count, time } from "../figures/format";

/** A weight of attention, 0 .. 1. */
export const weight = (x: number): string => x.toFixed(2);

export function percent(x: number): string {
  return `${(100 * x).toFixed(x < 0.01 ? 2 : 1)} %`;
}

/** A given element: at most five significant digits. */
export function real(x: number): string {
  const text = Math.abs(x) >= 1000 ? x.toPrecision(5) : x.toFixed(Math.abs(x) >= 100 ? 1 : Math.abs(x) >= 10 ? 2 : 3);
  return text.replace("-", "−");
}

export const signed = (n: number): string => String(n).replace("-", "−");
