#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Explorations in configs: the same bytes for any number of threads and after any kill, exact values that clauses and
# figures know as such, lower bounds that decide nothing, and witnesses that replay to what they are said to cost.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks

cat > config.json <<'END_OF_CONFIG'
{"drive": "explore", "algorithms": ["burns_lamport", "tas"], "n": "2..4", "memories": ["cc", "dsm"], "passages": [1,
 "inf"],
 "metrics": ["rmr.max", "rmr.max by process", "line.max 4"], "check": ["P1", "P6"],
 "exclude": [{"algorithm": "tas", "memory": "dsm"}], "expect": {"P1": "holds", "P6": "holds"}}
END_OF_CONFIG
[ "$(code "$rmr" run config.json -o one --jobs 1)" = 0 ] || fail "one thread: $(cat out.log err.log)"
[ -s err.log ] && fail "talk on stderr, which is no terminal: $(cat err.log)"
[ "$(wc -l < one/records.jsonl)" -eq 18 ] || fail "not one record per task"
[ "$(code "$rmr" run config.json -o two --jobs 2)" = 0 ] || fail "two threads: $(cat err.log)"
same two

# the numbers
first() { grep -m 1 "\"algorithm\": \"$1\", \"n\": $2, \"memory\": \"$3\".*\"passages\": $4" one/records.jsonl; }
has() { first "$1" "$2" "$3" "$4" | grep -qF "$5" ||
  fail "$1, N = $2, $3, passages $4: no $5 in $(first "$1" "$2" "$3" "$4")"; }
has burns_lamport 2 cc 1 '"metrics": {"rmr.max": 6, '
has burns_lamport 3 cc 1 '"metrics": {"rmr.max": 15, '
has burns_lamport 4 cc 1 '"metrics": {"rmr.max": 32, '
has burns_lamport 3 cc 1 '"vectors": {"rmr.max by process": [7, 9, 15]}'
has burns_lamport 3 cc 0 '"rmr.max": "unbounded"'
has burns_lamport 3 cc 1 '"P1": {"verdict": "holds", "complete": true, "bound": {"passages": 1}'
has burns_lamport 3 cc 0 '"P1": {"verdict": "holds", "complete": true, "bound": null'
has tas 2 cc 1 '"rmr.max": "unbounded"'
has tas 2 cc 1 '"adversary": null'
first tas 2 cc 1 | grep -q '"line.max 4"' && fail "tas has no line 4"

# a witness costs what the record says
first burns_lamport 4 cc 1 | grep -o '"process": 4, "worst": 32, [^}]*' | head -n 1 |
  sed 's/.*"witness": "\(.*\)"$/\1/' > w.text
printf '%b' "$(cat w.text)" > w.sched
"$rmr" replay w.sched > replay.log 2>&1 || fail "the witness does not replay: $(cat replay.log)"
grep -q 'P4 32$' replay.log || fail "the witness does not cost 32: $(cat replay.log)"

# the report and the figure
grep -q '>Exact values</a></h3>' one/report.html || fail "no exact values in the report"
grep -q 'unbounded<br>' one/report.html || fail "no unbounded value in the report"
grep -q "pt 7 .*title 'filled: exact'" one/plots/growth-rmr.max.gp || fail "the key does not say exact"
grep -q "∞" one/plots/growth-rmr.max.gp || fail "no sign of unbounded values"
grep -q 'index 0 using 1:(shown($2)) with points pt 7' one/plots/growth-rmr.max.gp || fail "exact marks are not filled"

# both drives in one figure
[ "$(code "$rmr" run config.json -o both --set 'drive=["explore", "simulate"]' --set n=2..12 --set memories=cc \
  --set passages=1 \
  --set 'exclude=[{"drive": "explore", "n": "5..12"}]' --set 'algorithms=burns_lamport' --set metrics=rmr.max)" = 0 ] ||
  fail "both drives: $(cat out.log err.log)"
[ "$(grep -c '"kind": "exact"' both/records.jsonl)" -eq 3 ] || fail "not three explorations"
[ "$(grep -c '"kind": "sample"' both/records.jsonl)" -eq 11 ] || fail "not eleven simulations"
for mark in 'index 0 .* with points pt 7' 'index 1 .* with points pt 4' "label 'all schedules, exact'" \
  "title 'open: lower bound'"; do
  grep -q "$mark" both/plots/growth-rmr.max.gp || fail "no $mark in the figure of both drives"
done
grep -q 'holds for all schedules in all 3 explorations, and in all 11 simulations' both/verdicts.json ||
  fail "P1 of both: $(cat both/verdicts.json)"

# clauses
judge() { rm -rf clause; code "$rmr" run config.json -o clause --set algorithms=burns_lamport --set memories=cc --set \
  passages="$1" --set exclude=[] --set "expect=$2"; }
[ "$(judge inf '{"P2": "fails"}')" = 0 ] && [ "$(judge 1 '{"rmr.max": ["<= N^3", ">= 3N"]}')" = 0 ] ||
  fail "clauses that hold: $(cat out.log)"
