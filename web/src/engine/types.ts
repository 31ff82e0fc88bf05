// SPDX-License-Identifier: MIT
//
// What the page knows of the WebAssembly module: plain data and pure reads. Everything in here
// is computed in C or read from the RTL's debug port; module.ts alone touches the memory.

import type { field } from "../generated/spec";

export type FieldName = keyof typeof field;
export type BuildName = "tiny" | "lab";

/** Run-time configuration of the engine (spec/config.def), apart from the sizes of the input. */
export interface RunConfig {
  build: BuildName;
  mode: "flash" | "naive";
  /** FLASH: rows of a block, A, 2A, 4A or 8A */
  qRows: number;
  causal: boolean;
  /** causal: key j is visible to query i when j <= i + offset */
  offset: number;
  overlap: boolean;
  stream: boolean;
  /** memory latency in cycles, 0..64 */
  latency: number;
}

export interface QuantChoice {
  quant: "tensor" | "head" | "channel";
  smooth: "none" | "k" | "kv";
}

/** A preset or a real head that the project ships (host/presets.h). */
export interface Preset {
  name: string;
  title: string;
  point: string;
  text: string | null;
  tokens: readonly string[] | null;
  source: string | null;
  layer: number;
  head: number;
  n: number;
  d: number;
  causal: boolean;
}

/** Q, K and V of one head, quantized; lives in the module until free(). */
export interface Input {
  readonly nq: number;
  readonly nk: number;
  /** head dimension as given, of Q and K, and of V */
  readonly d: number;
  readonly dv: number;
  /** padded: what the engine runs with */
  readonly dp: number;
  readonly tokens: readonly string[] | null;
  /** names of the sets of Q, K and V in a safetensors file, "" where they are just q, k and v; none of other inputs */
  readonly layers: readonly string[];
  /** number of the one that was read */
  readonly layer: number;
  readonly heads: number;
  readonly head: number;
  /** what was read, for the reader: "12 heads x 50 tokens x 32, float16" */
  readonly description: string;
  readonly isInt8: boolean;
  readonly quant: QuantChoice;
  /** factor of Q K^T before the softmax, as given; an edited copy is made with it */
  readonly softmaxScale: number;
  /** UQ4.20 */
  readonly cfgScale: number;
  /** tensor as given (float; NaN-free), row-major (n, d) */
  given(tensor: "q" | "k" | "v"): Float64Array;
  /** quantized, row-major (n, dp) */
  int8(tensor: "q" | "k" | "v"): Int8Array;
  free(): void;
}

/** Thrown by everything that reads outside input: the message names file, field, found, expected. */
export class InputError extends Error {}

/** Where a field lies in a record (sim/record.h). */
export interface FieldInfo {
  name: FieldName;
  group: string;
  /** the format as written, "Q8.8" */
  format: string;
  bits: number;
  count: number;
  signed: boolean;
  fraction: number;
  /** first word of the record */
  offset: number;
  /** RTL signal, relative to ta_engine */
  signal: string;
  meaning: string;
  /** file under rtl/ and line that drives the signal */
  file: string;
  line: number;
}

/** One value for the reader, worked out in C from the raw integer. */
export interface Shown {
  raw: number;
  /** "0x0280", as many digits as the format has */
  hex: string;
  /** "Q8.8" */
  format: string;
  /** "2.5" */
  text: string;
  value: number;
}

/** What one row met at one key tile, taken from the debug port at the cycles it happened. */
export interface RowStep {
  /** cycle of z.valid, m.valid, p.valid, l.valid, last o.valid; -1: not yet or never */
  zCycle: number;
  mCycle: number;
  pCycle: number;
  lCycle: number;
  oCycle: number;
  /** raw integers: logits Q8.8 (A), visibility (A), m before and after, alpha UQ1.15, P UQ1.PF (A), l * 2^12 */
  z: Int32Array;
  mask: Int32Array;
  mOld: number;
  mNew: number;
  alpha: number;
  p: Int32Array;
  l: number;
}

/** A word that crossed the memory port. */
export interface Move {
  cycle: number;
  write: boolean;
  /** number in bursts of spec.ts */
  kind: number;
  /** byte address, bytes moved */
  address: number;
  bytes: number;
}

/** One value a cycle for the whole run, index = cycle. */
export interface Tracks {
  /** 0: no word moved, else 1 + kind of bursts */
  port: Uint8Array;
  /** cause of stalls, as the ledger: 0 = compute */
  mm1: Uint8Array;
  mm2: Uint8Array;
  /** 1: a row enters */
  softmax: Uint8Array;
  store: Uint8Array;
  /** number in phases */
  phase: Uint8Array;
}

export type EventKind = "maxRises" | "tile" | "rowGroup" | "block" | "tileSkipped" | "stall" | "store";

export interface Metrics {
  max: number;
  meanAbs: number;
  rmse: number;
  relL1: number;
  cosine: number;
  maxVLsb: number;
}

