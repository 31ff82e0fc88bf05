// SPDX-License-Identifier: MIT
//
// What ./run web ends with: the site on localhost, its address in one line; what it refuses.
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { root, siteFolder } from "../pages/site";

const script = `${root}web/scripts/serve.mjs`;

test("says the address that it serves, and nothing else", async () => {
  const child = spawn(process.execPath, [script, siteFolder, "0"], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    let said = "";
    await new Promise<void>((done) => child.stdout.on("data", (text: Buffer) => (said += text.toString()).endsWith("\n") && done()));
    const [, address] = /^(http:\/\/localhost:\d+\/) is the site; Ctrl-C ends it\n$/.exec(said)!;
    const answers = await Promise.all(["", "app/", "engine/tinyattention.wasm", "nothing"].map((path) => fetch(address + path)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 404]);
    expect(await answers[0]!.text()).toContain("<title>");
    expect(await answers[3]!.text()).toBe("404: the site has no /nothing\n");
    const posted = await fetch(address!, { method: "POST", body: "x" });
    expect([posted.status, posted.headers.get("allow"), await posted.text()]).toEqual([
      405, "GET, HEAD", "405: found POST, expected GET or HEAD\n",
    ]);
    expect((await fetch(address!, { method: "HEAD" })).status).toBe(200);
    expect(answers[2]!.headers.get("content-type")).toBe("application/wasm");
  } finally {
    child.kill();
  }
});

test("refuses in one line", async () => {
  const taken = createServer();
  await new Promise<void>((done) => taken.listen(0, "localhost", done));
  const { port } = taken.address() as AddressInfo;
  const refused = (...given: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...given], { encoding: "utf8" });
    expect([status, stdout]).toEqual([2, ""]);
    return stderr;
  };
  expect(refused(siteFolder, String(port))).toBe(`serve: PORT: ${port} is taken, choose another\n`);
  expect(refused(siteFolder, "http")).toBe('serve: PORT: found "http", expected a number from 0 to 65535\n');
  expect(refused(siteFolder, "65536")).toBe('serve: PORT: found "65536", expected a number from 0 to 65535\n');
  expect(refused(`${root}docs`)).toBe(`serve: ${root}docs: no index.html there, expected a built site\n`);
  await new Promise((done) => taken.close(done));
});
