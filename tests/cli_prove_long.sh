#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr prove` where a proof has many states: bounds of RMRs for every N and for a range, views of two processes, any
# graph, and a memory or a time that is too small for them. All else is in cli_prove.sh.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

try "$rmr" prove bakery
[ $code -eq 0 ] && [ ! -s err ] || fail "bakery: exit $code, $(cat out err)"
[ "$(grep -c 'for every N' out)" -eq 6 ] || fail "bakery: $(cat out)"
# 5 with each other process would be 5N + 2: two others cannot both cost as much
grep -qF 'at most 4N + 4 in a passage, for every N: own account 7, ' out && grep -qF ', with any two 9 ' out ||
  fail "the bound of bakery: $(cat out)"
# the lines that pay it: of each process at most 2, of two others 4, and of its own 1
grep -qE '^ +6  waiting +1 +2 +2 +4  L2: ' out &&
  [ "$(grep -cE '^ +[0-9]+[ab]?  (doorway|waiting|exit) ' out)" -eq 7 ] ||
  fail "the lines of bakery: $(cat out)"
try "$rmr" prove recoverable_bakery --check rmr --json
lines=$(sed -n '/"lines"/,$p' out | awk -F: '/"own"/ { own += $2 } /"two"/ { two += $2 } END { print own, two }')
[ "$lines" = "6 11" ] || fail "the lines of recoverable_bakery: $(cat out)"
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"own":6,"below":6,"above":6,"two":11,"bound":{"each":5,"more":2}' ||
  fail "the bound of recoverable_bakery: exit $code, $(cat out err)"

# the bound of Theorem 9, also where each N of a range is proved by itself
for n in any 2 3..5; do
  try "$rmr" prove -a glb -n $n --check P1,rmr
  [ $code -eq 0 ] && grep -qF 'at most 9 + 8(N-1)' out || fail "glb, -n $n: exit $code, $(cat out err)"
done

# a third process makes only steps that are possible beside both
for what in "mcs" "peterson_fischer -n 4"; do
  # shellcheck disable=SC2086 # words are meant
  try "$rmr" prove $what --check P1
  [ $code -eq 0 ] && grep -q '^P1     holds for .*views of two)$' out || fail "$what: exit $code, $(cat out err)"
done
# bounds by views: constant, and the same whatever else is asked
for check in rmr P1,rmr; do
  try "$rmr" prove mcs --check $check -m dsm
  [ $code -eq 0 ] && grep -q 'at most 4 in a passage, for every N: own account 4, .* views of two, with copies)$' out ||
    fail "the bound of mcs, --check $check: exit $code, $(cat out err)"
done

# at a large N the scenes of three processes need more than their views do
try "$rmr" prove tas -n 64 --check P1 --mem 100M --certificate tas.txt # asks N itself
[ $code -eq 30 ] && grep -q 'too many views for the memory' out ||
  fail "a small memory at N = 64: exit $code, $(cat out err)"

# --beside: the results over all schedules and under adversaries
try "$rmr" prove bakery --check rmr --beside 2..3
[ $code -eq 0 ] && grep -qx '    over all schedules at N = 2: 12 of 12' out &&
  grep -qx '    over all schedules at N = 3: 16 of 16 (registers up to 6)' out &&
  grep -qx '    under bakery at N = 64: 260 of 260' out || fail "--beside: exit $code, $(cat out err)"

# views come last: an interrupt there takes nothing from the earlier results. How long the rest takes depends on the
# machine; the views of this one take longer, or end for want of memory
for seconds in 3 40 100; do
  try timeout --preserve-status -s INT $seconds "$rmr" prove graunke_thakkar -n 7
  grep -q '^rmr    no bound of the form' out && break
done
[ $code -eq 30 ] && grep -q '^P3     holds for N = 7: ' out && grep -q '^rmr    no bound of the form' out &&
  [ "$(grep -cx '    by views of two: interrupted' out)" -eq 4 ] ||
  fail "interrupted views: exit $code, $(cat out err)"

# any graph at every N
try "$rmr" prove philosophers --check P1,rmr
[ $code -eq 0 ] && grep -q 'any graph$' out && grep -q 'at most 4(N-1) in a passage, for every N' out ||
  fail "philosophers: exit $code, $(cat out err)"

# any sessions and passages are covered
try "$rmr" prove glb -n 3 --check P1 --cost rmr --sessions 1,2,1 --passages 2
[ $code -eq 0 ] && grep -qF 'passages without end (covers 2), any sessions (covers 1,2,1)' out && grep -q '^P1 ' out &&
  grep -qF 'at most 9 + 8(N-1)' out || fail "a scope: exit $code, $(cat out err)"
