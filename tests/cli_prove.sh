#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr prove` as a user meets it: claims that are proved, or not and why, one N or a range, bad input, JSON. Proofs of
# many states are in cli_prove_long.sh.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# a false claim is not proved, and a run is shown that a reader can follow
try "$rmr" prove szymanski_no_wait --check P1
[ $code -eq 30 ] && grep -q '^P1     not proved: two processes' out && grep -q '^    an abstract run: Pa ' out &&
  grep -q '^    by views of two: two processes' out || fail "szymanski_no_wait: exit $code, $(cat out err)"
# there the two break it alone; of szymanski, which is right, another process must have written at a step that is marked
grep -q '^    an abstract run: [^*]* (the others write nothing)$' out || fail "a run of two alone: $(cat out)"
try "$rmr" prove szymanski --check P1
[ $code -eq 30 ] && grep -qE '^    an abstract run: .* Pb 1 2 3 4 5 6\* 7 8; [^*]*\(\*: rests on' out ||
  fail "the lies of szymanski: exit $code, $(cat out err)"
try "$rmr" prove szymanski --check P1 --json
[ "$(grep -c '"lies": true' out)" -eq 1 ] && grep -q '"lies": false' out || fail "the lies as JSON: $(cat out err)"

# a third process makes only steps that are possible beside both
try "$rmr" prove tas --check P1
[ $code -eq 0 ] && grep -q '^P1     holds for .*views of two)$' out || fail "tas: exit $code, $(cat out err)"
try "$rmr" prove tas --check P1 --json
[ $code -eq 0 ] && grep -q '"by": "views of two"' out || fail "tas: JSON: $(cat out err)"
# bounds by views, and the order of entries
try "$rmr" prove ticket --check P1,P5,rmr --json
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"bound":{"each":1,"more":2},"by":"viewsoftwo"' &&
  tr -d ' \n' < out | grep -qF '"P5":{"verdict":"proved","states":55,"by":"viewsoftwo"}' ||
  fail "ticket: exit $code, $(cat out err)"
try "$rmr" prove clh --check bypass --certificate x.txt
[ $code -eq 30 ] && [ ! -e x.txt ] && grep -q 'bypass is proved by views' err ||
  fail "a certificate of views: exit $code, $(cat out err)"
try "$rmr" prove tas --check P1 --certificate x.txt
[ $code -eq 0 ] && "$rmr" check-certificate x.txt | grep -q '^P1     confirmed for every N (12 states)' ||
  fail "a certificate of P1 by views: exit $code, $(cat out err)"
rm -f x.txt
try "$rmr" prove mcs --check P5,bypass --certificate x.txt
[ $code -eq 0 ] && "$rmr" check-certificate x.txt | grep -q '^bypass confirmed for every N: .* at most 1 time ' ||
  fail "a certificate of P5 by views: exit $code, $(cat out err)"
rm x.txt
# values that processes leave in a register: a bound, and no certificate
try "$rmr" prove lamport_fast --check P4 --json
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"bound":{"each":1,"more":9}' &&
  tr -d ' \n' < out | grep -qF '"by":"whatisleft"' || fail "P4 of lamport_fast: exit $code, $(cat out err)"
try "$rmr" prove tas --check P4 --certificate x.txt
[ $code -eq 30 ] && [ ! -e x.txt ] && grep -q 'P4 is proved from what processes leave' err ||
  fail "a certificate of what is left: exit $code, $(cat out err)"
# values that reads find: a bound, and no certificate
try "$rmr" prove peterson -n 3 --check rmr --json
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"bound":{"each":6,"more":7},"by":"valuesfound"' ||
  fail "rmr of peterson: exit $code, $(cat out err)"
try "$rmr" prove peterson -n 3 --check rmr --certificate x.txt
[ $code -eq 30 ] && [ ! -e x.txt ] && grep -q 'rmr is proved from the values that reads find' err ||
  fail "a certificate of values found: exit $code, $(cat out err)"
# nodes of a queue are known by equality alone at every N, which the checker does not follow; at one N they are numbers
try "$rmr" prove clh --check P3 --certificate x.txt
[ $code -eq 30 ] && [ ! -e x.txt ] && grep -q 'nodes of a queue' err ||
  fail "a certificate of nodes: exit $code, $(cat out err)"
