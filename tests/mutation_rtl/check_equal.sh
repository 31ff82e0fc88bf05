#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_equal.sh EQUAL_RTL LISTS RECORD WORK: of two mutants of the sequencer, one that the record calls
# equal and one that jobs kill, the first alone is proven equal; the other neither by the proofs of the sequencer
# (facts.def) nor in the world of legal.sv.  The same of ta_feed and ta_accumulate, without legal.sv.  In the
# project's root.
set -eu
program=$1 lists=$2 record=$3 work=$4

# check MODULE K [OPTION ...]: the first that is equal, the K-th that jobs kill (of most the solvers' time runs out)
check() {
  module=$1 left=$2 equal='' killed=''
  shift 2
  mkdir -p "$work"
  rm -f "$work/verdicts"
  for n in $(sed -n 's/^mutate -ctrl mutsel 12 \([0-9]*\) .*/\1/p' "$lists/engine.$module.list"); do
    case $(sed -n "s/^  \[\"engine\", $n, \"\([a-z]*\)\",.*/\1/p" "$record") in
      equal) [ -n "$equal" ] || equal=$n ;;
      '') left=$((left - 1)) && [ $left != 0 ] || killed=$n ;;
    esac
  done
  [ -n "$equal" ] && [ -n "$killed" ] || { echo "$record: found no equal mutant or no killed one of $module" >&2; exit 1; }
  {
    echo "sources of the check"
    for n in $equal $killed; do echo "engine $n survived 0"; done
  } >"$work/results"
  status=0
  "$program" "$lists" "$work" --up 0 --seconds 5 --netlist engine "$@" || status=$?
  [ $status != 77 ] || exit 77
  found=$(sed -n 's/^engine \([0-9]*\) equal .*/\1/p' "$work/verdicts")
  [ "$found" = "$equal" ] || { echo "proven equal: found '$found', expected $equal; killed by jobs: $killed" >&2; exit 1; }
}

check ta_sequencer 19 --legal 1
check ta_feed 1
check ta_accumulate 1
