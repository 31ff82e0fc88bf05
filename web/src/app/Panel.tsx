// SPDX-License-Identifier: MIT
//
// What is measured beside the picture: the comparison with the golden model, bytes, cycles,
// utilisation, stalls, error, and the selected value with the line that drives it.
import { useEffect, useMemo, useState } from "preact/hooks";
import { stalls } from "../generated/spec";
import { StallPatterns, stallFill, stallName } from "../figures/causes";
import type { FieldName, Run, Shown } from "../engine/types";
import * as s from "./store";
import { count, percent, time } from "./format";
import { moved } from "../views/memory";
import { fieldAttributes, sourceAttributes } from "./view";

export function Badge() {
  const run = s.run.value!;
  const badge = run.badge(s.cycle.value);
  const { first } = badge;
  return (
    <section class={`badge ${first ? "differs" : "same"}`} id="badge" aria-labelledby="badge-title">
      <h2 id="badge-title">
        RTL {first ? "≠" : "≡"} golden
        {badge.compared > 0 && (
          <svg viewBox="0 0 16 16" width="15" height="15" aria-hidden="true">
            <path d={first ? "M3 3l10 10M13 3L3 13" : "M2.5 8.5l3.5 3.5 7.5-8"} />
          </svg>
        )}
      </h2>
      <p>
        <span class="num" {...sourceAttributes("badge")} data-raw={badge.equal}>{count(badge.equal)}</span> of{" "}
        <span class="num" {...sourceAttributes("badge")} data-raw={badge.compared}>{count(badge.compared)}</span> tiles equal so far{badge.compared === 0 && "; none is complete"}
      </p>
      {first && (
        <div class="difference" role="alert">
          <p>
            First difference: clock <span class="num">{first.cycle}</span>, row {first.row}, tile {first.tile}, <code>{first.signal}</code>
          </p>
          <dl>
            <dt>golden</dt><dd class="num">{first.expected.hex} = {first.expected.text}</dd>
            <dt>RTL</dt><dd class="num">{first.got.hex} = {first.got.text}</dd>
          </dl>
          <button type="button" onClick={() => { s.scrub(first.cycle); s.select({ row: first.row, tile: first.tile }); }}>show it</button>
        </div>
      )}
    </section>
  );
}

function Counter({ label, run, limit, closed }: { label: string; run: Run | null; limit: number; closed: number }) {
  const bytes = run ? moved(run) : null;
  return (
    <div class="counter">
      <span class="name">{label}</span>
      {bytes === null
        ? <span class="num value">…</span>
        : <output class="num value" {...sourceAttributes("count.value.1+2")} data-mode={run!.config.mode} data-raw={bytes}>{count(bytes)}</output>}
      <span class="of num" title="closed form" {...sourceAttributes("closed form")} data-raw={closed}>{count(closed)}</span>
      <span class="meter" aria-hidden="true">
        <span class="whole" style={{ width: `${(100 * closed) / limit}%` }} />
        <span class="part" style={{ width: `${(100 * (bytes ?? 0)) / limit}%` }} />
      </span>
    </div>
  );
}

/** Both machines; the other one stands at the same share of its own run, beside level 4 at the same clock as there. */
function pair() {
  const run = s.run.value!;
  const twin = s.twin.value;
  const clock = s.cycle.value;
  const atClock = s.level.value === 4;
  if (twin) twin.seek(atClock ? clock : Math.round((clock / Math.max(1, run.cycles - 1)) * (twin.cycles - 1)));
  const flash = run.config.mode === "flash" ? run : twin;
  const naive = run.config.mode === "naive" ? run : twin;
  const { result } = run;
  const flashBytes = run.config.mode === "flash" ? result.bytesPredicted : (twin?.result.bytesPredicted ?? 0);
  return { flash, naive, result, flashBytes, atClock };
}

/** The counters in one line, for narrow screens. */
export function BytesLine() {
  const { flash, naive } = pair();
  const one = (name: string, run: Run | null) => (
    <span>{name} <span class="num" {...sourceAttributes("count.value.1+2")} data-mode={run?.config.mode} data-raw={run ? moved(run) : ""}>{run ? count(moved(run)) : "…"}</span></span>
  );
  return <p class="bytes-line">bytes moved: {one("FLASH", flash)} {one("NAIVE", naive)}</p>;
}

export function Bytes() {
  const { flash, naive, result, flashBytes, atClock } = pair();
  const limit = Math.max(flashBytes, result.bytesNaive);
  return (
    <section class="bytes" aria-labelledby="bytes-title">
      <h2 id="bytes-title">Bytes to and from memory</h2>
      <Counter label="FLASH" run={flash} limit={limit} closed={flashBytes} />
      <Counter label="NAIVE" run={naive} limit={limit} closed={result.bytesNaive} />
      {flashBytes > 0 && (
        <p class="headline">
          <output class="num" id="ratio" {...sourceAttributes("bytesNaive/bytesPredicted")}>{(result.bytesNaive / flashBytes).toFixed(1)}</output> times fewer,
          <span> same input; counters {atClock ? "at the same clock" : "at the same share of each run"}</span>
        </p>
      )}
    </section>
  );
}

