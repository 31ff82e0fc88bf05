#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_faults.sh BENCH N: with each of the bench's N faults it fails with what was expected and
# what came.
status=0
fault=0
while [ $fault -lt "$2" ]; do
  fault=$((fault + 1))
  text=$(TB_FAULT=$fault "$1" 2>&1)
  code=$?
  if [ $code = 1 ] && printf '%s\n' "$text" | grep -q '^FAIL .*: expected .*, got '; then
    printf 'fault %s: %s\n' $fault "$(printf '%s\n' "$text" | grep -m 1 '^FAIL ')"
  else
    echo "fault $fault was not seen (status $code): $text" >&2
    status=1
  fi
done
exit $status
