#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_workflows.sh: the workflows call the project's own commands only, and each of those is
# there; with a foreign command the check fails.
set -eu
cd "$(dirname "$0")/../.."

# Commands of a workflow that are not ours.
foreign() {
  for command in $(sed -n 's/^ *- run: //p' "$@" | grep -vx \
      -e 'apt-get update && apt-get install -y --no-install-recommends git ca-certificates' \
      -e 'git config --global --add safe.directory "$GITHUB_WORKSPACE"' | tr ' ' '~'); do
    command=$(echo "$command" | tr '~' ' ')
    case $command in
      ./test) ;;
      './run '*)
        name=${command#./run }
        grep -q "^  $name)" run || echo "$command: ./run knows no $name"
        ;;
      *) echo "$command" ;;
    esac
  done
}

for name in test soak site; do
  grep -q '^on:' .github/workflows/$name.yml
done
bad=$(foreign .github/workflows/*.yml)
[ -z "$bad" ] || { echo "not the project's own: $bad" >&2; exit 1; }
if grep -n 'run: *|' .github/workflows/*.yml; then
  echo "a command of several lines: the check does not see it" >&2
  exit 1
fi
work=$(mktemp)
trap 'rm -f "$work"' EXIT
printf '      - run: make everything\n      - run: ./run nothing\n' >"$work"
[ "$(foreign "$work" | wc -l)" = 2 ] || { echo "foreign commands pass" >&2; exit 1; }
