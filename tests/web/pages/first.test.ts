// SPDX-License-Identifier: MIT
//
// What a reader meets: the first screen, the toy sentence, time by hand.
import { expect, test } from "vitest";
import { clean, clockOf, open, phone, still } from "./site";
import type { Page } from "playwright-core";

/** Token with the largest weight in the table of the selected row, and that weight. */
async function strongest(page: Page): Promise<{ token: string; weight: number }> {
  const rows = await page.locator("#heat-row tbody tr").evaluateAll((all) =>
    all.map((row) => ({ token: row.children[1]!.textContent!, weight: Number(row.children[2]!.getAttribute("data-raw")) })),
  );
  return rows.reduce((best, row) => (row.weight > best.weight ? row : best));
}

/** Bytes counted by a machine and its closed form. */
async function bytes(page: Page, mode: "flash" | "naive"): Promise<[counted: number, closed: number]> {
  const counter = page.locator(".counter", { has: page.locator(`[data-mode=${mode}]`) });
  const raw = async (selector: string) => Number(await counter.locator(selector).getAttribute("data-raw"));
  return [await raw(`[data-mode=${mode}]`), await raw('[data-source="closed form"]')];
}

test("the first screen plays the real head; at its end `it` finds `trophy` and the counters are the closed forms", async () => {
  const opened = await open("app/");
  const { page } = opened;
  await page.locator("#clock").waitFor();
  const first = await clockOf(page);
  await page.waitForFunction((then) => Number(document.querySelector("#clock")!.getAttribute("data-raw")) > then, first);
  expect(await page.locator("#head").inputValue()).toBe("trophy-l3h1");
  expect(await page.locator("#play").getAttribute("aria-label")).toBe("pause");
  expect(await page.locator("#row").evaluate((element: HTMLSelectElement) => element.selectedOptions[0]!.textContent)).toMatch(/ it$/);
  expect(await page.locator(`#tab-3`).getAttribute("aria-selected")).toBe("true");

  await page.keyboard.press("End");
  await page.locator('[data-mode="naive"]').first().waitFor({ state: "attached" });
  const best = await strongest(page);
  expect(best.token).toBe("trophy");
  expect(best.weight).toBeGreaterThan(0.5);
  const flash = await bytes(page, "flash");
  const naive = await bytes(page, "naive");
  expect(flash[0]).toBe(flash[1]);
  expect(naive[0]).toBe(naive[1]);
  // N = 16, d = 32, one block: Q, K and V in as bytes, O out as halves
  expect(flash[1]).toBe(5 * 16 * 32);
  expect((naive[1] / flash[1]).toFixed(1)).toBe("3.2");
  expect(await page.locator("#ratio").textContent()).toBe("3.2");
  expect(await page.locator("#badge h2").textContent()).toMatch(/RTL ≡ golden/);
  clean(opened);
  await page.context().close();
});

test("the toy sentence in FLASH: the pronoun's row peaks at the noun, bytes are the closed form", async () => {
  const opened = await still("v=1&head=toy");
  const { page } = opened;
  await page.keyboard.press("End");
  expect(await strongest(page)).toMatchObject({ token: "cat" });
  const [counted, closed] = await bytes(page, "flash");
  expect(counted).toBe(closed);
  expect(closed).toBe(5 * 12 * 4);
  clean(opened);
  await page.context().close();
});

test("time by hand: steps, keys, the timeline, events, the end without drawing", async () => {
  const opened = await still("v=1&head=trophy-l3h1&clock=100&level=3");
  const { page } = opened;
  expect(await clockOf(page)).toBe(100);
  await page.click("#step-forth");
  expect(await clockOf(page)).toBe(101);
  await page.click("#step-back");
  await page.click("#step-back");
  expect(await clockOf(page)).toBe(99);
  await page.locator("#timeline").focus();
  for (const [key, clock] of [["ArrowRight", 100], ["ArrowLeft", 99], ["Home", 0]] as const) {
    await page.keyboard.press(key);
    expect(await clockOf(page)).toBe(clock);
  }
  const cycles = Number(await page.locator("#timeline").getAttribute("aria-valuemax"));
  const box = (await page.locator("#timeline").boundingBox())!;
  await page.mouse.move(box.x + box.width / 4, box.y + 20);
  await page.mouse.down();
  expect(Math.abs((await clockOf(page)) - cycles / 4)).toBeLessThan(cycles / 100);
  await page.mouse.move(box.x + (3 * box.width) / 4, box.y + 60, { steps: 4 });
  expect(Math.abs((await clockOf(page)) - (3 * cycles) / 4)).toBeLessThan(cycles / 100);
  await page.mouse.up();
  await page.mouse.move(box.x + 10, box.y + 20);
  expect(await clockOf(page)).toBeGreaterThan(cycles / 2); // no drag without the button

  // Forth and back over the same events.
  await page.keyboard.press("Home");
  const kinds = ["maxRises", "tile", "stall", "store"];
  for (const kind of kinds) {
    await page.selectOption("#event", kind);
    await page.locator("#timeline").focus();
    const there: number[] = [await clockOf(page)];
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press("]");
      there.push(await clockOf(page));
    }
    expect(there[3]!).toBeGreaterThan(there[2]!);
    await page.keyboard.press("[");
    expect(await clockOf(page), kind).toBe(there[2]);
    await page.keyboard.press("Home");
  }

  await page.selectOption("#step", "tile");
  await page.click("#step-forth");
  const tile = await clockOf(page);
  expect(tile).toBeGreaterThan(1);
  await page.keyboard.press("End");
  expect(await clockOf(page)).toBe(cycles);
  expect(await page.locator("#message").textContent()).toMatch(/clocks without drawing in [\d.]+ ms/);

  // Zoom: the span shrinks around the clock, "0" shows all.
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  expect(await page.locator("[aria-label='zoom out']").isEnabled()).toBe(true);
  await page.keyboard.press("0");
  expect(await page.locator("[aria-label='zoom out']").isEnabled()).toBe(false);

  await page.keyboard.press("Home");
  await page.selectOption("#speed", "300");
  await page.locator("#timeline").focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.querySelector("#clock")!.getAttribute("data-raw")) > 20);
  await page.keyboard.press("Space");
  const stopped = await clockOf(page);
  await page.waitForTimeout(150);
  expect(await clockOf(page)).toBe(stopped);
  clean(opened);
  await page.context().close();
});

