#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr check`: an algorithm in which all is well, and for each check a plug-in that trips it.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
read -ra cc <<< "${CC:-cc}"
cc+=(-std=c11 -O1 -shared -fPIC -I "$source/include")

# changed NAME SCRIPT: the template of algorithms, changed by sed, as NAME.so.
changed() {
  sed -e 's/template/mine/g' -e "$2" "$source/algos/algorithm_template.c" > "$1.c"
  cmp -s "$source/algos/algorithm_template.c" "$1.c" && fail "$1: nothing is changed"
  "${cc[@]}" -o "$1.so" "$1.c" || fail "$1 does not build"
}

expect 0 'mutants    7 of 7 mistakes are noticed' "$rmr" check "$(changed well '' && echo ./well.so)"
grep -q '^lines      3 of 3 are executed$' out.txt || fail "lines: $(cat out.txt)"
"$rmr" check --json bakery > bakery.json || fail "the bakery: exit $?"
grep -q '"never_executed": \[\]' bakery.json && grep -q '"claims_that_fail": \[\]' bakery.json ||
  fail "the bakery: $(cat bakery.json)"

# nobody resets the ticket: it lives on through the remainder
changed dead 's/my->ticket = 0;//'
expect 20 'are enough: clear a variable after its last use' "$rmr" check ./dead.so
changed unused 's/my->ticket = 0;/my->ticket = 0; if (n > 4000) DO (5, read_of(TICKET));/; s/^  LINE(4.*$/&  \\/
  /^  LINE(4/a\  LINE(5, EXIT,    "never")'
expect 20 'lines      3 of 4 are executed, but never 5' "$rmr" check ./unused.so
changed range 's/.name = "Ticket", /.name = "Ticket", .max = rmr_bit, /'
expect 12 'outside its declared range' "$rmr" check ./range.so
changed claim 's/spin_on(GRANT(my->ticket))/spin_on(GRANT(0))/; s/while (REPLY != my->ticket)/while (false)/
  s/.note = /.claims.p = {0, RMR_YES}, &/'
expect 12 'claims     P1, P5 fail, N = 2' "$rmr" check ./claim.so
# all claims that fail in a scope, and those that nothing here decides, as they need a clock
expect 12 'claims     P2, P4 fail, N = 2, sessions any:2, passages without end' "$rmr" check bwbgme -n 2
expect 0 '           claimed, and not decided here: P1' "$rmr" check fischer -n 2
"$rmr" check fischer -n 2 --json | tr -d '\n' | grep -q '"claims_undecided": \[ *"P1" *\]' ||
  fail "JSON: a claim that is not decided"
cat > ticket.alg << 'end'
algorithm ticket "A ticket lock"
claims P1; rmr cc: N; space: 7; bounded; read, write
shared next, serving : natural
process i
  local t : natural
  doorway
  1 t := fetch_and_add(next, 1)
  waiting
  2 wait until serving = t
  critical section
  exit
  3 serving := t + 1
end
expect 12 'claims     space: 7 is claimed, and there are 2 registers at N = 2' "$rmr" check ./ticket.alg
grep -q '^           bounded is claimed, and next has no range$' out.txt || fail "bounded: $(cat out.txt)"
grep -q '^           read, write: that is all that is claimed, and line 1 is a fetch-and-add$' out.txt ||
  fail "operations: $(cat out.txt)"
"$rmr" check --json ./ticket.alg | grep -q '"bounded is claimed, and next has no range"' || fail "no JSON of the counts"
sed -i 's/space: 7; bounded; read, write/space: 2; unbounded; read, write, fetch-and-add/' ticket.alg
expect 0 'claims     no claim about a property fails in 3 scopes, and those about registers agree' \
  "$rmr" check ./ticket.alg
for name in tas ticket clh; do
  "$rmr" check "$name" | grep -E 'is claimed' && fail "$name claims what is not so"
done
# P1 is claimed by every text that does not deny it
cat > careless.alg << 'end'
algorithm careless "Nobody waits"
shared X : boolean
process i
  waiting
  1 X := true
  critical section
  exit
  2 X := false
end
expect 12 'claims     P1 fails, N = 2' "$rmr" check ./careless.alg
sed -i 's/^shared/claims not P1\n&/' careless.alg
expect 0 'no claim about a property fails' "$rmr" check ./careless.alg
# an algorithm for two processes
cat > two.alg << 'end'
algorithm two "Peterson's algorithm for two processes"
claims P1, P2; space: 3; bounded; read, write
shared flag[1..2] : boolean
shared turn : 1..2
process i
  waiting
  1 flag[i] := true
  2 turn := 3 - i
  3 wait until not flag[3 - i] or turn = i
  critical section
  exit
  4 flag[i] := false
end
expect 12 'two, N = 3: P3 at line 1: there is no flag[3], only flag[1] to flag[2]' \
  "$rmr" check ./two.alg
expect 0 'claims     no claim about a property fails in 2 scopes, and those about registers agree' \
  "$rmr" check -n 2 ./two.alg
expect 64 "-n '1': expected a number from 2 to 5" "$rmr" check -n 1 ./two.alg
"${cc[@]}" -DSHARED_FROM=5 -o impure.so "$source/tests/plugins/algo_impure.c"
expect 0 'P1  holds' "$rmr" explore -a ./impure.so -n 3 --check P1
# the claimed survival is tried: here the critical section is left at the Recover line
cat > survives.alg << 'end'
algorithm survives "A lock that another process gets after a crash"
claims P1, CSR; space: 1; survives: recover, system
shared L : process or nil
process i
  recover
  1 if L = i then L := nil end if
  waiting
  2 repeat until compare_and_swap(L, nil, i) = nil
  critical section
  exit
  3 L := nil
end
expect 12 "CSR fails, N = 2, at most 1 crash with recovery, 2 passages each" "$rmr" check ./survives.alg -n 2
expect 0 "no claim about a property fails in 5 scopes" "$rmr" check recoverable_owner
expect 64 'the step function was asked twice and gave two answers' "$rmr" check ./impure.so
expect 64 'expected no parameters' "$rmr" check ./well.so:slots=2
expect 64 'no algorithm' "$rmr" check

# a variant is no parameter
printf 'variant other "one that lets two in"\nclaims not P1\n  2 skip\n' | cat survives.alg - > variants.alg
expect 64 './variants.alg:variant=other: expected no variant; one that is to be checked needs a file of its own' \
  "$rmr" check ./variants.alg:variant=other

# a value of 500 does not fit at all, one of 90 not at N = 3: a check has no options to advise
late() {
  sed "s/JUNK/$1/" << 'END'
algorithm late "Wrong with three"
source "mine"
claims P3
parameter junk : 1..4000 = JUNK "steps before the entry"
shared J[1..N] : 0..4000
shared L : boolean
process i
  local c : 0..4000
  waiting
      for c := 1 to junk do
  1     J[i] := c
      end for
      if N < 3 then
        repeat
  2       wait until not L
        until not test_and_set(L)
      end if
      critical section
  exit
  4   L := false
END
}
late 90 > late.alg
expect 30 'N = 3, sessions distinct, 1 passage each: not explored, as it is too large for a check' \
  "$rmr" check ./late.alg
"$rmr" check ./late.alg --json | grep -q '"complete": false' || fail "JSON: a scope that is left out"
"$rmr" check tas --json | grep -q '"complete": true' || fail "JSON: all is explored"
late 500 > late.alg
expect 30 'rmr check: late: is too large for a check; `rmr explore` may take more memory, with --mem' \
  "$rmr" check ./late.alg

# interrupted before the first answer, and, where the machine is not too slow, among the mutants
for after in INT,0.2 TERM,0.2 TERM,5; do
  "$rmr" check anderson_kim > out 2> err &
  pid=$!
  heeds $pid
  sleep ${after#*,}
  kill -${after%,*} $pid
  wait $pid
  code=$?
  [ $code -eq 30 ] && grep -q 'rmr check: interrupted\|; INTERRUPTED before' out err &&
    ! grep -q 'to the end' out && [ "$(wc -l < err)" -le 1 ] && ! grep -q 'N = ' err ||
    fail "a check that gets SIG$after: exit $code, $(cat out err)"
done

# a read that leads back to where a round begins with a write is no wait: line 10 leads to line 1
grep -v '^//' "$source/algos/lamport_fast.alg" | sed 's/lamport_fast/copy/' > copy.alg
"$rmr" check ./copy.alg -n 2 > out.txt
grep -q '^11    waiting  y  ' out.txt || fail "a wait: $(grep '^11' out.txt)"
grep -q '^10    waiting     ' out.txt || fail "no wait: $(grep '^10' out.txt)"

# a text without a waiting room
toy no_waiting << 'END'
shared L : boolean
process i
  1  wait until not L
  2  if test_and_set(L) then goto 1 end if
     critical section
  exit
  3  L := false
END
expect 0 'The doorway waits, and there is no waiting room' "$rmr" check ./no_waiting.alg
sed 's/^  1/  waiting\n  1/' no_waiting.alg > waiting.alg
"$rmr" check ./waiting.alg | grep -q 'no waiting room' && fail 'a waiting room is not seen'
exit 0
