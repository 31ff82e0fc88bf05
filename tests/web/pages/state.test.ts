// SPDX-License-Identifier: MIT
//
// Links, history, and what goes in: editor and files.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { atRest, base, clean, clockOf, drop, npy, open, origins, root, still } from "./site";

const written = (page: import("playwright-core").Page, part: string) =>
  page.waitForFunction((text) => location.hash.includes(text), part);

test("a link reproduces the screen", async () => {
  const opened = await still("v=1&head=nurse-l2h5");
  const { page } = opened;
  await page.click("#naive");
  await page.click("#overlap");
  await page.selectOption("#row", "5");
  await page.keyboard.press("1");
  const box = (await page.locator("#timeline").boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.61, box.y + 30);
  await page.keyboard.press("/");
  await page.keyboard.type("mm1.psum");
  await page.keyboard.press("Enter");
  await page.click("[aria-label='next element']");
  await page.locator("#timeline").focus();
  await page.keyboard.press("+");
  await written(page, "show=mm1.psum.1");
  await written(page, "window=");
  const url = page.url();
  await page.locator(".source .here").waitFor();
  await page.locator('[data-mode="flash"]').first().waitFor({ state: "attached" });
  await atRest(page, ".app");
  const shown = await origins(page);
  const sentence = await page.locator("#sentence").textContent();
  clean(opened);
  await page.context().close();

  const again = await open(url.slice(base.length));
  await again.page.locator(".source .here").waitFor();
  await again.page.locator('[data-mode="flash"]').first().waitFor({ state: "attached" });
  await atRest(again.page, ".app");
  expect(await again.page.locator("#problems").count()).toBe(0);
  expect(await again.page.locator("#sentence").textContent()).toBe(sentence);
  expect(await origins(again.page)).toEqual(shown);
  expect(shown.length).toBeGreaterThan(50);
  expect(again.page.url()).toBe(url);
  clean(again);
  await again.page.context().close();
});

test("back and forward go through what was chosen", async () => {
  const opened = await still("v=1&head=toy&clock=30&level=3");
  const { page } = opened;
  await written(page, "mode=flash");
  await page.click("#naive");
  await written(page, "mode=naive");
  await page.keyboard.press("2");
  await written(page, "level=2");
  await page.selectOption("#head", "trophy-l3h1");
  await written(page, "head=trophy-l3h1");
  await page.goBack();
  await page.waitForFunction(() => (document.querySelector("#head") as HTMLSelectElement).value === "toy");
  expect(await page.locator("#tab-2").getAttribute("aria-selected")).toBe("true");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#tab-3")!.getAttribute("aria-selected") === "true");
  expect(await page.locator("#naive").getAttribute("aria-pressed")).toBe("true");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#flash")!.getAttribute("aria-pressed") === "true");
  await page.goForward();
  await page.waitForFunction(() => document.querySelector("#naive")!.getAttribute("aria-pressed") === "true");
  clean(opened);
  await page.context().close();
});

test.each([
  ["v=7&head=toy", [/version 7/]],
  ["v=1&head=nobody&clock=5", [/no head "nobody"/]],
  ["v=1&head=toy&rows=5&clock=20&level=1", [/"rows"/]],
  ["v=1&head=toy&clock=99999999&row=40&tile=9&show=m.new.3", [/no row 40/, /no tile 9/, /m\.new has no element 3/, /no clock 99999999/]],
  ["v=1&head=trophy-l3h1&build=tiny&mode=flash&rows=16", [/configuration was not restored: .+/]],
  ["v=1&head=toy&edits=q.50.0.1", [/edits were not restored: Q has no element \(50, 0\)/]],
  ["v=1&file=01234567-9999:big.safetensors&clock=77", [/Drop big\.safetensors/]],
])("a wrong link says which part it could not restore: %s", async (hash, messages) => {
  const opened = await still(hash);
  const { page } = opened;
  const items = await page.locator("#problems li").allTextContents();
  for (const message of messages) expect(items.join("\n")).toMatch(message);
  expect(items).toHaveLength(messages.length);
  clean(opened);
  await page.context().close();
});

