// SPDX-License-Identifier: MIT
//
// What an array waits for: one pattern a cause, in every drawing the same.
import type { ComponentChildren } from "preact";
import { stalls } from "../generated/spec";
import "./causes.css";

const line = (d: string) => <path d={d} class="pattern-line" />;
const patterns: Partial<Record<(typeof stalls)[number][0], [size: number, body: ComponentChildren]>> = {
  wait_store: [4, <circle cx="2" cy="2" r="0.9" class="pattern-dot" />],
  wait_q: [5, line("M-1 6L6 -1M-1 1L1 -1M4 6L6 4")],
  wait_kv: [5, line("M-1 -1L6 6M4 -1L6 1M-1 4L1 6")],
  wait_softmax: [4, line("M2 0V4")],
  fill: [4, line("M0 2H4")],
};

/** Their definitions; `of` keeps ids apart where several drawings use them. */
export function StallPatterns({ of }: { of: string }) {
  return (
    <defs>
      {Object.entries(patterns).map(([name, [size, body]]) => (
        <pattern key={name} id={`${of}-${name}`} width={size} height={size} patternUnits="userSpaceOnUse">{body}</pattern>
      ))}
    </defs>
  );
}

/** Fill of a cause; computing has the colour that is given, an array without work none. */
export function stallFill(of: string, cause: number, computing: string): string {
  const name = stalls[cause]![0];
  return cause === 0 ? computing : name in patterns ? `url(#${of}-${name})` : "none";
}

/** "wait for store" */
export const stallName = (cause: number): string => stalls[cause]![0].replace("_", " for ");
