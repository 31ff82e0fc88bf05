// SPDX-License-Identifier: MIT
//
// State of the page: signals, the actions that change them, and the link that holds them.
// Views only read; everything that changes goes through here.

import { batch, computed, effect, signal } from "@preact/signals";
import { InputError } from "../engine/types";
import type {
  BuildName,
  Engine,
  EventKind,
  FieldName,
  Input,
  Preset,
  QuantChoice,
  Run,
  RunConfig,
} from "../engine/types";
import { builds } from "../generated/spec";
import {
  checksum,
  decode,
  defaultState,
  encode,
  sourceOf,
  type Edit,
  type Inspected,
  type LinkState,
  type NamedBytes,
  type Source,
} from "./link";
import { fitSpan, follow, type Span, wholeRun } from "./timeline";
import type { Level, Selection } from "./view";

export const engine = signal<Engine | null>(null);
export const input = signal<Input | null>(null);
export const run = signal<Run | null>(null);
/** The same input in the other mode, for the counters side by side; made when the page is idle. */
export const twin = signal<Run | null>(null);

export const source = signal<Source>(defaultState().source);
export const files = signal<NamedBytes[]>([]);
export const edits = signal<Edit[]>([]);
export const layer = signal(0);
export const head = signal(0);
export const quant = signal<QuantChoice>(defaultState().quant);

export const cycle = signal(0);
export const level = signal<Level>(3);
export const selection = signal<Selection>({ row: 0, tile: 0, element: 0 });
/** at: clock of the value that was pointed at; null: it is that of the present clock. */
export const inspected = signal<Inspected | null>(null);
/** Part of the run that the timeline shows; null: the whole. */
export const span = signal<Span | null>(null);

export const playing = signal(false);
/** clocks a second */
export const speed = signal(30);
export const speeds = [1, 3, 10, 30, 100, 300, 1000, 3000] as const;
export type StepKind = "clock" | "tile" | "rowGroup" | "block";
export const stepKind = signal<StepKind>("clock");
export const eventKind = signal<EventKind>("maxRises");
export const reducedMotion = signal(matchMedia("(prefers-reduced-motion: reduce)").matches);

/** What a file or an input said; what a link could not restore; what a link waits for. */
export const message = signal<{ kind: "read" | "error" | "done"; text: string } | null>(null);
export const problems = signal<string[]>([]);
export const wanted = signal<{ checksum: string; names: string[]; state: LinkState } | null>(null);
export const sheet = signal<"help" | "search" | "settings" | null>(null);
/** The clock has rested for a moment: what is only spoken is brought up to date then. */
export const settled = signal(true);
/** For aria-busy: what is spoken is behind the clock shown. */
export const behind = computed(() => !settled.value);
/** The table twin of the view is shown, not only spoken. */
export const table = signal(false);

export const preset = computed<Preset | null>(() => {
  const from = source.value;
  return from.kind === "preset" ? (engine.value?.presets.find((p) => p.name === from.name) ?? null) : null;
});
export const tokens = computed(() => input.value?.tokens ?? null);
export const shownSpan = computed<Span>(() => span.value ?? wholeRun(run.value?.cycles ?? 1));

/** What was read, as C says it, with the sign of multiplication. */
export function described(of: Input): string {
  return of.description.replaceAll(" x ", " × ");
}

/** "it", or "7" where there are no tokens. */
export function tokenOf(index: number): string {
  return tokens.value?.[index] ?? String(index);
}

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));

// ---- time

let rest = 0;
function unsettle(): void {
  settled.value = false;
  clearTimeout(rest);
  rest = window.setTimeout(() => (settled.value = true), 100);
}

/** Shows a clock, at once. */
export function go(to: number): void {
  const now = run.value;
  if (!now) return;
  const clock = Math.min(now.cycles - 1, Math.max(0, Math.round(to)));
  now.seek(clock);
  batch(() => {
    if (clock !== cycle.value) unsettle();
    cycle.value = clock;
    if (span.value) span.value = follow(span.value, now.cycles, clock);
  });
}

export function pause(): void {
  playing.value = false;
}

