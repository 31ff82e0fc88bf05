// SPDX-License-Identifier: MIT
import { describe, expect, test } from "vitest";
import { checksum, decode, defaultState, encode, inlineLimit, packFiles, sourceOf, unpackFiles, type LinkState } from "../../../web/src/app/link";

const full: LinkState = {
  source: { kind: "preset", name: "nurse-l2h5" },
  layer: 0,
  head: 0,
  edits: [
    { tensor: "q", row: 3, column: 5, value: -1.25 },
    { tensor: "v", row: 0, column: 31, value: 1e-7 },
  ],
  quant: { quant: "head", smooth: "k" },
  config: { build: "lab", mode: "naive", qRows: 8, causal: true, offset: -3, overlap: false, stream: false, latency: 17 },
  clock: 1234,
  level: 2,
  row: 7,
  tile: 2,
  element: 3,
  inspect: { name: "mm1.weight", index: 13, at: 77 },
  window: [100, 900],
  others: [
    { build: "tiny", mode: "flash", qRows: 32, causal: false, offset: 0, overlap: true, stream: false, latency: 64 },
    { build: "lab", mode: "naive", qRows: 4, causal: true, offset: -12, overlap: false, stream: true, latency: 0 },
  ],
};
const bytes = (n: number, seed = 1) => Uint8Array.from({ length: n }, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16);

describe("a link", () => {
  test("gives back the state it was made of", () => {
    expect(decode(encode(full))).toEqual({ state: full, problems: [] });
    expect(decode("#" + encode(full)).state).toEqual(full);
    const plain = { ...full, config: { ...full.config!, causal: false, offset: 0 }, window: null, inspect: null, edits: [] };
    expect(decode(encode(plain)).state).toEqual(plain);
  });
  test("begins with its version", () => expect(encode(full)).toMatch(/^v=1&/));
  test("carries small tensors in itself, large ones by checksum", () => {
    const small = [{ name: "q ü.npy", bytes: bytes(300) }, { name: "k.npy", bytes: bytes(10) }];
    const source = sourceOf(small);
    expect(source.kind).toBe("inline");
    const { state, problems } = decode(encode({ ...full, source, edits: [], layer: 3, head: 5 }));
    expect(problems).toEqual([]);
    expect(state.source).toEqual({ kind: "inline", files: small });
    expect([state.layer, state.head]).toEqual([3, 5]);
    const large = sourceOf([{ name: "a:b~c.safetensors", bytes: bytes(60_000) }]);
    expect(large.kind).toBe("file");
    expect(decode(encode({ ...full, source: large })).state.source).toEqual(large);
  });
  test("holds tensors up to the limit exactly", () => {
    // Noise does not deflate: the border between inline and checksum is passed somewhere here.
    const kinds = new Set<string>();
    for (let n = 3000; n < 3100; n++) {
      const files = [{ name: "x", bytes: bytes(n, n) }];
      const source = sourceOf(files);
      kinds.add(source.kind);
      expect(source.kind === "inline").toBe(packFiles(files).length <= inlineLimit);
      expect(decode(encode({ ...full, source })).problems).toEqual([]);
    }
    expect(kinds.size).toBe(2);
  });
});

describe("an empty or foreign fragment", () => {
  test("is the first screen", () => expect(decode("")).toEqual({ state: defaultState(), problems: [] }));
  test.each([["#v=2&head=toy", /version 2/], ["#head=toy&v=1", /does not begin with its version/], ["#hello", /does not begin/]])(
    "%s is refused as a whole, and says so",
    (text, message) => {
      const { state, problems } = decode(text);
      expect(state).toEqual(defaultState());
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(message);
    },
  );
});

describe("a part that cannot be read is named, the others hold", () => {
  const cases: [string, RegExp][] = [
    ["rows=7", /"rows" .* not one of 4, 8, 16, 32/],
    ["clock=-4", /"clock" .* below 0/],
    ["clock=12x", /"clock" .* not a whole number/],
    ["level=9", /"level" .* above 4/],
    ["mode=fast", /"mode" .* not flash or naive/],
    ["build=huge", /"build" .* not tiny or lab/],
    ["causal=maybe", /"causal" .* neither no nor an offset/],
    ["overlap=yes", /"overlap" .* not 0 or 1/],
    ["latency=65", /"latency" .* above 64/],
    ["quant=none", /"quant" .* not one of tensor, head, channel/],
    ["quant=head.q", /"quant" .* one of none, k, kv/],
    ["show=m.nothing.0", /"show" .* no value of the state record/],
    ["with=lab.flash.5.no.1.1.10", /"with" .* is no machine/],
    ["with=lab.flash.4.no.1.1.65", /"with" .* is no machine/],
    ["window=9-3", /"window" .* no two clocks/],
    ["edits=w.1.2.3", /"edits" .* no tensor.row.column.value/],
    ["edits=q.1.2.NaN", /"edits"/],
    ["head=%E0%A4%A", /"head"/],
    ["head=../x y", /"head" .* not a name/],
    ["tensors=AAAA", /"tensors" .* cut or changed/],
    ["file=zz:q.npy", /"file" .* no checksum/],
    ["colour=red", /"colour" is no part of a link/],
  ];
  test.each(cases)("%s", (part, message) => {
    const { state, problems } = decode(`v=1&row=3&${part}&tile=1`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    expect(state.row).toBe(3);
    expect(state.tile).toBe(1);
    expect(state.source).toEqual(defaultState().source);
  });
  test("tensors longer than the limit", () =>
    expect(decode(`v=1&tensors=${"A".repeat(inlineLimit + 1)}`).problems[0]).toMatch(/more than 4096 characters/));
});

test("packed tensors that were cut are refused at every length", () => {
  const packed = packFiles([{ name: "q.npy", bytes: bytes(40) }]);
  expect(unpackFiles(packed)[0]!.name).toBe("q.npy");
  let refused = 0;
  for (let n = 0; n < packed.length - 2; n++) {
    try {
      const files = unpackFiles(packed.slice(0, n));
      expect(files).not.toEqual(unpackFiles(packed));
    } catch {
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(packed.length / 2);
});

test("the checksum is CRC-32, and does not depend on the order of the files", () => {
  const text = (s: string) => new TextEncoder().encode(s);
  expect(checksum([{ name: "a", bytes: text("123456789") }])).toBe("cbf43926-9");
  const two = [{ name: "b", bytes: text("6789") }, { name: "a", bytes: text("12345") }];
  expect(checksum(two)).toBe("cbf43926-9");
  expect(checksum([...two].reverse())).toBe(checksum(two));
});
