// SPDX-License-Identifier: MIT
import { describe, expect, test } from "vitest";
import { clockAt, columnsOf, densityOf, fitSpan, follow, paths, ticks, wholeRun, xOf, zoom } from "../../../web/src/app/timeline";

describe("span", () => {
  test("stays in the run and at least 16 clocks wide", () => {
    expect(fitSpan({ from: -50, to: 50 }, 1000)).toEqual({ from: 0, to: 100 });
    expect(fitSpan({ from: 980, to: 1080 }, 1000)).toEqual({ from: 900, to: 1000 });
    expect(fitSpan({ from: 500, to: 501 }, 1000)).toEqual({ from: 500, to: 516 });
    expect(fitSpan({ from: 3, to: 4 }, 10)).toEqual({ from: 0, to: 10 });
  });
  test("zooms around a clock, which stays where it is", () => {
    const before = { from: 0, to: 1000 };
    for (const at of [0, 123, 500, 999]) {
      const after = zoom(before, 1000, 0.5, at);
      expect(after.to - after.from).toBe(500);
      expect(Math.abs(xOf(at, after, 900) - xOf(at, before, 900))).toBeLessThanOrEqual(2);
    }
    expect(zoom({ from: 250, to: 750 }, 1000, 4, 500)).toEqual(wholeRun(1000));
  });
  test("follows the clock out of sight only", () => {
    const span = { from: 100, to: 200 };
    expect(follow(span, 1000, 150)).toBe(span);
    const moved = follow(span, 1000, 640);
    expect(moved.to - moved.from).toBe(100);
    expect(moved.from <= 640 && 640 < moved.to).toBe(true);
  });
});

test("a pixel and its clock belong together at every scale", () => {
  for (const span of [{ from: 0, to: 40 }, { from: 7, to: 31 }, { from: 100, to: 12345 }])
    for (let clock = span.from; clock < span.to; clock += Math.max(1, Math.floor((span.to - span.from) / 97))) {
      const middle = (xOf(clock, span, 811) + xOf(clock + 1, span, 811)) / 2;
      expect(clockAt(middle, span, 811)).toBe(clock);
    }
  expect(clockAt(-20, { from: 5, to: 50 }, 100)).toBe(5);
  expect(clockAt(500, { from: 5, to: 50 }, 100)).toBe(49);
});

describe("columns", () => {
  test("are the clocks themselves when there is room", () => {
    const track = Uint8Array.from([0, 1, 2, 1, 0]);
    expect([...columnsOf(track, { from: 1, to: 4 }, 100)]).toEqual([1, 2, 1]);
  });
  test("show what most of their clocks have", () => {
    const track = Uint8Array.from([3, 3, 1, 0, 0, 5, 1, 1, 2]);
    expect([...columnsOf(track, { from: 0, to: 9 }, 3)]).toEqual([3, 0, 1]);
  });
  test("cover every clock once", () => {
    const track = Uint8Array.from({ length: 1009 }, (_, i) => (i === 1008 ? 9 : 4));
    const columns = columnsOf(track, wholeRun(1009), 1009);
    expect(columns.length).toBe(1009);
    expect(columns[1008]).toBe(9);
  });
  test("of what happens now and then show its share, never nothing", () => {
    const track = Uint8Array.from([0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1, 1]);
    expect([...densityOf(track, { from: 0, to: 12 }, 4)]).toEqual([0, 1, 2, 3]);
    expect([...densityOf(track, { from: 2, to: 5 }, 50)]).toEqual([0, 3, 0]);
    const rare = Uint8Array.from({ length: 1000 }, (_, i) => +(i === 500));
    expect([...densityOf(rare, wholeRun(1000), 10)].filter(Boolean)).toEqual([1]);
  });
  test("become one path a value whose areas add up", () => {
    const found = paths(Uint8Array.from([1, 1, 0, 2, 1]), 500, 0, 10);
    expect([...found.keys()].sort()).toEqual([0, 1, 2]);
    const widths = [...found.values()].join("").matchAll(/h([\d.]+)v/g);
    expect([...widths].reduce((sum, m) => sum + Number(m[1]), 0)).toBeCloseTo(500);
    expect(found.get(1)!.match(/M/g)!.length).toBe(2);
  });
});

test("marks of the axis are round and few", () => {
  expect(ticks({ from: 0, to: 1000 }, 5)).toEqual([0, 200, 400, 600, 800]);
  expect(ticks({ from: 13, to: 29 }, 8)).toEqual([14, 16, 18, 20, 22, 24, 26, 28]);
  for (const size of [16, 170, 3127, 88_001]) {
    const marks = ticks({ from: 5, to: 5 + size }, 10);
    expect(marks.length).toBeLessThanOrEqual(11);
    expect(marks.length).toBeGreaterThan(2);
  }
});
