#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_fill.sh FILL: fills what is stale, finds it with --check, and refuses bad marks; timing diagrams of a
# program that plays a run.
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
for mark in 'ta:none' 'ta:param NONE' 'ta:value none rows.0' 'ta:table none x' 'ta:table figures : schedule' 'ta:stalls --> <!-- ta:stalls'; do
  printf '<!-- %s -->x<!-- /ta -->\n' "$mark" >"$work/bad.md"
  cp "$work/bad.md" "$work/before.md"
  "$fill" "$work/bad.md" >/dev/null 2>&1 && fail "accepted: $mark"
  cmp -s "$work/bad.md" "$work/before.md" || fail "changed by a refused mark: $mark"
done
printf '<!-- ta:table figures set=1 overlap=yes : schedule, q_rows, cycles -->\n<!-- /ta -->\n' >"$file"
"$fill" "$file" >/dev/null || fail "a table whose rows differ"
[ "$(grep -c '^| ' "$file")" -gt 3 ] || fail "a table without rows"
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
# What a command prints is filled in; the files that it writes go to a folder that is gone afterwards.
printf '#!/bin/sh\necho drawn >picture\necho "said $*"\n' >"$work/says"
chmod +x "$work/says"
printf '<!-- ta:tinyattn draw --to picture -->\nold\n<!-- /ta -->\n' >"$file"
"$fill" --tinyattn "$work/says" "$file" >/dev/null
grep -qx 'said draw --to picture' "$file" || fail "what a command prints"
[ -e picture ] && fail "a file of a command is left in the project"
# A timing diagram is what the run says: of each column what most of its clocks show.
cat >"$work/program" <<'TEXT'
#!/bin/sh
head='{"config":{"mode":MODE},"codes":{"phase":["idle","flash","z"],"burst":["q","k","v","z","p","o","ring"]}}'
clock='{"run":{"phase":PHASE},"rd":{"valid":READ,"kind":KIND},"wr":{"valid":WRITE,"ready":1,"kind":RING},"mm1":{"valid":READ,"tile":7}}'
case "$*" in *naive*) mode=1 phase=2 ring=6 ;; *) mode=0 phase=1 ring=5 ;; esac
echo "$head" | sed "s/MODE/$mode/"
for clock_of in "0 1 1 0" "$phase 1 1 0" "$phase 1 1 0" "$phase 0 0 0" "$phase 1 0 0" "$phase 1 0 0" "$phase 0 0 1"; do
  set -- $clock_of
  echo "$clock" | sed "s/PHASE/$1/; s/READ/$2/g; s/KIND/$3/; s/WRITE/$4/; s/RING/$ring/"
done
TEXT
chmod +x "$work/program"
printf '<!-- ta:wave 0 6 3 port mm1 pass : a ; naive -->\nold<!-- /ta -->\n' >"$file"
"$fill" --tinyattn "$work/program" "$file" >/dev/null
cat >"$work/expected" <<'TEXT'
<!-- ta:wave 0 6 3 port mm1 pass : a ; naive -->

```wavedrom
{ "signal": [
  { "name": "FLASH port", "wave": "34", "data": ["K", "Q"] },
  { "name": "FLASH mm1", "wave": "8.", "data": ["tile 7"] },
  { "name": "NAIVE port", "wave": "34", "data": ["K", "Q"] },
  { "name": "NAIVE mm1", "wave": "8.", "data": ["tile 7"] },
  { "name": "NAIVE pass", "wave": "2.", "data": ["pass 1"] }
] }
```

<!-- /ta -->
TEXT
cmp "$file" "$work/expected" || fail "a timing diagram"
printf '<!-- ta:wave 4 6 1 port : naive -->\n<!-- /ta -->\n' >"$file"
"$fill" --tinyattn "$work/program" "$file" >/dev/null
grep -q '"wave": "48", "data": \["Q", "Z out"\]' "$file" || fail "a written word"
sed -i 's/"$phase 1 0 0" "$phase 0 0 1"/"$phase 1 2 0" "$phase 0 0 1"/' "$work/program"
"$fill" --check --tinyattn "$work/program" "$file" >/dev/null && fail "the diagram of another run passed"
for mark in 'ta:wave 0 6 3 port' 'ta:wave 0 0 1 port : a' 'ta:wave 0 6 0 port : a' 'ta:wave 0 6 1 none : a' 'ta:wave 6 9 1 port : a'; do
  printf '<!-- %s -->x<!-- /ta -->\n' "$mark" >"$work/bad.md"
  "$fill" --tinyattn "$work/program" "$work/bad.md" >/dev/null 2>&1 && fail "accepted: $mark"
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