/** By the hand of the reader: stops playing first. */
export function scrub(to: number): void {
  pause();
  go(to);
}

export function stepBy(kind: StepKind, direction: 1 | -1): void {
  const now = run.value;
  if (!now) return;
  pause();
  if (kind === "clock") return go(cycle.value + direction);
  const to = now.event(kind, cycle.value, direction);
  go(to >= 0 ? to : direction > 0 ? now.cycles - 1 : 0);
}

/** To the next event of the chosen kind; says so where there is none. */
export function jump(direction: 1 | -1): void {
  const now = run.value;
  if (!now) return;
  pause();
  const to = now.event(eventKind.value, cycle.value, direction);
  if (to < 0) {
    message.value = { kind: "done", text: direction > 0 ? "No such event after this clock." : "No such event before this clock." };
    return;
  }
  message.value = null;
  go(to);
}

let frame = 0;
export function play(): void {
  const now = run.value;
  if (!now || playing.value) return;
  if (cycle.value >= now.cycles - 1) go(0);
  playing.value = true;
  let last = performance.now();
  let due = 0;
  const tick = (time: number) => {
    if (!playing.value) return;
    due += (Math.min(200, Math.max(0, time - last)) / 1000) * speed.value;
    last = time;
    const clocks = Math.floor(due);
    due -= clocks;
    const cycles = run.value?.cycles ?? 0;
    if (clocks > 0) go(cycle.value + clocks);
    if (cycle.value >= cycles - 1) playing.value = false;
    else frame = requestAnimationFrame(tick);
  };
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(tick);
}

export function togglePlay(): void {
  if (playing.value) pause();
  else play();
}

/** The rest of the run in one go, nothing drawn between; says how fast that was. */
export function runToEnd(): void {
  const now = run.value;
  if (!now) return;
  pause();
  const from = cycle.value;
  const start = performance.now();
  now.seek(now.cycles - 1);
  const ms = performance.now() - start;
  go(now.cycles - 1);
  message.value = {
    kind: "done",
    text: `${(now.cycles - 1 - from).toLocaleString("en-US")} clocks without drawing in ${ms.toFixed(1)} ms`,
  };
}

// ---- selection

export function select(partial: Partial<Selection>): void {
  const now = run.value;
  if (!now) return;
  const next = { ...selection.value, ...partial };
  const clamp = (n: number, count: number) => Math.min(Math.max(0, count - 1), Math.max(0, n));
  selection.value = {
    row: clamp(next.row, now.input.nq),
    tile: clamp(next.tile, Math.ceil(now.input.nk / now.a)),
    element: clamp(next.element, now.a),
  };
}

export function inspect(name: FieldName, index: number, at: number | null = null): void {
  const before = inspected.peek();
  if (before?.name !== name || before.index !== index || before.at !== at) inspected.value = { name, index, at };
}

/** Raw integer of a value of the record at another clock than the present one. */
export function rawAt(now: Run, { name, index }: Inspected, clock: number): number {
  const present = now.cycle;
  now.seek(clock);
  const raw = now.get(name, index);
  now.seek(present);
  return raw;
}

export function setLevel(to: Level, partial?: Partial<Selection>): void {
  batch(() => {
    level.value = to;
    if (partial) select(partial);
  });
}

export function setSpan(to: Span | null): void {
  const cycles = run.value?.cycles ?? 1;
  if (!to) span.value = null;
  else {
    const fitted = fitSpan(to, cycles);
    span.value = fitted.to - fitted.from >= cycles ? null : fitted;
  }
}

/** Configurations beside that of the run on level 4; null: the run's own in the other mode. */
export const others = signal<RunConfig[] | null>(null);
const kept = new Map<string, Run | null>();

function otherConfigs(): RunConfig[] {
  const { config } = run.value!;
  return others.value ?? [{ ...config, mode: config.mode === "flash" ? "naive" : "flash" }];
}

