// SPDX-License-Identifier: MIT
//
// A drawing of the page as a file of its own: SVG with every colour and font written into it, or PNG.

/** Properties that make the picture, and that CSS sets. */
const properties = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "font-style", "letter-spacing",
  "text-anchor", "dominant-baseline", "visibility", "font-variant-numeric",
] as const;
const defaults: Record<string, string> = {
  "fill-opacity": "1", "stroke-width": "1px", "stroke-opacity": "1", "stroke-dasharray": "none", "stroke-linecap": "butt",
  "stroke-linejoin": "miter", "opacity": "1", "font-style": "normal", "letter-spacing": "normal", "text-anchor": "start",
  "dominant-baseline": "auto", "visibility": "visible", "font-variant-numeric": "normal", "stroke": "none",
};

const colours = new Map<string, string>();
let canvas: CanvasRenderingContext2D | null = null;
/** Any CSS colour as #rrggbb with its opacity: other programs know no color-mix or oklch. */
function plain(colour: string): { hex: string; opacity: number } | null {
  if (colour === "none" || colour.startsWith("url(") || colour === "context-stroke" || colour === "context-fill") return null;
  let known = colours.get(colour);
  if (!known) {
    canvas ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true })!;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = "#000";
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    known = `#${[r, g, b].map((n) => n!.toString(16).padStart(2, "0")).join("")} ${a! / 255}`;
    colours.set(colour, known);
  }
  const [hex, opacity] = known.split(" ");
  return { hex: hex!, opacity: Number(opacity) };
}

function write(from: Element, to: Element) {
  const style = getComputedStyle(from);
  const isText = /^(text|tspan)$/.test(from.tagName);
  if (style.display === "none") {
    to.remove();
    return;
  }
  for (const property of properties) {
    if (/^(font|letter|text-anchor|dominant)/.test(property) && !isText) continue;
    const value = style.getPropertyValue(property);
    if (property === "fill" || property === "stroke") {
      const colour = plain(value);
      if (!colour) {
        to.setAttribute(property, value.replaceAll('"', ""));
        continue;
      }
      to.setAttribute(property, colour.opacity === 0 ? "none" : colour.hex);
      const own = Number(style.getPropertyValue(`${property}-opacity`));
      if (colour.opacity > 0 && colour.opacity * own < 1) to.setAttribute(`${property}-opacity`, String(colour.opacity * own));
    } else if (property.endsWith("-opacity")) continue;
    else if (value && value !== defaults[property]) to.setAttribute(property, value.replaceAll('"', "'"));
  }
  to.removeAttribute("style");
  for (const name of to.getAttributeNames()) if (/^(class|data-|tabindex|on|aria-(?!label))/.test(name)) to.removeAttribute(name);
  const children = Array.from(to.children);
  Array.from(from.children).forEach((child, i) => write(child, children[i]!));
}

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** A drawing as text; the ground is the page's. */
export function pictureOf(drawing: SVGSVGElement): Picture {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  write(drawing, copy);
  const box = drawing.viewBox.baseVal;
  const margin = 12;
  // As large as it stands on the page, but never below the size it was drawn for.
  const scale = Math.max(1, drawing.clientWidth / box.width);
  const [width, height] = [(box.width + 2 * margin) * scale, (box.height + 2 * margin) * scale];
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `${box.x - margin} ${box.y - margin} ${box.width + 2 * margin} ${box.height + 2 * margin}`);
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("x", String(box.x - margin));
  ground.setAttribute("y", String(box.y - margin));
  ground.setAttribute("width", String(box.width + 2 * margin));
  ground.setAttribute("height", String(box.height + 2 * margin));
  ground.setAttribute("fill", plain(getComputedStyle(document.documentElement).backgroundColor)?.hex ?? "#ffffff");
  copy.prepend(ground);
  const title = copy.getAttribute("aria-label");
  if (title) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "title");
    element.textContent = title;
    copy.prepend(element);
  }
  return { svg: new XMLSerializer().serializeToString(copy), width: Math.round(width), height: Math.round(height) };
}

/** The picture in pixels, twice as fine as on the page. */
export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const into = document.createElement("canvas");
    into.width = 2 * width;
    into.height = 2 * height;
    const context = into.getContext("2d")!;
    context.scale(2, 2);
    context.drawImage(image, 0, 0, width, height);
    return await new Promise((done, fail) => into.toBlob((blob) => (blob ? done(blob) : fail(new Error("no PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function saveAs(name: string, content: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Every drawing in an element, each as a file: NAME.svg, or NAME-1.svg and so on. */
export async function savePictures(within: Element, name: string, kind: "svg" | "png") {
  const drawings = Array.from(within.querySelectorAll<SVGSVGElement>("svg")).filter((svg) => !svg.parentElement!.closest("svg") && svg.viewBox.baseVal?.width);
  for (const [i, drawing] of drawings.entries()) {
    const picture = pictureOf(drawing);
    const blob = kind === "svg" ? new Blob([picture.svg], { type: "image/svg+xml" }) : await pngOf(picture);
    saveAs(`${name}${drawings.length > 1 ? `-${i + 1}` : ""}.${kind}`, blob);
  }
}
