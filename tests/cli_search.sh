#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# rmr search as a user meets it: its value is that of its witness in a replay; the same question, seed and effort give
# the same bytes on any number of threads; a clock and Ctrl-C end it; one that was kept goes on, also after a kill, and
# finds the same; bad words are refused.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- the value, and its witness ---------------------------------------------------------------------------------------

# found MOST OPTION...: a search of small effort, its witness, and the cost of the witness in a replay; MOST is known.
found() {
  local most=$1
  shift
  expect 0 'At least' "$rmr" search --effort 2M --witness w.sched "$@"
  local bound
  bound=$(sed -n 's/^At least \([0-9]*\) .*/\1/p' out.txt)
  [ "$bound" -le "$most" ] && [ $((bound * 100)) -ge $((most * 90)) ] || fail "$*: found $bound, the most is $most"
  expect 0 "RMRs per passage: max $bound," "$rmr" replay w.sched
}
found 32 -a burns_lamport -n 4
found 20 -a glb -n 3
found 15 -a bwbgme -n 2 --sessions any:2
found 8 -a mcs -n 2
# Where writes wait in buffers, the explorer says what is the most.
while read -r algorithm order fences; do
  asked=(-a "$algorithm" -n 3 --order "$order" --fences "$fences")
  most=$("$rmr" explore "${asked[@]}" --json | sed -n 's/^ *"worst_rmr": \([0-9]*\).*/\1/p')
  found "$most" "${asked[@]}"
  grep -q '^commit ' w.sched || fail "${asked[*]}: a schedule without commits"
done << 'END'
bakery tso 1,2b
bakery pso 1,2b,cs
lamport_fast tso 2,6
lamport_fast pso 2,6,13,cs
END

# --- the same bytes ---------------------------------------------------------------------------------------------------

same() {
  for threads in 1 3; do
    "$rmr" search --effort 1M --seed 7 --threads $threads --witness $threads.sched --json "$@" > $threads.json ||
      fail "$*: exit $?"
    sed -i '/"seconds"/d' $threads.json
  done
  cmp -s 1.sched 3.sched && cmp -s 1.json 3.json || fail "$*: one thread finds another schedule than three"
}
same -a burns_lamport -n 6
ones=$(printf ',1%.0s' {2..400})
"$rmr" search -a burns_lamport_gme -n 400 --effort 1K --order tso --sessions "1$ones" > long.txt 2> /dev/null
grep -q ',1, 1 passage each, order tso$' long.txt || fail "a long scope is cut: $(head -n 1 long.txt | tail -c 80)"
same -a bwbgme -n 3 --sessions any:3 --passages 2
grep -q '"kind": "lower bound"' 1.json && grep -q '"effort": [0-9]' 1.json || fail "the JSON: $(cat 1.json)"
grep -q '"complete": false' 1.json && grep -q '"worst_rmr": [0-9]' 1.json || fail "the JSON: $(cat 1.json)"

# --- methods ----------------------------------------------------------------------------------------------------------

# By drawing alone it finds less, by all means more, in as many steps.
of() {
  "$rmr" search -a burns_lamport -n 6 --effort 3M --methods "$1" | sed -n 's/^At least \([0-9]*\) .*/\1/p'
}
drawn=$(of draw) climbed=$(of climb) all=$(of all)
[ "$drawn" -lt "$climbed" ] || fail "drawing finds $drawn, climbing $climbed"
[ "$drawn" -lt "$all" ] && [ "$(of climb+grow+help)" = "$all" ] || fail "drawing finds $drawn, all methods $all"
expect 64 "methods 'climb+swim': expected all, draw, or climb, grow, help" \
  "$rmr" search -a glb -n 3 --methods climb+swim
cat > methods.json << 'END'
{"drive": "search", "algorithms": "glb", "n": 3, "methods": ["draw", "climb", "grow", "climb+help", "climb+grow",
 "grow+help", "all"], "effort": 10000, "metrics": "rmr.max"}
