// SPDX-License-Identifier: MIT
import { render } from "preact";
import { load } from "../engine/module";
import { App } from "./App";
import "./app.css";
import { start } from "./store";

const root = document.getElementById("app")!;
render(<App />, root);
load().then(start).catch((error: unknown) => {
  render(<p class="loading" role="alert">The hardware could not be loaded: {String((error as Error).message ?? error)}</p>, root);
});
