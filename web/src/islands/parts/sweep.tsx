// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";
import { sourceAttributes } from "../../app/view";
import type { Engine } from "../../engine/types";
import { count } from "../../figures/format";
import { counted, curves, lengths, quantities, Sweep, type Quantity } from "../../figures/Sweep";
import { Frame, hardware, Select, useRun, Wait, type Data } from "../kit";

export default function SweepIsland({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const [engine, setEngine] = useState<Engine | null>(null);
  const [quantity, setQuantity] = useState<Quantity>("bytes");
  useEffect(() => void hardware().then(setEngine), []);
  const wide = useRun(preset, { qRows: 32 });
  const small = useRun(preset, { qRows: 4 });
  const naive = useRun(preset, { mode: "naive" });
  if (!engine || !wide || !small || !naive) return <Wait />;
  const runs = [
    { run: wide, title: "FLASH, 32 rows" },
    { run: small, title: "FLASH, 4 rows" },
    { run: naive, title: "NAIVE" },
  ];
  const all = curves(engine, runs, quantity);
  return (
    <Frame name="sweep" preset={preset} runs={runs} level={4}>
      <div class="choices">
        <Select label="Against N" value={quantity} options={Object.entries(quantities) as [Quantity, string][]} onChange={(to) => setQuantity(to)} />
      </div>
      <Sweep all={all} quantity={quantity} />
      <details class="twin">
        <summary>As a table</summary>
        <div class="scroll" tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead><tr><th>N</th>{all.map((curve) => <th key={curve.title} class="right">{curve.title}</th>)}</tr></thead>
            <tbody>
              {lengths.map((n, i) => (
                <tr key={n}>
                  <td class="num">{n}</td>
                  {all.map((curve) => <td key={curve.title} class="num right" {...sourceAttributes("predict")}>{count(curve.points[i]!.value)}</td>)}
                </tr>
              ))}
              <tr>
                <td>this head, counted</td>
                {all.map((curve) => <td key={curve.title} class="num right" {...sourceAttributes("result")}>{count(counted(curve.run!, quantity))}</td>)}
              </tr>
            </tbody>
          </table>
        </div>
      </details>
    </Frame>
  );
}