function Stalls({ label, clocks, cycles, tensor }: { label: string; clocks: number[]; cycles: number; tensor: string }) {
  let x = 0;
  const width = 150;
  return (
    <div class="stalls">
      <span class="name">{label}</span>
      <svg viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" width={width} height="10" role="img"
        aria-label={clocks.map((n, i) => `${stallName(i)} ${n}`).join(", ")}>
        <StallPatterns of={`st-${label}`} />
        {clocks.map((n, i) => {
          const from = x;
          x += (n / cycles) * width;
          const fill = stallFill(`st-${label}`, i, `var(--${tensor})`);
          return <rect key={i} x={from} y="0" width={x - from} height="10" style={{ fill }}><title>{stalls[i]![1]}: {n}</title></rect>;
        })}
        <rect class="edge" x=".5" y=".5" width={width - 1} height="9" />
      </svg>
      <span class="num" {...sourceAttributes("stalls")} data-raw={clocks[0]}>{count(clocks[0] ?? 0)}</span>
    </div>
  );
}

export function Meters() {
  const run = s.run.value!;
  const { result } = run;
  const { counters: totals, error } = result;
  const cycles = totals["cycles"] ?? run.cycles;
  const mhz = s.engine.value!.clockMhz;
  const quantization = error.quantization?.relL1 ?? null;
  const path = error.datapath.relL1;
  const top = Math.max(quantization ?? 0, path, 1e-9);
  return (
    <section class="meters" aria-labelledby="meters-title">
      <h2 id="meters-title">This run</h2>
      <dl>
        <dt title="Counted from go to done. The timeline also has the clocks of go and of done themselves.">cycles</dt>
        <dd>
          <span class="num" {...sourceAttributes("counters.cycles")} data-raw={cycles}>{count(cycles)}</span>
          {result.cyclesNaive > 0 && run.config.mode === "flash" && <span class="aside">naive <span class="num" {...sourceAttributes("cyclesNaive")} data-raw={result.cyclesNaive}>{count(result.cyclesNaive)}</span></span>}
        </dd>
        {mhz > 0 && <dt>on the FPGA</dt>}
        {mhz > 0 && <dd><span class="num" {...sourceAttributes("cycles/clockMhz")}>{time(cycles, mhz)}</span><span class="aside">at <span class="num" {...sourceAttributes("clockMhz")}>{mhz}</span> MHz</span></dd>}
        <dt>arrays used</dt>
        <dd><span class="num" {...sourceAttributes("utilization")} data-raw={result.utilization}>{percent(result.utilization)}</span></dd>
      </dl>
      <Stalls label="mm1" clocks={result.stalls.mm1} cycles={cycles} tensor="s" />
      <Stalls label="mm2" clocks={result.stalls.mm2} cycles={cycles} tensor="o" />
      <h3>Error of the output</h3>
      {quantization !== null && (
        <div class="bar"><span class="name">INT8 inputs</span><span class="meter"><span class="part" style={{ width: `${(100 * quantization) / top}%` }} /></span>
          <span class="num" {...sourceAttributes("error.quantization.relL1")} data-raw={quantization}>{percent(quantization)}</span></div>
      )}
      <div class="bar"><span class="name">datapath</span><span class="meter"><span class="part" style={{ width: `${(100 * path) / top}%` }} /></span>
        <span class="num" {...sourceAttributes("error.datapath.relL1")} data-raw={path}>{percent(path)}</span></div>
      <p class="note">Mean absolute, relative to float attention; {result.bitExact ? "every output bit is golden's." : "output differs from golden."}</p>
    </section>
  );
}

/** Address of the script, which lies in a folder beside rtl/. */
const here = import.meta.url;
const sources = new Map<string, Promise<string[]>>();
/** Lines of a file of rtl/, fetched when first asked for. */
function sourceLines(file: string): Promise<string[]> {
  let lines = sources.get(file);
  if (!lines) {
    lines = fetch(new URL(`../rtl/${file}`, here)).then(async (answer) => {
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      return (await answer.text()).split("\n");
    });
    lines.catch(() => sources.delete(file));
    sources.set(file, lines);
  }
  return lines;
}