END
expect 0 'search: climb+grow' "$rmr" run methods.json --output methods
[ "$(grep -c '"adversary": "search: ' methods/records.jsonl)" -eq 6 ] || fail 'methods in records'
expect 0 '' "$rmr" run methods.json --output beside --set 'drive=["search", "simulate"]'
expect 0 '' "$rmr" report beside
echo '{"drive": "search", "algorithms": "glb", "n": 3, "methods": "swim"}' > swim.json
expect 64 'swim' "$rmr" run swim.json

# --- in a config ------------------------------------------------------------------------------------------------------

cat > c.json << 'END'
{"drive": ["search", "explore", "simulate"], "algorithms": "burns_lamport", "n": "2..3", "effort": 1000000,
 "adversaries": "random", "metrics": "rmr.max", "exclude": [{"drive": "simulate", "n": 3}]}
END
echo '{"drive": "search", "algorithms": "glb", "n": 3, "metrics": "rmr.max of P_2"}' > others.json
expect 64 'asks for processes that a search does not report' "$rmr" run others.json
for threads in 1 3; do
  expect 0 'search' "$rmr" run c.json --jobs $threads --output out$threads
done
cmp -s out1/records.jsonl out3/records.jsonl || fail 'one thread writes other records than three'
[ "$(grep -c '"drive": "search"' out1/records.jsonl)" -eq 2 ] || fail "records: $(cat out1/records.jsonl)"
grep -q '"adversary": "search"' out1/nearness.json || fail "nearness: $(cat out1/nearness.json)"
echo '{"algorithms": "glb", "n": 2, "effort": 5}' > simulated.json
expect 64 '"effort" goes with "drive": "search" only' "$rmr" run simulated.json

# --- passages without end ---------------------------------------------------------------------------------------------

# stages without end are not tried without end: this took minutes, and heard no Ctrl-C
expect 0 'At least' timeout 20 "$rmr" search -a burns_lamport -n 4 --passages inf --effort 1M

# --- the end ----------------------------------------------------------------------------------------------------------

expect 0 'At least' "$rmr" search -a glb -n 5 --time 1
"$rmr" search -a glb -n 5 --time 1000 > out.txt 2>&1 &
pid=$!
heeds $pid
sleep 1
kill -INT $pid
wait $pid
code=$?
[ $code -eq 30 ] && grep -q INTERRUPTED out.txt || fail "Ctrl-C: exit $code, $(cat out.txt)"

# --- going on ---------------------------------------------------------------------------------------------------------

long=("$rmr" search -a burns_lamport -n 6 --effort "$(of_speed 60M 20M)" --json --witness)
"${long[@]}" whole.sched > whole.json || fail 'one that is left alone'
for signal in INT KILL INT; do
  "${long[@]}" kept.sched --keep kept.search --resume --threads 2 > /dev/null &
  pid=$!
  heeds $pid
  sleep 0.4
  kill -$signal $pid
  wait $pid 2> /dev/null
  [ -s kept.search ] || fail "SIG$signal: nothing is kept"
done
expect 64 'Add --resume to go on with the search that it holds' "$rmr" search -a glb -n 3 --effort 1M --keep kept.search
expect 64 "has 'algorithm burns_lamport' where this one has 'algorithm glb'" "$rmr" search -a glb -n 3 --effort 1M \
  --keep kept.search --resume
expect 64 '--resume goes with --keep FILE' "$rmr" search -a glb -n 3 --resume
"${long[@]}" kept.sched --keep kept.search --resume > kept.json || fail 'going on'
sed -i '/"seconds"/d' whole.json kept.json
cmp -s whole.sched kept.sched && cmp -s whole.json kept.json || fail 'one that was interrupted finds something else'
expect 64 'nowhere/kept.search: cannot be written' "$rmr" search -a glb -n 3 --effort 1M --keep nowhere/kept.search

# --- refusals ---------------------------------------------------------------------------------------------------------

expect 64 'no algorithm' "$rmr" search -n 3
expect 64 'no clock ticks in a search' "$rmr" search -a fischer -n 3 --time slow=1
echo '{"drive": "search", "algorithms": "fischer", "n": 3, "time": ["none", "slow=1"]}' > timed.json
expect 64 'no clock ticks in a search; expected "none", or an "exclude" such as' "$rmr" run timed.json
expect 64 'expected one of them' "$rmr" search -a glb -n 3 --time 1 --effort 1M
expect 64 "--effort '5X': expected a number of steps" "$rmr" search -a glb -n 3 --effort 5X
expect 64 "--observe '4': expected a process" "$rmr" search -a glb -n 3 --observe 4
expect 64 'knows meals' "$rmr" search -a glb -n 3 --cost meals
expect 64 'unknown algorithm' "$rmr" search -a nothing -n 3
