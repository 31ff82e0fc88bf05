// SPDX-License-Identifier: MIT
//
// The state of the page as a link: version first, then one part each. Every part is read on its
// own; one that cannot be read is named and takes its default.

import { deflateSync, inflateSync } from "fflate";
import * as v from "valibot";
import type { FieldName, QuantChoice, RunConfig } from "../engine/types";
import { field } from "../generated/spec";
import type { Level } from "./view";

export const linkVersion = 1;
/** Own tensors up to this many characters stand in the link, larger ones by their checksum. */
export const inlineLimit = 4096;

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** One element of Q, K or V that was changed in the editor. */
export interface Edit {
  tensor: "q" | "k" | "v";
  row: number;
  column: number;
  value: number;
}

export type Source =
  | { kind: "preset"; name: string }
  | { kind: "inline"; files: NamedBytes[] }
  /** of the files' bytes in the order of their names */
  | { kind: "file"; checksum: string; names: string[] };

/** A value of the record; at: its clock, null: the present one. */
export interface Inspected {
  name: FieldName;
  index: number;
  at: number | null;
}

export interface LinkState {
  source: Source;
  /** of a file with several sets of q, k and v */
  layer: number;
  /** of a file with several heads */
  head: number;
  edits: Edit[];
  quant: QuantChoice;
  /** null: that of the preset */
  config: RunConfig | null;
  /** null: from the beginning, playing */
  clock: number | null;
  level: Level;
  /** null: that of the preset */
  row: number | null;
  tile: number | null;
  element: number;
  inspect: Inspected | null;
  /** window of the timeline, clocks [from, to); null: the whole run */
  window: [number, number] | null;
  /** machines beside that of the run on level 4; null: its own in the other mode */
  others: RunConfig[] | null;
}

export function defaultState(): LinkState {
  return {
    source: { kind: "preset", name: "trophy-l3h1" },
    layer: 0,
    head: 0,
    edits: [],
    quant: { quant: "channel", smooth: "kv" },
    config: null,
    clock: null,
    level: 3,
    row: null,
    tile: null,
    element: 0,
    inspect: null,
    window: null,
    others: null,
  };
}

/** "lab.flash.16.no.1.1.10": build, mode, rows, causal offset or no, overlap, stream, latency. */
function configText(c: RunConfig): string {
  return [c.build, c.mode, c.qRows, c.causal ? c.offset : "no", +c.overlap, +c.stream, c.latency].join(".");
}

