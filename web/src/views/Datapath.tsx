// SPDX-License-Identifier: MIT
//
// Level 2: the floor plan of the machine at one clock, in the order of data flow. Each block is a
// module of rtl/, each number a register or port of the record; rows in flight keep their pattern
// and number from MM1 to the store.
import { bursts, buffers, stalls, unitStates } from "../generated/spec";
import type { FieldName, Run } from "../engine/types";
import {
  Cell, Plate, RowTag, Value, count, range, useLayout, usePatterns, type DrawnProps, type Patterns,
} from "./parts";
import { reached, recent, stepOf, tilesOf, type Moment, type Passing } from "./steps";

/** Clocks between the stages of a row, by lanes (docs/05-architecture.md, a row's way). */
function clocks(a: number) {
  const log = Math.ceil(Math.log2(a));
  return { scale: 6, max: 2 * Math.ceil(log / 2) + 2, exp: 6, sum: log + 1, array: a + 3 };
}

const on = (run: Run, name: FieldName): boolean => run.get(name) !== 0;
const quiet = (live: boolean): string => (live ? "" : " idle");

interface BlockProps {
  run: Run;
  patterns: Patterns;
  x: number;
  y: number;
}

/** What a unit does, and why it waits. */
function State({ run, unit, array, x, y }: { run: Run; unit: number; array?: number; x: number; y: number }) {
  const state = run.get("unit.state", unit);
  const cause = array === undefined ? 0 : run.get("stall.cause", array);
  const why = cause > 0 && unitStates[state]![0] === "wait" ? `: ${stalls[cause]![0].replace("wait_", "")}` : "";
  return (
    <Value run={run} name="unit.state" index={unit} x={x} y={y} class={`state${state === 3 ? " running" : ""}`}
      as={(n) => unitStates[n]![0] + why} />
  );
}

/** The port: requests, words in and out. */
function Port({ run, x, y, width, height, wide }: BlockProps & { width: number; height: number; wide: boolean }) {
  const rd = on(run, "rd.valid");
  const wr = on(run, "wr.valid") && on(run, "wr.ready");
  const req = on(run, "req.valid");
  const hue = (kind: number) => ["q", "k", "v", "s", "p", "o", run.get("run.phase") === 2 ? "s" : "p"][kind]!;
  const kind = (name: FieldName) => run.get(name);
  const part = (i: number) => (wide ? { x: 10, y: 50 + i * 132 } : { x: 8 + i * 118, y: 40 });
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="block" width={width} height={height} />
      <text class="head" x={wide ? 8 : 10} y={22}>{wide ? "DMA" : "port, DMA"}</text>
      {wide && <text class="cap" x={width - 9} y={22} text-anchor="end">port</text>}
      {!wide && <State run={run} unit={0} x={110} y={20} />}
      <g transform={`translate(${part(0).x} ${part(0).y})`} class={quiet(req).trim()}>
        <text class="label">request</text>
        <text class="cap" y={17}>{req ? (on(run, "req.ready") ? "granted" : "waits") : "none"}</text>
        <text class="cap" y={34}>word</text>
        <Value run={run} name="req.address" x={wide ? width - 20 : 78} y={34} text-anchor="end" />
        <text class="cap" y={50}>words</text>
        <Value run={run} name="req.length" x={wide ? width - 20 : 78} y={50} text-anchor="end" />
      </g>
      <g transform={`translate(${part(1).x} ${part(1).y})`} class={`t-${hue(kind("rd.kind"))}${quiet(rd)}`}>
        <text class="label">read <tspan class="hue-text">{rd ? bursts[kind("rd.kind")]![0].toUpperCase() : ""}</tspan></text>
        <rect class={rd ? "held" : "hair"} x={0} y={6} width={wide ? width - 20 : 84} height={17} />
        <Value run={run} name="rd.word" as="hex" x={(wide ? width - 20 : 84) / 2} y={18} text-anchor="middle" />
        <text class="cap" y={38}>word</text>
        <Value run={run} name="rd.address" x={wide ? width - 20 : 84} y={38} text-anchor="end" />
        {wide && <State run={run} unit={0} x={0} y={54} />}
      </g>
      <g transform={`translate(${part(2).x} ${part(2).y})`} class={`t-${hue(kind("wr.kind"))}${quiet(wr)}`}>
        <text class="label">write <tspan class="hue-text">{wr ? (bursts[kind("wr.kind")]![0] === "ring" ? (run.get("run.phase") === 2 ? "Z" : "P") : "O") : ""}</tspan></text>
        <rect class={wr ? "held" : "hair"} x={0} y={6} width={wide ? width - 20 : 84} height={17} />
        <Value run={run} name="wr.word" as="hex" x={(wide ? width - 20 : 84) / 2} y={18} text-anchor="middle" />
        <text class="cap" y={38}>word</text>
        <Value run={run} name="wr.address" x={wide ? width - 20 : 84} y={38} text-anchor="end" />
        {wide && <State run={run} unit={1} x={0} y={54} />}
      </g>
      {wide && (
        <g transform="translate(10 460)">
          <text class="cap" y={0}>bytes in</text>
          <Value run={run} name="count.value" index={1} as={count} x={width - 20} y={16} text-anchor="end" />
          <text class="cap" y={34}>bytes out</text>
          <Value run={run} name="count.value" index={2} as={count} x={width - 20} y={50} text-anchor="end" />
        </g>
      )}
    </g>
  );
}

