// SPDX-License-Identifier: MIT
//
// Theme of the page: that of the system, or what the reader chose (kept in this browser only).
import { computed, signal } from "@preact/signals";

export const themes = ["auto", "light", "dark", "contrast"] as const;
export type Theme = (typeof themes)[number];
export const themeNames: Record<Theme, string> = { auto: "auto", light: "light", dark: "dark", contrast: "contrast" };

const key = "tinyattention-theme";
function kept(): Theme {
  try {
    const value = localStorage.getItem(key) as Theme | null;
    return value && themes.includes(value) ? value : "auto";
  } catch {
    return "auto";
  }
}

export const theme = signal<Theme>(kept());
const system = (query: string) => {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
};
const dark = system("(prefers-color-scheme: dark)");
const contrast = system("(prefers-contrast: more)");
/** Changes whenever a colour of the tokens does. */
export const palette = computed(() => `${theme.value} ${dark.value} ${contrast.value}`);

/** The blocks of the tokens that ask what the system prefers, with their conditions as written. */
const blocks = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule)
  .map((rule) => ({ media: rule.media, written: rule.media.mediaText }))
  .filter(({ written }) => /prefers-(color-scheme|contrast)/.test(written));

/** A choice takes the place of what the system prefers: conditions that always hold, or never. */
function apply(): void {
  const yes = "(min-width: 0px)";
  const no = "(max-width: 0px)";
  for (const { media, written } of blocks) {
    let text = written;
    if (theme.value === "contrast") text = text.replace("(prefers-contrast: more)", yes);
    else if (theme.value !== "auto") text = text.replace("(prefers-color-scheme: dark)", theme.value === "dark" ? yes : no);
    media.mediaText = text;
  }
}
apply();

export function setTheme(to: Theme): void {
  theme.value = to;
  apply();
  try {
    localStorage.setItem(key, to);
  } catch {
    // Not kept where the browser keeps nothing.
  }
}
