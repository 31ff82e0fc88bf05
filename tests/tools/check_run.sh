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

cat >"$root/tools/setup.sh" <<'TEXT'
say() { printf '%s\n' "$*" >&2; }
ta_setup() { echo "set up" >>build/log; }
ta_web() { echo "web" >>build/log; }
ta_build() { echo "build $*" >>build/log; }
TEXT
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
