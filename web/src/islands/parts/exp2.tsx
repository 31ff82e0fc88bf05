// SPDX-License-Identifier: MIT
import { useMemo, useState } from "preact/hooks";
import { sourceAttributes } from "../../app/view";
import { Powers, powers } from "../../figures/Powers";
import { Frame, useRun, Wait, type Data } from "../kit";

export default function Exp2({ data }: { data: Data }) {
  const preset = data["preset"]!;
  const run = useRun(preset);
  const all = useMemo(() => (run ? powers(run) : []), [run]);
  const [chosen, setChosen] = useState(-1);
  if (!run) return <Wait />;
  const row = Number(data["row"] ?? 0);
  // By default an element of the row that is neither the largest nor negligible.
  const start = all.findIndex((one) => one.row === row && one.difference < -64 && one.difference > -640);
  const at = chosen >= 0 ? chosen : Math.max(0, start);
  const power = all[at]!;
  const parts = run.exp2(power.difference);
  const p = run.format("p.value", power.p);
  const z = run.format("z.value", power.difference);
  const name = (i: number) => run.input.tokens?.[i] ?? String(i);
  return (
    <Frame name="exp2" preset={preset} runs={[{ run, title: "run" }]} level={1} row={power.row} tile={Math.floor(power.key / run.a)}>
      <Powers run={run} all={all} chosen={at} onChoose={setChosen} />
      <div class="choices">
        <label class="choice grow">Element
          <input type="range" min={0} max={all.length - 1} value={at} onInput={(event) => setChosen(Number(event.currentTarget.value))} />
        </label>
      </div>
      <dl class="split">
        <div><dt>{name(power.row)} → {name(power.key)}: Z − m</dt><dd class="num" {...sourceAttributes("step")}>{z.text.replace("-", "−")}</dd></div>
        <div><dt>whole part: shift right by</dt><dd class="num" {...sourceAttributes("exp2")}>{parts.shift}</dd></div>
        <div><dt>fraction: entry {parts.index} of 256</dt><dd class="num" {...sourceAttributes("exp2")}>{parts.entry}</dd></div>
        <div><dt>entry ≫ shift</dt><dd class="num" {...sourceAttributes("exp2")}>{parts.result}</dd></div>
        <div><dt>P, as the hardware gave it ({p.format})</dt><dd class="num" {...sourceAttributes("step")} data-raw={power.p}>{p.hex} = {p.text}</dd></div>
      </dl>
    </Frame>
  );
}
