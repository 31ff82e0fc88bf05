#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_run.sh: ./run in a project whose setup and program only say what they are asked for.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
work=$(cd "$work" && pwd -P)
root="$work/a project"
mkdir -p "$root/tools" "$root/build/release/cli" "$root/build/release/bench" "$work/caller"
cp run "$root/run"

fail() {
  echo "$*" >&2
  exit 1
}

{ # the real one, but for what installs and builds
  cat tools/setup.sh
  cat <<'TEXT'
ta_setup() { echo "set up" >>build/log; }
ta_setup_tests() { echo "set up tests" >>build/log; }
ta_node() { echo "node" >>build/log; }
ta_web() { echo "web" >>build/log; }
ta_configure() { echo "configure" >>build/configure.log; }
ta_build() { echo "build $*" >>build/log; }
TEXT
} >"$root/tools/setup.sh"
for program in cli/tinyattn bench/figures; do
  cat >"$root/build/release/$program" <<'TEXT'
#!/bin/sh
echo "$PWD: $*"
TEXT
  chmod +x "$root/build/release/$program"
done

# The files of a command are those of the caller's folder, also by way of links to ./run.
ln -s "../a project/run" "$work/caller/link"
ln -s link "$work/caller/second"
for call in "../a project/run" "$root/run" ./link ./second; do
  text=$(cd "$work/caller" && "$call" run --q q.npy 2>/dev/null) || fail "$call: status $?"
  [ "$text" = "$work/caller: run --q q.npy" ] || fail "$call run: found '$text'"
  text=$(cd "$work/caller" && "$call" figures --json x.json 2>/dev/null) || fail "$call: status $?"
  [ "$text" = "$root: --json x.json" ] || fail "$call figures: found '$text', expected the project's folder"
done

# The statuses stand in every text that speaks of them, in the same words.
statuses='3 bad input, an output that cannot be written, or no memory.'
for text in run README.md cli/main.c; do
  grep -qF "$statuses" "$text" || fail "$text: expected '$statuses'"
done

# Help of each command that is not the program's: no setup, no build, and it names the command.
mkdir -p "$root/bench" "$root/tests" "$root/fpga"
cp bench/evidence.sh bench/parts.def "$root/bench"
cp tests/soak.sh tests/soak_c.sh "$root/tests"
cp fpga/flow.sh "$root/fpga"
: >"$root/build/log"
commands=$(sed -n 's/^  \([a-z_]*\))$/\1/p' run | sort -u)
[ "$(echo "$commands" | wc -l)" -ge 7 ] || fail "commands of ./run: found $commands, expected seven or more"
for name in $commands; do
  for arguments in --help "1 --help"; do
    # shellcheck disable=SC2086
    text=$("$root/run" "$name" $arguments 2>&1 </dev/null) || fail "./run $name $arguments: status $?: $text"
    case $text in
      *"./run $name"*) ;;
      *) fail "./run $name $arguments: found '$text'" ;;
    esac
  done
done
[ ! -s "$root/build/log" ] || fail "--help: $(cat "$root/build/log")"

# help NAME TEXT: the command's help says it.
help() {
  "$root/run" "$1" --help | tr -s '\n ' ' ' | grep -qF "$2" || fail "./run $1 --help: expected '$2'"
}
help fpga 'e.g. ./run fpga -s'
if "$root/run" fpga --help | grep 'flow\.sh'; then fail "./run fpga --help speaks of flow.sh"; fi
help evidence 'stale makes those again'
help soak 'Only a case that differs leaves its waveform'
help soak_c 'of fewer minutes into build/fuzz.json'

# What stands wrongly on a command line is named with what is expected: status 2, no setup, no build.
mkdir -p "$root/tests/mutation_c" "$root/build/release/tests"
cp tests/mutation_c/mutants.def "$root/tests/mutation_c"
: >"$root/fpga/ta_small.sv"
cp test "$root/test"
: >"$root/build/log"
# refuses FOUND EXPECTED PROGRAM ARGUMENT ...
refuses() {
  found=$1 expected=$2 program=$3
  shift 3
  status=0
  text=$("$root/$program" "$@" 2>&1 </dev/null) || status=$?
  case $status:$text in
    2:*"./$program"*"found '$found', expected"*"$expected"*) ;;
    *) fail "./$program $*: status $status: $text" ;;
  esac
  [ ! -s "$root/build/log" ] || fail "./$program $*: $(cat "$root/build/log")"
}
refuses unknown 'one of soft_errors' run soak unknown
refuses unknown 'one of soft_errors' run soak --count 5 unknown
refuses 'random netlist' 'one of soft_errors' run soak 'random netlist'
refuses '--count 3' none run soak netlist --count 3
refuses '--count 3' none run soak --count 3 stalls mutants
refuses --frob '--count N, --jobs N or --seconds N' run soak random --frob
refuses --state '--count N' run soak random --state x
refuses '' '1 or more' run soak random --count
refuses -5 '1 or more' run soak random --count -5
refuses 0 '1 or more' run soak random --count 0
refuses 3x '0 or more' run soak --jobs 3x
refuses '' 'one of soft_errors' run soak replay
refuses netlist 'one of soft_errors' run soak replay netlist 0
refuses '' '0 or more' run soak replay random
refuses -1 '0 or more' run soak replay random -1
refuses --jobs '--build NAME' run soak replay random 1 --jobs 2
refuses '' 'a name' run soak replay random 1 --build
refuses unknown 'one of mutants' run soak_c unknown
refuses extra 'nothing behind' run soak_c coverage extra
refuses extra 'nothing behind' run soak_c reproducible extra
refuses golden/no.c golden/mm1.c run soak_c mutants golden/mm1.c golden/no.c
for minutes in 0 -1 abc 1.5 010 '' 99999999999999999999; do
  refuses "$minutes" 'a whole number from 1' run soak_c fuzz "$minutes"