/** Machines of level 4, each at this clock or at its end; one that is refused is left out. */
export function compared(): Run[] {
  const now = run.value!;
  const all = [now];
  for (const config of otherConfigs()) {
    const key = JSON.stringify(config);
    if (!kept.has(key)) {
      try {
        kept.set(key, engine.value!.run(now.input, config));
      } catch (error) {
        kept.set(key, null);
        message.value = { kind: "error", text: text(error) };
      }
    }
    const made = kept.get(key);
    if (made) all.push(made);
  }
  for (const one of all) one.seek(cycle.value);
  return all;
}

/** Machine number 1 or 2 of level 4; null: none. */
export function setOther(at: number, config: RunConfig | null): void {
  const list = otherConfigs().slice();
  if (config) list[Math.min(at - 1, list.length)] = config;
  else list.splice(at - 1, 1);
  others.value = list;
}

export const predict: Engine["predict"] = (...sizes) => engine.value!.predict(...sizes);

// ---- input and run

/** Where the hardware is the small one that the lessons use, as long as the input fits. */
function buildFor(next: Input): BuildName {
  const small = builds.tiny;
  return next.dp <= small.dmax && next.nq <= small.nmax && next.nk <= small.nmax ? "tiny" : "lab";
}

export function defaultConfig(next: Input, from: Preset | null): RunConfig {
  return {
    build: buildFor(next),
    mode: "flash",
    qRows: 16,
    causal: from?.causal ?? false,
    offset: 0,
    overlap: true,
    stream: true,
    latency: 10,
  };
}

const pronouns = ["it", "she", "he", "they", "her", "him", "them"];
/** Row to begin with: the pronoun of a sentence, the first of several. */
function firstRow(next: Input): number {
  const words = next.tokens ?? [];
  for (const pronoun of pronouns) {
    const at = words.indexOf(pronoun);
    if (at >= 0 && at < next.nq) return at;
  }
  return Math.min(next.nq - 1, Math.floor(next.nq / 2));
}

function strongestKey(now: Run, row: number): number {
  const weights = now.heatmap(now.cycles - 1);
  const { nk } = now.input;
  let best = 0;
  for (let key = 1; key < nk; key++) if (weights[row * nk + key]! > weights[row * nk + best]!) best = key;
  return best;
}

async function makeInput(from: Source, with_: NamedBytes[], changes: readonly Edit[], choice: QuantChoice, which: number, of: number): Promise<Input> {
  const module = engine.value!;
  const base =
    from.kind === "preset" ? await module.preset(from.name, choice) : module.files(with_, choice, undefined, which, of);
  if (changes.length === 0) return base;
  try {
    const given = { q: base.given("q").slice(), k: base.given("k").slice(), v: base.given("v").slice() };
    for (const { tensor, row, column, value } of changes) {
      const width = tensor === "v" ? base.dv : base.d;
      const rows = tensor === "q" ? base.nq : base.nk;
      if (row >= rows || column >= width)
        throw new InputError(`${tensor.toUpperCase()} has no element (${row}, ${column}): its shape is (${rows}, ${width})`);
      given[tensor][row * width + column] = value;
    }
    const made = module.matrices(given.q, given.k, given.v, base.nq, base.nk, base.d, choice, base.softmaxScale);
    // What the copy does not know of: tokens, and what else is in the file.
    const { tokens, heads, head, layers, layer } = base;
    const known = Object.entries({ tokens, heads, head, layers, layer }).map(([name, value]) => [name, { value }]);
    return Object.defineProperties(made, Object.fromEntries(known) as PropertyDescriptorMap);
  } finally {
    base.free();
  }
}

/** Whether the .npy files are sound, each for itself: then they wait for those that are missing. */
function sound(set: readonly NamedBytes[], choice: QuantChoice): boolean {
  return set.every(({ bytes }) => {
    try {
      engine.value!.files(["q", "k", "v"].map((name) => ({ name: `${name}.npy`, bytes })), choice).free();
      return true;
    } catch {
      return false;
    }
  });
}

/** Frees what no picture can show any more. */
function discard(...old: ({ free(): void } | null)[]): void {
  setTimeout(() => old.forEach((one) => one?.free()), 2000);
}

