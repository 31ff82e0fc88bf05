// SPDX-License-Identifier: MIT
//
// Bytes that have crossed the port, by tensor, one bar a machine on one scale.
import { sourceAttributes } from "../app/view";
import type { Run } from "../engine/types";
import { memoryAt } from "../views/memory";
import { count } from "./format";
import { useWidth } from "./width";

const order = ["Q", "K", "V", "O", "Z"] as const;
const hue = { Q: "q", K: "k", V: "v", O: "o", Z: "s" } as const;

export function bytesAt(run: Run, cycle: number) {
  const { regions, bytes } = memoryAt(run, Math.min(cycle, run.cycles - 1));
  return { parts: order.map((name) => ({ name, bytes: regions[name].bytes })), sum: bytes };
}

interface Props {
  machines: readonly { run: Run; title: string }[];
  cycle: number;
}

export function Bars({ machines, cycle }: Props) {
  const wide = useWidth();
  const most = Math.max(...machines.map(({ run }) => run.result.bytes), 1);
  return (
    <svg class="figure bars" viewBox={`0 0 ${wide} ${machines.length * 92 + 16}`} role="img" aria-label="Bytes over the memory port">
      {machines.map(({ run, title }, i) => {
        const { parts, sum } = bytesAt(run, cycle);
        let x = 0;
        return (
          <g key={title} transform={`translate(0 ${i * 92})`}>
            <text y={14} class="label">{title}</text>
            <text y={48} class="huge num" {...sourceAttributes("count.value.1+2")}>{count(sum)}</text>
            <text x={wide} y={14} class="end small">
              {cycle >= run.cycles - 1
                ? <>done in <tspan class="num" {...sourceAttributes("result.counters")}>{count(run.result.counters["cycles"]!)}</tspan> clocks</>
                : <>clock <tspan class="num" {...sourceAttributes("cycle")}>{count(cycle)}</tspan></>}
            </text>
            <text x={wide} y={48} class="end small">bytes over the port</text>
            <rect y={58} width={wide} height={12} class="well" />
            {parts.map(({ name, bytes }) => {
              const from = x;
              const width = (bytes / most) * wide;
              x += width;
              return width > 0 && <rect key={name} x={from} y={58} width={width} height={12} class={`t-${hue[name]} hue`} />;
            })}
          </g>
        );
      })}
      <g transform={`translate(0 ${machines.length * 92 - 4})`} class="legend">
        {order.map((name, i) => (
          <g key={name} transform={`translate(${i * (wide / 9)} 0)`} class={`t-${hue[name]}`}>
            <rect width={9} height={9} class="hue" />
            <text x={14} y={9} class="small">{name === "Z" ? "scores, there and back" : name}</text>
          </g>
        ))}
      </g>
    </svg>
  );
}
