#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The first part of a report: costs that are worse than claimed before unbounded ones, before refuted claims, and claims
# known to be wrong at the end; one row for each algorithm; each finding links to evidence that is there; a claim that
# one section leaves open and another one decides is told once, as decided; a property that simulations alone have kept
# does not look proven; runs in which something goes wrong say nothing of a claim. And the matrix of all algorithms.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

run() { # NAME CONFIG
  printf '%s\n' "$2" > "$1.json"
  local code=0
  "$rmr" run "$1.json" -o "out/$1" > "$1.log" 2>&1 || code=$?
  case $code in 0 | 11 | 12 | 20) ;; *) false ;; esac || fail "$1: exit $code: $(cat "$1.log")"
}
ranks() { sed -n 's/.*"rank": "\([^"]*\)".*/\1/p' "out/$1/findings.json"; }
tells() { grep -qF -- "$2" "out/$1/findings.json" || fail "$1: nowhere '$2': $(cat "out/$1/findings.json")"; }
silent() { ! grep -qF -- "$2" "out/$1/findings.json" || fail "$1: '$2': $(cat "out/$1/findings.json")"; }

run mixed '{"drive": "explore", "algorithms": ["bakery", "szymanski_no_wait", "tas"], "n": [2], "passages": ["inf"],
  "sessions": ["distinct"], "check": ["P1", "P2"], "fits": [], "plots": [],
  "tables": [{"name": "t", "title": "T", "columns": ["RMR cc", "P1", "P2"], "rows": [
    {"algorithm": "tas", "label": "T & S", "says": {"RMR cc": "O(1)", "P1": "yes", "P2": "yes"}},
    {"algorithm": "bakery", "stands_for": "another", "says": {"RMR cc": "unbounded", "P1": "yes"}}]}]}'
[ "$(ranks mixed | uniq | tr '\n' ',')" = "unbounded,refuted,known to fail,undecided,agrees," ] ||
  fail "ranks: $(ranks mixed)"
tells mixed '"text": "P2 (no starvation) is claimed to hold, but a schedule breaks it: N = 2'
tells mixed '"text": "P1 (mutual exclusion) is known to fail, and a schedule breaks it: N = 2'
tells mixed '"text": "RMRs per passage in cc: unbounded; claimed: O(1) (N = 2'
tells mixed '"text": "P1 (mutual exclusion) holds, as claimed: N = 2'

# An algorithm that is known to be wrong, and of which nobody claims the broken property, agrees and is not refuted.
run bits '{"drive": "explore", "algorithms": ["szymanski_bits"], "n": [3], "passages": [1], "check": ["P1"],
  "fits": [], "plots": [], "tables": [{"name": "t", "title": "T", "columns": ["P1"], "rows": [
    {"algorithm": "szymanski_bits", "says": {"P1": "no"}}]}]}'
tells bits '"rank": "agrees"'
silent bits '"rank": "refuted"'

run cubic '{"algorithms": ["burns_lamport"], "n": "3..24", "adversaries": ["burns_lamport_cubic"], "plots": [],
  "expect": {"P1": "holds", "rmr.max": "O(N^2)"}}'
[ "$(ranks cubic | uniq | tr '\n' ',')" = "worse than claimed,refuted,agrees," ] || fail "ranks: $(ranks cubic)"
tells cubic '"text": "RMRs per passage in cc: Theta(N^3) seen; claimed: O(N^2) (lower bounds N = 3..24)"'
tells cubic '"text": "rmr.max, expected: O(N^2); fails: '
tells cubic '"text": "P1, expected: holds; not refuted by 22 runs"'
grep -q '<span class="badge sampled">not refuted by 22 runs</span>' out/cubic/report.html || fail "samples look proven"

run dead '{"drive": "explore", "algorithms": ["burns_lynch"], "n": [2], "passages": ["inf"], "check": ["P1", "P6"],
  "faults": ["stop:1"], "fits": [], "plots": []}'