try "$rmr" prove clh -n 3 --check P3 --certificate x.txt
[ $code -eq 0 ] && "$rmr" check-certificate x.txt | grep -q '^P3     confirmed for N = 3' ||
  fail "a certificate of nodes at N = 3: exit $code, $(cat out err)"
rm -f x.txt
try "$rmr" prove tas --check rmr
[ $code -eq 30 ] && grep -q 'no bound of the form' out || fail "tas has a bound: $(cat out err)"
try "$rmr" prove burns_lamport --check rmr
[ $code -eq 30 ] && grep -q 'no bound of the form' out || fail "burns_lamport has a bound: $(cat out err)"
grep -v 'choosing\[i\] := 1$' "$source/algos/bakery.alg" | sed 's/^algorithm bakery/algorithm hasty/' > hasty.alg
try "$rmr" prove ./hasty.alg --check P1
[ $code -eq 30 ] && grep -q '^P1     not proved' out || fail "a bakery without choosing: exit $code, $(cat out err)"

# the run that breaks P5 ends with the entry: a process with the same number and a smaller identity comes later
sed 's/number\[i\] := 1 + max.*/number[i] := 1/; s/^algorithm bakery/algorithm even/' "$source/algos/bakery.alg" \
  > even.alg
try "$rmr" prove ./even.alg --check P5
[ $code -eq 30 ] && grep -qE '^    an abstract run: .*; Pa [^;]*(6|7|7a|7b) \(the others write nothing\)$' out ||
  fail "P5: exit $code, $(cat out err)"
try "$rmr" prove burns_lamport --check P5
[ $code -eq 64 ] && grep -q 'has no doorway' err || fail "P5 without a doorway: exit $code, $(cat out err)"

# where there is no bound, a run to a loop is shown that counts each time; one of two alone is preferred
try "$rmr" prove burns_lamport --check rmr,bypass
alone='^    an abstract run: Pa .*; then again and again: P[ab] .* \(the others write nothing\)$'
[ "$(grep -cE "$alone" out)" -eq 2 ] ||
  fail "loops: $(cat out err)"
try "$rmr" prove joung_standin --check rmr
grep -qE '; then again and again: Pa [^;]*5\* \(\*: rests on what' out || fail "a loop of lies: $(cat out err)"

# --witness: the simulator makes the abstract run, which breaks P1 or P5, or costs something each time around
try "$rmr" prove bwbgme -n 2 --check rmr --witness rmr.sched
[ $code -eq 30 ] && grep -qx 'rmr fails: rmr.sched' out && grep -qx loop rmr.sched &&
  grep -qx 'sessions same' rmr.sched ||
  fail "a witness of RMRs: exit $code, $(cat out err)"
paid() {
  "$rmr" replay rmr.sched --repeat "$1" 2> /dev/null | sed -n 's/^most RMRs of one passage: P1 \([0-9]*\).*/\1/p'
}
[ "$(paid 40)" -ge "$(($(paid 10) + 30))" ] || fail "around its loop P1 pays $(paid 10), then $(paid 40)"
try "$rmr" prove szymanski_no_wait -n 3 --check P1 --witness p1.sched --json
[ $code -eq 30 ] && grep -q '"of": "P1",' out && grep -q '"file": "p1.sched"' out ||
  fail "of P1: exit $code, $(cat err)"
try "$rmr" replay p1.sched
[ $code -eq 12 ] && grep -q '^VIOLATION at step [0-9]*: P1: ' out ||
  fail "P1 in its witness: exit $code, $(cat out err)"
try "$rmr" prove ./even.alg -n 2 --check P5 --witness p5.sched
grep -qx 'P5 fails: p5.sched' out && [ -s p5.sched ] || fail "a witness of P5: exit $code, $(cat out err)"
try "$rmr" prove eisenberg_mcguire -n 2 --check rmr --witness none.sched
[ $code -eq 30 ] && grep -q 'no run of two processes alone' err && [ ! -e none.sched ] ||
  fail "a witness of lies: exit $code, $(cat out err)"
try "$rmr" prove bwbgme --check rmr --witness none.sched
[ $code -eq 64 ] && grep -q 'expected a single N' err || fail "a witness at every N: exit $code, $(cat out err)"
try "$rmr" prove szymanski_no_wait -n 2 --check P1 --witness nowhere/p1.sched
grep -q 'nowhere/p1.sched' err && ! grep -q 'P1 fails' out || fail "an unwritable witness: exit $code, $(cat out err)"

