#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Algorithms as text (docs/language.md). The shipped texts, read from their files, give the same answers and runs as the
# built-in algorithms that were compiled from them; those of tests/language/ the same as the algorithms in C of their
# names; the bakery of docs/language.md the same as the built-in one. A text that is wrong is refused with its place and
# what was meant.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- the same answers and runs ----------------------------------------------------------------------------------------

# The answers have the algorithm's own name, and the lines of the witnesses its text. In C, labels of parts are 1_2.
bare() {
  sed -E 's/"(algorithm|title|text|note|source)": "[^"]*"/"\1": ""/g; s/\\nalgorithm [^\\]*//
    s/([0-9])_([0-9])/\1.\2/g' | grep -vE '^ *"seconds"'
}

same() {
  if [ ! -s "$1" ] || ! grep -q "$4" "$1"; then fail "$3: no answer: $(cat "$1" err.log)"; fi
  cmp -s "$1" "$2" || fail "$3: $(diff "$1" "$2" | head -n 6) $(cat err.log)"
}

# agree A B WORD...: compares an exploration and a simulation of the two, N and the like from the words.
comparisons=0
agree() {
  local a=$1 b=$2
  shift 2
  for algorithm in "$a" "$b"; do
    "$rmr" explore -a "$algorithm" "$@" --check P1,P2,P3,P4,P5,P6,P7,rmr --json 2>> err.log | bare > "answer.$k"
    "$rmr" simulate -a "$algorithm" "$@" --max-steps 1000 -s random --seed 5 --json 2>> err.log | bare > "run.$k"
    k=$((1 - k))
  done
  same answer.0 answer.1 "$a, $*" '"transitions": '
  same run.0 run.1 "$a, a run, $*" '"total": '
  comparisons=$((comparisons + 1))
}
k=0

# The shipped ones. Every built-in algorithm is in a file: as its algorithm, or as a variant; but for those in C.
ln -s "$source/algos" algos
for file in algos/*.alg; do
  name=$(basename "$file" .alg)
  echo "$name" >> names
  : > err.log
  agree "$name" "./$file" -n 2 --passages 1 --sessions any:2
  agree "$name" "./$file" -n 2 --passages 2 --memory dsm
  for variant in $(sed -n 's/^variant \([a-z_0-9]*\).*/\1/p' "$file"); do
    echo "$variant" >> names
    agree "$variant" "./$file:variant=$variant" -n 2 --passages 1 --sessions any:2
  done
done
echo two_stage | sort - names > all
"$rmr" list algorithms | sed '1d; /^$/,$d; s/ .*//' | sort | diff - all ||
  fail "not every built-in algorithm is compared"
[ $comparisons -ge 140 ] || fail "only $comparisons comparisons"

# Those on a graph.
for name in philosophers philosophers_rw two_stage_arbitrated; do
  : > err.log
  agree $name ./algos/$name.alg -n 4 --passages 1 --memory dsm
  agree $name:graph=ring ./algos/$name.alg:graph=ring -n 4 --passages 1
  agree $name:order=left ./algos/$name.alg:order=left -n 3 --passages inf
done

# The page's bakery has names of its own, and its lines wait in other words.
awk '/^```/ { if (inside++) exit; next } inside' "$source/docs/language.md" > bakery.alg
: > err.log
agree bakery ./bakery.alg -n 2 --passages 2
agree bakery ./bakery.alg -n 3 --passages 1

sed 's/number\[i\] := 0$/number[i] := 1/' bakery.alg > wrong.alg
expect 13 'P2  fails' "$rmr" explore -a ./wrong.alg -n 2 --check P2
sed 's/Competing\[i\] := false$/Competing[i] := true/; s|"parts/|"algos/parts/|' algos/burns_lamport.alg > wrong.alg
expect 11 'P6  fails' "$rmr" explore -a ./wrong.alg -n 2 --check P6
"$rmr" explore -a ./algos/glb.alg -n 2 --check rmr --witness w.schedule > /dev/null || fail "no witness"
expect 0 '' "$rmr" replay w.schedule

