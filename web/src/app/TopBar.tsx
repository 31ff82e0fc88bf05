// SPDX-License-Identifier: MIT
//
// What runs: head, mode, rows of a block, switches; and the page's own things on the right.
import { useRef } from "preact/hooks";
import type { Preset } from "../engine/types";
import { builds } from "../generated/spec";
import * as s from "./store";
import { setTheme, theme, themeNames, themes, type Theme } from "./theme";

function presetLabel(preset: Preset): string {
  return preset.source ? `${preset.title} (${preset.text ? `“${short(preset.text)}”, ` : ""}L${preset.layer}·H${preset.head})` : preset.title;
}

function short(text: string): string {
  const words = text.split(" ");
  return words.length <= 5 ? text : `${words.slice(0, 5).join(" ")} …`;
}

export function FileButton() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="quiet" id="open" onClick={() => field.current!.click()} title=".safetensors, or Q, K and V as .npy; they can be dropped anywhere, too">open …</button>
      <input ref={field} id="files" class="visually-hidden" type="file" multiple accept=".npy,.safetensors" tabIndex={-1} aria-label="tensors from files"
        onChange={(event) => {
          const list = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void s.readFiles(list);
        }} />
    </>
  );
}

function Toggle({ name, label, title }: { name: "causal" | "overlap" | "stream"; label: string; title: string }) {
  const on = s.run.value!.config[name];
  return (
    <button type="button" class="toggle" id={name} aria-pressed={on} title={title} onClick={() => s.configure({ [name]: !on })}>
      <svg viewBox="0 0 12 12" width="11" height="11" aria-hidden="true"><circle class="ring" cx="6" cy="6" r="4.5" />{on && <circle class="dot" cx="6" cy="6" r="2.5" />}</svg>
      {label}
    </button>
  );
}

export function Machine() {
  const run = s.run.value!;
  const { config } = run;
  const input = s.input.value!;
  const small = builds.tiny;
  const fits = input.dp <= small.dmax && input.nq <= small.nmax && input.nk <= small.nmax;
  const rows = [1, 2, 4, 8].map((n) => n * run.a);
  return (
    <div class="machine" role="group" aria-label="Machine">
      <div class="segments" role="group" aria-label="algorithm">
        <button type="button" id="flash" aria-pressed={config.mode === "flash"} onClick={() => s.configure({ mode: "flash" })}>FLASH</button>
        <button type="button" id="naive" aria-pressed={config.mode === "naive"} onClick={() => s.configure({ mode: "naive" })}>NAIVE</button>
      </div>
      <label>
        <select id="rows" value={config.qRows} disabled={config.mode === "naive"} onChange={(event) => s.configure({ qRows: +event.currentTarget.value })}>
          {rows.map((n) => <option key={n} value={n}>{n}</option>)}
        </select> rows
      </label>
      <Toggle name="causal" label="causal" title="a row sees only the keys up to itself" />
      <Toggle name="overlap" label="overlap" title="the next tile loads while this one computes" />
      <Toggle name="stream" label="stream" title="row groups follow each other without a gap" />
      <label title="cycles from a request to the first word">latency
        <input id="latency" class="num" type="number" min={0} max={64} value={config.latency}
          onChange={(event) => s.configure({ latency: Math.min(64, Math.max(0, Math.round(+event.currentTarget.value || 0))) })} />
      </label>
      {fits && (
        <label>build
          <select id="build" value={config.build} onChange={(event) => s.configure({ build: event.currentTarget.value as "tiny" | "lab" })}>
            <option value="tiny">tiny</option><option value="lab">lab</option>
          </select>
        </label>
      )}
    </div>
  );
}

