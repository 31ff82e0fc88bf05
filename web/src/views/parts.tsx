// SPDX-License-Identifier: MIT
//
// What the three drawings share: the plate with its two layouts, values with their origin, tags
// and patterns of rows, and the look-up of what a pressed or hovered element shows.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { FieldName, Run, Shown } from "../engine/types";
import { fieldAttributes, sourceAttributes, type ViewProps } from "../app/view";
import "./views.css";

export type Layout = "wide" | "narrow";

/** A view; layout: fixed by a test or an export, else the plate follows its width. */
export interface DrawnProps extends ViewProps {
  layout?: Layout;
}

/** Below this width (CSS pixels) the parts of a plate are stacked. */
export const NARROW = 620;

/** Layout that fits the element's width; "wide" until it is known. */
export function useLayout(fixed: Layout | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const [narrow, setNarrow] = useState(
    () => typeof window !== "undefined" && window.innerWidth < NARROW,
  );
  useEffect(() => {
    const element = ref.current;
    if (fixed || !element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => setNarrow(element.clientWidth < NARROW));
    observer.observe(element);
    return () => observer.disconnect();
  }, [fixed]);
  const layout: Layout = fixed ?? (narrow ? "narrow" : "wide");
  return { ref, layout };
}

interface PlateProps {
  name: string;
  title: string;
  width: number;
  height: number;
  /** Between other than neighbouring clocks nothing moves. */
  cycle: number;
  reducedMotion: boolean;
  onInspect: ViewProps["onInspect"];
  frame: { current: HTMLDivElement | null };
  children: ComponentChildren;
}

/** The value that an event's target shows; inspected by pointer, press or focus alike. */
export function inspect(onInspect: ViewProps["onInspect"]) {
  return (event: Event) => {
    const target = event.target as Element | null;
    const shown = target?.closest?.("[data-field],[data-like]");
    if (!shown) return;
    const name = shown.getAttribute("data-field") ?? shown.getAttribute("data-like");
    const at = shown.getAttribute("data-at");
    onInspect(name as FieldName, Number(shown.getAttribute("data-index") ?? 0), at === null ? null : Number(at));
  };
}

export function Plate(p: PlateProps) {
  const look = inspect(p.onInspect);
  const last = useRef(p.cycle);
  const still = p.reducedMotion || Math.abs(p.cycle - last.current) > 1;
  last.current = p.cycle;
  return (
    <div class={`plate plate-${p.name}${still ? " still" : ""}`} ref={p.frame}>
      <svg
        viewBox={`0 0 ${p.width} ${p.height}`}
        role="group"
        aria-label={p.title}
        preserveAspectRatio="xMidYMin meet"
        onPointerOver={look}
        onClick={look}
        onFocusIn={look}
      >
        {p.children}
      </svg>
    </div>
  );
}

