#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fails.sh PATTERN COMMAND ...: the command ends with status 1 and says what the pattern matches.
set -u
pattern=$1
shift
said=$("$@" 2>&1)
status=$?
printf '%s\n' "$said"
if [ $status != 1 ]; then
  echo "found status $status, expected 1" >&2
  exit 1
fi
printf '%s\n' "$said" | grep -Eq "$pattern"