silent dead '"claim": "P6"'
run alive '{"drive": "explore", "algorithms": ["burns_lynch"], "n": [2], "passages": ["inf"], "check": ["P1", "P6"],
  "faults": ["none", "stop:1"], "fits": [], "plots": []}'
tells alive '"text": "P6 (no deadlock) holds, as claimed: N = 2 complete'

# A claim of an algorithm's file about registers and RMRs is made of its default parameters, and the number of registers
# of one passage each. Of other runs it may be true, and where it is not, that is nobody's mistake.
run scopes '{"algorithms": ["merritt_taubenfeld", "recoverable_queue:nodes=4", "anderson:slots=1",
    "recoverable_peterson:stages=3"], "n": [2, 3, 4, 6, 8, 12, 16], "passages": [1, 2],
  "adversaries": ["round_robin", "foresight"], "metrics": ["space", "rmr.max"], "plots": [], "fits": [],
  "exclude": [{"adversary": "foresight", "algorithm": ["merritt_taubenfeld", "recoverable_queue:nodes=4",
    "recoverable_peterson:stages=3"]}]}'
silent scopes '"rank": "worse than claimed"'
tells scopes 'registers: 4N^2+1; claimed: = 4N^2+1 (N = 2..16, one passage each, sessions distinct)"'
tells scopes 'registers: 11N+1; claimed: = 7N+1 (N = 2..16); claimed for the default parameters"'
tells scopes '"subject": "Weakly recoverable queue lock (reconstruction), nodes=4"'
tells scopes 'Theta(N) seen; claimed: O(1) (lower bounds N = 2..16); claimed for the default parameters"'
tells scopes 'P1 (mutual exclusion) is claimed to hold with the default parameters, but a schedule breaks it: '
tells scopes 'registers: 3(2^ceil(lg N) - 1); claimed: = 3(2^ceil(lg N) - 1) (N = 2..16)"'
run longer '{"algorithms": "merritt_taubenfeld", "n": [2, 3, 4, 6, 8], "passages": 2, "metrics": "space", "plots": [],
  "tables": [{"name": "t", "columns": ["space"], "rows": [{"algorithm": "merritt_taubenfeld"}]},
             {"name": "u", "columns": ["space"], "rows": [
               {"algorithm": "merritt_taubenfeld", "says": {"space": "= 4N^2+1"}}]}]}'
tells longer 'registers: 8N^2+1; claimed: = 4N^2+1 (N = 2..8); claimed for one passage each"'
worse=$(grep -c '"rank": "worse than claimed"' out/longer/findings.json)
[ "$worse" -eq 1 ] || fail "$worse are worse than claimed: of these runs it is the config that says it, in one table"

# O(N^2) is claimed of the one-bit algorithm for one passage each. Without end it is not, and a process that starves
# pays without end.
run once '{"drive": "explore", "algorithms": "burns_lamport", "n": [2, 3, 4], "passages": [1, "inf"],
  "exclude": [{"n": [3, 4], "passages": "inf"}], "metrics": "rmr.max", "plots": [], "fits": []}'
silent once '"rank": "unbounded"'
tells once 'claimed: O(N^2) (exact 6, 15, 32 at N = 2, 3, 4, sessions distinct, 1 passage each)'
run endless '{"drive": "explore", "algorithms": "burns_lamport", "n": 2, "passages": "inf", "metrics": "rmr.max",
  "plots": [], "fits": []}'
silent endless '"rank": "unbounded"'
tells endless 'unbounded; claimed: O(N^2) (N = 2, sessions distinct, passages without end); claimed for'

# Two texts of one name in two directories are two algorithms.
mkdir -p apart one two
for text in one:tas two:ttas; do
  sed "s/^algorithm ${text#*:} /algorithm lock /; /^import/d" "$source/algos/${text#*:}.alg" > "${text%:*}/lock.alg"
  echo '{"drive": "explore", "algorithms": "./lock.alg", "n": 2, "check": "P1", "plots": [], "fits": []}' \
    > "${text%:*}/config.json"
  "$rmr" run "${text%:*}/config.json" -o "apart/${text%:*}" > out.txt 2>&1 || fail "$text: $(cat out.txt)"