# --- wrong texts ------------------------------------------------------------------------------------------------------

# wrong LINE:COLUMN WORDS SED: the bakery, changed.
wrong() {
  sed -E "$3" bakery.alg > mine.alg
  cmp -s bakery.alg mine.alg && fail "'$3' changes nothing"
  expect 64 "./mine.alg:$1: $2" "$rmr" simulate -a ./mine.alg -n 2 -s random
  grep -qxE '  *\^' out.txt || fail "'$3': no caret: $(cat out.txt)"
}

wrong 12:29 "'nubmer' is not declared; did you mean 'number'?" 's/1 \+ max \{number/1 + max {nubmer/'
wrong 13:19 "expected ':=' after what is assigned to, not '='" '13s/:=/=/'
wrong 10:9 "'j' is declared already, in line 9" '9a\  local j : 1..N'
wrong 9:9 "'max' is a word of the language, and can be no name" '9s/local j/local max/'
wrong 16:14 "expected 'until' after 'wait', not 'not'" 's/ until not choosing/ not choosing/'
wrong 21:61 "no line has the name 'Agai'; did you mean 'Again'?" \
  '11s/choosing/Again: choosing/; 21s/$/; if j = 1 then goto Again end if; goto Agai/'
wrong 5:25 "expected a type" 's/: boolean/: bit/'
wrong 17:9 "a wait that reads no register" '17s/until.*/until true/'
wrong 13:7 "a second line 1" '13s/  3  /  1  /'
wrong 13:3 "expected '}' after the list, not '3'" '12s/\}//'
wrong 11:22 "a character that the language does not have" '11s/:= true/:= @true/'
wrong 2:8 "a text without its closing quotation mark" '2s/"$//'
wrong 6:15 "arrays begin at 0 or at 1" 's/number\[1/number[2/'
wrong 11:15 "'choosing' is one register, not an array" 's/choosing\[1\.\.N\]/choosing/'
printf 'algorithm x\nshared a : boolean\nprocess i\n  waiting\n1 wait until a\n' > none.alg
expect 64 'there is no critical section' "$rmr" simulate -a ./none.alg -n 2 -s random
printf '\377\n' > bytes.alg
expect 64 'bytes.alg:1:1: this is not UTF-8, or a control character' "$rmr" simulate -a ./bytes.alg -n 2 -s random
{
  printf 'algorithm x\nshared a : natural\nprocess i\n  waiting\n1 a := '
  printf '(%.0s' {1..9999}
} > deep.alg
expect 64 'nested more than 60 deep' "$rmr" simulate -a ./deep.alg -n 2 -s random
expect 64 'No such file' "$rmr" simulate -a missing.alg -n 2 -s random

# An index that leaves its array is told when it does.
sed 's/until not choosing\[j\]/until not choosing[j + N]/' bakery.alg > stray.alg
expect 12 'P1 at line 6: there is no choosing[3], only choosing[1] to choosing[2]' \
  "$rmr" explore -a ./stray.alg -n 2 --check P1

# So is a division by 0, compiled or not; but not where the condition before it keeps it from that.
cat > divides.alg << 'END'
algorithm divides "A division by what was read"
shared X : 0..9
shared L : boolean
process i
  local j : 0..9
  doorway
  1 j := X
  waiting
  if 5 div j > 0 then
    2 wait until not test_and_set(L)
  end if
  critical section
  exit
  3 X := 7 mod (j + 1)
  4 L := false
END
expect 12 'P2 at line 1: a division by 0' "$rmr" simulate -a ./divides.alg -n 2
expect 12 'P1 at line 1: a division by 0' "$rmr" explore -a ./divides.alg -n 2
"$rmr" compile ./divides.alg > /dev/null 2> err.log || fail "$(cat err.log)"
expect 12 'P1 at line 1: a division by 0' "$rmr" explore -a ./divides.so -n 2
sed -i 's/if 5 div j > 0/if j = 0 or 5 div j > 0/' divides.alg
expect 0 'P1  holds' "$rmr" explore -a ./divides.alg -n 2 --check P1
"$rmr" compile ./divides.alg > /dev/null 2> err.log || fail "$(cat err.log)"
expect 0 'P1  holds' "$rmr" explore -a ./divides.so -n 2 --check P1

