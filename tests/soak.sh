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
#
# Options, for each of the parts: --count N, --jobs N, --seconds N (tests/soak/soak.c). The progress is
# in build/soak: what was stopped goes on. The results are put into evidence/soak.json, those of another
# count into build/soak/soak.json.
set -u
. tools/setup.sh
known='soft_errors resets random_init executors stalls geometries random'
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
status=0
for part in ${parts_wanted:-$known}; do
  ta_part "$part" $soak "$part" --state build/soak --fst build/soak --record $record --executors build/release/tests/soak/executors.txt "$@" || status=1
done
say "Seconds:"
ta_parts >&2
exit $status
