#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr prove --certificate` and `rmr check-certificate` as a user meets them: certificates that are written, confirmed
# and refused.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# refused CODE WORDS: the certificate `changed` gives one line on stderr, and nothing on stdout
refused() {
  try "$rmr" check-certificate changed
  [ $code -eq "$1" ] && [ ! -s out ] && [ "$(wc -l < err)" -eq 1 ] && grep -qF -- "$2" err ||
    fail "$2: exit $code, $(cat out err)"
}

try "$rmr" prove glb --certificate good --check P1,P3,P4,P5,rmr
[ $code -eq 0 ] && [ -s good ] || fail "no certificate: exit $code, $(cat out err)"
try "$rmr" check-certificate good
[ $code -eq 0 ] && [ ! -s err ] && grep -qF 'at most 9 + 8(N-1) in a passage' out &&
  [ "$(grep -c 'confirmed for every N' out)" -eq 5 ] || fail "good: exit $code, $(cat out err)"
try "$rmr" check-certificate good --json
[ $code -eq 0 ] && [ ! -s err ] && grep -q '"own": 9' out && grep -q '"two": 16' out && grep -q '"n": "any"' out ||
  fail "JSON: exit $code, $(cat out err)"
try "$rmr" prove burns_lamport --check P1 -n 4 --certificate four
try "$rmr" check-certificate four
[ $code -eq 0 ] && grep -q '^P1     confirmed for N = 4 ' out || fail "one N: exit $code, $(cat out err)"

# a register of a process by its second index lies with that process: only looks at those of others are remote
cat > column.alg << 'END'
algorithm column "A register for each process, by its second index"
source "tests/cli_certificate.sh"
note ""
shared F[b in 0..1, p in 1..N] : 0..1 at p
process i
  local j : 1..N
  waiting
  1   F[0, i] := 1
      for j := 1 to N do
        if j != i then
  2       F[1, j] := 1
        end if
      end for
      critical section
  exit
  3   F[0, i] := 0
END
for n in any 3; do
  try "$rmr" prove ./column.alg -m dsm --check rmr -n $n --certificate column
  [ $code -eq 0 ] && grep -qF 'at most (N-1) in a passage' out || fail "a column, $n: exit $code, $(cat out err)"
  try "$rmr" check-certificate column
  [ $code -eq 0 ] && grep -qF 'at most (N-1) in a passage' out || fail "a column confirmed: exit $code, $(cat out err)"
done
try "$rmr" explore -a ./column.alg -n 3 -m dsm --check rmr --passages inf --json
[ "$(grep -o '"worst_rmr": [0-9]*' out)" = '"worst_rmr": 2' ] || fail "a column explored: $(cat out err)"
sed 's/ at p$/ at nobody/' column.alg > elsewhere.alg
try "$rmr" prove ./elsewhere.alg -m dsm --check rmr
[ $code -eq 0 ] && grep -qF 'at most 2 + (N-1) in a passage' out || fail "elsewhere: exit $code, $(cat out err)"

# nor have views with registers of two processes, or with a local array, which the checker does not follow
toy pairs << 'END'
shared Z[k in 1..N, m in 1..N], F[1..N] : boolean
shared L : process or nil
process i
  waiting
  1  wait until compare_and_swap(L, nil, i) = nil
     critical section
  exit
  2  Z[i, i] := true
  3  L := nil
END
sed 's/^shared Z.*/shared F[1..N] : boolean/; s/^process i$/&\n  local a[1..N] : boolean/
  s/Z\[i, i\] := true/a[i] := F[i]/' pairs.alg > array.alg
for name in pairs array; do
  for n in any 2; do
    try "$rmr" prove ./$name.alg -n $n --check P1 --certificate none
    [ $code -eq 30 ] && [ ! -e none ] && grep -q '^P1  *holds' out &&
      grep -q 'views that certificates do not have' err || fail "$name, $n: exit $code, $(cat out err)"
  done
done

# a claim that is not proved has no certificate, and a range has none
for what in "tas" "anderson --check P1" "szymanski_no_wait --check P1 --json" "burns_lamport --check rmr"; do
  # shellcheck disable=SC2086 # words are meant
  try "$rmr" prove $what --certificate none
  [ $code -eq 30 ] && [ ! -e none ] && grep -q 'nothing was written' err || fail "$what: exit $code, $(cat err)"
done
try "$rmr" prove bakery -n 2..3 --certificate none
[ $code -eq 64 ] && [ ! -s out ] && [ ! -e none ] && grep -q 'single N' err || fail "a range: exit $code, $(cat err)"
try "$rmr" prove burns_lamport --check P1 --certificate no/such/folder
[ $code -eq 64 ] && grep -q 'no/such/folder' err || fail "no folder: exit $code, $(cat err)"

