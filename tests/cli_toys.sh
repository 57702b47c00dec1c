#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Texts of a few lines whose answers are plain, where one way of looking at an algorithm once said something else than
# another.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

has() { grep -qF -- "$1" out.txt || fail "$2: nowhere '$1': $(cat out.txt)"; }

# --- a passage that only reads does not wait --------------------------------------------------------------------------

toy reads << 'END'
shared X, Y, Z : 0..2
process i
  local a : 0..2
  waiting
  1 a := Y
  2 await X = 0 or Y = 0 or Z = 0
  critical section
  exit
  3 a := Y
END
toy reads_one << 'END'
shared X, Y : 0..2
process i
  local a : 0..2
  waiting
  1 a := Y
  2 await X = 0
  critical section
  exit
  3 a := Y
END
for text in reads reads_one; do
  expect 0 'completed after 9 steps' "$rmr" simulate -a "./$text.alg" -n 1 --passages 3
  expect 12 'completed after 27 steps' "$rmr" simulate -a "./$text.alg" -n 3 --passages 3
  expect 0 'P6  holds' "$rmr" explore -a "./$text.alg" -n 2 --passages 2 --cost steps --check P6
  expect 0 'At least' "$rmr" search -a "./$text.alg" -n 2 --passages 2 --effort 10K
done
# a wait that goes round within its section does wait: for both registers
toy goes_round << 'END'
shared X, Y : 0..2
process i
  local a : 0..2
  waiting
  repeat
  1 await X = 0
  2 a := Y
  until a = 1
  critical section
  exit
  3 Y := 1
END
expect 11 'deadlock after 4 steps' "$rmr" simulate -a ./goes_round.alg -n 2

# --- changes of the environment, where writes wait in buffers ---------------------------------------------------------

toy gate << 'END'
claims not P1
shared Go : boolean
environment go "opens the gate" : Go := true when not value
process i
  waiting
  1 wait until Go
  critical section
  exit
  2 skip
END
for order in sc tso pso; do
  expect 12 'P1  fails; 3 steps' "$rmr" explore -a ./gate.alg -n 2 --check P1,P7 --order $order
  "$rmr" explore -a ./gate.alg -n 2 --check P1,P7 --order $order > out.txt
  has 'P7  holds' "$order"
  "$rmr" explore -a abortable_queue -n 2 --check rmr --order $order > out.txt
  [ "$(grep -c ' 11  exact ' out.txt)" -eq 2 ] || fail "abortable_queue, $order: $(cat out.txt)"
done
"$rmr" fences -a abortable_queue -n 2 | grep -q '^none *right *15 *7 *22$' || fail "fences of abortable_queue"
"$rmr" export -a ./gate.alg -n 2 --format promela --order tso | grep -q '^active proctype Environment' ||
  fail "the model with buffers has no environment"

# --- a delay that nothing comes before --------------------------------------------------------------------------------

toy late_exit << 'END'
shared X : boolean
process i
  waiting
  1 repeat until not test_and_set(X)
  critical section
  exit
  2 delay 2
  3 X := false
END
toy late_entry << 'END'
shared X : 0..2
process i
  waiting
  1 delay 5
  2 X := 1
  critical section
  exit
  3 X := 0
END
for text in late_exit:2 late_entry:1; do
  for command in explore simulate; do
    expect 64 "begins with the delay of line ${text#*:}; with --time expected an access before it" \
      "$rmr" $command -a "./${text%:*}.alg" -n 2 --time slow=1,cs=9
  done
done
expect 0 'P1  holds' "$rmr" explore -a ./late_exit.alg -n 2 --check P1

# --- crashes ----------------------------------------------------------------------------------------------------------

# nobody has written, so no copy was taken away
printf '%s\n' 'rmr-schedule 1' 'algorithm recoverable_owner' 'n 1' 'faults recover:1' 'P1 x1' 'crash P1' 'P1 x1' \
  > cold.sched
expect 0 'cold 2, invalidated 0, write 0' "$rmr" replay cold.sched

# --- why a step cannot be made ----------------------------------------------------------------------------------------

cannot() { # WHY LINE...
  local why=$1
  shift
  printf '%s\n' 'rmr-schedule 1' "$@" > cannot.sched
  expect 64 "$why" "$rmr" replay cannot.sched
}
cannot 'which waits until its writes are committed' 'algorithm peterson' 'n 2' 'order tso,fences=3' 'P1 x3'
cannot 'which is in a delay' 'algorithm fischer:delay=2' 'n 2' 'time slow=1' 'P1 x3'
cannot 'which has crashed' 'algorithm burns_lynch' 'n 2' 'faults stop:1' 'P1 x2' 'crash P1' 'P1 x1'