# Local computation behind an access belongs to its line, also where the next access is of another passage.
behind() { # BODY WHY
  cat > behind.alg << END
algorithm behind "What an exit computes"
shared X : (far: boolean, n: 0..2)
process i
  local k : 0..2
  local copy[0..1] : 0..2
  local q : (far: boolean, n: 0..2)
  waiting
  1 X := (true, 0)
  critical section
  exit
  2 X := (false, 1)
    k := 0; copy[0] := 1; q := (true, 1)
    $1
END
  "$rmr" compile ./behind.alg > /dev/null 2> err.log || fail "$(cat err.log)"
  for suffix in alg so; do
    expect 12 "P1 at line 2: $2" "$rmr" simulate -a "./behind.$suffix" -n 1
    expect 12 "P1 at line 2: $2" "$rmr" explore -a "./behind.$suffix" -n 1
  done
}
behind 'k := copy[0] div k' 'a division by 0'
behind 'k := copy[k + 2]' 'an index outside of a local array'
behind 'copy[1] := k + 256' 'a value that a local array or record has no room for'
behind 'q.n := k + 4' 'a value that a local array or record has no room for'
behind 'q := (false, k - 1)' 'a value that a local array or record has no room for'
behind 'while k = 0 do k := 0 end while' 'a loop makes no access, and does not end'
sed -e '$d' -e 's/(false, 1)/(false, 7)/' behind.alg > wide.alg
expect 12 'writes (far false, n 3) to X, outside its declared range (a field had no room' \
  "$rmr" explore -a ./wide.alg -n 1

# No field may lie below its range either. A record that is not said to begin otherwise begins with the least of each.
least() { # BEGINS WRITTEN
  cat > least.alg << END
algorithm least "Fields that do not begin at 0"
shared X : (n: 2..3, p: process) $1
process i
  local k : 0..3
  private q : process or nil
  waiting
  1 k := X.n
  critical section
  exit
  2 X := $2
END
  "$rmr" compile ./least.alg > /dev/null 2> err.log || fail "$(cat err.log)"
}
least '' '(k, i)'
"$rmr" prove ./least.alg --check p3 > found 2> err.log || fail "prove refuses fields in their ranges"
grep -q '^P3 *holds for every N' found || fail "P3 of least.alg: $(cat found)"
for suffix in alg so; do
  "$rmr" simulate -a "./least.$suffix" -n 1 > /dev/null || fail "a run of least.$suffix ends otherwise"
done
below() { # BEGINS WRITTEN CODE WHY
  least "$1" "$2"
  for suffix in alg so; do
    expect "$3" "$4, outside its declared range" "$rmr" simulate -a "./least.$suffix" -n 1
    expect "$3" "$4, outside its declared range" "$rmr" explore -a "./least.$suffix" -n 1
  done
  expect 30 'a register may leave its range' "$rmr" prove ./least.alg -n 2
}
below '' '(k - 1, i)' 12 'writes (n 1, p 1) to X'
below '' '(k, q)' 12 'writes (n 2, p 0) to X'
below 'initially (1, 1)' '(k, i)' 64 'X is (n 1, p 1) at first'
sed 's/2\.\.3/N..3/' least.alg > goes.alg
expect 64 'the smallest value of a field is a number from 0 on' "$rmr" check ./goes.alg

