#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli_ticks.sh: time in explorations, as a user meets it: thresholds of Fischer's algorithm, bounded response, costs in
# ticks, and witnesses that replay.
#
# ctest: fast
# usage: cli_ticks.sh RMR SOURCE_DIR BUILD_DIR
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# expect VERDICT ALGORITHM TIME PROPERTY: the verdict on a property, for two processes without end
expect() {
  local found
  found=$("$rmr" explore -a "$2" -n 2 --passages inf --time "$3" --check "$4" | grep -oE "^$4  (holds|fails)")
  [ "$found" = "$4  $1" ] || fail "$*: '$found'"
}

# the delay must be longer than the slowest step, and a short critical section hides that
expect fails fischer:delay=2 slow=2 P1
expect holds fischer:delay=3 slow=2 P1
expect holds fischer:delay=2 slow=2,cs=1 P1
# a lease must outlast the holder: 2 slow + max(cs, delay) + skew
expect fails fischer_lease:delay=2,lease=4 slow=1,cs=2 P1
expect holds fischer_lease:delay=2,lease=5 slow=1,cs=2 P1

# exit codes; witnesses replay, with their skews, and show the violation
"$rmr" explore -a fischer:delay=2 -n 2 --passages inf --time slow=2,skew=1 --check P1,P2,response,rmr --cost ticks \
  --witness w.sched > out
[ $? -eq 12 ] || fail "P1 fails: another exit code than 12"
grep -q '^response  holds (complete): while somebody wants to enter, somebody does in every 16 ticks' out ||
  fail "no bounded response: $(cat out)"
grep -q '(ticks)' out || fail "no costs in ticks: $(cat out)"
for file in w*.sched; do
  "$rmr" replay "$file" > told 2> err
  code=$?
  case $file in
  w.response.sched) ;; # it does not keep off P1
  w.P1.sched) [ $code -eq 12 ] && grep -q 'VIOLATION.*P1' told || fail "$file: exit $code, $(cat told err)" ;;
  *) [ $code -eq 0 ] || fail "$file: exit $code, $(cat err)" ;;
  esac
  grep -q 'as recorded' err || fail "$file: $(cat err)"
done
[ "$(grep -c '^tick' w.P1.sched)" -eq 4 ] || fail "the shortest way to two in the critical section: $(cat w.P1.sched)"

# an unbounded response is a deadlock
"$rmr" explore -a fischer:delay=3 -n 2 --passages inf --time slow=2 --faults stop:1 --check response > out
[ $? -eq 11 ] || fail "unbounded response: another exit code than 11"
grep -q '^response  fails: somebody wants to enter, and time goes on' out || fail "unbounded response: $(cat out)"
"$rmr" explore -a fischer_lease:delay=2,lease=3 -n 2 --passages inf --time slow=1 --check P6 > out
grep -qE '^P6  fails; [0-9]+ steps' out || fail "P6 fails of nobody in particular: $(cat out)"

# the number stands in the JSON
"$rmr" explore -a fischer:delay=3 -n 2 --passages inf --time slow=2 --check response --json > out.json
grep -q '"ticks": 13' out.json || fail "no ticks in the JSON: $(cat out.json)"

# the rate of entries: a lease that nobody releases is a limit, and a limit that is too long is broken, as is seen
limit() { "$rmr" explore -a fischer_lease:delay=2,lease=9,release=0 -n 2 --passages inf --time slow=1 "$@"; }
limit --check rate=7 > out || fail "rate=7: exit $?"
grep -q '^rate  holds (complete): an entry can follow another after 7 ticks, and no sooner' out ||
  fail "rate=7: $(cat out)"
limit --check rate=8 --witness w.sched > out
[ $? -eq 12 ] || fail "rate=8: another exit code than 12"
grep -q '^rate  fails: an entry can follow another after 7 ticks;' out || fail "rate=8: $(cat out)"
"$rmr" replay w.sched > told 2> err || fail "rate=8: $(cat told err)"
[ "$(awk '/^P/ { last = $1 } END { print last }' w.sched)" != '' ] || fail "a witness without steps"
limit --check rate=1 --json | grep -q '"ticks": 7' || fail "no ticks of the rate in the JSON"