done
"$rmr" report apart > out.txt 2>&1 || fail "$(cat out.txt)"
grep -q 'with 2 algorithms' apart/report.html && grep -q 'lock.alg (apart/one)' apart/report.html ||
  fail "texts of one name: $(sed 's/<[^>]*>/ /g' apart/report.html | grep 'lock.alg' | head -n 5)"

alone() { # NAME CONFIG: not among those of the page below
  printf '%s\n' "$2" > "$1.json"
  "$rmr" run "$1.json" -o "alone/$1" > "$1.log" 2>&1
}

# An average of a run that was cut short says nothing, a smallest value is bounded from above, and so on.
alone cut '{"algorithms": "bakery", "n": 3, "passages": 20, "max_steps": 60, "metrics": ["rmr.mean", "rmr.max"],
  "fits": [], "plots": [], "expect": {"rmr.mean": ["<= 13", ">= 13"], "rmr.max": "<= 2"}}'
[ "$(grep -c '"verdict": "undecided"' alone/cut/verdicts.json)" -eq 2 ] ||
  fail "cut short: $(cat alone/cut/verdicts.json)"
alone gap '{"algorithms": "fischer", "n": 3, "time": "slow=2", "passages": 30, "max_steps": 40, "metrics": "gap.min",
  "fits": [], "plots": [], "expect": {"gap.min": [">= 4", "<= 3", "<= 9"]}}'
[ "$(sed -n 's/.*"verdict": "\(.\).*/\1/p' alone/gap/verdicts.json | tr -d '\n')" = uuh ] ||
  fail "gaps: $(cat alone/gap/verdicts.json)"
alone bounds '{"drive": "explore", "algorithms": "bakery", "n": 4, "budget": 1048576, "metrics": "rmr.max by process",
  "expect": {"rmr.max by process": "= 14"}, "fits": [], "plots": []}'
grep -q '"verdict": "undecided"' alone/bounds/verdicts.json || fail "bounds: $(cat alone/bounds/verdicts.json)"
alone pair '{"drive": "explore", "algorithms": "szymanski", "n": 4, "budget": 2000000, "metrics": ["rmr.max of P_1",
  "rmr.max of P_2"], "expect": {"rmr.max of P_1": "<= rmr.max of P_2"}, "fits": [], "plots": []}'
grep -q '"verdict": "undecided"' alone/pair/verdicts.json || fail "a pair: $(cat alone/pair/verdicts.json)"

# A cost that a limit of the steps cuts is no growth; passages without end are no point of an axis of passages.
alone limit '{"algorithms": "burns_lamport", "n": "16..24", "adversaries": "round_robin", "max_steps": 32, "plots": [],
  "fits": [], "tables": [{"name": "t", "columns": ["RMR cc"], "rows": [
    {"algorithm": "burns_lamport", "says": {"RMR cc": "O(1)"}}]}]}'
grep -q '"rank": "undecided"' alone/limit/findings.json || fail "a limit: $(cat alone/limit/findings.json)"
alone endless_too '{"drive": "explore", "algorithms": "mcs", "n": 2, "passages": [1, 2, 3, "inf"], "plots": [],
  "expect": {"rmr.max": "<= 12N"}}'
grep -q '"verdict": "holds"' alone/endless_too/verdicts.json || fail "endless: $(cat alone/endless_too/verdicts.json)"

# Nothing is claimed where writes wait; and any number that disagrees with a row of numbers decides.
alone waits '{"drive": "explore", "algorithms": "peterson", "n": 2, "order": "tso", "check": "P1",
  "fits": [], "plots": [], "tables": [{"name": "t", "columns": ["P1"], "rows": [
    {"algorithm": "peterson", "order": "tso"}]}]}'
