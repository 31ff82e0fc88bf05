#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The long checks of the C code; ./run soak_c calls it in the project's root.
#
#   tests/soak_c.sh [PART [FILE ...]]     without a part: all of them, in this order
#
#   mutants [FILE ...]  every mutant of mutants.def, or of these files, into evidence/mutants_c.json
#   coverage            lines and branches, into evidence/coverage_c.json
#   fuzz [MINUTES]      each fuzz target for so long (10), into evidence/fuzz.json, of fewer minutes
#                       into build/fuzz.json; what was new is kept in build/fuzz/corpus, and the next
#                       run begins there
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
fuzz() { ta_locked build/fuzz.lock "another ./run soak_c fuzz" fuzz_alone "$@"; }
fuzz_alone() {
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
  } >build/fuzz.json.new && mv build/fuzz.json.new build/fuzz.json || return 1
  if [ "$minutes" -lt 10 ]; then
    say "evidence/fuzz.json is of 10 minutes or more and stays; this record of $minutes is build/fuzz.json."
  else
    mv build/fuzz.json evidence/fuzz.json
  fi
}
reproducible() { tests/reproducible/check.sh -e evidence/reproducible.json; }

# Every word, before anything is installed or built.
if [ $# -gt 0 ]; then
  # shellcheck disable=SC2086
  ta_one_of "$1" $known || ta_wrong "./run soak_c" "$1" "one of $known"
  case $1 in
    mutants)
      files=$(sed -n 's/^TA_MUTATED("\([^"]*\)".*/\1/p' tests/mutation_c/mutants.def | tr '\n' ' ')
      for file in "$@"; do
        # shellcheck disable=SC2086
        ta_one_of "$file" mutants $files || ta_wrong "./run soak_c mutants" "$file" "files of tests/mutation_c/mutants.def: $files"
      done
      ;;
    fuzz)
      [ $# -lt 3 ] || ta_wrong "./run soak_c fuzz" "$3" "nothing behind the minutes"
      if [ $# = 2 ]; then
        ta_natural "$2" && [ "$2" -le 100000 ] || ta_wrong "./run soak_c fuzz" "$2" "minutes, a whole number from 1 to 100000"
      fi
      ;;
    *) [ $# = 1 ] || ta_wrong "./run soak_c $1" "$2" "nothing behind it" ;;
  esac
fi
ta_setup || exit 1
if [ $# -gt 0 ]; then
  "$@"
  exit
fi
status=0
for part in $known; do
  ta_part "$part" "$part" || status=1
done
say "Seconds:"
ta_parts >&2
exit $status
