# SPDX-License-Identifier: MIT
#
# Checks of the netlist that Yosys wrote: no latch; operands, output and main memory in block
# RAM (DP16KD), none of them in LUT RAM.  Prints "memory cells" a line; exit status 1 on a fault.
BEGIN {
  n = split("Q K V O output memory_0 memory_1", memory, " ")
  cells["Q"] = "u_engine.u_q."
  cells["K"] = "u_engine.u_k."
  cells["V"] = "u_engine.u_v."
  cells["O"] = "u_engine.u_accumulate.u_acc."
  cells["output"] = "u_engine.u_accumulate.u_buffer."
  cells["memory_0"] = "u_memory.g_byte[0].u_ram."
  cells["memory_1"] = "u_memory.g_byte[1].u_ram."
}
# A cell: "  TYPE #(" or "  TYPE name ("; with parameters the name stands behind ") ".
/^  (\\)?[A-Za-z$_][A-Za-z0-9$_]* .*\($/ {
  type = $1
  sub(/^\\/, "", type)
  if (tolower(type) ~ /latch|^fd1s1/) fault("latch: " type)
  if ($2 != "#(") named($2)
}
/^  \) / { named($2) }
END {
  if (!count["all"]) fault("no cells")
  for (i = 1; i <= n; i++) {
    name = memory[i]
    print name, count[name] + 0
    if (!count[name]) fault(name " (" cells[name] ") has no block RAM")
    if (lut[name]) fault(name " (" cells[name] ") stands in LUT RAM")
  }
  exit faults > 0
}
function named(instance,    i) {
  if (type == "") return
  count["all"]++
  for (i = 1; i <= n; i++)
    if (index(instance, cells[memory[i]])) {
      if (type == "DP16KD") count[memory[i]]++
      if (type ~ /DPR16X4|RAM16X2/) lut[memory[i]]++
    }
  type = ""
}
function fault(text) {
  print "netlist: " text >"/dev/stderr"
  faults++
}
