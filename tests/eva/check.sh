#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check.sh ALARMS WORK WHAT: Frama-C's Eva on the golden model or the framing; in the project's root.
#
#   golden    the units of golden/ and the rules of configurations
#   framing   the frames of the serial line
#   control   bugs that are seeded: each raises the alarm that is named; a row of alarms.def too many is seen
#
# ALARMS is the program of alarms.c.  A unit is a file NAME.c here, which makes the inputs unknown.
set -u
alarms=$1 work=$2 what=$3
command -v frama-c >/dev/null 2>&1 || {
  echo "tests/eva/check.sh: found no frama-c (tools/packages-test.txt)" >&2
  exit 1
}
rm -rf "$work"
mkdir -p "$work" || exit 1

stages='golden/mm1.c golden/mm2.c golden/scale_mask.c golden/row_max.c golden/exp2.c golden/softmax.c
  golden/accumulate.c golden/recip.c golden/normalize.c'
runs="$stages golden/golden.c golden/flash.c golden/naive.c golden/traffic.c spec/spec.c"
narrow='-warn-signed-downcast -warn-unsigned-downcast'
ranges="$narrow -eva-domains gauges -eva-precision 2 -eva-slevel 100 -eva-auto-loop-unroll"

# analyse UNIT SOURCE ... OPTION ...: the report is WORK/UNIT.csv.
analyse() {
  unit=$1
  shift
  frama-c -c11 -machdep gcc_x86_64 -cpp-extra-args="-I. -include string.h" "tests/eva/$unit.c" "$@" \
    -eva -eva-msg-key=-initial-state,-final-states -then -report-csv "$work/$unit.csv" >"$work/$unit.log" 2>&1 &&
    [ -s "$work/$unit.csv" ] && return 0
  tail -n 20 "$work/$unit.log" >&2
  return 1
}

# The model is cleared byte by byte, 20,000 states for Eva: in the copy by one call.
cycles_copy() {
  sed -e 's/^    for (size_t i = 0; i < sizeof \*m; i++)$/    memset(bytes, 0,/' \
    -e 's/^        bytes\[i\] = 0;$/           sizeof *m);/' golden/cycles.c >"$work/cycles.c"
  [ "$(diff golden/cycles.c "$work/cycles.c" | grep -c '^>')" = 2 ]
}

# seed FILE SED: a copy with one line changed.
seed() {
  sed "$2" "$1" >"$work/${1##*/}"
  [ "$(diff "$1" "$work/${1##*/}" | grep -c '^>')" = 1 ] && return 0
  echo "tests/eva/check.sh: the bug is not seeded in $1: $2" >&2
  return 1
}

# unit NAME: with the seeded copies of its sources, where there are such.
unit() {
  case $1 in
    stages) sources=$stages options="$ranges 300" ;;
    schedules | models) sources=$runs options="$ranges 100" ;;
    random_job) sources=golden/random_job.c options="$ranges 100" ;;
    cycles)
      cycles_copy || return 1
      sources="$work/cycles.c spec/spec.c" options="$narrow -eva-precision 0 -eva-slevel 100000"
      ;;
    float_ref) sources=golden/float_ref.c options='-warn-special-float none -eva-precision 2 -eva-slevel 1000' ;;
    # Bytes of a number are cut out by conversions.
    receive) sources=host/uart.c options='-warn-signed-downcast -eva-precision 1 -eva-slevel 100' ;;
    send)
      sources=host/uart.c
      options='-warn-signed-downcast -eva-precision 1 -eva-slevel 100000 -eva-use-spec ta_crc32'
      ;;
  esac
  files=
  for file in $sources; do
    copy=$work/${file##*/}
    [ -f "$copy" ] && file=$copy
    files="$files $file"
  done
  # shellcheck disable=SC2086
  analyse "$1" $files $options
}

# units NAME ...
units() {
  for name in "$@"; do
    unit "$name" || exit 1
    set -- "$@" "$name" "$work/$name.csv"
    shift
  done
  "$alarms" "$@"
}

# found UNIT FILE SED PATTERN: the bug raises an alarm that the list has not, of this kind.
found() {
  rm -f "$work/"*.c
  seed "$2" "$3" && unit "$1" || exit 1
  if text=$("$alarms" "$1" "$work/$1.csv"); then
    echo "not found in $2: $3" >&2
    exit 1
  fi
  case $text in
    *$4*) echo "found in $2: $4" ;;
    *)
      printf '%s\n' "found another thing in $2 than $4:" "$text" >&2
      exit 1
      ;;
  esac
}

case $what in
  golden) units stages schedules models random_job cycles float_ref ;;
  framing) units receive send ;;
  control)
    found stages golden/scale_mask.c 's/(int64_t)s \* cfg_scale/s * (int32_t)cfg_scale/' 'ta_scale: signed_overflow'
    found models golden/traffic.c 's/int64_t tiles = tiles_seen/short tiles = tiles_seen/' 'sum_units: signed_downcast'
    found receive host/uart.c 's/if (d->count < TA_UART_FRAME)/if (d->count <= TA_UART_FRAME)/' 'append: index_bound'
    found send host/uart.c 's/from + k < n \&\&/from + k <= n \&\&/' 'ta_frame_encode: '
    if text=$("$alarms" models "$work/receive.csv"); then
      echo "a row of alarms.def without its alarm is not seen" >&2
      exit 1
    fi
    case $text in *'without its alarm'*) ;; *) exit 1 ;; esac
    ;;
  *)
    echo "tests/eva/check.sh: found '$what', expected golden, framing or control" >&2
    exit 2
    ;;
esac