# --- only processes in conflict bypass each other ---------------------------------------------------------------------

toy neighbours << 'END'
parameter graph "who conflicts"
parameter order "in which order"
shared choosing[1..N] : boolean
shared number[1..N] : natural
process i
  local k : 1..N
  doorway
  1 choosing[i] := true
  2 number[i] := 1 + max {number[neighbour(i, p)] : p in 1..degree(i)}
  3 choosing[i] := false
  waiting
  for k := 1 to degree(i) do
  6 wait until not choosing[neighbour(i, k)]
  7 wait until not (number[neighbour(i, k)] != 0 and (number[neighbour(i, k)], neighbour(i, k)) < (number[i], i))
  end for
  critical section
  exit
  10 number[i] := 0
END
# bypasses WORDS...: the exact values of all processes, on one line
bypasses() { "$rmr" explore -a "$@" --check P1 --cost bypass | awk '/ exact / {printf "%s ", $2}'; }
[ "$(bypasses ./neighbours.alg:graph=path:3 -n 3 --passages 3)" = '1 2 1 ' ] || fail "the bypasses on a path"
[ "$(bypasses rooms -n 2 --sessions same --passages 2)" = '0 0 ' ] || fail "the bypasses within a session"
[ "$(bypasses glb -n 3 --sessions 1,1,2 --passages 2)" = '1 1 2 ' ] || fail "the bypasses of two sessions"
"$rmr" simulate -a ./neighbours.alg:graph=path:3 -n 3 --passages 400 --json | grep -q '"max_bypass": 2,' ||
  fail "the ledger's bypasses on a path"
"$rmr" prove ./neighbours.alg --check bypass | grep -q 'each conflicting one enters at most 1 time' ||
  fail "the proof of the bypasses on a graph"
expect 0 'each conflicting one enters at most 1 time' "$rmr" prove glb --check bypass --certificate bypass.txt
expect 0 'bypass confirmed for every N: while a process waits, each conflicting one enters at most 1 time' \
  "$rmr" check-certificate bypass.txt

# --- a section that is over in its process, but not in memory ---------------------------------------------------------

toy late_data << 'END'
claims not P1
shared K : 0..1
process i
  waiting
  if i = 2 then
  1 wait until K = 1 and mysession = 2
  elsif mysession = 2 then
  2 K := 1
  3 wait until K = 0
  else
  4 skip
  end if
  critical section
  exit
  5 skip
END
expect 12 'P1  fails' "$rmr" explore -a ./late_data.alg -n 2 --sessions any:2 --passages 2 --order pso --check P1 \
  --witness late_data.sched
expect 12 "P2 (session 2) enters the CS before a write of P1's section is in memory" "$rmr" replay late_data.sched

# --- values read before in one evaluation -----------------------------------------------------------------------------

# P4 says how many own steps an entry takes that nobody disturbs: 1, and the reads of line 2.
reads() {
  toy evaluation <<< "claims space: 1
shared B[1..N] : 0..2 initially 1
shared L : 0..2
process i
  local x : 0..30
  waiting
  1 L := 1
  2 x := $2
  critical section
  exit
  3 L := x - x"
  expect 0 "an entry that nobody conflicts with takes at most $1 own steps" \
    "$rmr" explore -a ./evaluation.alg -n 3 --check P4
}
reads 2 'L + L'
reads 3 'L + again L + L'
reads 3 'if L = 1 then B[i] else B[i] + 1'
reads 5 'L + max {B[k] + L : k in 1..N}'
reads 7 'max {B[k] + L : k in 1..N}'
reads 5 'max {B[k] : k in 1..N} + B[i]'
reads 7 'max {B[k] : k in 1..N} + max {B[k] : k in 1..N}'
for perhaps in '(if L = 1 then B[i] else 0) + B[i]' '(if L = 1 then again L else 0) + L' \
  'L + max {again L : k in 1..N} + L'; do
  sed -i "s/^  2 x := .*/  2 x := $perhaps/" evaluation.alg
  expect 64 'it depends on the values whether this register has been read' "$rmr" check ./evaluation.alg
done

# --- the finds of an adversary that looks ahead -----------------------------------------------------------------------

toy endless << 'END'
shared L : boolean
process i
  local x : 0..2
  waiting
  1 L := true
    x := i
    while x = 2 do x := 2 end while
  2 L := true
  critical section
  exit
  3 L := false