const bufferHue = ["q", "k", "k", "v", "v", "p", "o"] as const;

function Store({ run, index, x, y, width, height, share }: Omit<BlockProps, "patterns"> & {
  index: number; width: number; height: number; share: number;
}) {
  const fill = run.get("buffer.fill", index);
  const hue = index === 5 && run.get("run.phase") === 2 ? "s" : bufferHue[index]!;
  const busy = run.get("buffer.rd", index) || run.get("buffer.wr", index);
  return (
    <g transform={`translate(${x} ${y})`} class={`t-${hue}${fill ? "" : " idle"}`}>
      <rect class={fill ? "held" : "hair"} width={width} height={height} {...(busy ? { "stroke-width": 2.5, style: { strokeWidth: 2.5 } } : {})} />
      <rect class="hue-fill" y={height - 5} width={width * Math.min(1, share)} height={5} />
      <text class="label hue-text" x={6} y={14}>{buffers[index]![0]}</text>
      <Value run={run} name="buffer.tag" index={index} x={width - 6} y={14} text-anchor="end" />
      {height > 30 && (
        <>
          {width > 72 && <text class="cap" x={6} y={height - 10}>{index > 0 && index < 5 ? "chunks" : "rows"}</text>}
          <Value run={run} name="buffer.fill" index={index} x={width - 6} y={height - 10} text-anchor="end" />
        </>
      )}
    </g>
  );
}

/** Rows whose P waits in the ring, in their order; those that have a first element in MM2 are gone. */
function waiting(run: Run, cycle: number): { row: number; tile: number }[] {
  if (run.config.mode !== "flash") return [];
  const rows: { row: number; tile: number; at: number }[] = [];
  for (let row = 0; row < run.input.nq; row++)
    for (let tile = 0; tile < tilesOf(run); tile++) {
      const step = stepOf(run, row, tile);
      if (step && reached(step.pCycle, cycle - 1) && !reached(step.oCycle, cycle)) rows.push({ row, tile, at: step.pCycle });
    }
  rows.sort((p, q) => p.at - q.at);
  return rows.slice(Math.max(0, rows.length - run.get("ring.rows")));
}

