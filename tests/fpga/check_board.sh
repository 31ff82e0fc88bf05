#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_board.sh TINYATTN BRIDGE: the program runs whole jobs on the simulated FPGA, over a
# pseudo-terminal and every bit of its line, and leaves the same files as on the simulated
# engine; what does not fit is refused with its reason.
set -eu
tinyattn=$1
work=$(mktemp -d)
"$2" tiny >"$work/terminal" &
bridge=$!
trap 'kill $bridge 2>/dev/null || true; rm -rf "$work"' EXIT
tries=0
while [ ! -s "$work/terminal" ]; do
  tries=$((tries + 1))
  [ $tries -lt 100 ] || { echo "the bridge names no terminal" >&2; exit 1; }
  sleep 0.1
done
board=board:$(cat "$work/terminal")
status=0

# the same job on both; what they leave behind but for the engine's name
job() {
  for engine in rtl "$board"; do
    name=${engine%%:*}
    "$tinyattn" run "$@" --build tiny --engine "$engine" --out "$work/$name.npy" \
      --lse "$work/$name.lse" --json "$work/$name.json" >"$work/$name.txt" 2>&1 || {
      echo "failed on $name: $*" >&2
      cat "$work/$name.txt" >&2
      status=1
      return
    }
    sed -e 's/"engine": "[a-z]*"/"engine"/' "$work/$name.json" >"$work/$name.same"
  done
  grep -q '"bit_exact": true' "$work/board.json" && cmp "$work/rtl.npy" "$work/board.npy" &&
    cmp "$work/rtl.lse" "$work/board.lse" && cmp "$work/rtl.same" "$work/board.same" || {
    echo "differs: $*" >&2
    status=1
    return
  }
  echo "the same on the FPGA's pins: $*"
}

# expected status and text, then the options
refused() {
  expected=$1
  text=$2
  shift 2
  got=0
  "$tinyattn" run "$@" --out "$work/none" >"$work/text" 2>&1 || got=$?
  if [ $got -ne "$expected" ] || ! grep -q "$text" "$work/text" || [ -e "$work/none" ]; then
    echo "found status $got, expected $expected: $*" >&2
    cat "$work/text" >&2
    status=1
    return
  fi
  echo "refused: $(cat "$work/text")"
}

for preset in toy previous sink uniform self random; do
  job --preset $preset
done
job --preset toy --schedule naive --latency 64
job --preset previous --causal --q-rows 4 --no-overlap
job --preset random --schedule naive --causal-offset -3 --no-stream --latency 0
job --preset sink --causal=bottom-right --q-rows 32 --quant tensor --smooth none

refused 3 'found tiny (A 4, DMAX 4, .*expected tiny32 ' --preset toy --build tiny32 --engine "$board"
refused 3 'found tiny (A 4, DMAX 4, .*expected lab ' --preset trophy-l3h1 --engine "$board"
refused 2 "found 'fast'" --preset toy --engine "$board@fast"
refused 3 'found no serial port' --preset toy --engine "board:$work/text"
refused 3 'No such file' --preset toy --engine "board:$work/nothing"

# The bridge goes away: an error, no hang.
kill $bridge
wait $bridge 2>/dev/null || true
refused 3 '' --preset toy --engine "$board"
exit $status
