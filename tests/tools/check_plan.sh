#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_plan.sh FILL CTEST BUILD: every row of tests/plan.def names at least one test; a row that
# names none is found.
set -eu
fill=$1 ctest=$2 build=$3

# Of each line, a regular expression, how many tests it names; exit status 1: one names none.
named() {
  status=0
  while read -r tests; do
    count=$("$ctest" --test-dir "$build" -N -R "$tests" | sed -n 's/^Total Tests: //p')
    echo "$count tests: $tests"
    [ "$count" -gt 0 ] || status=1
  done
  return $status
}

"$fill" --plan | named
if echo '^no_such_test$' | named; then
  echo "check_plan: a row without a test passed" >&2
  exit 1
fi
