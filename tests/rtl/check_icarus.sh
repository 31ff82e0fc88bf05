#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_icarus.sh MODEL: Icarus Verilog compiles every unit, with either twin of ta_mul and
# ta_ram, and counts the same checksum over all outputs of agree_tb.sv as MODEL, the same
# bench built with Verilator.  Exit 77: no Icarus.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v iverilog >/dev/null || { echo "no iverilog"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rtl=$root/rtl
ecp5=$root/fpga/ecp5
units="$rtl/ta_tables_pkg.sv $rtl/ta_delay.sv $rtl/ta_mul_wide.sv $rtl/ta_pe.sv $rtl/ta_mm.sv
  $rtl/ta_scale.sv $rtl/ta_max.sv $rtl/ta_row_max.sv $rtl/ta_exp2.sv $rtl/ta_recip.sv
  $rtl/ta_normalize.sv $root/tests/rtl/agree_tb.sv"

"$1" | grep checksum >"$work/expected"
# shellcheck disable=SC2086
iverilog -g2012 -o "$work/rtl" -s icarus_top $units "$rtl/ta_mul.sv" "$rtl/ta_ram.sv"
# shellcheck disable=SC2086
iverilog -g2012 -o "$work/ecp5" -s icarus_top $units "$ecp5"/ta_*.sv "$ecp5"/sim/*.v
for twin in rtl ecp5; do
  vvp -n "$work/$twin" | grep checksum >"$work/got"
  cmp "$work/expected" "$work/got"
  echo "Icarus and Verilator agree ($twin): $(tail -1 "$work/got")"
done
