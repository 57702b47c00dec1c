#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The edges of the language, of simulations and of proofs: texts of a few lines in which a value is larger than usual,
# an expression stands in a rare place, or a word has another meaning elsewhere. Where two ways lead to an answer, both
# must agree; where the prover cannot follow, it says so.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# compiled NAME: NAME.alg in C; false: there is no compiler
compiled() {
  command -v cc > /dev/null || return 1
  "$rmr" compile "./$1.alg" -o "$1.so" > compile.log 2>&1 || fail "$1: $(cat compile.log)"
}
# lock NAME DECLARATIONS ENTRY: a lock that lets in whoever comes to C
lock() {
  toy "$1" <<< "$2
shared L : boolean
process i
$3
  20 wait until test_and_set(L) = false
  C: critical section
  exit
  30 L := false"
}

# --- expressions ------------------------------------------------------------------------------------------------------

toy places << 'END'
shared A[1..2] : boolean
invariant I1 "index" : forall p in 1..1 : not A[if P[p] at 2 then 1 else 2]
invariant I2 "apart" : forall p in 1..1 : not (if P[p] at 2 then A[1] else A[2])
process i
  doorway
  1 A[1] := true
  waiting
  2 wait until A[1]
  critical section
  exit
  3 A[1] := false
END
expect 12 'I1  fails: index; 1 step' "$rmr" explore -a ./places.alg -n 1 --check invariants
grep -q 'I2  fails: apart; 1 step' out.txt || fail "the same written apart: $(cat out.txt)"
sed '/I2/d; s/at 2/at 99/' places.alg > nowhere.alg
expect 64 "no line '99' makes an access" "$rmr" explore -a ./nowhere.alg -n 1

# The last value of a `for` is computed before each round, the first one, too.
for bound in 'X' 'max(X, 1)' 'min(X, 9)'; do
  toy rounds <<< "shared X : 0..9 initially 2
process i
  local j : 1..N
  waiting
  1 for j := 1 to $bound do
  2   X := 2
    end for
  3 wait until X != 0
  critical section
  exit
  4 X := 2"
  expect 0 'completed after 7 steps' "$rmr" simulate -a ./rounds.alg -n 1
done

for bound in 'max(N, 5)' 'min(N, 5)' '(N - N div 6)' '(N mod 6 + 1)'; do
  toy bounds <<< "shared X : boolean
process i
  local copy[1..$bound] : boolean
  waiting
  1 wait until not X
    copy[1] := true
  critical section
  exit
  2 X := copy[1]"
  expect 64 'the bound of a local array is a number times N and a number' "$rmr" simulate -a ./bounds.alg -n 2
done

# A slot is narrow in C only where no way leads on beyond its bound.
toy counts << 'END'
shared X : boolean
process i
  local j : 0..100
  doorway
  1 X := true
  j := 0
  repeat
    j := j + 1
    if j <= 10 then
      skip
    end if
  until j >= 40000
  waiting
  2 wait until X
  critical section
  exit
  3 X := true
END
expect 0 'completed after 13 steps' "$rmr" simulate -a ./counts.alg -n 1
! compiled counts || expect 0 'completed after 13 steps' "$rmr" simulate -a ./counts.so -n 1

toy negative << 'END'
parameter register : -9..9 = -3 "its name is a word of C"
shared X[1..2] : 0..20
process i
  waiting
  1 X[1] := 10 + max {register : h in 1..N}
  2 X[2] := 10 + max {(first k in 1..N : k > N else -1) : h in 1..N}
  critical section
  exit
  3 X[1] := 1
END
expect 0 '' "$rmr" simulate -a ./negative.alg -n 1 --trace t.txt
grep -q 'write X\[1\] := 7' t.txt && grep -q 'write X\[2\] := 9' t.txt || fail "max of negative values: $(cat t.txt)"
! compiled negative || expect 0 '' "$rmr" simulate -a ./negative.so -n 1 --trace t.txt
grep -q 'write X\[1\] := 7' t.txt && grep -q 'write X\[2\] := 9' t.txt || fail "the same in C: $(cat t.txt)"

toy wide << 'END'
shared X : (a : 0..40000+40000, b : boolean)
process i
  doorway
  1 X := (80000, true)
  waiting
  2 wait until X.a != 0
  critical section
  exit
  3 X := (0, false)
END
expect 0 'completed' "$rmr" simulate -a ./wide.alg -n 1

refused() { # WORDS SCRIPT: of places.alg
  sed "$2" places.alg > refused.alg
  expect 64 "$1" "$rmr" explore -a ./refused.alg -n 1
}
refused 'so it does not use the index' 's/A.1..2./A[k in 1..2]/; /^process/i environment e : A[k] := k = 1 when true'
refused 'C has not as many indices as A, whose attributes use them' \
  's/shared A.1..2./shared C, A[k in 1..2]/; /^shared/s/$/ initially k = 1/'