/** A × A cells: operands from the left with their skew, sums down. */
function Mesh({ run, patterns, moments, which, x, y, cw, ch, lead }: BlockProps & {
  moments: Moment[]; which: "mm1" | "mm2"; cw: number; ch: number; lead: number;
}) {
  const a = run.a;
  const first = which === "mm1";
  const operandHue = first ? "q" : "p";
  const weightHue = first ? "k" : "v";
  const sumHue = first ? "s" : "o";
  const f = (name: string) => `${which}.${name}` as FieldName;
  const input = first ? ("mm1.q" as const) : ("mm2.p" as const);
  const entering = moments[0]![which];
  const load = first ? "w1" : "w2";
  const loading = on(run, `${load}.valid` as FieldName);
  const line = run.get(`${load}.line` as FieldName);
  const slot = 11;
  const skewX = lead - (a - 1) * slot - 5;
  return (
    <g transform={`translate(${x} ${y})`}>
      {/* the line of weights on its way to the shadow */}
      <g class={`t-${weightHue}${quiet(loading)}`}>
        <text class="cap" x={lead} y={-6}>
          shadow ← {first ? "K" : "V"}{loading ? run.get(`${load}.slot` as FieldName) : ""} line
        </text>
        <Value run={run} name={`${load}.line` as FieldName} x={lead + 104} y={-6} />
        {range(a).map((k) => (
          <Value key={k} run={run} name={`${load}.weight` as FieldName} index={k} x={lead + 139 + k * 27} y={-6} text-anchor="end" class="hue-text" />
        ))}
        {loading && (first
          ? <path class="bus live" d={`M${lead + line * cw + cw / 2} -3v4`} marker-end={patterns.tip} />
          : <path class="bus live" d={`M${lead + a * cw + 14} ${line * ch + ch / 2}h-11`} marker-end={patterns.tip} />)}
      </g>
      {/* the row that enters, and the skew */}
      <g class={`t-${operandHue}${quiet(!!entering)}`}>
        {range(a).map((k) => (
          <g key={k}>
            <Value run={run} name={input} index={k} places={first ? 0 : 2} x={skewX - 8} y={k * ch + ch / 2 + 3.5} text-anchor="end" class="hue-text" />
            {k > 0 && k < a - 1 ? null : <path class={`bus${entering ? " live" : ""}`} d={`M-4 ${k * ch + ch / 2}h8`} />}
            <path class={`bus${entering ? " live" : ""}`} d={`M${skewX - 5} ${k * ch + ch / 2}H${lead - k * slot - 5}`} />
            {range(k).map((d) => {
              const passing = moments[d + 1]?.[which] ?? null;
              return (
                <g key={d} transform={`translate(${lead - (k - d) * slot - 3} ${k * ch + ch / 2 - 6})`}>
                  <rect class={passing ? "held" : "hair"} width={slot - 2} height={12} />
                  {passing && <rect width={slot - 2} height={12} fill={patterns.row(passing.row)} />}
                </g>
              );
            })}
          </g>
        ))}
      </g>
      {entering && (
        <RowTag x={skewX - 18} y={-22} row={entering.row} patterns={patterns} hue={operandHue}
          attributes={{ "data-field": f("row"), "data-index": 0, "data-raw": run.get(f("row")) }} />
      )}
      {range(a).map((k) => {
        const passing = moments[k + 1]?.[which] ?? null;
        const active = run.get(f("active"), k * a) !== 0;
        return (
          <g key={k} transform={`translate(${lead} ${k * ch})`} class={active ? "cells on" : "cells idle"}>
            <g class={`t-${operandHue}`}>
              <rect class={active ? "cell-ground" : "cell-off"} width={a * cw} height={ch} />
              {active && passing && <rect width={a * cw} height={ch} fill={patterns.row(passing.row)} class="cell-pattern" />}
            </g>
            {range(a).map((j) => {
              const cell = k * a + j;
              return (
                <g key={j} transform={`translate(${j * cw} 0)`}>
                  <rect class="cell-edge" width={cw} height={ch} />
                  <Value run={run} name={f("weight")} index={cell} x={3} y={12} class={`t-${weightHue} hue-text halo weight-text`} />
                  <Value run={run} name={f("operand")} index={cell} places={first ? 0 : 2} x={cw - 3} y={12} text-anchor="end" class={`t-${operandHue} hue-text halo`}
                    as={first ? undefined : (v) => (v >= 0.995 ? v.toFixed(1) : v.toFixed(2).replace(/^0/, ""))} />
                  <Value run={run} name={f("psum")} index={cell} places={first ? 0 : 1} x={cw - 4} y={ch - 6} text-anchor="end" class={`t-${sumHue} hue-text halo`} />
                </g>
              );
            })}
            {active && passing && <RowTag x={a * cw + 14} y={ch / 2} row={passing.row} patterns={patterns} hue={operandHue} />}
          </g>
        );
      })}
      <rect class="mesh-edge" x={lead} y={0} width={a * cw} height={a * ch} />
    </g>
  );
}

interface PipeProps extends BlockProps {
  moments: Moment[];
  slot: number;
  laneHeight: number;
  onLane(lane: number): void;
}

