#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr prove` of locks whose tickets pick registers: Anderson's, beside all schedules of two to four processes, and
# texts that break one condition each of Lemma 5c in docs/every-n-views.md. Each is refused, in a line that names it.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
anderson=$source/algos/anderson.alg

# all but P4 is proved for every N, and the bound is reached
for memory in cc cc-keep; do
  try "$rmr" prove anderson --check P1,P3,P5,bypass,rmr -m $memory
  [ $code -eq 0 ] && grep -q 'each other one enters at most 1 time' out && grep -q ', tickets as nodes$' out ||
    fail "anderson in $memory: exit $code, $(cat out err)"
  bound=$(grep -o 'at most [0-9]* in a passage' out | grep -o '[0-9]*')
  for n in 2 3 4; do
    "$rmr" explore -a anderson -n $n -m $memory --passages inf --check P1,P5,rmr --json > most ||
      fail "anderson, N = $n"
    grep -q "\"worst_rmr\": $bound," most || fail "anderson in $memory, N = $n: $bound, $(cat most)"
  done
done
for memory in cc-writeback dsm; do
  try "$rmr" prove anderson --check P1,rmr -m $memory
  [ $code -eq 30 ] && grep -q '^P1     holds' out && grep -q '^rmr    not decided: beside tickets' out ||
    fail "anderson in $memory: exit $code, $(cat out err)"
done
# so it is at one N, and with more places
for what in 'anderson -n 3' 'anderson -n 2..4' 'anderson -n 64'; do
  # shellcheck disable=SC2086 # words are meant
  try "$rmr" prove $what --check P1
  [ $code -eq 0 ] && grep -q ', as for every N (' out || fail "$what: exit $code, $(cat out err)"
done
try "$rmr" prove anderson --check P1 --json
[ $code -eq 0 ] && grep -q '"tickets": "nodes"' out || fail "as JSON: exit $code, $(cat out err)"
try "$rmr" prove anderson --check P1 --certificate proof.txt
[ $code -eq 30 ] && [ ! -e proof.txt ] && grep -q 'by views' err ||
  fail "a certificate: exit $code, $(cat out err)"

# a variant NAME of anderson, by a script of sed
vary() { sed "s/^algorithm anderson/algorithm $1/; $2" "$anderson" > "$1.alg"; }
right() {
  vary "$1" "$2"
  try "$rmr" prove "./$1.alg" --check P1,P5,bypass,rmr
  [ $code -eq 0 ] || fail "$1: exit $code, $(cat out err)"
}
wrong() {
  vary "$1" "$2"
  try "$rmr" prove "./$1.alg" --check P1
  [ $code -eq 30 ] && [ ! -s out ] && grep -qF "the tickets of queue_last: $3" err ||
    fail "$1: exit $code, $(cat out err)"
}
boolean='s/^shared queue_last/shared turn : boolean\n&/'
right larger 's/if slots = 0 then n/if slots = 0 then n + 1/'
right twice 's/if slots = 0 then n/if slots = 0 then 2 * n/'
right raw 's/\(queue_last, 1)\) mod size(N)/\1/; s/flags\[my_place\]/flags[my_place mod size(N)]/
  s/\(local my_place : \).*/\1natural/'
right booleans 's/: {must_wait, has_lock} initially .*/: boolean initially k = 0/
  s/ = has_lock$//; s/:= must_wait/:= false/; s/:= has_lock/:= true/'
right looping "$boolean; "'s/^  1 /  0   wait until not turn\n&/'

# the counter and the array
wrong by_two 's/queue_last, 1)/queue_last, 2)/' 'an access does not count them up by 1'
wrong read 's/^  3 .*/&\n  4   wait until queue_last > 0/' 'an access does not count them up by 1'
wrong begins 's/: natural$/& initially 1/' 'the first one is not known to be 0'
wrong fewer 's/if slots = 0 then n/if slots = 0 then n - 1/' 'there may be fewer places than processes'
wrong closed 's/ initially if k = 0 .*//' 'this does not begin as one value at place 0, and another one at all others'
wrong sessions 's/^  2 /  1b  turn := mysession\n&/; s/^shared queue_last/shared turn : session\n&/' \
  'sessions are not followed beside them'
