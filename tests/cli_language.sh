#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Algorithms as text (docs/language.md): those of tests/language/ do what the built-in ones of their names do, step by
# step and in every state; a text that is wrong is refused with its place and what was meant.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- text and C -------------------------------------------------------------------------------------------------------

# The answers have the algorithm's own name, and the lines of the witnesses its text.
bare() {
  sed -E 's/"(algorithm|title|text|note|source)": "[^"]*"/"\1": ""/g; s/\\nalgorithm [^\\]*//' | grep -vE '^ *"seconds"'
}

same() { [ -s "$1" ] && cmp -s "$1" "$2" || fail "$3: $(diff "$1" "$2" | head -n 6) $(cat err.log)"; }

k=0
for file in "$source"/tests/language/*.alg; do
  name=$(basename "$file" .alg)
  cp "$file" .
  for how in "-n 2 --passages inf --sessions any:2" "-n 3 --passages 2 --sessions distinct" \
    "-n 3 --passages 1 --memory dsm"; do
    for algorithm in "$name" "./$name.alg"; do
      out=${algorithm//[!a-z]/}
      # shellcheck disable=SC2086 # several words are meant
      "$rmr" explore -a "$algorithm" $how --check P1,P2,P3,P4,P5,P6,P7,rmr --json 2> err.log | bare > "$out.answer"
      # shellcheck disable=SC2086
      "$rmr" simulate -a "$algorithm" $how --max-steps 5000 -s random --seed 5 --json 2>> err.log | bare > "$out.run"
    done
    same "${name//_/}.answer" "$out.answer" "$name, $how"
    same "${name//_/}.run" "$out.run" "$name, a run, $how"
    k=$((k + 1))
  done
done
[ $k -ge 12 ] || fail "only $k comparisons"
sed 's/Competing\[i\] := false$/Competing[i] := true/' burns_lamport.alg > wrong.alg
expect 11 'P6  fails' "$rmr" explore -a ./wrong.alg -n 2 --check P6
"$rmr" explore -a ./glb.alg -n 2 --check rmr --witness w.schedule > /dev/null || fail "no witness"
expect 0 '' "$rmr" replay w.schedule

# --- wrong texts ------------------------------------------------------------------------------------------------------

# wrong LINE:COLUMN WORDS SED: the bakery, changed.
wrong() {
  sed -E "$3" bakery.alg > mine.alg
  cmp -s bakery.alg mine.alg && fail "'$3' changes nothing"
  expect 64 "./mine.alg:$1: $2" "$rmr" simulate -a ./mine.alg -n 2 -s random
  grep -qxE '  *\^' out.txt || fail "'$3': no caret: $(cat out.txt)"
}

wrong 14:33 "'nubmer' is not declared; did you mean 'number'?" 's/1 \+ max \{number/1 + max {nubmer/'
wrong 15:23 "expected ':=' after what is assigned to, not '='" '15s/:=/=/'
wrong 12:9 "'j' is declared already, in line 11" '11a\  local j : 1..N'
wrong 11:9 "'max' is a word of the language, and can be no name" '11s/local j/local max/'
wrong 18:18 "expected 'until' after 'wait', not 'not'" 's/ until not choosing/ not choosing/'
wrong 24:16 "no line has the name 'L2'; did you mean 'L1'?" 's/goto L1/goto L2/'
wrong 7:25 "expected a type" 's/: boolean/: bit/'
wrong 19:13 "a wait that reads no register" '19s/until.*/until true/'
wrong 15:11 "a second line 1" '15s/  3  /  1  /'
wrong 15:3 "expected '}' after the set, not '3'" '14s/\}//'
wrong 13:26 "a character that the language does not have" '13s/:= true/:= #true/'
wrong 4:8 "a text without its closing quotation mark" '4s/"$//'
wrong 8:15 "arrays begin at 0 or at 1" 's/number\[1/number[2/'
wrong 13:19 "'choosing' is one register, not an array" 's/choosing\[1\.\.N\]/choosing/'
printf 'algorithm x\nshared a : boolean\nprocess i\n  waiting\n1 wait until a\n' > none.alg
expect 64 'there is no critical section' "$rmr" simulate -a ./none.alg -n 2 -s random
printf '\377\n' > bytes.alg
expect 64 'bytes.alg:1:1: this line is not UTF-8' "$rmr" simulate -a ./bytes.alg -n 2 -s random
{
  printf 'algorithm x\nshared a : natural\nprocess i\n  waiting\n1 a := '
  printf '(%.0s' {1..9999}
} > deep.alg
expect 64 'nested more than 60 deep' "$rmr" simulate -a ./deep.alg -n 2 -s random
expect 64 'No such file' "$rmr" simulate -a missing.alg -n 2 -s random

# An index that leaves its array is told when it does.
sed 's/Competing\[j\] then/Competing[j + N] then/' burns_lamport.alg > stray.alg
expect 12 'P2 at line 3: Competing[3], there are 2' "$rmr" explore -a ./stray.alg -n 2 --check P1