/** Scale, mask, row maximum, exp2 lanes and row sum; the rail above shows every row in it. */
function Pipe({ run, patterns, moments, x, y, slot, laneHeight, onLane }: PipeProps) {
  const a = run.a;
  const c = clocks(a);
  const at = { s: 0, z: c.scale, m: c.scale + c.max, p: c.scale + c.max + c.exp, l: c.scale + c.max + c.exp + c.sum };
  const px = (n: number) => (n + 0.5) * slot;
  const tags: { key: string; slot: number; passing: Passing; hue: string }[] = [];
  const put = (stage: "s" | "z" | "m" | "p" | "l", from: number, length: number, hue: string) =>
    range(length).forEach((d) => {
      const passing = moments[d]?.[stage];
      if (!passing) return;
      if (stage === "s" && passing.chunk !== run.get("run.chunks_m1")) return;
      tags.push({ key: `${passing.row}.${passing.tile}.${stage === "s" ? "s" : "z"}`, slot: from + d, passing, hue });
    });
  const fromMemory = run.config.mode === "naive";
  put("s", at.s, c.scale, "s");
  put("z", at.z, c.max, "s");
  put("m", at.m, c.exp, "s");
  put("p", at.p, c.sum, "p");
  put("l", at.l, 1, "p");
  const z = on(run, "z.valid");
  const m = on(run, "m.valid");
  const p = on(run, "p.valid");
  const l = on(run, "l.valid");
  const top = 34;
  const lane = (j: number) => top + j * laneHeight;
  const bw = Math.min(56, slot * 2.75);
  const bottom = lane(a + 1);
  const box = (n: number, w: number, hue: string, live: boolean, j: number, rows = 1) => (
    <rect class={live ? "held" : "hair"} x={px(n) - w / 2} y={lane(j) + 2} width={w} height={rows * laneHeight - 5} data-hue={hue} />
  );
  return (
    <g transform={`translate(${x} ${y})`}>
      {/* rail: one place a clock */}
      {range(at.l + 1).map((n) => <rect key={n} class="rail" x={n * slot + 1} y={0} width={slot - 2} height={15} />)}
      {([["S", at.s], ["Z", at.z], ["m", at.m], ["P, α", at.p], ["l", at.l]] as const).map(([name, n]) => (
        <g key={name}>
          <path class="grid" d={`M${px(n)} 16V${top - 2}`} />
          <text class="label" x={px(n)} y={-5} text-anchor="middle">{name}</text>
        </g>
      ))}
      <text class="cap" x={px(3)} y={29} text-anchor="middle">× scale, mask</text>
      <text class="cap" x={px(at.z + c.max / 2)} y={29} text-anchor="middle">{slot > 18 ? "row max" : "max"}</text>
      <text class="cap" x={px(at.m + c.exp / 2)} y={29} text-anchor="middle">2^(z−m)</text>
      {tags.map((t) => (
        <RowTag key={t.key} x={px(t.slot)} y={7.5} row={t.passing.row} patterns={patterns} hue={t.hue} width={slot - 2.5} height={14} />
      ))}
      {/* lanes */}
      {range(a).map((j) => {
        const masked = z && !run.get("z.mask", j);
        return (
          <g key={j} class="lane" onClick={() => onLane(j)}>
            <rect class="lane-touch" x={0} y={lane(j)} width={(at.l + 1) * slot} height={laneHeight}
              role="button" tabIndex={0} aria-label={`lane ${j}: the softmax of its row`}
              onKeyDown={(e: KeyboardEvent) => {
                if (e.key === "Enter") onLane(j);
              }} />
            <path class={`bus t-s${on(run, "s.valid") || z ? " live" : ""}`} d={`M${px(0) - 4} ${lane(j) + laneHeight / 2}H${px(at.z) - bw / 2}`} />
            <path class={`bus t-s${m ? " live" : ""}`} d={`M${px(at.z) + bw / 2} ${lane(j) + laneHeight / 2}H${px(at.p) - bw / 2}`} />
            <path class={`bus t-p${p ? " live" : ""}`} d={`M${px(at.p) + bw / 2} ${lane(j) + laneHeight / 2}h${slot * 0.9}`} />
            <text class="small faint" x={4} y={lane(j) + laneHeight / 2 - 4}>{j}</text>
            <g class={`t-s${quiet(z)}`}>
              <rect class="mask-ground" x={px(at.z) - bw / 2} y={lane(j) + 2} width={bw} height={laneHeight - 5} />
              {box(at.z, bw, "s", z, j)}
              {masked && <rect x={px(at.z) - bw / 2} y={lane(j) + 2} width={bw} height={laneHeight - 5} fill={patterns.ref("skip")} />}
              {masked
                ? <text class="num halo" x={px(at.z)} y={lane(j) + laneHeight / 2 + 3} text-anchor="middle">masked</text>
                : <Value run={run} name="z.value" index={j} places={2} x={px(at.z)} y={lane(j) + laneHeight / 2 + 3} text-anchor="middle" class="hue-text" />}
            </g>
            <g class={`t-p${quiet(p)}`}>
              <rect class="mask-ground" x={px(at.p) - bw / 2} y={lane(j) + 2} width={bw} height={laneHeight - 5} />
              {box(at.p, bw, "p", p, j)}
              <Value run={run} name="p.value" index={j} places={3} x={px(at.p)} y={lane(j) + laneHeight / 2 + 3} text-anchor="middle" class="hue-text" />
            </g>
          </g>
        );
      })}
      {/* m: one register for the row */}
      <g class={`t-s${quiet(m)}`}>
        <rect class="mask-ground" x={px(at.m) - bw / 2} y={lane(0) + 2} width={bw} height={a * laneHeight - 5} />
        {box(at.m, bw, "s", m, 0, a)}
        {([["tile max", "m.row_max"], ["m old", "m.old"], ["m new", "m.new"]] as const).map(([label, name], i) => (
          <g key={name}>
            <text class="small faint" x={px(at.m)} y={lane(0) + 15 + i * ((a * laneHeight - 10) / 3)} text-anchor="middle">{label}</text>
            <Value run={run} name={name} places={2} as={(v) => (v <= -128 ? "−∞" : v.toFixed(2).replace("-", "−"))} x={px(at.m)} y={lane(0) + 27 + i * ((a * laneHeight - 10) / 3)} text-anchor="middle"
              class={`hue-text${name === "m.new" ? " strong-text" : ""}`} />
          </g>
        ))}
      </g>
      {/* alpha: the lane below the others */}
      <g class={`t-p${quiet(p)}`}>
        <path class={`bus t-s${m ? " live" : ""}`} d={`M${px(at.m)} ${lane(a) - 3}V${lane(a) + laneHeight / 2}H${px(at.p) - bw / 2}`} />
        <text class="small faint" x={px(at.m) + 5} y={lane(a) + laneHeight / 2 - 4}>m old − new</text>
        {box(at.p, bw, "p", p, a)}
        <Value run={run} name="p.alpha" places={3} x={px(at.p)} y={lane(a) + laneHeight / 2 + 3} text-anchor="middle" class="hue-text strong-text" />
        <text class="label" x={px(at.p) - bw / 2 - 8} y={lane(a) + laneHeight / 2 + 4} text-anchor="end">α</text>
      </g>
      {/* l */}
      <g class={`t-p${quiet(l)}`}>
        <rect class={l ? "held" : "hair"} x={px(at.l) - slot * 1.2} y={lane(0) + 2} width={slot * 1.68} height={a * laneHeight - 5} />
        <text class="small faint" x={px(at.l) - slot * 0.36} y={lane(1)} text-anchor="middle">l·α</text>
        <text class="small faint" x={px(at.l) - slot * 0.36} y={lane(1) + 11} text-anchor="middle">+ΣP</text>
        <Value run={run} name="l.value" places={2} x={px(at.l) - slot * 0.36} y={lane(2) + 12} text-anchor="middle" class="hue-text strong-text small-num" />
      </g>
      {fromMemory && on(run, "load.valid") && run.get("load.kind") === 3 && (
        <text class="cap" x={px(at.z)} y={bottom + 4} text-anchor="middle">Z from memory</text>
      )}
    </g>
  );
}