# configs ask the same, and tell it for each clock by itself: the numbers of the records, clauses, rows of tables
cat > timed.json <<'END'
{"drive": "explore", "algorithms": ["fischer:delay=2", "fischer_lease:delay=3,lease=9"], "n": [2], "passages": "inf",
 "time": ["none", "slow=2"], "faults": ["none", "stop:1"], "plots": [], "fits": [],
 "metrics": ["response.max", "ticks.max", "gap.min", "fails response", "fails invariants", "fails CSR"],
 "expect": {"response": "fails"},
 "tables": [{"name": "timed", "columns": ["P1", "response"], "rows": [
   {"algorithm": "fischer:delay=2", "time": "slow=2", "says": {"P1": "no", "response": "yes"}},
   {"algorithm": "fischer:delay=2", "time": "slow=2", "faults": "stop:1", "says": {"P1": "no", "response": "no"}},
   {"algorithm": "fischer_lease:delay=3,lease=9", "time": "slow=2", "faults": "stop:1",
    "says": {"P1": "yes", "response": "yes"}}]}]}
END
"$rmr" run timed.json -o timed > told 2> err
[ $? -eq 20 ] || fail "a lease responds where a process has died: $(cat told err)"
metrics() {
  grep "\"algorithm\": \"$1\".*\"passages\": 0$2, \"start\"" timed/records.jsonl | grep -oE '"metrics": \{[^}]*'
}
[ "$(metrics fischer '')" = '"metrics": {' ] || fail "without a clock: $(metrics fischer '')"
[ "$(metrics fischer ', "time": "slow=2"')" = \
  '"metrics": {"response.max": 16, "ticks.max": "unbounded", "gap.min": 2, "fails response": 0' ] ||
  fail "the numbers of a record: $(metrics fischer ', "time": "slow=2"')"
grep -qE '^fischer, faults stop:1, time slow=2  *response .* fails  *holds$' told ||
  fail "a clause for each clock: $(cat told)"
grep -qE '^fischer, time slow=2  *fails = no  *holds = yes *$' told &&
  grep -qE '^fischer_lease:delay=3,lease=9, faults stop:1, time slow=2  *holds = yes  *holds = yes *$' told ||
  fail "rows with a clock: $(cat told)"

# columns of numbers, at each N, explored or of the adversary that a row names; an axis behind the slash of an option
cat > numbers.json <<'END'
{"drive": ["explore", "simulate"], "algorithms": ["fischer_lease:delay=3,lease=9"], "n": [2, 3], "passages": [1, "inf"],
 "time": "slow=2", "adversaries": ["timed:crash=exp/5", "timed:crash=exp/50"], "faults": "stop:1", "plots": [],
 "exclude": [{"drive": "simulate", "passages": "inf"}, {"drive": "explore", "passages": 1}],
 "metrics": ["gap.min"], "fits": ["cs_entries"], "x": "adversary.crash",
 "tables": [{"name": "numbers", "columns": ["response.max", "cs_entries"], "rows": [
   {"algorithm": "fischer_lease:delay=3,lease=9", "time": "slow=2", "faults": "stop:1",
    "adversary": "timed:crash=exp/5", "says": {"response.max": "<= 28"}}]}]}
END
"$rmr" run numbers.json -o numbers > told 2> err || fail "columns of numbers: $(cat told err)"
grep -qE '^fischer_lease.*  28, 30 != <= 28  *[0-9]+, [0-9]+ *$' told || fail "columns of numbers: $(cat told)"
grep -q '"adversary": "timed:crash=exp",' numbers/fits.json && grep -q '"points": 2,' numbers/fits.json ||
  fail "the axis behind a slash: $(cat numbers/fits.json)"

# an impossible question is refused in one line
for wrong in '"check": "response"' '"metrics": "gap.min"' '"metrics": "ticks.max"' \
  '"expect": {"response.max": "<= 9"}'; do
  echo "{\"drive\": \"explore\", \"algorithms\": \"fischer\", \"n\": 2, $wrong}" > wrong.json
  "$rmr" run wrong.json -o wrong > told 2> err
  [ $? -eq 64 ] && grep -q 'is measured in ticks, and no clock ticks; expected "time"' err || fail "$wrong: $(cat err)"
done
refuse() {
  local words=$1
  shift
  "$rmr" explore "$@" > out 2> err && fail "$*: no error"
  [ "$(wc -l < err)" -le 2 ] && grep -q -- "$words" err || fail "$*: $(cat err), expected $words"
}
"$rmr" export --format promela fischer -n 2 --time slow=1 > out 2> err
[ $? -eq 64 ] && grep -q 'the format cannot express time' err || fail "export with time: $(cat err)"
refuse 'no clock ticks; expected --time slow=S' -a fischer -n 2 --check rate=3
refuse '--check response: no clock ticks; expected --time slow=S' -a fischer -n 2 --check P1,response
refuse "expected rate=R, at least R ticks from an entry to the next" -a fischer -n 2 --time slow=1 --check rate=0
refuse 'there is no time, so nothing costs ticks' -a fischer -n 2 --cost ticks
refuse 'more than can be explored; longer ticks help' -a fischer_lease:lease=1000000 -n 2 --time slow=1