test("the keyboard reaches everything, and the sheet says so", async () => {
  const opened = await still("v=1&head=toy&clock=40&level=3");
  const { page } = opened;
  await page.keyboard.press("?");
  const sheet = page.locator("dialog");
  expect(await sheet.locator("kbd").count()).toBeGreaterThan(30);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  for (const [key, level] of [["1", 1], ["2", 2], ["3", 3]] as const) {
    await page.keyboard.press(key);
    expect(await page.locator(`#tab-${level}`).getAttribute("aria-selected")).toBe("true");
  }
  const row = Number(await page.locator("#row").inputValue());
  await page.keyboard.press("ArrowDown");
  expect(Number(await page.locator("#row").inputValue())).toBe(row + 1);
  await page.keyboard.press("ArrowUp");
  expect(Number(await page.locator("#row").inputValue())).toBe(row);
  for (const name of ["causal", "overlap", "stream"]) {
    const before = await page.locator(`#${name}`).getAttribute("aria-pressed");
    await page.keyboard.press(name[0]!);
    expect(await page.locator(`#${name}`).getAttribute("aria-pressed")).not.toBe(before);
  }
  await page.keyboard.press("f");
  expect(await page.locator("#naive").getAttribute("aria-pressed")).toBe("true");
  expect(await page.locator("#rows").isDisabled()).toBe(true);

  // A key typed into a field stays there.
  await page.locator("#cell").focus();
  await page.keyboard.type("2");
  expect(await page.locator("#tab-3").getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Escape");

  await page.keyboard.press("/");
  await page.keyboard.type("running maximum");
  await page.keyboard.press("Enter");
  expect(await page.locator("#inspector .name").textContent()).toBe("m.valid");
  clean(opened);
  await page.context().close();
});

test.each([0, 96.5])("time at the FPGA's clock of %d MHz; 0: none is recorded", async (mhz) => {
  const opened = await still("v=1&head=trophy-l3h1&clock=300&level=4", {
    // The page's module, with this clock in place of the one that it was built with.
    before: (page) => page.addInitScript((clock) => {
      const load = WebAssembly.instantiateStreaming.bind(WebAssembly);
      WebAssembly.instantiateStreaming = async (source, imports) => {
        const made = await load(source, imports);
        return { ...made, instance: { exports: { ...made.instance.exports, ta_clock_mhz: () => clock } } };
      };
    }, mhz),
  });
  const { page } = opened;
  await page.locator(".compare-facts").waitFor();
  const clocks = await page.locator(".compare-facts tr", { hasText: /^clocks/ }).locator("td").allTextContents();
  const times = page.locator(".compare-facts tr", { hasText: /^time at/ });
  const meter = page.locator(".meters dl");
  expect(clocks.length).toBe(2);
  if (mhz === 0) {
    expect(await times.count()).toBe(0);
    expect(await meter.textContent()).not.toMatch(/FPGA|MHz/);
  } else {
    expect(await times.locator("th").textContent()).toBe("time at 96.5 MHz (ECP5)");
    const microseconds = clocks.map((text) => `${(Number(text.replaceAll(",", "")) / mhz).toFixed(1)} µs`);
    expect(await times.locator("td").allTextContents()).toEqual(microseconds);
    expect(await meter.textContent()).toContain(`on the FPGA${microseconds[0]}at 96.5 MHz`);
  }
  expect(await page.locator("body").textContent()).not.toMatch(/NaN|Infinity/);
  clean(opened);
  await page.context().close();
});

test("with reduced motion nothing plays by itself", async () => {
  const opened = await open("app/", { reducedMotion: "reduce" });
  const { page } = opened;
  await page.locator("#clock").waitFor();
  expect(await page.locator("#play").getAttribute("aria-label")).toBe("play");
  const clock = await clockOf(page);
  expect(clock).toBeGreaterThan(0);
  await page.waitForTimeout(200);
  expect(await clockOf(page)).toBe(clock);
  await page.context().close();
});

test("on a phone: touch moves the clock, a value opens its sheet, the machine is a sheet", async () => {
  const opened = await still("v=1&head=trophy-l3h1&clock=50&level=3", { viewport: phone, hasTouch: true, isMobile: true });
  const { page } = opened;
  const box = (await page.locator("#timeline").boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(phone.height + 1);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  const cycles = Number(await page.locator("#timeline").getAttribute("aria-valuemax"));
  expect(Math.abs((await clockOf(page)) - cycles / 2)).toBeLessThan(cycles / 40);
  expect(await page.locator("#inspector").isVisible()).toBe(false);
  const value = page.locator("#stage svg [data-field]").first();
  await value.scrollIntoViewIfNeeded();
  await value.dispatchEvent("click");
  await page.locator("#inspector.open").waitFor();
  expect((await page.locator("#inspector").boundingBox())!.width).toBe(phone.width);
  await page.locator("#inspector .close").tap();
  await page.locator(".settings-button").tap();
  await page.locator("dialog #naive").tap();
  expect(await page.locator("dialog #naive").getAttribute("aria-pressed")).toBe("true");
  clean(opened);
  await page.context().close();
});
