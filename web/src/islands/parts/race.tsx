// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import { Machine } from "../../figures/Machine";
import { Frame, Transport, usePlayer, useRun, Wait, type Data } from "../kit";

/** Both schedules on one clock. */
export default function Race({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const flash = useRun(preset);
  const naive = useRun(preset, { mode: "naive" });
  const [row, setRow] = useState(Number(data["row"] ?? 10));
  const last = flash && naive ? Math.max(flash.cycles, naive.cycles) - 1 : 0;
  const player = usePlayer(last, (flash?.cycles ?? 1) / 8, false);
  if (!flash || !naive) return <Wait />;
  const machines = [{ run: flash, title: "FLASH" }, { run: naive, title: "NAIVE" }];
  return (
    <Frame name="race" preset={preset} runs={machines} cycle={player.cycle} level={4} row={row}>
      <div class="pair">
        {machines.map(({ run, title }) => (
          <Machine key={title} run={run} title={title} cycle={player.cycle} row={row} onPick={setRow} />
        ))}
      </div>
      <Transport player={player} last={last} />
    </Frame>
  );
}
