// SPDX-License-Identifier: MIT
//
// Recorded results, read at build time, and how numbers are written.

import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Row = Record<string, number | string | boolean>;

/** Rows of evidence/NAME.json that match. */
export function rows(name: string, match: Row): Row[] {
  const file = JSON.parse(readFileSync(join(process.cwd(), "..", "evidence", `${name}.json`), "utf8")) as { rows: Row[] };
  const found = file.rows.filter((row) => Object.entries(match).every(([key, value]) => row[key] === value));
  if (found.length === 0) throw new Error(`evidence/${name}.json has no row with ${JSON.stringify(match)}`);
  return found;
}
export const count = (n: number | string | boolean | undefined) => Number(n).toLocaleString("en-US");
