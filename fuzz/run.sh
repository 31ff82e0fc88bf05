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
case " $targets " in
  *" ${1-} "*) ;;
  *)
    echo "fuzz/run.sh: found '${1-}', expected one of: build $targets" >&2
    exit 2
    ;;
esac
name=$1
seconds=$2
seeds=fuzz/corpus/$name
[ "$name" = control ] && seeds=
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