function configOf(text: string): RunConfig {
  const m = /^(tiny|lab)\.(flash|naive)\.(4|8|16|32)\.(no|-?\d{1,2})\.([01])\.([01])\.(\d{1,2})$/.exec(text);
  if (!m || +m[7]! > 64) throw new Error(`"${text}" is no machine`);
  return {
    build: m[1] as RunConfig["build"],
    mode: m[2] as RunConfig["mode"],
    qRows: +m[3]!,
    causal: m[4] !== "no",
    offset: m[4] === "no" ? 0 : +m[4]!,
    overlap: m[5] === "1",
    stream: m[6] === "1",
    latency: +m[7]!,
  };
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

/** Names (length, characters) and bytes (length, bytes) one after the other, deflated. */
export function packFiles(files: readonly NamedBytes[]): string {
  const parts: Uint8Array[] = [];
  const number = (n: number) => parts.push(new Uint8Array([n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24]));
  for (const { name, bytes } of files) {
    const text = new TextEncoder().encode(name);
    number(text.length);
    parts.push(text);
    number(bytes.length);
    parts.push(bytes);
  }
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return toBase64Url(deflateSync(all, { level: 9 }));
}

/** Throws where the text was cut or changed. */
export function unpackFiles(text: string): NamedBytes[] {
  const all = inflateSync(fromBase64Url(text));
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  const files: NamedBytes[] = [];
  let at = 0;
  const take = () => {
    const length = view.getUint32(at, true);
    at += 4;
    if (at + length > all.length) throw new RangeError("cut short");
    at += length;
    return all.slice(at - length, at);
  };
  while (at < all.length) files.push({ name: new TextDecoder("utf-8", { fatal: true }).decode(take()), bytes: take() });
  if (files.length === 0) throw new RangeError("empty");
  return files;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

/** CRC-32 of the bytes in the order of the files' names, and their number: "1a2b3c4d-4096". */
export function checksum(files: readonly NamedBytes[]): string {
  let crc = 0xffffffff;
  let size = 0;
  for (const { bytes } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8);
    size += bytes.length;
  }
  return `${(~crc >>> 0).toString(16).padStart(8, "0")}-${size}`;
}

/** How the files go into a link: themselves when small enough, else by checksum. */
export function sourceOf(files: readonly NamedBytes[]): Source {
  const size = files.reduce((sum, file) => sum + file.bytes.length, 0);
  if (size <= 64 * inlineLimit && packFiles(files).length <= inlineLimit) return { kind: "inline", files: [...files] };
  return { kind: "file", checksum: checksum(files), names: files.map((file) => file.name) };
}

const quantNames = ["tensor", "head", "channel"] as const;
const smoothNames = ["none", "k", "kv"] as const;

/** The fragment, without "#". */
export function encode(state: LinkState): string {
  const parts = [`v=${linkVersion}`];
  const put = (name: string, value: string | number) => parts.push(`${name}=${value}`);
  const { source, config } = state;
  if (source.kind === "preset") put("head", encodeURIComponent(source.name));
  else if (source.kind === "inline") put("tensors", packFiles(source.files));
  else put("file", [source.checksum, ...source.names.map(encodeURIComponent)].join(":"));
  if (source.kind !== "preset" && state.layer > 0) put("layer", state.layer);
  if (source.kind !== "preset" && state.head > 0) put("index", state.head);
  if (state.edits.length)
    put("edits", state.edits.map((e) => `${e.tensor}.${e.row}.${e.column}.${e.value}`).join("~"));
  put("quant", `${state.quant.quant}.${state.quant.smooth}`);
  if (config) {
    put("build", config.build);
    put("mode", config.mode);
    put("rows", config.qRows);
    put("causal", config.causal ? config.offset : "no");
    put("overlap", config.overlap ? 1 : 0);
    put("stream", config.stream ? 1 : 0);
    put("latency", config.latency);
  }
  if (state.clock !== null) put("clock", state.clock);
  put("level", state.level);
  if (state.row !== null) put("row", state.row);
  if (state.tile !== null) put("tile", state.tile);
  if (state.element) put("element", state.element);
  if (state.inspect) put("show", [state.inspect.name, state.inspect.index, ...(state.inspect.at === null ? [] : [state.inspect.at])].join("."));
  if (state.window) put("window", state.window.join("-"));
  if (state.others) put("with", state.others.map(configText).join("~"));
  return parts.join("&");
}

const whole = (low: number, high: number) =>
  v.pipe(
    v.string(),
    v.regex(/^-?\d{1,9}$/, "not a whole number"),
    v.transform(Number),
    v.minValue(low, `below ${low}`),
    v.maxValue(high, `above ${high}`),
  );
const flag = v.pipe(
  v.picklist(["0", "1"], "not 0 or 1"),
  v.transform((text) => text === "1"),
);
/** What a reader of a part throws becomes the part's issue. */
const reader = <T>(read: (text: string) => T) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, T>(({ dataset, addIssue, NEVER }) => {
      try {
        return read(dataset.value);
      } catch (error) {
        addIssue({ message: error instanceof Error ? error.message : String(error) });
        return NEVER;
      }
    }),
  );

