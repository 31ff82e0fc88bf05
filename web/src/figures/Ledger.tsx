// SPDX-License-Identifier: MIT
//
// Where the clocks of both arrays went: one bar an array, a part a cause.
import { sourceAttributes } from "../app/view";
import type { Run } from "../engine/types";
import { stalls } from "../generated/spec";
import { count } from "./format";
import { useWidth } from "./width";

export function Ledger({ run, clocks }: { run: Run; clocks: number }) {
  const wide = useWidth();
  const arrays = [["MM1", run.result.stalls.mm1], ["MM2", run.result.stalls.mm2]] as const;
  return (
    <svg class="figure ledger" viewBox={`0 0 ${wide} 84`} role="img" aria-label="Clocks of both arrays by cause">
      <defs>
        {stalls.map(([name], i) => (
          <pattern key={name} id={`cause-${i}`} width={6} height={6} patternUnits="userSpaceOnUse">
            <path d={patterns[i]} class="pattern-line" />
          </pattern>
        ))}
      </defs>
      {arrays.map(([name, all], i) => {
        let x = 0;
        return (
          <g key={name} transform={`translate(0 ${i * 42})`}>
            <text y={12} class="small">{name}</text>
            <text x={wide} y={12} class="small end">
              <tspan class="num" {...sourceAttributes("result.stalls")}>{count(all[0]!)}</tspan> of{" "}
              <tspan class="num" {...sourceAttributes("result.counters")}>{count(run.result.counters["cycles"]!)}</tspan> clocks compute
            </text>
            {all.map((n, cause) => {
              const from = x;
              const width = (n / clocks) * wide;
              x += width;
              return width > 0 && (
                <g key={cause}>
                  <rect x={from} y={18} width={width} height={16} class={cause === 0 ? "t-s hue" : "well"} />
                  {cause > 0 && <rect x={from} y={18} width={width} height={16} fill={`url(#cause-${cause})`} />}
                  {cause > 0 && width > 70 && (
                    <g>
                      <rect x={from + 4} y={20.5} width={stalls[cause]![0].length * 6.1 + 4} height={11} class="label-ground" />
                      <text x={from + 6} y={30} class="small">{stalls[cause]![0].replace("_", " ")}</text>
                    </g>
                  )}
                </g>
              );
            })}
          </g>
        );
      })}
    </svg>
  );
}

/** Lines of the causes' patterns; computing is a full bar. */
const patterns = ["", "M0 3H6", "M3 0V6", "M-1 7 7 -1M-1 1 1 -1M5 7 7 5", "M-1 -1 7 7M5 -1 7 1M-1 5 1 7", "M0 3H6M3 0V6", "M2 3H4"];

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
            <td title={meaning}>{name.replace("_", " ")}</td>
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
