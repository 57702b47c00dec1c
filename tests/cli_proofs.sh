#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Proofs as an experiment (docs/configs.md, "Proofs"): the drive, its records, clauses and tables, and claims judged by
# them, in one directory and in the report of several. A result that contradicts a proof is refused.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
reason() { grep -o '"reason": "[^"]*"' "$1/verdicts.json"; }

# --- the example of docs/configs.md -----------------------------------------------------------------------------------

sed -n '/^## Proofs/,/^## Tables/p' "$source/docs/configs.md" | sed -n '/^{/,/^}/p' > proofs.json
"$rmr" run proofs.json -o out/proofs -j 2 > log || { cat log; fail "the example of docs/configs.md does not run"; }
grep -q '"n": 0, "memory": "cc".*"bound.own": 9, "bound.each": 8' out/proofs/records.jsonl || fail "no bound of GLB"
parts='"own": 9, "below": 8, "above": 8, "two": 16, "bound": {"each": 8, "more": 1}'
grep -q '"rmr": {"verdict": "proved", "states": [0-9]*, '"$parts}" out/proofs/records.jsonl ||
  fail "the parts of the bound are not in the record"
grep -q '^"glb, cc, proof, any, 0 passages, exact, bound.each",0,8,' out/proofs/records.csv ||
  fail "$(cat out/proofs/records.csv)"
[ "$(grep -c 'holds$' log)" = 6 ] || fail "not six clauses hold: $(cat log)"
reason out/proofs | grep -q 'proved for every N' || fail "no clause says by what it holds: $(reason out/proofs)"
[ -z "$(ls -A out/proofs/extrap)" ] || fail "what has no N is a series of Extra-P"

"$rmr" run proofs.json -o again -j 1 > log2 2>&1
for file in records.jsonl findings.json matrix.json; do
  cmp "out/proofs/$file" "again/$file" || fail "$file: not the same bytes"
done
head -n 1 again/records.jsonl > kept && mv kept again/records.jsonl
"$rmr" run proofs.json -o again --resume > log2 2>&1 || fail "--resume does not do the rest: $(cat log2)"
cmp out/proofs/records.jsonl again/records.jsonl || fail "what was resumed has other bytes"
"$rmr" run proofs.json --dry-run > log2 2>&1 || fail "$(cat log2)"
grep -q 'glb, every N, cc, a proof' log2 || fail "--dry-run does not count proofs: $(cat log2)"

# --- a claim that is not proved, or not followed, is no failure -------------------------------------------------------

cat > open.json <<'END'
{"drive": "prove", "algorithms": ["szymanski", "recoverable_queue"], "metrics": [], "expect": {"P1": "holds"}}
END
"$rmr" run open.json -o out/open > log 2>&1 || fail "an open clause is no failure without --strict: $(cat log)"
reason out/open | grep -q 'passages without end: two processes are in the critical section (1888 views)' ||
  fail "$(reason out/open)"
grep -q '"algorithm": "recoverable_queue".*"P1": {"verdict": "not decided", "states": 0, "why": "' \
  out/open/records.jsonl ||
  fail "what is not followed is not in its record: $(cat out/open/records.jsonl)"
"$rmr" run open.json -o out/open --resume --strict > log 2>&1
[ $? -eq 20 ] || fail "an open clause passes --strict"
"$rmr" run open.json -o false --set 'algorithms=bakery' --set 'expect.P1=fails' --set 'expect.bound.own=< 7' > log 2>&1
[ $? -ne 0 ] || fail "a clause against a proof holds"
reason false | grep -q 'for every N the value is 8, not < 7' || fail "$(reason false)"
"$rmr" run open.json -o formula --set 'algorithms=bakery' --set 'expect.bound.own=<= 8N' > log 2>&1
reason formula | grep -q 'expected a number, not a formula in N' || fail "a formula at every N: $(reason formula)"

cat > tree.json <<'END'
{"drive": "prove", "algorithms": "kessels", "n": ["any", 3], "check": ["P3", "P4"],
 "metrics": ["bound.exit", "bound.entry.own", "bound.entry.each", "bound.exit.level", "bound.entry.level"]}
END
"$rmr" run tree.json -o out/tree > log 2>&1 || fail "$(cat log)"
grep -q '"n": 0, .*"metrics": {"bound.exit.level": 1, "bound.entry.level": 4}, .*"P3": {"verdict": "proved"' \
  out/tree/records.jsonl ||
  fail "steps at each level of a tree are taken for all: $(cat out/tree/records.jsonl)"
grep -q '"n": 3, .*"metrics": {"bound.exit": 2, "bound.entry.own": 8, "bound.entry.each": 0}' out/tree/records.jsonl ||
  fail "no steps at one N: $(cat out/tree/records.jsonl)"

# --- single N, and other drives beside proofs -------------------------------------------------------------------------

cat > both.json <<'END'
{"drive": ["explore", "prove"], "algorithms": ["burns_lynch", "bakery"], "n": [2, 3, "any"], "check": ["P1", "P2"],
 "exclude": [{"drive": "prove", "n": 3}],
 "metrics": ["rmr.max", "bound.own", "bound.each"],
 "tables": [{"name": "both", "columns": ["RMR cc", "P1", "P2", "every N"],
             "rows": [{"algorithm": "burns_lynch"}, {"algorithm": "bakery"}]}]}
