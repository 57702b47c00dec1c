#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Counts of graphs and orders: the drive, its metrics in records of any drive, clauses that compare two metrics
# of a run, and orders by number as the axis of series.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
reason() { grep -o '"reason": "[^"]*"' "$1/verdicts.json"; }

# --- every system of three philosophers, counted and explored: the example of docs/configs.md -------------------------

sed -n '/^## Counting/,/^## Proofs/p' "$source/docs/configs.md" | sed -n '/^{/,/^}/p' > three.json
"$rmr" run three.json -o three > log || { cat log; fail "counting and exploration do not agree, or do not run"; }
[ "$(grep -c '"drive": "count"' three/records.jsonl)" = 8 ] || fail "not 8 systems are counted"
[ "$(grep -c '"danger": 1' three/records.jsonl)" = 4 ] || fail "not 2 of 8 are in danger, by each drive"
[ "$(grep -c 'holds$' log)" = 2 ] || fail "not two verdicts, of all systems each"
! grep -q undecided log || fail "what is counted is asked for what is explored: $(cat log)"
reason three | grep -q 'true in all 6 runs that have both; 2 more lack paths.max by process' ||
  fail "it is not told of how many runs the clause speaks: $(reason three)"
grep -q '"fails P2": 0, "danger": 0, "meals\|"fails P2": 0, "danger": 0}' three/records.jsonl || fail "no fails P2"
"$rmr" run three.json -o again -j 1 > log2 2>&1
cmp three/records.jsonl again/records.jsonl || fail "the records depend on the number of threads"
"$rmr" run three.json -o three --resume > log2 2>&1 || fail "--resume does not take what is counted for done"

# --- a false clause fails ---------------------------------------------------------------------------------------------

"$rmr" run three.json -o wrong --set 'expect.meals.max=< paths.max' > log 2> /dev/null
[ $? -eq 20 ] || fail "a false comparison of numbers is not noticed"
reason wrong | grep -q 'in philosophers:order=system:0, N = 3, the value is 4, not < paths.max, which is 4 there' ||
  fail "the run that contradicts it is not told: $(reason wrong)"
"$rmr" run three.json -o wrong2 --set 'expect.meals.max by process=>= paths.max by process' \
  --set 'expect.fails P6=< danger' > log 2> /dev/null
[ $? -eq 20 ] || fail "a false comparison with a property is not noticed"
sed 's/"expect".*/"check": "P6"/' three.json > surprise.json
"$rmr" run surprise.json -o surprise --set drive=explore > log 2> /dev/null
[ $? -eq 11 ] || fail "a deadlock that no clause speaks of is no surprise"

# --- far beyond what can be run ---------------------------------------------------------------------------------------

cat > xor.json <<'END'
{"drive": "count", "algorithms": ["philosophers:order=xor", "philosophers:order=double:balanced"], "n": "1..256*2",
 "expect": {"paths.total": "= paths.least", "danger": "= 0"}}
END
"$rmr" run xor.json -o xor > log || { cat log; fail "xor or balanced doubling is not optimal"; }
[ "$(grep -c holds log)" = 4 ] || fail "not four verdicts of large systems: $(cat log)"
for number in 1 2 6 30 270 4590 151470 9845550; do
  grep -q "\"algorithm\": \"philosophers:order=xor\".*\"paths.max\": $number," xor/records.jsonl ||
    fail "no delay of $number"
done
[ -s xor/report.html ] || fail "no report of what is counted"

# --- an option's number -----------------------------------------------------------------------------------------------

"$rmr" run /dev/stdin --set name=seeds -o seeds > log << 'END' || { cat log; fail "no series over seeds"; }
{"drive": "count", "algorithms": ["philosophers:graph=random:6,0.5,1..3,order=rank:1..4"], "n": 6,
 "x": "algorithm.order", "fits": ["paths.total"]}
END
tr -d ' \n' < seeds/fits.json | grep -o '"algorithm":"philosophers:graph=random:6,0.5,[123],order=rank"' |
  sort -u | wc -l | grep -qx 3 || fail "not three series over the seeds of orders: $(cat seeds/fits.json)"

# --- mistakes ---------------------------------------------------------------------------------------------------------

refused() { # WORDS CONFIG
  "$rmr" run /dev/stdin --set name=x -o x > log 2>&1 <<< "$2"
  [ $? -eq 64 ] || fail "not refused: $2"
  grep -qF -- "$1" log || fail "'$(cat log)' does not say '$1'"
}
refused 'has no orders to count' '{"algorithms": "bakery", "n": 3, "metrics": "danger"}'
refused 'counting does not give' '{"algorithms": "philosophers", "n": 3, "drive": "count", "metrics": "steps"}'
refused 'is not a property' '{"algorithms": "bakery", "n": 3, "drive": "explore", "metrics": "fails P9"}'
refused 'expected both of one number, or both by process' \
  '{"algorithms": "philosophers", "n": 3, "drive": "explore", "expect": {"meals.max": "= paths.max by process"}}'
refused 'from 0 to 7' '{"algorithms": "philosophers:graph=complete:3,order=system:8", "n": 3, "drive": "simulate"}'
