#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every folder of tests/reject_schedules is a schedule that `rmr replay` must refuse: the exact words on stderr stand in
# `error`, nothing goes to stdout, and the exit code is 64. `UPDATE=1 bash tests/cli_schedules.sh ...` writes the words
# anew; read the diff. And a recording of `rmr simulate --trace` is replayed, under every memory model, to the same
# result; so are the keys of a schedule for single processes and registers, its loop, and the rereads of parked
# processes.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
n=0

for folder in "$source"/tests/reject_schedules/*/; do
  name=$(basename "$folder") n=$((n + 1))
  (cd "$folder" && "$rmr" replay schedule) > "$work/stdout" 2> "$work/stderr"
  code=$?
  [ "${UPDATE:-0}" = 1 ] && cp "$work/stderr" "$folder/error"
  if [ $code -ne 64 ]; then fail "$name: exit code $code, expected 64"; fi
  if [ -s "$work/stdout" ]; then fail "$name: something on stdout"; fi
  if [ "$(wc -l < "$work/stderr")" -ne 1 ]; then fail "$name: not one line on stderr"; fi
  if ! diff "$folder/error" "$work/stderr"; then fail "$name: other words than expected"; fi
done
[ $n -ge 85 ] || fail "only $n cases"

# The result of a replay differs from that of the recorded run in the name of the adversary and in how it ended. The
# adversaries are such that nobody spins for ever, also where waiting is not local.
numbers() { sed -e '/"adversary": /d' -e '/"end": /d'; }
for memory in cc cc-keep cc-writeback dsm; do
  for run in "-a glb -n 5 --sessions any:2 --passages 3" "-a bwbgme -n 3 -s greedy --sessions same" \
    "-a bakery -n 9 -s random --seed 7" \
    "-a burns_lamport -n 6 -s bursty"; do
    # shellcheck disable=SC2086 # several words are meant
    "$rmr" simulate $run -m $memory --max-steps 100000 --trace "$work/recorded" --json | numbers > "$work/first"
    "$rmr" replay "$work/recorded" --trace "$work/again" --json 2> "$work/talk" | numbers > "$work/second"
    cmp -s "$work/recorded" "$work/again" || fail "$run, $memory: the replay records another schedule"
    diff "$work/first" "$work/second" || fail "$run, $memory: the replay has another result"
    grep -q 'steps as recorded$' "$work/talk" ||
      fail "$run, $memory: other words than expected: $(cat "$work/talk")"
  done
done

# The keys of a schedule for single processes and registers, and its loop: the simulation obeys, a recording says it
# again (but for the loop, which it has unrolled), and replays to the same numbers.
key() { sed -n "s/^  *\"$1\": \(.*[^,]\),*$/\1/p" "$2"; }
list() { sed -n "/\"$1\": \[/,/]/p" "$2" | grep -oE '"inf"|[0-9]+' | paste -sd' '; }
witness=$source/tests/corpus/schedule/witness
for repeat in 1 2 5; do
  "$rmr" replay "$witness" --repeat $repeat --trace "$work/recorded" --json 2> "$work/talk" > "$work/first" ||
    fail "the witness: exit code $?"
  [ "$(key steps "$work/first" | head -n 1)" = $((6 + 3 * repeat)) ] ||
    fail "the witness repeated $repeat times makes $(key steps "$work/first" | head -n 1) steps"
  for line in "passages inf" "passages P1 1" "seed 7" "asks P1 2" "asks P2 1 2 2" "initially GlobalColor 1" \
    "steps $((6 + 3 * repeat))"; do
    grep -qx "$line" "$work/recorded" || fail "a recording of the witness does not say: $line"
  done
  grep -q loop "$work/recorded" && fail "a recording has a loop"
  "$rmr" replay "$work/recorded" --trace "$work/again" --json 2> "$work/talk2" | numbers > "$work/second"
  cmp -s "$work/recorded" "$work/again" || fail "the replay of the witness records another schedule"
  numbers < "$work/first" | diff - "$work/second" || fail "the recorded witness has another result"
done
grep -qx 'rmr replay: all 9 steps as recorded, the last 3 of them 5 times' "$work/talk" ||
  fail "other words than expected: $(cat "$work/talk")"
[ "$(list passages_per_process "$work/first")" = '1 "inf"' ] && [ "$(key GlobalColor "$work/first")" = 1 ] ||
  fail "the result does not tell the exceptions"
"$rmr" replay "$witness" 2> /dev/null | head -n 1 |
  grep -q 'passages without end (P1: 1), initially GlobalColor = black,' || fail "nor does the text"
"$rmr" replay "$witness" --trace "$work/run.txt" > /dev/null 2>&1
sed -n 3p "$work/run.txt" | grep -q 'passages without end (P1: 1), initially GlobalColor = black,' ||
  fail "nor does a trace"

# A passage that is still under way counts as far as it went: each step that the witness repeats costs something here.
sed -e 's/^P2 3=.*/P2 x3/' -e '/^loop/,$d' "$witness" > "$work/open"
"$rmr" replay "$work/open" --json 2> /dev/null > "$work/first"
[ "$(list per_process "$work/first")" = "3 3" ] && [ "$(key end "$work/first")" = '"stopped"' ] ||
  fail "passages under way: $(list per_process "$work/first")"

# Every repetition is compared.
printf 'rmr-schedule 1\nalgorithm bakery\nn 2\nP1 x1\nloop\nP2 1=1w\n' > "$work/loop"
"$rmr" replay "$work/loop" > /dev/null 2>&1 || fail "a loop that is made once differs"
"$rmr" replay "$work/loop" --repeat 2 > "$work/stdout" 2> "$work/stderr"
[ $? -eq 64 ] && [ ! -s "$work/stdout" ] &&
  grep -q 'loop:6: the replay differs at step 3: P2 makes line 2a' "$work/stderr" ||
  fail "a second repetition is not compared: $(cat "$work/stderr")"

# A schedule that has a parked process read again, to a cost that no other reaches.
rereads=$source/experiments/bwbgme_rereads.schedule
"$rmr" replay "$rereads" --trace "$work/recorded" --json 2> /dev/null > "$work/first" ||
  fail "rereads: exit code $?"
[ "$(list per_process "$work/first")" = "19 11" ] ||
  fail "rereads cost $(list per_process "$work/first")"
"$rmr" replay "$work/recorded" --trace "$work/again" --json 2> /dev/null | numbers > "$work/second"
numbers < "$work/first" | diff - "$work/second" && cmp -s "$work/recorded" "$work/again" ||
  fail "rereads: the recording has another result"

# A list of sessions may be as long as there are processes.
list=$(seq -s , 100 899)
"$rmr" simulate -a glb -n 800 --sessions "$list" --max-steps 5000 --trace "$work/recorded" --json |
  numbers > "$work/first"
"$rmr" replay "$work/recorded" --json 2> /dev/null | numbers | diff - "$work/first" || fail "800 sessions"

# A recording without its last line is told from a whole one.
sed '$d' "$work/recorded" > "$work/cut"
"$rmr" replay "$work/cut" 2>&1 > /dev/null | grep -q 'no `steps` line' ||
  fail "a recording without its end is not told"
