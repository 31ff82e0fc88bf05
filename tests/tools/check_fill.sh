#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_fill.sh FILL: fills what is stale, finds it with --check, and refuses bad marks.
set -eu
cd "$(dirname "$0")/../.."
fill=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
file=$work/page.md

fail() { echo "check_fill: $*" >&2; exit 1; }

printf 'Reads take <!-- ta:param RAM_LATENCY -->old<!-- /ta --> cycles.\n\n<!-- ta:stalls -->\n<!-- /ta -->\nend\n' >"$file"
"$fill" --check "$file" >/dev/null && fail "a stale page passed"
"$fill" "$file" >/dev/null
"$fill" --check "$file" >/dev/null || fail "a filled page is stale"
grep -q 'Reads take <!-- ta:param RAM_LATENCY -->[0-9]*<!-- /ta --> cycles' "$file" || fail "param"
grep -q '^| `compute` | ' "$file" || fail "stalls"
grep -qx 'end' "$file" || fail "the text behind the last mark is lost"
for mark in 'ta:none' 'ta:param NONE' 'ta:value none rows.0' 'ta:table none x' 'ta:stalls --> <!-- ta:stalls'; do
  printf '<!-- %s -->x<!-- /ta -->\n' "$mark" >"$work/bad.md"
  cp "$work/bad.md" "$work/before.md"
  "$fill" "$work/bad.md" >/dev/null 2>&1 && fail "accepted: $mark"
  cmp -s "$work/bad.md" "$work/before.md" || fail "changed by a refused mark: $mark"
done
# A record that is not there, and one that is; a part of it that is not is an error.
printf '<!-- ta:optional line none {a} --> old <!-- /ta -->\n<!-- ta:optional table none.x : a -->\nold\n<!-- /ta -->\n' >"$file"
"$fill" "$file" >/dev/null
grep -q old "$file" && fail "optional: something stands where nothing is recorded"
printf '<!-- ta:optional line figures At {rows.0.cycles} cycles. -->\nold\n<!-- /ta -->\n' >"$file"
"$fill" "$file" >/dev/null
grep -qx 'At [0-9,]* cycles\.' "$file" || fail "optional line"
for mark in 'ta:optional line figures {none}' 'ta:optional line figures {rows' 'ta:optional value none x' 'ta:line none {x}'; do
  printf '<!-- %s -->x<!-- /ta -->\n' "$mark" >"$work/bad.md"
  "$fill" "$work/bad.md" >/dev/null 2>&1 && fail "accepted: $mark"
done
# Which hardware a record belongs to, and what was wanted.
mkdir -p "$work/root/evidence" "$work/root/rtl"
echo rtl/a.sv >"$work/root/rtl/ta_engine.f"
echo 'module a; endmodule' >"$work/root/rtl/a.sv"
case $fill in /*) ;; *) fill=$PWD/$fill ;; esac
cd "$work/root"
echo '{}' >evidence/check.json
echo "{\"rows\": [{\"part\": \"check\", \"seconds\": 7, \"rtl\": \"$("$fill" --rtl)\"}]}" >evidence/parts.json
echo '{"worst_mhz": 149.9}' >evidence/fpga.json
printf '<!-- ta:records -->\n<!-- /ta -->\n<!-- ta:bars -->\n<!-- /ta -->\n' >page.md
"$fill" page.md >/dev/null
grep -q '^| `check` .* | 7 | .* | this one |$' page.md || fail "a record of this hardware"
grep -q '^| `sim` .* | not recorded yet | .* | unknown |$' page.md || fail "a part without a record"
grep -q '^| ECP5.* | 149.9 | ≥ 150 | no | ≥ 175 | no |$' page.md || fail "a bar that is missed"
grep -q '^| cycles.* | not recorded yet | ≤ 550 | – |' page.md || fail "a bar without a record"
"$fill" --stale | grep -qx check && fail "a fresh record is called stale"
"$fill" --stale | grep -qx sim || fail "a missing record is not called stale"
sed -i 's/149.9/150.0/' evidence/fpga.json
echo '// other' >>rtl/a.sv
"$fill" --check page.md >/dev/null && fail "the hardware has changed, and the page passed"
"$fill" page.md >/dev/null
grep -q '^| `check` .* | \*\*an earlier one\*\* |$' page.md || fail "a record of other hardware"
grep -q '^| ECP5.* | 150.0 | ≥ 150 | yes | ≥ 175 | no |$' page.md || fail "a bar that is met"
"$fill" --stale | grep -qx check || fail "a stale record is not named"
printf '<!-- ta:stalls -->' >"$work/bad.md"
"$fill" "$work/bad.md" >/dev/null 2>&1 && fail "accepted: a mark that is not closed"
exit 0