! grep -q '"rank": "refuted"' alone/waits/findings.json || fail "a claim where writes wait"
alone both '{"drive": ["simulate", "search"], "algorithms": "burns_lamport", "n": "2..4", "adversaries": "round_robin",
  "effort": 20000, "metrics": "rmr.max", "plots": [], "fits": [], "tables": [{"name": "t", "columns": ["rmr.max"],
    "rows": [{"algorithm": "burns_lamport", "says": {"rmr.max": "<= 5N"}}]}]}'
grep -q '"rank": "worse than claimed"' alone/both/findings.json || fail "both: $(cat alone/both/findings.json)"

# Less than what is claimed is not worse. A cost that is claimed to have no bound, and was found finite, may still have
# none.
alone less '{"drive": "explore", "algorithms": "ticket", "n": "2..6", "metrics": ["rmr.max", "space"], "plots": [],
  "fits": [], "tables": [{"name": "t", "columns": ["space", "RMR cc", "rmr.max"], "rows": [
    {"algorithm": "ticket", "says": {"space": "= N^2", "RMR cc": "Omega(N)", "rmr.max": "unbounded"}}]}]}'
[ "$(ranks ../alone/less | sort | uniq -c | tr -s ' \n' ' ')" = ' 1 agrees 1 less than claimed 1 undecided ' ] ||
  fail "less: $(ranks ../alone/less)"

# A finding about other records than those that are there is marked so, and not among the matrix.
cp out/once/records.jsonl records
head -n 1 records > out/once/records.jsonl
expect 0 '' "$rmr" report out/once
grep -q 'were made from other records than those' out/once/report.html &&
  ! grep -q 'cell-burns_lamport' out/once/report.html || fail "findings of records that are lost are not told"
cp records out/once/records.jsonl
expect 0 '' "$rmr" report out/once
! grep -q 'were made from other records' out/once/report.html && grep -q 'cell-burns_lamport' out/once/report.html ||
  fail "findings of these records are told to be of others"

# The page of all of them: each link has its place, and a claim that a section of its own left open is not told again.
run short '{"drive": "explore", "algorithms": ["tas"], "n": [2], "passages": [1], "check": ["P1", "P2"], "fits": [],
  "plots": []}'
tells short '"rank": "undecided"'
"$rmr" report out 2> report.log || fail "$(cat report.log)"
page=out/report.html
sed -n '/<section id="findings">/,/<\/section>/p' "$page" > findings
[ -s findings ] || fail "the page does not begin with the findings"
for id in $(grep -o 'href="#[^"]*"' findings | sed 's/href="#//; s/"//' | sort -u); do
  [ "$(grep -cF "id=\"$id\"" "$page")" -eq 1 ] || fail "no place or several for #$id"
done
sed -n '1,/<details>/p' findings > grave
[ "$(grep -c '<strong>.*Test-and-set.*P2 (\|T &amp; S</strong>: .*P2 (no starvation) is claimed' grave)" -eq 1 ] ||
  fail "P2: $(grep P2 findings)"
grep -q 'unbounded</span> <strong>T &amp; S' grave || fail "the name is not escaped: $(grep 'T &' findings)"
[ "$(grep -c '<strong>T &amp; S</strong>' grave)" -eq 1 ] || fail "several rows: $(grep 'T &' grave)"
! grep -q 'is known to fail' grave || fail "what is known is told: $(grep known grave)"
grep -q 'algorithm or clause: known to be wrong' findings || fail "what is known is not counted: $(grep known findings)"

