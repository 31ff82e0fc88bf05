// SPDX-License-Identifier: MIT
//
// node ports.mjs MODULE RUNS: the hash and clocks of soak_ports (ports.h), by the WebAssembly module.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1" });
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), wasi.getImportObject());
wasi.initialize(instance);
const hash = BigInt.asUintN(64, instance.exports.ports_hash_of(Number(process.argv[3])));
console.log(`${hash.toString(16).padStart(16, "0")} ${instance.exports.ports_clocks()}`);
