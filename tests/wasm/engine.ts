// SPDX-License-Identifier: MIT
//
// The module from its file, and inputs for it.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadEngine } from "../../web/src/engine";
import type { Engine, RunConfig } from "../../web/src/engine";

export function environment(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the test with ctest`);
  return value;
}

export function engineOf(path: string): Promise<Engine> {
  const heads = join(dirname(path), "heads");
  return loadEngine(readFileSync(path), async (name) => readFileSync(join(heads, `${name}.safetensors`)));
}

export const engine = () => engineOf(environment("TA_MODULE"));

export const config = (changes: Partial<RunConfig> = {}): RunConfig => ({
  build: "lab", mode: "flash", qRows: 16, causal: false, offset: 0, overlap: true, stream: true, latency: 10, ...changes,
});

/** Numbers 0 .. below - 1, the same in every run. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A .npy file of int8, row-major. */
export function npy(rows: readonly (readonly number[])[]): Uint8Array {
  const shape = `(${rows.length}, ${rows[0]!.length})`;
  const header = `{'descr': '|i1', 'fortran_order': False, 'shape': ${shape}, }`.padEnd(117) + "\n";
  const head = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, header.length & 255, header.length >> 8]);
  return Buffer.concat([head, Buffer.from(header), Buffer.from(Int8Array.from(rows.flat()).buffer)]);
}

export function int8Files(q: number[][], k: number[][], v: number[][]) {
  return [{ name: "q.npy", bytes: npy(q) }, { name: "k.npy", bytes: npy(k) }, { name: "v.npy", bytes: npy(v) }];
}

export function int8Matrix(next: (below: number) => number, n: number, d: number): number[][] {
  return Array.from({ length: n }, () => Array.from({ length: d }, () => next(255) - 127));
}

/** Milliseconds of processor time of this process. */
export function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
