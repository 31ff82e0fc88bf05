#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check.sh CTEST BUILD LABEL ...: every test has one of the labels and no other, each label
# has tests, and ./test knows all of them; without one of the labels the check fails.
set -eu
cd "$(dirname "$0")/../.."
ctest=$1 build=$2
shift 2

count() { "$ctest" --test-dir "$build" -N "$@" | sed -n 's/^Total Tests: //p'; }

# check LABEL ...
check() {
  sum=0
  for label in "$@"; do
    tests=$(count -L "^$label\$")
    echo "$label: $tests tests"
    [ "$tests" -gt 0 ] || { echo "$label has no test"; return 1; }
    sum=$((sum + tests))
  done
  none=$(count -LE "^($(echo "$*" | tr ' ' '|'))\$")
  all=$(count)
  [ "$none" = 0 ] || { echo "$none of $all tests have none of the labels $*"; return 1; }
  [ "$sum" = "$all" ] || { echo "$all tests have $sum of the labels $*"; return 1; }
}

check "$@"
first=$1
shift
if check "$@" >/dev/null; then
  echo "without the label $first every test has one" >&2
  exit 1
fi
for label in "$first" "$@"; do
  ./test --help | grep -q "^ .*one part:.*[ ]$label[, ]*" || { echo "./test --help does not name $label" >&2; exit 1; }
done
./test --help | grep -q 'REGEX and PART say; those choose tests only' || {
  echo "./test --help does not say that it builds everything" >&2
  exit 1
}
for preset in release sanitize; do
  grep -q "^say \"Tests of build/$preset" test || { echo "./test has no heading for the tests of $preset" >&2; exit 1; }
done
status=0
text=$(./test --part none 2>&1) || status=$?
[ "$status" = 2 ] || { echo "./test --part none: status $status" >&2; exit 1; }
for label in "$first" "$@"; do
  case $text in *" $label"*) ;; *) echo "./test --part none does not name $label: $text" >&2; exit 1 ;; esac
done
