// SPDX-License-Identifier: MIT
import { render } from "preact";

render(<main>TinyAttention</main>, document.getElementById("app")!);
