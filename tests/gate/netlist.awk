# SPDX-License-Identifier: MIT
#
# The netlist that Yosys wrote (ta_ulx3s.v) with what the gate-level tests take hold of:
#
#   awk [-v flips=16] -f netlist.awk ta_ulx3s.v ta_ulx3s.v >gate.v      read twice
#
# - A byte port.  Where gate_on is high, what reads the serial receiver's outputs gets
#   gate_valid_i and gate_byte_i, and what reads the transmitter's end of a bit gets a one.
#   Where it is low, all is as it was.  Exit status 1: one of these registers is not there.
# - flips: so many lookup tables of the datapath, evenly spread, become gate_flip (gate_flip.v),
#   numbered from 1; gate_number chooses one.  Which one and which bit goes to stderr.
BEGIN {
  # any of the names that synthesis may have kept for it
  nets["gate_valid"] = "u_top\\.u_rx\\.valid_o|u_top\\.rx_valid|u_top\\.u_frame_rx\\.byte_valid_i"
  nets["gate_byte"] = "u_top\\.u_rx\\.data_o|u_top\\.rx_data|u_top\\.u_frame_rx\\.byte_i"
  nets["gate_bit_end"] = "u_top\\.u_tx\\.end_q"
  ports = "gate_on, gate_valid_i, gate_byte_i, gate_number"
  datapath = "u_engine\\.(u_softmax|g_scale|u_mask|u_mm1|u_mm2|u_accumulate)"
}
FNR == NR { # first reading: the registers' nets, and how many tables there are
  for (net in nets)
    if (match($0, "\\.Q\\(\\\\(" nets[net] ") ")) name[net] = substr($0, RSTART + 3, RLENGTH - 4)
  if (flips && cell_ended() && is_datapath()) tables++
  next
}
/^module ta_ulx3s\(/ { sub(/\);$/, ", " ports ");") }
/^  wire / {
  for (net in name)
    if ($(NF - 1) == name[net]) found[net]++
}
{
  # a name that begins with \ ends with a space
  for (net in name)
    while (i = index($0, name[net] " ")) {
      register = substr($0, 1, i - 1) ~ /\.Q\($/
      $0 = substr($0, 1, i - 1) net (register ? "_q " : " ") substr($0, i + length(name[net]) + 1)
    }
}
/^  wire / && !declared++ {
  print "  input gate_on, gate_valid_i;"
  print "  input [7:0] gate_byte_i, gate_number;"
  print "  wire gate_valid_q, gate_bit_end_q;"
  print "  wire [7:0] gate_byte_q;"
}
/^endmodule/ {
  print "  assign gate_valid = gate_on ? gate_valid_i : gate_valid_q;"
  print "  assign gate_byte = gate_on ? gate_byte_i : gate_byte_q;"
  print "  assign gate_bit_end = gate_on ? 1\047b1 : gate_bit_end_q;"
}
flips {
  if (!cell_ended()) {
    if (kind == "") print
    next
  }
  if (is_datapath() && ++table == int((chosen + 0.5) * tables / flips) + 1) {
    bit = reachable(chosen)
    sub(/LUT4 #\(/, "gate_flip #(\n    .Bit(" bit "),\n    .Number(" ++chosen "),", text)
    sub(/\n  \);/, ",\n    .number_i(gate_number)\n  );", text)
    print chosen ": bit " bit " of " instance >"/dev/stderr"
  }
  print text
  kind = ""
  next
}
{ print }
END {
  for (net in nets)
    if (found[net] != 1) {
      print "netlist: found " found[net] + 0 " nets named " nets[net] ", expected 1" >"/dev/stderr"
      fault = 1
    }
  if (flips && chosen != flips) {
    print "netlist: found " chosen + 0 " lookup tables to flip, expected " flips >"/dev/stderr"
    fault = 1
  }
  exit fault
}
# Collects the lines of a LUT4 in text; true at its last one.
function cell_ended() {
  if (/^  LUT4 #\($/) {
    kind = "LUT4"
    text = ""
  }
  if (kind == "") return 0
  text = text (text == "" ? "" : "\n") $0
  if (/^  \) /) instance = $2
  return /^  \);$/
}
# True for a table of the datapath with two inputs at least.
function is_datapath(    copy, tied) {
  copy = text
  tied = gsub(/\.[ABCD]\(1.h[01x]\)/, "", copy)
  if (flips && FNR == NR) kind = ""
  return instance ~ datapath && tied <= 2
}
# A bit of the table that its tied inputs can select.
function reachable(n,    i, j, b, ok, all, list) {
  for (i = 0; i < 16; i++) {
    ok = 1
    b = i
    for (j = 1; j <= 4; j++) {
      if (match(text, "\\." substr("ABCD", j, 1) "\\(1.h[01]\\)") && substr(text, RSTART + 6, 1) != b % 2) ok = 0
      b = int(b / 2)
    }
    if (ok) list[all++] = i
  }
  return list[(7 * n + 3) % all]
}
