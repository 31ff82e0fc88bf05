#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_lint.sh VERILATOR_BIN: every unit is clean under -Wall, with either twin of ta_mul and
# ta_ram, at the parameters of the builds; so is the whole engine of every build, with and without
# the debug vector.  VERILATOR_ROOT must be set.
set -eu
cd "$(dirname "$0")/../.."
units=
for unit in delay mul_wide pe mm scale max row_max exp2 recip normalize; do
  units="$units rtl/ta_$unit.sv"
done
status=0
while read -r line; do
  for twin in rtl/ta_mul.sv:rtl/ta_ram.sv \
              fpga/ecp5/ta_mul.sv:fpga/ecp5/ta_ram.sv:fpga/ecp5/ta_block_ram.sv:fpga/ecp5/sim/DP16KD.v:fpga/ecp5/sim/MULT18X18D.v; do
    # shellcheck disable=SC2046,SC2086
    if ! "$1" --lint-only -Wall -fno-const-bit-op-tree rtl/lint.vlt rtl/ta_tables_pkg.sv $units \
         $(echo $twin | tr ':' ' ') --top-module $line >/dev/null; then
      echo "not clean: $line ($twin)" >&2
      status=1
    fi
  done
done <<'TABLE'
ta_mm
ta_mm -GA=4 -GWidthX=13 -GSignedX=0 -GWidthP=23 -GLoadByColumn=0 -GDebug=1
ta_mm -GA=8 -GWidthX=9 -GSignedX=0 -GWidthP=20 -GLoadByColumn=0
ta_mm -GA=16 -GWidthX=8 -GWidthP=22 -GDebug=1
ta_mul_wide
ta_mul_wide -GWidthA=22 -GWidthB=24 -GLatency=4
ta_mul_wide -GWidthA=18 -GSignedA=0
ta_scale
ta_scale -GWidthS=22
ta_row_max
ta_row_max -GA=8
ta_row_max -GA=16
ta_exp2
ta_recip
ta_recip -GLW=16
ta_recip -GLW=22
ta_normalize
ta_normalize -GWidthO=30 -GLW=22
ta_ram
ta_ram -GWidth=40 -GDepth=3000
ta_ram -GWidth=5 -GDepth=1
ta_ram -GWidth=16 -GDepth=40000
TABLE
sed -n 's/^TA_BUILD(\([a-z0-9]*\), *\([0-9]*\), *\([0-9]*\), *\([0-9]*\), *\([0-9]*\), *\([0-9]*\),.*/\1 -GA=\2 -GDMax=\3 -GNMax=\4 -GPF=\5 -GPortBits=\6/p' \
  spec/builds.def >"${TMPDIR:-/tmp}/ta_lint.$$"
while read -r build parameters; do
  for debug in 0 1; do
    # shellcheck disable=SC2046,SC2086
    if ! "$1" --lint-only -Wall -fno-const-bit-op-tree rtl/lint.vlt $(cat rtl/ta_engine.f) \
         --top-module ta_top $parameters -GDebug=$debug >/dev/null; then
      echo "not clean: $build, Debug $debug" >&2
      status=1
    fi
  done
done <"${TMPDIR:-/tmp}/ta_lint.$$"
rm -f "${TMPDIR:-/tmp}/ta_lint.$$"
exit $status
