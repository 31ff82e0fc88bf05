// SPDX-License-Identifier: MIT
//
// Labels of timing diagrams: whole where they fit their brick, else what still names it.
import { expect, test } from "vitest";
import { fitted } from "../../../web/src/docs/wavedrom";

test("a label that its brick has no room for is shortened, the others stay", () => {
  const line = { name: "pass", wave: "x3.....4.3.4x5..", data: ["pass 1", "pass 2", "P out", "4", "K lines"] };
  expect(fitted(line, 20).data).toEqual(["pass 1", "2", "P out", "4", "K lines"]);
  expect(fitted({ wave: "33", data: ["K lines", "tile 1"] }, 20).data).toEqual(["K", "1"]);
  expect(fitted({ wave: "33", data: ["sequencer of bursts", "tile 1234"] }, 20).data).toEqual(["", ""]);
  expect(fitted({ wave: "01.", name: "flag" }, 20)).toEqual({ wave: "01.", name: "flag" });
});
