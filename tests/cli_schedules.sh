#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every folder of tests/reject_schedules is a schedule that `rmr replay` must refuse: the exact words on stderr stand in `error`, nothing
# goes to stdout, and the exit code is 64. `UPDATE=1 bash tests/cli_schedules.sh ...` writes the words anew; read the diff. And what
# `rmr simulate --trace` records is replayed, under every memory model, to the same result.
set -u
rmr=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 n=0

for folder in "$source"/tests/reject_schedules/*/; do
  name=$(basename "$folder") n=$((n + 1))
  (cd "$folder" && "$rmr" replay schedule) > "$work/stdout" 2> "$work/stderr"
  code=$?
  [ "${UPDATE:-0}" = 1 ] && cp "$work/stderr" "$folder/error"
  if [ $code -ne 64 ]; then echo "$name: exit code $code, expected 64"; failed=1; fi
  if [ -s "$work/stdout" ]; then echo "$name: something on stdout"; failed=1; fi
  if [ "$(wc -l < "$work/stderr")" -ne 1 ]; then echo "$name: not one line on stderr"; failed=1; fi
  if ! diff "$folder/error" "$work/stderr"; then echo "$name: other words than expected"; failed=1; fi
done
[ $n -ge 40 ] || { echo "only $n cases"; failed=1; }

# The result of a replay differs from that of the recorded run in the name of the adversary and in how it ended. The adversaries are
# such that nobody spins for ever, also where waiting is not local.
numbers() { sed -e '/"adversary": /d' -e '/"end": /d'; }
for memory in cc cc-keep cc-writeback dsm; do
  for run in "-a glb -n 5 --sessions any:2 --passages 3" "-a bwbgme -n 3 -s greedy --sessions same" "-a bakery -n 9 -s random --seed 7" \
    "-a burns_lamport -n 6 -s bursty"; do
    # shellcheck disable=SC2086 # several words are meant
    "$rmr" simulate $run -m $memory --max-steps 100000 --trace "$work/recorded" --json | numbers > "$work/first"
    "$rmr" replay "$work/recorded" --trace "$work/again" --json 2> "$work/talk" | numbers > "$work/second"
    cmp -s "$work/recorded" "$work/again" || { echo "$run, $memory: the replay records another schedule"; failed=1; }
    diff "$work/first" "$work/second" || { echo "$run, $memory: the replay has another result"; failed=1; }
    grep -q 'steps as recorded$' "$work/talk" || { echo "$run, $memory: other words than expected: $(cat "$work/talk")"; failed=1; }
  done
done

# A recording without its last line is told from a whole one.
sed '$d' "$work/recorded" > "$work/cut"
"$rmr" replay "$work/cut" 2>&1 > /dev/null | grep -q 'no `steps` line' || { echo "a recording without its end is not told"; failed=1; }
exit $failed