# The matrix: a sign or a formula, and a place for the evidence of each cell; the worst of all sections.
sed -n '/<div class="beside">/,/<\/table>/p' "$page" > matrix
cells() { # ALGORITHM: the columns that have something, with what they show
  sed -n "s/.*<th scope=\"row\"[^>]*>$1<\/th>//p" matrix | sed 's/<\/a><\/td>/\n/g' |
    sed -nE 's/.*<a href="#cell-[^"]*-([A-Z0-9a-z.]+)"[^>]*>/\1 /p' | sed 's/<[^>]*>//g' | tr '\n' ';'
}
is_row() { [ "$(cells "$1")" = "$2" ] || fail "the row of $1: $(cells "$1")"; }
is_row bakery 'RMR.20cc 12, …;P1 ✓;P2 ✓;'
is_row tas 'RMR.20cc ∞;P1 ✓;P2 ✗;'
is_row szymanski_no_wait 'RMR.20cc ∞;P1 ✗;P2 ✗;'
is_row burns_lamport 'RMR.20cc ∞ ≥ N3;'
is_row merritt_taubenfeld 'RMR.20cc ≥ 7N+1;space 8N2+1;'
[ -z "$(cells 'anderson:slots=1')" ] || fail "a row of other parameters"
grep -q 'class="fails"><a href="#cell-burns_lamport-RMR.20cc"' matrix || fail "the cubic law looks like any other"
for id in $(grep -o 'href="#[^"]*"' matrix | sed 's/href="#//; s/"//'); do
  [ "$(grep -cF "id=\"$id\"" "$page")" -eq 1 ] || fail "no place or several for #$id"
done
grep -qF '<p class="ran">10 experiments with ' "$page" || fail "what was run: $(grep 'class="ran"' "$page")"

# The parts above the sections, in their order: findings, claims, galleries, verdicts. In a table the rows that disagree
# come first; a scope that all rows share is no column; the contents lead to each section.
places=$(grep -oE 'id="(findings|claims|glance|verdicts|s1)"' "$page" | tr '\n' ' ')
[ "$places" = 'id="findings" id="claims" id="glance" id="verdicts" id="s1" ' ] || fail "the order: $places"
first=$(sed -n '/id="claims"/,/id="glance"/p' "$page" | grep -m1 -o '<th scope="row">[^<]*')
[ "$first" = '<th scope="row">T &amp; S' ] || fail "the row on top is $first"
sed -n '/<nav class="contents"/,/<\/nav>/p' "$page" > contents
for section in s1 s2 s3 s4 s5 s6; do grep -qF "href=\"#$section\"" contents || fail "no $section in the contents"; done
grep -qF '<strong>In all rows:</strong> memory cc; sessions distinct' out/mixed/report.html ||
  fail "what all rows share is not said once: $(grep -o '<strong>In all rows[^.]*' out/mixed/report.html)"
! grep -q '<th scope="col">memory</th>' out/mixed/report.html ||
  fail "a memory that is the same in all rows has a column"
! grep -q '<tbody>[[:space:]]*</tbody>' "$page" || fail "an empty table"
grep -qE 'Of the expectations of the configs, 1 fail, 0 are undecided, [0-9]+ hold, 1 are not refuted' "$page" ||
  fail "the summary: $(grep -o 'Of the expectations[^<]*' "$page")"

# A property that simulations alone have kept, and a schedule of another directory breaks, says so, and leads there:
# also where that directory comes later.
mkdir -p beside
cat > alone.json << 'END'
{"algorithms": "szymanski_three_bit", "n": 3, "adversaries": "solo", "expect": {"P1": "holds", "P5": "holds"},
 "plots": []}
END
cat > all.json << 'END'
{"drive": "explore", "algorithms": "szymanski_three_bit", "n": 3, "check": "P1", "plots": []}
END
"$rmr" run alone.json -o beside/alone > run.log 2>&1 || fail "$(cat run.log)"
"$rmr" run all.json -o beside/late > run.log 2>&1 || fail "$(cat run.log)"
"$rmr" report beside 2> report.log || fail "$(cat report.log)"
link=$(grep -o 'not refuted by 1 run</span> <a class="contradicted" href="#[^"]*">but a schedule breaks it: all' \
  beside/report.html | sed 's/.*href="#//; s/".*//' | sort -u)
[ "$(grep -cF "id=\"$link\"" beside/report.html)" -eq 1 ] || fail "no word of the schedule: '$link'"
[ "$(grep -c contradicted beside/alone/report.html)" -eq 0 ] || fail 'a page alone knows of no other directory'
