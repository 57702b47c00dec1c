#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Corners of writes that wait in buffers, and of fences: texts of a few lines, of which one answer is plain.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- a fence behind a critical section may end the passage, when the algorithm is in the next one already -------------

toy no_exit << 'END'
shared X : session initially 1
process i
  doorway
  1  skip
  waiting
  2  wait until X = mysession
  critical section
END
for fences in none cs; do
  expect 0 'P1  holds' "$rmr" explore -a ./no_exit.alg -n 2 --sessions any:2 --passages inf --order tso \
    --fences $fences --check P1
done

# ... and where passages are counted, in one that never begins

toy at_the_end << 'END'
shared B[1..N] : 0..1 at nobody
process i
  waiting
  1  B[i] := 1
  2  wait until B[3-i] = 1
  critical section
END
for fences in none cs all; do
  expect 0 'robust  holds' "$rmr" explore -a ./at_the_end.alg -n 2 --passages 1 --order tso --fences $fences \
    --check robust
done

# --- commits are no steps, in the listing and in the trace ------------------------------------------------------------

expect 0 'completed after 11 steps' "$rmr" simulate peterson -n 2 --order tso --trace trace.txt
tail -n 1 trace.txt | grep -Eqx 'completed after [0-9]+ actions, of which 11 are steps of processes' ||
  fail "the trace ends: $(tail -n 1 trace.txt)"

# --- names: one text is one set of fences, or one commit --------------------------------------------------------------

toy named << 'END'
shared X[1..N], Y : 0..2
process i
  doorway
  1     X[i] := 1
  none: Y := i
  waiting
  3  wait until X[3-i] = 0 or Y != i
     critical section
  exit
  4  X[i] := 0
END
for word in none all cs; do
  sed "s/none:/$word:/" named.alg > word.alg
  expect 64 "a line is called '$word', which means something else where fences are named" "$rmr" check ./word.alg
done
sed 's/none:/2/; s/\<Y\>/cs/' named.alg > word.alg
expect 64 "a register is called 'cs', which is the data of critical sections" "$rmr" check ./word.alg

# --- a header names all fences, however many lines there are ----------------------------------------------------------

long() { # NUMBER: of lines in the exit
  echo 'shared X[1..N], Y, Z : 0..2
process i
  local t : 0..2
  doorway
  1  X[i] := 1
  2  Y := i
  waiting
  3  wait until X[3-i] = 0 or Y != i
     critical section
  exit
  4  X[i] := 0'
  for k in $(seq "$1"); do echo "  exit$k t := Z"; done
}
long 200 | toy long
expect 0 'fence is needed' "$rmr" fences -a ./long.alg -n 2 --order pso --check P1 --no-costs --witness runs --buffer 4
n=0
for run in runs/*.sched; do
  grep -q 'buffer=4' "$run" || fail "$run does not tell the size of the buffer"
  expect 12 'steps as recorded' "$rmr" replay "$run"
  n=$((n + 1))
done
[ $n -gt 0 ] || fail "no run is written"
for k in $(seq 300); do echo "  a_label_that_is_rather_long_$k: t := Z"; done |
  cat long.alg - > longer.alg
expect 64 'all labels together have more than' "$rmr" check ./longer.alg

# --- a run that goes astray: a fence behind a line that writes is missing ---------------------------------------------

toy astray << 'END'
shared Q[1..2] : 0..1
shared D, F : 0..2
shared L : boolean
process i
  local t, d : 0..2
  doorway
  1  t := F
     if t != 0 then
  2    d := D
  3    if Q[d] = 1 then t := 0 end if
     end if
  waiting
  4  while test_and_set(L) do
     end while
     critical section
  exit
  5  D := i
  6  F := 1
  7  L := false
END
expect 0 'without 5: astray, N = 2: P1 at line 3: there is no Q[0]' "$rmr" fences -a ./astray.alg -n 2 --order pso \
  --check P1
"$rmr" fences -a ./astray.alg -n 2 --order pso --check P1 --json > astray.json
grep -q '"astray"' astray.json || fail "where it goes astray is not told: $(cat astray.json)"

# --- a fence is no execution of the line that it stands behind --------------------------------------------------------

expect 0 'P1           1  exact' "$rmr" explore -a peterson -n 2 --order tso --fences 3 --cost line:3 --check rmr
"$rmr" simulate -a peterson -n 2 --order tso --fences 2,3,cs --passages 10 > out.txt
[ "$(grep -c '  20  ' out.txt)" -eq 3 ] || fail "20 passages write each line 20 times: $(cat out.txt)"

# --- drains ----------------------------------------------------------------------------------------------------------

toy two_writes << 'END'
shared A, B, C : 0..2
process i
  local t : 0..2
  doorway
  0  t := C
     if i = 1 then
  1    A := 1
  2    B := 1
  3    t := C
  4    t := C
  5    t := C
     else
  11   t := B
  12   t := B
  13   t := B
  14   t := B
  15   t := B
     end if
  waiting
  20 wait until C = 0
     critical section
  exit
  21 t := C
END
sed 's/A, B, C/B, A, C/' two_writes.alg > other_order.alg
for text in two_writes other_order; do
  expect 12 'RMRs: 6 in all (cold 3, invalidated 1' "$rmr" simulate -a ./$text.alg -n 2 --order pso --drain worst \
    -s round_robin --data no
done
for question in explore search fences 'export --format promela'; do
  # shellcheck disable=SC2086
  expect 64 'drain=eager says when a simulation commits writes' "$rmr" $question -a peterson -n 2 \
    --order tso,drain=eager
done
echo '{"name": "d", "drive": "explore", "algorithms": "peterson", "n": 2, "order": "pso,drain=lazy"}' > d.json
expect 64 'd.json:1:78: drain=lazy says when a simulation commits writes' "$rmr" run d.json -o d

# --- a line that writes from the second passage on may have a fence ---------------------------------------------------

toy later << 'END'
shared X[1..N] : 0..2
shared Y : 0..3
process i
  private c : 0..1
  local old : 0..1
  doorway
  1  X[i] := 1
     old := c
     c := 1
     if old = 1 then
  2    Y := i
     end if
  waiting
  3  wait until X[3-i] = 0
  critical section
  exit
  4  X[i] := 0
END
expect 64 'line 3 of later writes nothing' "$rmr" native -a ./later.alg -n 2 --order relaxed --fences 3
"$rmr" native -a ./later.alg -n 2 --order relaxed --fences 2 --seconds 0.1 > out.txt 2>&1
grep -q 'exclusion' out.txt || fail "a fence behind line 2, which writes in the second passage: $(cat out.txt)"
