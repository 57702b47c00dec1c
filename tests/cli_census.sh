#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The experiment on all systems of four philosophers, which cli_run.sh leaves to this test: as many systems as there
# are, 852 of them in danger, and counting agrees with exploration on each.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

"$rmr" run "$source/experiments/arbitration_k4.json" -o "$work/k4" > "$work/log" || { cat "$work/log"; fail "exit $?"; }
records=$work/k4/records.jsonl
[ "$(wc -l < "$records")" = 1296 ] || fail "not 1,296 systems"
[ "$(grep -c '"danger": 1' "$records")" = 852 ] || fail "not 852 in danger"
for property in P2 P7; do
  [ "$(grep -c "\"danger\": 1.*\"fails $property\": 1" "$records")" = 852 ] ||
    fail "$property does not fail in all of them"
done
[ "$(grep -c '"paths.total": 24,' "$records")" = 48 ] || fail "not 48 with the fewest blocking paths"
grep -q 'true in all 444 runs that have both' "$work/k4/verdicts.json" || fail "not 444 delays are compared"
[ "$(grep -c ' holds$' "$work/log")" -ge 5 ] || fail "not every clause holds: $(cat "$work/log")"