done
refuses extra nothing run soak_c fuzz 10 extra
refuses extra '--json FILE' run figures extra
refuses extra 'nothing behind' run site extra
refuses extra 'nothing behind' run web 4321 extra
refuses 70000 'from 0 to 65535' run web 70000
refuses unknown 'one of figures' run evidence unknown
refuses 'stale figures' 'stale alone' run evidence stale figures
refuses abc 'number of MHz' run fpga -m abc -n
refuses '' 'one seed' run fpga -s '' -n
refuses x 'whole numbers' run fpga -s '1 x' -n
refuses nosuch ta_ulx3s run fpga -t nosuch -n
refuses extra 'nothing behind' run fpga -n extra
refuses -z '--help' run fpga -z
refuses '' 'an argument' run fpga -n -m
refuses --frob '--part PART' test --frob
refuses b "'a|b'" test a b
refuses --part 'stand before' test a --part web
refuses none engine test --part none

# A name that no test has: behind the setup, before the build.
mkdir -p "$work/bin"
printf '#!/bin/sh\necho "Total Tests: 0"\n' >"$work/bin/ctest"
chmod +x "$work/bin/ctest"
status=0
text=$(PATH=$work/bin:$PATH "$root/test" '^nosuchname$' 2>&1) || status=$?
[ "$status" = 2 ] || fail "./test nosuchname: status $status: $text"
case $text in *"found '^nosuchname\$', expected"*) ;; *) fail "./test nosuchname: found '$text'" ;; esac
if grep build "$root/build/log"; then fail "./test nosuchname builds"; fi

# A record of fewer minutes than the committed one stays beside it.
mkdir -p "$root/fuzz" "$root/evidence"
printf '#!/bin/sh\necho "{}"\n' >"$root/fuzz/run.sh"
chmod +x "$root/fuzz/run.sh"
echo old >"$root/evidence/fuzz.json"
"$root/run" soak_c fuzz 9 2>/dev/null
grep -q old "$root/evidence/fuzz.json" || fail "./run soak_c fuzz 9 replaces evidence/fuzz.json"
grep -q 'soak_c fuzz 9"' "$root/build/fuzz.json" || fail "./run soak_c fuzz 9 leaves no record"
"$root/run" soak_c fuzz 2>/dev/null
grep -q 'soak_c fuzz 10"' "$root/evidence/fuzz.json" || fail "./run soak_c fuzz leaves no record"

# ./run soak: with options but no part the parts that take them; two of one part come one after the other.
mkdir -p "$root/build/release/tests/soak"
cat >"$root/build/release/tests/soak/soak" <<'TEXT'
#!/bin/sh
echo "begin $*" >>build/soaks
n=0
while [ -e build/wait ] && ! grep -qs "^Waiting for another ./run soak" build/second && [ $n -lt 100 ]; do
  n=$((n + 1))
  sleep 0.1
done
echo "end" >>build/soaks
TEXT
chmod +x "$root/build/release/tests/soak/soak"
"$root/run" soak --count 5 2>/dev/null
parts=$(sed -n 's/^begin \([a-z_]*\) .*--count 5 .*--record build.soak.soak.json$/\1/p' "$root/build/soaks" | tr '\n' ' ')
[ "$parts" = 'soft_errors resets random_init executors stalls geometries random ' ] || fail "./run soak --count 5 runs: $parts"
: >"$root/build/soaks"
: >"$root/build/wait"
"$root/run" soak random 2>/dev/null &
n=0
while ! grep -q begin "$root/build/soaks" && [ $n -lt 100 ]; do
  n=$((n + 1))
  sleep 0.1
done
"$root/run" soak random 2>"$root/build/second"
wait $!
order=$(cut -d ' ' -f 1 "$root/build/soaks" | tr '\n' ' ')
[ "$order" = 'begin end begin end ' ] || fail "two ./run soak random: $order: $(cat "$root/build/second")"

# ./run evidence: what a part had begun is gone when a signal ends it, and the record is as it was.
mkdir -p "$root/build/release/tools" "$root/spec"
printf '#!/bin/sh\necho rtl\n' >"$root/build/release/tools/fill"
chmod +x "$root/build/release/tools/fill"
printf '#!/bin/sh\ntouch build/begun\nexec sleep 60\n' >"$root/build/release/cli/tinyattn"
cp spec/builds.def "$root/spec"
echo old >"$root/evidence/check.json"
(exec env --default-signal=INT setsid "$root/run" evidence check) >/dev/null 2>&1 &
pid=$!
n=0
while [ ! -e "$root/build/begun" ] && [ $n -lt 100 ]; do
  n=$((n + 1))
  sleep 0.1
done
[ -s "$root/evidence/check.json.new" ] || fail "./run evidence check did not begin"
kill -INT -$pid
status=0
wait $pid || status=$?
[ $status = 130 ] || fail "./run evidence check, Ctrl-C: status $status"
[ ! -e "$root/evidence/check.json.new" ] || fail "./run evidence check, Ctrl-C: leaves check.json.new"
grep -q old "$root/evidence/check.json" || fail "./run evidence check, Ctrl-C: the record has changed"