# --beside: the results over all schedules and under adversaries
try "$rmr" prove clh --check rmr --beside 4 --json
grep -A8 '"exact"' out | tr -d ' \n' | grep -qF '[{"n":4,"most":5,"bound":5,"complete":true,"cap":null}]' &&
  grep -A5 '"seen"' out | tr -d ' \n' | grep -q '"n":64,"most":5,"bound":5}' || fail "--beside, JSON: $(cat out err)"
try "$rmr" prove peterson --check rmr --beside 5 --mem 4M
grep -q '^    as far as was explored at N = 5: [0-9]* of 129$' out || fail "--beside with little memory: $(cat out err)"
try timeout --preserve-status -s INT 3 "$rmr" prove peterson --check rmr --beside 5
[ $code -eq 30 ] && grep -q '^rmr    at most 1 + 4(N-1)' out && grep -q interrupted err ||
  fail "--beside, interrupted: exit $code, $(cat out err)"
try "$rmr" prove burns_lamport --check rmr --beside 2
[ $code -eq 30 ] && ! grep -q ' at N = 2:' out || fail "--beside no bound: exit $code, $(cat out err)"
try "$rmr" prove clh --beside 2..6
[ $code -eq 64 ] && grep -q "expected a number from 2 to 5" err || fail "--beside 2..6: exit $code, $(cat out err)"
try "$rmr" prove bakery --check P1 --beside 2
[ $code -eq 64 ] && grep -q "expected rmr among --check" err || fail "--beside without RMRs: exit $code, $(cat out err)"
try "$rmr" prove clh -n 3 --beside 2..3
[ $code -eq 64 ] && grep -q "expected numbers for which there is a proof" err ||
  fail "--beside another N: exit $code, $(cat out err)"

# memory, JSON
try "$rmr" prove glb --check rmr --mem 1M
[ $code -eq 30 ] && grep -q 'memory' out err || fail "--mem: exit $code, $(cat out err)"
try "$rmr" prove szymanski_no_wait --json
[ $code -eq 30 ] && grep -q '"verdict": "not proved"' out && grep -q '"process": "b"' out || fail "JSON: $(cat out err)"

# an interrupted range says nothing of all its N: the last ones of this one take minutes. Its array of levels is as long
# as that of the filter lock, in other words than those that are followed at every N
sed 's/^algorithm peterson/algorithm lengthy/; s/TURN\[1\.\.N - 1\]/TURN[1..max(1, N - 1)]/' \
  "$source/algos/peterson.alg" > lengthy.alg
try timeout --preserve-status -s INT 2 "$rmr" prove ./lengthy.alg -n 2..8 --check rmr
[ $code -eq 30 ] && ! grep -q 'at most' out && grep -q interrupted out err ||
  fail "an interrupted range: exit $code, $(cat out err)"
# three members bound bakery best, and take longest: without them the bound is larger
try timeout --preserve-status -s INT 1 "$rmr" prove bakery --check rmr
[ $code -eq 30 ] && ! grep -q 'at most 4N + 4' out && grep -q interrupted err ||
  fail "an interrupted bound: exit $code, $(cat out err)"
# where some N are proved by views and others by values, the number is of both
try "$rmr" prove peterson -n 2..3 --check rmr
[ $code -eq 0 ] && grep -qF '(2813 states, or views of two with copies, by values found)' out ||
  fail "views and values: exit $code, $(cat out err)"

# by levels: powers of N-1, for every N and for each from 5 on; of few processes the bound is less, and by values
try "$rmr" prove peterson --check rmr
[ $code -eq 0 ] && grep -qF 'at most 1 + 4(N-1) + 3(N-1)^2 + (N-1)^3 in a passage, for every N: own' out &&
  grep -qE '^   4a  waiting +3 +1 +wait' out || fail "levels: exit $code, $(cat out err)"
try "$rmr" prove peterson -m cc-keep --check rmr --json
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"bound":{"powers":[1,3,3,1]},"by":"levels"' &&
  tr -d ' \n' < out | grep -qF '"power0":0,"power1":0,"power2":3,"power3":1' ||
  fail "levels as JSON: exit $code, $(cat out err)"
try "$rmr" prove peterson -n 2..64 --check rmr --json
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"powers":[1,4,3,1]},"every_n":true' ||
  fail "levels of a range: exit $code, $(cat out err)"
