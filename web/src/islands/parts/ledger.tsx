// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import { Ledger, LedgerTable } from "../../figures/Ledger";
import { Check, Frame, Select, useRun, Wait, type Data } from "../kit";

export default function LedgerIsland({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const [mode, setMode] = useState<"flash" | "naive">("flash");
  const [qRows, setRows] = useState(16);
  const [overlap, setOverlap] = useState(true);
  const [stream, setStream] = useState(true);
  const run = useRun(preset, { mode, qRows, overlap, stream });
  if (!run) return <Wait />;
  return (
    <Frame name="ledger" preset={preset} runs={[{ run, title: "run" }]} level={2}>
      <div class="choices">
        <Select label="Schedule" value={mode} options={[["flash", "FLASH"], ["naive", "NAIVE"]]} onChange={(to) => setMode(to)} />
        <Select label="Rows of a block" value={qRows} options={[4, 8, 16, 32].map((n) => [n, String(n)] as const)} onChange={(to) => setRows(to)} />
        <Check label="overlap" value={overlap} onChange={setOverlap} />
        <Check label="streaming" value={stream} onChange={setStream} />
      </div>
      <Ledger run={run} clocks={run.result.counters["cycles"]!} />
      <details class="twin">
        <summary>As a table</summary>
        <LedgerTable runs={[{ run, title: "this run" }]} />
      </details>
    </Frame>
  );
}
