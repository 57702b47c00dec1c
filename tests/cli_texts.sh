#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Texts of algorithms that are wrong: every case of tests/texts/*.cases is an edit (of sed) of tests/texts/base.alg,
# which is right, and what is said of it: place and words. `@ NAME` asks for the variant of this name. `rmr show` tells
# the first error and `rmr check` all; one mistake is one error. `UPDATE=1 bash tests/cli_texts.sh ...` writes the words
# anew; read the diff.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
cp "$source"/tests/texts/*.alg .

# try: a case that has been read: $name, $edit, $variant, $said.
n=0
try() {
  [ -n "$name" ] || return
  n=$((n + 1))
  sed -E "$edit" base.alg > mine.alg
  [ -z "$edit" ] || ! cmp -s base.alg mine.alg || fail "$kind: $name: the edit changes nothing"
  local text=./mine.alg
  [ "$variant" = none ] || text=./mine.alg:variant=$variant
  "$rmr" show "$text" > shown.txt 2> err.txt
  local code=$?
  local words
  words=$(sed -n '1s/^rmr show: \(\.\/mine\.alg:\)\{0,1\}//p' err.txt)
  [ $code -eq 64 ] || fail "$kind: $name: exit code $code"
  printf '%s\n' "== $name" >> new.cases
  [ -z "$edit" ] || printf '%s\n' "$edit" >> new.cases
  [ "$variant" = none ] || printf '@ %s\n' "$variant" >> new.cases
  printf '> %s\n' "$words" >> new.cases
  [ "$words" = "$said" ] || [ "${UPDATE:-0}" = 1 ] || fail "$kind: $name: '$words', expected '$said'"
  "$rmr" check "$text" > all.txt 2> all.err
  local told
  told=$(grep -c '^rmr check: ' all.err)
  [ "$told" -eq 1 ] || fail "$kind: $name: $told errors for one mistake: $(grep '^rmr check' all.err)"
}

for file in "$source"/tests/texts/*.cases; do
  kind=$(basename "$file" .cases) before=$n
  : > new.cases
  name='' edit='' variant=none said=''
  while IFS= read -r line; do
    case $line in
      '== '*)
        try
        name=${line#== } edit='' variant=none said=''
        ;;
      '@ '*) variant=${line#@ } ;;
      '> '*) said=${line#> } ;;
      *) edit=$line ;;
    esac
  done < "$file"
  try
  [ $((n - before)) -ge 10 ] || fail "$kind: only $((n - before)) cases"
  [ "${UPDATE:-0}" != 1 ] || cp new.cases "$file"
done

# --- several mistakes in one text -------------------------------------------------------------------------------------

"$rmr" check ./several.alg > all.txt 2> all.err
[ $? -eq 64 ] || fail "several mistakes: another exit code"
sed -n 's/^rmr check: //p' all.err | diff "$source/tests/texts/several.said" - || fail "several mistakes: other errors"
[ "$(grep -c '^rmr show' <("$rmr" show ./several.alg 2>&1))" -eq 1 ] || fail "show tells more than the first error"
"$rmr" check --json ./several.alg 2> all.err > all.json
[ "$(grep -c '"column"' all.json)" -eq 10 ] || fail "not 10 errors in JSON: $(cat all.json)"

# --- hostile texts ----------------------------------------------------------------------------------------------------

# Each is refused, or found out at a step, with a line of words; it neither crashes nor takes long.
head='algorithm x\nshared a : natural\nshared b[1..N] : boolean\n'
process='process i\n  local j, k : 1..N\n  local c[1..N] : boolean\n  waiting\n'
tail='\n  critical section\n  exit\n9 a := 0\n'
times() { awk -v n="$1" -v s="$2" 'BEGIN { while (n-- > 0) printf "%s", s }'; }
# text < STATEMENTS: as x.alg
text() { { printf '%b' "$head$process" && cat && printf '%b' "$tail"; } > x.alg; }

# refuses WORDS [COMMAND...]: x.alg, within a few seconds even where tests run beside each other.
refuses() {
  local words=$1
  shift
  [ $# -gt 0 ] || set -- show ./x.alg
  timeout 10 "$rmr" "$@" > out.txt 2>&1
  local code=$?
  case $code in 12 | 64 | 75) ;; *) fail "$words: exit code $code" ;; esac
  grep -qF -- "$words" out.txt || fail "nowhere '$words': $(head -c 300 out.txt)"
  [ "$(grep -c '^rmr ' out.txt)" -eq 1 ] || fail "'$words': not one error"
}

deep='nested more than 60 deep'
for n in 60 61; do
  { printf '1 a := ' && times $n '(' && printf 1 && times $n ')'; } | text && cp x.alg brackets$n.alg
  { times $n $'if N > 0 then\n' && printf '1 a := 1\n' && times $n $'end if\n'; } | text && cp x.alg blocks$n.alg
done
for what in brackets blocks; do
  expect 0 'critical section' "$rmr" show ./${what}60.alg
  expect 64 "$deep" "$rmr" show ./${what}61.alg
done
times 100000 '(' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 60000 $'if a=1 then\n' | text && refuses "$deep"
times 60000 'if a=1 then ' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 100000 'again ' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 100000 'not ' | { printf '1 wait until ' && cat; } | text && refuses "$deep"
times 100000 '-' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 100000 'b[' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 100000 '{' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 100000 'lg(' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 60000 'sum{a:k in 1..' | { printf '1 a := ' && cat; } | text && refuses "$deep"
times 50000 'forall j in 1..N:' | { printf '1 wait until ' && cat; } | text && refuses "$deep"
times 100000 '1+' | { printf '1 a := ' && cat && printf '1'; } | text && refuses 'more than 400 operands in a row'
times 100000 'b[i] and ' | { printf '1 wait until ' && cat && printf 'a = 1'; } | text &&
  refuses 'more than 400 operands in a row'
times 40000 '1,' | { printf '1 wait until a in {' && cat && printf '1}'; } | text &&
  refuses 'an expression that is too long'
times 100000 'x' | { printf '1 a := ' && cat; } | text && refuses 'is not declared'
times 100000 'x' | { cat && printf '9 a := 1'; } | text && refuses 'has more than 32 bytes'
times 70000 $'L:\n' | text && refuses 'too many lines'
times 200000 $'a := 1\n' | text && refuses 'is longer than 1048576 bytes'
times 5000 $'a := 1\n' | text && refuses 'at most 511'
head -c 100000 /dev/urandom > x.alg && refuses './x.alg:'
head -c 100000 /dev/urandom | tr -dc ' -~\n' > x.alg && refuses './x.alg:'
printf 'algorithm x\n' > x.alg && head -c 100000 /dev/urandom | tr -dc 'a-z0-9 :=()[]\n' >> x.alg && refuses './x.alg:'

# Procedures and functions that would become too long, or part of themselves.
calls() { # calls N: p1 calls p0 twice, p2 calls p1 twice, ...
  printf 'algorithm x\nshared a : natural\nprocedure p0()\n  a := 1\nend procedure\n'
  for ((k = 1; k <= $1; k++)); do
    printf 'procedure p%d()\n  call p%d()\n  call p%d()\nend procedure\n' $k $((k - 1)) $((k - 1))
  done
  printf 'process i\n  waiting\n  call p%d()\n  critical section\n' "$1"
}
calls 25 > x.alg && refuses 'the text is too long, with its procedures'
applications() { # applications N BODY: f1(x) = BODY, in which F is f0, ...
  printf 'algorithm x\nshared a : natural\nfunction f0(x) = x + x\n'
  for ((k = 1; k <= $1; k++)); do printf 'function f%d(x) = %s\n' $k "${2//F/f$((k - 1))}"; done
  printf 'process i\n  waiting\n1 a := f%d(a)\n  critical section\n' "$1"
}
applications 25 'F(x) + F(x)' > x.alg && refuses 'the text is too long, with its procedures'
applications 25 'F(x + x)' > x.alg && refuses 'the text is too long, with its procedures'
itself() { { printf '%b' "$head$1$process  $2$tail"; } > x.alg; } # itself ROUTINES STATEMENT
itself 'procedure p()\n  call q()\nend procedure\nprocedure q()\n  call p()\nend procedure\n' 'call p()'
refuses "'p' would be part of itself"
itself 'function f(x) = f(x) + 1\n' '1 a := f(1)' && refuses "'f' would be part of itself"

# Imports in a circle, and once more under another name.
printf 'import "two.alg"\n' > one.alg && printf 'import "one.alg"\n' > two.alg
printf 'algorithm x\nimport "one.alg"\n' > x.alg
refuses "two.alg:1:1: a text would be part of itself: 'one.alg'"

# Mistakes at a step: an index out of its array, a loop without an access, a value out of its range.
run=(explore -a ./x.alg -n 2)
printf '1 b[N + 1] := true' | text && refuses 'there is no b[3], only b[1] to b[2]' "${run[@]}"
printf '1 a := 1\nj := N + 1\nc[j] := true\n2 a := if c[1] then 1 else 0' | text &&
  refuses 'an index outside of a local array' "${run[@]}"
printf '1 a := 1\nj := 1\nwhile j != 0 do j := 3 - j end while' | text && refuses 'a loop makes no access' "${run[@]}"
printf '1 a := 1\nk := 1\nfor j := 1 to 2^40 do k := j end for\n2 b[i] := k = 1' | text &&
  refuses 'a loop makes no access' "${run[@]}"
printf 'algorithm x\nshared a : 0..N initially N + 1\nprocess i\n  waiting\n1 a := 0\n  critical section\n' > x.alg
refuses 'a is 3 at first, outside its declared range' "${run[@]}"
printf 'algorithm x\nshared a : 0..N\nprocess i\n  waiting\n1 a := N + 1\n  critical section\n' > x.alg
refuses 'writes 3 to a, outside its declared range' "${run[@]}"
printf 'algorithm x\nshared a[1..2147483647] : boolean\nprocess i\n  waiting\n1 a[1] := true\n  critical section\n' |
  cat > x.alg
refuses 'too many registers' "${run[@]}"
