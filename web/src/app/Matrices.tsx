// SPDX-License-Identifier: MIT
//
// Q, K and V as they were given and as the engine has them; an element can be changed.
import { useState } from "preact/hooks";
import * as s from "./store";
import { real, signed } from "./format";
import { sourceAttributes } from "./view";

type Tensor = "q" | "k" | "v";

function Grid({ tensor, ints }: { tensor: Tensor; ints: boolean }) {
  const input = s.input.value!;
  const [at, setAt] = useState({ row: 0, column: 0 });
  const [draft, setDraft] = useState<string | null>(null);
  const rows = tensor === "q" ? input.nq : input.nk;
  const columns = tensor === "v" ? input.dv : input.d;
  const given = input.given(tensor);
  const int8 = input.int8(tensor);
  const changed = new Set(s.edits.value.filter((e) => e.tensor === tensor).map((e) => `${e.row} ${e.column}`));
  const row = Math.min(at.row, rows - 1);
  const column = Math.min(at.column, columns - 1);
  const commit = () => {
    if (draft === null) return;
    const value = Number(draft.replace("−", "-").replace(",", "."));
    setDraft(null);
    if (draft.trim() === "" || !Number.isFinite(value)) {
      s.message.value = { kind: "error", text: `"${draft}" is no number` };
      return;
    }
    if (value !== given[row * columns + column]) void s.edit({ tensor, row, column, value });
  };
  const move = (dr: number, dc: number) => {
    setAt({ row: Math.max(0, Math.min(rows - 1, row + dr)), column: Math.max(0, Math.min(columns - 1, column + dc)) });
    setDraft(null);
  };
  const now = given[row * columns + column] ?? 0;
  const name = `${tensor.toUpperCase()}[${row}, ${column}]`;
  return (
    <>
      <div class="grid-scroll" tabIndex={0} role="group" aria-label={`${tensor.toUpperCase()}, ${rows} rows by ${columns} columns; arrows move, the field below changes`}
        onKeyDown={(event) => {
          const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          move(step[0]!, step[1]!);
        }}
        onClick={(event) => {
          const cell = (event.target as Element).closest("td");
          if (cell) { setAt({ row: +cell.dataset["r"]!, column: +cell.dataset["c"]! }); setDraft(null); }
        }}>
        <table class={`matrix t-${tensor}`}>
          <tbody>
            {Array.from({ length: rows }, (_, r) => (
              <tr key={r} class={r === s.selection.value.row && tensor === "q" ? "picked" : ""}>
                <th scope="row">{s.tokenOf(r)}</th>
                {Array.from({ length: columns }, (_, c) => {
                  const i8 = int8[r * input.dp + c] ?? 0;
                  const value = given[r * columns + c] ?? 0;
                  return (
                    <td key={c} data-r={r} data-c={c} {...sourceAttributes(ints ? "int8" : "given")} data-raw={ints ? i8 : value}
                      class={`num${r === row && c === column ? " at" : ""}${changed.has(`${r} ${c}`) ? " changed" : ""}`}>
                      {ints ? signed(i8) : real(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="cell-edit">
        <label for="cell">{name}</label>
        <input id="cell" class="num" type="text" inputMode="decimal" autocomplete="off" value={draft ?? String(+now.toPrecision(7))}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === "Enter") commit();
            else if (event.key === "Escape") { setDraft(null); event.currentTarget.blur(); }
          }} />
        <span class="preview">INT8 <output class="num" {...sourceAttributes("int8")} data-raw={int8[row * input.dp + column]}>{signed(int8[row * input.dp + column] ?? 0)}</output></span>
      </div>
    </>
  );
}

export function Matrices() {
  const input = s.input.value!;
  const [tensor, setTensor] = useState<Tensor>("q");
  const [ints, setInts] = useState(false);
  const { quant, smooth } = s.quant.value;
  const own = s.source.value.kind !== "preset";
  return (
    <section class="matrices" aria-labelledby="matrices-title">
      <h2 id="matrices-title">Input</h2>
      <p class="note read">{s.described(input)}</p>
      {own && (input.layers.length > 1 || input.heads > 1) && (
        <div class="line choices" id="parts-of-file">
          {input.layers.length > 1 && (
            <label>layer <select id="file-layer" value={input.layer} onChange={(event) => void s.setLayer(+event.currentTarget.value)}>
              {input.layers.map((name, i) => <option key={i} value={i}>{name || i}</option>)}</select></label>
          )}
          {input.heads > 1 && (
            <label>head <select id="file-head" value={input.head} onChange={(event) => void s.setHead(+event.currentTarget.value)}>
              {Array.from({ length: input.heads }, (_, i) => <option key={i} value={i}>{i}</option>)}</select></label>
          )}
        </div>
      )}
      <div class="line">
        <div class="segments" role="group" aria-label="tensor">
          {(["q", "k", "v"] as const).map((one) => (
            <button key={one} type="button" class={`t-${one}`} aria-pressed={tensor === one} onClick={() => setTensor(one)}>{one.toUpperCase()}</button>
          ))}
        </div>
        <div class="segments" role="group" aria-label="numbers">
          <button type="button" aria-pressed={!ints} onClick={() => setInts(false)}>float</button>
          <button type="button" aria-pressed={ints} onClick={() => setInts(true)}>INT8</button>
        </div>
        {s.edits.value.length > 0 && <button type="button" class="quiet" onClick={() => void s.undoEdits()}>undo {s.edits.value.length}</button>}
      </div>
      <Grid key={tensor} tensor={tensor} ints={ints} />
      {!input.isInt8 && (
        <div class="line choices">
          <label>scale per <select value={quant} onChange={(event) => void s.setQuant({ quant: event.currentTarget.value as typeof quant })}>
            <option value="tensor">tensor</option><option value="head">head</option><option value="channel">channel</option></select></label>
          <label>smooth <select value={smooth} onChange={(event) => void s.setQuant({ smooth: event.currentTarget.value as typeof smooth })}>
            <option value="none">none</option><option value="k">K</option><option value="kv">K, V</option></select></label>
        </div>
      )}
    </section>
  );
}
