#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes everything in evidence/ again, the plots, and the numbers of the documentation, and
# says how long each part took.  ./run evidence calls it in the project's root.
#   bench/evidence.sh [PART ...]      without a part: all of them, in this order
set -u
. tools/setup.sh
known='figures cycles range trace study speed sim plots docs'
bin=build/release
tinyattn=$bin/cli/tinyattn

figures() { $bin/bench/figures --json evidence/figures.json; }
cycles() { $bin/bench/pins --rtl && $bin/bench/pins --write evidence/cycles.json; }
range() { $bin/bench/range --write evidence; }
trace() {
  $tinyattn trace --preset random --q-rows 8 --perfetto evidence/trace.json &&
    $tinyattn run --preset random --q-rows 8 --json evidence/trace_run.json
}
study() {
  $tinyattn study --sweep --seeds 1000 --data data --json evidence/study_tiny.json &&
    $tinyattn study --sweep --seeds 1000 --n 32 --d 16 --build lab --json evidence/study_lab.json &&
    $tinyattn study --sweep --seeds 20 --n 512 --d 64 --build wide --json evidence/study_wide.json
}
speed() {
  # TINYATTN_PEER: path of a libonnxruntime.so
  $tinyattn bench --n 512 --d 64 --rounds 31 ${TINYATTN_PEER:+--peer "$TINYATTN_PEER"} --json evidence/bench_512.json &&
    $tinyattn bench --n 50 --d 32 --rounds 31 ${TINYATTN_PEER:+--peer "$TINYATTN_PEER"} --json evidence/bench_50.json
}
sim() {
  rm -f evidence/sim_speed.json
  for program in sim_speed sim_speed_5_006; do
    if ta_build release $program; then
      $bin/bench/speed/$program --json evidence/sim_speed.json || return 1
    fi
  done
}
plots() { $bin/bench/plots --write evidence docs/plots; }
docs() { ta_build release docs; }

for part in ${*:-$known}; do
  case " $known " in
    *" $part "*) ta_part "$part" "$part" || exit 1 ;;
    *)
      say "bench/evidence.sh: found '$part', expected: $known"
      exit 2
      ;;
  esac
done
say "Seconds:"
ta_parts >&2
