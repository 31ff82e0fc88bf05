// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import { Entries } from "../../figures/Entries";
import { Check, Frame, Select, useRun, Wait, type Data } from "../kit";
import { range } from "../../figures/format";

export default function Pipeline({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const [row, setRow] = useState(Number(data["row"] ?? 0));
  const [stream, setStream] = useState(true);
  const run = useRun(preset, { stream, overlap: stream });
  if (!run) return <Wait />;
  const tiles = Math.ceil(run.input.nk / run.a);
  const first = run.step(0, 0);
  const last = run.step(run.input.nq - 1, tiles - 1);
  return (
    <Frame name="pipeline" preset={preset} runs={[{ run, title: "run" }]} level={2} row={row}>
      <div class="choices">
        <Check label="streaming and overlap" value={stream} onChange={setStream} />
        <Select label="Row" value={row} options={range(run.input.nq).map((i) => [i, `${i} ${run.input.tokens?.[i] ?? ""}`] as const)} onChange={(to) => setRow(to)} />
      </div>
      <Entries run={run} row={row} from={Math.max(0, (first?.zCycle ?? 0) - 12)} to={(last?.oCycle ?? run.cycles) + 8} />
    </Frame>
  );
}
