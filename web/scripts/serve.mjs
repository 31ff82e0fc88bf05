// SPDX-License-Identifier: MIT
//
// The built site on localhost, for this machine alone:
//
//   node scripts/serve.mjs SITE [PORT]      PORT 4321; 0: any that is free
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import sirv from "sirv";

function refuse(text) {
  console.error(`serve: ${text}`);
  process.exit(2);
}

const [site = "dist", port = "4321"] = process.argv.slice(2);
if (!existsSync(join(site, "index.html"))) refuse(`${site}: no index.html there, expected a built site`);
if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) refuse(`PORT: found "${port}", expected a number from 0 to 65535`);

const serve = sirv(site, { etag: true });
const say = (response, status, text, headers = {}) =>
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", ...headers }).end(`${text}\n`);
const server = createServer((request, response) => {
  if (request.method !== "GET" && request.method !== "HEAD")
    say(response, 405, `405: found ${request.method}, expected GET or HEAD`, { Allow: "GET, HEAD" });
  else serve(request, response, () => say(response, 404, `404: the site has no ${request.url}`));
});
server.on("error", (error) => refuse(error.code === "EADDRINUSE" ? `PORT: ${port} is taken, choose another` : error.message));
server.listen(Number(port), "localhost", () => console.log(`http://localhost:${server.address().port}/ is the site; Ctrl-C ends it`));
