// SPDX-License-Identifier: MIT
//
// Level 1: the online softmax of one row. One column a key tile: logits and running maximum,
// the sum that shrinks by alpha and grows, and the exp2 unit for one element. Float results are
// hollow and dotted.
import { useMemo } from "preact/hooks";
import type { FieldName, Run, RowStep } from "../engine/types";
import { sourceAttributes } from "../app/view";
import {
  Cell, Plate, Source, Value, digits, formatOf, range, useLayout, usePatterns, type DrawnProps, type Patterns,
} from "./parts";
import { reached, stepOf, tilesOf } from "./steps";

const MASKED = -32768;

/** Ticks of an axis of logits: raw Q8.8, three to five of them. */
function ticks(low: number, high: number): number[] {
  const span = Math.max(1, high - low);
  const step = [64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384].find((s) => span / s <= 5) ?? 16384;
  const list: number[] = [];
  for (let t = Math.ceil(low / step) * step; t <= high; t += step) list.push(t);
  return list;
}

interface Plot {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface RowView {
  run: Run;
  cycle: number;
  row: number;
  steps: (RowStep | null)[];
  visible: (tile: number, element: number) => boolean;
  low: number;
  high: number;
  /** largest sum, raw */
  top: number;
}

function rowView(run: Run, cycle: number, row: number): RowView {
  const steps = range(tilesOf(run)).map((tile) => stepOf(run, row, tile));
  const visible = (tile: number, element: number) => {
    const step = steps[tile];
    return !!step && step.zCycle >= 0 && tile * run.a + element < run.input.nk && step.mask[element]! > 0;
  };
  let low = Infinity;
  let high = -Infinity;
  let top = 1;
  steps.forEach((step, tile) => {
    if (!step) return;
    for (let e = 0; e < run.a; e++)
      if (visible(tile, e)) {
        low = Math.min(low, step.z[e]!);
        high = Math.max(high, step.z[e]!);
      }
    if (step.lCycle >= 0) top = Math.max(top, step.l);
  });
  if (low > high) [low, high] = [-256, 256];
  const room = Math.max(48, (high - low) * 0.12);
  return { run, cycle, row, steps, visible, low: low - room, high: high + room, top };
}

/** Between Z and l; NAIVE's passes each end in memory. */
function inFlight(run: Run, step: RowStep, cycle: number): boolean {
  if (run.config.mode === "flash") return reached(step.zCycle, cycle) && !reached(step.lCycle, cycle);
  const within = (at: number, before: number) => at >= 0 && cycle <= at && cycle > at - before;
  return step.zCycle === cycle || within(step.mCycle, 5) || within(step.lCycle, 12);
}

const tokenOf = (run: Run, at: number): string => run.input.tokens?.[at] ?? "";

/** Logits as dots, the running maximum as a step line. */
function Logits({ view, plot, selected, patterns, onPick }: {
  view: RowView; plot: Plot; selected: { tile: number; element: number }; patterns: Patterns;
  onPick: (tile: number, element: number) => void;
}) {
  const { run, cycle, steps } = view;
  const width = plot.width / steps.length;
  const lane = width / run.a;
  const whole = useMemo(() => run.twoPass(view.row, run.input.nk), [run, view.row]);
  const y = (raw: number) => plot.y + plot.height - ((raw - view.low) / (view.high - view.low)) * plot.height;
  const x = (tile: number) => plot.x + tile * width;
  const bottom = plot.y + plot.height;
  const line = (done: boolean) => {
    let d = "";
    let open = false;
    steps.forEach((step, tile) => {
      const has = !!step && step.mCycle >= 0 && step.mNew > MASKED && reached(step.mCycle, cycle) === done;
      if (!has) {
        open = false;
        return;
      }
      const from = step.mOld > MASKED ? y(step.mOld) : bottom;
      d += `${open ? "" : `M${x(tile) + 3} ${from}`}V${y(step.mNew)}H${x(tile + 1) + 3}`;
      open = true;
    });
    return d;
  };
  return (
    <g>
      {ticks(view.low, view.high).map((raw) => (
        <g key={raw}>
          <path class="grid" d={`M${plot.x} ${y(raw)}h${plot.width}`} />
          <text class="axis-text" x={plot.x - 7} y={y(raw) + 3.5} text-anchor="end">{digits(raw / 256, raw % 256 ? 2 : 0)}</text>
        </g>
      ))}
      {steps.map((step, tile) => (
        <g key={tile}>
          <path class="grid" d={`M${x(tile)} ${plot.y}V${bottom}`} />
          {!step && <rect x={x(tile) + 1} y={plot.y} width={width - 2} height={plot.height} fill={patterns.ref("skip")} />}
          {width >= 26 && (
            <text class={`cap${tile === selected.tile ? " chosen" : ""}`} x={x(tile) + width / 2} y={plot.y - 8} text-anchor="middle">
              {width >= 56 ? `tile ${tile}` : tile}
            </text>
          )}
        </g>
      ))}
      {Number.isFinite(whole.max) && whole.max * 256 <= view.high && (
        <path class="float-line" d={`M${plot.x} ${y(whole.max * 256)}h${plot.width}`} {...sourceAttributes("twoPass")} />
      )}
      <path class="max-later" d={line(false)} />
      <path class="max-line" d={line(true)} />
      {steps.map((step, tile) => step && step.zCycle >= 0 && range(run.a).map((e) => {
        if (tile * run.a + e >= run.input.nk) return null;
        const cx = x(tile) + lane * (e + 0.5) + (width > 60 ? 2 : 0);
        const key = `${tile}.${e}`;
        const isChosen = tile === selected.tile && e === selected.element;
        const pick = () => onPick(tile, e);
        if (!view.visible(tile, e))
          return <path key={key} class="masked" d={`M${cx - 2.5} ${bottom - 8}l5 5m0 -5l-5 5`}><title>masked</title></path>;
        const now = step.zCycle === cycle;
        return (
          <g key={key} class={`logit t-s${reached(step.zCycle, cycle) ? "" : " later"}${now ? " now" : ""}${isChosen ? " chosen" : ""}`}
            onClick={pick}>
            {isChosen && <path class="plumb" d={`M${cx} ${y(step.z[e]!)}V${bottom}`} />}
            <circle class="touch" cx={cx} cy={y(step.z[e]!)} r={Math.min(9, Math.max(4, lane / 2))} />
            <circle class="mark-dot" cx={cx} cy={y(step.z[e]!)} r={isChosen ? 4.5 : Math.min(3.5, lane / 3)} />
          </g>
        );
      }))}
      {steps.map((step, tile) => {
        if (!step || step.mNew === step.mOld || !reached(step.mCycle, cycle) || width < 24) return null;
        return (
          <Source key={tile} source="step" raw={step.mNew} like="m.new" at={step.mCycle} x={x(tile) + 7} y={y(step.mNew) - 5} class={`m-value${width < 40 ? " small" : ""}`}>
            {digits(formatOf(run, "m.new", step.mNew).value, width < 40 ? 1 : 2)}
          </Source>
        );
      })}
      {lane >= 26 && run.input.tokens && range(run.input.nk).map((key) => (
        <text key={key} class={`token faint${key === selected.tile * run.a + selected.element ? " chosen" : ""}`}
          x={plot.x + lane * (key + 0.5) + 2} y={bottom + 12} text-anchor="middle"
          {...(tokenOf(run, key).length > lane / 6.5 ? { textLength: lane - 5, lengthAdjust: "spacingAndGlyphs" } : {})}>
          {tokenOf(run, key).slice(0, Math.floor(lane / 5))}
        </text>
      ))}
      <path class="axis" d={`M${plot.x} ${bottom}h${plot.width}`} />
    </g>
  );
}

/** The sum: the old part shrinks by alpha, then the new part joins. */
function Sums({ view, plot, selected, patterns, wide }: {
  view: RowView; plot: Plot; selected: { tile: number; element: number }; patterns: Patterns; wide: boolean;
}) {
  /** Heights at which each element's P begins and ends, above what was kept. */
  const parts = (step: RowStep): [number, number][] => {
    let at = 0;
    return range(run.a).map((e) => {
      const from = at;
      at += height(formatOf(run, "p.value", step.p[e]!).value * 4096);
      return [from, at];
    });
  };
  const { run, cycle, steps, row } = view;
  const width = plot.width / steps.length;
  const bottom = plot.y + plot.height;
  const height = (raw: number) => (raw / view.top) * plot.height;
  const whole = useMemo(() => run.twoPass(row, run.input.nk), [run, row]);
  // The float sum against the final maximum, in the scale of l.
  const trace: [number, number][] = [[plot.x, bottom]];
  let share = 0;
  steps.forEach((_, tile) => {
    for (let key = tile * run.a; key < Math.min((tile + 1) * run.a, run.input.nk); key++) share += whole.weights[key]!;
    trace.push([plot.x + (tile + 1) * width, bottom - height(whole.sum * share * 4096)]);
  });
  let before: RowStep | null = null;
  return (
    <g class="t-p">
      {steps.map((step, tile) => {
        const old = before;
        if (step && step.lCycle >= 0) before = step;
        const x = plot.x + tile * width;
        if (!step || step.pCycle < 0)
          return <path key={tile} class="grid" d={`M${x} ${plot.y}V${bottom}`} />;
        const hasP = reached(step.pCycle, cycle);
        const hasL = reached(step.lCycle, cycle);
        const oldHeight = old ? height(old.l) : 0;
        const alpha = formatOf(run, "p.alpha", step.alpha).value;
        const started = old ? reached(old.lCycle, cycle) : true;
        const two = width >= 64;
        const bar = two ? Math.min(30, width * 0.24) : Math.max(6, width * 0.5);
        const bx1 = x + (two ? width * 0.14 : width * 0.25);
        const bx2 = two ? x + width * 0.6 : bx1;
        const total = height(step.l);
        const kept = Math.min(total, oldHeight * alpha);
        const labels = width >= 50 || (wide ? tile === selected.tile : false);
        return (
          <g key={tile} class={hasP ? "" : "later"}>
            <path class="grid" d={`M${x} ${plot.y}V${bottom}`} />
            {/* the sum so far, and what alpha leaves of it */}
            {two && old && (
              <>
                <rect class="sum-old" x={bx1} y={bottom - oldHeight} width={bar} height={oldHeight} />
                <g transform={`translate(${bx1} ${bottom})`}>
                  <rect class={`sum-kept${started ? "" : " later"}`} width={bar} y={-oldHeight} height={oldHeight}
                    style={{ transform: `scaleY(${hasP ? alpha : 1})` }} />
                </g>
                {hasP && (
                  <Source source="step" raw={step.alpha} like="p.alpha" at={step.pCycle} x={bx1 + bar / 2} y={bottom + 13} text-anchor="middle">
                    ×{digits(alpha, 3)}
                  </Source>
                )}
                {hasP && <path class="carry" d={`M${bx1 + bar + 3} ${bottom - kept}H${bx2 - 3}`} />}
              </>
            )}
            {!two && old && <path class="carry" d={`M${x} ${bottom - oldHeight}h${width * 0.25}`} />}
            {/* the sum after the tile */}
            {hasP && kept > 0.2 && <rect class="sum-kept" x={bx2} y={bottom - kept} width={bar} height={kept} />}
            <rect class={hasL ? "sum-new" : "sum-later"} x={bx2} y={bottom - total} width={bar} height={Math.max(0, total - kept)} />
            {hasL && <rect x={bx2} y={bottom - total} width={bar} height={Math.max(0, total - kept)} fill={patterns.ref("back1")} />}
            {/* each P's share of what is new */}
            {hasP && parts(step).map(([from, to], e) => (
              <g key={e}>
                {e > 0 && to - from > 0.5 && <path class="share" d={`M${bx2} ${bottom - kept - from}h${bar}`} />}
                {tile === selected.tile && e === selected.element && to - from > 0.5 && (
                  <rect class="share-chosen" x={bx2} y={bottom - kept - to} width={bar} height={to - from} />
                )}
              </g>
            ))}
            {hasL && labels && (
              <Source source="step" raw={step.l} like="l.value" at={step.lCycle} x={bx2 + bar / 2} y={bottom - total - 5} text-anchor="middle">
                {digits(formatOf(run, "l.value", step.l).value, 2)}
              </Source>
            )}
          </g>
        );
      })}
      <path class="float-line" d={`M${trace.map((q) => q.join(" ")).join("L")}`} />
      {trace.slice(1).map(([x, y]) => <circle key={x} class="float-dot" cx={x} cy={y} r={2.5} />)}
      <path class="axis" d={`M${plot.x} ${bottom}h${plot.width}`} />
    </g>
  );
}

/** Where both ways end: the register beside the float sum, and the maxima. */
function Ends({ view, plot }: { view: RowView; plot: Plot }) {
  const { run, cycle, row, steps } = view;
  const whole = useMemo(() => run.twoPass(row, run.input.nk), [run, row]);
  const bottom = plot.y + plot.height;
  const height = (l: number) => (l / view.top) * plot.height;
  let last: RowStep | null = null;
  for (const step of steps) if (step && reached(step.lCycle, cycle)) last = step;
  const bar = 34;
  const gap = 26;
  const floatHeight = height(whole.sum * 4096);
  return (
    <g class="t-p">
      <rect class="float-bar" x={plot.x + bar + gap} y={bottom - floatHeight} width={bar} height={floatHeight} />
      {last && <rect class="sum-kept" x={plot.x} y={bottom - height(last.l)} width={bar} height={height(last.l)} />}
      <path class="float-line" d={`M${plot.x - 14} ${bottom - floatHeight}h${bar + gap + 14}`} />
      <path class="axis" d={`M${plot.x - 8} ${bottom}h${2 * bar + gap + 16}`} />
      <text class="cap" x={plot.x + bar / 2} y={bottom + 14} text-anchor="middle">l</text>
      <text class="cap" x={plot.x + bar * 1.5 + gap} y={bottom + 14} text-anchor="middle">float</text>
      {last && (
        <Source source="step" raw={last.l} like="l.value" at={last.lCycle} x={plot.x + bar / 2} y={bottom + 28} text-anchor="middle">
          {digits(formatOf(run, "l.value", last.l).value, 3)}
        </Source>
      )}
      <Source source="twoPass" x={plot.x + bar * 1.5 + gap} y={bottom + 28} text-anchor="middle">{digits(whole.sum, 3)}</Source>
    </g>
  );
}

/** A number bit by bit, the highest first; bits below `from` are left out. */
function Bits({ raw, count, x, y, size, split, dim, from = 0 }: {
  raw: number; count: number; x: number; y: number; size: number; split?: number; dim?: (bit: number) => boolean; from?: number;
}) {
  return (
    <g {...sourceAttributes("exp2")}>
      {range(count - from).map((i) => {
        const bit = count - 1 - i;
        const one = Math.floor(raw / 2 ** bit) % 2 !== 0;
        return (
          <g key={i} transform={`translate(${x + i * size + (split !== undefined && bit < split ? 6 : 0)} ${y})`}
            class={`bit${one ? " one" : ""}${dim?.(bit) ? " lost" : ""}`}>
            <rect width={size} height={15} />
            <text class="num" x={size / 2} y={11} text-anchor="middle">{one ? 1 : 0}</text>
          </g>
        );
      })}
    </g>
  );
}

/** The exp2 unit for the chosen element. */
function Exp2({ view, selected, x, y, wide }: {
  view: RowView; selected: { tile: number; element: number }; x: number; y: number; wide: boolean;
}) {
  const { run, cycle, steps } = view;
  const step = steps[selected.tile];
  const e = selected.element;
  const entries = useMemo(() => range(256).map((i) => run.exp2(i - 256).entry), [run]);
  const key = selected.tile * run.a + e;
  const title = (
    <text class="head" x={x} y={y}>
      exp2 of element {e}, tile {selected.tile}
      <tspan class="cap" dx={10}>key {key}{tokenOf(run, key) ? ` “${tokenOf(run, key)}”` : ""}</tspan>
    </text>
  );
  if (!step || !view.visible(selected.tile, e) || step.mCycle < 0)
    return (
      <g>
        {title}
        <text class="cap" x={x} y={y + (wide ? 26 : 36)}>
          {!step ? "This row never sees the tile." : "Masked: P is 0 by the mask, no exponential is taken."}
        </text>
      </g>
    );
  // NAIVE knows the final maximum before its exponentials.
  const last = [...steps].reverse().find((s) => s && s.mCycle >= 0)!;
  const mStep = run.config.mode === "naive" ? last : step;
  if (!reached(mStep.mCycle, cycle))
    return (
      <g>
        {title}
        <text class="cap" x={x} y={y + (wide ? 26 : 36)}>
          Not yet: its maximum is known in clock <tspan class="num" {...sourceAttributes("step")}>{mStep.mCycle}</tspan>.
        </text>
      </g>
    );
  const m = mStep.mNew;
  const difference = step.z[e]! - m;
  const unit = run.exp2(difference);
  const done = reached(step.pCycle, cycle);
  const size = wide ? 13 : 15;
  const place = (i: number) => (wide ? { x: x + [0, 262, 456][i]!, y: y + 20 } : { x, y: y + [26, 138, 268][i]! });
  const a = place(0);
  const b = place(1);
  const c = place(2);
  const curve = { x: b.x + 34, y: b.y + 6, width: wide ? 136 : 270, height: 74 };
  const cy = (entry: number) => curve.y + curve.height - ((entry - 32768) / 32768) * curve.height;
  const cx = (index: number) => curve.x + (index / 256) * curve.width;
  let path = `M${cx(0)} ${cy(entries[0]!)}`;
  entries.forEach((entry, i) => {
    path += `V${cy(entry).toFixed(2)}H${cx(i + 1).toFixed(2)}`;
  });
  const fraction = difference - Math.floor(difference / 256) * 256;
  const small = wide ? 11.5 : 12;
  const shiftX = Math.min(unit.shift, 16) * small;
  /** dropped places for which there is room */
  const lostRoom = wide ? 11 : 8;
  return (
    <g>
      {title}
      {/* the difference, split */}
      <g class="t-s">
        <Source source="step" raw={step.z[e]} like="z.value" at={step.zCycle} index={e} x={a.x} y={a.y + 14}>z {digits(formatOf(run, "z.value", step.z[e]!).value, 3)}</Source>
        <Source source="step" raw={m} like="m.new" at={mStep.mCycle} x={a.x + 88} y={a.y + 14}>− m {digits(formatOf(run, "m.new", m).value, 3)}</Source>
        <Source source="exp2" raw={difference} x={a.x + 190} y={a.y + 14}>= {digits(formatOf(run, "z.value", difference).value, 3)}</Source>
        <Bits raw={difference < 0 ? difference + 131072 : difference} count={17} x={a.x} y={a.y + 26} size={size} split={8} />
        <path class="brace" d={`M${a.x} ${a.y + 47}v4h${9 * size}v-4`} />
        <path class="brace" d={`M${a.x + 9 * size + 6} ${a.y + 47}v4h${8 * size}v-4`} />
        <text class="cap" x={a.x} y={a.y + 65}>integer: shift right</text>
        <Source source="exp2" raw={unit.shift} x={a.x} y={a.y + 85} class="big">{unit.shift}</Source>
        <text class="cap" x={a.x + 9 * size + 6} y={a.y + 65}>fraction: entry</text>
        <Source source="exp2" raw={unit.index} x={a.x + 9 * size + 6} y={a.y + 85} class="big">{unit.index}</Source>
      </g>
      {/* the table */}
      <g class="t-p">
        <path class="axis" d={`M${curve.x} ${curve.y}v${curve.height}h${curve.width}`} />
        <text class="axis-text" x={curve.x - 5} y={curve.y + 4} text-anchor="end">2</text>
        <text class="axis-text" x={curve.x - 5} y={curve.y + curve.height + 3} text-anchor="end">1</text>
        <text class="axis-text" x={curve.x} y={curve.y + curve.height + 13}>0</text>
        <text class="axis-text" x={curve.x + curve.width} y={curve.y + curve.height + 13} text-anchor="end">255</text>
        <path class="table-line" d={path} {...sourceAttributes("exp2")} />
        <path class="plumb" d={`M${cx(fraction + 0.5)} ${curve.y + curve.height}V${cy(unit.entry)}H${curve.x}`} />
        <circle class="mark-dot" cx={cx(fraction + 0.5)} cy={cy(unit.entry)} r={4} />
        <Source source="exp2" raw={unit.entry} x={cx(fraction) + (fraction > 150 ? -8 : 8)} y={cy(unit.entry) - (fraction > 150 ? 5 : 11)} text-anchor={fraction > 150 ? "end" : "start"}>
          {digits(formatOf(run, "p.alpha", unit.entry).value, 4)}
        </Source>
        <text class="cap" x={curve.x + curve.width / 2} y={curve.y + curve.height + 15} text-anchor="middle">2^f{wide ? "" : " in 256 steps"}</text>
      </g>
      {/* the shift */}
      <g class="t-p">
        <text class="cap" x={c.x} y={c.y + 14}>entry</text>
        <Bits raw={unit.entry} count={16} x={c.x + 62} y={c.y + 4} size={small} />
        <text class="cap" x={c.x} y={c.y + 44}>{unit.shift > 15 ? "16 or more: 0" : `slid by ${unit.shift}`}</text>
        <path class="brace" d={`M${c.x + 62} ${c.y + 28}v27M${c.x + 62 + 16 * small} ${c.y + 28}v27`} />
        <g class="slide" style={{ transform: `translateX(${shiftX}px)` }}>
          <Bits raw={unit.entry} count={16} x={c.x + 62} y={c.y + 34} size={small} dim={(bit) => bit < unit.shift}
            from={Math.max(0, Math.min(unit.shift, 16) - lostRoom)} />
        </g>
        <text class="cap" x={c.x} y={c.y + 76}>result</text>
        <Source source="exp2" raw={unit.result} x={c.x + 62} y={c.y + 76}>{digits(unit.value, 5)}</Source>
        <text class="cap" x={c.x + 120} y={c.y + 76}>{done ? "rounded: P" : "P not yet"}</text>
        {done && (
          <Source source="step" raw={step.p[e]} like="p.value" at={step.pCycle} index={e} x={c.x + 186} y={c.y + 77} class="big">
            {digits(formatOf(run, "p.value", step.p[e]!).value, 4)}
          </Source>
        )}
      </g>
    </g>
  );
}

/** The stages of the record that hold this row in this clock. */
const live: [string, string, FieldName][] = [["z", "z", "z.row"], ["m", "m", "m.new"], ["p", "α, P", "p.alpha"], ["l", "l", "l.value"], ["o", "O", "o.value"]];

function Now({ run, row, x, y }: { run: Run; row: number; x: number; y: number }) {
  return (
    <g>
      {live.map(([group, name, field], i) => {
        const here = run.get(`${group}.valid` as FieldName) && run.get(`${group}.row` as FieldName) === row;
        return (
          <g key={group} class={`pill${here ? " is-here" : ""}`} transform={`translate(${x + i * 46} ${y})`}>
            <rect x={0} y={-11} width={42} height={16} />
            {here && field !== "z.row" ? (
              <Value run={run} name={field} places={2} x={21} y={1} text-anchor="middle" />
            ) : (
              <text class="cap" x={21} y={1} text-anchor="middle">{name}</text>
            )}
          </g>
        );
      })}
    </g>
  );
}

export function Softmax(p: DrawnProps) {
  const { run, cycle, selection } = p;
  const { ref, layout } = useLayout(p.layout);
  const patterns = usePatterns();
  const wide = layout === "wide";
  const view = rowView(run, cycle, selection.row);
  const token = tokenOf(run, selection.row);
  const W = wide ? 880 : 360;
  const top: Plot = wide ? { x: 40, y: 62, width: 656, height: 180 } : { x: 34, y: 74, width: 322, height: 150 };
  const middle: Plot = wide ? { x: 40, y: 298, width: 656, height: 116 } : { x: 34, y: 288, width: 322, height: 92 };
  const end: Plot = wide ? { x: 756, y: 298, width: 120, height: 116 } : { x: 120, y: 440, width: 120, height: 80 };
  const unitY = wide ? 478 : 594;
  const H = wide ? 592 : 950;
  return (
    <Plate name="softmax" title={`Online softmax of row ${selection.row}`} width={W} height={H} cycle={cycle} reducedMotion={p.reducedMotion}
      onInspect={p.onInspect} frame={ref}>
      {patterns.defs}
      <text class="head" x={wide ? 40 : 4} y={24}>
        {wide ? "logits of row" : "row"} {selection.row}{token ? ` “${token}”` : ""}{wide ? " and their running maximum" : ": logits and maximum"}
      </text>
      <Now run={run} row={selection.row} x={wide ? 646 : 126} y={wide ? 24 : 46} />
      <text class="cap" x={wide ? 638 : 118} y={wide ? 25 : 47} text-anchor="end">in this clock</text>
      {view.steps.map((step, tile) => step && inFlight(run, step, cycle) && (
        <rect key={tile} class="column-now" x={top.x + (tile * top.width) / view.steps.length} y={top.y - 22}
          width={top.width / view.steps.length} height={middle.y + middle.height - top.y + 22} />
      ))}
      <Logits view={view} plot={top} selected={selection} patterns={patterns}
        onPick={(tile, element) => p.onSelect({ tile, element })} />
      <text class="head" x={middle.x - (wide ? 0 : 30)} y={middle.y - (wide ? 18 : 22)}>sum l: shrunk by α, then grown</text>
      <Sums view={view} plot={middle} selected={selection} patterns={patterns} wide={wide} />
      <Ends view={view} plot={end} />
      {wide && (
        <g>
          {["Dotted and hollow: the", "softmax in two passes, in", "float. It knows the maximum", "first and never shrinks.", "Both end level."].map((line, i) => (
            <text key={i} class="cap" x={716} y={86 + 15 * i}>{line}</text>
          ))}
        </g>
      )}
      {!wide && <text class="cap" x={4} y={424}>dotted: two passes in float; both end level</text>}
      <Exp2 view={view} selected={selection} x={wide ? 40 : 4} y={unitY} wide={wide} />
    </Plate>
  );
}

/** The same as a table, for screen readers. */
export function SoftmaxTable({ run, cycle, selection }: DrawnProps) {
  const view = rowView(run, cycle, selection.row);
  const whole = run.twoPass(selection.row, run.input.nk);
  const past = (name: FieldName, at: number, raw: number, index = 0) => (
    <td class="num" {...sourceAttributes("step")} data-raw={raw} data-like={name} data-at={at} data-index={index}>{formatOf(run, name, raw).text}</td>
  );
  return (
    <>
      <table class="twin">
        <caption>Row {selection.row} at clock {cycle}, tile by tile</caption>
        <thead>
          <tr>
            <th scope="col">tile</th><th scope="col">state</th>
            {range(run.a).map((e) => <th scope="col" key={e}>z {e}</th>)}
            <th scope="col">m before</th><th scope="col">m after</th><th scope="col">α</th>
            {range(run.a).map((e) => <th scope="col" key={e}>P {e}</th>)}
            <th scope="col">l</th>
          </tr>
        </thead>
        <tbody>
          {view.steps.map((step, tile) => {
            const state = !step ? "skipped" : reached(step.lCycle, cycle) ? "done" : reached(step.zCycle, cycle) ? "in flight" : "waiting";
            return (
              <tr key={tile}>
                <th scope="row">{tile}</th><td>{state}</td>
                {range(run.a).map((e) => (step && reached(step.zCycle, cycle)
                  ? view.visible(tile, e) ? past("z.value", step.zCycle, step.z[e]!, e) : <td key={e}>masked</td> : <td key={e}>–</td>))}
                {step && reached(step.mCycle, cycle) ? <>{past("m.old", step.mCycle, step.mOld)}{past("m.new", step.mCycle, step.mNew)}</> : <><td>–</td><td>–</td></>}
                {step && reached(step.pCycle, cycle) ? past("p.alpha", step.pCycle, step.alpha) : <td>–</td>}
                {range(run.a).map((e) => (step && reached(step.pCycle, cycle) ? past("p.value", step.pCycle, step.p[e]!, e) : <td key={e}>–</td>))}
                {step && reached(step.lCycle, cycle) ? past("l.value", step.lCycle, step.l) : <td>–</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
      <table class="twin">
        <caption>Two passes in float</caption>
        <tbody>
          <tr><th scope="row">maximum</th><td class="num" {...sourceAttributes("twoPass")}>{digits(whole.max, 4)}</td></tr>
          <tr><th scope="row">sum</th><td class="num" {...sourceAttributes("twoPass")}>{digits(whole.sum, 4)}</td></tr>
        </tbody>
      </table>
      <table class="twin">
        <caption>Softmax stages in this clock</caption>
        <thead><tr><th scope="col">stage</th><th scope="col">row</th><th scope="col">valid</th><th scope="col">value</th></tr></thead>
        <tbody>
          {(["m.new", "p.alpha", "l.value"] as const).map((name) => {
            const group = name.split(".")[0]!;
            return (
              <tr key={name}>
                <th scope="row">{name}</th>
                <Cell run={run} name={`${group}.row` as FieldName} /><Cell run={run} name={`${group}.valid` as FieldName} /><Cell run={run} name={name} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