try "$rmr" prove peterson
[ $code -eq 30 ] && grep -qx 'P1     holds for every N (by levels)' out &&
  grep -q '^P4     not decided: registers of this type' out &&
  grep -q '^rmr    at most 1 + 4(N-1)' out ||
  fail "levels beside properties: exit $code, $(cat out err)"
try "$rmr" prove peterson --check rmr --certificate x.txt
[ $code -eq 30 ] && [ ! -e x.txt ] && grep -q 'rmr is proved by levels' err ||
  fail "a certificate of levels: exit $code, $(cat out err)"
try "$rmr" prove peterson -m dsm --check rmr
[ $code -eq 30 ] && [ ! -s out ] && grep -q 'the levels: without caches each look costs' err ||
  fail "levels in dsm: exit $code, $(cat out err)"
try "$rmr" prove peterson -m dsm -n 8 --check P1,P3
[ $code -eq 0 ] && grep -qx 'P1     holds for N = 8, as for every N (by levels)' out &&
  grep -q 'as for every N: an exit takes at most 1 own step (by levels)' out ||
  fail "P1 by levels: exit $code, $(cat out err)"

# a tree: so much for each level, for every N; at one N that is a number
try "$rmr" prove yang_anderson --check P3,P4 --json
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"by":"matches","bound":{"each_level":3,"more":0}' &&
  tr -d ' \n' < out | grep -qF '"by":"matches","bound":{"each_level":4,"more":2}' ||
  fail "steps of a tree: $(cat out err)"
try "$rmr" prove dekker --check P3,P4 -n 5..8
[ $code -eq 0 ] && grep -q 'for N = 5..8, as for every N: an exit takes at most 2 ceil(lg N) own steps' out ||
  fail "steps of trees: exit $code, $(cat out err)"
try "$rmr" prove dekker --check P4 -n 5
[ $code -eq 0 ] && grep -q 'an entry that nobody disturbs takes at most 8 own steps (' out ||
  fail "steps of one tree: exit $code, $(cat out err)"
try "$rmr" prove dekker --check P1,rmr
[ $code -eq 0 ] && grep -q '^P1     holds for every N (' out &&
  grep -qF 'at most 13 ceil(lg N) in a passage, for every N: at each level 13' out ||
  fail "a tree: exit $code, $(cat out err)"
try "$rmr" prove yang_anderson --check rmr -m dsm --json
[ $code -eq 0 ] && tr -d ' \n' < out | grep -qF '"bound":{"each_level":10},"by":"matches"' || fail "dsm: $(cat out err)"
try "$rmr" prove dekker --check rmr -n 6
[ $code -eq 0 ] && grep -qF 'at most 39 in a passage, for N = 6, as for every N' out ||
  fail "one N: exit $code, $(cat out err)"
try "$rmr" prove dekker --check rmr -m dsm
[ $code -eq 30 ] && grep -qF 'not decided: a match has no bound' out || fail "no bound: exit $code, $(cat out err)"
try "$rmr" prove kessels --check P1 --certificate x.txt
[ $code -eq 30 ] && [ ! -e x.txt ] && grep -q 'P1 is proved by the matches of a tree' err ||
  fail "a certificate of matches: exit $code, $(cat out err)"
for n in 2 3 $(of_speed 4 ''); do
  "$rmr" explore -a peterson -n $n --passages inf --check rmr --json > most || fail "peterson, N = $n"
  most=$(grep -o '"worst": [0-9]*' most | grep -o '[0-9]*' | sort -n | tail -n 1) m=$((n - 1))
  [ "$most" -gt 0 ] && [ "$most" -le $((1 + 4 * m + 3 * m * m + m * m * m)) ] || fail "levels at N = $n: $most"
done

# a claim that holds for every N is not asked of each
try "$rmr" prove burns_lynch -n 2..64 --check P1,rmr
[ $code -eq 30 ] && grep -qF 'holds for N = 2..64, as for every N (66 states)' out && grep -q '^rmr    no bound' out ||
  fail "a range: exit $code, $(cat out err)"