# Values have 64 bits, compiled or not: the range of a local is not checked, and no index is cut.
both() { # CODE WORDS BODY
  cat > both.alg << END
algorithm both "What locals hold"
shared A : 0..40 initially 40
shared B : 0..4000000
shared C[1..2] : 0..3
process i
  local x : 0..7
  local y : 0..100000
  local p : process
  private q : (a: boolean, b: 0..3) initially (true, 3)
  local z : -9..9
  waiting
  1 y := A
  critical section
  exit
    $3
    A := 0
END
  "$rmr" compile ./both.alg > /dev/null 2> err.log || fail "$(cat err.log)"
  for suffix in alg so; do expect "$1" "$2" "$rmr" explore -a "./both.$suffix" -n 1; done
}
both 0 'B 40000' 'x := y * 1000; B := x'
both 0 'B 131074' 'p := y * 3276 + 34; B := p'
both 0 'B 900000' 'while y < 900000 do y := y + 1 end while; B := y'
both 12 'there is no C[' 'y := y * 2^30 + 1; C[y] := 3'
both 0 'B 9' 'z := max {k : k in -3..-1}; B := z + 10'
both 0 'B 8' 'z := max {k : k in {-3, -2}}; B := z + 10'
both 0 'B 7' 'x := y - 43; z := max {x : k in 1..2}; B := z + 10'
both 0 'B 3' 'B := q.b'
both 12 'a division by 0' 'y := y + 30; B := 5 div (2^y + 2^0 - 1)'
both 12 'does not end' 'x := 0; repeat x := x + 1 forever'

# The lines of a procedure count on behind those before its call; where they cannot, a label at the call helps.
cat > counts.alg << 'END'
algorithm counts "Lines without labels"
shared X, Y : boolean
procedure lock()
  repeat until not test_and_set(X)
  Y := true
end procedure
process i
  waiting
  Y := false
  call lock()
  critical section
  exit
  X := false
END
"$rmr" simulate -a ./counts.alg -n 1 > out.txt || fail "$(cat out.txt)"
[ "$(awk '$2 ~ /^(waiting|exit)$/ {printf "%s ", $1}' out.txt)" = '1 2 3 4 ' ] || fail "$(cat out.txt)"
sed -i 's/^  X := false/  3 X := false/' counts.alg
expect 64 'a label at the call of a procedure keeps its lines apart' "$rmr" simulate -a ./counts.alg -n 1
sed -i 's/^  call/  7 call/' counts.alg
expect 0 'completed' "$rmr" simulate -a ./counts.alg -n 1

# A sign before a sign, compiled or not.
cat > signs.alg << 'END'
algorithm signs "Signs before signs"
shared X : 0..9
process i
  local a : 0..9
  waiting
  1 a := X
  2 X := - -a + -(-1)
  critical section
  exit
  3 X := a
END
"$rmr" compile ./signs.alg > /dev/null 2> err.log || fail "$(cat err.log)"
for kind in alg so; do
  "$rmr" explore -a ./signs.$kind -n 2 --json | grep -v -e '"algorithm"' -e '"witness"' -e seconds > $kind.json
done
cmp alg.json so.json || fail "signs before signs mean something else where they are compiled"
grep -q '"largest": 2,' alg.json || fail "signs before signs: $(cat alg.json)"

# A wait at the head of a loop watches what the loop around it reads, too.
cat > heads.alg << 'END'
algorithm heads "A wait at the head of a loop"
shared X, T : 0..2
process i
  waiting
  repeat
    1 wait until X != 1
  until T = 0
  critical section
  exit
  3 T := 1
END
expect 12 'RMRs per passage' "$rmr" simulate -a ./heads.alg -n 2 -s random --max-steps 1000
expect 11 'P6  fails' "$rmr" explore -a ./heads.alg -n 2 --check P6
sed -i 's/^  repeat$//; s/^  until T = 0$/    2 if T != 0 then goto 1 end if/' heads.alg
expect 12 'RMRs per passage' "$rmr" simulate -a ./heads.alg -n 2 -s random --max-steps 1000
expect 11 'P6  fails' "$rmr" explore -a ./heads.alg -n 2 --check P6

# So is a value that a field of a record has no room for; it does not reach its neighbour.
cat > spill.alg <<'END'
algorithm spill "A field that is too narrow"
source "tests/cli_language.sh"
claims not P2; space: 1; bounded; read, write
shared T : (a: 0..3, b: 0..3)
process i
  local k : 0..100
  waiting
  1   k := T.a + 5
  2   T := (k, 1)
      critical section
  exit
  3   T := (0, 0)
