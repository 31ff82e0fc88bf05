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
#   netlist      each module of the board's design proven equal to its netlist; two flipped bits in each
#   mutants      mutants of the hardware, each found by a job or put to a proof that it is no change
#   coverage_rtl lines, branches, toggles, states and arcs of the hardware
#   random       1,000,000 runs from end to end
#
# Options, for each of the parts: --count N, --jobs N, --seconds N (tests/soak/soak.c). The progress is
# in build/soak: what was stopped goes on. The results are put into evidence/soak.json, those of another
# count into build/soak/soak.json. netlist, mutants and coverage_rtl take no options and have records of
# their own: evidence/netlist.json, evidence/mutants_rtl.json, evidence/coverage_rtl.json.
set -u
. tools/setup.sh
known='soft_errors resets random_init executors stalls geometries random netlist mutants coverage_rtl'
runner=build/release/tests/soak/soak

ta_node || exit 1
ta_build release soak || exit 1
mkdir -p build/soak
if [ "${1-}" = replay ]; then
  exec $runner "$@" --fst build/soak
fi
parts_wanted=
while [ $# -gt 0 ]; do
  case " $known " in
    *" $1 "*) parts_wanted="$parts_wanted $1"; shift ;;
    *) break ;;
  esac
done
case ${1---} in
  --*) ;;
  *)
    say "tests/soak.sh: found '$1', expected: $known, replay"
    exit 2
    ;;
esac
record=evidence/soak.json
case " $* " in
  *" --count "*) record=build/soak/soak.json ;;
esac
executors() { # on every simulator, the page's browser and the netlist
  ta_setup && ta_setup_tests && ta_web && ta_build release soak_ports_netlist || return 1
  soak executors --executors build/release/tests/soak/executors_all.txt --runs 200 "$@"
}
netlist() {
  ta_setup && ta_build release netlist_equal &&
    build/release/formal/netlist_equal --flips 2 --json build/soak/netlist.json &&
    mv build/soak/netlist.json evidence/netlist.json
}
mutants() {
  lists=build/release/tests/mutation_rtl work=build/soak/mutants
  ta_setup && ta_build release mutants_rtl equal_rtl && mkdir -p $work &&
    $lists/mutants_rtl $lists $work && $lists/equal_rtl $lists $work --up 3 --legal 5 --seconds 8 &&
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

soak() { $runner "$@" --state build/soak --fst build/soak --record $record; }

status=0
for part in ${parts_wanted:-$known}; do
  case $part in
    netlist | mutants | coverage_rtl) ta_part "$part" "$part" || status=1 ;;
    executors) ta_part executors executors "$@" || status=1 ;;
    *) ta_part "$part" soak "$part" "$@" || status=1 ;;
  esac
done
say "Seconds:"
ta_parts >&2
exit $status