function makeTwin(): void {
  const now = run.value;
  const module = engine.value;
  if (!now || !module) return;
  const config: RunConfig = { ...now.config, mode: now.config.mode === "flash" ? "naive" : "flash" };
  // When the page is idle, but soon: a browser with much to do is never idle.
  const idle = (f: () => void) => ("requestIdleCallback" in window ? requestIdleCallback(f, { timeout: 500 }) : setTimeout(f, 50));
  idle(() => {
    if (run.value !== now) return;
    try {
      twin.value = module.run(now.input, config);
    } catch {
      twin.value = null; // refused: the closed form stands alone
    }
  });
}

let turn = 0;

interface Wish {
  source: Source;
  files: NamedBytes[];
  edits: Edit[];
  quant: QuantChoice;
  head: number;
  layer: number;
  /** null: that which suits the input */
  config: RunConfig | null;
}

/** The input as it is wanted, then its run. Returns false, with the message, where one is refused. */
async function build(wish: Wish): Promise<boolean> {
  const mine = ++turn;
  try {
    const next = await makeInput(wish.source, wish.files, wish.edits, wish.quant, wish.head, wish.layer);
    if (mine !== turn) {
      next.free();
      return false;
    }
    const { source: from } = wish;
    const known = from.kind === "preset" ? (engine.value!.presets.find((p) => p.name === from.name) ?? null) : null;
    const config = wish.config ?? defaultConfig(next, known);
    let made: Run;
    try {
      made = engine.value!.run(next, config);
    } catch (error) {
      next.free();
      throw error;
    }
    const old = [run.value, twin.value, input.value, ...kept.values()];
    kept.clear();
    batch(() => {
      source.value = from;
      files.value = wish.files;
      edits.value = wish.edits;
      quant.value = wish.quant;
      head.value = wish.head;
      layer.value = wish.layer;
      input.value = next;
      run.value = made;
      twin.value = null;
      span.value = null;
    });
    discard(...old);
    makeTwin();
    return true;
  } catch (error) {
    if (mine === turn) message.value = { kind: "error", text: text(error) };
    return false;
  }
}

/** Where the reader begins: its row, the tile of its strongest key, first clock. */
function begin(): void {
  const now = run.value!;
  const row = firstRow(now.input);
  const key = strongestKey(now, row);
  select({ row, tile: Math.floor(key / now.a), element: key % now.a });
  go(0);
}

/** Speed at which the whole run takes about a quarter of a minute. */
function easySpeed(cycles: number): number {
  return speeds.reduce((best, s) => (Math.abs(s - cycles / 15) < Math.abs(best - cycles / 15) ? s : best), 1);
}

/** Another preset or file: everything but the level starts again. */
export async function setInput(next: Source, bytes: NamedBytes[] = [], which = 0, of = 0): Promise<boolean> {
  pause();
  const done = await build({ source: next, files: bytes, edits: [], quant: quant.value, head: which, layer: of, config: null });
  if (!done) return false;
  batch(() => {
    begin();
    speed.value = easySpeed(run.value!.cycles);
    problems.value = [];
    wanted.value = null;
    message.value = next.kind === "preset" ? null : { kind: "read", text: described(input.value!) };
  });
  return true;
}

/** The same input, changed in what is given; the clock stays where it can. */
async function again(change: Partial<Wish>): Promise<void> {
  const clock = cycle.value;
  const wasPlaying = playing.value;
  pause();
  const done = await build({
    source: source.value,
    files: files.value,
    edits: edits.value,
    quant: quant.value,
    head: head.value,
    layer: layer.value,
    config: run.value?.config ?? null,
    ...change,
  });
  if (!done) return;
  batch(() => {
    message.value = null;
    select({});
    go(clock);
  });
  if (wasPlaying) play();
}

/** Run-time configuration; the message says so where the engine refuses it. */
export function configure(change: Partial<RunConfig>): void {
  const now = run.value;
  if (!now || !input.value) return;
  const config = { ...now.config, ...change };
  const clock = cycle.value;
  const wasPlaying = playing.value;
  pause();
  let made: Run;
  try {
    made = engine.value!.run(input.value, config);
  } catch (error) {
    message.value = { kind: "error", text: text(error) };
    return;
  }
  const old = [now, twin.value];
  batch(() => {
    run.value = made;
    twin.value = null;
    span.value = null;
    message.value = null;
    select({});
    go(clock);
  });
  discard(...old);
  makeTwin();
  if (wasPlaying) play();
}

