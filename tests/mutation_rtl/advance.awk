# SPDX-License-Identifier: MIT
#
# A flat netlist in, out: the same with an input `advance`, which is added to counters in each clock, so
# that a run need not last until their upper bits move.  By its bits: 31:0 to each counter of a run,
# 31:16 to the count of refused frames, 44:32 and 58:45 to the two parts of the lights' counter.
# It is the register's input that is added to, behind all that a mutant of the counting may be.
function add(number, width, from, by) {
  printf "  wire width %d \\advanced_%d\n  cell $add \\advance_%d\n", width, number, number
  printf "    parameter \\A_SIGNED 0\n    parameter \\B_SIGNED 0\n    parameter \\A_WIDTH %d\n", width
  printf "    parameter \\B_WIDTH %d\n    parameter \\Y_WIDTH %d\n", width, width
  printf "    connect \\A %s\n    connect \\B \\advance [%s]\n    connect \\Y \\advanced_%d\n  end\n", from, by, number
}
BEGIN { number = 0 }
/^module / { print; print "  wire width 64 input 1000 \\advance"; next }
# A cell's attributes stand before it.
/^  attribute / && !held { attributes = attributes $0 "\n"; next }
/^  cell \$dff / { n = 0; held = 1 }
held {
  line[++n] = $0
  if ($1 == "parameter" && $2 == "\\WIDTH") width = $3
  if ($1 == "connect" && $2 == "\\Q") q = $0
  if ($1 == "connect" && $2 == "\\D") { d = $0; at = n }
  if ($1 != "end") next
  held = 0
  sub(/^ *connect .Q /, "", q)
  sub(/^ *connect .D /, "", d)
  by = ""
  if (q ~ /^\\(u_top\.)?u_engine\.u_counters\.[a-z0-9_]+_o$/) by = "31:0"
  if (q == "\\u_command.refused_q") by = "31:16"
  if (q == "\\low_q") by = "44:32"
  if (q == "\\high_q") by = "58:45"
  if (by != "") {
    first = number
    printf "  wire width %d \\unadvanced_%d\n  connect \\unadvanced_%d %s\n", width, first, first, d
    sum = ""
    for (low = 0; low < width; low += 32) {
      part = width - low < 32 ? width - low : 32
      add(number, part, sprintf("\\unadvanced_%d [%d:%d]", first, low + part - 1, low), by)
      sum = "\\advanced_" number " " sum
      number++
    }
    line[at] = "    connect \\D { " sum "}"
  }
  printf "%s", attributes
  attributes = ""
  for (i = 1; i <= n; i++) print line[i]
  next
}
{ printf "%s", attributes; attributes = ""; print }
END { if (!number) exit 1 }
