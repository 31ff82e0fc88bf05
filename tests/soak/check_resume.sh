#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_resume.sh SOAK WORK: a part that ended early goes on where it was and gives the record of one
# that did not; other options begin anew; a case that differs is named by a command that finds it again.
set -eu
soak=$1 work=$2
rm -rf "$work"
mkdir -p "$work/a" "$work/b"
whole="resets --build tiny --count 600 --jobs 1"
# shellcheck disable=SC2086
"$soak" $whole --state "$work/a" --record "$work/a.json"
# shellcheck disable=SC2086
{
  "$soak" $whole --state "$work/b" --chunks 1
  grep -qx 'chunks 1' "$work/b/resets.state"
  "$soak" $whole --state "$work/b" &
  pid=$!
  kill -TERM $pid
  wait $pid || true
  "$soak" $whole --state "$work/b" --record "$work/b.json"
}
for name in a b; do
  grep -v -e seconds "$work/$name.json" >"$work/$name.plain"
done
cmp "$work/a.plain" "$work/b.plain"
"$soak" resets --build tiny --count 200 --jobs 1 --state "$work/b" 2>&1 | grep -q "begins anew"

bug="--engine flat --build tiny --forget u_memory__DOT__u_queue__DOT__count_q"
# shellcheck disable=SC2086
"$soak" resets $bug --count 200 --jobs 1 >"$work/log" 2>&1 && exit 1
index=$(sed -n 's/^replay: .* resets \([0-9]*\) .*/\1/p' "$work/log")
# shellcheck disable=SC2086
"$soak" replay resets "$index" $bug >"$work/again" 2>&1 && exit 1
grep -F "$(head -1 "$work/log")" "$work/again"
"$soak" replay resets "$index" --build tiny
