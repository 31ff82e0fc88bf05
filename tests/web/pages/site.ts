// SPDX-License-Identifier: MIT
//
// The built site on a local port, Debian's chromium on it, and what the tests ask of a page.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import sirv from "sirv";
import { afterAll, beforeAll, expect } from "vitest";

export const root = fileURLToPath(new URL("../../../", import.meta.url));
export const siteFolder = process.env["TA_SITE"] ?? `${root}build/release/site`;
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 360, height: 740 };

/** TA_SLOWER=6: pages think six times as slowly, as on a busy machine; finds tests that look too early. */
const slower = Number(process.env["TA_SLOWER"] ?? 1);

let server: Server;
let browser: Promise<Browser> | undefined;
export let base = "";

beforeAll(async () => {
  const serve = sirv(siteFolder, { etag: true });
  server = createServer((request, response) => serve(request, response, () => void response.writeHead(404).end()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await (await browser)?.close();
  server?.close();
});

/** Started by the first page that is opened. */
function started(): Promise<Browser> {
  const executablePath = process.env["TA_CHROMIUM"] ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  return (browser ??= chromium.launch({ executablePath, args: ["--no-sandbox"] }));
}

export interface Opened {
  page: Page;
  /** errors of the page, of its console, and breaches of its policy */
  errors: string[];
  requests: string[];
}

/**
 * Opens a page of the site; its context has nothing kept, and no service worker, which would fetch the
 * whole site behind each page. The caller closes page.context().
 */
export async function open(path = "app/", options: BrowserContextOptions & { before?(page: Page): Promise<unknown> } = {}): Promise<Opened> {
  const { before, ...rest } = options;
  const context = await (await started()).newContext({ viewport: desktop, serviceWorkers: "block", ...rest });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await before?.(page);
  if (slower > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.goto(base + path);
  return { page, errors, requests };
}

/** The page with its run ready, standing still. */
export async function still(hash: string, options: Parameters<typeof open>[1] = {}): Promise<Opened> {
  const opened = await open(`app/#${hash}`, options);
  await opened.page.locator("#clock").waitFor();
  return opened;
}

export const clockOf = (page: Page): Promise<number> =>
  page.locator("#clock").getAttribute("data-raw").then(Number);

/** Until the table twin, which waits for the clock to rest, is up to date. */
export async function rested(page: Page): Promise<void> {
  await page.locator("#stage:not([aria-busy=true])").waitFor({ state: "attached" });
}

/** Until nothing changes any more of what is shown: figures draw themselves in several turns, each an effect of the one before. */
export async function atRest(page: Page, selector = "main"): Promise<void> {
  await page.evaluate(async (of) => {
    const look = () => [...document.querySelectorAll(of)].map((element) => element.outerHTML).join();
    let before: string;
    do {
      before = look();
      for (let i = 0; i < 4; i++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    } while (look() !== before);
  }, selector);
}

/** All that is shown with an origin: one line an element. */
export async function origins(page: Page): Promise<string[]> {
  await rested(page);
  return page.evaluate(() =>
    [...document.querySelectorAll("[data-field],[data-source]")].map((element) => {
      const get = (name: string) => element.getAttribute(`data-${name}`) ?? "";
      return [get("field"), get("source"), get("index"), get("raw"), element.textContent].join("|");
    }),
  );
}

/** Drops files on the page as a pointer would. */
export async function drop(page: Page, files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const list = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") }));
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of given)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, list);
}

const axeSource = readFileSync(`${root}web/node_modules/axe-core/axe.min.js`, "utf8");

interface Axe {
  run(within: string, options: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }>;
}

/** What axe-core finds wrong: rule, element, why. within: a part of the page; rules: some of them alone. */
export async function axe(page: Page, within = "html", rules?: string[]): Promise<string[]> {
  // Not by a script element: the page's policy refuses those.
  await page.evaluate(`window.axe || (() => {${axeSource}})()`);
  const found = await page.evaluate(
    ([part, only]) => (window as unknown as { axe: Axe }).axe.run(part, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) }),
    [within, rules] as const,
  );
  return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.failureSummary.replace(/\s+/g, " ")}`));
}

/**
 * What lies badly on the page as it stands: wider than its window; text over text; text cut by what
 * does not scroll; text of a drawing outside of the drawing.
 */
export async function untidy(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.push(`the page is ${wide} px wider than its window`);
    interface Box { left: number; top: number; right: number; bottom: number }
    interface Around { clip: Box | null; scrolls: boolean; layer: Element | null; shown: boolean; edge: number; block: string }
    interface Piece extends Box { text: string; layer: Element | null; node: Node }
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
    });
    const styles = new Map<Element, Around>();
    // What an element inherits: the part of the window that its text can be seen in, what it floats in, the right edge of its blocks.
    const of = (element: Element): Around => {
      const known = styles.get(element);
      if (known) return known;
      const up = element.parentElement ? of(element.parentElement) : { clip: null, scrolls: false, layer: null, shown: true, edge: Infinity, block: "" };
      const style = getComputedStyle(element);
      const result = { ...up };
      if (/fixed|sticky/.test(style.position) || element.tagName === "DIALOG") result.layer = element;
      if (element.classList.contains("visually-hidden") || style.opacity === "0" || style.clipPath !== "none") result.shown = false;
      if (style.overflowX !== "visible" || style.overflowY !== "visible") {
        const box = element.getBoundingClientRect();
        result.clip = up.clip ? meet(up.clip, box) : box;
        result.scrolls = up.scrolls || /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`) || style.textOverflow === "ellipsis";
      }
      const { right } = element.getBoundingClientRect();
      if (/absolute|fixed/.test(style.position) || style.overflowX !== "visible") result.edge = Infinity;
      else if (/^(block|flex|grid|list-item)$/.test(style.display) && right < result.edge)
        [result.edge, result.block] = [right, `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`];
      styles.set(element, result);
      return result;
    };
    const pieces: Piece[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const text = node.textContent!.trim();
      const element = node.parentElement!;
      if (!text || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|TITLE|title|desc)$/.test(element.tagName) || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { clip, scrolls, layer, shown, edge, block } = of(element);
      // Formulas lay out their own parts.
      if (!shown || element.closest("math, select")) continue;
      const drawing = element.closest("svg");
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 1 || rect.height < 1) continue;
        let box: Box = rect;
        if (!drawing && rect.right - edge > 2) found.push(`"${text}" stands ${(rect.right - edge).toFixed(1)} px outside of ${block}`);
        if (drawing && !scrolls) {
          const frame = drawing.getBoundingClientRect();
          const out = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top - 0.2 * rect.height, box.bottom - frame.bottom - 0.2 * rect.height);
          if (out > 1.5) found.push(`"${text}" stands ${out.toFixed(1)} px outside of its drawing`);
        }
        if (clip) {
          box = meet(box, clip);
          if (!scrolls && (rect.right - box.right > 1.5 || box.left - rect.left > 1.5)) found.push(`"${text}" is cut`);
          if (box.right - box.left < 1 || box.bottom - box.top < 1) continue;
        }
        // The ink: a line box is higher than its letters.
        const ink = 0.22 * (box.bottom - box.top);
        const upright = rect.width > rect.height || text.length < 3;
        pieces.push({
          left: box.left + (upright ? 0 : 0.22 * rect.width), right: box.right - (upright ? 0 : 0.22 * rect.width),
          top: box.top + (upright ? ink : 0), bottom: box.bottom - (upright ? ink : 0), text, layer, node,
        });
      }
    }
    pieces.sort((a, b) => a.top - b.top);
    for (const [i, a] of pieces.entries())
      for (let j = i + 1; j < pieces.length && pieces[j]!.top < a.bottom; j++) {
        const b = pieces[j]!;
        const both = meet(a, b);
        if (a.node !== b.node && a.layer === b.layer && both.right - both.left > 1 && both.bottom - both.top > 1)
          found.push(`"${a.text}" and "${b.text}" lie over each other by ${(both.right - both.left).toFixed(0)} x ${(both.bottom - both.top).toFixed(0)} px`);
      }
    return found;
  });
}

/** Nothing went wrong, and the page asked nobody but its own host. */
export function clean({ errors, requests }: Opened): void {
  expect(errors).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(base) && !url.startsWith("data:") && !url.startsWith("blob:"))).toEqual([]);
}

/** A float32 .npy, C order. */
export function npy(shape: number[], values: ArrayLike<number>): Uint8Array {
  let header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(", ")}), }`;
  header = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const head = Buffer.concat([Buffer.from([0x93]), Buffer.from("NUMPY"), Buffer.from([1, 0, header.length & 255, header.length >> 8]), Buffer.from(header)]);
  return Buffer.concat([head, Buffer.from(Float32Array.from(values).buffer)]);
}
