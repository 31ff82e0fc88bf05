// SPDX-License-Identifier: MIT
//
// Time by hand: play, step, next event, speed; and the zoom of the timeline.
import type { EventKind } from "../engine/types";
import * as s from "./store";
import { count } from "./format";
import { StallLegend } from "./Timeline";
import { zoom } from "./timeline";
import { fieldAttributes } from "./view";

const icons = {
  play: "M3 2l10 6-10 6z",
  pause: "M3 2h3.5v12H3zM9.5 2H13v12H9.5z",
  back: "M12 2.5v11L4.5 8z",
  forth: "M4 2.5v11L11.5 8z",
  first: "M3 3h1.5v10H3zM13 3v10L5.5 8z",
  last: "M11.5 3H13v10h-1.5zM3 3v10l7.5-5z",
} as const;

export function Icon({ name }: { name: keyof typeof icons }) {
  return <svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path d={icons[name]} /></svg>;
}

export const eventNames: Record<EventKind, string> = {
  maxRises: "maximum rises",
  tile: "next tile",
  rowGroup: "next row group",
  block: "next block",
  tileSkipped: "tile skipped",
  stall: "stall begins",
  store: "store",
};
const stepNames: Record<s.StepKind, string> = { clock: "clock", tile: "tile", rowGroup: "row group", block: "block" };

/** What a narrow screen has no room for beside the clock; in the sheet of the machine. */
export function TimeChoices() {
  const run = s.run.value!;
  const around = (factor: number) => s.setSpan(zoom(s.shownSpan.value, run.cycles, factor, s.cycle.value));
  return (
    <div class="time-choices" role="group" aria-label="Time">
      <label>step by <select value={s.stepKind.value} onChange={(event) => (s.stepKind.value = event.currentTarget.value as s.StepKind)}>
        {Object.entries(stepNames).map(([value, name]) => <option key={value} value={value}>{name}</option>)}
      </select></label>
      <label>clocks/s <select value={s.speed.value} onChange={(event) => (s.speed.value = +event.currentTarget.value)}>
        {s.speeds.map((n) => <option key={n} value={n}>{count(n)}</option>)}
      </select></label>
      <p>
        <button type="button" onClick={() => s.scrub(0)}>first clock</button> <button type="button" onClick={s.runToEnd}>run to the end</button>
      </p>
      <p>
        timeline <button type="button" onClick={() => around(0.5)} aria-label="zoom in">+</button>{" "}
        <button type="button" onClick={() => around(2)} aria-label="zoom out" disabled={!s.span.value}>−</button>{" "}
        <button type="button" onClick={() => s.setSpan(null)} disabled={!s.span.value}>all</button>
      </p>
      <StallLegend />
    </div>
  );
}

export function Transport() {
  const run = s.run.value!;
  const playing = s.playing.value;
  const kind = s.stepKind.value;
  const around = (factor: number) => s.setSpan(zoom(s.shownSpan.value, run.cycles, factor, s.cycle.value));
  return (
    <div class="transport" role="group" aria-label="Time">
      <div class="group">
        <button type="button" class="main-button" id="play" onClick={s.togglePlay} aria-label={playing ? "pause" : "play"}>
          <Icon name={playing ? "pause" : "play"} />
        </button>
        <button type="button" onClick={() => s.scrub(0)} aria-label="to the first clock"><Icon name="first" /></button>
        <button type="button" id="step-back" onClick={() => s.stepBy(kind, -1)} aria-label={`back by one ${stepNames[kind]}`}><Icon name="back" /></button>
        <label class="visually-hidden" for="step">step by</label>
        <select id="step" value={kind} onChange={(event) => (s.stepKind.value = event.currentTarget.value as s.StepKind)}>
          {Object.entries(stepNames).map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
        <button type="button" id="step-forth" onClick={() => s.stepBy(kind, 1)} aria-label={`forward by one ${stepNames[kind]}`}><Icon name="forth" /></button>
        <button type="button" id="run-end" onClick={s.runToEnd} aria-label="run to the end without drawing" title="run to the end without drawing"><Icon name="last" /></button>
      </div>
      <div class="group">
        <label for="event">event</label>
        <button type="button" onClick={() => s.jump(-1)} aria-label="previous event">[</button>
        <select id="event" value={s.eventKind.value} onChange={(event) => (s.eventKind.value = event.currentTarget.value as EventKind)}>
          {Object.entries(eventNames).map(([value, name]) => <option key={value} value={value}>{name}</option>)}
        </select>
        <button type="button" id="next-event" onClick={() => s.jump(1)} aria-label="next event">]</button>
      </div>
      <div class="group">
        <label for="speed">clocks/s</label>
        <select id="speed" value={s.speed.value} onChange={(event) => (s.speed.value = +event.currentTarget.value)}>
          {s.speeds.map((n) => <option key={n} value={n}>{count(n)}</option>)}
        </select>
      </div>
      <div class="group zoom">
        <button type="button" onClick={() => around(0.5)} aria-label="zoom in">+</button>
        <button type="button" onClick={() => around(2)} aria-label="zoom out" disabled={!s.span.value}>−</button>
        <button type="button" onClick={() => s.setSpan(null)} title="show the whole run" disabled={!s.span.value}>all</button>
      </div>
      <p class="clock">
        <span class="word">clock </span><output class="num" id="clock" {...sourceAttributesOfClock()}>{count(s.cycle.value)}</output>
        <span class="of"> of <span class="num" data-source="cycles" data-raw={run.cycles - 1}>{count(run.cycles - 1)}</span></span>
      </p>
      <span class="visually-hidden" {...fieldAttributes(run, "count.value", 0)}>{run.shown("count.value", 0).text}</span>
    </div>
  );
}

function sourceAttributesOfClock() {
  return { "data-source": "cycle", "data-raw": s.cycle.value } as const;
}
