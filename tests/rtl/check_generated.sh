#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_generated.sh GENERATOR: every generated file in the tree is what GENERATOR prints.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
status=0
for path in $("$1"); do
  if "$1" "$path" | cmp -s - "$root/$path"; then
    echo "fresh: $path"
  else
    echo "stale: $path (write it again: $1 $path >$path)" >&2
    status=1
  fi
done
exit $status
