// SPDX-License-Identifier: MIT
import { render } from "preact";
import { loadEngine } from "../engine";
import "../exports/offline";
import { App } from "./App";
import "./app.css";
import { start } from "./store";

const root = document.getElementById("app")!;
render(<App />, root);
/** Address of this script; the module lies in a folder beside its own. */
const here = import.meta.url;
loadEngine(new URL("../engine/tinyattention.wasm", here)).then(start).catch((error: unknown) => {
  render(<p class="loading" role="alert">The hardware could not be loaded: {String((error as Error).message ?? error)}</p>, root);
});
