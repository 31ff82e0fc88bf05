#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_links.sh: every relative link of the documentation leads to a file that is there.
set -eu
cd "$(dirname "$0")/../.."
status=0
for page in *.md docs/*.md docs/decisions/*.md data/*.md; do
  [ -f "$page" ] || continue
  for link in $(grep -o '](\([^)#: ]*\)[)#]' "$page" | sed 's/^](//; s/[)#]$//'); do
    if [ ! -e "$(dirname "$page")/$link" ]; then
      echo "$page: $link is not there" >&2
      status=1
    fi
  done
done
exit $status
