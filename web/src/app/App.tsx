// SPDX-License-Identifier: MIT
//
// The page: one machine at one clock, seen from four distances, with time along the bottom.
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useErrorBoundary, useRef, useState } from "preact/hooks";
import { embedded, embeddedLevel, wholeApp } from "../exports/embed";
import { Ways } from "../exports/Ways";
import { Dialog } from "./Dialog";
import { HeatMap } from "./HeatMap";
import type { Engine, Run } from "../engine/types";
import { bindKeys, groups } from "./keys";
import { Matrices } from "./Matrices";
import { Badge, Bytes, BytesLine, Inspector, Meters, Search } from "./Panel";
import * as s from "./store";
import { StallLegend, Timeline } from "./Timeline";
import { Machine, Machines, TopBar } from "./TopBar";
import { inspect } from "../views/parts";
import { TimeChoices, Transport } from "./Transport";
import type { Level, ViewProps } from "./view";

type View = ComponentType<
  ViewProps & { runs?: readonly Run[]; predict?: Engine["predict"]; engine?: Engine; onClock?(cycle: number): void }
>;
const names = ["Softmax", "Datapath", "Schedule", "Compare"] as const;
const loaders = import.meta.glob<Record<string, View>>("../views/{Softmax,Datapath,Schedule,Compare}.tsx");
const levels = names
  .map((name, i) => ({ level: (i + 1) as Level, name, load: loaders[`../views/${name}.tsx`] }))
  .filter((one) => one.load !== undefined);
const ready = new Map<Level, { View: View; Table: View | undefined }>();

function useView(level: Level) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const one = levels.find((l) => l.level === level);
    if (!one || ready.has(level)) return;
    void one.load!().then((module) => {
      ready.set(level, { View: module[one.name]!, Table: module[`${one.name}Table`] });
      redraw((n) => n + 1);
    });
  }, [level]);
  return ready.get(level) ?? null;
}

/** What is brought up to date when the clock rests, and kept as it is until then; shown, it follows at once. */
export function Rested({ children }: { children: ComponentChildren }) {
  const last = useRef<ComponentChildren>(null);
  const of = useRef("");
  const now = `${s.level.value} ${s.run.value!.cycles}`;
  if (s.settled.value || s.table.value || of.current !== now) {
    last.current = children;
    of.current = now;
  }
  return <>{last.current}</>;
}

const look = inspect(s.inspect);

function Stage() {
  const level = s.level.value;
  const view = useView(level);
  const run = s.run.value!;
  const [error, again] = useErrorBoundary();
  useEffect(() => again(), [level, run]);
  if (error) return <p class="note" role="alert">This view failed: {String((error as Error).message ?? error)}</p>;
  if (!view) return <p class="note">…</p>;
  const { View, Table } = view;
  const props = {
    run,
    cycle: s.cycle.value,
    selection: s.selection.value,
    onSelect: s.select,
    onInspect: s.inspect,
    onLevel: s.setLevel,
    reducedMotion: s.reducedMotion.value,
    ...(level === 4 ? { runs: s.compared(), predict: s.predict, engine: s.engine.value!, onClock: s.scrub } : {}),
  };
  return (
    <>
      {level === 4 && <Machines />}
      <View {...props} />
      {Table && <Rested><div class={s.table.value ? "table-shown" : "visually-hidden"} id="table" onPointerOver={look} onClick={look} onFocusIn={look}><Table key={level} {...props} /></div></Rested>}
    </>
  );
}

function Sentence() {
  const run = s.run.value!;
  s.cycle.value;
  return (
    <p class="sentence" id="sentence" aria-live={s.playing.value ? "off" : "polite"}>
      {run.sentence(s.level.value, s.selection.value.row)}
    </p>
  );
}