refused 'an invariant does not see local arrays' \
  '/I2/d; s/at 2/.few/; s/^process i/&\n  local few[1..2] : boolean/'
lock cas 'shared F : (a: process or nil, b: process or nil, c: process or nil)' '  waiting
  10 if compare_and_swap(F, (nil, nil, nil), (i, nil, nil)) = (nil, nil, nil) then goto C end if'
expect 64 'compare_and_swap compares 31 bits, and this register has 48' "$rmr" prove ./cas.alg

# --- simulations ------------------------------------------------------------------------------------------------------

toy labels << 'END'
shared X : boolean
process i
  waiting
  x1 X := true
  x2 wait until X
  critical section
  exit
  x3 X := true
END
expect 0 'completed' "$rmr" simulate -a ./labels.alg -n 1 --trace labels.sched
expect 0 'steps as recorded' "$rmr" replay labels.sched

# A process that crashed while it was parked, and one that takes the place of a dead one, are scheduled again.
for seed in 1 2 3 4 5 6; do
  expect 0 'completed after' "$rmr" simulate -a recoverable_peterson -n 3 --passages 5 --faults recover:6 \
    -s timed:crash=exp/1500 --seed $seed
  expect 0 'completed after' "$rmr" simulate -a burns_lynch -n 3 --passages 5 --faults stop:2,new:2 \
    -s crashing:rate=0.05,new=0.1,then=timed --seed $seed
done

# The passages of a dead process and of that in its place are no super-passage.
toy stops << 'END'
shared X[1..N] : boolean
process i
  doorway
  1 X[i] := true
  2 X[i] := true
  3 X[i] := true
  waiting
  4 wait until X[i]
  critical section
  exit
  5 X[i] := false
END
printf '%s\n' 'rmr-schedule 1' 'algorithm ./stops.alg' 'n 2' 'faults stop:1,new:1' 'P1 x3' 'crash P1' 'new P1' 'P1 x5' \
  'P2 x5' > stops.sched
echo '{"algorithms": "./stops.alg", "n": 2, "faults": "stop:1,new:1", "adversaries": "replay:file=stops.sched",
  "metrics": ["super.max"], "plots": []}' > stops.json
expect 0 'report' "$rmr" run stops.json -o stops
grep -q '"super.max": 5' stops/records.jsonl || fail "super.max: $(grep -o '"super.max": [0-9]*' stops/records.jsonl)"
expect 12 'P1           5  exact' "$rmr" explore -a ./stops.alg -n 2 --faults stop:1,new:1 --check P1 --cost super

# An RMR is due to the commit, not to the write that still was in a buffer.
toy late << 'END'
shared X : 0..N
shared D[1..N] : boolean
process i
  local r : 0..N
  doorway
  1 D[i] := true
    if i = 3 then
  2   r := X
  3   r := X
      D[i] := r = 0
    else
  5   X := i
    end if
  waiting
  6 wait until D[i]
  critical section
  exit
  7 D[i] := false
END
printf '%s\n' 'rmr-schedule 1' 'algorithm ./late.alg' 'n 3' 'order tso' 'P3 x1' 'P1 x2' 'P2 x1' 'P3 x1' 'P2 x1' \
  'commit P1' 'commit P1' 'P3 x1' > late.sched
"$rmr" replay late.sched --trace late.txt > /dev/null 2>&1
grep -q 'RMR (invalidated by P1 at #8)' late.txt || fail "the cause of an RMR: $(cat late.txt)"

# What an external program is told with buffers: all processes, and what the next step of each costs.
if command -v python3 > /dev/null; then
  cat > watching.py << 'END'
#!/usr/bin/env python3
import json, sys
foretold = None
for line in sys.stdin:
    told = json.loads(line)
    if told["hook"] == "start":
        print("{}", flush=True)
        continue
    if len(told["processes"]) != 3: sys.stderr.write("%d processes\n" % len(told["processes"]))
    event = told["event"]
    if foretold and event and event["action"] == "step" and (event["cause"] != "free") != foretold:
        sys.stderr.write("step %d costs otherwise\n" % event["step"])
    chosen = told["ready"][told["step"] * 7 % len(told["ready"])]
    foretold = [p["cost"] for p in told["processes"] if p["process"] == chosen][0]
    print(json.dumps({"choose": chosen}), flush=True)
