// SPDX-License-Identifier: MIT
//
// Attention of the run so far: a square a pair of query and key, tokens on both axes. The
// weights are derived in C from recorded P, m and l.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as s from "./store";
import { weight } from "./format";
import { palette } from "./theme";
import { sourceAttributes } from "./view";

const size = 232;

/** Two colours of the theme as sRGB bytes. */
function ends(element: Element): [Uint8ClampedArray, Uint8ClampedArray] {
  const style = getComputedStyle(element);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  const read = (name: string) => {
    context.fillStyle = style.getPropertyValue(name).trim();
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  };
  return [read("--heat-0"), read("--heat-max")];
}

function Labels({ count, axis, picked, start, cell }: { count: number; axis: "row" | "key"; picked: readonly number[]; start: number; cell: number }) {
  const all = cell >= 9.5;
  const wanted = all ? Array.from({ length: count }, (_, i) => i) : [...new Set(picked)].filter((i) => i >= 0 && i < count);
  return (
    <g class={`labels ${axis}`}>
      {wanted.map((i) => {
        const at = start + (i + 0.5) * cell;
        const place = axis === "row" ? `translate(${start - 4} ${at + 3.5})` : `translate(${at + 3.5} ${start - 4}) rotate(-90)`;
        return (
          <text key={i} transform={place} class={picked.includes(i) ? "picked" : ""} text-anchor={axis === "row" ? "end" : "start"}>
            {s.tokenOf(i)}
          </text>
        );
      })}
    </g>
  );
}

export function HeatMap() {
  const run = s.run.value!;
  const clock = s.cycle.value;
  const { row, tile, element } = s.selection.value;
  const theme = palette.value;
  const { nq, nk } = run.input;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [over, setOver] = useState<{ row: number; key: number } | null>(null);
  const weights = run.heatmap(clock);
  const top = useMemo(() => run.heatmap(run.cycles - 1).reduce((a, b) => Math.max(a, b), 0) || 1, [run]);
  const colours = useRef<{ of: string; ends: ReturnType<typeof ends> } | null>(null);

  const words = run.input.tokens;
  const longest = Math.max(2, ...(words ?? []).map((w) => w.length), String(nk).length);
  const start = Math.min(76, 10 + longest * 6.1);
  const cell = (size - start) / Math.max(nq, nk);

  useEffect(() => {
    const element = canvas.current!;
    if (colours.current?.of !== theme) colours.current = { of: theme, ends: ends(element) };
    const [low, high] = colours.current.ends;
    const image = new ImageData(nk, nq);
    for (let i = 0; i < nq * nk; i++) {
      const t = Math.min(1, weights[i]! / top);
      for (let c = 0; c < 3; c++) image.data[4 * i + c] = low[c]! + (high[c]! - low[c]!) * t;
      image.data[4 * i + 3] = 255;
    }
    element.getContext("2d")!.putImageData(image, 0, 0);
  });

  const cellAt = (event: PointerEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * size - start;
    const y = ((event.clientY - box.top) / box.height) * size - start;
    const key = Math.floor(x / cell);
    const at = Math.floor(y / cell);
    return key >= 0 && key < nk && at >= 0 && at < nq ? { row: at, key } : null;
  };
  const press = (event: PointerEvent) => {
    const at = cellAt(event);
    if (at) s.select({ row: at.row, tile: Math.floor(at.key / run.a), element: at.key % run.a });
  };
  const key = tile * run.a + element;
  let best = 0;
  for (let j = 1; j < nk; j++) if (weights[row * nk + j]! > weights[row * nk + best]!) best = j;
  const shown = over ?? { row, key: best };
  const value = weights[shown.row * nk + shown.key] ?? 0;
  const met = over !== null || value > 0;
  const side = (n: number) => start + n * cell;

  return (
    <section class="heat" aria-labelledby="heat-title">
      <h2 id="heat-title">Attention</h2>
      <div class="heat-frame">
        <canvas
          ref={canvas}
          width={nk}
          height={nq}
          aria-hidden="true"
          style={{
            left: `${(100 * start) / size}%`,
            top: `${(100 * start) / size}%`,
            width: `${(100 * cell * nk) / size}%`,
            height: `${(100 * cell * nq) / size}%`,
          }}
        />
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={`Weights of attention, ${nq} rows by ${nk} keys; the selected row is in the table below`}
          onPointerMove={(event) => setOver(cellAt(event))}
          onPointerLeave={() => setOver(null)}
          onPointerDown={press}
        >
          <Labels count={nq} axis="row" picked={[row, over?.row ?? -1]} start={start} cell={cell} />
          <Labels count={nk} axis="key" picked={[weights[row * nk + best]! > 0 ? best : -1, over?.key ?? -1]} start={start} cell={cell} />
          <rect class="edge" x={start} y={start} width={cell * nk} height={cell * nq} />
          <rect class="row-mark" x={start} y={side(row)} width={cell * nk} height={cell} />
          <path class="row-tip" d={`M${side(nk) + 2} ${side(row + 0.5)}l5 -3.5v7z`} />
          {key < nk && <rect class="tile-mark" x={side(tile * run.a)} y={side(row)} width={cell * Math.min(run.a, nk - tile * run.a)} height={cell} />}
          {over && <rect class="over" x={side(over.key)} y={side(over.row)} width={cell} height={cell} />}
        </svg>
      </div>
      <p class="heat-line">
        <span class="word">{s.tokenOf(shown.row)}</span> {met ? <>→ <span class="word">{s.tokenOf(shown.key)}</span></> : "met no key yet"}{" "}
        <output hidden={!met} class="num" {...sourceAttributes("heatmap")} data-row={shown.row} data-key={shown.key} data-raw={value}>{weight(value)}</output>
        <span class="heat-scale" aria-label={`scale from 0 to ${weight(top)}`}>
          <span class="num">0</span>
          <svg viewBox="0 0 60 8" preserveAspectRatio="none" width="60" height="8" aria-hidden="true">
            {Array.from({ length: 12 }, (_, i) => (
              <rect key={i} x={i * 5} width="5.2" height="8" class="step" style={{ "--t": `${(100 * i) / 11}%` }} />
            ))}
          </svg>
          <span class="num" {...sourceAttributes("heatmap")} data-raw={top}>{weight(top)}</span>
        </span>
      </p>
      <div class="row-pick">
        <label for="row">row</label>
        <select id="row" value={row} onChange={(event) => s.select({ row: +event.currentTarget.value })}>
          {Array.from({ length: nq }, (_, i) => (
            <option key={i} value={i}>{words ? `${i} ${words[i] ?? ""}` : i}</option>
          ))}
        </select>
      </div>
      <table class="visually-hidden" id="heat-row">
        <caption>Weights of row {row}, {s.tokenOf(row)}, at this clock</caption>
        <thead><tr><th scope="col">key</th><th scope="col">token</th><th scope="col">weight</th></tr></thead>
        <tbody>
          {Array.from({ length: nk }, (_, j) => (
            <tr key={j}>
              <td>{j}</td>
              <td>{s.tokenOf(j)}</td>
              <td {...sourceAttributes("heatmap")} data-row={row} data-key={j} data-raw={weights[row * nk + j]}>{weight(weights[row * nk + j] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
