#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_front_ends.sh VERILATOR_BIN: the modules of fpga/ are clean under -Wall at the
# parameters of the builds, alone and around the engine, and Icarus compiles them.
# VERILATOR_ROOT must be set.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
engine=$(cat rtl/ta_engine.f)
fpga="$(cat fpga/ta_fpga.f) fpga/ta_reset_sync.sv"
# A PLL for tools that know none.
cat >"$work/EHXPLLL.sv" <<'PLL'
/* verilator lint_off UNUSEDPARAM */
/* verilator lint_off UNUSEDSIGNAL */
module EHXPLLL #(
    parameter CLKI_DIV = 1, CLKFB_DIV = 1, CLKOP_DIV = 8, CLKOP_CPHASE = 0, CLKOP_FPHASE = 0,
    parameter CLKOP_ENABLE = "", FEEDBK_PATH = "", OUTDIVIDER_MUXA = "", OUTDIVIDER_MUXB = "",
    parameter OUTDIVIDER_MUXC = "", OUTDIVIDER_MUXD = "", PLLRST_ENA = "", INTFB_WAKE = "",
    parameter STDBY_ENABLE = "", DPHASE_SOURCE = ""
) (
    input CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG,
    input PLLWAKESYNC, ENCLKOP,
    output CLKOP, LOCK
);
  assign CLKOP = CLKI;
  assign LOCK = 1'b1;
endmodule
/* verilator lint_on UNUSEDPARAM */
/* verilator lint_on UNUSEDSIGNAL */
PLL
status=0
while read -r top parameters; do
  # shellcheck disable=SC2086
  "$1" --lint-only -Wall -Wno-fatal -fno-const-bit-op-tree --top-module "$top" $parameters \
    rtl/lint.vlt $engine $fpga "$work/EHXPLLL.sv" fpga/ulx3s/ta_ulx3s.sv >"$work/log" 2>&1 || true
  if grep -q '%Error' "$work/log" || grep '%Warning' "$work/log" | grep -q ' fpga/'; then
    echo "not clean: $top $parameters" >&2
    grep -A3 -e '%Error' -e '%Warning.* fpga/' "$work/log" >&2
    status=1
  fi
done <<'TABLE'
ta_crc32
ta_uart_rx
ta_uart_rx -GDivisor=16
ta_uart_tx
ta_uart_tx -GDivisor=16
ta_frame_rx
ta_frame_rx -GDivisor=16 -GPauseBits=10
ta_frame_tx
ta_reset_sync
ta_fpga_top
ta_fpga_top -GPortBits=32
ta_fpga_top -GDMax=64 -GNMax=64 -GPF=12 -GDivisor=16 -GPauseBits=10
ta_fpga_top -GA=8 -GDMax=64 -GNMax=512 -GPF=12 -GPortBits=64
ta_fpga_top -GA=8 -GDMax=16 -GNMax=64 -GPortBits=32
ta_fpga_top -GA=16 -GDMax=64 -GNMax=128 -GPF=12 -GPortBits=128
ta_ulx3s
ta_ulx3s -GClkIn=2 -GClkFb=13 -GBaud=115200
TABLE
if command -v iverilog >/dev/null; then
  # shellcheck disable=SC2086
  iverilog -g2012 -s ta_ulx3s -o "$work/vvp" $engine $fpga "$work/EHXPLLL.sv" fpga/ulx3s/ta_ulx3s.sv \
    >"$work/log" 2>&1 || { cat "$work/log" >&2; status=1; }
fi
exit $status
