#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_casts.sh [FILE ...]: no unary operator stands directly before a sized cast: Yosys takes
# it into the size (of |5'(x) it makes 1'(x), of -W'(x) an error or an x without its sign).
# Brackets help: -(W'(x)).  Without a file: its own controls first, then the hardware's sources.
set -eu
cd "$(dirname "$0")/../.."

casts() {
  awk '
    FNR == 1 { flush() }
    {
      line = $0
      gsub(/"[^"]*"/, "\"\"", line)
      sub(/\/\/.*/, "", line)
      # where each line begins in the text of the file
      begin[++lines] = length(text) + 1
      name = FILENAME
      text = text line "\n"
    }
    END { flush(); exit faults > 0 }
    function flush(    rest, at, before, operator, i) {
      rest = text
      at = 0
      while (match(rest, /[-~!&|^+][ \t\n]*[A-Za-z0-9_$:]+\047\(/)) {
        at += RSTART
        operator = substr(text, at, 1)
        before = substr(text, 1, at - 1)
        # ~& and the like; a unary operator has no operand before it
        while (before ~ /[~&|^]$/ && operator ~ /[&|^~]/) { operator = substr(before, length(before)) operator; sub(/.$/, "", before) }
        sub(/[ \t\n]+$/, "", before)
        if (operator ~ /^[~!]+$/ || before == "" || before ~ /[[({,=?:&|^<>+*\/%!~;-]$/ ||
            before ~ /(^|[^A-Za-z0-9_$])(return|begin|else|assign|case|inside)$/) {
          for (i = lines; begin[i] > at; i--) {}
          print name ":" i ": found " operator " before a cast, expected its operand in brackets" >"/dev/stderr"
          faults++
        }
        rest = substr(rest, RSTART + 1)
      }
      text = ""
      lines = 0
    }' "$@"
}

[ $# = 0 ] || { casts "$@"; exit; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What is to be found, and what is not.
while IFS= read -r line; do
  printf 'module m;\n  %s\nendmodule\n' "$line" >"$work/seed.sv"
  if casts "$work/seed.sv" 2>"$work/log" || [ "$(grep -c 'seed.sv:2: found' "$work/log")" != 1 ]; then
    echo "not refused: $line" >&2
    exit 1
  fi
done <<'TEXT'
assign y = -17'(x);
assign y = ~PosW'(A - 1);
assign y = a & ~ta_pkg::W'(x);
assign y = !W'(x);
assign y = {1'b0, |W'(x)};
assign y = (&5'(x));
assign y = b ? ^5'(x) : 1'b0;
assign y = b ? c : - W'(x);
if (^5'(x)) y <= 1'b0;
y <= ~|5'(x);
y[0] <= a - -5'(x);
TEXT
while IFS= read -r line; do
  printf 'module m;\n  %s\nendmodule\n' "$line" >"$work/seed.sv"
  casts "$work/seed.sv" || { echo "refused: $line" >&2; exit 1; }
done <<'TEXT'
assign y = -(17'(x));
assign y = a - 17'(x);
assign y = a[3:0] + W'(x);
assign y = (a) | W'(x); // -W'(x)
assign y = {a} & ~(PosW'(A - 1));
assign y = 4'd3 -5'(x);
assign y = a && W'(x) == b || W'(x) == c;
TEXT
casts rtl/*.sv fpga/*.sv fpga/*/*.sv