END
for adversary in random foresight worst_crash; do
  expect 12 'P2 at line 1: a loop makes no access, and does not end' \
    "$rmr" simulate -a ./endless.alg -n 2 -s $adversary --max-steps 20
done

# --- Recover where nobody crashes is no part of an exit ---------------------------------------------------------------

toy waits_in_recover << 'END'
shared A, L : boolean
process i
  recover
  1 wait until not A
  waiting
  2 wait until not test_and_set(L)
  critical section
  exit
  3 A := true
  4 A := false
  5 L := false
END
for faults in '' '--faults stop:1'; do
  # shellcheck disable=SC2086
  expect 0 'an exit takes at most 3 own steps' "$rmr" explore -a ./waits_in_recover.alg -n 2 --check P3 $faults
done
expect 12 'P3  fails' "$rmr" explore -a ./waits_in_recover.alg -n 2 --check P3 --faults recover:1
expect 0 'an exit takes at most 3 own steps' "$rmr" prove ./waits_in_recover.alg --check P3

# --- a loop of gotos that goes on behind its last goto to the head ---------------------------------------------------

toy gotos << 'END'
shared c[1..N] : boolean
shared k : 1..N
process i
  local j : 0..N
  waiting
  c[i] := true
  A: j := k
  B: if j = i then goto C end if
  if c[j] then goto A end if
  j := j mod N + 1
  goto B
  C: k := i
  critical section
  exit
  c[i] := false
END
for seed in 1 2 3; do
  expect 0 'RMRs per passage' "$rmr" simulate -a ./gotos.alg -n 3 -s bursty --seed $seed --passages 5 --max-steps 5000
done

# --- numbers at the ends of what they can be --------------------------------------------------------------------------

toy wraps << 'END'
shared Z : natural
process i
  local k : natural
  waiting
  1 Z := 1
  2 k := Z
    k := 2^(62*k)
  3 Z := k + k
  critical section
  exit
  4 Z := 0
