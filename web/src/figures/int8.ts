// SPDX-License-Identifier: MIT
//
// The INT8 values of an input as an input of their own: float attention on it is attention in
// double precision on the same integers, so that what a run is off by is the datapath alone.

import type { Engine, Input } from "../engine/types";

export function onInt8(engine: Engine, input: Input): Input {
  const { nq, nk, dp, cfgScale } = input;
  const [q, k, v] = (["q", "k", "v"] as const).map((tensor) => Float64Array.from(input.int8(tensor)));
  // cfg_scale (UQ4.20) undoes the scales and multiplies by log2 e: what is left without the latter.
  return engine.matrices(q!, k!, v!, nq, nk, dp, { quant: "tensor", smooth: "none" }, (cfgScale / 2 ** 20) * Math.LN2);
}
