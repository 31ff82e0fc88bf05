#!/bin/sh
# SPDX-License-Identifier: MIT
#
# icarus.sh SOAK_PORTS RUNS: the hash and clocks of soak_ports, by Icarus Verilog (build tiny).
set -eu
cd "$(dirname "$0")/../.."
command -v iverilog >/dev/null || { echo "no iverilog" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" --stimuli "$2" >"$work/stimuli"
hashed=$("$1" "$2" | cut -d' ' -f2)
skip=$(($(wc -l <"$work/stimuli") - hashed))
# shellcheck disable=SC2046
iverilog -g2012 -o "$work/tb" -s ports_tb $(cat rtl/ta_engine.f) tests/soak/ports_tb.sv \
  2>"$work/log" || { cat "$work/log" >&2; exit 1; }
vvp -n "$work/tb" +stimuli="$work/stimuli" +skip=$skip
