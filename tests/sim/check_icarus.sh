#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_icarus.sh BUILD A DMAX NMAX PF PORT JOB_STREAM COUNT [DEBUG]: the engine in Icarus
# Verilog runs COUNT small random jobs in both schedules and gives golden's output and the
# Verilated engine's counters.  Exit 77: no Icarus.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
command -v iverilog >/dev/null || { echo "no iverilog"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$7" "$1" 5000 "$8" >"$work/stream"
cd "$root"
# shellcheck disable=SC2046
iverilog -g2012 -o "$work/tb" -s engine_tb -Pengine_tb.A="$2" -Pengine_tb.DMax="$3" \
  -Pengine_tb.NMax="$4" -Pengine_tb.PF="$5" -Pengine_tb.PortBits="$6" -Pengine_tb.Debug="${9:-0}" \
  $(cat rtl/ta_engine.f) tests/sim/engine_tb.sv
vvp -n "$work/tb" +stream="$work/stream" >"$work/log"
cat "$work/log"
grep -q '^equal$' "$work/log"
