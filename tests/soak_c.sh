#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The long checks of the C code; ./run soak_c calls it in the project's root.
#
#   tests/soak_c.sh [PART [FILE ...]]     without a part: all of them, in this order
#
#   mutants [FILE ...]  every mutant of mutants.def, or of these files, into evidence/mutants_c.json
#   coverage            lines and branches, into evidence/coverage_c.json
#   fuzz [MINUTES]      each fuzz target for so long (10), into evidence/fuzz.json; what was new is
#                       kept in build/fuzz/corpus, and the next run begins there
#   reproducible        the commit in two clean clones: WebAssembly module, netlist, generated files,
#                       into evidence/reproducible.json
#
# A file of mutants is written into the record as soon as it is done, so a run that was cut
# goes on with the files that are left.
set -u
. tools/setup.sh
known='mutants coverage fuzz reproducible'
bin=build/release/tests

mutants() {
  ta_build release mutants || return 1
  $bin/mutation_c/mutants $bin/mutation_c/mutants.cfg --work soak --record evidence/mutants_c.json "$@"
}
coverage() {
  ta_build release coverage || return 1
  $bin/mutation_c/coverage $bin/mutation_c/mutants.cfg --json evidence/coverage_c.json
}
fuzz() {
  minutes=${1-10}
  ta_build release tokens && ta_setup_tests && fuzz/run.sh build || return 1
  {
    cat <<TEXT
{"schema": "tinyattn-fuzz/1", "command": "./run soak_c fuzz $minutes", "date": "$(date -u +%Y-%m-%d)",
 "compiler": "$(clang --version | head -n 1)",
 "sources": "$(fuzz/run.sh sources $bin/mutation_c/tokens)", "rows": [
TEXT
    comma=
    for target in npy safetensors uart; do
      row=$(fuzz/run.sh $target $((60 * minutes)) build/fuzz/corpus/$target) || return 1
      printf '%s  %s' "$comma" "$row"
      comma=',
'
    done
    printf '\n]}\n'
  } >build/fuzz.json || return 1
  mv build/fuzz.json evidence/fuzz.json
}
reproducible() { tests/reproducible/check.sh -e evidence/reproducible.json; }

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