export function setQuant(change: Partial<QuantChoice>): Promise<void> {
  return again({ quant: { ...quant.value, ...change } });
}

export function edit(change: Edit): Promise<void> {
  const others = edits.value.filter(
    (e) => e.tensor !== change.tensor || e.row !== change.row || e.column !== change.column,
  );
  return again({ edits: [...others, change] });
}

export function undoEdits(): Promise<void> {
  return again({ edits: [] });
}

export function setHead(which: number): Promise<boolean> {
  return setInput(source.value, files.value, which, layer.value);
}

/** The same head of another layer of the file. */
export function setLayer(which: number): Promise<boolean> {
  return setInput(source.value, files.value, head.value, which);
}

let pending: NamedBytes[] = [];

/** Files that were dropped or picked: one .safetensors, or Q, K and V as .npy, also one by one. */
export async function readFiles(list: Iterable<File>): Promise<void> {
  const read: NamedBytes[] = [];
  for (const file of list) read.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  if (read.length === 0) return;
  const single = read.some((file) => !file.name.toLowerCase().endsWith(".npy"));
  const set = single ? read : [...pending.filter((old) => read.every((file) => file.name !== old.name)), ...read];
  const wish = wanted.value;
  if (wish && checksum(set) === wish.checksum) {
    pending = [];
    await restore({ ...wish.state, source: { kind: "inline", files: set } }, [], set);
    source.value = { kind: "file", checksum: wish.checksum, names: wish.names };
    message.value = { kind: "read", text: input.value ? described(input.value) : "" };
    return;
  }
  const ready = await setInput(sourceOf(set), set);
  if (ready) {
    pending = [];
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
  } else {
    // A sound .npy stays for the others to join; a broken one is forgotten.
    pending = !single && set.length < 3 && sound(set, quant.value) ? set : [];
  }
}

// ---- link

export const link = computed<LinkState>(() => ({
  source: source.value,
  head: head.value,
  layer: layer.value,
  edits: edits.value,
  quant: quant.value,
  config: run.value?.config ?? null,
  clock: cycle.value,
  level: level.value,
  row: selection.value.row,
  tile: selection.value.tile,
  element: selection.value.element,
  inspect: inspected.value,
  window: span.value ? [span.value.from, span.value.to] : null,
  others: others.value,
}));