END
expect 12 'P1 at line 2 writes' "$rmr" explore -a ./spill.alg -n 1 --check P1
expect 12 'to T, outside its declared range' "$rmr" simulate -a ./spill.alg -n 1

# A passage of a process for which the loop of the entry is empty has no step there. It is refused where it happens:
# not at every N, nor for every process or session.
cat > empty.alg << 'END'
algorithm empty "The first process goes in at once"
source "tests/cli_language.sh"
shared Busy[1..N] : boolean
process i
  local j : 1..N
  waiting
      for j := 1 to i - 1 do
  1     wait until not Busy[j]
      end for
      critical section
  exit
  2   Busy[i] := false
END
words='P1 has no step in the entry of a passage; expected an access, or `skip`, on every way to the critical section'
expect 12 "empty, N = 2: $words" "$rmr" explore -a ./empty.alg -n 2
expect 12 "empty, N = 2: $words" "$rmr" simulate -a ./empty.alg -n 2
expect 12 "empty, N = 2: $words" "$rmr" native -a ./empty.alg -n 2 --seconds 0.01 --warm-up 0
expect 12 "$words" "$rmr" check ./empty.alg
expect 0 'assert(false)' "$rmr" export --as promela ./empty.alg -n 2
sed 's/^      critical/      if i = 1 then\n  4     skip\n      end if\n  5   critical/' empty.alg > skips.alg
expect 12 'P1  fails' "$rmr" explore -a ./skips.alg -n 2 --check P1
cat > free.alg << 'END'
algorithm free "Session 1 goes in at once"
source "tests/cli_language.sh"
shared X : boolean
process i
  waiting
      if mysession != 1 then
  1     wait until not X
  2     X := true
      end if
      critical section
  exit
  3   X := false
END
expect 12 "free, N = 2: $words" "$rmr" explore -a ./free.alg -n 2 --sessions any:2
expect 12 'P1  fails' "$rmr" explore -a ./free.alg -n 2 --sessions 2,3

# The filter lock as printed is refused at N = 1 only, and proofs for every N are from N = 2 on.
cat > filter.alg << 'END'
algorithm filter "The filter lock"
source "tests/cli_language.sh"
shared level[1..N] : 0..N-1
shared victim[1..N-1] : process or nil
process i
  local l : 1..N
  waiting
      for l := 1 to N-1 do
  1     level[i] := l
  2     victim[l] := i
  3     wait until victim[l] != i or not (exists k in 1..N, k != i : level[k] >= l)
      end for
      critical section
  exit
  4   level[i] := 0
END
expect 12 "filter, N = 1: $words" "$rmr" explore -a ./filter.alg -n 1
expect 0 'P1  holds' "$rmr" explore -a ./filter.alg -n 3
expect 30 'at most 1 + 4(N-1) + 3(N-1)^2 + (N-1)^3 in a passage, for every N' "$rmr" prove ./filter.alg

# A process that recovers may go on in the exit; from the entry nothing leads there but the critical section.
cat > leaves.alg << 'END'
algorithm leaves "A recovery that goes on in the exit"
source "tests/cli_language.sh"
claims survives: recover
shared O : process or nil
shared S[1..N] : 0..2
process i
  local s : 0..2
  recover
  R1  s := S[i]
      if s = 2 then goto 6 end if
  waiting
  2   S[i] := 1
  3   wait until compare_and_swap(O, nil, i) = nil
      critical section
  exit
  5   S[i] := 2
  6   O := nil
  7   S[i] := 0
END
expect 12 'P1  fails' "$rmr" explore -a ./leaves.alg -n 2 --faults recover:1 --check P1
sed -i 's/^  2   .*/  2   S[i] := 1\n      if s = 2 then goto 6 end if/' leaves.alg
expect 64 'the passage may leave its entry here without a critical section' "$rmr" check ./leaves.alg
