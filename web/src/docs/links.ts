// SPDX-License-Identifier: MIT
//
// Clocks of the steps, found by running the module at build time, and their links.

import type { Step } from "./steps";

/** Link into the app, without its leading slash. */
export async function linkOf(step: Step): Promise<string> {
  return `app/#v=1&head=${step.preset}`;
}
