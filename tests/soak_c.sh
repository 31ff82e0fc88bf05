#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The long checks of the C code; ./run soak_c calls it in the project's root.
#
#   tests/soak_c.sh [PART [FILE ...]]     without a part: all of them, in this order
#
#   mutants [FILE ...]  every mutant of mutants.def, or of these files, into evidence/mutants_c.json
#   coverage            lines and branches, into evidence/coverage_c.json
#
# A file of mutants is written into the record as soon as it is done, so a run that was cut
# goes on with the files that are left.
set -u
. tools/setup.sh
known='mutants coverage'
bin=build/release/tests

mutants() {
  ta_build release mutants || return 1
  $bin/mutation_c/mutants $bin/mutation_c/mutants.cfg --work soak --record evidence/mutants_c.json "$@"
}
coverage() {
  ta_build release coverage || return 1
  $bin/mutation_c/coverage $bin/mutation_c/mutants.cfg --json evidence/coverage_c.json
}

if [ $# -gt 0 ]; then
  case " $known " in
    *" $1 "*) "$@"; exit ;;
  esac
  say "tests/soak_c.sh: found '$1', expected: $known"
  exit 2
fi
status=0
for part in $known; do
  ta_part "$part" "$part" || status=1
done
say "Seconds:"
ta_parts >&2
exit $status
