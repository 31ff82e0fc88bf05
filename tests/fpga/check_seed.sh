#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_seed.sh DIR RECORD: the netlist in DIR (relative to the project's root), placed and routed
# with seed 1, has the resources and the clock of RECORD (evidence/fpga.json): placer and router
# give the same for the same netlist and seed.  A changed record is found out.
set -eu
cd "$(dirname "$0")/../.."
dir=$1
record=$2
seed=1

fpga/flow.sh -r -s $seed -m 1 -o "$dir" -e "$dir/seed.json" || exit 1

# equals RECORD: the seed's row, and each resource that does not depend on the seed
equals() {
  {
    sed -n 's/.*"seeds": \[\({[^}]*}\).*/\1/p' "$dir/seed.json"
    sed -n 's/^ *\({"what": "\(LUT4\|flip-flops\|DSP\|block RAM\|latches\)[^}]*}\).*/\1/p' "$dir/seed.json"
  } >"$dir/seed.rows"
  [ "$(wc -l <"$dir/seed.rows")" = 6 ] || { echo "found no 6 rows in $dir/seed.json" >&2; return 1; }
  status=0
  while IFS= read -r row; do
    grep -qF "$row" "$1" || { echo "$1: found no $row" >&2; status=1; }
  done <"$dir/seed.rows"
  return $status
}

equals "$record"

# another clock, one lookup table more, a missing row
sed "s/{\"seed\": $seed, \"mhz\": [0-9.]*}/{\"seed\": $seed, \"mhz\": 1.0}/" "$record" >"$dir/control.json"
equals "$dir/control.json" 2>/dev/null && { echo "another clock is not noticed" >&2; exit 1; }
sed 's/\("LUT4[^}]*"found": \)/\19/' "$record" >"$dir/control.json"
equals "$dir/control.json" 2>/dev/null && { echo "other lookup tables are not noticed" >&2; exit 1; }
grep -v '"block RAM' "$record" >"$dir/control.json"
equals "$dir/control.json" 2>/dev/null && { echo "missing block RAM is not noticed" >&2; exit 1; }
echo "seed $seed as recorded"
