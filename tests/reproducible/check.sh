#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Builds the same commit in two directories whose names differ in length and compares what came
# out; in the project's root.
#
#   check.sh [-q] [-c] [-e FILE]
#     -q       the generators' output and one build's C++ only
#     -c       a control, quick: a generator writes the length of its source's name; it must differ
#     -e FILE  the hashes as JSON
#   check.sh -r FILE
#              builds nothing: what build/release holds and its generators print has the hashes of the
#              record (C++ and module only where the record's tools are), and the netlist is of these sources
#
# The C++ that Verilator writes names its sources in full, for messages; the directory is taken
# out before it is hashed.  What is made of it, the WebAssembly module, is compared as it is.
set -eu
quick=0
control=0
evidence=
record=
while getopts qce:r: flag; do
  case $flag in
    q) quick=1 ;;
    c) quick=1; control=1 ;;
    e) evidence=$OPTARG ;;
    r) record=$OPTARG ;;
    *) exit 2 ;;
  esac
done
root=$PWD
work=$(mktemp -d "${TMPDIR:-/tmp}/ta_reproducible_XXXXXX")
trap 'rm -rf "$work"' EXIT
one=$work/a
two=$work/a-longer-name/b
mkdir -p "$work/a-longer-name"

# Of the commit, for the record; of the files as they are, for ./test.
copy() {
  if [ $quick = 1 ]; then
    mkdir "$1"
    git ls-files -z --cached | xargs -0 cp --parents -t "$1"
  else
    git clone -q "$root" "$1"
  fi
  mkdir -p "$1/build"
  ln -s "$root/build/venv" "$1/build/venv"
  [ $control = 0 ] || sed -i 's|^    fprintf(out, "endpackage|    fprintf(out, "// %u\\n", (unsigned)sizeof __FILE__);\n&|' "$1/spec/generate.c"
}

build() (
  cd "$1"
  . tools/setup.sh
  if [ $control = 1 ]; then
    ta_build release ta_generate ta_presets_gen
  elif [ $quick = 1 ]; then
    ta_build release ta_generate ta_presets_gen sim/ta_sim_debug_v_tiny.verilated/Vta_debug_tiny__amalgam.cc
  else
    ta_node && ta_build release ta_generate ta_presets_gen probes wasm ta_sim ta_sim_debug &&
      mkdir -p build/netlist && fpga/flow.sh -n -o build/netlist
  fi
) >"$work/log" 2>&1 || {
  tail -n 40 "$work/log" >&2
  exit 1
}

# hash FILE ...: of their contents without the directory's name
hash() { sed "s|$(pwd -P)||g" "$@" | sha256sum | cut -c1-16; }

# A line "what hash" for each thing that is made.
hashes() (
  cd "$1"
  bin=build/release
  for path in $($bin/spec/ta_generate); do
    echo "$path $($bin/spec/ta_generate "$path" | hash)"
  done
  $bin/host/ta_presets_gen . "$work/presets.c" && echo "host/presets_data.c $(hash "$work/presets.c")"
  [ -x $bin/tools/probes ] && echo "web/src/generated/probes.ts $($bin/tools/probes --ts | hash)"
  for directory in $bin/sim/*.verilated; do
    name=$(basename "$directory" .verilated)
    [ -f "$(find "$directory" -name '*__amalgam.cc')" ] || continue
    # shellcheck disable=SC2046
    echo "$name $(hash $(find "$directory" -name '*.cc' -o -name '*.cpp' -o -name '*.h' | LC_ALL=C sort))"
  done
  for file in $(find $bin/wasm -maxdepth 1 -name 'tinyattention.wasm'; find $bin/wasm/heads -type f 2>/dev/null | LC_ALL=C sort); do
    echo "${file#"$bin"/} $(sha256sum <"$file" | cut -c1-16)"
  done
  [ -z "$record" ] || return 0 # a netlist here may be an older one
  for file in build/netlist/*.json build/netlist/*.v; do
    [ -f "$file" ] && echo "${file#build/} $(sha256sum <"$file" | cut -c1-16)"
  done
  :
)

# What the netlist is made of; what it, the C++ and the module are made with: installed wheels and system.
sources() {
  # shellcheck disable=SC2046
  cat $(cat rtl/ta_engine.f fpga/ta_fpga.f) fpga/*/*.sv fpga/ta_reset_sync.sv fpga/flow.sh fpga/synth.ys fpga/abc9.script |
    sha256sum | cut -c1-16
}
tools() { { cat build/venv/requirements.txt 2>/dev/null; uname -sm; } | sha256sum | cut -c1-16; }

if [ -n "$record" ]; then
  status=0
  compared=0
  same_tools=0
  hashes "$root" >"$work/here"
  grep -q "\"sources\": \"$(sources)\"" "$record" || {
    echo "the netlist is of other sources"
    status=1
  }
  if grep -q "\"tools\": \"$(tools)\"" "$record"; then same_tools=1; fi
  sed -n 's/^  {"what": "\(.*\)", "hash": "\(.*\)"},*$/\1 \2/p' "$record" >"$work/recorded"
  while read -r what hash; do
    here=$(awk -v what="$what" '$1 == what { print $2 }' "$work/here")
    case $what in
      netlist/*) continue ;;
      ta_* | wasm/*) [ $same_tools = 1 ] && [ -n "$here" ] || continue ;;
    esac
    compared=$((compared + 1))
    [ "$here" = "$hash" ] || {
      echo "$what: $hash in the record, ${here:-nothing} here"
      status=1
    }
  done <"$work/recorded"
  same=$(sed -n 's/.*"same": \([0-9]*\),.*/\1/p' "$record")
  [ "$same" = "$(wc -l <"$work/recorded")" ] && [ $compared -ge 5 ] || {
    echo "$compared of ${same:-no} files compared, expected 5 or more, and as many rows as files"
    status=1
  }
  [ $status = 0 ] || echo "$record: again: ./run soak_c reproducible"
  exit $status
fi

copy "$one"
copy "$two"
build "$one"
build "$two"
hashes "$one" >"$work/one"
hashes "$two" >"$work/two"
[ -s "$work/one" ] || exit 1
if ! cmp -s "$work/one" "$work/two"; then
  echo "not the same in two directories:" >&2
  diff "$work/one" "$work/two" >&2
  exit 1
fi
cat "$work/one"
[ -z "$evidence" ] || {
  echo "{\"schema\": \"tinyattn-reproducible/1\", \"command\": \"./run soak_c reproducible\","
  echo " \"date\": \"$(date -u +%Y-%m-%d)\", \"compiler\": \"gcc $(cc -dumpfullversion)\", \"tools\": \"$(cd "$one" && tools)\","
  echo " \"sources\": \"$(cd "$one" && sources)\", \"same\": $(wc -l <"$work/one"), \"rows\": ["
  sed 's/\(.*\) \(.*\)/  {"what": "\1", "hash": "\2"},/; $s/,$//' "$work/one"
  echo ']}'
} >"$evidence"