/** The machines beside that of the run, on level 4. */
export function Machines() {
  const run = s.run.value!;
  s.others.value;
  const shown = s.compared().slice(1);
  const base = run.config;
  const flash = { ...base, mode: "flash" as const };
  const small = builds.tiny;
  const fits = run.input.dp <= small.dmax && run.input.nq <= small.nmax && run.input.nk <= small.nmax;
  const choices: [string, typeof base][] = [
    ["NAIVE", { ...base, mode: "naive" }],
    ...[1, 2, 4, 8].map((n): [string, typeof base] => [`FLASH, blocks of ${n * run.a}`, { ...flash, qRows: n * run.a }]),
    ["FLASH, no overlap", { ...flash, overlap: false }],
    ["FLASH, no streaming", { ...flash, stream: false }],
    ["FLASH, neither", { ...flash, overlap: false, stream: false }],
    ["NAIVE, no overlap", { ...base, mode: "naive", overlap: false }],
    ...(fits ? [[`FLASH on ${base.build === "tiny" ? "lab" : "tiny"}`, { ...flash, build: base.build === "tiny" ? "lab" : "tiny" }] as [string, typeof base]] : []),
  ];
  const same = (a: typeof base, b: typeof base) => JSON.stringify(a) === JSON.stringify(b);
  const pick = (at: number) => {
    const config = shown[at - 1]?.config;
    const index = config ? choices.findIndex(([, one]) => same(one, config)) : -1;
    return (
      <label>
        {at === 1 ? "second" : "third"} <select id={`machine-${at}`} value={config ? (index < 0 ? "other" : index) : ""}
          onChange={(event) => {
            const value = event.currentTarget.value;
            if (value !== "other") s.setOther(at, value === "" ? null : choices[+value]![1]);
          }}>
          <option value="">none</option>
          {config && index < 0 && <option value="other">{config.mode === "naive" ? "NAIVE" : `FLASH, blocks of ${config.qRows}`}, as in the link</option>}
          {choices.map(([name], i) => <option key={name} value={i}>{name}</option>)}
        </select>
      </label>
    );
  };
  return <div class="machines" role="group" aria-label="Machines beside this one"><span>Beside this machine:</span> {pick(1)} {shown.length > 0 && pick(2)}</div>;
}

export function TopBar() {
  const presets = s.engine.value!.presets;
  const from = s.source.value;
  const chosen = from.kind === "preset" ? from.name : "";
  const real = presets.filter((p) => p.source);
  const made = presets.filter((p) => !p.source);
  return (
    <header class="top">
      <h1>TinyAttention</h1>
      <div class="head-pick">
        <label for="head">head</label>
        <select id="head" value={chosen} onChange={(event) => {
          const name = event.currentTarget.value;
          if (name) void s.setInput({ kind: "preset", name }).then((done) => done && !s.reducedMotion.value && s.play());
        }}>
          {chosen === "" && <option value="">{from.kind === "preset" ? "" : (from.kind === "inline" ? from.files.map((f) => f.name) : from.names).join(", ")}</option>}
          <optgroup label="Real heads">{real.map((p) => <option key={p.name} value={p.name}>{presetLabel(p)}</option>)}</optgroup>
          <optgroup label="Made up">{made.map((p) => <option key={p.name} value={p.name}>{presetLabel(p)}</option>)}</optgroup>
        </select>
        <FileButton />
      </div>
      <Machine />
      <div class="page-tools">
        <button type="button" class="quiet settings-button" onClick={() => (s.sheet.value = "settings")}>machine …</button>
        <button type="button" class="quiet" id="share" onClick={() => void s.copyLink()}>share</button>
        <button type="button" class="quiet" id="help" onClick={() => (s.sheet.value = "help")} aria-label="keys and help">?</button>
        <label class="visually-hidden" for="theme">theme</label>
        <select id="theme" class="quiet" value={theme.value} onChange={(event) => setTheme(event.currentTarget.value as Theme)} title="theme">
          {themes.map((name) => <option key={name} value={name}>{themeNames[name]}</option>)}
        </select>
      </div>
    </header>
  );
}
