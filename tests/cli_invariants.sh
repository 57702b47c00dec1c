#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Invariants of algorithms, as a user meets them. A toy of which one invariant holds is built as a
# plug-in: the explorer shows how the others break, the replay and a simulation see it, records and clauses tell of it.
# Algorithms with forks keep theirs.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
read -ra cc <<< "${CC:-cc}"
"${cc[@]}" -std=c11 -O1 -shared -fPIC -I "$source/include" -o tally.so "$source/tests/toys/tally.c" || exit 1

# --- rmr explore ------------------------------------------------------------------------------------------------------

expect 12 '  unseen  fails: nobody has seen a flag up; 3 steps, ' "$rmr" explore -a ./tally.so -n 2 \
  --passages inf --check invariants --witness w.schedule
grep -qx '  told    holds (complete): a flag is up exactly while its process is between lines 1 and 4' out.txt ||
  fail "not told that one holds: $(cat out.txt)"
grep -qx '# down does not hold: a flag is down' w.schedule || fail "the first witness: $(cat w.schedule)"
expect 12 'VIOLATION at step 2: down does not hold: a flag is down' "$rmr" replay w.schedule
expect 12 'VIOLATION at step 3: unseen does not hold: nobody has seen a flag up' "$rmr" replay w.unseen.schedule \
  --trace t.txt
grep -qx 'at #3 unseen does not hold: nobody has seen a flag up' t.txt || fail "the trace says nothing of it"
expect 12 '"name": "told"' "$rmr" explore -a ./tally.so -n 2 --json
expect 0 'holds (complete): arrows make no cycle' "$rmr" explore -a two_stage -n 3 --passages inf --check invariants
expect 64 '--check invariants: the algorithm declares none' "$rmr" explore -a bakery -n 2 --check P1,invariants
expect 0 '' "$rmr" explore -a bakery -n 2
grep -q Invariants out.txt && fail "the bakery has invariants: $(cat out.txt)"
expect 64 'rate=R, robust and invariants, with commas between' "$rmr" explore -a two_stage -n 2 --check Q0
expect 30 'not decided (no violation in the first' "$rmr" explore -a two_stage_arbitrated -n 5 \
  --passages inf --check invariants --mem 64M
expect 12 'VIOLATION at step' "$rmr" simulate -a ./tally.so -n 3 --passages 5
expect 12 '"property": "invariants"' "$rmr" simulate -a ./tally.so -n 3 --passages 5 --json

# --- rmr run ----------------------------------------------------------------------------------------------------------

config() { # DRIVE ALGORITHMS CLAUSE
  local check=''
  [ "$1" = explore ] && check=', "check": ["invariants"]'
  echo '{"name": "c", "n": [2, 3], "passages": 2, "drive": "'"$1"'", "algorithms": ['"$2"']'"$check"',' \
    '"expect": {"invariants": "'"$3"'"}}' > c.json
}
reason() { # DIRECTORY WORDS
  grep -qF -- "$2" "$1/verdicts.json" || fail "$1: nowhere '$2': $(cat "$1/verdicts.json")"
}
forks='"philosophers", "philosophers_rw", "two_stage", "two_stage_arbitrated"'
config explore "$forks" holds
expect 0 'two_stage_arbitrated  invariants  N = 2..3 with up to 2 passages each  holds' "$rmr" run c.json -o forks
reason forks 'holds for all schedules in all 2 explorations'
grep -q 'invariants</th>' forks/report.html || fail "the report has no column of invariants"
grep -q 'Q0, Q1, Q2' forks/report.html || fail "the report does not name the invariants"
config simulate "$forks" holds
expect 0 'philosophers_rw       invariants' "$rmr" run c.json -o sampled
reason sampled 'kept in all 2 runs, which are samples'
config explore '"./tally.so"' holds
expect 12 'down does not hold: a flag is down' "$rmr" run c.json -o broken
grep -q '"verdicts": {"invariants": {"verdict": "fails"' broken/records.jsonl || fail "no verdict in the record"
grep -q '"name": "unseen"' broken/records.jsonl || fail "no verdict on each invariant in the record"
config explore '"./tally.so"' fails
expect 0 './tally.so  invariants        fails   holds' "$rmr" run c.json -o known
reason known 'broken in 2 of 2 runs; in the smallest'
sed 's/"invariants": "fails"/"fails invariants": "= 1"/' c.json > counted.json
expect 0 './tally.so  fails invariants  1, 1  = 1     holds' "$rmr" run counted.json -o counted
config simulate '"./tally.so"' holds
expect 12 'invariants is broken' "$rmr" run c.json -o seen
config simulate '"bakery"' holds
expect 0 'the algorithm declares no invariants' "$rmr" run c.json -o none

# --- as many as there may be ------------------------------------------------------------------------------------------

many() { # NUMBER: the twelfth is false
  printf 'algorithm many "many"\nshared X : boolean\n'
  for k in $(seq "$1"); do echo "invariant I$k \"i\" : $([ "$k" = 12 ] && echo X || echo true)"; done
  printf 'process i\n  waiting\n  1 X := true\n  critical section\n  exit\n  2 X := false\n'
}
many 16 > many.alg
expect 12 'I12  fails' "$rmr" explore -a ./many.alg -n 1 --check invariants
expect 12 'I12 does not hold' "$rmr" simulate -a ./many.alg -n 1
many 17 > many.alg
expect 64 'more than 16 invariants' "$rmr" check ./many.alg

# --- P[p] at L: lines with this label, and parts of the line that has it, wherever they stand -------------------------

says() { # CODE PATTERN COMMAND
  "${@:3}" > out.txt 2>&1
  local code=$?
  [ $code -eq "$1" ] || fail "${*:3}: exit $code, expected $1: $(cat out.txt)"
  grep -q -- "$2" out.txt || fail "${*:3}: nowhere '$2': $(cat out.txt)"
}
label() { # ANSWER LABEL FORBIDDEN: of the text on standard input; FORBIDDEN holds of a process there, or not
  { printf 'algorithm label "label"\nshared X, Y, Z : 0..3\nshared L : boolean\n'
    echo "invariant I1 \"at $2\" : forall p in 1..N : not (P[p] at $2 and $3)"
    printf 'process i\n  local v : boolean\n  doorway\n'
    cat
    printf '  waiting\n  8 wait until not test_and_set(L)\n  critical section\n  exit\n  9 L := false\n'; } > label.alg
  says "$([ "$1" = holds ] && echo 0 || echo 12)" "I1  *$1" "$rmr" explore -a ./label.alg -n 1 --check invariants
  "$rmr" compile ./label.alg -o label.so > /dev/null 2>&1 || fail "the text with '$2' is not compiled"
  says "$([ "$1" = holds ] && echo 0 || echo 12)" "I1  *$1" "$rmr" explore -a ./label.so -n 1 --check invariants
}
label holds T 'X = 1' <<< $'  T: X := 1\n  M: Z := 2\n  Ta: Y := 1'
label holds 1 'Z = 2' <<< $'  1a X := 1\n  2 Z := 2\n  3 Z := 0\n  1b Y := 1'
label fails 1 'Z = 0' <<< $'  1a X := Y + Z\n  2 Z := 2\n  1b Y := 1'
label fails 1a 'Z = 0' <<< $'  1a X := Y + Z\n  2 Z := 2'
label fails Ta 'Z = 0' <<< $'  Ta: X := Y + Z\n  2 Z := 2'
# A line in a loop is no part of the line before the loop.
label holds 6 'X = 1' <<< $'  6 X := 1\n  7 while Z = 0 do\n    Z := 1\n  end while'
