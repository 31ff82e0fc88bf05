#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_record.sh SOAK WORK: a fresh record passes the check; one of another RTL, one whose rows do
# not add up, and one without parts do not.
set -eu
soak=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
"$soak" resets --build tiny --count 20 --jobs 1 --record "$work/good.json"
"$soak" --check "$work/good.json"
sed 's/"rtl_hash": "./"rtl_hash": "x/' "$work/good.json" >"$work/other.json"
sed 's/"count": 20/"count": 21/' "$work/good.json" >"$work/sum.json"
echo '{"schema": "tinyattention-soak-1", "parts": {}}' >"$work/empty.json"
for name in other sum empty; do
  if "$soak" --check "$work/$name.json" 2>"$work/$name.log"; then
    echo "$name.json passes" >&2
    exit 1
  fi
done
grep -q "of another RTL" "$work/other.log"
grep -q "the rows count 20, expected 21" "$work/sum.log"