try "$rmr" prove burns_lynch -n 64 --check P1 --json
[ $code -eq 0 ] && grep -q '"every_n": true' out || fail "a range as JSON: exit $code, $(cat out err)"
try "$rmr" prove burns_lynch -n 5 --check P1 --certificate five.txt
[ $code -eq 0 ] && ! grep -q 'as for every N' out && grep -q '^n 5$' five.txt ||
  fail "the certificate of one N: exit $code, $(cat out err)"

# one graph at a single N
try "$rmr" prove philosophers:graph=ring -n 3..5 --check P1
[ $code -eq 0 ] && ! grep -q 'any graph' out && grep -q 'holds for N = 3..5' out ||
  fail "a ring: exit $code, $(cat out err)"
try "$rmr" prove philosophers:graph=ring:5 -n 4 --check P1
[ $code -eq 64 ] && [ ! -s out ] || fail "a ring of another size: exit $code, $(cat out err)"

# numbers whose range N determines are followed without it, which the answer says; no certificate has such a proof
try "$rmr" prove bw_bakery -n 2
[ $code -eq 0 ] && head -n 1 out | grep -q 'as long as no number leaves its range$' &&
  grep -q 'at most 15 in a passage' out || fail "bw_bakery: exit $code, $(cat out err)"
try "$rmr" prove bw_bakery -n 2 --check P3 --json
[ $code -eq 0 ] && grep -q '"assumes": "ranges"' out || fail "bw_bakery: JSON: $(cat out err)"
try "$rmr" prove bw_bakery -n 2 --check P3 --certificate x.txt
[ $code -eq 30 ] && [ ! -e x.txt ] && grep -q 'without their ranges' err ||
  fail "a certificate without ranges: exit $code, $(cat out err)"
try "$rmr" prove bakery -n 2 --json
[ $code -eq 0 ] && ! grep -q assumes out || fail "bakery assumes ranges: $(cat out err)"
# nobody sees that another one is choosing
sed 's/^algorithm bw_bakery/algorithm hasty/; /^  1   choosing/s/true/false/; s#"parts/#"'"$source"'/algos/parts/#' \
  "$source/algos/bw_bakery.alg" > hasty_bw.alg
try "$rmr" prove ./hasty_bw.alg -n 2 --check P1
[ $code -eq 30 ] && grep -q '^P1     not proved' out || fail "bw_bakery without choosing: exit $code, $(cat out err)"

# a tournament at one N is proved match by match, of which there are no certificates
try "$rmr" prove recoverable_peterson -n 3..4 --check P1,rmr
[ $code -eq 0 ] && grep -q '^P1     holds for N = 3..4 ([0-9]* states of a match)$' out &&
  grep -q '^rmr    at most 26 in a passage, .* states of a match, with copies)$' out ||
  fail "recoverable_peterson: exit $code, $(cat out err)"
try "$rmr" prove kessels -n 4 --check P1,rmr --json
[ $code -eq 0 ] && [ "$(grep -c '"by": "matches"' out)" -eq 2 ] || fail "kessels: JSON: $(cat out err)"
try "$rmr" prove kessels -n 3 --check P1 --certificate proof.txt
[ $code -eq 30 ] && [ ! -e proof.txt ] && grep -q 'P1 is proved by views' err ||
  fail "kessels: exit $code, $(cat out err)"

# the message about a text that is not followed says where, and whether a single N helps
for what in two_stage:'written in C':0 yang_anderson_fast:'depends on N':1 fischer:time:0 splitter:renaming:0; do
  IFS=: read -r name why helps <<< "$what"
  try "$rmr" prove "$name"
  [ $code -ne 0 ] && [ ! -s out ] && grep -q "$why" err || fail "$name: exit $code, $(cat out err)"
  [ "$(grep -c '^It is followed at a single N, such as -n 3\.$' err)" -eq "$helps" ] || fail "$name: $(cat err)"
