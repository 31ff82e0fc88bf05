// SPDX-License-Identifier: MIT
//
// Every view in every theme at both widths, for people and for screen readers; and the policy.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { axe, clean, clockOf, desktop, open, phone, rested, siteFolder, still, untidy } from "./site";

const views = [[1, "Softmax"], [2, "Datapath"], [3, "Schedule"], [4, "Compare"]] as const;
const themes = ["light", "dark", "contrast"] as const;

describe.each([["desktop", desktop], ["phone", phone]] as const)("%s", (_, viewport) => {
  test.each(themes)("%s", async (theme) => {
    const opened = await still("v=1&head=trophy-l3h1&clock=400&level=1&show=m.new.0", { viewport, hasTouch: viewport === phone });
    const { page } = opened;
    await page.selectOption("#theme", theme);
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground).toBe({ light: "rgb(251, 250, 246)", dark: "rgb(22, 25, 29)", contrast: "rgb(255, 255, 255)" }[theme]);
    await page.locator(".source .here").waitFor({ state: "attached" });
    // A theme changes colours and nothing else; a level changes the middle of the page.
    const rules = theme === "light" ? undefined : ["color-contrast"];
    let part = "html";
    for (const [level, name] of views) {
      await page.click(`#tab-${level}`);
      await page.locator("#stage svg").first().waitFor();
      expect(await page.locator(`#tab-${level}`).textContent()).toContain(name);
      expect((await page.locator("#sentence").textContent())!.length).toBeGreaterThan(15);
      expect(await page.locator("#stage :is([data-field], [data-source])").count(), name).toBeGreaterThan(8);
      expect(await page.locator("#stage table").count(), `${name} has no table`).toBeGreaterThan(0);
      expect(await untidy(page), name).toEqual([]);
      expect(await axe(page, part, rules), name).toEqual([]);
      part = "#main";
    }
    if (viewport === phone) await page.locator("#inspector .close").click();
    if (viewport === phone) {
      await page.locator(".settings-button").click();
      expect(await axe(page, "dialog", rules), "sheet of the machine").toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.locator("#help").click();
    expect(await axe(page, "dialog", rules), "sheet of keys").toEqual([]);
    clean(opened);
    await page.context().close();
  });
});

describe.each([["desktop", desktop], ["phone", phone]] as const)("%s: nothing lies over anything else, leaves its drawing or is cut", (_, viewport) => {
  test.each([
    "head=toy&mode=flash&rows=4&causal=1&build=tiny",
    "head=trophy-l3h1&mode=naive&rows=16&build=lab&row=10",
    "head=tiles-l0h2&mode=flash&rows=32&build=lab",
  ])("%s", async (run) => {
    const opened = await still(`v=1&${run}&clock=0&level=1`, { viewport, reducedMotion: "reduce" });
    const { page } = opened;
    const last = Number(await page.locator("#timeline").getAttribute("aria-valuemax"));
    for (const [level, name] of views) {
      await page.click(`#tab-${level}`);
      await page.locator(`.plate-${name.toLowerCase()} svg`).waitFor();
      for (const share of [0.3, 0.62]) {
        const clock = Math.round(share * last);
        await page.locator("#timeline").evaluate((element, x) => {
          const { left, top, width } = element.getBoundingClientRect();
          const at = { clientX: left + x * width, clientY: top + 5, pointerId: 1, bubbles: true, button: 0 };
          element.setPointerCapture = () => undefined;
          for (const type of ["pointerdown", "pointerup"]) element.dispatchEvent(new PointerEvent(type, at));
        }, share);
        expect(Math.abs((await clockOf(page)) - clock)).toBeLessThan(last / 50);
        await rested(page);
        expect(await untidy(page), `${name} at ${clock}`).toEqual([]);
      }
    }
    await page.context().close();
  });
});

