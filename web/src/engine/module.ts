// SPDX-License-Identifier: MIT
//
// The WebAssembly module (wasm/ta_wasm.h) behind the types of types.ts: the one file that
// touches its memory. It moves bytes and names; every number comes from C or from the record.

import { probes } from "../generated/probes";
import { bursts, field as fieldNumber } from "../generated/spec";
import type {
  Badge, BuildName, Engine, EventKind, FieldInfo, FieldName, Input, Metrics, Move, Prediction, Preset, QuantChoice,
  RowStep, Run, RunConfig, RunResult, Shown, Tracks,
} from "./types";
import { InputError } from "./types";

/** Where the module comes from: an address, or its bytes. */
export type Source = string | URL | ArrayBuffer | Uint8Array;

/** The tensors of a real head, by the preset's name: the bytes of a safetensors file. */
export type Heads = (name: string) => Promise<Uint8Array>;

type Pointer = number;

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  ta_alloc(bytes: number): Pointer;
  ta_release(memory: Pointer): void;
  ta_error_text(): Pointer;
  ta_clock_mhz(): number;
  ta_presets(): Pointer;
  ta_fields(build: number): Pointer;
  ta_shown(build: number, field: number, raw: number): Pointer;
  ta_predict(build: number, nq: number, nk: number, d: number, config: Pointer): Pointer;
  ta_exp2_parts(difference: number): Pointer;
  ta_input_preset(preset: number, quant: number, smooth: number): Pointer;
  ta_input_files(count: number, sizes: Pointer, bytes: Pointer, quant: number, smooth: number, scale: number,
                 layer: number, head: number, preset: number): Pointer;
  ta_input_matrices(nq: number, nk: number, d: number, q: Pointer, k: Pointer, v: Pointer, quant: number,
                    smooth: number, scale: number): Pointer;
  ta_input_about(input: Pointer): Pointer;
  ta_input_given(input: Pointer, tensor: number): Pointer;
  ta_input_int8(input: Pointer, tensor: number): Pointer;
  ta_input_free(input: Pointer): void;
  ta_run_new(input: Pointer, build: number, config: Pointer): Pointer;
  ta_run_free(run: Pointer): void;
  ta_run_again(run: Pointer): number;
  ta_run_result(run: Pointer): Pointer;
  ta_run_array(run: Pointer, array: number): Pointer;
  ta_run_seek(run: Pointer, cycle: number): Pointer;
  ta_run_step(run: Pointer, row: number, tile: number): Pointer;
  ta_run_event(run: Pointer, kind: number, from: number, direction: number): number;
  ta_run_badge(run: Pointer, cycle: number): Pointer;
  ta_run_heatmap(run: Pointer, cycle: number): Pointer;
  ta_run_float_weights(run: Pointer): Pointer;
  ta_run_float_out(run: Pointer): Pointer;
  ta_run_value(run: Pointer): Pointer;
  ta_run_two_pass(run: Pointer, row: number, keys: number): Pointer;
  ta_run_sentence(run: Pointer, level: number, row: number): Pointer;
  ta_run_export(run: Pointer, format: number): number;
  ta_run_command(run: Pointer): Pointer;
}

/** Rows of builds.def, enum ta_quant, enum ta_smooth, enum ta_run_array, enum ta_run_event, formats. */
const BUILD: Record<BuildName, number> = { tiny: 0, lab: 2 };
const QUANT = ["tensor", "head", "channel"] as const;
const SMOOTH = ["none", "k", "kv"] as const;
const TRACK = { port: 0, mm1: 1, mm2: 2, softmax: 3, store: 4, phase: 5 } as const;
const MOVES = 6, OUT = 7, MAXIMA = 8, SUMS = 9;
const EVENT: Record<EventKind, number> =
  { maxRises: 0, tile: 1, rowGroup: 2, block: 3, tileSkipped: 4, stall: 5, store: 6 };