/** Values of a stage side by side, with the row that they belong to. */
function Row({ run, patterns, x, y, name, stage, hue, places, width, title, note }: BlockProps & {
  name: FieldName; stage: "s" | "o" | "norm"; hue: string; places: number; width: number; title: string; note?: string;
}) {
  const live = on(run, `${stage}.valid` as FieldName);
  const f = (n: string) => `${stage}.${n}` as FieldName;
  return (
    <g transform={`translate(${x} ${y})`} class={`t-${hue}${quiet(live)}`}>
      {title && <text class="label" x={0} y={-6}>{title}{note && <tspan class="cap" dx={6}>{note}</tspan>}</text>}
      {range(run.a).map((j) => (
        <g key={j} transform={`translate(${j * width} 0)`}>
          <rect class={live ? "held" : "hair"} width={width - 3} height={19} />
          <Value run={run} name={name} index={j} places={places} x={width - 7} y={13} text-anchor="end" class="hue-text" />
        </g>
      ))}
      {live && (
        <RowTag x={run.a * width + 10} y={9.5} row={run.get(f("row"))} patterns={patterns} hue={hue}
          attributes={{ "data-field": f("row"), "data-index": 0, "data-raw": run.get(f("row")) }} />
      )}
    </g>
  );
}

/** How to read a cell. */
function CellKey({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="cell-edge" width={64} height={36} />
      <text class="small weight-text" x={4} y={12}>weight</text>
      <text class="small" x={60} y={30} text-anchor="end">sum</text>
      <path class="bus" d="M64 10h12M64 26h12" />
      <text class="cap" x={80} y={13}>right: operand</text>
      <text class="cap" x={80} y={29}>below: sum</text>
    </g>
  );
}

