// SPDX-License-Identifier: MIT
//
// What the islands share: the module, inputs and runs by name, time, and the frame around a figure.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { sourceAttributes } from "../app/view";
import { hashOf } from "../docs/hash";
import { loadEngine } from "../engine";
import type { Engine, Input, QuantChoice, Run, RunConfig } from "../engine/types";
import { count } from "../figures/format";
import "../figures/figures.css";

/** Root of the site, from a script of it. */
const script = import.meta.url;
export const siteRoot = (): URL => new URL(import.meta.env.PROD ? ".." : "/", script);

export type Data = Record<string, string | undefined>;

let loading: Promise<Engine> | null = null;
export const hardware = (): Promise<Engine> =>
  (loading ??= loadEngine(new URL("engine/tinyattention.wasm", siteRoot())));

const inputs = new Map<string, Promise<Input>>();
export async function inputOf(preset: string, quant: Partial<QuantChoice> = {}): Promise<Input> {
  const engine = await hardware();
  const key = JSON.stringify([preset, quant]);
  const found = inputs.get(key);
  if (found) return found;
  const made = engine.preset(preset, quant);
  inputs.set(key, made);
  return made;
}

export const flash: RunConfig = {
  build: "lab",
  mode: "flash",
  qRows: 16,
  causal: false,
  offset: 0,
  overlap: true,
  stream: true,
  latency: 10,
};

/** `tiny` where the input fits it. */
export function configOf(input: Input, change: Partial<RunConfig> = {}): RunConfig {
  return { ...flash, build: input.dp <= 4 && input.nq <= 32 ? "tiny" : "lab", ...change };
}

/** A run of its own for a figure that seeks in it; freed when it is replaced. */
export function useRun(preset: string, change: Partial<RunConfig> = {}, quant: Partial<QuantChoice> = {}): Run | null {
  const [run, setRun] = useState<Run | null>(null);
  const key = JSON.stringify([preset, change, quant]);
  useEffect(() => {
    let stale = false;
    void (async () => {
      const [engine, input] = await Promise.all([hardware(), inputOf(preset, quant)]);
      if (!stale) setRun(engine.run(input, configOf(input, change)));
    })();
    return () => void (stale = true);
  }, [key]);
  useEffect(() => () => void (run && setTimeout(() => run.free(), 1000)), [run]);
  return run;
}

export const stillMotion = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Player {
  cycle: number;
  playing: boolean;
  go(cycle: number): void;
  toggle(): void;
}

/** Clocks 0 .. last; plays once by itself when `auto` and motion is wanted, else shows the end. */
export function usePlayer(last: number, perSecond: number, auto: boolean): Player {
  const [cycle, setCycle] = useState(0);
  const [playing, setPlaying] = useState(false);
  const now = useRef(0);
  const go = (to: number) => {
    now.current = Math.min(last, Math.max(0, Math.round(to)));
    setCycle(now.current);
  };
  useEffect(() => {
    if (last <= 0) return;
    if (auto && !stillMotion()) {
      go(0);
      setPlaying(true);
    } else go(last);
  }, [last]);
  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let before = performance.now();
    let exact = now.current;
    const tick = (time: number) => {
      exact += (Math.min(100, time - before) / 1000) * perSecond;
      before = time;
      go(exact);
      if (now.current >= last) setPlaying(false);
      else frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, last, perSecond]);
  return {
    cycle,
    playing,
    go: (to) => {
      setPlaying(false);
      go(to);
    },
    toggle: () => {
      if (!playing && now.current >= last) go(0);
      setPlaying(!playing);
    },
  };
}

export function Transport({ player, last }: { player: Player; last: number }) {
  return (
    <div class="transport">
      <button type="button" onClick={player.toggle}>{player.playing ? "Pause" : player.cycle >= last ? "Play again" : "Play"}</button>
      <input type="range" min={0} max={last} value={player.cycle} aria-label="Clock"
        onInput={(event) => player.go(Number(event.currentTarget.value))} />
      <span class="num clock">clock {count(player.cycle)}</span>
    </div>
  );
}

interface SelectProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange(value: T): void;
}
export function Select<T extends string | number>({ label, value, options, onChange }: SelectProps<T>) {
  return (
    <label class="choice">
      {label}
      <select value={String(value)} onChange={(event) => onChange(options[event.currentTarget.selectedIndex]![0])}>
        {options.map(([one, text]) => <option key={one} value={String(one)}>{text}</option>)}
      </select>
    </label>
  );
}
export function Check({ label, value, onChange }: { label: string; value: boolean; onChange(value: boolean): void }) {
  return (
    <label class="choice">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
    </label>
  );
}

interface FrameProps {
  name: string;
  preset: string;
  runs: readonly { run: Run; title: string }[];
  /** of the link into the app and of the comparison; the end where it is left out */
  cycle?: number | undefined;
  level: number;
  row?: number | undefined;
  tile?: number | undefined;
  children: ComponentChildren;
}

/** A figure, and below it: RTL against golden, the way into the app, and the ways out. */
export function Frame({ name, preset, runs, cycle, level, row, tile, children }: FrameProps) {
  const figure = useRef<HTMLDivElement>(null);
  const first = runs[0]!.run;
  const clock = Math.min(cycle ?? first.cycles - 1, first.cycles - 1);
  const save = async (kind: "svg" | "png") => {
    const { savePictures } = await import("../exports/picture");
    await savePictures(figure.current!, `tinyattention-${name}`, kind);
  };
  return (
    <div class="frame">
      <div class="frame-figure" ref={figure}>{children}</div>
      <p class="frame-foot">
        <span class="badges">
          {runs.map(({ run, title }) => {
            const badge = run.badge(Math.min(cycle ?? run.cycles - 1, run.cycles - 1));
            const same = badge.equal === badge.compared;
            return (
              <span key={title} class={`badge${same ? "" : " wrong"}`} data-badge={same ? "equal" : "different"}>
                {runs.length > 1 ? `${title}: ` : ""}
                {!same ? "RTL ≠ golden ✗ " : badge.compared ? "RTL = golden ✓ " : "RTL and golden: "}
                <span class="num" {...sourceAttributes("badge")}>{count(badge.equal)}</span> of{" "}
                <span class="num" {...sourceAttributes("badge")}>{count(badge.compared)}</span> tiles{badge.compared ? "" : " so far"}
              </span>
            );
          })}
        </span>
        <span class="ways no-print">
          <a href={`${siteRoot().href}app/${hashOf({ preset, config: first.config, clock, level, row, tile })}`}>open in the app</a>
          <button type="button" onClick={() => void save("svg")} aria-label={`Save ${name} as SVG`}>SVG</button>
          <button type="button" onClick={() => void save("png")} aria-label={`Save ${name} as PNG`}>PNG</button>
        </span>
      </p>
    </div>
  );
}

export const Wait = () => <p class="island-wait">Loading the hardware …</p>;
