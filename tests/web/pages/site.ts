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

let server: Server;
let browser: Browser;
export let base = "";

beforeAll(async () => {
  const serve = sirv(siteFolder, { etag: true });
  server = createServer((request, response) => serve(request, response, () => void response.writeHead(404).end()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const executablePath = process.env["TA_CHROMIUM"] ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

export interface Opened {
  page: Page;
  /** errors of the page, of its console, and breaches of its policy */
  errors: string[];
  requests: string[];
}

/** Opens a page of the site; its context has nothing kept. The caller closes page.context(). */
export async function open(path = "app/", options: BrowserContextOptions & { before?(page: Page): Promise<unknown> } = {}): Promise<Opened> {
  const { before, ...rest } = options;
  const context = await browser.newContext({ viewport: desktop, ...rest });
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

/** What axe-core finds wrong: rule, element, why. */
export async function axe(page: Page): Promise<string[]> {
  // Not by a script element: the page's policy refuses those.
  await page.evaluate(axeSource);
  const found = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> } }).axe.run(),
  );
  return found.violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")}: ${n.failureSummary.replace(/\s+/g, " ")}`));
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
