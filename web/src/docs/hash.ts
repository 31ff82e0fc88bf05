// SPDX-License-Identifier: MIT
//
// Links into the app, without the app's reader of links (a test reads them back with it).

import type { RunConfig } from "../engine/types";

export interface Place {
  preset: string;
  config: RunConfig;
  clock?: number | undefined;
  level?: number | undefined;
  row?: number | undefined;
  tile?: number | undefined;
}

/** Fragment of a link to the app, with its "#". */
export function hashOf({ preset, config, clock, level, row, tile }: Place): string {
  const parts = [
    "v=1",
    `head=${encodeURIComponent(preset)}`,
    `build=${config.build}`,
    `mode=${config.mode}`,
    `rows=${config.qRows}`,
    `causal=${config.causal ? config.offset : "no"}`,
    `overlap=${config.overlap ? 1 : 0}`,
    `stream=${config.stream ? 1 : 0}`,
    `latency=${config.latency}`,
  ];
  if (clock !== undefined) parts.push(`clock=${clock}`);
  if (level !== undefined) parts.push(`level=${level}`);
  if (row !== undefined) parts.push(`row=${row}`);
  if (tile !== undefined) parts.push(`tile=${tile}`);
  return `#${parts.join("&")}`;
}
