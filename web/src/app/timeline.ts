// SPDX-License-Identifier: MIT
//
// Geometry of the timeline: which clocks are in sight, where each stands, and what a column
// shows that stands for several clocks.

/** Clocks [from, to), from < to. */
export interface Span {
  from: number;
  to: number;
}

const smallest = 16;

export function wholeRun(cycles: number): Span {
  return { from: 0, to: Math.max(1, cycles) };
}

/** A span within the run, at least 16 clocks wide where the run is. */
export function fitSpan(span: Span, cycles: number): Span {
  const size = Math.min(cycles, Math.max(smallest, Math.round(span.to - span.from)));
  const from = Math.min(Math.max(0, Math.round(span.from)), cycles - size);
  return { from, to: from + size };
}

/** factor < 1 zooms in; the clock `at` stays where it is. */
export function zoom(span: Span, cycles: number, factor: number, at: number): Span {
  const size = Math.min(cycles, Math.max(smallest, (span.to - span.from) * factor));
  const share = Math.min(1, Math.max(0, (at - span.from) / (span.to - span.from)));
  return fitSpan({ from: at - share * size, to: at - share * size + size }, cycles);
}

/** The same span moved so that the clock is in sight. */
export function follow(span: Span, cycles: number, at: number): Span {
  if (at >= span.from && at < span.to) return span;
  const size = span.to - span.from;
  return fitSpan({ from: at - size / 4, to: at - size / 4 + size }, cycles);
}

/** Left edge of a clock, in pixels. */
export function xOf(clock: number, span: Span, width: number): number {
  return ((clock - span.from) / (span.to - span.from)) * width;
}

/** The clock under a pixel, within the span. */
export function clockAt(x: number, span: Span, width: number): number {
  const clock = Math.floor(span.from + (x / width) * (span.to - span.from));
  return Math.min(span.to - 1, Math.max(span.from, clock));
}

/**
 * The track in at most `columns` columns: the value that most of a column's clocks have, the
 * first of several. A column is never empty.
 */
export function columnsOf(track: Uint8Array, span: Span, columns: number): Uint8Array {
  const size = span.to - span.from;
  const count = Math.min(columns, size);
  const result = new Uint8Array(count);
  const votes = new Uint32Array(256);
  for (let c = 0; c < count; c++) {
    const from = span.from + Math.floor((c * size) / count);
    const to = span.from + Math.floor(((c + 1) * size) / count);
    votes.fill(0);
    let best = track[from] ?? 0;
    for (let i = from; i < to; i++) {
      const value = track[i] ?? 0;
      if (++votes[value]! > votes[best]!) best = value;
    }
    result[c] = best;
  }
  return result;
}

/** Thirds of a column's clocks at which the track is not 0, rounded up: 0 for none, 3 for more than two thirds. */
export function densityOf(track: Uint8Array, span: Span, columns: number): Uint8Array {
  const size = span.to - span.from;
  const count = Math.min(columns, size);
  const result = new Uint8Array(count);
  for (let c = 0; c < count; c++) {
    const from = span.from + Math.floor((c * size) / count);
    const to = span.from + Math.floor(((c + 1) * size) / count);
    let active = 0;
    for (let i = from; i < to; i++) if (track[i]) active++;
    result[c] = Math.ceil((3 * active) / (to - from));
  }
  return result;
}

/** For each value: an SVG path of the stretches where the columns have it, `width` wide in all. */
export function paths(columns: Uint8Array, width: number, y: number, height: number): Map<number, string> {
  const result = new Map<number, string>();
  const step = width / columns.length;
  for (let from = 0, to = 0; from < columns.length; from = to) {
    const value = columns[from]!;
    while (to < columns.length && columns[to] === value) to++;
    const x = (from * step).toFixed(2);
    const w = ((to - from) * step).toFixed(2);
    result.set(value, `${result.get(value) ?? ""}M${x} ${y}h${w}v${height}h-${w}z`);
  }
  return result;
}

/** Round clocks for at most `most` marks of the axis. */
export function ticks(span: Span, most: number): number[] {
  const size = span.to - span.from;
  let step = 1;
  for (let power = 1; size / step > most; power *= 10)
    for (const factor of [1, 2, 5]) {
      step = factor * power;
      if (size / step <= most) break;
    }
  const first = Math.ceil(span.from / step) * step;
  return Array.from({ length: Math.max(0, Math.ceil((span.to - first) / step)) }, (_, i) => first + i * step);
}