test("the look for what lies badly finds it", async () => {
  const { page } = await open("docs/words/");
  expect(await untidy(page)).toEqual([]);
  await page.locator("main").evaluate((main) => {
    const add = (html: string) => main.insertAdjacentHTML("afterbegin", html);
    add('<svg width="80" height="20" viewBox="0 0 80 20"><text x="60" y="14">leaves</text></svg>');
    add('<svg width="80" height="20" viewBox="0 0 80 20"><text x="0" y="14">one</text><text x="10" y="16">two</text></svg>');
    const box = document.createElement("p");
    box.append("a sentence that its box cuts");
    Object.assign(box.style, { width: "60px", overflow: "hidden", whiteSpace: "nowrap" });
    main.prepend(box);
    const narrow = document.createElement("p");
    narrow.className = "narrow";
    narrow.append("a sentence that leaves its block");
    Object.assign(narrow.style, { width: "60px", whiteSpace: "nowrap" });
    main.prepend(narrow);
    const wide = document.createElement("div");
    Object.assign(wide.style, { width: "3000px", height: "1px" });
    main.prepend(wide);
  });
  expect((await untidy(page)).map((line) => line.replace(/\d+(\.\d+)?/g, "#"))).toEqual(expect.arrayContaining([
    "the page is # px wider than its window",
    '"leaves" stands # px outside of its drawing',
    '"one" and "two" lie over each other by # x # px',
    '"a sentence that its box cuts" is cut',
    '"a sentence that leaves its block" stands # px outside of p.narrow',
  ]));
  await page.context().close();
});

test("the theme follows the system, and the reader's choice stays", async () => {
  const opened = await still("v=1&head=toy&clock=3", { colorScheme: "dark" });
  const { page } = opened;
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await ground()).toBe("rgb(22, 25, 29)");
  await page.emulateMedia({ colorScheme: "dark", contrast: "more" });
  expect(await ground()).toBe("rgb(0, 0, 0)");
  await page.emulateMedia({ colorScheme: "dark", contrast: "no-preference" });
  await page.selectOption("#theme", "light");
  expect(await ground()).toBe("rgb(251, 250, 246)");
  await page.reload();
  await page.locator("#clock").waitFor();
  expect(await ground()).toBe("rgb(251, 250, 246)");
  await page.context().close();
});

test("every page sets its policy before anything else, and has nothing inline", () => {
  const pages = readdirSync(siteFolder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  expect(pages.length).toBeGreaterThan(1);
  for (const name of pages) {
    const html = readFileSync(`${siteFolder}/${name}`, "utf8");
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html);
    expect(policy, name).not.toBeNull();
    const rules = Object.fromEntries(policy![1]!.split("; ").map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1).join(" ")]));
    expect(rules["default-src"]).toBe("'none'");
    expect(rules["script-src"]!.replace(/ 'sha256-[^']+'/g, "")).toBe("'self' 'wasm-unsafe-eval'");
    expect(rules["style-src"]!.replace(/ 'sha256-[^']+'/g, "")).toBe("'self'");
    expect(policy![1]).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
      if (!/type="application\/(ld\+)?json"/.test(attributes!)) expect([name, /\ssrc="/.test(attributes!), body!.trim()]).toEqual([name, true, ""]);
    expect(html).not.toMatch(/\son\w+="|<style|\sstyle="/);
  }
});

test("the policy holds: an inline script and a foreign address are refused", async () => {
  const { page, errors } = await open("app/");
  await page.locator("#clock").waitFor();
  const ran = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    let fetched = true;
    await fetch("https://example.org/").catch(() => (fetched = false));
    return [(window as unknown as { ran?: boolean }).ran ?? false, fetched];
  });
  expect(ran).toEqual([false, false]);
  await expect.poll(() => errors.filter((text) => text.startsWith("policy: script-src")).length).toBe(1);
  await expect.poll(() => errors.filter((text) => text.startsWith("policy: connect-src")).length).toBe(1);
  await page.context().close();
});

test("the front page leads to the app; links are relative, so that the site works in any folder", async () => {
  const { page } = await open("");
  await page.locator('a[href="./app/"]').first().click();
  await page.waitForURL(/\/app\//);
  await page.locator("#clock").waitFor();
  const html = readFileSync(`${siteFolder}/app/index.html`, "utf8");
  expect(html).not.toMatch(/(?:href|src)="\//);
  await page.context().close();
});
