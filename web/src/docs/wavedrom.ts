// SPDX-License-Identifier: MIT
//
// A timing diagram from WaveDrom text: drawn by WaveDrom, its inline styles turned into classes
// that the site's style sheet knows (the policy forbids styles in a page), unused shapes left out.

import onml from "onml";
import wavedrom from "wavedrom";
import standard from "wavedrom/skins/default.js";
import narrow from "wavedrom/skins/narrow.js";

type Part = string | number | Part[] | Record<string, unknown>;

const isElement = (part: Part): part is Part[] => Array.isArray(part);

function used(part: Part, into: Set<string>) {
  if (!isElement(part)) return;
  for (const child of part) {
    if (isElement(child)) used(child, into);
    else if (typeof child === "object") {
      const target = child["xlink:href"];
      if (typeof target === "string") into.add(target.slice(1));
    }
  }
}

function tidy(part: Part, ids: Set<string>, suffix: string): Part | null {
  if (!isElement(part)) return part;
  const [name, ...rest] = part;
  if (name === "style" || name === "marker") return null;
  const attributes = rest[0] && typeof rest[0] === "object" && !isElement(rest[0]) ? { ...rest[0] } : null;
  const children = attributes ? rest.slice(1) : rest;
  if (attributes) {
    const style = String(attributes["style"] ?? "");
    delete attributes["style"];
    if (/fill:\s*white/.test(style)) return null;
    if (style.includes("stroke-dasharray")) attributes["class"] = "wave-mark";
    const id = attributes["id"];
    if (typeof id === "string") {
      if (ids.has(id)) attributes["id"] = id + suffix;
      else delete attributes["id"];
    }
    const target = attributes["xlink:href"];
    if (typeof target === "string") {
      delete attributes["xlink:href"];
      attributes["href"] = target + suffix;
    }
    delete attributes["xml:space"];
    delete attributes["xmlns:xlink"];
    const names = String(attributes["class"] ?? "");
    // Prefixed, and matched by themselves: rules do not reach into <use> from outside.
    if (/^s\d+$/.test(names)) attributes["class"] = `wave-${names}`;
  }
  let inner = children;
  if (name === "defs") inner = children.filter((child) => isElement(child) && ids.has(String((child[1] as Record<string, unknown>)?.["id"])));
  const kept = inner.map((child) => tidy(child, ids, suffix)).filter((child): child is Part => child !== null);
  return attributes ? [name!, attributes, ...kept] : [name!, ...kept];
}

interface Line {
  name?: string;
  wave?: string;
  data?: string[];
}

/**
 * The line with labels that fit their bricks: where one is too long, its number or its first word
 * stands for it, or nothing. width: of a character of the wave, in px of the drawing.
 */
export function fitted(line: Line, width: number): Line {
  if (!line.wave || !line.data) return line;
  const bricks = [...line.wave.matchAll(/[=2-9]\.*/g)].map((brick) => brick[0].length * width - 6);
  const fits = (text: string, i: number) => 6.6 * text.length <= (bricks[i] ?? 0);
  const data = line.data.map((text, i) => [text, /\d+$/.exec(text)?.[0] ?? text.split(" ")[0]!, ""].find((one) => fits(one, i))!);
  return { ...line, data };
}

/** SVG text of WaveDrom's JSON; number makes its ids differ from those of others on the page. */
export function timingDiagram(source: unknown, number: number): string {
  const lines = (source as { signal?: Line[] }).signal ?? [];
  const long = lines.some((line) => (line.wave?.length ?? 0) > 16);
  const drawn = {
    ...(source as object),
    signal: lines.map((line) => fitted(line, long ? 20 : 40)),
    ...(long ? { config: { skin: "narrow" } } : {}),
  };
  const tree = wavedrom.renderAny(0, drawn, { ...standard, ...narrow }) as Part;
  const ids = new Set<string>();
  used(tree, ids);
  const tidied = tidy(tree, ids, `-w${number}`) as Part[];
  const attributes = tidied[1] as Record<string, unknown>;
  delete attributes["id"];
  // Room for the names of the lines in another typeface than WaveDrom's.
  const [, , width, height] = String(attributes["viewBox"]).split(" ").map(Number);
  attributes["viewBox"] = `-18 0 ${width! + 18} ${height!}`;
  delete attributes["width"];
  delete attributes["height"];
  attributes["class"] = "wave";
  attributes["role"] = "img";
  attributes["aria-label"] = ["Timing diagram", ...lines.map(({ name, data }) => `${name}: ${(data ?? []).join(", ")}`)].join(". ");
  return onml.stringify(tidied);
}
