// SPDX-License-Identifier: MIT
//
// app/?embed shows one view in a frame of another page: what the link behind # says, without the
// panels around it. embed=softmax, datapath, schedule or compare chooses the view.
import type { Level } from "../app/view";
import "./embed.css";

const views = ["softmax", "datapath", "schedule", "compare"];
const asked = new URLSearchParams(location.search).get("embed");

export const embedded = asked !== null;
/** null: that of the link */
export const embeddedLevel: Level | null =
  asked !== null && views.includes(asked) ? ((views.indexOf(asked) + 1) as Level) : null;

/** The same state in the whole app, in a page of its own. */
export const wholeApp = (): string => `${location.pathname}${location.hash}`;
