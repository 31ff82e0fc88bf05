#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The real heads of data/minilm, every sentence and layer: golden, the fast CPU engine and the
# simulated hardware write the same bytes, and their JSON says the same but for what only one
# of them knows.
#   check_engines.sh TINYATTN
set -u
tinyattn=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0

fail() {
  echo "check_engines: $*"
  failed=1
}

# Lines of the JSON that may differ between engines.
common() {
  sed -e '/"engine":/d' -e '/"bit_exact":/d' -e '/"stalls": null/d' -e '/"stalls": {/,/^  }/d' "$1"
}

heads() {
  sentence=$1 layer=$2
  shift 2
  file=data/minilm/$sentence.safetensors
  for engine in golden cpu rtl; do
    $tinyattn run --q "$file:layer$layer.q" --k "$file:layer$layer.k" --v "$file:layer$layer.v" \
      --engine $engine --build lab --out "$dir/$engine.npy" --lse "$dir/$engine.lse" \
      --json "$dir/$engine.json" "$@" || fail "$sentence layer $layer $*: $engine exits $?"
  done
  for engine in cpu rtl; do
    cmp "$dir/golden.npy" "$dir/$engine.npy" || fail "$sentence layer $layer $*: output of $engine"
    cmp "$dir/golden.lse" "$dir/$engine.lse" || fail "$sentence layer $layer $*: log-sum-exp of $engine"
    common "$dir/golden.json" >"$dir/a"
    common "$dir/$engine.json" >"$dir/b"
    cmp "$dir/a" "$dir/b" || fail "$sentence layer $layer $*: JSON of $engine"
  done
  grep -q '"stalls": null' "$dir/cpu.json" || fail "cpu: stalls are not null"
  if grep -E '"[a-z_0-9]+": null' "$dir/cpu.json" |
    grep -vE '"(stalls|bit_exact|causal_offset)"'; then
    fail "cpu: more than stalls is null"
  fi
}

for sentence in nurse trophy tiles; do
  for layer in 0 1 2 3 4 5; do
    heads $sentence $layer
  done
done
heads tiles 2 --causal
heads nurse 4 --causal-offset=-3 --q-rows 8

# FLASH only: NAIVE is misuse in run, and golden's in compare and study, which say so.
$tinyattn run --preset trophy-l3h1 --engine cpu --schedule naive --json "$dir/no" 2>"$dir/err"
[ $? = 2 ] || fail "run --engine cpu --schedule naive: not 2"
[ -e "$dir/no" ] && fail "run --engine cpu --schedule naive: something is written"
$tinyattn study --engine cpu --schedule naive 2>"$dir/err"
[ $? = 2 ] || fail "study --engine cpu --schedule naive: not 2"
$tinyattn compare --preset trophy-l3h1 --engine cpu >"$dir/text" || fail "compare --engine cpu"
grep -q 'naive: golden' "$dir/text" || fail "compare --engine cpu does not say that naive is golden's"
for engine in cpu golden; do
  $tinyattn compare --preset trophy-l3h1 --engine $engine --json "$dir/$engine.json" ||
    fail "compare --engine $engine"
  grep '"engine"' "$dir/$engine.json" | sort | uniq -c | tr -s ' \n' ' ' >"$dir/$engine.engines"
  grep -v '"engine"' "$dir/$engine.json" >"$dir/$engine.rest"
done
[ "$(cat "$dir/cpu.engines")" = ' 4 "engine": "cpu", 1 "engine": "golden", ' ] ||
  fail "compare --engine cpu: engines$(cat "$dir/cpu.engines")"
cmp "$dir/cpu.rest" "$dir/golden.rest" || fail "compare: cpu and golden"
for engine in cpu golden; do
  $tinyattn study --seeds 50 --engine $engine --json "$dir/$engine.json" || fail "study --engine $engine"
  grep -v '"engine"' "$dir/$engine.json" >"$dir/$engine.rest"
done
cmp "$dir/cpu.rest" "$dir/golden.rest" || fail "study: cpu and golden"
TINYATTN_CPU=none $tinyattn run --preset trophy-l3h1 --engine cpu >/dev/null 2>"$dir/err"
[ $? = 2 ] || fail "TINYATTN_CPU=none: not 2"
exit $failed
