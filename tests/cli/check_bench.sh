#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tinyattn bench: every engine has a row, every row a positive median and best.
#   check_bench.sh TINYATTN
set -u
tinyattn=$1
json=$(mktemp) || exit 1
trap 'rm -f "$json"' EXIT
failed=0
fail() {
  echo "check_bench: $*"
  failed=1
}

for options in '' '--heads 3 --threads 2' '--build tiny --d 5'; do
  # shellcheck disable=SC2086
  $tinyattn bench --n 40 --d 12 --rounds 1 $options --json - >"$json" || fail "$options: exits $?"
  grep -q '"schema": "tinyattn/1"' "$json" || fail "$options: no schema"
  for engine in cpu golden float rtl; do
    grep -q "\"engine\": \"$engine\"" "$json" || fail "$options: no row of $engine"
  done
  rows=$(grep -c '"engine":' "$json")
  for key in version median best; do
    [ "$(grep -c "\"$key\": [\"1-9]\|\"$key\": 0\\.[0-9]*[1-9]" "$json")" = "$rows" ] || fail "$options: $key is missing or 0"
  done
  [ "$(grep -cE '"(gmac|clocks)_per_s": [0-9]' "$json")" = "$rows" ] || fail "$options: rates"
done
[ "$(TINYATTN_CPU=portable_v1 $tinyattn bench --n 8 --rounds 1 --json - | grep -c '"engine": "cpu"')" = 1 ] ||
  fail 'TINYATTN_CPU=portable_v1: not one row of cpu'
for bad in '--n 0' '--threads 0' '--n 16000000' '--seeds 3'; do
  # shellcheck disable=SC2086
  $tinyattn bench $bad --json "$json.no" 2>/dev/null
  [ $? = 2 ] || fail "$bad: not 2"
done
for bad in /nope /dev/null "$json"; do
  $tinyattn bench --n 8 --rounds 1 --peer "$bad" --json "$json.no" 2>/dev/null
  [ $? = 3 ] || fail "--peer $bad: not 3"
done
[ -e "$json.no" ] && fail 'misuse writes a file'
exit $failed