const parts = {
  head: v.pipe(reader(decodeURIComponent), v.regex(/^[\w.-]{1,64}$/, "not a name")),
  tensors: reader((text) => {
    if (text.length > inlineLimit) throw new Error(`more than ${inlineLimit} characters`);
    try {
      return unpackFiles(text);
    } catch {
      throw new Error("the tensors in it were cut or changed");
    }
  }),
  file: reader((text) => {
    const [sum = "", ...names] = text.split(":");
    if (!/^[0-9a-f]{8}-\d{1,9}$/.test(sum) || names.length === 0) throw new Error("no checksum with names");
    return { checksum: sum, names: names.map(decodeURIComponent) };
  }),
  layer: whole(0, 999),
  index: whole(0, 999),
  edits: reader((text) =>
    text.split("~").map((one): Edit => {
      const match = /^([qkv])\.(\d{1,4})\.(\d{1,4})\.(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/.exec(one);
      if (!match) throw new Error(`"${one}" is no tensor.row.column.value`);
      return { tensor: match[1] as Edit["tensor"], row: +match[2]!, column: +match[3]!, value: +match[4]! };
    }),
  ),
  quant: reader((text): QuantChoice => {
    const [quant, smooth] = text.split(".");
    const found = { quant: quantNames.find((name) => name === quant), smooth: smoothNames.find((name) => name === smooth) };
    if (!found.quant || !found.smooth) throw new Error(`not one of ${quantNames.join(", ")}, a point, and one of ${smoothNames.join(", ")}`);
    return found as QuantChoice;
  }),
  build: v.picklist(["tiny", "lab"] as const, "not tiny or lab"),
  mode: v.picklist(["flash", "naive"] as const, "not flash or naive"),
  rows: v.pipe(
    whole(4, 32),
    v.check((n) => [4, 8, 16, 32].includes(n), "not one of 4, 8, 16, 32"),
  ),
  causal: v.union([
    v.pipe(v.literal("no"), v.transform(() => null)),
    whole(-64, 64),
  ], "neither no nor an offset from -64 to 64"),
  overlap: flag,
  stream: flag,
  latency: whole(0, 64),
  clock: whole(0, 99_999_999),
  level: v.pipe(whole(1, 4), v.transform((n) => n as Level)),
  row: whole(0, 63),
  tile: whole(0, 15),
  element: whole(0, 7),
  show: reader((text) => {
    const match = /^([a-z0-9_]+\.[a-z0-9_]+)\.(\d{1,3})(?:\.(\d{1,8}))?$/.exec(text);
    if (!match || !(match[1]! in field)) throw new Error("no value of the state record");
    return { name: match[1] as FieldName, index: +match[2]!, at: match[3] === undefined ? null : +match[3] };
  }),
  with: reader((text): RunConfig[] => {
    const list = text === "" ? [] : text.split("~").map(configOf);
    if (list.length > 2) throw new Error("more than two machines");
    return list;
  }),
  window: reader((text): [number, number] => {
    const match = /^(\d{1,8})-(\d{1,8})$/.exec(text);
    if (!match || +match[1]! >= +match[2]!) throw new Error("no two clocks");
    return [+match[1]!, +match[2]!];
  }),
};
type Part = keyof typeof parts;

/** Reads a fragment (with or without "#"). problems: what could not be restored, one sentence each. */
export function decode(fragment: string): { state: LinkState; problems: string[] } {
  const state = defaultState();
  const problems: string[] = [];
  const text = fragment.replace(/^#/, "");
  if (text === "") return { state, problems };
  const entries = text.split("&").map((part): [string, string] => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  });
  const [first, ...rest] = entries;
  if (first![0] !== "v" || first![1] !== String(linkVersion)) {
    problems.push(
      first![0] === "v"
        ? `The link is of version ${first![1]}; this page reads version ${linkVersion}. Nothing of it was restored.`
        : "The link does not begin with its version. Nothing of it was restored.",
    );
    return { state, problems };
  }
  const found: { [P in Part]?: v.InferOutput<(typeof parts)[P]> } = {};
  for (const [name, value] of rest) {
    if (!(name in parts)) {
      problems.push(`"${name}" is no part of a link.`);
      continue;
    }
    const result = v.safeParse(parts[name as Part], value);
    if (result.success) Object.assign(found, { [name]: result.output });
    else problems.push(`"${name}" was not restored: ${result.issues[0].message}.`);
  }
  if (found.tensors) state.source = { kind: "inline", files: found.tensors };
  else if (found.file) state.source = { kind: "file", ...found.file };
  else if (found.head) state.source = { kind: "preset", name: found.head };
  state.layer = found.layer ?? 0;
  state.head = found.index ?? 0;
  state.edits = found.edits ?? [];
  state.quant = found.quant ?? state.quant;
  if (found.build || found.mode || found.rows !== undefined)
    state.config = {
      build: found.build ?? "lab",
      mode: found.mode ?? "flash",
      qRows: found.rows ?? 16,
      causal: found.causal !== undefined && found.causal !== null,
      offset: found.causal ?? 0,
      overlap: found.overlap ?? true,
      stream: found.stream ?? true,
      latency: found.latency ?? 10,
    };
  state.clock = found.clock ?? null;
  state.level = found.level ?? state.level;
  state.row = found.row ?? null;
  state.tile = found.tile ?? null;
  state.element = found.element ?? 0;
  state.inspect = found.show ?? null;
  state.window = found.window ?? null;
  state.others = found.with ?? null;
  return { state, problems };
}