# another text, another question, lower bounds, less of it
sed 's/^text ./text x/' good > changed && refused 20 'another text'
sed 's/^algorithm .*/algorithm bakery/' good > changed && refused 20 'another text'
sed 's/^algorithm .*/algorithm no_such/' good > changed && refused 64 'no_such'
sed 's/^algorithm .*/algorithm .\/code.so/' good > changed && refused 64 'not a text'
sed 's/^memory cc/memory cx/' good > changed && refused 64 'cx'
sed 's/^memory cc/memory dsm/' good > changed && refused 20 'leads out'
sed 's/^n 0/n 2/' good > changed && refused 64 'state'
sed 's/^claim rmr 0 0 9 8 8 16/claim rmr 0 0 9 8 7 16/' good > changed && refused 20 'more than the bound 7'
sed 's/^claim rmr 0 0 9 8 8 16/claim rmr 0 0 9 8 8 15/' good > changed && refused 64 'expected a line `scene K`'

# a bound and all potentials lowered; no values listed
"$rmr" prove burns_lamport --check P3 --certificate small > out
last=$(awk '/^claim/ {p3 = $2 == "P3"}
            p3 && /^\+/ {split($NF, w, ":"); if (w[1] > l) l = w[1]} END {print l + 0}' small)
awk -v l="$last" '/^claim P3/ {p3 = 1; $5 = 0} p3 && /^\+/ {sub(" " l ":[0-9]+$", "")} 1' small > changed
refused 20 'a step counts more than the potential falls'
awk '/^values/ {print "values 0"; off = 1} /^claim/ {off = 0} !off' small > changed
refused 20 'not among the values'

# numbers that locals alone hold
cat > counter.alg << 'END'
algorithm counter "A toy"
source "tests/cli_certificate.sh"
shared x : boolean
process i
  private c : natural
  waiting
  1   repeat until not test_and_set(x)
      critical section
  exit
      if c < 3 then
        c := c + 1
      end if
  3   x := false
END
"$rmr" prove ./counter.alg --check P3 --certificate counted > out
"$rmr" check-certificate counted > out || fail "P3 of a counter: $(cat out)"

# a step that has no end, divides by 0, or has no room for a value is refused, although the certificate lists no state
# behind it
for body in 'while k = 0 do k := 1 end while' 'k := 1; c := 4 div k' 'k := 1; few[1] := 256 - k'; do
  cat > ending.alg << END
algorithm ending "A loop or a division in the exit"
shared x : boolean
process i
  local k, c : 0..5
  local few[1..2] : 0..5
  waiting
  1   repeat until not test_and_set(x)
      critical section
  exit
      k := 0
      ${body//; /$'\n'      }
  3   x := false
END
  try "$rmr" prove ./ending.alg --check P3 --certificate ends
  try "$rmr" check-certificate ends
  [ $code -eq 0 ] || fail "$body: exit $code, $(cat out err)"
  sed -i 's/k := 1/k := 0/' ending.alg
  try "$rmr" check-certificate ends
  hash=$(sed -n 's/.* its hash is \([0-9a-f]*\).*/\1/p' err)
  sed "s/^text .*/text $hash/" ends > changed
  case $body in
    while*) refused 20 'a loop without an access that may not end' ;;
    *div*) refused 20 'by 0' ;;
    *) refused 20 'an element holds a value that is not followed' ;;
  esac
done

# registers that can begin in too many ways begin as anything that is written there
"$rmr" prove peterson -n 7 --check P3 --certificate many > out
"$rmr" check-certificate many > out || fail "P3 of peterson at N = 7: $(cat out)"

# inputs that would take long, or much memory: a place twice in a state, a value that no register holds, a long file
sed '0,/^+ /s//+ 0:0 0:0 /' good > changed && refused 64 'expected 1 to'
sed '/^values/{n;s/$/ 99999/}' small > changed && refused 64 'cannot hold'
sed '0,/^scene .*/s//scene 1000000000/' good > changed && refused 64 'the file ends before'
{ cat good; head -c 2M /dev/zero | tr '\0' x; } > changed
try "$rmr" check-certificate changed --mem 1M
[ $code -eq 64 ] && [ ! -s out ] && grep -q 'longer than 1048576 bytes' err ||
  fail "a long file: exit $code, $(cat err)"

head -n 200 good > changed && refused 64 'the file ends'
head -c 1000 /dev/urandom > changed && refused 64 ''
: > changed && refused 64 'expected a certificate'
rm changed && refused 64 'changed'
try "$rmr" check-certificate
[ $code -eq 64 ] && grep -q 'expected FILE' err || fail "no file: exit $code, $(cat err)"