/** Number of a raw integer for a drawing: as many digits as there is room for. */
export function digits(value: number, places: number): string {
  if (!Number.isFinite(value)) return "–";
  const text = value.toFixed(places);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

export const count = (value: number): string => Math.round(value).toLocaleString("en-US");

const formats = new WeakMap<Run, Map<FieldName, Map<number, Shown>>>();

/** Run.format; what C has written once is kept. */
export function formatOf(run: Run, name: FieldName, raw: number): Shown {
  let fields = formats.get(run);
  if (!fields) formats.set(run, (fields = new Map()));
  let values = fields.get(name);
  if (!values || values.size > 20_000) fields.set(name, (values = new Map()));
  let shown = values.get(raw);
  if (!shown) values.set(raw, (shown = run.format(name, raw)));
  return shown;
}

type TextProps = JSX.SVGAttributes<SVGTextElement>;

interface ValueProps extends Omit<TextProps, "x" | "y"> {
  run: Run;
  name: FieldName;
  index?: number;
  x: number;
  y: number;
  /** digits behind the point; whole numbers need none */
  places?: number;
  /** "hex", or how to write the value */
  as?: "hex" | ((value: number) => string);
}

/** A value of the present record. */
export function Value({ run, name, index = 0, places = 0, as, class: extra, ...rest }: ValueProps) {
  const shown = formatOf(run, name, run.get(name, index));
  const text =
    as === "hex" ? shown.hex : as ? as(shown.value) : digits(shown.value, places);
  return (
    <text class={`num${extra ? ` ${String(extra)}` : ""}`} tabIndex={-1} {...fieldAttributes(run, name, index)} {...rest}>
      {text}
    </text>
  );
}

interface SourceProps extends Omit<TextProps, "x" | "y"> {
  source: string;
  x: number;
  y: number;
  /** raw integer, where there is one */
  raw?: number;
  /** the record's field that held it, and its clock */
  like?: FieldName;
  at?: number;
  index?: number;
  children: ComponentChildren;
}

/** A number worked out in C, or a value of the record at an earlier clock. */
export function Source({ source, raw, like, at, index, class: extra, children, ...rest }: SourceProps) {
  return (
    <text
      class={`num${extra ? ` ${String(extra)}` : ""}`}
      tabIndex={like ? -1 : undefined}
      {...sourceAttributes(source)}
      data-raw={raw}
      data-like={like}
      data-at={at}
      data-index={like ? (index ?? 0) : undefined}
      {...rest}
    >
      {children}
    </text>
  );
}

/** Fills that tell rows and states apart without colour; one set a drawing. chosen: the row whose
 * tags are drawn strong. */
export function usePatterns(chosen = -1) {
  const id = useId().replace(/[^\w-]/g, "");
  const ref = (name: string) => `url(#${id}-${name})`;
  const line = (d: string, width = 1) => <path d={d} fill="none" class="pat" stroke-width={width} />;
  const pattern = (name: string, size: number, body: JSX.Element) => (
    <pattern id={`${id}-${name}`} width={size} height={size} patternUnits="userSpaceOnUse" key={name}>
      {body}
    </pattern>
  );
  const defs = (
    <defs>
      {pattern("row1", 5, line("M-1 6 6 -1M-1 1 1 -1M4 6 6 4"))}
      {pattern("row2", 4, <circle cx={2} cy={2} r={0.8} class="pat-dot" />)}
      {pattern("row3", 5, line("M-1 -1 6 6M4 -1 6 1M-1 4 1 6"))}
      {pattern("row4", 4, line("M0 2H4"))}
      {pattern("row5", 4, line("M2 0V4"))}
      {pattern("row6", 5, line("M0 2.5H5M2.5 0V5", 0.8))}
      {pattern("row7", 5, line("M-1 6 6 -1M-1 -1 6 6", 0.7))}
      {pattern("skip", 7, line("M-1 8 8 -1M-1 1 1 -1M6 8 8 6", 0.9))}
      {pattern("back1", 4, line("M-1 5 5 -1M-1 1 1 -1M3 5 5 3", 0.9))}
      {pattern("back2", 4, line("M-1 5 5 -1M-1 -1 5 5", 0.7))}
      <marker id={`${id}-tip`} viewBox="0 0 8 8" refX={7} refY={4} markerWidth={7} markerHeight={7}
        orient="auto-start-reverse" markerUnits="userSpaceOnUse">
        <path d="M0 0.5 8 4 0 7.5Z" class="tip" />
      </marker>
    </defs>
  );
  return { defs, ref, row: (row: number) => (row % 8 ? ref(`row${row % 8}`) : "none"), tip: ref("tip"), chosen };
}
export type Patterns = ReturnType<typeof usePatterns>;

interface TagProps {
  x: number;
  y: number;
  row: number;
  patterns: Patterns;
  /** tensor whose hue it has */
  hue: string;
  width?: number;
  height?: number;
  attributes?: Record<string, string | number>;
}

/** Number plate of a row in flight: its own pattern, the tensor's tint. (x, y): its middle. */
export function RowTag({ x, y, row, patterns, hue, width = 20, height = 13, attributes }: TagProps) {
  return (
    <g class={`tag t-${hue}${row === patterns.chosen ? " strong" : ""}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
      <rect class="tag-tint" x={-width / 2} y={-height / 2} width={width} height={height} />
      <rect x={-width / 2} y={-height / 2} width={width} height={height} fill={patterns.row(row)} />
      <rect class="tag-edge" x={-width / 2} y={-height / 2} width={width} height={height} />
      <text class={attributes ? "num tag-text" : "tag-text"} y={3.4} text-anchor="middle" tabIndex={attributes ? -1 : undefined} {...attributes}>
        {row}
      </text>
    </g>
  );
}

/** Cell of a table twin: a value of the present record. */
export function Cell({ run, name, index = 0 }: { run: Run; name: FieldName; index?: number }) {
  const shown = formatOf(run, name, run.get(name, index));
  return <td class="num" {...fieldAttributes(run, name, index)}>{shown.text}</td>;
}

export const range = (n: number): number[] => Array.from({ length: Math.max(0, n) }, (_, i) => i);
