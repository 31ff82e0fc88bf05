// SPDX-License-Identifier: MIT
//
// Mounts the islands of a page, each when it comes near.
import { h, render, type ComponentType } from "preact";
import "../exports/offline";
import type { Data } from "./kit";

const loaders = import.meta.glob<{ default: ComponentType<{ data: Data }> }>("./parts/*.tsx");

async function mount(place: HTMLElement) {
  const target = place.querySelector<HTMLElement>(".island-mount")!;
  try {
    const load = loaders[`./parts/${place.dataset["island"]}.tsx`];
    if (!load) throw new Error(`there is no island "${place.dataset["island"]}"`);
    const { default: Part } = await load();
    target.replaceChildren();
    render(h(Part, { data: { ...place.dataset } }), target);
  } catch (error) {
    target.textContent = `The hardware could not be loaded: ${String((error as Error).message ?? error)}`;
  }
}

const places = document.querySelectorAll<HTMLElement>("[data-island]");
for (const place of places) place.querySelector(".island-wait")!.textContent = "Loading the hardware …";
const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      void mount(entry.target as HTMLElement);
    }
  },
  { rootMargin: "600px" },
);
for (const place of places) near.observe(place);
