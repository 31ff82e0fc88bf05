// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";
import type { Run } from "../../engine/types";
import { ErrorLegend, ErrorMap, errorsOf } from "../../figures/Errors";
import { onInt8 } from "../../figures/int8";
import { configOf, Frame, hardware, inputOf, Wait, type Data } from "../kit";

/** The same INT8 input on both widths of P and both schedules. */
export default function Precision({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const [runs, setRuns] = useState<{ run: Run; title: string }[]>([]);
  useEffect(() => {
    void (async () => {
      const engine = await hardware();
      const input = onInt8(engine, await inputOf(preset));
      setRuns((["tiny", "lab"] as const).flatMap((build) => (["flash", "naive"] as const).map((mode) => ({
        run: engine.run(input, configOf(input, { build, mode })),
        title: `${mode.toUpperCase()}, ${build === "tiny" ? 8 : 12} bits`,
      }))));
    })();
  }, [preset]);
  if (runs.length === 0) return <Wait />;
  const most = Math.max(...runs.flatMap(({ run }) => Array.from(errorsOf(run))));
  return (
    <Frame name="precision" preset={preset} runs={runs} level={4}>
      <div class="maps">
        {runs.map(({ run, title }) => <ErrorMap key={title} run={run} title={title} most={most} />)}
      </div>
      <ErrorLegend most={most} />
    </Frame>
  );
}
