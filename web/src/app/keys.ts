// SPDX-License-Identifier: MIT
//
// The keyboard: one table that binds the keys and prints the sheet.
import { tinykeys } from "tinykeys";
import * as s from "./store";
import { zoom } from "./timeline";
import type { Level } from "./view";

interface Key {
  /** tinykeys patterns */
  keys: string[];
  /** as the sheet writes it */
  shown: string;
  what: string;
  run(): void;
}

const around = (factor: number) => {
  const now = s.run.value;
  if (now) s.setSpan(zoom(s.shownSpan.value, now.cycles, factor, s.cycle.value));
};
const row = (by: number) => s.select({ row: s.selection.value.row + by });
const mode = () => s.configure({ mode: s.run.value?.config.mode === "flash" ? "naive" : "flash" });
const toggle = (name: "causal" | "overlap" | "stream") => {
  const now = s.run.value;
  if (now) s.configure({ [name]: !now.config[name] });
};

export const groups: { title: string; keys: Key[] }[] = [
  {
    title: "Time",
    keys: [
      { keys: ["Space"], shown: "space", what: "play, pause", run: s.togglePlay },
      { keys: ["ArrowRight"], shown: "→", what: "forward by one clock", run: () => s.stepBy("clock", 1) },
      { keys: ["ArrowLeft"], shown: "←", what: "back by one clock", run: () => s.stepBy("clock", -1) },
      { keys: ["Shift+ArrowRight"], shown: "shift →", what: "forward by one tile", run: () => s.stepBy("tile", 1) },
      { keys: ["Shift+ArrowLeft"], shown: "shift ←", what: "back by one tile", run: () => s.stepBy("tile", -1) },
      { keys: ["PageDown"], shown: "page down", what: "forward by one row group", run: () => s.stepBy("rowGroup", 1) },
      { keys: ["PageUp"], shown: "page up", what: "back by one row group", run: () => s.stepBy("rowGroup", -1) },
      { keys: ["Shift+PageDown"], shown: "shift page down", what: "forward by one block", run: () => s.stepBy("block", 1) },
      { keys: ["Shift+PageUp"], shown: "shift page up", what: "back by one block", run: () => s.stepBy("block", -1) },
      { keys: ["]"], shown: "]", what: "next event of the chosen kind", run: () => s.jump(1) },
      { keys: ["["], shown: "[", what: "previous event", run: () => s.jump(-1) },
      { keys: ["Home"], shown: "home", what: "first clock", run: () => s.scrub(0) },
      { keys: ["End"], shown: "end", what: "run to the end without drawing", run: s.runToEnd },
      { keys: ["+", "="], shown: "+", what: "zoom the timeline in", run: () => around(0.5) },
      { keys: ["-"], shown: "−", what: "zoom it out", run: () => around(2) },
      { keys: ["0"], shown: "0", what: "the whole run", run: () => s.setSpan(null) },
    ],
  },
  {
    title: "View",
    keys: [
      ...([1, 2, 3, 4] as Level[]).map((level) => ({
        keys: [String(level)],
        shown: String(level),
        what: ["", "softmax", "datapath", "schedule", "compare"][level]!,
        run: () => s.setLevel(level),
      })),
      { keys: ["ArrowDown"], shown: "↓", what: "next row", run: () => row(1) },
      { keys: ["ArrowUp"], shown: "↑", what: "row before", run: () => row(-1) },
      { keys: ["Shift+ArrowDown"], shown: "shift ↓", what: "next tile of the row", run: () => s.select({ tile: s.selection.value.tile + 1 }) },
      { keys: ["Shift+ArrowUp"], shown: "shift ↑", what: "tile before", run: () => s.select({ tile: s.selection.value.tile - 1 }) },
      { keys: ["e"], shown: "e", what: "next element of the tile", run: () => s.select({ element: (s.selection.value.element + 1) % (s.run.value?.a ?? 1) }) },
      { keys: ["/"], shown: "/", what: "find a signal by name", run: () => (s.sheet.value = "search") },
    ],
  },
  {
    title: "Machine",
    keys: [
      { keys: ["f"], shown: "f", what: "FLASH or NAIVE", run: mode },
      { keys: ["c"], shown: "c", what: "causal mask", run: () => toggle("causal") },
      { keys: ["o"], shown: "o", what: "overlap of loads", run: () => toggle("overlap") },
      { keys: ["s"], shown: "s", what: "streaming of rows", run: () => toggle("stream") },
    ],
  },
  {
    title: "Page",
    keys: [
      { keys: ["l"], shown: "l", what: "copy the link to this clock", run: () => void s.copyLink() },
      { keys: ["t"], shown: "t", what: "the view as a table", run: () => (s.table.value = !s.table.value) },
      { keys: ["?", "Shift+?"], shown: "?", what: "this sheet", run: () => (s.sheet.value = s.sheet.value === "help" ? null : "help") },
      { keys: ["Escape"], shown: "esc", what: "close what is open", run: close },
    ],
  },
];

function close(): void {
  if (s.sheet.value) s.sheet.value = null;
  else if (s.message.value) s.message.value = null;
  else s.inspected.value = null;
}

/** Keys that belong to the field in which they are typed stay there. */
function typing(event: KeyboardEvent): boolean {
  const element = event.target;
  if (event.key === "Escape" || !(element instanceof Element)) return false;
  if (element.closest("input, textarea, select, [contenteditable]")) return true;
  if (element.closest("dialog")) return true;
  return (event.key === " " || event.key === "Enter") && element.closest("button, a, summary, [role=button], [role=option]") !== null;
}

export function bindKeys(): () => void {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};
  for (const group of groups)
    for (const key of group.keys)
      for (const pattern of key.keys)
        bindings[pattern] = (event) => {
          if (typing(event) || event.defaultPrevented) return;
          event.preventDefault();
          key.run();
        };
  return tinykeys(window, bindings);
}
