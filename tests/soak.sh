#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The long random verification; ./run soak calls it in the project's root.
#
#   tests/soak.sh [PART ...] [OPTION ...]      without a part: all of them, in this order
#   tests/soak.sh replay PART INDEX [OPTION ...]
#
#   soft_errors  20,000 single-bit flips, each classified
#   resets       10,000 resets in mid-run
#   random_init  1,000 random initial states
#   executors    one hash over all ports on 200 runs, by every simulator
#   stalls       100,000 runs on a port that withholds
#   geometries   every legal geometry of tiny
#   random       1,000,000 runs from end to end
#   latencies    every legal configuration of small geometries at every latency of the memory
#   netlist      each module of the board's design proven equal to its netlist; two flipped bits in each
#   mutants      mutants of the hardware, each found by a job or put to a proof that it is no change
#   coverage_rtl lines, branches, toggles, states and arcs of the hardware
#
# Options: --count N, cases instead of those of a release; --jobs N, processes at a time, 0: one a core;
# --seconds N, begin nothing after that time. The progress is in build/soak: what was stopped goes on; a
# run of another count has a progress of its own. The results are put into evidence/soak.json, those of
# another count into build/soak/soak.json. latencies, netlist, mutants and coverage_rtl take no options and
# have records of their own: evidence/latencies.json, evidence/netlist.json, and so on.
# Options without a part: all parts that take them.
#
# replay runs a case of a part again, after those that ran before it in its process. Only a case that
# differs leaves its waveform, build/soak/PART-INDEX.fst; of one that is as it should be a line says so.
# INDEX counts from 0; executors, latencies, netlist, mutants and coverage_rtl have no cases. Its options are those
# that the failing run printed: --build NAME, --engine NAME, --count N.
set -u
. tools/setup.sh
replayed='soft_errors resets random_init stalls geometries random'
counted='soft_errors resets random_init executors stalls geometries random'
others='latencies netlist mutants coverage_rtl'
runner=build/release/tests/soak/soak

# Every word, before anything is installed or built.
# number OPTION FOUND LEAST
number() { ta_natural "$2" "$3" || ta_wrong "./run soak: $1" "$2" "a whole number of $3 or more"; }
parts_wanted=
options=
# shellcheck disable=SC2086
if [ "${1-}" = replay ]; then
  ta_one_of "${2-}" $replayed || ta_wrong "./run soak replay: PART" "${2-}" "one of $replayed"
  number "replay $2 INDEX" "${3-}" 0
  options="$2 $3"
  shift 3
  while [ $# -gt 0 ]; do
    case $1 in
      --count) number "$1" "${2-}" 1 ;;
      --build | --engine)
        case ${2-} in '' | -* | *[!a-z0-9]*) ta_wrong "./run soak replay: $1" "${2-}" "a name, as the failing run printed it" ;; esac
        ;;
      *) ta_wrong "./run soak replay: option" "$1" "--build NAME, --engine NAME or --count N" ;;
    esac
    options="$options $1 $2"
    shift 2
  done
  replay=yes
else
  replay=
  while [ $# -gt 0 ]; do
    case $1 in
      --count | --seconds | --jobs)
        if [ "$1" = --jobs ]; then number "$1" "${2-}" 0; else number "$1" "${2-}" 1; fi
        options="$options $1 $2"
        shift 2
        ;;
      -*) ta_wrong "./run soak: option" "$1" "--count N, --jobs N or --seconds N" ;;
      *)
        ta_one_of "$1" $counted $others || ta_wrong "./run soak: PART" "$1" "one of $counted $others, or replay first"
        parts_wanted="$parts_wanted $1"
        shift
        ;;
    esac
  done
  for part in $parts_wanted; do
    [ -z "$options" ] || ! ta_one_of "$part" $others || ta_wrong "./run soak: $part takes no options" "${options# }" "none"
  done
  if [ -z "$parts_wanted" ]; then
    parts_wanted=$counted
    [ -n "$options" ] || parts_wanted="$counted $others"
  fi
fi

ta_setup && ta_node && ta_build release soak || exit 1
mkdir -p build/soak
# shellcheck disable=SC2086
[ -z "$replay" ] || exec $runner replay $options --fst build/soak

record=evidence/soak.json
case " $options " in
  *" --count "*) record=build/soak/soak.json ;;
esac
executors() { # on every simulator, the page's browser and the netlist
  ta_setup && ta_setup_tests && ta_web && ta_build release soak_ports_netlist || return 1
  soak executors --executors build/release/tests/soak/executors_all.txt --runs 200
}
latencies() {
  ta_setup && ta_build release latencies &&
    build/release/formal/latencies --work build/soak/latencies --jobs 0 --record evidence/latencies.json
}
netlist() {
  ta_setup && ta_build release netlist_equal &&
    build/release/formal/netlist_equal --flips 2 --json build/soak/netlist.json &&
    mv build/soak/netlist.json evidence/netlist.json
}
mutants() {
  lists=build/release/tests/mutation_rtl work=build/soak/mutants
  ta_setup && ta_build release mutants_rtl equal_rtl && mkdir -p $work &&
    $lists/mutants_rtl $lists $work && $lists/equal_rtl $lists $work --up 3 --seconds 8 &&
    $lists/equal_rtl $lists $work --up -1 --seconds 60 && $lists/equal_rtl $lists $work --up 3 --legal 5 --seconds 8 &&
    $lists/mutants_rtl $lists $work --record evidence/mutants_rtl.json
}

# Without the time-out points are missing; a row of the list for one that is hit is seen.
coverage_rtl() {
  program=build/release/tests/coverage_rtl/coverage_rtl work=build/soak/coverage_rtl
  ta_setup && ta_build release coverage_rtl && tests/coverage_rtl/constants.sh $work || return 1
  $program $work --without timeout --list rtl/ta_top.sv start_i >$work/control.log 2>&1
  if [ $? != 1 ] || ! grep -q ' never ' $work/control.log ||
    ! grep -q '^rtl/ta_top.sv: start_i: a row of coverage.def for 2 points, 0 of them' $work/control.log; then
    tail -n 20 $work/control.log >&2
    say "The control of coverage_rtl did not fail as it should."
    return 1
  fi
  $program $work --json $work/record.json >$work/coverage.log 2>&1 && mv $work/record.json evidence/coverage_rtl.json &&
    tail -n 4 $work/coverage.log >&2 && return 0
  grep -v '^\[' $work/coverage.log | tail -n 40 >&2
  return 1
}

# shellcheck disable=SC2086
soak() { $runner "$@" $options --state build/soak --fst build/soak --record $record; }

status=0
for part in $parts_wanted; do
  command="soak $part"
  case $part in
    latencies | netlist | mutants | coverage_rtl | executors) command=$part ;;
  esac
  # shellcheck disable=SC2086
  ta_part "$part" ta_locked "build/soak/$part.lock" "another ./run soak $part" $command || status=1
done
say "Seconds:"
ta_parts >&2
exit $status
