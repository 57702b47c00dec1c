#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli_ticks.sh: time in explorations, as a user meets it: thresholds of Fischer's algorithm, bounded response, costs in
# ticks, and witnesses that replay.
#
# ctest: fast
# usage: cli_ticks.sh RMR SOURCE_DIR BUILD_DIR
set -u
rmr=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
failed=0
fail() {
  echo "FAIL: $*"
  failed=1
}

# expect VERDICT ALGORITHM TIME PROPERTY: what is said of a property, for two processes without end
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

# exit codes; witnesses replay, with their skews, and what they show is there
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

# what cannot be done is said in one line
refuse() {
  local words=$1
  shift
  "$rmr" explore "$@" > out 2> err && fail "$*: no error"
  [ "$(wc -l < err)" -le 2 ] && grep -q -- "$words" err || fail "$*: $(cat err), expected $words"
}
refuse 'there is no time, so nothing costs ticks' -a fischer -n 2 --cost ticks
refuse 'more than can be explored; longer ticks help' -a fischer_lease:lease=1000000 -n 2 --time slow=1
exit $failed