END
expect 12 'writes -9223372036854775808 to Z, outside its declared range' "$rmr" simulate -a ./wraps.alg -n 1
sed 's/^shared Z : .*/shared Z : (a: 0..2^3, b: 0..2^3)/; s/^  1 .*/  1 Z := (8, 0)/; s/Z := 0/Z := (0, 0)/
  s/^  2 .*/  2 k := Z.a/; /2^(62/d; s/k + k/(k, 1)/' wraps.alg > powers.alg
expect 0 '' "$rmr" explore -a ./powers.alg -n 1 --check P1

# --- an expression evaluated as a whole is evaluated so in C as well --------------------------------------------------

for whole in '(X, X div Y) < (1, 0)' 'X in {0, X div Y}' 'X in 1..X div Y' 'exists k in {X, X div Y} : k = 0'; do
  toy whole <<< "claims space: 1
shared X, Y : 0..3
process i
  local q : boolean
  waiting
  1 q := $whole
  2 Y := if q then 1 else 2
  critical section
  exit
  3 Y := 0"
  expect 12 'P1 at line 1b: a division by 0' "$rmr" simulate -a ./whole.alg -n 1
  if command -v cc > /dev/null; then
    "$rmr" compile ./whole.alg -o whole.so > /dev/null 2>&1 || fail "$whole: cannot be compiled"
    expect 12 'P1 at line 1b: a division by 0' "$rmr" simulate -a ./whole.so -n 1
  fi
done

# --- others than processes write --------------------------------------------------------------------------------------

# P1 reads X twice until both reads agree, and the environment changes X between them for ever.
toy toggle << 'END'
shared X, Y : boolean
environment flip : X := not value when true
process i
  local a, b : boolean
  waiting
      repeat
  1     a := X
  2     b := X
      until a = b
      critical section
  exit
  3   Y := false
END
expect 11 'P2  fails: P1 can starve' "$rmr" explore -a ./toggle.alg -n 1 --passages inf --check P2,P6
has 'P6  fails' "toggle"

# Between the two writes of 2, X is 0 again, so the second is not as good as the first.
toy twice << 'END'
shared X[1..N] : 0..2
shared Z : 0..1
shared Y[1..N] : boolean
environment zero : X[k] := 0 when value = 2
process i
  local a, b, c, d : 0..2
  local z : 0..1
  waiting
      if i = 1 then
  1     X[i] := 2
  2     X[i] := 2
  3     z := Z
  4     wait until z = 0 or Y[1]
      else
  5     z := fetch_and_store(Z, 1)
  6     a := X[1]
  7     b := X[1]
  8     c := X[1]
  9     d := X[1]
  10    wait until (a = 0 and b = 2 and c = 0 and d = 2) or Y[1]
      end if
      critical section
  exit
  11  Y[i] := false
END
for order in tso pso; do expect 12 'P1  fails' "$rmr" explore -a ./twice.alg -n 2 --order $order --check P1; done

toy mistakes << 'END'
shared T : time horizon 3
shared E : 0..7 initially 2 epoch
shared Y : boolean
process i
  waiting
  1   wait until now - T >= 3
  2   T := now
      critical section
  exit
  3   Y := false
END
refused() { # LINE:COLUMN WORDS SCRIPT
  sed "$3" mistakes.alg > mistake.alg
  expect 64 "mistake.alg:$1: $2" "$rmr" explore -a ./mistake.alg -n 1
}
refused 5:21 'the environment cannot change T, which holds a time' '/^process/i environment lapse : T := 0 when true'
refused 5:20 'the environment cannot change E, which counts crashes' '/^process/i environment bump : E := 3 when true'
refused 3:23 'crashes count E, so it is not initialised arbitrarily' 's/ initially 2 epoch/ epoch arbitrary/'
refused 5:14 'an invariant asks for no times' '/^process/i invariant Q1 : T <= 3'

toy epoch << 'END'
shared E : 0..7 initially 2 epoch
shared Y : 0..7
process i
  recover
  1   Y := E
  waiting
  2   Y := 0
      critical section
  exit
  3   Y := 1
END
expect 64 'E is 8 after all crashes of the system, outside its declared range' "$rmr" explore -a ./epoch.alg -n 1 \
  --faults system:6 --check P1
expect 0 'P1  holds' "$rmr" explore -a ./epoch.alg -n 1 --faults system:5 --check P1
has 'E 7' 'the largest epoch'

# --- large numbers ----------------------------------------------------------------------------------------------------

toy nothing << 'END'
shared Y[1..N] : boolean
shared S[1..N] : session
process i
  waiting
  1   Y[i] := true
  2   S[i] := mysession
      critical section
  exit
  3   Y[i] := false
END
for sessions in 1,2 63,64 64,65 64,128; do
  expect 12 'P1  fails; 4 steps' "$rmr" explore -a ./nothing.alg -n 2 --sessions $sessions --order tso --check P1 \
    --witness w.sched
  expect 12 'VIOLATION at step 4: P1' "$rmr" replay w.sched
done
expect 0 'P1  holds' "$rmr" explore -a ./nothing.alg -n 2 --sessions 65,65 --order tso --check P1

# P2 comes only if P1 takes long enough; a delay that was cut to 32 bits would be one of a single tick.
toy delays << 'END'
shared T : time horizon 5
shared S, Y, Z : boolean
process i
  waiting
      if i = 1 then
  1     T := now
  2     S := true
  3     delay 50
  4     Y := true
      else
  5     wait until S
  6     wait until now - T >= 5
  7     if not Y then
  8       wait until Z
        end if
      end if
      critical section
  exit
  9   Z := false
END
expect 11 'P7  fails' "$rmr" explore -a ./delays.alg -n 2 --time slow=1 --check P7
sed -i 's/delay 50/delay 2^32 + 1/' delays.alg
# With sanitizers it takes half a minute to count so many.
[ "$(of_speed count leave)" = leave ] ||
  expect 30 'more than 4194304 local states' "$rmr" explore -a ./delays.alg -n 2 --time slow=1 --check P7

# --- who holds a register ---------------------------------------------------------------------------------------------

toy held << 'END'
shared L : boolean held by if value then 1 else nil
shared X : boolean
process i
  waiting
  1   X := true
  2   wait until not L
  3   if compare_and_swap(L, false, true) then
  4     wait until not L
      end if
      critical section
  exit
  5   L := false
END
expect 12 'P1           1  exact' "$rmr" explore -a ./held.alg -n 4 --check P1 --cost meals
for p in 2 3 4; do has "P$p           2  exact" "those that are alike but for holders"; done

# The first line is the wait: a process that rests, or has made its passages, does not stand at it.
toy rests << 'END'
shared O : process or nil held by value
process i
  waiting
      repeat
  1     wait until O = nil
  2   until compare_and_swap(O, nil, i) = nil
      critical section
  exit
  3   O := nil
END
expect 0 'P1           2  exact' "$rmr" explore -a ./rests.alg -n 2 --check P1 --cost meals

# --- labels -----------------------------------------------------------------------------------------------------------

toy apart << 'END'
shared A[1..N] : 0..3
process i
  waiting
  8a  A[i] := 1
  9   A[i] := 2
  8b  A[i] := 3
      critical section
  exit
  10  A[i] := 0
END
expect 64 "other lines stand between those of '8'" "$rmr" explore -a ./apart.alg -n 1 --cost line:8
expect 64 "other lines stand between those of '8'" "$rmr" explore -a ./apart.alg -n 1 --order tso --fences 8
sed 's/^  9 /  8b/; s/^  8b  A\[i\] := 3/  9   A[i] := 3/' apart.alg > beside.alg
expect 0 'P1           2  exact' "$rmr" explore -a ./beside.alg -n 1 --check P1 --cost line:8

# --- a loop within a loop that waits reads a register again -----------------------------------------------------------

toy again << 'END'
shared X : process or nil
shared F[1..N] : boolean initially true
environment off : F[k] := false when value
process i
  local j : 0..N
  local p : process or nil
  waiting
      repeat
        for j := N downto 1 do
  1       p := X
        end for
  2   until not F[i]
      critical section
  exit
  3   F[i] := true
END
for s in round_robin random; do
  expect 11 'deadlock after' "$rmr" simulate -a ./again.alg -n 3 --passages 2 -s $s
done
expect 13 'P2  fails' "$rmr" explore -a ./again.alg -n 2 --passages inf --check P2

# --- first come, first served, where a process returns to its doorway, or begins anew after a crash -------------------

toy there_and_back << 'END'
claims P5
shared F[1..N] : 0..3
shared L : boolean
process i
  local seen : 0..3
  doorway
  1 seen := F[3 - i]
  2 F[i] := 1
  waiting
  3 F[i] := 2
  doorway
  4 F[i] := 3
  waiting
    if seen = 1 or seen = 3 then
  5   wait until F[3 - i] = 0
    end if
  6 wait until not test_and_set(L)
  critical section
  exit
  7 L := false
  8 F[i] := 0
END
expect 0 'P5  holds' "$rmr" explore -a ./there_and_back.alg -n 2 --check P5
# P1 is back in its doorway when P2 begins, so it is not ahead of it.
printf 'rmr-schedule 1\nalgorithm ./there_and_back.alg\nn 2\nP1 x3\nP2 x6\nsteps 9\n' > back.sched
expect 0 'all 9 steps as recorded' "$rmr" replay back.sched
if "$rmr" replay back.sched 2>&1 | grep 'P5:'; then fail "P1 had returned to its doorway"; fi

toy anew << 'END'
claims P5
shared came[1..N] : boolean
shared L : boolean
process i
  recover
  8 came[i] := false
  doorway
  1 came[i] := true
  waiting
  2 wait until not test_and_set(L)
  critical section
  exit
  3 L := false
END
expect 12 'P5  fails' "$rmr" explore -a ./anew.alg -n 2 --check P5 --faults recover:1
after_crash() { printf 'rmr-schedule 1\nalgorithm ./anew.alg\nn 2\nfaults recover:1\nP1 x2\ncrash P1\n%b' "$1"; }
# P2 waits already when P1 begins anew ...
after_crash 'P2 x2\nP1 x3\nsteps 8\n' > anew.sched
expect 12 'P5: P1 enters the CS before P2' "$rmr" replay anew.sched
# ... and has not come so far here.
after_crash 'P2 x1\nP1 x1\nP2 x1\nP1 x2\nsteps 8\n' > before.sched
expect 0 'all 8 steps as recorded' "$rmr" replay before.sched

# --- a change has a name that schedules do not know otherwise ---------------------------------------------------------

for name in n steps P3 crash; do
  toy named << END
shared F[1..N] : boolean
environment $name : F[k] := true when not value
process i
  waiting
  1 wait until F[i]
  critical section
  exit
  2 F[i] := false
END
  expect 64 "a change is called '$name', which means something else in schedules" "$rmr" check ./named.alg
done
sed -i 's/ crash : F/ open : F/' named.alg
printf 'rmr-schedule 1\nalgorithm ./named.alg\nn 2\nopen F[1]\nP1\n' > named.sched
expect 64 'named.sched:5:3: no step behind P1' "$rmr" replay named.sched

# --- the data of critical sections fill a buffer, too -----------------------------------------------------------------

toy reads_alone << 'END'
shared A[1..N] : boolean initially true
process i
  waiting
  1 wait until A[i]
  critical section
  exit
  2 wait until A[i]
END
expect 0 'P1  holds (bounded by buffers of 2 writes)' \
  "$rmr" explore -a ./reads_alone.alg -n 1 --check P1 --passages inf --order tso --buffer 2
expect 0 '9 passages' "$rmr" simulate -a ./reads_alone.alg -n 1 --passages 9 --order tso --buffer 2