[ "$(judge 1 '{"rmr.max": "<= 7N+3"}')" = 20 ] || fail "32 is more than 7*4+3: $(cat out.log)"
[ "$(judge inf '{"rmr.max": "unbounded"}')" = 0 ] || fail "unbounded values: $(cat out.log)"
[ "$(judge inf '{"rmr.max": "O(N^3)"}')" = 20 ] || fail "unbounded values are not O(N^3): $(cat out.log)"
[ "$(judge inf '{"rmr.max": "<= N^9"}')" = 20 ] || fail "unbounded values are not <= N^9: $(cat out.log)"
grep -q 'the value is unbounded' out.log || fail "other words than expected: $(cat out.log)"
[ "$(judge 1 '{"rmr.max by process": ">= j+3"}')" = 0 ] || fail "vectors: $(cat out.log)"
[ "$(judge inf '{"P2": "holds"}')" = 20 ] || fail "P2 does not hold: $(cat out.log)"

# a property that is broken where no clause expects it: a surprise, unless the algorithm is known to be wrong
cp -r two broken
sed -i '1s/"violations": \[\]/"violations": [{"property": "P6", "step": 5, "text": "P6 fails"}]/' broken/records.jsonl
"$build/tests/sealer" broken/records.jsonl
[ "$(code "$rmr" run config.json -o broken --set 'expect={}' --set 'check=["P1", "P6"]')" = 11 ] ||
  fail "P6 broken: expected exit 11: $(cat out.log err.log)"
grep -q 'P6 is broken (P6 fails) by: burns_lamport, N = 2, cc, all schedules' out.log ||
  fail "other words than expected: $(cat out.log)"
sed -i '1s/"P6", "step"/"P2", "step"/' broken/records.jsonl
"$build/tests/sealer" broken/records.jsonl
[ "$(code "$rmr" run config.json -o broken --set 'expect={}' --set 'check=["P1", "P6"]')" = 0 ] ||
  fail "nobody claims P2 of burns_lamport: $(cat out.log)"

# a process that is lost as long as nobody makes a further passage may be saved by one: that is no surprise, and decides
# nothing
cat > lost.json <<'END_OF_CONFIG'
{"drive": "explore", "algorithms": "philosophers:graph=random:4,0.6,2,order=list:2,4/4,1/4/1,2,3", "n": 4,
 "check": "P7", "metrics": "states", "fits": [], "plots": []}
END_OF_CONFIG
lost() { rm -rf lost; code "$rmr" run lost.json -o lost --set "passages=$1" --set "expect=$2"; }
[ "$(lost '"inf"' '{}')" = 11 ] || fail "P7 fails, and nobody expects it: $(cat out.log err.log)"
grep -q 'P7 is broken (P7: P1 is lost: it can never enter again, whatever happens) by: philosophers' out.log ||
  fail "other words than expected: $(cat out.log)"
[ "$(lost '"inf"' '{"P7": "fails"}')" = 0 ] || fail "P7 fails, as expected: $(cat out.log err.log)"
[ "$(lost '"inf"' '{"P7": "holds"}')" = 11 ] && grep -q 'P7 holds: broken in 1 of 1 runs' out.log ||
  fail "P7 does not hold: $(cat out.log)"
[ "$(lost 1 '{}')" = 0 ] || fail "P7 fails for one passage only: $(cat out.log)"
[ "$(lost 1 '{"P7": ["holds", "fails"]}')" = 0 ] && [ "$(grep -c 'undecided$' out.log)" = 2 ] ||
  fail "one passage decides P7: $(cat out.log)"
[ "$(lost 1 '{"P7": "holds for 1 passage"}')" = 20 ] || fail "P7 holds for one passage: $(cat out.log)"
"$rmr" report lost > out.log 2> err.log || fail "no report: $(cat err.log)"
grep -q '<span class="badge undecided">fails (bounded by 1 passage each)</span>' lost/report.html ||
  fail "the report says other words: $(grep -o 'badge[^/]*P7[^/]*' lost/report.html | head -n 3)"

wrong() { code "$rmr" run wrong.json -o wrong "$@"; }
echo '{"drive": "explore", "algorithms": "szymanski_three_bit", "n": 3, "check": "P1", "metrics": "states",
  "fits": [], "plots": []}' > wrong.json
[ "$(wrong)" = 0 ] || fail "what is known to be wrong is no surprise: $(cat out.log err.log)"
grep -q '"P1": {"verdict": "fails", "complete": true, .*"witness": "rmr-schedule' wrong/records.jsonl ||
  fail "no witness of P1"
grep -q 'badge fails' wrong/report.html || fail "the report does not say that P1 fails"
[ "$(wrong --set 'expect={"P1": "fails"}')" = 0 ] || fail "P1 fails, as expected: $(cat out.log err.log)"
[ "$(wrong --set 'expect={"P1": "holds"}')" = 20 ] || fail "P1 does not hold: $(cat out.log err.log)"

