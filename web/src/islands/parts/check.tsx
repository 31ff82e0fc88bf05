// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";
import { sourceAttributes } from "../../app/view";
import type { RunConfig } from "../../engine/types";
import { count } from "../../figures/format";
import { configOf, hardware, inputOf, Wait } from "../kit";

interface Line {
  preset: string;
  what: string;
  tiles: number;
  equal: number;
  cycles: number;
  cyclesPredicted: number;
  bytes: number;
  bytesPredicted: number;
  exact: boolean;
}

const changes: Partial<RunConfig>[] = [
  {},
  { mode: "naive" },
  { qRows: 4 },
  { causal: true },
  { overlap: false, stream: false },
  { latency: 40 },
];
const says = (config: RunConfig) =>
  [config.mode.toUpperCase(), config.mode === "flash" ? `${config.qRows} rows` : "", config.causal ? "causal" : "",
    config.overlap ? "" : "no overlap", config.stream ? "" : "no streaming", `latency ${config.latency}`].filter(Boolean).join(", ");

/** Runs, each against the golden model and the closed forms. */
export default function CheckIsland() {
  const [lines, setLines] = useState<Line[]>([]);
  const [busy, setBusy] = useState(false);
  const check = async (presets: readonly string[]) => {
    setBusy(true);
    const engine = await hardware();
    for (const preset of presets) {
      const input = await inputOf(preset);
      for (const change of changes) {
        const config = configOf(input, change);
        const run = engine.run(input, config);
        const badge = run.badge(run.cycles - 1);
        const { result } = run;
        setLines((before) => [...before, {
          preset, what: says(config), tiles: badge.compared, equal: badge.equal,
          cycles: result.counters["cycles"]!, cyclesPredicted: result.cyclesPredicted,
          bytes: result.bytes, bytesPredicted: result.bytesPredicted, exact: result.bitExact,
        }]);
        run.free();
        await new Promise((done) => setTimeout(done));
      }
    }
    setBusy(false);
  };
  useEffect(() => void check(["toy"]), []);
  const rest = async () => {
    const engine = await hardware();
    setLines([]);
    await check(engine.presets.map((p) => p.name));
  };
  if (lines.length === 0) return <Wait />;
  const right = lines.filter((l) => l.exact && l.equal === l.tiles && l.cycles === l.cyclesPredicted && l.bytes === l.bytesPredicted).length;
  return (
    <div class="frame">
      <div class="choices">
        <button type="button" onClick={() => void rest()} disabled={busy}>Run every preset</button>
        <span aria-live="polite">
          <b class="num" {...sourceAttributes("badge")}>{count(right)}</b> of <b class="num">{count(lines.length)}</b> runs agree in every bit, byte and clock
          {busy ? " …" : ""}
        </span>
      </div>
      <div class="scroll lines" tabIndex={0} role="group" aria-label="Runs">
        <table>
          <thead>
            <tr><th>input</th><th>configuration</th><th class="right">tiles equal</th><th class="right">clocks</th><th class="right">model</th>
              <th class="right">bytes</th><th class="right">closed form</th><th>output</th></tr>
          </thead>
          <tbody>
            {lines.map((l, i) => (
              <tr key={i} class={l.exact && l.equal === l.tiles ? "" : "wrong"}>
                <td>{l.preset}</td>
                <td>{l.what}</td>
                <td class="num right" {...sourceAttributes("badge")}>{count(l.equal)} of {count(l.tiles)}</td>
                <td class="num right" {...sourceAttributes("result")}>{count(l.cycles)}</td>
                <td class="num right" {...sourceAttributes("result")}>{count(l.cyclesPredicted)}</td>
                <td class="num right" {...sourceAttributes("result")}>{count(l.bytes)}</td>
                <td class="num right" {...sourceAttributes("result")}>{count(l.bytesPredicted)}</td>
                <td>{l.exact ? "bit-exact ✓" : "differs ✗"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
