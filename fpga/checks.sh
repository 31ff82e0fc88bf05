# SPDX-License-Identifier: MIT
#
# Sourced by fpga/flow.sh and by the test of these checks (tests/fpga/check_flow.sh).  Each says
# what is wrong on standard error and gives status 1.

# ta_check_memories NETLIST: operand, output and main memory of the tiny build with its UART
# top stand in block RAM: at least this many DP16KD cells below each of these instances.
ta_check_memories() {
  bad=0
  while read -r cells memory; do
    found=$(grep -c "^ *) \\\\[^ ]*$memory\.g_bank[^ ]*\.u_block\.u_cell " "$1") || found=${found:-0}
    if [ "$found" -lt "$cells" ]; then
      echo "$memory: $found block RAM cells, expected $cells" >&2
      bad=1
    fi
  done <<'TABLE'
1 u_engine\.u_q
1 u_engine\.u_k
1 u_engine\.u_v
2 u_engine\.u_ring
3 u_engine\.u_accumulate\.u_acc
3 u_engine\.u_accumulate\.u_buffer
1 u_memory\.g_byte\[0\]\.u_ram
1 u_memory\.g_byte\[1\]\.u_ram
TABLE
  return $bad
}

# ta_check_most WHAT NUMBER LIMIT: at most LIMIT.
ta_check_most() {
  [ "$2" -le "$3" ] && return 0
  echo "$1: $2, at most $3" >&2
  return 1
}

# ta_check_clock MHZ BAR: at least BAR; an empty or unreadable MHZ is none.
ta_check_clock() {
  echo "$1 $2" | awk 'NF == 2 && $1 + 0 > 0 && $1 >= $2 { ok = 1 } END { exit !ok }' && return 0
  echo "fmax: ${1:-none} MHz, at least $2" >&2
  return 1
}

# ta_synthesis YOSYS TEMPLATE SOURCES TOP OUT: runs the synthesis script; status of Yosys.
ta_synthesis() {
  sed -e "s|@SOURCES@|$3|" -e "s|@TOP@|$4|" -e "s|@OUT@|$5|" "$2" >"$5.ys"
  "$1" -q -l "$5.yosys.log" "$5.ys" </dev/null >"$5.yosys.out" 2>&1 && return 0
  tail -5 "$5.yosys.out" >&2
  return 1
}
