// SPDX-License-Identifier: MIT
declare module "onml" {
  const onml: { stringify(tree: unknown): string };
  export default onml;
}
declare module "wavedrom" {
  const wavedrom: { renderAny(index: number, source: unknown, skin: unknown): unknown };
  export default wavedrom;
}
declare module "wavedrom/skins/*" {
  const skin: Record<string, unknown>;
  export default skin;
}
