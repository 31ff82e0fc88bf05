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
#   random       1,000,000 runs from end to end
#
# Options, for each of the parts: --count N, --jobs N, --seconds N (tests/soak/soak.c). The progress is
# in build/soak: what was stopped goes on. The results are put into evidence/soak.json, those of another
# count into build/soak/soak.json; that of netlist, which takes no options, into evidence/netlist.json.
set -u
. tools/setup.sh
known='soft_errors resets random_init executors stalls geometries random netlist'
soak=build/release/tests/soak/soak

ta_node || exit 1
ta_build release soak || exit 1
mkdir -p build/soak
if [ "${1-}" = replay ]; then
  exec $soak "$@" --fst build/soak
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
netlist() {
  ta_setup && ta_build release netlist_equal &&
    build/release/formal/netlist_equal --flips 2 --json build/soak/netlist.json &&
    mv build/soak/netlist.json evidence/netlist.json
}

status=0
for part in ${parts_wanted:-$known}; do
  if [ "$part" = netlist ]; then
    ta_part "$part" netlist || status=1
    continue
  fi
  ta_part "$part" $soak "$part" --state build/soak --fst build/soak --record $record --executors build/release/tests/soak/executors.txt "$@" || status=1
done
say "Seconds:"
ta_parts >&2
exit $status