const FORMAT = { vcd: 0, perfetto: 1, jsonl: 2, csv: 3, json: 4 } as const;
const TENSOR = { q: 0, k: 1, v: 2 } as const;

class Module {
  private written: Uint8Array[] | null = null;

  private constructor(readonly c: Exports) {}

  static async load(source: Source): Promise<Module> {
    let memory: WebAssembly.Memory | undefined;
    let self: Module | undefined;
    const view = () => new DataView(memory!.buffer);
    // What the C library calls; files do not exist, descriptor 1 collects an exported file.
    const wasi = {
      fd_close: () => 0,
      fd_seek: () => 70,
      fd_fdstat_get: () => 8,
      fd_write(descriptor: number, vectors: Pointer, count: number, total: Pointer) {
        let n = 0;
        for (let i = 0; i < count; i++) {
          const at = view().getUint32(vectors + 8 * i, true), size = view().getUint32(vectors + 8 * i + 4, true);
          if (descriptor === 1) self?.written?.push(new Uint8Array(memory!.buffer, at, size).slice());
          n += size;
        }
        view().setUint32(total, n, true);
        return 0;
      },
    };
    const imports: WebAssembly.Imports = { wasi_snapshot_preview1: wasi };
    let instance: WebAssembly.Instance;
    if (typeof source === "string" || source instanceof URL) {
      const response = await fetch(source);
      if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
      const typed = response.headers.get("content-type")?.startsWith("application/wasm");
      instance = (typed ? await WebAssembly.instantiateStreaming(response, imports)
                        : await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
    } else {
      instance = (await WebAssembly.instantiate(source as BufferSource, imports)).instance;
    }
    const c = instance.exports as unknown as Exports;
    memory = c.memory;
    self = new Module(c);
    c._initialize();
    return self;
  }

  get buffer(): ArrayBuffer {
    return this.c.memory.buffer;
  }

  text(at: Pointer): string {
    const bytes = new Uint8Array(this.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** The pointer, unless it says that the call failed. */
  checked(at: Pointer): Pointer {
    if (at === 0) throw new InputError(this.text(this.c.ta_error_text()));
    return at;
  }

  json<T>(at: Pointer): T {
    return JSON.parse(this.text(this.checked(at))) as T;
  }

  f64(at: Pointer, n: number): Float64Array {
    return new Float64Array(this.buffer, this.checked(at), n).slice();
  }

  /** Calls with arguments that lie in the module's memory. */
  with<T>(parts: readonly Uint8Array[], call: (...at: Pointer[]) => T): T {
    const sizes = parts.map((part) => (part.byteLength + 7) & ~7);
    const base = this.c.ta_alloc(sizes.reduce((sum, size) => sum + size, 0));
    if (base === 0) throw new InputError("not enough memory");
    try {
      let at = base;
      const places = parts.map((part, i) => {
        new Uint8Array(this.buffer, at, part.byteLength).set(part);
        at += sizes[i]!;
        return at - sizes[i]!;
      });
      return call(...places);
    } finally {
      this.c.ta_release(base);
    }
  }

  /** What a call writes to descriptor 1. */
  collect(call: () => void): Uint8Array {
    const parts: Uint8Array[] = [];
    this.written = parts;
    try {
      call();
    } finally {
      this.written = null;
    }
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

function bytesOf(array: Float64Array | Int32Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** enum ta_quant and enum ta_smooth of a choice; the defaults are those of the command line. */
function choice(quant: Partial<QuantChoice> | undefined): [number, number] {
  return [QUANT.indexOf(quant?.quant ?? "channel"), SMOOTH.indexOf(quant?.smooth ?? "kv")];
}

/** The words of ta_run_new. */
function words(c: RunConfig): Uint8Array {
  return bytesOf(Int32Array.of(c.mode === "naive" ? 1 : 0, c.qRows, +c.causal, c.offset, +c.overlap, +c.stream, c.latency));
}

class ModuleInput implements Input {
  readonly nq!: number;
  readonly nk!: number;
  readonly d!: number;
  readonly dv!: number;
  readonly dp!: number;
  readonly tokens!: readonly string[] | null;
  readonly layers!: readonly string[];
  readonly layer!: number;
  readonly heads!: number;
  readonly head!: number;
  readonly description!: string;
  readonly isInt8!: boolean;
  readonly softmaxScale!: number;
  readonly cfgScale!: number;
  readonly quant: QuantChoice;
  private freed = false;

  constructor(private readonly module: Module, readonly at: Pointer) {
    const { quant, smooth, ...about } = module.json<Record<string, unknown> & QuantChoice>(module.c.ta_input_about(at));
    Object.assign(this, about);
    this.quant = { quant, smooth };
  }

  private rows(tensor: "q" | "k" | "v"): number {
    return tensor === "q" ? this.nq : this.nk;
  }

  given(tensor: "q" | "k" | "v"): Float64Array {
    const columns = tensor === "v" ? this.dv : this.d;
    return this.module.f64(this.module.c.ta_input_given(this.at, TENSOR[tensor]), this.rows(tensor) * columns);
  }

  int8(tensor: "q" | "k" | "v"): Int8Array {
    const at = this.module.c.ta_input_int8(this.at, TENSOR[tensor]);
    return new Int8Array(this.module.buffer, at, this.rows(tensor) * this.dp).slice();
  }

  free(): void {
    if (!this.freed) this.module.c.ta_input_free(this.at);
    this.freed = true;
  }
}

type Nullable<T> = { [K in keyof T]: T[K] | null };

/** JSON has no NaN: C writes null. */
function metrics(m: Nullable<Metrics>): Metrics {
  return Object.fromEntries(Object.entries(m).map(([name, value]) => [name, value ?? NaN])) as unknown as Metrics;
}

interface ResultText extends Omit<RunResult, "error" | "out" | "m" | "l"> {
  cycles: number;
  moves: number;
  words: number;
  a: number;
  error: { total: Nullable<Metrics> | null; quantization: Nullable<Metrics> | null; datapath: Nullable<Metrics> };
}

class ModuleRun implements Run {
  readonly a: number;
  readonly cycles: number;
  readonly tracks: Tracks;
  readonly result: RunResult;
  cycle = 0;
  private readonly moveCount: number;
  private readonly words: number;
  private at: Pointer;
  private recordAt = 0;
  private view: Int32Array | null = null;
  private moveList: readonly Move[] | null = null;

  constructor(private readonly module: Module, readonly input: ModuleInput, readonly config: RunConfig,
              readonly fields: readonly FieldInfo[]) {
    const c = module.c, build = BUILD[config.build];
    this.at = module.checked(module.with([words(config)], (at) => c.ta_run_new(input.at, build, at!)));
    const { cycles, moves, words: recordWords, a, error, ...rest } = module.json<ResultText>(c.ta_run_result(this.at));
    this.a = a;
    this.cycles = cycles;
    this.moveCount = moves;
    this.words = recordWords;
    this.tracks = Object.fromEntries(
      Object.entries(TRACK).map(([name, i]) =>
        [name, new Uint8Array(module.buffer, c.ta_run_array(this.at, i), cycles).slice()]),
    ) as unknown as Tracks;
    const { nq, dp } = input;
    this.result = {
      ...rest,
      error: {
        total: error.total && metrics(error.total),
        quantization: error.quantization && metrics(error.quantization),
        datapath: metrics(error.datapath),
      },
      out: new Int16Array(module.buffer, c.ta_run_array(this.at, OUT), nq * dp).slice(),
      m: new Int16Array(module.buffer, c.ta_run_array(this.at, MAXIMA), nq).slice(),
      l: module.f64(c.ta_run_array(this.at, SUMS), nq),
    };
    this.seek(0);
  }

  get moves(): readonly Move[] {
    if (!this.moveList) {
      const at = this.module.c.ta_run_array(this.at, MOVES);
      const flat = new Uint32Array(this.module.buffer, at, 4 * this.moveCount);
      this.moveList = Array.from({ length: this.moveCount }, (_, i) => ({
        cycle: flat[4 * i]!,
        address: flat[4 * i + 1]!,
        bytes: flat[4 * i + 2]!,
        kind: flat[4 * i + 3]! % 256,
        write: flat[4 * i + 3]! >= 256,
      }));
    }
    return this.moveList;
  }

  seek(cycle: number): void {
    this.cycle = Math.max(0, Math.min(this.cycles - 1, Math.trunc(cycle)));
    this.recordAt = this.module.c.ta_run_seek(this.at, this.cycle);
  }

  get record(): Int32Array {
    if (!this.view || this.view.buffer !== this.module.buffer || this.view.byteOffset !== this.recordAt)
      this.view = new Int32Array(this.module.buffer, this.recordAt, this.words);
    return this.view;
  }

  get(name: FieldName, index = 0): number {
    const field = this.fields[fieldNumber[name]]!;
    const word = this.record[field.offset + index]!;
    return field.signed ? word : word >>> 0;
  }

  shown(name: FieldName, index = 0): Shown {
    return this.format(name, this.get(name, index));
  }

  format(name: FieldName, raw: number): Shown {
    return this.module.json(this.module.c.ta_shown(BUILD[this.config.build], fieldNumber[name], raw));
  }

  step(row: number, tile: number): RowStep | null {
    const at = this.module.c.ta_run_step(this.at, row, tile);
    if (at === 0) return null;
    const a = this.a, w = new Int32Array(this.module.buffer, at, 9 + 3 * a);
    const [zCycle, mCycle, pCycle, lCycle, oCycle, mOld, mNew, alpha, l] = w as unknown as number[] & { length: 9 };
    return {
      zCycle: zCycle!, mCycle: mCycle!, pCycle: pCycle!, lCycle: lCycle!, oCycle: oCycle!,
      mOld: mOld!, mNew: mNew!, alpha: alpha!, l: l!,
      z: w.slice(9, 9 + a), mask: w.slice(9 + a, 9 + 2 * a), p: w.slice(9 + 2 * a),
    };
  }

  event(kind: EventKind, from: number, direction: 1 | -1): number {
    return this.module.c.ta_run_event(this.at, EVENT[kind], from, direction);
  }

  badge(cycle: number): Badge {
    return this.module.json(this.module.c.ta_run_badge(this.at, cycle));
  }

  heatmap(cycle: number): Float32Array {
    const at = this.module.checked(this.module.c.ta_run_heatmap(this.at, cycle));
    return new Float32Array(this.module.buffer, at, this.input.nq * this.input.nk).slice();
  }

  floatWeights(): Float64Array {
    return this.module.f64(this.module.c.ta_run_float_weights(this.at), this.input.nq * this.input.nk);
  }

  floatOut(): Float64Array {
    return this.module.f64(this.module.c.ta_run_float_out(this.at), this.input.nq * this.input.dv);
  }

  out(): Float64Array {
    return this.module.f64(this.module.c.ta_run_value(this.at), this.input.nq * this.input.dv);
  }

  exp2(rawDifference: number) {
    return this.module.json<ReturnType<Run["exp2"]>>(this.module.c.ta_exp2_parts(rawDifference));
  }

  twoPass(row: number, keys: number) {
    const all = this.module.f64(this.module.c.ta_run_two_pass(this.at, row, keys), 2 + keys);
    return { max: all[0]!, sum: all[1]!, weights: all.subarray(2) };
  }

  sentence(level: number, row: number): string {
    return this.module.text(this.module.c.ta_run_sentence(this.at, level, row));
  }

  exportFile(format: keyof typeof FORMAT): Uint8Array {
    return this.module.collect(() => {
      if (this.module.c.ta_run_export(this.at, FORMAT[format]) !== 0) this.module.checked(0);
    });
  }

  command(): string {
    return this.module.text(this.module.c.ta_run_command(this.at));
  }

  /** Simulates once more without looking, to measure the model's speed; returns the cycles. */
  again(): number {
    this.cycle = 0;
    return this.module.c.ta_run_again(this.at);
  }

  free(): void {
    if (this.at !== 0) this.module.c.ta_run_free(this.at);
    this.at = 0;
  }
}

class ModuleEngine implements Engine {
  readonly presets: readonly Preset[];
  readonly clockMhz: number;
  private readonly fields: Record<BuildName, readonly FieldInfo[]>;

  constructor(private readonly module: Module, private readonly heads: Heads) {
    this.presets = module.json<Preset[]>(module.c.ta_presets());
    this.clockMhz = module.c.ta_clock_mhz();
    const of = (build: BuildName) =>
      module.json<FieldInfo[]>(module.c.ta_fields(BUILD[build]))
        .map((f) => ({ ...f, file: probes[f.name][0], line: probes[f.name][1] }));
    this.fields = { tiny: of("tiny"), lab: of("lab") };
  }

  async preset(name: string, quant?: Partial<QuantChoice>): Promise<Input> {
    const index = this.presets.findIndex((preset) => preset.name === name);
    if (index < 0) throw new InputError(`preset: found "${name}", expected one of ${this.presets.map((p) => p.name).join(", ")}`);
    const { c } = this.module;
    if (this.presets[index]!.source === null)
      return new ModuleInput(this.module, this.module.checked(c.ta_input_preset(index, ...choice(quant))));
    return this.read([{ name: `${name}.safetensors`, bytes: await this.heads(name) }], quant, 0, 0, 0, index);
  }

  files(files: { name: string; bytes: Uint8Array }[], quant?: Partial<QuantChoice>, scale = 0, head = 0, layer = 0): Input {
    return this.read(files, quant, scale, layer, head, -1);
  }

  private read(files: { name: string; bytes: Uint8Array }[], quant: Partial<QuantChoice> | undefined, scale: number,
               layer: number, head: number, preset: number): Input {
    const parts = files.flatMap((file) => [new TextEncoder().encode(file.name), file.bytes]);
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let end = 0;
    for (const part of parts) {
      all.set(part, end);
      end += part.length;
    }
    const sizes = bytesOf(Uint32Array.from(parts, (part) => part.length));
    const at = this.module.with([sizes, all], (sizesAt, allAt) =>
      this.module.c.ta_input_files(files.length, sizesAt!, allAt!, ...choice(quant), scale, layer, head, preset));
    return new ModuleInput(this.module, this.module.checked(at));
  }

  matrices(q: Float64Array, k: Float64Array, v: Float64Array, nq: number, nk: number, d: number,
           quant?: Partial<QuantChoice>, scale = 0): Input {
    const at = this.module.with([bytesOf(q), bytesOf(k), bytesOf(v)], (qAt, kAt, vAt) =>
      this.module.c.ta_input_matrices(nq, nk, d, qAt!, kAt!, vAt!, ...choice(quant), scale));
    return new ModuleInput(this.module, this.module.checked(at));
  }

  run(input: Input, config: RunConfig): Run {
    return new ModuleRun(this.module, input as ModuleInput, { ...config }, this.fields[config.build]);
  }

  predict(nq: number, nk: number, d: number, config: RunConfig): Prediction {
    return this.module.json(this.module.with([words(config)], (at) =>
      this.module.c.ta_predict(BUILD[config.build], nq, nk, d, at!)));
  }
}

/** An engine on its own instance of the module; heads: where the tensors of real heads come from. */
export async function load(source: Source, heads: Heads): Promise<Engine> {
  return new ModuleEngine(await Module.load(source), heads);
}

/** Names of the bursts, for the kind of a Move. */
export const burstNames = bursts.map(([name]) => name);
