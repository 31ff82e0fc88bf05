// SPDX-License-Identifier: MIT
//
// Where the clocks of both arrays went: one bar an array, a part a cause.
import { useId } from "preact/hooks";
import { sourceAttributes } from "../app/view";
import type { Run } from "../engine/types";
import { stalls } from "../generated/spec";
import { StallPatterns, stallFill, stallName } from "./causes";
import { count } from "./format";
import { useWidth } from "./width";

export function Ledger({ run, clocks }: { run: Run; clocks: number }) {
  const wide = useWidth();
  const id = `ledger-${useId()}`;
  const arrays = [["MM1", "s", run.result.stalls.mm1], ["MM2", "o", run.result.stalls.mm2]] as const;
  // Below the bars: what their patterns mean, in as many lines as it takes.
  let [at, row] = [0, 0];
  const causes = stalls.map((_, cause) => cause).filter((cause) => cause > 0);
  const legend = causes.map((cause) => {
    const width = 36 + stallName(cause).length * 6;
    if (at + width > wide) [at, row] = [0, row + 1];
    at += width;
    return { cause, x: at - width, y: 92 + row * 17 };
  });
  return (
    <svg class="figure ledger" viewBox={`0 0 ${wide} ${106 + row * 17}`} role="img" aria-label="Clocks of both arrays by cause">
      <StallPatterns of={id} />
      {arrays.map(([name, tensor, all], i) => {
        let x = 0;
        return (
          <g key={name} transform={`translate(0 ${i * 42})`} class={`t-${tensor}`}>
            <text y={12} class="small">{name}</text>
            <text x={wide} y={12} class="small end">
              computes in <tspan class="num" {...sourceAttributes("result.stalls")}>{count(all[0]!)}</tspan> of{" "}
              <tspan class="num" {...sourceAttributes("result.counters")}>{count(run.result.counters["cycles"]!)}</tspan> clocks
            </text>
            {all.map((n, cause) => {
              const from = x;
              const width = (n / clocks) * wide;
              x += width;
              return width > 0 && (
                <rect key={cause} x={from} y={18} width={width} height={16} class={cause === 0 ? "hue" : "cause"} style={cause ? { fill: stallFill(id, cause, "none") } : undefined}>
                  <title>{stallName(cause)}: {count(n)}</title>
                </rect>
              );
            })}
          </g>
        );
      })}
      {legend.map(({ cause, x, y }) => (
        <g key={cause} transform={`translate(${x} ${y})`}>
          <rect width={14} height={10} class="cause" style={{ fill: stallFill(id, cause, "none") }} />
          <text x={19} y={9} class="small">{stallName(cause)}</text>
        </g>
      ))}
    </svg>
  );
}

export function LedgerTable({ runs }: { runs: readonly { run: Run; title: string }[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>cause</th>
          {runs.flatMap(({ title }) => [<th key={`${title}1`}>{title}, MM1</th>, <th key={`${title}2`}>MM2</th>])}
        </tr>
      </thead>
      <tbody>
        {stalls.map(([name, meaning], i) => (
          <tr key={name}>
            <td title={meaning}>{stallName(i)}</td>
            {runs.flatMap(({ run, title }) => [
              <td key={`${title}1`} class="num" {...sourceAttributes("result.stalls")}>{count(run.result.stalls.mm1[i]!)}</td>,
              <td key={`${title}2`} class="num" {...sourceAttributes("result.stalls")}>{count(run.result.stalls.mm2[i]!)}</td>,
            ])}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
