// SPDX-License-Identifier: MIT
//
// Every page of the built site: its links and anchors, its policy, what it weighs, and what a
// browser and axe-core say of it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { decode } from "../../../web/src/app/link";
import { atRest, axe, clean, open, phone, siteFolder, untidy } from "../pages/site";

const pages = readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("index.html"))
  .sort();
const textOf = new Map(pages.map((name) => [name, readFileSync(join(siteFolder, name), "utf8")]));
const chapters = ["01-attention", "02-online-softmax", "03-flash-and-traffic", "04-fixed-point", "05-architecture", "06-verification"];

const attribute = (html: string, names: string) =>
  [...html.matchAll(new RegExp(`<(\\w+)\\b[^>]*?\\s(?:${names})="([^"]*)"`, "g"))].map((m) => ({
    tag: m[1]!,
    value: m[2]!.replaceAll("&#38;", "&").replaceAll("&amp;", "&"),
  }));

test("the site has its pages", () => {
  for (const name of ["", "app/", "tour/", "lecturers/", "docs/", ...chapters.map((c) => `docs/${c}/`), "docs/references/", "docs/words/"])
    expect(pages).toContain(`${name}index.html`);
});

test("every link, picture and anchor leads somewhere, and none leaves the site", () => {
  const wrong: string[] = [];
  let count = 0;
  for (const [page, html] of textOf)
    for (const { tag, value } of attribute(html, "href|src|poster")) {
      if (tag === "use" || value.startsWith("data:")) continue;
      count++;
      if (/^[a-z]+:/i.test(value)) {
        wrong.push(`${page}: ${value} leaves the site`);
        continue;
      }
      const [path = "", anchor] = value.split("#");
      let file = path.split("?")[0] === "" ? page : normalize(join(dirname(page), path.split("?")[0]!));
      if (file.endsWith("/") || !/\.\w+$/.test(file)) file = join(file, "index.html");
      if (!existsSync(join(siteFolder, file))) wrong.push(`${page}: ${value} is not there`);
      else if (anchor && file === "app/index.html") {
        const { state, problems } = decode(anchor);
        if (problems.length) wrong.push(`${page}: ${value}: ${problems.join(" ")}`);
        if (state.clock === null) wrong.push(`${page}: ${value} names no clock`);
      } else if (anchor && !new RegExp(`\\sid="${anchor}"`).test(textOf.get(file) ?? "")) wrong.push(`${page}: ${value}: no such anchor`);
    }
  console.log(`${count} links of ${pages.length} pages`);
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(300);
});

test("every page carries the policy, and nothing that it forbids; a page without an island ships no script", () => {
  for (const [page, html] of textOf) {
    expect(html, page).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(html, page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style[\s>]|\sstyle="|\son\w+="/);
    const live = html.includes("data-island=") || page === "app/index.html";
    expect(/<script[\s>]/.test(html), page).toBe(live);
  }
  for (const chapter of chapters) expect(textOf.get(`docs/${chapter}/index.html`), chapter).toContain("data-island=");
});

test("numbers, formulas and timing diagrams are in the pages", () => {
  const of = (name: string) => textOf.get(`docs/${name}/index.html`)!;
  for (const chapter of ["01-attention", "02-online-softmax", "03-flash-and-traffic", "04-fixed-point"]) expect(of(chapter)).toContain("<math");
  for (const chapter of ["03-flash-and-traffic", "05-architecture"]) {
    expect(of(chapter)).toContain('class="wave"');
    // For those who do not see it: its lines with what they show.
    expect(of(chapter)).toMatch(/aria-label="Timing diagram\. [^"]*: (K|tile 0|Q)/);
  }
  const figures = JSON.parse(readFileSync(new URL("../../../evidence/figures.json", import.meta.url), "utf8")) as { rows: { cycles: number }[] };
  for (const row of figures.rows.slice(0, 4)) expect(of("05-architecture")).toContain(row.cycles.toLocaleString("en-US"));
  expect(of("05-architecture"), "nothing was lost between marks of one line").toMatch(/exp2 4, the reciprocal 12, the\s+normalizer 8 cycles/);
  for (const [page, html] of textOf) expect(html, page).not.toMatch(/<!-- \/?ta:|\$\$|katex-error/);
});

test("the picture for previews of links is there, in the size that they ask for, and shows today's numbers", async () => {
  const png = readFileSync(join(siteFolder, "social.png"));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  for (const [page, html] of textOf) if (page !== "app/index.html") expect(html, page).toContain('property="og:image"');
  // Made again by "npm run capture" in web/.
  const { page } = await open("", { reducedMotion: "reduce" });
  await page.locator(".island-hero .bars").waitFor();
  await atRest(page);
  const at = png.indexOf("tEXt") + 4;
  expect(png.toString("latin1", at, at + png.readUInt32BE(at - 8))).toBe(`Description\0${await page.locator(".island-hero .bars").textContent()}`);
  await page.context().close();
});

/** Bytes of a page with its style sheets and scripts at the start, gzip -9. */
function weight(page: string): { html: number; style: number; script: number } {
  const html = textOf.get(page)!;
  const size = (file: string) => gzipSync(readFileSync(join(siteFolder, file)), { level: 9 }).length;
  const sum = (pattern: RegExp) =>
    [...html.matchAll(pattern)].reduce((n, m) => n + size(normalize(join(dirname(page), m[1]!))), 0);
  return {
    html: gzipSync(html, { level: 9 }).length,
    style: sum(/<link rel="stylesheet" href="([^"]+)"/g),
    script: sum(/<script[^>]*\ssrc="([^"]+)"/g),
  };
}

test("pages are light: text and style of each within 40 KB compressed", () => {
  console.log("    html   style  script  page (bytes, gzip -9)");
  for (const page of pages) {
    const { html, style, script } = weight(page);
    console.log(`${String(html).padStart(8)}${String(style).padStart(8)}${String(script).padStart(8)}  ${page}`);
    if (page !== "app/index.html") expect(html + style + script, page).toBeLessThan(40 * 1024);
  }
});

test.each(pages.filter((page) => page !== "app/index.html"))("%s: no errors, no other origin, no violations of axe-core, nothing that lies badly", async (page) => {
  const opened = await open(page.replace(/index\.html$/, ""), page.length % 2 ? {} : { colorScheme: "dark" });
  await opened.page.locator("main").waitFor();
  if (textOf.get(page)!.includes("data-island=")) {
    // Each island in turn comes near.
    for (const island of await opened.page.locator("[data-island]").all()) {
      await island.scrollIntoViewIfNeeded();
      await island.locator(".frame").waitFor();
    }
  }
  expect(await axe(opened.page)).toEqual([]);
  await expect.poll(() => untidy(opened.page), { message: "on a desk" }).toEqual([]);
  clean(opened);
  // Figures draw themselves anew for the other width.
  await opened.page.setViewportSize(phone);
  await expect.poll(() => untidy(opened.page), { message: "on a phone" }).toEqual([]);
  await opened.page.context().close();
});
