#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds and runs the fuzz targets; in the project's root.
#
#   fuzz/run.sh build                    with clang, in build/fuzz
#   fuzz/run.sh TARGET SECONDS [CORPUS]  from fuzz/corpus and CORPUS, where new inputs are kept
#                                        (default: they are thrown away).  1: an input was found
#                                        that breaks a promise; it is in build/fuzz/found
#   fuzz/run.sh control SECONDS          uart with a seeded bug, from nothing: 0 when it is found
#   fuzz/run.sh sources TOKENS           the hash (tests/mutation_c/tokens.c) of all that is compiled
#   fuzz/run.sh check TOKENS RECORD      the record is of these sources, of 10 minutes or more on each
#                                        target, and nothing was found
#
# What it prints is a line of JSON.
set -u
targets='npy safetensors uart control'

if [ "${1-}" = build ]; then
  command -v clang >/dev/null 2>&1 || {
    echo "fuzz/run.sh: found no clang (tools/packages-test.txt)" >&2
    exit 1
  }
  cmake --preset fuzz >/dev/null && cmake --build build/fuzz
  exit
fi
# With the headers and tables that are included.
sources() {
  # shellcheck disable=SC2046
  "$1" $(cc -MM -I. fuzz/fuzz_npy.c fuzz/fuzz_safetensors.c fuzz/fuzz_uart.c host/error.c host/tensor.c host/npy.c \
    host/safetensors.c host/uart.c | tr ' \\' '\n\n' | grep '/' | LC_ALL=C sort -u)
}
if [ "${1-}" = sources ]; then
  sources "$2"
  exit
fi
if [ "${1-}" = check ]; then
  hash=$(sources "$2") || exit 2
  awk -v hash="$hash" -v record="$3" '
    /"sources": / { sub(/.*"sources": "/, ""); sub(/".*/, ""); found = $0 }
    /"target": / {
      gsub(/[{}",:]/, " ")
      for (i = 1; i < NF; i += 2)
        row[$i] = $(i + 1)
      seen[row["target"]]++
      if (row["seconds"] < 600 || row["executions"] < 1000000 || row["found"] != 0)
        bad = bad row["target"] ": expected 600 seconds, 1000000 executions, nothing found\n"
    }
    END {
      if (found != hash)
        bad = bad "of sources " found ", here are " hash "\n"
      if (seen["npy"] != 1 || seen["safetensors"] != 1 || seen["uart"] != 1)
        bad = bad "expected a row for each of npy, safetensors, uart\n"
      if (bad)
        print bad record ": again: ./run soak_c fuzz"
      exit bad != ""
    }' "$3"
  exit
fi
case " $targets " in
  *" ${1-} "*) ;;
  *)
    echo "fuzz/run.sh: found '${1-}', expected one of: build sources check $targets" >&2
    exit 2
    ;;
esac
name=$1
seconds=$2
seeds=fuzz/corpus/$name
[ "$name" = control ] && seeds=
. tools/setup.sh # one at a time: its log and what it finds have the target's name
mkdir -p build/fuzz
exec 9>>"build/fuzz/$name.lock"
ta_wait "another run of the fuzz target $name"
log=build/fuzz/$name.log
found=build/fuzz/found/$name-
mkdir -p build/fuzz/found
rm -f "$found"*
if [ $# -gt 2 ]; then
  corpus=$3
  mkdir -p "$corpus"
else
  corpus=$(mktemp -d) || exit 1
  trap 'rm -rf "$corpus"' EXIT
fi
dictionary=
[ -f "fuzz/$name.dict" ] && dictionary=-dict=fuzz/$name.dict
# shellcheck disable=SC2086
"build/fuzz/fuzz/fuzz_$name" -max_total_time="$seconds" -max_len=4096 -timeout=20 $dictionary \
  -print_final_stats=1 -artifact_prefix="$found" "$corpus" $seeds >"$log" 2>&1
status=$?
executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
inputs=$(sed -n 's/.* corp: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
printf '{"target": "%s", "seconds": %d, "executions": %d, "edges": %d, "inputs": %d, "found": %d}\n' \
  "$name" "$seconds" "${executions:-0}" "${edges:-0}" "${inputs:-0}" "$(find build/fuzz/found -name "$name-*" | wc -l)"
if [ "$name" = control ]; then
  [ $status -ne 0 ] && [ -n "$(find build/fuzz/found -name 'control-crash-*')" ] && exit 0
  echo "fuzz/run.sh: the seeded bug was not found" >&2
  exit 1
fi
if [ $status -ne 0 ]; then
  tail -n 60 "$log" >&2
  exit 1
fi
# It runs until its time is over, or it did not run.
[ "${executions:-0}" -gt 1000 ] || {
  tail -n 20 "$log" >&2
  exit 1
}