export function Datapath(p: DrawnProps) {
  const { run, cycle, selection } = p;
  const { ref, layout } = useLayout(p.layout);
  const patterns = usePatterns(p.selection.row);
  const wide = layout === "wide";
  const a = run.a;
  const c = clocks(a);
  const moments = recent(run, cycle, Math.max(c.array, c.scale) + 1);
  const base = { run, patterns };
  const live = (name: FieldName) => (on(run, name) ? " live" : "");
  const chunk = (name: FieldName, total: number) => (total > 0 ? `chunk ${run.get(name)}` : "");
  const chunks = run.get("run.chunks_m1");
  const perTile = (index: number) => {
    const keys = Math.min(a, run.input.nk - run.get("buffer.tag", index) * a);
    return run.get("buffer.fill", index) / Math.max(1, keys * (chunks + 1));
  };
  const share = [
    run.get("buffer.fill", 0) / Math.max(1, 2 * run.get("run.rows_block")), perTile(1), perTile(2), perTile(3), perTile(4),
    run.get("buffer.fill", 5) / Math.max(1, 8 * run.get("run.rows_block")), run.get("buffer.fill", 6) / run.input.nq,
  ];
  const onLane = (element: number) => {
    const stage = on(run, "p.valid") ? "p" : on(run, "z.valid") ? "z" : null;
    p.onLevel(1, stage
      ? { element, row: run.get(`${stage}.row`), tile: run.get(`${stage}.tile`) }
      : { element, row: selection.row });
  };
  const lead = wide ? 80 : 82;
  const cw = wide ? 54 : 62;
  const ch = wide ? 44 : 40;
  const W = wide ? 880 : 360;
  const H = wide ? 596 : 1180;
  const slot = 17.5;
  const lane = 40;
  const g = wide
    ? { mm1: { x: 192, y: 72 }, s: { x: 272, y: 264 }, pipe: { x: 526, y: 54 }, mm2: { x: 192, y: 360 }, o: { x: 534, y: 412 }, norm: { x: 534, y: 500 } }
    : { mm1: { x: 2, y: 256 }, s: { x: 84, y: 440 }, pipe: { x: 2, y: 500 }, mm2: { x: 2, y: 826 }, o: { x: 84, y: 1034 }, norm: { x: 84, y: 1092 } };
  const psumDown = (first: boolean) => {
    const m = first ? g.mm1 : g.mm2;
    return range(a).map((j) => `M${m.x + lead + j * cw + cw / 2} ${m.y + a * ch}v8`).join("");
  };
  return (
    <Plate name="datapath" title="Datapath: the machine at this clock" width={W} height={H} cycle={cycle} reducedMotion={p.reducedMotion}
      onInspect={p.onInspect} frame={ref}>
      {patterns.defs}
      {wide ? (
        <Port {...base} x={2} y={30} width={88} height={544} wide />
      ) : (
        <Port {...base} x={2} y={4} width={356} height={102} wide={false} />
      )}
      {/* buffers */}
      {wide ? (
        <g>
          <path class={`bus t-q${run.get("buffer.wr", 0) ? " live" : ""}`} d="M90 95H104" />
          <path class={`bus t-k${run.get("buffer.wr", 1) || run.get("buffer.wr", 2) ? " live" : ""}`} d="M90 184H104" />
          <path class={`bus t-v${run.get("buffer.wr", 3) || run.get("buffer.wr", 4) ? " live" : ""}`} d="M90 400H104" />
          <Store {...base} index={0} x={104} y={70} width={80} height={50} share={share[0]!} />
          <Store {...base} index={1} x={104} y={140} width={80} height={42} share={share[1]!} />
          <Store {...base} index={2} x={104} y={186} width={80} height={42} share={share[2]!} />
          <Store {...base} index={3} x={104} y={356} width={80} height={42} share={share[3]!} />
          <Store {...base} index={4} x={104} y={402} width={80} height={42} share={share[4]!} />
          <Store {...base} index={5} x={104} y={470} width={80} height={50} share={share[5]!} />
          <path class={`bus t-q${live("mm1.valid")}`} d={`M184 95H188M${g.mm1.x - 4} ${g.mm1.y + ch / 2}v${(a - 1) * ch}`} />
          <path class={`bus t-k${live("w1.valid")}`} d={`M184 ${run.get("w1.slot") ? 207 : 161}H186V62H${g.mm1.x + lead - 4}`} />
          <path class={`bus t-v${live("w2.valid")}`} d={`M184 ${run.get("w2.slot") ? 423 : 377}H186V350H${g.mm2.x + lead - 4}`} />
        </g>
      ) : (
        range(5).map((i) => <Store key={i} {...base} index={i} x={2 + i * 72} y={122} width={68} height={40} share={share[i]!} />)
      )}
      {waiting(run, cycle).slice(0, 4).map((w, i) => (
        <RowTag key={`${w.row}.${w.tile}`} x={wide ? 174 - i * 20 : 88 + i * 22} y={wide ? 530 : 752} row={w.row} patterns={patterns} hue="p" />
      ))}
      {/* MM1 */}
      <text class="head" x={g.mm1.x + lead} y={g.mm1.y - 24}>MM1 <tspan class="cap">Q · Kᵀ</tspan></text>
      <State run={run} unit={2} array={0} x={g.mm1.x + lead + 84} y={g.mm1.y - 24} />
      <Mesh {...base} moments={moments} which="mm1" {...g.mm1} cw={cw} ch={ch} lead={lead} />
      <path class={`bus t-s${live("s.valid")}`} d={psumDown(true)} />
      <Row {...base} {...g.s} name="s.value" stage="s" hue="s" places={0} width={cw} title="" />
      <text class="label" x={g.s.x - 8} y={g.s.y + 13} text-anchor="end">S</text>
      {chunks > 0 && <text class="cap" x={g.s.x - 26} y={g.s.y + 13} text-anchor="end">{on(run, "s.valid") ? chunk("s.chunk", chunks) : ""}</text>}
      {/* S to the lanes */}
      {wide ? (
        <path class={`bus t-s${live("s.valid")}`} d={`M${g.s.x + a * cw + 24} ${g.s.y + 10}H520V${g.pipe.y + 34 + 2 * lane}H530`} />
      ) : (
        <path class={`bus t-s${live("s.valid")}`} d={`M${g.s.x + a * cw / 2} ${g.s.y + 20}V467H1V507`} />
      )}
      {/* softmax */}
      <text class="head" x={g.pipe.x + (wide ? 0 : 10)} y={g.pipe.y - (wide ? 22 : 18)}>scale, mask, softmax</text>
      <Pipe {...base} {...g.pipe} moments={moments} slot={slot} laneHeight={lane} onLane={onLane} />
      {/* P and alpha to the ring */}
      {wide ? (
        <path class={`bus t-p${live("ring.wr")}`} d={`M${g.pipe.x + 16.5 * slot} ${g.pipe.y + 34 + 5 * lane}V306H97V495H104`} />
      ) : (
        <path class={`bus t-p${live("ring.wr")}`} d={`M${g.pipe.x + 16.5 * slot} ${g.pipe.y + 34 + 5 * lane}V762H78`} />
      )}
      {wide && <path class={`bus t-p${live("mm2.valid")}`} d={`M184 495H188V${g.mm2.y + ch / 2}`} />}
      {!wide && <Store {...base} index={5} x={2} y={744} width={74} height={38} share={share[5]!} />}
      {/* MM2 */}
      <text class="head" x={g.mm2.x + lead} y={g.mm2.y - 24}>MM2 <tspan class="cap">P · V</tspan></text>
      <State run={run} unit={3} array={1} x={g.mm2.x + lead + 84} y={g.mm2.y - 24} />
      <Mesh {...base} moments={moments} which="mm2" {...g.mm2} cw={cw} ch={ch} lead={lead} />
      <g class={`t-p${quiet(on(run, "mm2.valid"))}`}>
        <text class="label" x={g.mm2.x + (wide ? -6 : 2)} y={g.mm2.y + a * ch + 16}>α</text>
        <Value run={run} name="mm2.alpha" places={3} x={g.mm2.x + (wide ? 42 : 50)} y={g.mm2.y + a * ch + 16} text-anchor="end" class="hue-text" />
      </g>
      {wide && <CellKey x={690} y={320} />}
      {/* accumulator */}
      {wide ? (
        <>
          <path class={`bus t-o${live("o.valid")}`} d={`${psumDown(false)}M${g.mm2.x + lead + cw / 2} ${g.mm2.y + a * ch + 8}H516V422H531`} />
          <path class={`bus t-p${live("o.valid")}`} d={`M${g.mm2.x + 46} ${g.mm2.y + a * ch + 13}H522V427H531`} />
        </>
      ) : (
        <path class={`bus t-o${live("o.valid")}`} d={psumDown(false)} />
      )}
      {wide && <text class="head" x={g.o.x} y={g.o.y - 26}>accumulate, normalize, store</text>}
      <Row {...base} {...g.o} name="o.value" stage="o" hue="o" places={1} width={wide ? 57 : 60}
        title="O = O·α + P·V" note={on(run, "o.valid") ? `${on(run, "o.final") ? "final " : ""}${chunk("o.chunk", chunks)}` : ""} />
      <path class={`bus t-o${run.get("buffer.wr", 6) ? " live" : ""}`} d={wide ? "M785 422H794" : `M80 1044H40V1058`} />
      <Store {...base} index={6} x={wide ? 796 : 2} y={wide ? 401 : 1060} width={wide ? 80 : 74} height={wide ? 42 : 40} share={share[6]!} />
      <path class={`bus t-o${live("norm.valid")}`} d={wide ? "M836 443V468H526V510H531" : `M40 1100V1110H80`} />
      <Row {...base} {...g.norm} name="norm.value" stage="norm" hue="o" places={1} width={wide ? 57 : 60} title="out = O · r" note="rounded, shifted" />
      <g class={`t-p${quiet(on(run, "norm.valid"))}`} transform={wide ? "translate(792 506)" : "translate(84 1130)"}>
        <text class="label" x={0} y={0}>r</text>
        <Value run={run} name="norm.r" places={4} x={wide ? 84 : 66} y={0} text-anchor="end" class="hue-text" />
        <text class="cap" x={wide ? 0 : 90} y={wide ? 16 : 0}>zeros of l</text>
        <Value run={run} name="norm.lz" x={wide ? 84 : 166} y={wide ? 16 : 0} text-anchor="end" class="hue-text" />
      </g>
      {/* store */}
      {wide ? (
        <>
          <path class={`bus t-o${live("wr.valid")}`} d={`M${g.norm.x + 100} ${g.norm.y + 20}V${H - 10}H46V576`} {...(on(run, "wr.valid") ? { "marker-end": patterns.tip } : {})} />
          <text class="label" x={g.norm.x + 108} y={H - 16}>store</text>
          <State run={run} unit={4} x={g.norm.x + 146} y={H - 16} />
        </>
      ) : (
        <>
          <text class="label" x={4} y={1160}>store</text>
          <State run={run} unit={4} x={44} y={1160} />
          <text class="cap" x={84} y={1160}>to the port; bytes in</text>
          <Value run={run} name="count.value" index={1} as={count} x={244} y={1160} text-anchor="end" />
          <text class="cap" x={262} y={1160}>out</text>
          <Value run={run} name="count.value" index={2} as={count} x={340} y={1160} text-anchor="end" />
        </>
      )}
    </Plate>
  );
}