# short runs do not show that nobody starves: neither a clause nor the report takes them for it
echo '{"drive": "explore", "algorithms": "tas", "n": "2..3", "passages": 1, "metrics": "states", "fits": [],
  "plots": []}' > short.json
short() { rm -rf short; code "$rmr" run short.json -o short --set "expect={\"P2\": \"$1\", \"P1\": \"holds\"}"; }
[ "$(short holds)" = 0 ] || fail "P2 of short runs: $(cat out.log err.log)"
grep -q '^undecided: tas, P2 holds: .*1 passage each.*left open' out.log ||
  fail "P2 of short runs is not undecided: $(cat out.log)"
grep -qE '^tas +P1 +N = 2..3 with 1 passage each +holds +holds' out.log ||
  fail "stdout does not say how far P1 was looked at: $(cat out.log)"
grep -q 'badge undecided">holds (bounded by 1 passage each)' short/report.html ||
  fail "the report takes P2 of short runs for granted"
grep -q 'badge holds">holds (bounded by 1 passage each)' short/report.html || fail "the report doubts P1"
[ "$(short 'holds for 1 passage')" = 0 ] && ! grep -q undecided out.log || fail "P2 for one passage: $(cat out.log)"
[ "$(code "$rmr" run short.json -o endless --set passages=inf --set 'expect={"P2": "holds"}')" = 20 ] ||
  fail "TAS starves: $(cat out.log)"

# a budget that does not suffice
[ "$(code "$rmr" run config.json -o small --set algorithms=bakery --set n=3..4 --set memories=cc --set passages=1 \
  --set exclude=[] \
  --set metrics=rmr.max --set budget=1048576 --set 'expect={"rmr.max": "<= 9N"}')" = 30 ] ||
  fail "a small budget: $(cat out.log)"
grep -q '"n": 4.*"kind": "lower bound".*"end": "out of memory".*"lower_bounds": \["rmr.max"\]' small/records.jsonl ||
  fail "no lower bound"
grep -q '"verdict": "undecided"' small/verdicts.json || fail "a lower bound decides nothing: $(cat small/verdicts.json)"
grep -q '≥' small/report.html || fail "the report does not say that the value is a lower bound"

# Where the system ends before the budget, how far an exploration came depends on the machine: no record.
if ! grep -q __asan_init "$rmr"; then
  echo '{"drive": "explore", "algorithms": "burns_lamport", "n": [2, 6], "passages": "inf", "metrics": "states",
    "check": ["P1"], "plots": []}' > machine.json
  (ulimit -v 50000 && exec "$rmr" run machine.json -o machine --jobs 1) > out.log 2> err.log
  [ $? = 30 ] || fail "less memory than the budget: $(cat out.log err.log)"
  grep -q 'task #1 failed: .*: the system has less memory than the budget of [0-9]* bytes allows' err.log ||
    fail "less memory than the budget: $(cat err.log)"
  [ "$(wc -l < machine/records.jsonl)" = 1 ] || fail "what the machine had no memory for was recorded"
  [ "$(code "$rmr" run machine.json -o machine --resume)" = 0 ] || fail "enough memory again: $(cat err.log)"
  [ ! -e machine/failures.jsonl ] || fail "a failure that is mended is kept"
  [ "$(wc -l < machine/records.jsonl)" = 2 ] || fail "not one record per task with enough memory"
fi

# kill -9 at moments that grow, and Ctrl-C
cat > long.json <<'END_OF_CONFIG'
{"drive": "explore", "algorithms": ["burns_lamport", "szymanski"], "n": "2..5", "memories": ["cc", "dsm"],
 "exclude": [{"algorithm": "szymanski", "n": 5}]}
END_OF_CONFIG
rm -rf one
[ "$(code "$rmr" run long.json -o one)" = 0 ] || fail "long: $(cat err.log)"
kills=0
for ms in 030 060 120 250 500; do
  "$rmr" run long.json -o killed --resume > /dev/null 2>&1 &
  pid=$!
  sleep "0.$ms"
  kill -9 $pid 2> /dev/null && kills=$((kills + 1))
  wait $pid 2> /dev/null
done
[ $kills -ge 2 ] || fail "only $kills kills hit a running process"
[ "$(code "$rmr" run long.json -o killed --resume)" = 0 ] || fail "resume after kills: $(cat err.log)"
same killed
"$rmr" run long.json --set n=6 --set algorithms=burns_lamport --set exclude=[] -o stopped > out.log 2> err.log &
pid=$!
heeds $pid
sleep 0.5
kill -INT $pid
wait $pid
status=$?
[ $status -eq 30 ] || fail "Ctrl-C: exit $status, expected 30: $(cat err.log)"
[ ! -s stopped/records.jsonl ] || fail "an interrupted exploration was recorded: $(cut -c 1-300 stopped/records.jsonl)"
