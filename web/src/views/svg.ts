// SPDX-License-Identifier: MIT
//
// A drawing as a file of its own: every style resolved to attributes, colours as sRGB, so that
// programs without CSS custom properties read it too.

/** Inherited properties and their initial values; the others are not inherited. */
const inherited: Record<string, string> = {
  fill: "rgb(0, 0, 0)", "fill-opacity": "1", stroke: "none", "stroke-width": "1px", "stroke-opacity": "1",
  "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter", "paint-order": "normal",
  "font-family": "", "font-size": "", "font-weight": "400", "text-anchor": "start",
};
const own: Record<string, string> = { opacity: "1" };

let canvas: CanvasRenderingContext2D | null | undefined;
const colours = new Map<string, string>();

/** Any CSS colour as #rrggbb or rgba(); what is no colour as it is. */
function colour(text: string): string {
  if (text === "none" || text.startsWith("url(") || text.startsWith("rgb")) return text;
  const known = colours.get(text);
  if (known) return known;
  canvas ??= Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
    .getContext("2d", { willReadFrequently: true });
  if (!canvas) return text;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data as unknown as [number, number, number, number];
  const hex = (n: number) => n.toString(16).padStart(2, "0");
  const out = a === 255 ? `#${hex(r)}${hex(g)}${hex(b)}` : `rgba(${r},${g},${b},${(a / 255).toFixed(3)})`;
  colours.set(text, out);
  return out;
}

function resolve(from: Element, to: Element, parent: Record<string, string>): void {
  const style = getComputedStyle(from);
  const values: Record<string, string> = {};
  for (const name of Object.keys(inherited)) {
    const value = name === "fill" || name === "stroke" ? colour(style.getPropertyValue(name)) : style.getPropertyValue(name);
    values[name] = value;
    if (value !== parent[name]) to.setAttribute(name, name === "font-family" ? value.replaceAll('"', "'") : value);
    else if (name !== "fill" || !to.getAttribute("fill")?.startsWith("url(")) to.removeAttribute(name);
  }
  for (const [name, initial] of Object.entries(own)) {
    const value = style.getPropertyValue(name);
    if (value !== initial) to.setAttribute(name, value);
  }
  const moved = (from as SVGElement).style?.transform;
  if (moved && style.transform !== "none") to.setAttribute("transform", style.transform);
  for (const name of ["class", "style", "tabindex", "role", "aria-label"]) to.removeAttribute(name);
  for (let i = 0; i < from.children.length; i++) resolve(from.children[i]!, to.children[i]!, values);
}

/** The drawing as the text of a standalone SVG file, on the page's ground. */
export function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  resolve(svg, copy, inherited);
  const { x, y, width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ x, y, width, height })) ground.setAttribute(name, String(value));
  ground.setAttribute("fill", colour(getComputedStyle(document.documentElement).backgroundColor));
  copy.insertBefore(ground, copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}
