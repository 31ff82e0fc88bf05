#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes everything in evidence/ again, the plots, and the numbers of the documentation, and
# says how long each part took.  ./run evidence calls it in the project's root.
#   bench/evidence.sh [PART ...]      without a part: all of them, in this order
set -u
. tools/setup.sh
known='figures cycles range trace study cpu_jobs speed sim plots docs'
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
# Every version of the CPU engine that the machine has against golden, a million random jobs.
cpu_jobs() {
  ta_build release test_cpu || return 1
  from=$(date +%s)
  text=$($bin/tests/cpu/test_cpu 1000000 2>&1) || {
    say "$text"
    return 1
  }
  cat >evidence/cpu_jobs.json <<TEXT
{"schema": "tinyattn-cpu-jobs/1",
 "command": "./run evidence cpu_jobs",
 "jobs": 1000000, "first_seed": 0, "result": "every version equals golden",
 "rising": "$(printf '%s\n' "$text" | sed -n 's/^rising jobs: //p' | head -1)",
 "seconds": $(($(date +%s) - from)), "date": "$(date -u +%Y-%m-%d)",
 "cpu": "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)",
 "commit": "$(git log -1 --format=%h -- cpu golden)"}
TEXT
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