function Centre() {
  const level = s.level.value;
  return (
    <main class="centre" id="main">
      <div class="tabs">
        <div role="tablist" aria-label="Distance">
          {levels.map(({ level: one, name }) => (
            <button key={one} type="button" role="tab" id={`tab-${one}`} aria-selected={one === level} aria-controls="stage"
              tabIndex={one === level ? 0 : -1}
              onClick={() => s.setLevel(one)}
              onKeyDown={(event) => {
                const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (!by) return;
                event.preventDefault();
                event.stopPropagation();
                const next = levels[(levels.findIndex((l) => l.level === level) + by + levels.length) % levels.length]!;
                s.setLevel(next.level);
                document.getElementById(`tab-${next.level}`)?.focus();
              }}>
              <span class="num">{one}</span> {name}
            </button>
          ))}
        </div>
        <span class="point">{s.preset.value?.point}</span>
        <button type="button" class="as-table" id="as-table" aria-pressed={s.table.value} onClick={() => (s.table.value = !s.table.value)}>table</button>
      </div>
      <BytesLine />
      <Sentence />
      <div class="stage" id="stage" role="tabpanel" tabIndex={0} aria-labelledby={`tab-${level}`} aria-busy={s.behind}>
        <Stage />
      </div>
      <Ways run={s.run.value!} name={s.preset.value?.name ?? "own"} view={names[level - 1]!}
        drawing={() => document.querySelector("#stage")} />
      {embedded && <p class="embed-foot"><a href={wholeApp()} target="_blank" rel="noopener">TinyAttention: the same in its own window</a></p>}
    </main>
  );
}

/** What files and links said. */
function Notices() {
  const message = s.message.value;
  const problems = s.problems.value;
  return (
    <div class="notices" aria-live="polite">
      {problems.length > 0 && (
        <div class="notice wrong" id="problems" role="alert">
          <p>Not everything of the link could be restored:</p>
          <ul>{problems.map((text) => <li key={text}>{text}</li>)}</ul>
          <button type="button" class="close" aria-label="close" onClick={() => (s.problems.value = [])}>×</button>
        </div>
      )}
      {message && (
        <div class={`notice ${message.kind}`} id="message" role={message.kind === "error" ? "alert" : "status"}>
          <p>{message.kind === "read" ? `Read: ${message.text}` : message.text}</p>
          <button type="button" class="close" aria-label="close" onClick={() => (s.message.value = null)}>×</button>
        </div>
      )}
    </div>
  );
}

function Help() {
  return (
    <div class="help">
      <h2>Keys</h2>
      <div class="help-columns">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>{group.keys.map((key) => <div key={key.shown}><dt><kbd>{key.shown}</kbd></dt><dd>{key.what}</dd></div>)}</dl>
          </section>
        ))}
      </div>
      <h3>Patterns of stalls</h3>
      <StallLegend />
      <p class="note">
        The compiled RTL runs in this page. Every number in a drawing is read from its debug port at this clock; what the hardware
        does not hold is drawn hollow or dotted and called float. Point at a value to see its signal and the line that drives it.
      </p>
    </div>
  );
}

/** The whole page takes dropped files. */
function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const files = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const drag = (event: DragEvent) => {
      if (!files(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!files(event)) return;
      event.preventDefault();
      setOver(false);
      void s.readFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener("dragover", drag);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", drag);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return over;
}

export function App() {
  useEffect(bindKeys, []);
  useEffect(() => {
    if (embeddedLevel) s.setLevel(embeddedLevel);
  }, [s.run.value !== null]);
  const over = useDrop();
  if (!s.run.value) return <p class="loading">Loading the hardware …</p>;
  const sheet = s.sheet.value;
  const closeSheet = () => (s.sheet.value = null);
  return (
    <div class={`app${s.table.value ? " with-table" : ""}${embedded ? " embedded" : ""}`}>
      <TopBar />
      <Notices />
      <aside class="left" aria-label="Input"><HeatMap /><Matrices /></aside>
      <Centre />
      <aside class="right" aria-label="Measured"><div class="measured" tabIndex={0} role="group" aria-label="Meters"><Badge /><Bytes /><Meters /></div><Inspector /></aside>
      <footer class="bottom" aria-label="Time"><Transport /><Timeline /></footer>
      {over && <div class="drop" aria-hidden="true"><p>Drop a .safetensors file, or Q, K and V as .npy</p></div>}
      {sheet === "help" && <Dialog title="Keys and help" onClose={closeSheet}><Help /></Dialog>}
      {sheet === "search" && <Dialog title="Find a signal" onClose={closeSheet}><Search /></Dialog>}
      {sheet === "settings" && <Dialog title="Machine" onClose={closeSheet}><h2>Machine</h2><Machine /><h2 class="next">Time</h2><TimeChoices /></Dialog>}
    </div>
  );
}