test("the editor: a changed element is quantized again, runs, stands in the link, and back undoes it", async () => {
  const opened = await still("v=1&head=toy&clock=60&level=3");
  const { page } = opened;
  const cell = page.locator("td[data-r='7'][data-c='0']");
  await cell.click();
  const before = await page.locator(".preview output").textContent();
  await page.locator("#cell").fill("-6");
  await page.keyboard.press("Enter");
  await written(page, "edits=q.7.0.-6");
  await page.locator("td.changed").waitFor();
  expect(await page.locator(".preview output").textContent()).not.toBe(before);
  expect(await page.locator(".preview output").textContent()).toBe("−127"); // the largest of its tensor now
  await page.click(".segments button:text-is('INT8')");
  expect(await cell.getAttribute("data-raw")).toBe("-127");
  await page.locator("#timeline").focus();
  await page.keyboard.press("End");
  expect(await page.locator("#badge h2").textContent()).toMatch(/≡/);
  const url = page.url();
  const again = await open(url.slice(base.length));
  await again.page.locator("td.changed").waitFor();
  expect(await again.page.locator("td.changed").getAttribute("data-raw")).toBe("-6");
  await again.page.context().close();
  await page.goBack();
  await page.waitForFunction(() => !location.hash.includes("edits"));
  await page.locator("td.changed").waitFor({ state: "detached" });
  clean(opened);
  await page.context().close();
});

const wave = (n: number, phase: number) => Float32Array.from({ length: n }, (_, i) => Math.sin(i * 0.7 + phase) * 2);

test("small .npy files, dropped one by one: what was read, and the link carries them", async () => {
  const opened = await still("v=1&head=toy&clock=0");
  const { page } = opened;
  await drop(page, [{ name: "q.npy", bytes: npy([6, 4], wave(24, 0)) }]);
  await page.locator("#message").waitFor();
  expect(await page.locator("#message").textContent()).toMatch(/k/i);
  await drop(page, [{ name: "k.npy", bytes: npy([6, 4], wave(24, 1)) }]);
  await drop(page, [{ name: "v.npy", bytes: npy([6, 4], wave(24, 2)) }]);
  await page.locator("#message.read").waitFor();
  expect(await page.locator("#message").textContent()).toMatch(/6 tokens × 4, float32/);
  await written(page, "tensors=");
  await page.keyboard.press("End");
  await written(page, `clock=${await clockOf(page)}&`);
  const url = page.url();
  const shown = await page.locator("#heat-row td[data-raw]").evaluateAll((all) => all.map((td) => td.getAttribute("data-raw")));
  const again = await open(url.slice(base.length));
  await again.page.locator("#clock").waitFor();
  expect(await again.page.locator("#problems").count()).toBe(0);
  expect(await again.page.locator("#heat-row td[data-raw]").evaluateAll((all) => all.map((td) => td.getAttribute("data-raw")))).toEqual(shown);
  expect(await clockOf(again.page)).toBe(await clockOf(page));
  clean(opened);
  await again.page.context().close();
  await page.context().close();
});

