#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_probes.sh VERILATOR PROBES DRIVES DIR: every field of the state record has a line, and in
# Verilator's reading of the RTL that line drives the signal.  The head dimension is above A, or the sum over chunks would be left
# out; and two assignments of an if are not made one.
set -eu
mkdir -p "$4"
# shellcheck disable=SC2046
"$1" --json-only --top-module ta_top --Mdir "$4" -GDebug=1 -GDMax=8 -fno-const-before-dfg rtl/lint.vlt \
  $(cat rtl/ta_engine.f) >/dev/null
fields=$(grep -c '^TA_FIELD(' spec/record.def)
"$2" >"$4/probes.txt"
[ "$(wc -l <"$4/probes.txt")" -eq "$fields" ]
"$3" "$4/Vta_top.tree.json" "$4/Vta_top.tree.meta.json" <"$4/probes.txt"
# The check itself notices a line that is one off.
if sed 's/:\([0-9]*\) /:\19 /' "$4/probes.txt" | "$3" "$4/Vta_top.tree.json" "$4/Vta_top.tree.meta.json" 2>/dev/null
then exit 1; fi