/** The same as a table, for screen readers. */
export function DatapathTable({ run, cycle }: DrawnProps) {
  const groups: [string, FieldName[]][] = [
    ["memory port", ["req.valid", "req.address", "req.length", "rd.valid", "rd.kind", "rd.word", "wr.valid", "wr.kind", "wr.word"]],
    ["into MM1", ["mm1.valid", "mm1.row", "mm1.tile", "mm1.chunk", "mm1.q"]],
    ["MM1's cells", ["mm1.weight", "mm1.operand", "mm1.psum", "mm1.active"]],
    ["scores S", ["s.valid", "s.row", "s.tile", "s.chunk", "s.value"]],
    ["logits Z", ["z.valid", "z.row", "z.tile", "z.mask", "z.value"]],
    ["maximum m", ["m.valid", "m.row", "m.tile", "m.row_max", "m.old", "m.new"]],
    ["probabilities P", ["p.valid", "p.row", "p.tile", "p.alpha", "p.value"]],
    ["sum l", ["l.valid", "l.row", "l.tile", "l.value"]],
    ["ring", ["ring.wr", "ring.rd", "ring.rows"]],
    ["into MM2", ["mm2.valid", "mm2.row", "mm2.tile", "mm2.chunk", "mm2.alpha", "mm2.p"]],
    ["MM2's cells", ["mm2.weight", "mm2.operand", "mm2.psum", "mm2.active"]],
    ["accumulator", ["o.valid", "o.final", "o.row", "o.tile", "o.chunk", "o.value"]],
    ["normalizer", ["norm.valid", "norm.row", "norm.chunk", "norm.r", "norm.lz", "norm.value"]],
    ["buffers", ["buffer.tag", "buffer.fill"]],
    ["units", ["unit.state", "stall.cause"]],
  ];
  const elements = (name: FieldName) => run.fields.find((f) => f.name === name)?.count ?? 1;
  return (
    <>
      {groups.map(([title, fields]) => (
        <table class="twin" key={title}>
          <caption>{title} at clock {cycle}</caption>
          <tbody>
            {fields.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {range(elements(name)).map((i) => <Cell key={i} run={run} name={name} index={i} />)}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}