wrong locals "s/^  local my_place.*/&\n$(for k in $(seq 56); do printf '  private l%d : 0..1\\n' "$k"; done)/" \
  'there are too many locals'
# the uses of tickets
wrong compared 's/^      critical section/      if my_place = 0 then\n  4   skip\n      end if\n&/' \
  'more is done with them than to pick a place'
for index in '(my_place + 2) mod size(N)' 'my_place + 1' '(my_place + 1) mod (size(N) + 1)' 0 \
  '(my_place + size(N) - 1) mod size(N)'; do
  wrong picks "s/^  5   .*/  5   flags[$index] := has_lock/" \
    'a place is not picked by one, or by the next one, modulo the number of places'
done
# where they are taken
wrong late 's/^  doorway/&\n  0   skip\n  waiting/; /^  waiting/{x;s/^/x/;/^xx/{x;d};x}' \
  'they are not taken where the doorway ends'
wrong again 's/^  3 .*/&\n  4   my_place := fetch_and_add(queue_last, 1) mod size(N)/' \
  'a passage may take more than one'
wrong either 's/^  1 \(.*\)/  0   skip\n      if i = 1 then\n&\n      else\n  1b \1\n      end if/' \
  'they are taken at more than one place of the text'
wrong both "$boolean; "'s/^  doorway/&\n  L:  if p then goto S end if/
  s/^  1 .*/  0   x := turn\n      if x then goto M end if\n  S:\n&/
  s/^  5.*/&\n  M:  p := not p\n      goto L/; s/^  local/  private p : boolean\n  local x : boolean\n&/' \
  'a passage may end here with one, and go on without one'
# conditions on runs
wrong hasty '/^  2 /d' 'by views of two: two processes are in the critical section'
wrong open '/^  3 /d' 'a passage may end, and leave its place open'
wrong back "$boolean; "'s/^  2 /  W:\n&/; s/^  5 /  4   if not turn then goto W end if\n&/' \
  'a passage may begin with that of the one before'
wrong divided 's/^  5 .*/&\n      my_place := 1 div my_place/' 'more is done with them than to pick a place'
lock='s/^shared queue_last/shared lock : boolean\n&/; s/^  2 .*/  2   repeat until not test_and_set(lock)/'
wrong apart "$lock; "'s/^  5 .*/  5   lock := false/' 'a passage may end while a smaller one is held'
wrong onward "$lock; "'s/^  5 .*/&\n  6   lock := false/' \
  'the place of the next one is accessed while a smaller one is held'

# some of these keep P1 all the same; without line 3, and with fewer places, it fails
for what in './open.alg -n 2 --passages 3' './fewer.alg -n 3' 'anderson:slots=2 -n 3' 'anderson:slots=3 -n 4'; do
  # shellcheck disable=SC2086 # words are meant
  try "$rmr" explore -a $what --check P1
  grep -q '^P1  fails' out || fail "$what: P1 does not fail: $(cat out err)"
  # shellcheck disable=SC2086 # words are meant
  try "$rmr" prove -a ${what%% *} -n 3 --check P1
  [ $code -eq 30 ] && ! grep -q holds out || fail "$what is proved: exit $code, $(cat out err)"
done

# the text of docs/every-n-views.md that has these nodes itself costs one RMR more, and does not need line 3; but a node
# has to be closed
sed -n '/^```alg tickets.alg$/,/^```$/p' "$source/docs/every-n-views.md" | grep -v '^```' > tickets.alg
try "$rmr" prove ./tickets.alg --check P1,P3,P5,bypass,rmr
[ $code -eq 0 ] && grep -q "at most $((bound + 1)) in a passage" out || fail "tickets: exit $code, $(cat out err)"
grep -v '^  3 ' tickets.alg > no3.alg
try "$rmr" prove ./no3.alg --check P1
[ $code -eq 0 ] || fail "tickets without line 3: exit $code, $(cat out err)"
grep -v '^  1a ' no3.alg > never.alg
try "$rmr" prove ./never.alg --check P1
[ $code -eq 30 ] && grep -q '^P1     not proved' out || fail "nodes that nobody closes: exit $code, $(cat out err)"