END
"$rmr" run both.json -o out/both > log 2>&1 || fail "$(cat log)"
[ "$(grep -c '"drive": "prove"' out/both/records.jsonl)" = 4 ] || fail "not two proofs of each"
[ "$(grep -c '"drive": "explore"' out/both/records.jsonl)" = 4 ] || fail "\"any\" is explored"
tr -d '\n' < out/both/tables.json | tr -s ' ' > flat
grep -q '"column": "every N", "rmr": false, "value": "P1, P3, P4"' flat ||
  fail "no column of what is proved: $(cat flat)"
grep -q '"value": "P1, P3, P4, P5, RMR cc <= 4N+4", "how": "proved for every N"' flat ||
  fail "no bound in the column: $(cat flat)"
grep -q '"value": "at most 4N+4", "how": "proved for every N".*"agreement": "proved"' flat || fail "O(N) is not proved"
grep -q 'holds ==' log || fail "the table does not tell what is proved: $(cat log)"

# --- the report of several directories --------------------------------------------------------------------------------

cat > explored.json <<'END'
{"drive": "explore", "algorithms": ["glb", "bakery"], "n": 2, "check": "P1", "metrics": "rmr.max"}
END
"$rmr" run explored.json -o out/explored > log 2>&1 || fail "$(cat log)"
"$rmr" report out > log 2>&1 || fail "$(cat log)"
matrix=$(sed -n '/<table class="matrix/,/<\/table>/p' out/report.html)
grep -q '>glb</th>.*≤ 8N+1.*>∀ N<' <<< "$matrix" || fail "the matrix does not have what is proved: $matrix"
[ "$(grep -c 'proved for every N</summary>' out/report.html)" -ge 1 ] || fail "no list of what is proved"
grep -q 'P1 (mutual exclusion) is proved, as claimed: every N' out/report.html || fail "no finding of a proof"

# A simulation that breaks what is proved, and an exploration that costs more, in another directory.
contradicted() { # WORDS FILE SED
  rm -rf lie && cp -r out lie
  sed -i "$3" "lie/$2/records.jsonl"
  "$build/tests/sealer" "lie/$2/records.jsonl"
  "$rmr" report lie > log 2>&1
  [ $? -eq 75 ] || fail "what contradicts a proof is reported: $(cat log)"
  grep -q "$1" log || fail "'$(cat log)' does not say '$1'"
}
contradicted 'a proof is contradicted, P1 at N = 2' explored \
  's/"violations": \[\]/"violations": [{"property": "P1", "step": 3, "text": "P1: P1 enters"}]/'
contradicted 'a proof is contradicted, rmr.max at N = 2: .*, is above what .* proves, 17' explored \
  's/"rmr.max": 15/"rmr.max": 18/'

# --- mistakes ---------------------------------------------------------------------------------------------------------

refused() { # WORDS CONFIG
  "$rmr" run /dev/stdin --set name=x -o x > log 2>&1 <<< "$2"
  [ $? -eq 64 ] || fail "not refused: $2"
  grep -qF -- "$1" log || fail "'$(cat log)' does not say '$1'"
}
refused '"any", or 0, goes with "drive": "prove" only' '{"algorithms": "bakery", "n": "any"}'
refused 'expected a number as well' '{"drive": ["prove", "explore"], "algorithms": "bakery", "n": "any"}'
refused 'N = 65 is none for a proof' '{"drive": "prove", "algorithms": "bakery", "n": 65}'
refused 'N = 1 is none for a proof' '{"drive": "prove", "algorithms": "bakery", "n": 1}'
refused 'no proof is of P2; expected one of P1 P3 P4 P5' '{"drive": "prove", "algorithms": "bakery", "check": "P2"}'
refused 'a proof does not give "rmr.max"' '{"drive": "prove", "algorithms": "bakery", "metrics": "rmr.max"}'
refused 'only a proof gives "bound.own"' '{"drive": "explore", "algorithms": "bakery", "n": 2, "metrics": "bound.own"}'
refused '"sessions" goes with "drive"' '{"drive": "prove", "algorithms": "glb", "sessions": "same"}'
refused '"passages" goes with "drive"' '{"drive": "prove", "algorithms": "glb", "passages": 2}'
refused 'is written in C, and proofs are from texts' '{"drive": "prove", "algorithms": "two_stage"}'
refused 'expected no claim about it' \
  '{"drive": "prove", "algorithms": "glb", "tables": [{"name": "t", "columns": ["every N"],
    "rows": [{"algorithm": "glb", "says": {"every N": "yes"}}]}]}'

# --- a matrix without rows --------------------------------------------------------------------------------------------

"$rmr" run /dev/stdin --set name=bare -o bare > log 2>&1 << 'END' || fail "$(cat log)"
{"algorithms": "anderson:slots=4", "n": 2}
END
grep -q '"rows": \[\]' bare/matrix.json && grep -q 'matrix.json' bare/rmrlab.files ||
  fail "no matrix where there are no rows"
echo '{"rows": []}' > bare/matrix.json
"$rmr" report bare > log 2>&1 && fail "an altered matrix.json is read"
"$rmr" run bare/config.json -o bare --resume > log 2>&1 || fail "$(cat log)"
"$rmr" report bare > log 2>&1 || fail "an altered matrix.json stays: $(cat log)"
