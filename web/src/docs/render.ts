// SPDX-License-Identifier: MIT
//
// The repository's markdown as pages, at build time: nothing is written twice. Formulas become
// MathML, timing diagrams and plots SVG in the page's own colours, marks of islands the places
// where a page's script mounts them. A link that leads to no page fails the build.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { createMarkdownProcessor } from "@astrojs/markdown-remark";
import katex from "katex";
import remarkMath from "remark-math";
import { islandHtml } from "../islands/captions";
import { timingDiagram } from "./wavedrom";

const root = join(process.cwd(), "..");

/** A node of the tree that the plugins change. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

export interface Heading {
  depth: number;
  slug: string;
  text: string;
}
export interface Doc {
  /** path in the repository, "docs/01-attention.md" */
  file: string;
  /** path of the page, "docs/01-attention" */
  route: string;
  title: string;
  html: string;
  headings: Heading[];
  /** names of the islands in it, in order */
  islands: string[];
  /** first paragraph, as text */
  description: string;
}

const folders = ["docs", "docs/decisions", "data"];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `${folder}/${name}`),
);
const routeOf = (file: string) => (file === "data/README.md" ? "docs/data" : file.replace(/\.md$/, ""));
export const routes = files.map((file) => ({ file, route: routeOf(file) }));

const text = (node: Node): string => node.value ?? (node.children ?? []).map(text).join("");

/** Replaces nodes depth first; `change` gives null to keep one. */
function walk(node: Node, change: (node: Node) => Node[] | null) {
  if (!node.children) return;
  node.children = node.children.flatMap((child) => {
    const changed = change(child);
    if (changed) return changed;
    walk(child, change);
    return [child];
  });
}
const raw = (value: string): Node => ({ type: "raw", value });

/** Text of a name in a table, which may break behind its joints and nowhere else. */
const breakable = (name: string): Node[] =>
  name.split(/(?<=\w{4}[_./]|[|(])(?=\w)/).flatMap((value, i) => [
    ...(i ? [{ type: "element", tagName: "wbr", properties: {}, children: [] }] : []),
    { type: "text", value },
  ]);

const formula = (source: string, displayMode: boolean) => {
  const html = katex.renderToString(source.trim(), { displayMode, output: "mathml", throwOnError: true, strict: "error" });
  return raw(displayMode ? `<div class="scroll" tabindex="0" role="group" aria-label="Formula">${html}</div>` : html);
};

/** A plot of bench/plots.c: its own style sheet gives way to the page's (same class names). */
function plot(path: string, alt: string): Node {
  const svg = readFileSync(join(root, path), "utf8");
  const title = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? alt;
  const body = svg
    .slice(svg.indexOf("<svg"))
    .replace(/<style>[\s\S]*?<\/style>/, "")
    .replace(/<title>[^<]*<\/title>|<desc>[^<]*<\/desc>|<!--[\s\S]*?-->/g, "")
    .replace(/^<svg /, `<svg class="plot" aria-label="${title}" `);
  return raw(`<figure class="scroll" tabindex="0" role="group" aria-label="${title}">${body}</figure>`);
}

function plugin(file: string, islands: string[]) {
  const link = (url: string): string => {
    if (/^([a-z]+:|#)/.test(url)) return url;
    const [path = "", anchor] = url.split("#");
    const target = normalize(join(dirname(file), path));
    if (!files.includes(target)) throw new Error(`${file}: ${url} leads to no page of the site`);
    return `/${routeOf(target)}/${anchor ? `#${anchor}` : ""}`;
  };
  return () => (tree: Node) => {
    const change = (node: Node): Node[] | null => {
      const { properties = {}, children = [] } = node;
      const classes = (properties["className"] ?? []) as string[];
      if (node.type === "raw") {
        const mark = /^<!--\s*site:island\s+(\S+)([^>]*?)\s*-->$/.exec(node.value ?? "");
        if (mark) {
          islands.push(mark[1]!);
          const pairs = [...mark[2]!.matchAll(/([\w-]+)=(\S+)/g)].map((m) => [m[1]!, m[2]!]);
          return [raw(islandHtml(mark[1]!, Object.fromEntries(pairs)))];
        }
        const kept = (node.value ?? "").replace(/<!--[\s\S]*?-->/g, "");
        return kept.trim() === "" ? [] : [raw(kept)];
      }
      if (node.tagName === "pre") {
        const code = children[0];
        const language = ((code?.properties?.["className"] ?? []) as string[]).join(" ");
        if (code && language.includes("math-display")) return [formula(text(code), true)];
        if (code && language.includes("language-wavedrom")) {
          const svg = timingDiagram(JSON.parse(text(code)), islands.length);
          return [raw(`<figure class="scroll" tabindex="0" role="group" aria-label="Timing diagram">${svg}</figure>`)];
        }
        node.properties = { ...properties, tabIndex: 0 };
      }
      if (node.tagName === "code" && classes.includes("math-inline")) return [formula(text(node), false)];
      if (node.tagName === "code" && classes.includes("math-display")) return [formula(text(node), true)];
      if (node.tagName === "a" && typeof properties["href"] === "string")
        node.properties = { ...properties, href: link(properties["href"]) };
      if (node.tagName === "img" && typeof properties["src"] === "string")
        return [plot(normalize(join(dirname(file), properties["src"])), String(properties["alt"] ?? ""))];
      if (node.tagName === "table") {
        const inner: Node = { ...node };
        walk(inner, (child) => {
          // A header without a text is a cell.
          if (child.tagName === "th" && text(child).trim() === "") child.tagName = "td";
          // A sentence keeps some width where the table is wider than the screen.
          if (child.tagName === "td" && text(child).length > 24) child.properties = { ...child.properties, className: ["long"] };
          const changed = change(child);
          if (!changed && child.tagName === "code") child.children = breakable(text(child));
          return changed;
        });
        return [
          {
            type: "element",
            tagName: "div",
            properties: { className: ["scroll"], tabIndex: 0, role: "group", ariaLabel: "Table" },
            children: [inner],
          },
        ];
      }
      return null;
    };
    walk(tree, change);
  };
}

const cache = new Map<string, Promise<Doc>>();

/** The page of a file of the repository. */
export function renderDoc(file: string): Promise<Doc> {
  const found = cache.get(file);
  if (found && import.meta.env.PROD) return found;
  const made = render(file);
  cache.set(file, made);
  return made;
}

async function render(file: string): Promise<Doc> {
  const islands: string[] = [];
  const source = readFileSync(join(root, file), "utf8");
  const processor = await createMarkdownProcessor({
    syntaxHighlight: false,
    smartypants: false,
    remarkPlugins: [[remarkMath, { singleDollarTextMath: false }]],
    rehypePlugins: [plugin(file, islands)],
  });
  const { code, metadata } = await processor.render(source);
  const title = /^# (.+)$/m.exec(source)?.[1] ?? file;
  const paragraph = source.split(/\n\n+/).find((part) => /^[A-Za-z*"]/.test(part)) ?? title;
  return {
    file,
    route: routeOf(file),
    title: title.replace(/[`*]/g, ""),
    html: code,
    headings: metadata.headings.filter((heading) => heading.depth === 2),
    islands,
    description: paragraph
      .replace(/[*`]|\[\[?|\]\(.*?\)\]?|<!--.*?-->/gs, "")
      .replace(/\s+/g, " ")
      .replace(/^(.{40,180}?[.:;])\s.*$/, "$1")
      .slice(0, 200),
  };
}