export interface RunResult {
  /** names of spec.ts counters -> value */
  counters: Record<string, number>;
  /** clocks by cause (spec.ts stalls), of MM1 and of MM2 */
  stalls: { mm1: number[]; mm2: number[] };
  /** (mm1_macs + mm2_macs) / (2 A^2 cycles) */
  utilization: number;
  /** closed form of this configuration, and of NAIVE on the same input: bytes */
  bytes: number;
  bytesPredicted: number;
  bytesNaive: number;
  cyclesPredicted: number;
  cyclesNaive: number;
  bufferBytes: number;
  bitExact: boolean;
  error: { total: Metrics | null; quantization: Metrics | null; datapath: Metrics };
  /** Q8.8 raw, (nq, dp) */
  out: Int16Array;
  /** raw */
  m: Int16Array;
  /** l * 2^12 */
  l: Float64Array;
}

/** Comparison of the RTL with the golden model, tile by tile. */
export interface Badge {
  compared: number;
  equal: number;
  /** null while all are equal */
  first: {
    cycle: number;
    block: number;
    tile: number;
    row: number;
    signal: string;
    expected: Shown;
    got: Shown;
  } | null;
}

/**
 * One run of the compiled RTL: simulated once from reset to the end when it is made, with
 * checkpoints, so that any cycle can be shown again.
 */
export interface Run {
  readonly config: RunConfig;
  readonly input: Input;
  /** lanes */
  readonly a: number;
  readonly fields: readonly FieldInfo[];
  /** cycles that can be shown: 0 .. cycles - 1; the last shows done */
  readonly cycles: number;
  readonly tracks: Tracks;
  readonly result: RunResult;
  /** sorted by cycle */
  readonly moves: readonly Move[];

  /** The state of this cycle becomes the present one. */
  seek(cycle: number): void;
  readonly cycle: number;
  /** The present record; valid until the next seek. */
  readonly record: Int32Array;
  /** raw integer of the present record */
  get(name: FieldName, index?: number): number;
  shown(name: FieldName, index?: number): Shown;
  /** Formats any raw integer as the field does. */
  format(name: FieldName, raw: number): Shown;

  /** Step of a query row at a key tile; null: this row never sees the tile (skipped). */
  step(row: number, tile: number): RowStep | null;
  /** Cycle of the next (direction 1) or previous (-1) event from a cycle; -1: none. */
  event(kind: EventKind, from: number, direction: 1 | -1): number;
  /** Comparison up to and including a cycle. */
  badge(cycle: number): Badge;
  /** Weights of attention as they stand at a cycle: P 2^(m_then - m_now) / l; (nq, nk), 0 where not met. */
  heatmap(cycle: number): Float32Array;
  /** Weights by float attention on the given tensors, (nq, nk). */
  floatWeights(): Float64Array;
  /** Float attention's output on the given tensors (nq, dv), and this run's output dequantized (nq, dv). */
  floatOut(): Float64Array;
  out(): Float64Array;
  /** exp2 of a Q8.8 difference <= 0 as the unit does it: integer shift, 8-bit table index, table entry, result. */
  exp2(rawDifference: number): { shift: number; index: number; entry: number; result: number; value: number };
  /** Two-pass softmax of the same row in float: maximum, sum, weights, over the first `keys` keys. */
  twoPass(row: number, keys: number): { max: number; sum: number; weights: Float64Array };

  /** The one sentence of this cycle, generated from the state; level 1..4 and what is selected. */
  sentence(level: number, row: number): string;

  /** Bytes in memory: what it holds at the present cycle, with which words were moved until now. */
  exportFile(format: "vcd" | "perfetto" | "jsonl" | "csv" | "json"): Uint8Array;
  /** The command that reproduces the run. */
  command(): string;
  free(): void;
}

/** Bytes, cycles and buffer of a configuration by the closed forms. */
export interface Prediction {
  bytes: number;
  cycles: number;
  bufferBytes: number;
  utilization: number;
}

export interface Engine {
  readonly presets: readonly Preset[];
  /** MHz of the recorded place and route (evidence/), for times. */
  readonly clockMhz: number;
  preset(name: string, quant?: Partial<QuantChoice>): Promise<Input>;
  /** One safetensors file, or three .npy; or one .npy at a time into a set. Throws InputError. */
  files(files: { name: string; bytes: Uint8Array }[], quant?: Partial<QuantChoice>, scale?: number, head?: number, layer?: number): Input;
  /** Float matrices, row-major; throws InputError. */
  matrices(q: Float64Array, k: Float64Array, v: Float64Array, nq: number, nk: number, d: number,
           quant?: Partial<QuantChoice>, scale?: number): Input;
  /** Throws InputError where the configuration is refused. */
  run(input: Input, config: RunConfig): Run;
  predict(nq: number, nk: number, d: number, config: RunConfig): Prediction;
}
