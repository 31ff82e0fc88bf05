#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_plan.sh FILL CTEST BUILD: every row of tests/plan.def names at least one test.
set -eu
"$1" --plan | {
  status=0
  while read -r tests; do
    count=$("$2" --test-dir "$3" -N -R "$tests" | sed -n 's/^Total Tests: //p')
    echo "$count tests: $tests"
    [ "$count" -gt 0 ] || status=1
  done
  exit $status
}