done
# a step that has no outcome is one that is not followed, not one that no process takes
step_of() {
  cat > "$1.alg"  << END
algorithm $1 "A loop or a division in the exit"
shared X : 0..1
shared lock : boolean
process i
  local j, k : 0..N
  local bit : 0..1
  waiting
  1   repeat until not test_and_set(lock)
      critical section
  exit
  2   bit := X
      $2
  3   X := bit
  4   lock := false
END
  try "$rmr" prove "./$1.alg" --check P3
}
not_followed() { # NAME BODY WHY
  step_of "$1" "$2"
  [ $code -ne 0 ] && [ ! -s out ] && grep -q "$3" err || fail "$1: exit $code, $(cat out err)"
}
ends='a loop without an access that may not end'
not_followed same 'k := 0; while k = 0 do k := 0 end while' "$ends"
not_followed found 'while bit = 0 do bit := 0 end while' "$ends"
not_followed apart 'for j := 1 to N do k := j; while k != i do k := j end while end for' "$ends"
not_followed down 'j := N; while j > i do if bit = 0 then j := j - 1 else j := j + 1 end if end while' ''
not_followed to_and_fro 'j := 1; while j < i do if j = i then j := j - 1 else j := j + 1 end if end while' "$ends"
not_followed zero 'bit := bit div bit' 'a division that may be by 0'
step_of passed "k := i; for j := 1 to N do if j = k then bit := 1 end if end for
      for k := N downto 1 do bit := bit end for"
[ $code -eq 0 ] && grep -q '^P3     holds for every N' out || fail "two loops that end: exit $code, $(cat out err)"
step_of nested 'for j := 1 to N do for k := N downto 1 do if j = k then bit := 1 - bit end if end for end for'
try "$rmr" prove ./nested.alg --check P3 -n 3 --certificate nested
[ $code -eq 0 ] && "$rmr" check-certificate nested > out || fail "a loop in a loop: exit $code, $(cat out err)"
# nor is a value that a local, or a register, has no room for
beyond() { # SHARED LOCAL EXIT WHY [N]
  cat > beyond.alg << END
algorithm beyond "A value without room"
shared lock : boolean
shared R : $1
process i
  local $2
  waiting
  1   repeat until not test_and_set(lock)
      critical section
  exit
$3
  9   lock := false
END
  try "$rmr" prove ./beyond.alg --check P3 -n "${5:-any}"
  [ $code -ne 0 ] && [ ! -s out ] && grep -q "$4" err || fail "beyond, $1, $2: exit $code, $(cat out err)"
}
room='a value for which a local array or record may have no room'
beyond '(a: 0..3, b: boolean)' 'x : (a: 0..3, b: boolean)' $'x := (i, false)\n2 R := (0, x.a = 1)' "$room"
beyond '0..3' 'x[1..2] : 0..3' $'x[1] := i\n2 R := x[1]' "$room"
beyond 'natural' 'x[1..2] : 0..3' $'2 x[1] := R\n3 R := x[1] + 1' "$room"
beyond '1..N' 'x : 0..N' '2 R := i - 1' 'a register may leave its range'
beyond 'process' 'x : process or nil' $'x := nil\n2 R := x' 'a register may leave its range'
beyond 'set of 0..3' 'x : set of 0..7' $'2 x := R\n3 R := x union {i + 2}' 'a register may leave its range' 2
# any sessions and passages are covered, but for a text that asks for the number of its passages
try "$rmr" prove glb --check P1 --sessions any:2 --passages inf --json
[ $code -eq 0 ] && grep -q '"sessions": "any:2"' out && grep -q '"passages": "inf"' out && ! grep -q '"rmr"' out ||
  fail "a scope as JSON: exit $code, $(cat out err)"
sed 's/^algorithm bakery/algorithm counted/; s/: 0\.\.1$/: 0..(if passages = 0 then 1 else 1)/' \
  "$source/algos/bakery.alg" > counted.alg
try "$rmr" prove ./counted.alg --check P1 --passages inf
[ $code -eq 0 ] || fail "a text that names passages: exit $code, $(cat out err)"
try "$rmr" prove ./counted.alg --check P1 --passages 2
[ $code -eq 64 ] && grep -q 'asks for their number' err || fail "passages of such a text: exit $code, $(cat out err)"
for bad in "--cost steps" "--sessions any:0" "--sessions 1,2" "-n 3 --sessions 1,2" "-n 2..3 --sessions 1,2" \
  "--passages 0" "--passages x" "--passages -1" "--passages 99999999999999999999" \
  "-n 1" "-n 65" "-n 4..2" "-n x" "-n 2.." "-n -18446744073709551613" "--check P2" \
  "--check P1,P1" "--check ," "-m ccc" "--mem 0"; do
  # shellcheck disable=SC2086 # two words are meant
  try "$rmr" prove glb $bad
  [ $code -eq 64 ] && [ ! -s out ] && [ -s err ] || fail "$bad: exit $code, $(cat out err)"
done
