// SPDX-License-Identifier: MIT
//
// Ways out of the app: the drawing as a picture, the run as a file, the command that repeats it.
import { useState } from "preact/hooks";
import type { Run } from "../engine/types";
import "./ways.css";

const files = [
  ["csv", "CSV", "the tracks, one line a clock", "text/csv"],
  ["json", "JSON", "result, counters, stalls", "application/json"],
  ["jsonl", "JSON lines", "the state record of every clock", "application/x-ndjson"],
  ["vcd", "VCD", "signals, for a waveform viewer", "text/plain"],
  ["perfetto", "Perfetto", "a trace for Perfetto's viewer", "application/json"],
] as const;
const endings = { csv: "csv", json: "json", jsonl: "jsonl", vcd: "vcd", perfetto: "perfetto.json" } as const;

interface Props {
  run: Run;
  /** name of the input, for the names of files */
  name: string;
  view: string;
  /** the element that holds the drawing */
  drawing(): Element | null;
}

export function Ways({ run, name, view, drawing }: Props) {
  const [said, setSaid] = useState("");
  const base = `tinyattention-${name.replace(/[^\w.-]+/g, "-")}-${run.config.mode}`;
  const picture = async (kind: "svg" | "png") => {
    const within = drawing();
    if (!within) return;
    const { savePictures } = await import("./picture");
    await savePictures(within, `${base}-${view.toLowerCase()}`, kind);
  };
  const file = async (format: (typeof files)[number]) => {
    const { saveAs } = await import("./picture");
    saveAs(`${base}${format[0] === "perfetto" ? "-" : "."}${endings[format[0]]}`, new Blob([run.exportFile(format[0]) as BlobPart], { type: format[3] }));
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(run.command());
      setSaid("copied");
    } catch {
      setSaid("mark it and copy");
    }
  };
  return (
    <details class="ways-out">
      <summary>Save and repeat</summary>
      <div class="ways-rows">
        <p>
          This view{" "}
          <button type="button" onClick={() => void picture("svg")}>SVG</button>
          <button type="button" onClick={() => void picture("png")}>PNG</button>
        </p>
        <p>
          This run{" "}
          {files.map((format) => (
            <button key={format[0]} type="button" title={format[2]} onClick={() => void file(format)}>{format[1]}</button>
          ))}
        </p>
        <p>
          In a terminal <code class="command" tabIndex={0}>{run.command()}</code>
          <button type="button" onClick={() => void copy()}>copy</button> <span aria-live="polite">{said}</span>
        </p>
      </div>
    </details>
  );
}
