// SPDX-License-Identifier: MIT
//
// The whole run as tracks: what moved on the port and what each unit did, one column a clock or
// several; clocks in which an array waits carry the pattern of the cause.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { StallPatterns, stallName } from "../figures/causes";
import { bursts, stalls } from "../generated/spec";
import type { Tracks } from "../engine/types";
import * as s from "./store";
import { count } from "./format";
import { clockAt, columnsOf, densityOf, paths, ticks, xOf, zoom } from "./timeline";

/** Class of a column by the track's value; null: nothing is drawn. */
type Classes = (value: number) => string | null;

const tensorOf: Record<(typeof bursts)[number][0], string> = { q: "q", k: "k", v: "v", z: "s", p: "p", o: "o", ring: "ring" };
const port: Classes = (value) => (value === 0 ? null : `t-${tensorOf[bursts[value - 1]![0]]}`);
const array = (tensor: string): Classes => (value) => (value === 0 ? `t-${tensor}` : value === stalls.length - 1 ? null : `stall stall-${stalls[value]![0]}`);
/** Rows that pass now and then: the share of clocks is the height. */
const flag = (tensor: string): Classes => (value) => (value ? `t-${tensor}` : null);

const tracks: { name: keyof Tracks; label: string; title: string; classes: Classes; dense?: true }[] = [
  { name: "port", label: "port", title: "words that cross the memory port, in the colour of their tensor", classes: port },
  { name: "mm1", label: "mm1", title: "first array: scores, or why it waits", classes: array("s") },
  { name: "softmax", label: "softmax", title: "rows that enter the softmax", classes: flag("p"), dense: true },
  { name: "mm2", label: "mm2", title: "second array: outputs, or why it waits", classes: array("o") },
  { name: "store", label: "store", title: "output rows on their way to memory", classes: flag("o"), dense: true },
];
const gap = 4;

export function Timeline() {
  const run = s.run.value!;
  const clock = s.cycle.value;
  const span = s.shownSpan.value;
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(800);
  const drag = useRef(false);
  const rowHeight = width < 560 ? 10 : 15;
  const height = tracks.length * (rowHeight + gap);

  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(Math.max(120, frame.current!.clientWidth)));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);

  const drawn = useMemo(
    () =>
      tracks.map(({ name, classes, dense }, row) => {
        const most = Math.min(2048, Math.round(width));
        const top = row * (rowHeight + gap);
        if (dense) {
          const columns = densityOf(run.tracks[name], span, most);
          return [1, 2, 3].map((third) => {
            const height = (rowHeight * third) / 3;
            const d = paths(columns, width, top + rowHeight - height, height).get(third);
            return d && <path key={`${name}${third}`} class={classes(1)!} d={d} />;
          });
        }
        return [...paths(columnsOf(run.tracks[name], span, most), width, top, rowHeight)].map(([value, d]) => {
          const kind = classes(value);
          return kind && <path key={`${name}${value}`} class={kind} d={d} />;
        });
      }),
    [run, span.from, span.to, width, rowHeight],
  );
  const marks = useMemo(() => ticks(span, Math.max(2, Math.floor(width / 90))), [span.from, span.to, width]);

  const at = (event: { clientX: number }) => {
    const box = frame.current!.getBoundingClientRect();
    return clockAt(event.clientX - box.left, span, box.width);
  };
  useEffect(() => {
    // A wheel with preventDefault needs a listener that is not passive.
    const element = frame.current!;
    const wheel = (event: WheelEvent) => {
      const now = s.shownSpan.peek();
      const cycles = s.run.peek()!.cycles;
      const box = element.getBoundingClientRect();
      event.preventDefault();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const shift = (event.deltaX / box.width) * (now.to - now.from);
        s.setSpan({ from: now.from + shift, to: now.to + shift });
      } else s.setSpan(zoom(now, cycles, Math.exp(event.deltaY / 400), clockAt(event.clientX - box.left, now, box.width)));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);

  const x = xOf(clock, span, width);
  const w = Math.max(1, width / (span.to - span.from));
  const cause = (name: "mm1" | "mm2") => stallName(run.tracks[name][clock] ?? 0);
  const busy = run.tracks.port[clock] ?? 0;
  const spoken = `clock ${clock} of ${run.cycles - 1}: port ${busy ? `moves ${bursts[busy - 1]![1]}` : "still"}, mm1 ${cause("mm1")}, mm2 ${cause("mm2")}`;

  return (
    <div class="timeline">
      <div class="track-names" aria-hidden="true">
        {tracks.map(({ label, title }) => (
          <span key={label} title={title} style={{ height: `${rowHeight + gap}px` }}>{label}</span>
        ))}
      </div>
      <div
        ref={frame}
        class="tracks"
        id="timeline"
        role="slider"
        tabIndex={0}
        aria-label="Clock"
        aria-valuemin={0}
        aria-valuemax={run.cycles - 1}
        aria-valuenow={clock}
        aria-valuetext={spoken}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          drag.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          s.scrub(at(event));
        }}
        onPointerMove={(event) => drag.current && s.scrub(at(event))}
        onPointerUp={() => (drag.current = false)}
        onPointerCancel={() => (drag.current = false)}
      >
        <svg width={width} height={height + 14} aria-hidden="true">
          <StallPatterns of="tl" />
          {tracks.map((_, row) => (
            <path key={row} class="base" d={`M0 ${row * (rowHeight + gap) + rowHeight + 0.5}H${width}`} />
          ))}
          {drawn}
          {marks.map((mark) => (
            <g key={mark} transform={`translate(${xOf(mark, span, width).toFixed(1)} 0)`}>
              <path class="tick" d={`M0 ${height - gap}v5`} />
              {xOf(mark, span, width) < width - 44 && <text class="num tick-text" x={mark === span.from ? 0 : 3} y={height + 11}>{count(mark)}</text>}
            </g>
          ))}
          <rect class="playhead-width" x={x} y={0} width={w} height={height - gap} />
          <path class="playhead" d={`M${(x + w / 2).toFixed(2)} -1V${height + 3}`} />
        </svg>
      </div>
    </div>
  );
}

const causes: [name: string, label: string][] = [
  ["wait_kv", "waits for K, V"],
  ["wait_q", "for Q"],
  ["wait_softmax", "for softmax"],
  ["wait_store", "for store"],
  ["fill", "fills, drains"],
];

export function StallLegend() {
  return (
    <ul class="legend" aria-label="Patterns of stalls">
      {causes.map(([name, label]) => (
        <li key={name}>
          <svg width="16" height="10" aria-hidden="true">
            <StallPatterns of={`lg-${name}`} />
            <rect class="swatch" x=".5" y=".5" width="15" height="9" style={{ fill: `url(#lg-${name}-${name})` }} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