/** Brings the page to a state; problems: what is known already not to be restorable. */
export async function restore(state: LinkState, known: string[], bytes?: NamedBytes[]): Promise<void> {
  pause();
  const trouble = [...known];
  let from = state.source;
  let data = bytes ?? (from.kind === "inline" ? from.files : []);
  let want: typeof wanted.value = null;
  if (from.kind === "file" && !bytes) {
    if (files.value.length && checksum(files.value) === from.checksum) data = files.value;
    else {
      want = { checksum: from.checksum, names: from.names, state };
      trouble.push(`The tensors of this link are not in it. Drop ${from.names.join(", ")} here to restore it.`);
    }
  }
  if (from.kind === "preset" && !engine.value!.presets.some((p) => p.name === (from as { name: string }).name)) {
    trouble.push(`There is no head "${from.name}".`);
    from = defaultState().source;
  }
  const fallback = want !== null || from !== state.source;
  const wish: Wish = {
    source: want ? defaultState().source : from,
    files: want ? [] : data,
    edits: fallback ? [] : state.edits,
    quant: state.quant,
    head: fallback ? 0 : state.head,
    layer: fallback ? 0 : state.layer,
    config: fallback ? null : state.config,
  };
  let done = await build(wish);
  if (!done && wish.edits.length) {
    trouble.push(`The edits were not restored: ${message.value?.text}`);
    done = await build({ ...wish, edits: [] });
  }
  if (!done && wish.config) {
    trouble.push(`The configuration was not restored: ${message.value?.text}`);
    done = await build({ ...wish, edits: [], config: null });
  }
  if (!done) {
    trouble.push(`The tensors were not restored: ${message.value?.text}`);
    done = await build({ source: defaultState().source, files: [], edits: [], quant: defaultState().quant, head: 0, layer: 0, config: null });
  }
  if (!done) return;
  const now = run.value!;
  batch(() => {
    message.value = null;
    begin();
    level.value = state.level;
    others.value = state.others;
    speed.value = easySpeed(now.cycles);
    inspected.value = state.inspect;
    if (!fallback) {
      const place: Partial<Selection> = {};
      if (state.row !== null) {
        if (state.row < now.input.nq) place.row = state.row;
        else trouble.push(`There is no row ${state.row}.`);
      }
      if (state.tile !== null) {
        if (state.tile < Math.ceil(now.input.nk / now.a)) {
          place.tile = state.tile;
          place.element = state.element;
        } else trouble.push(`There is no tile ${state.tile}.`);
      }
      select(place);
      if (state.inspect) {
        const info = now.fields.find((one) => one.name === state.inspect!.name);
        if (!info || state.inspect.index >= info.count) {
          trouble.push(`${state.inspect.name} has no element ${state.inspect.index}.`);
          inspected.value = null;
        }
      }
      if (state.inspect && state.inspect.at !== null && state.inspect.at >= now.cycles) {
        trouble.push(`The run has no clock ${state.inspect.at}; its last is ${now.cycles - 1}.`);
        inspected.value = null;
      }
      if (state.window) setSpan({ from: state.window[0], to: state.window[1] });
      if (state.clock !== null) {
        if (state.clock >= now.cycles) trouble.push(`The run has no clock ${state.clock}; its last is ${now.cycles - 1}.`);
        go(state.clock);
      }
    }
    problems.value = trouble;
    wanted.value = want;
  });
}

let written = "";
let timer = 0;
let lastDiscrete = "";

/** What makes a step of the browser's history; the rest replaces the present one. */
function discrete(state: LinkState): string {
  return encode({ ...state, clock: null, window: null, inspect: null });
}

/** Writes the link to the address. */
export function flushLink(): void {
  clearTimeout(timer);
  timer = 0;
  if (!run.value || wanted.value) return;
  const state = link.value;
  const next = `#${encode(state)}`;
  if (next === written) return;
  const kind = discrete(state);
  const push = lastDiscrete !== "" && kind !== lastDiscrete;
  lastDiscrete = kind;
  written = next;
  if (push) history.pushState(null, "", next);
  else history.replaceState(null, "", next);
}

export async function copyLink(): Promise<void> {
  flushLink();
  try {
    await navigator.clipboard.writeText(location.href);
    message.value = { kind: "done", text: "Link copied: it opens at this clock." };
  } catch {
    message.value = { kind: "done", text: "The link is in the address bar: it opens at this clock." };
  }
}

async function fromAddress(): Promise<void> {
  const { state, problems: known } = decode(location.hash);
  written = location.hash;
  await restore(state, known);
  lastDiscrete = discrete(link.value);
}

/** First screen, then the address follows the state and the other way round. */
export async function start(module: Engine): Promise<void> {
  engine.value = module;
  const fresh = location.hash.length <= 1;
  await fromAddress();
  if (fresh && run.value) {
    // Not from the first load of a word, but from shortly before the first scores are there.
    const first = run.value.event("maxRises", 0, 1);
    if (reducedMotion.value) go(Math.floor(run.value.cycles * 0.6));
    else {
      go(Math.max(0, first - speed.value));
      play();
    }
  }
  effect(() => {
    link.value;
    // Seldom while time runs, soon once it stands.
    if (timer && playing.value) return;
    clearTimeout(timer);
    timer = window.setTimeout(flushLink, playing.value ? 1000 : 150);
  });
  addEventListener("popstate", () => {
    if (location.hash !== written) void fromAddress();
  });
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => {
    reducedMotion.value = event.matches;
  });
}

export { InputError };
