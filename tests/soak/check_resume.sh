#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_resume.sh SOAK WORK: a part that ended early goes on where it was and gives the record of one
# that did not; a run of another count leaves its progress alone; that of another RTL begins anew; a case
# that differs is named by a command that finds it again; what the command line has wrong is named.
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
  grep -qx 'chunks 1' "$work/b/resets-600-tiny.state"
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
state=$work/b/resets-600-tiny.state
cp "$state" "$work/kept"
"$soak" resets --build tiny --count 20 --jobs 1 --state "$work/b" 2>"$work/log"
cmp "$state" "$work/kept"
if grep "begins anew" "$work/log"; then exit 1; fi
sed 's/ rtl ./&x/' "$work/kept" >"$state"
# shellcheck disable=SC2086
"$soak" $whole --chunks 1 --state "$work/b" 2>&1 | grep -q "begins anew"

# refuses FOUND EXPECTED ARGUMENT ...: status 2, and a message with both
refuses() {
  found=$1 expected=$2
  shift 2
  status=0
  text=$("$soak" "$@" 2>&1) || status=$?
  case $status:$text in
    2:*"found '$found', expected "*"$expected"*) ;;
    *)
      echo "soak $*: status $status: $text" >&2
      exit 1
      ;;
  esac
}
refuses netlist soft_errors replay netlist 0
refuses 99999999999 '0 .. 999999, the cases of random' replay random 99999999999
refuses 20 '0 .. 19, the cases of resets' replay resets 20 --count 20
refuses '' 'number of a case' replay resets
refuses -5 'whole number' resets --count -5
refuses 0 'at least 1' resets --count 0
refuses --state 'an argument' resets --count --state "$work/b"
refuses --frob 'those of soak' resets --frob

bug="--engine flat --build tiny --forget u_memory__DOT__u_queue__DOT__count_q"
# shellcheck disable=SC2086
"$soak" resets $bug --count 200 --jobs 1 >"$work/log" 2>&1 && exit 1
index=$(sed -n 's/^replay: .* resets \([0-9]*\) .*/\1/p' "$work/log")
# shellcheck disable=SC2086
"$soak" replay resets "$index" $bug >"$work/again" 2>&1 && exit 1
grep -F "$(head -1 "$work/log")" "$work/again"
"$soak" replay resets "$index" --build tiny