test("a large file: its heads, and a link that asks for it again", async () => {
  const opened = await still("v=1&head=toy&clock=0");
  const { page } = opened;
  const line = (name: string) => ({ name: `${name}.npy`, bytes: new Uint8Array(readFileSync(`${root}data/ocr/line0_layer1_${name}.npy`)) });
  const files = [line("q"), line("k"), line("v")];
  await drop(page, files);
  await page.locator("#message.read").waitFor();
  expect(await page.locator("#message").textContent()).toMatch(/8 heads × 40 tokens × 15, float32/);
  await page.locator("#file-head").selectOption("3");
  await written(page, "index=3");
  await written(page, "file=");
  await page.locator("#timeline").focus();
  await page.keyboard.press("End");
  await written(page, `clock=${await clockOf(page)}&`);
  const url = page.url();
  const clock = await clockOf(page);
  const again = await open(url.slice(base.length));
  await again.page.locator("#problems").waitFor();
  expect(await again.page.locator("#problems").textContent()).toMatch(/Drop q\.npy, k\.npy, v\.npy here/);
  expect(again.page.url()).toBe(url);
  await drop(again.page, files);
  await again.page.locator("#problems").waitFor({ state: "detached" });
  expect(await clockOf(again.page)).toBe(clock);
  expect(await again.page.locator("#file-head").inputValue()).toBe("3");
  clean(opened);
  await again.page.context().close();
  await page.context().close();
});

const sentence = new Uint8Array(readFileSync(`${root}data/minilm/trophy.safetensors`));
test.each([
  ["cut.npy", npy([6, 4], wave(24, 0)).slice(0, 100)],
  ["magic.npy", Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])],
  ["cube.npy", npy([2, 2, 2, 2, 2], wave(32, 0))],
  ["empty.npy", new Uint8Array(0)],
  ["cut.safetensors", sentence.slice(0, 3000)],
  ["text.txt", new TextEncoder().encode("hello")],
])("a broken file, %s, is refused with its name and what is wrong; the run stays", async (name, bytes) => {
  const opened = await still("v=1&head=toy&clock=33&level=3");
  const { page } = opened;
  await drop(page, [{ name, bytes }]);
  await page.locator("#message.error").waitFor();
  const text = (await page.locator("#message p").textContent())!;
  expect(text).toContain(name);
  expect(text.length).toBeGreaterThan(name.length + 8);
  expect(await clockOf(page)).toBe(33);
  expect(await page.locator("#head").inputValue()).toBe("toy");
  clean(opened);
  await page.context().close();
});

test("a safetensors file by the file picker: its layers and heads, also from a link", async () => {
  const opened = await still("v=1&head=toy&clock=0");
  const { page } = opened;
  await page.locator("#files").setInputFiles(`${root}data/minilm/trophy.safetensors`);
  await page.locator("#message.read").waitFor();
  expect(await page.locator("#message").textContent()).toMatch(/12 heads × 16 tokens × 32, float16 \(layer0\.q\)/);
  expect(await page.locator("#file-layer option").allTextContents()).toEqual([0, 1, 2, 3, 4, 5].map((i) => `layer${i}`));
  await page.selectOption("#file-layer", "3");
  await written(page, "layer=3");
  await page.selectOption("#file-head", "1");
  await written(page, "index=1");
  expect(await page.locator(".matrices .read").textContent()).toContain("(layer3.q)");
  const weights = (of: typeof page) => of.locator("#heat-row td[data-raw]").evaluateAll((all) => all.map((td) => td.getAttribute("data-raw")));
  await page.selectOption("#row", "6");
  await page.locator("#timeline").focus();
  await page.keyboard.press("End");
  // The head that the page ships, read from the file of its model.
  const shipped = await still("v=1&head=trophy-l3h1&clock=0&row=6");
  await shipped.page.locator("#timeline").focus();
  await shipped.page.keyboard.press("End");
  expect(await weights(page)).toEqual(await weights(shipped.page));
  await shipped.page.context().close();
  await written(page, `clock=${await clockOf(page)}&`);
  const again = await open(page.url().slice(base.length));
  await again.page.locator("#problems").waitFor();
  await again.page.locator("#files").setInputFiles(`${root}data/minilm/trophy.safetensors`);
  await again.page.locator("#problems").waitFor({ state: "detached" });
  expect(await again.page.locator("#file-layer").inputValue()).toBe("3");
  expect(await again.page.locator("#file-head").inputValue()).toBe("1");
  expect(await weights(again.page)).toEqual(await weights(page));
  await again.page.context().close();
  clean(opened);
  await page.context().close();
});
