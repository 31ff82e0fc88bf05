// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";
import { sourceAttributes } from "../../app/view";
import type { Preset } from "../../engine/types";
import { fixed, range } from "../../figures/format";
import { HeatMap } from "../../figures/HeatMap";
import { Frame, hardware, Select, useRun, Wait, type Data } from "../kit";

export default function Attention({ data }: { data: Data }) {
  const [preset, setPreset] = useState(data["preset"]!);
  const [presets, setPresets] = useState<readonly Preset[]>([]);
  const [row, setRow] = useState(Number(data["row"] ?? 0));
  const causal = presets.find((p) => p.name === preset)?.causal ?? false;
  const run = useRun(preset, { causal });
  useEffect(() => void hardware().then((engine) => setPresets(engine.presets)), []);
  if (!run) return <Wait />;
  const { nq, nk, tokens } = run.input;
  const at = Math.min(row, nq - 1);
  const weights = run.heatmap(run.cycles - 1);
  const float = run.floatWeights();
  const name = (i: number) => tokens?.[i] ?? String(i);
  const keys = range(nk).sort((a, b) => weights[at * nk + b]! - weights[at * nk + a]!).slice(0, 6);
  const point = presets.find((p) => p.name === preset)?.point;
  return (
    <Frame name="attention" preset={preset} runs={[{ run, title: "run" }]} level={3} row={at}>
      <div class="choices">
        <Select label="Head" value={preset} options={presets.map((p) => [p.name, `${p.name}: ${p.title}`] as const)}
          onChange={(name) => setPreset(name)} />
        <Select label="Query" value={at} options={range(nq).map((i) => [i, `${i} ${tokens ? name(i) : ""}`] as const)} onChange={(to) => setRow(to)} />
      </div>
      {point && <p class="point">{point}</p>}
      <div class="side-by-side">
        <HeatMap weights={weights} float={float} nq={nq} nk={nk} tokens={tokens} row={at} onRow={setRow} cell={nq > 24 ? 8 : 17}
          title={`Weights of ${preset}`} />
        <table>
          <caption>{name(at)} takes from</caption>
          <thead><tr><th>key</th><th class="right">hardware</th><th class="right">float</th></tr></thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key}>
                <td>{name(key)}</td>
                <td class="num right" {...sourceAttributes("heatmap")}>{fixed(weights[at * nk + key]!, 4)}</td>
                <td class="num right float" {...sourceAttributes("floatWeights")}>{fixed(float[at * nk + key]!, 4)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Frame>
  );
}
