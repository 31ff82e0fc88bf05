// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import { Bars } from "../../figures/Bars";
import { HeatMap } from "../../figures/HeatMap";
import { sourceAttributes } from "../../app/view";
import type { Run } from "../../engine/types";
import { count, fixed } from "../../figures/format";
import { bytesAt } from "../../figures/Bars";
import { Frame, siteRoot, Transport, usePlayer, useRun, Wait, type Data } from "../kit";

/** The head at work, and the bytes of both schedules on one clock. */
export default function Hero({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const flash = useRun(preset);
  const naive = useRun(preset, { mode: "naive" });
  const [row, setRow] = useState(Number(data["row"] ?? 0));
  const last = flash && naive ? Math.max(flash.cycles, naive.cycles) - 1 : 0;
  const player = usePlayer(last, (flash?.cycles ?? 1) / 7, true);
  if (!flash || !naive) return <Wait />;
  flash.seek(Math.min(player.cycle, flash.cycles - 1));
  const machines = [{ run: flash, title: "FLASH" }, { run: naive, title: "NAIVE" }];
  const { nq, nk, tokens } = flash.input;
  const scores = (run: Run) => <b class="num" {...sourceAttributes("moves")}>{count(bytesAt(run, player.cycle).parts[4]!.bytes)}</b>;
  return (
    <Frame name="hero" preset={preset} runs={machines} cycle={player.cycle} level={3} row={row}>
      <div class="side-by-side">
        <HeatMap weights={flash.heatmap(Math.min(player.cycle, flash.cycles - 1))} nq={nq} nk={nk} tokens={tokens} row={row}
          onRow={setRow} title="Weights of attention as they stand at this clock" />
        <div>
          <Bars machines={machines} cycle={player.cycle} />
          <p class="ratio">
            {player.cycle >= last
              ? <>NAIVE moved <b class="num" {...sourceAttributes("result.bytes")}>{fixed(naive.result.bytes / flash.result.bytes, 1)}</b> times as many bytes,
                and took <b class="num" {...sourceAttributes("result.counters")}>{fixed(naive.result.counters["cycles"]! / flash.result.counters["cycles"]!, 1)}</b> times as long.</>
              : player.cycle >= flash.cycles - 1
                ? <>FLASH is done. NAIVE still moves scores: {scores(naive)} bytes of them so far.</>
                : <>Bytes of scores over the port so far: FLASH {scores(flash)}, NAIVE {scores(naive)}.</>}{" "}
            <a href={new URL("docs/03-flash-and-traffic/#why-flash-moves-fewer-bytes", siteRoot()).href}>Why, and is the result the same?</a>
          </p>
          <p class="why">
            NAIVE needs the maximum of a whole row before its first weight, so every score goes to memory and comes back: five
            crossings. FLASH keeps a maximum, a sum and the output of each row, and rescales the two when the maximum
            rises: the same softmax, and no score leaves the chip.
          </p>
          <Transport player={player} last={last} />
        </div>
      </div>
    </Frame>
  );
}
