// SPDX-License-Identifier: MIT
import type { Heads, Source } from "./module";
import { load } from "./module";
import type { Engine } from "./types";

export * from "./types";
export type { Heads, Source } from "./module";

/** heads/NAME.safetensors beside the module. */
function beside(source: Source): Heads {
  return async (name) => {
    if (typeof source !== "string" && !(source instanceof URL))
      throw new Error(`the tensors of ${name} are not in the module: pass heads to loadEngine`);
    const response = await fetch(new URL(`heads/${name}.safetensors`, new URL(source, globalThis.location?.href)));
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

/**
 * Loads the module tinyattention.wasm from an address or from its bytes. The tensors of real
 * heads are read when they are asked for: by default from heads/ beside the module's address.
 * Engines are independent of each other.
 */
export function loadEngine(source: Source, heads: Heads = beside(source)): Promise<Engine> {
  return load(source, heads);
}
