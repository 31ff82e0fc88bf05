#!/bin/sh
# SPDX-License-Identifier: MIT
#
# check_alone.sh: two ta_build in one folder, with a cmake that writes down when it begins and ends.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tools" "$work/bin"
cp tools/setup.sh "$work/tools"
cat >"$work/bin/cmake" <<'TEXT'
#!/bin/sh
case $* in
  --build*fails) exit 1 ;;
  --build*)
    echo "begin $4" >>build/log
    n=0
    # The first waits until the second has said that it waits, or has begun: 10 s at most.
    while [ "$4" = first ] && ! grep -q Waiting build/second && ! grep -q 'begin second' build/log && [ $n -lt 100 ]; do
      n=$((n + 1))
      sleep 0.1
    done
    echo "end $4" >>build/log
    ;;
esac
TEXT
chmod +x "$work/bin/cmake"
cd "$work"
PATH=$work/bin:$PATH
. tools/setup.sh
mkdir -p build
: >build/second
ta_build release first 2>build/first &
n=0
while ! grep -qs 'begin first' build/log && [ $n -lt 100 ]; do
  n=$((n + 1))
  sleep 0.1
done
ta_build release second 2>>build/second
wait $!
order=$(tr '\n' ' ' <build/log)
[ "$order" = "begin first end first begin second end second " ] || { echo "order: $order" >&2; exit 1; }
grep -q '^Waiting for another' build/second || { echo "the second does not say that it waits" >&2; exit 1; }
[ ! -s build/first ] || { echo "the first says: $(cat build/first)" >&2; exit 1; }
if ta_build release fails 2>/dev/null; then
  echo "a failed build has status 0" >&2
  exit 1
fi