function SourceLine({ file, line }: { file: string; line: number }) {
  const [state, setState] = useState<{ file: string; lines: string[] } | { file: string; error: string } | null>(null);
  useEffect(() => {
    let current = true;
    sourceLines(file).then(
      (lines) => current && setState({ file, lines }),
      (error: Error) => current && setState({ file, error: error.message }),
    );
    return () => void (current = false);
  }, [file]);
  if (!state || state.file !== file) return <p class="note">…</p>;
  if ("error" in state) return <p class="note">{state.error}</p>;
  const from = Math.max(0, line - 3);
  return (
    <pre class="source" tabIndex={0} aria-label={`${file}, lines ${from + 1} to ${line + 2}`}>
      {state.lines.slice(from, line + 2).map((text, i) => (
        <code key={i} class={from + i + 1 === line ? "here" : ""} data-line={from + i + 1}>
          <span class="number">{from + i + 1}</span>
          {text}
          {"\n"}
        </code>
      ))}
    </pre>
  );
}

/** A value that is inspected, as formatted in C, with its clock. */
function Details({ shown, clock }: { shown: Shown; clock: number }) {
  return (
    <p class="value">
      <span class="at">clock {count(clock)}</span>
      <span class="num hex">{shown.hex}</span> <span class="format">{shown.format}</span> = <output class="num real">{shown.text}</output>
    </p>
  );
}

/** What the drawing shows of another clock: the value that was pointed at. */
function Earlier({ run, chosen, at }: { run: Run; chosen: NonNullable<typeof s.inspected.value>; at: number }) {
  const raw = useMemo(() => s.rawAt(run, chosen, at), [run, chosen, at]);
  return (
    <div class="earlier" {...sourceAttributes("record")} data-raw={raw} data-like={chosen.name} data-at={at} data-index={chosen.index}>
      <Details shown={run.format(chosen.name, raw)} clock={at} />
    </div>
  );
}

export function Inspector() {
  const run = s.run.value!;
  s.cycle.value; // the record's clock
  const chosen = s.inspected.value;
  const info = chosen && run.fields.find((one) => one.name === chosen.name);
  return (
    <section class={`inspector ${info ? "open" : ""}`} id="inspector" aria-labelledby="inspector-title">
      <h2 id="inspector-title">Value</h2>
      {!chosen || !info
        ? <p class="note">Point at any value, or press <kbd>/</kbd> and type a signal's name.</p>
        : (
          <>
            <button type="button" class="close" aria-label="close" onClick={() => (s.inspected.value = null)}>×</button>
            <p class="name"><code>{info.name}</code>{info.count > 1 && <span class="num">[{chosen.index}]</span>}</p>
            {chosen.at !== null && chosen.at !== run.cycle && chosen.at < run.cycles && <Earlier run={run} chosen={chosen} at={chosen.at} />}
            <div class="present" {...fieldAttributes(run, chosen.name, chosen.index)}><Details shown={run.shown(chosen.name, chosen.index)} clock={run.cycle} /></div>
            <p class="meaning">{info.meaning}</p>
            {info.count > 1 && (
              <p class="step-element">
                <button type="button" onClick={() => s.inspect(chosen.name, (chosen.index + info.count - 1) % info.count, chosen.at)} aria-label="previous element">−</button>
                <span class="num">{chosen.index + 1} of {info.count}</span>
                <button type="button" onClick={() => s.inspect(chosen.name, (chosen.index + 1) % info.count, chosen.at)} aria-label="next element">+</button>
              </p>
            )}
            <p class="signal"><code>ta_engine.{info.signal}</code></p>
            <p class="place">driven at <code>{info.file}:{info.line}</code></p>
            <SourceLine file={info.file} line={info.line} />
          </>
        )}
    </section>
  );
}

/** Finds a value of the record by name, signal or meaning. */
export function Search() {
  const run = s.run.value!;
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = run.fields.filter((info) => {
    const all = `${info.name} ${info.signal} ${info.meaning}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const pick = (name: FieldName | undefined) => {
    if (!name) return;
    s.inspect(name, 0);
    s.sheet.value = null;
  };
  const active = Math.min(at, found.length - 1);
  return (
    <div class="search">
      <label for="search">Find a signal</label>
      <input
        id="search"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found[active] ? `found-${found[active]!.name}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        autoFocus
        onInput={(event) => { setText(event.currentTarget.value); setAt(0); }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            setAt(Math.max(0, Math.min(found.length - 1, active + (event.key === "ArrowDown" ? 1 : -1))));
          } else if (event.key === "Enter") pick(found[active]?.name);
        }}
      />
      <ul id="found" role="listbox" aria-label="Signals" tabIndex={-1}>
        {found.map((info, i) => (
          <li key={info.name} id={`found-${info.name}`} role="option" aria-selected={i === active}
            ref={(element) => { if (i === active) element?.scrollIntoView({ block: "nearest" }); }}
            onClick={() => pick(info.name)}>
            <code>{info.name}</code> <span>{info.meaning}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="note">No signal has that name.</p>}
    </div>
  );
}
