// SPDX-License-Identifier: MIT
//
// Clocks of the steps, found by running the module at build time, and their links into the app.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadEngine, type Engine, type Run } from "../engine";
import { phases } from "../generated/spec";
import { hashOf } from "./hash";
import type { Moment, Step } from "./steps";

const folder = join(process.cwd(), "public", "engine");
let loading: Promise<Engine | null> | null = null;

/** null where the module has not been built: then the links lead to the beginning of the run. */
function engine(): Promise<Engine | null> {
  const file = join(folder, "tinyattention.wasm");
  return (loading ??= existsSync(file)
    ? loadEngine(readFileSync(file), async (name) => readFileSync(join(folder, "heads", `${name}.safetensors`)))
    : Promise.resolve(null));
}

/** Clock and tile of a moment of a run. */
export function momentOf(run: Run, moment: Moment): { clock: number; tile?: number } {
  const last = run.cycles - 1;
  if (moment === "end") return { clock: last };
  if ("share" in moment) return { clock: Math.round(last * moment.share) };
  if ("phase" in moment) {
    const clock = run.tracks.phase.indexOf(phases.findIndex(([name]) => name === moment.phase));
    if (clock < 0) throw new Error(`the run has no phase ${moment.phase}`);
    return { clock };
  }
  if ("rise" in moment) {
    for (let tile = Math.ceil(run.input.nk / run.a) - 1; tile > 0; tile--) {
      const step = run.step(moment.row, tile);
      if (step && step.mNew > step.mOld) return { clock: step.lCycle, tile };
    }
    throw new Error(`the maximum of row ${moment.row} does not rise`);
  }
  const step = run.step(moment.row, moment.tile);
  if (!step) throw new Error(`row ${moment.row} does not meet tile ${moment.tile}`);
  return { clock: step[`${moment.at}Cycle`], tile: moment.tile };
}

/** Link into the app, without its leading slash. */
export async function linkOf({ preset, config, level, row, moment }: Step): Promise<string> {
  const module = await engine();
  if (!module) return `app/${hashOf({ preset, config, level, row })}`;
  const input = await module.preset(preset);
  const run = module.run(input, config);
  const found = momentOf(run, moment);
  run.free();
  input.free();
  return `app/${hashOf({ preset, config, level, row, ...found })}`;
}
