// SPDX-License-Identifier: MIT
//
// Pictures of the built site, taken from the site itself:
//
//   npm run capture [-- SITE [FOLDER]]      SITE: dist, or build/release/site; FOLDER: public
//
//   FOLDER/social.png     1200 x 630, for previews of links: the landing page's figure at its end;
//                         a test of the site says when it shows other numbers than the page
//   FOLDER/hero.png       the same figure in motion, an animated PNG
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { chromium } from "playwright-core";
import sirv from "sirv";

const [site = "dist", folder = "public"] = process.argv.slice(2);
const executablePath = process.env.TA_CHROMIUM ?? execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();

const serve = sirv(site);
const server = createServer((request, response) => serve(request, response, () => response.writeHead(404).end()));
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });

/** The landing page, its figure standing at its end. */
async function landing(options) {
  const context = await browser.newContext({ colorScheme: "light", reducedMotion: "reduce", serviceWorkers: "block", ...options });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator(".island-hero .heat-map").waitFor();
  await page.waitForTimeout(300);
  return page;
}

/** Chunks of a PNG: name and data. */
function chunks(png) {
  const all = [];
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    all.push({ name: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) });
    at += 12 + size;
  }
  return all;
}
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
const numbers = (...values) => {
  const out = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => out.writeUInt32BE(value, 4 * i));
  return out;
};

/** One animated PNG of PNGs of one size; delays in ms. */
function animated(frames, delays) {
  const first = chunks(frames[0]);
  const header = first.find((one) => one.name === "IHDR").data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const out = [Buffer.from("89504e470d0a1a0a", "hex"), chunk("IHDR", header), chunk("acTL", numbers(frames.length, 0))];
  let sequence = 0;
  frames.forEach((frame, i) => {
    const delay = Buffer.from([delays[i] >> 8, delays[i] & 255, 1000 >> 8, 1000 & 255, 0, 0]);
    out.push(chunk("fcTL", Buffer.concat([numbers(sequence++, width, height, 0, 0), delay])));
    for (const { name, data } of chunks(frame))
      if (name === "IDAT") out.push(i === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([numbers(sequence++), data])));
  });
  out.push(chunk("IEND", Buffer.alloc(0)));
  return Buffer.concat(out);
}

await mkdir(folder, { recursive: true });
const wide = await landing({ viewport: { width: 1200, height: 630 } });
// The preview shows the name, the claim and the figure; the rest of the page is left out.
await wide.evaluate(() => {
  document.documentElement.dataset["capture"] = "social";
});
const picture = await wide.screenshot();
// The numbers in it, so that a test can tell when they are no longer those of the hardware.
const shown = chunk("tEXt", Buffer.from(`Description\0${await wide.locator(".island-hero .bars").textContent()}`, "latin1"));
await writeFile(join(folder, "social.png"), Buffer.concat([picture.subarray(0, 33), shown, picture.subarray(33)]));
await wide.context().close();

const page = await landing({ viewport: { width: 900, height: 900 } });
const figure = page.locator(".island-hero .side-by-side");
const clock = page.locator(".island-hero .transport input");
const last = Number(await clock.getAttribute("max"));
const frames = [];
const delays = [];
const steps = 20;
for (let i = 0; i <= steps; i++) {
  await clock.evaluate((input, value) => {
    input.value = String(value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, Math.round((last * i) / steps));
  await page.waitForTimeout(60);
  frames.push(await figure.screenshot());
  delays.push(i === steps ? 4000 : i === 0 ? 600 : 320);
}
await writeFile(join(folder, "hero.png"), animated(frames, delays));
await browser.close();
server.close();
console.log(`${join(folder, "social.png")}, ${join(folder, "hero.png")}: ${frames.length} frames of ${last + 1} clocks`);
