// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";
import type { Selection } from "../../app/view";
import { range } from "../../figures/format";
import { Softmax } from "../../views/Softmax";
import { Frame, Select, stillMotion, useRun, Wait, type Data } from "../kit";

/** Level 1 of the app for one row, stepped from tile to tile. */
export default function SoftmaxIsland({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const run = useRun(preset);
  const [selection, setSelection] = useState<Selection>({ row: Number(data["row"] ?? 0), tile: 0, element: 0 });
  const [cycle, setCycle] = useState(0);
  const { row } = selection;
  const tiles = run ? Math.ceil(run.input.nk / run.a) : 0;
  const met = run ? range(tiles).map((tile) => run.step(row, tile)) : [];
  const show = (tile: number) => {
    setSelection((before) => ({ ...before, tile }));
    setCycle(met[tile]?.lCycle ?? 0);
  };
  useEffect(() => {
    if (run) show(Math.min(tiles - 1, Number(data["tile"] ?? tiles - 1)));
  }, [run, row]);
  if (!run) return <Wait />;
  run.seek(cycle);
  const { tokens, nq } = run.input;
  return (
    <Frame name="softmax" preset={preset} runs={[{ run, title: "run" }]} cycle={cycle} level={1} row={row} tile={selection.tile}>
      <div class="choices">
        <span class="steps" role="group" aria-label="Key tile">
          {range(tiles).map((tile) => (
            <button key={tile} type="button" aria-pressed={tile === selection.tile} onClick={() => show(tile)} disabled={!met[tile]}>
              tile {tile}
            </button>
          ))}
        </span>
        <Select label="Row" value={row} options={range(nq).map((i) => [i, `${i} ${tokens?.[i] ?? ""}`] as const)}
          onChange={(to) => setSelection({ row: to, tile: 0, element: 0 })} />
      </div>
      <p class="sentence" aria-live="polite">{run.sentence(1, row)}</p>
      <Softmax run={run} cycle={cycle} selection={selection} reducedMotion={stillMotion()}
        onSelect={(change) => setSelection((before) => ({ ...before, ...change }))} onInspect={() => undefined} onLevel={() => undefined} />
    </Frame>
  );
}