END
  chmod +x watching.py
  for order in tso pso tso,drain=lazy; do
    "$rmr" simulate -a bakery -n 3 --order $order --passages 3 -s cmd:./watching.py > watched.txt 2>&1
    ! grep -E 'processes$|otherwise' watched.txt || fail "$order: another cost, or a process is missing"
  done
fi

# --- what few points suggest ------------------------------------------------------------------------------------------

{ echo 'series,N,value'; n=0; for value in 0 1 4 9 16 26 38 54; do echo "f,$((++n)),$value"; done; } > few.csv
expect 0 'undecided' "$rmr" fit few.csv

# --- proofs -----------------------------------------------------------------------------------------------------------

# not_proved WORDS [N]: wrong.alg lets in two, which no proof may miss
not_proved() {
  for n in any "${2:-2}"; do
    "$rmr" prove ./wrong.alg -n "$n" --check P1 > out.txt 2>&1
    ! grep -q '^P1 *holds' out.txt || fail "$1, N = $n: proved: $(cat out.txt)"
  done
  expect 12 'P1  fails' "$rmr" explore -a ./wrong.alg -n "${2:-2}" --check P1 --sessions distinct
}
lock wrong 'parameter k : 0..1000000000 = 536870913 "large"
shared F[1..N] : 0..1' '  local v : 0..1000000000
  waiting
     v := k
  10 F[i] := 1
     if v > 5 then goto C end if'
not_proved 'a large parameter'
lock wrong 'shared F : (a: 0..7, b: 0..65535, c: 0..65535)' '  local r : (a: 0..7, b: 0..65535, c: 0..65535)
  waiting
  10 F := (5, 0, 0)
  11 r := F
  12 if L and r.a = 5 then goto C end if'
not_proved 'a record of 35 bits'
lock wrong 'shared F[1..N] : (a: 0..15, b: 0..1)' '  local r : (p: 0..255, q: 0..1)
  waiting
     r := (200, 1)
  11 F[i] := (1, 1)
     if r.p = 200 then goto C end if'
not_proved 'a record of another type'
lock wrong 'shared X : 536870912..536870914 arbitrary' '  waiting
  10 skip
  11 if X > 5 then goto C end if'
not_proved 'a range of large numbers'
lock wrong 'shared X : 0..1 initially if sessions > 2 then 1 else 0
shared S[1..N] : session' '  waiting
  10 S[i] := mysession
  11 if X = 1 then goto C end if'
not_proved 'three sessions' 3

# --- a set of the names of a type; a power of a negative number -------------------------------------------------------

toy of_names << 'END'
type color = {none, black}
shared S : set of color
shared Y : 0..3 initially 1
process i
  waiting
  1 S := {black}
  2 Y := 2^(0 - 1)
  critical section
  exit
  3 S := {}
END
expect 0 'S.none 0  S.black 1  Y 1' "$rmr" explore -a ./of_names.alg -n 1 --check P1
expect 0 'set of {none, black}' "$rmr" show ./of_names.alg

# --- the first access of a passage, of a recovery or of a newcomer is to no register --------------------------------

toy starts << 'END'
shared X[1..2] : boolean
shared Lock : boolean
process i
  waiting
  1 X[mysession] := true
  2 repeat until not test_and_set(Lock)
  critical section
  exit
  3 Lock := false
END
sed 's/mysession/me/' starts.alg > named.alg
expect 12 'at line 1: there is no X[3], only X[1] to X[2]' "$rmr" simulate -a ./starts.alg -n 2 --sessions any:3 \
  --passages 20 --seed 5
sed -e 's/^  1 /  0 /' -e 's/^  waiting/  recover/' -e 's/^  2 /  waiting\n  2 /' starts.alg > recovers.alg
for what in explore simulate search "fences --order tso" "export --format promela"; do
  # shellcheck disable=SC2086 # several words are meant
  expect 12 'at line 1: there is no X[3], only X[1] to X[2]' "$rmr" $what -a ./starts.alg -n 2 --sessions any:3
done
expect 12 'P1 at line 1: there is no X[3], only X[1] to X[2]' "$rmr" explore -a ./named.alg -n 2 --faults stop:1,new:1
expect 12 'at line 0: there is no X[3], only X[1] to X[2]' "$rmr" explore -a ./recovers.alg -n 2 --sessions any:3 \
  --faults recover:1
expect 12 'at line 0: there is no X[3], only X[1] to X[2]' "$rmr" simulate -a ./recovers.alg -n 2 --sessions 1,3 \
  --faults recover:2 -s crashing:rate=0.5 --passages 9

# Registers are as many as passages: the observed process makes one, in the search as in its witness.
expect 0 'P1           8  exact' "$rmr" explore -a merritt_taubenfeld -n 1 --order pso --passages 2 --check rmr
