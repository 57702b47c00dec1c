#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# rmr compare: which kind the arguments are of, the table against what `rmr simulate` and `rmr explore` say, result
# directories, figures, and what is refused.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
export TMPDIR=$work/tmp
mkdir tmp

# row N: the cells of that row of out.txt, with one blank between them
row() { awk -v n="$1" '$1 == n {$1 = $1; print}' out.txt; }

# --- runs -------------------------------------------------------------------------------------------------------------

dearest() { "$rmr" simulate "$@" --json | grep -oP '"max_passage": \K[0-9]+'; }
expect 0 'ticket / mcs' "$rmr" compare mcs ticket -n 2,4 -s round_robin
for n in 2 4; do
  a=$(dearest -a mcs -n $n -s round_robin) b=$(dearest -a ticket -n $n -s round_robin)
  [ "$(row $n)" = "$n $a $b $(awk "BEGIN {printf \"%.3f\", $b / $a}")" ] || fail "mcs and ticket: $(cat out.txt)"
done
cp out.txt again.txt
"$rmr" compare mcs ticket -n 2,4 -s round_robin 2> err | cmp - again.txt || fail "two comparisons differ"
[ ! -s err ] || fail "something on stderr: $(cat err)"
expect 0 'dsm / cc' "$rmr" compare cc dsm -a glb -n 3 -s round_robin
a=$(dearest -a glb -n 3 -s round_robin) b=$(dearest -a glb -n 3 -s round_robin -m dsm)
[ "$(row 3 | cut -d' ' -f2,3)" = "$a $b" ] ||
  fail "cc and dsm: $(cat out.txt)"
expect 0 'rmr.max: cc, all schedules' "$rmr" compare mcs bakery --explore -n 2
for a in mcs bakery; do "$rmr" explore -a $a -n 2 --json | grep -oP '"worst_rmr": \K[0-9]+'; done > worst
[ "$(row 2 | cut -d' ' -f2,3)" = "$(paste -sd' ' worst)" ] || fail "exact values: $(cat out.txt)"
expect 0 'unbounded' "$rmr" compare mcs tas --explore -n 2
[ "$(row 2 | cut -d' ' -f4)" = - ] || fail "a ratio of what has no bound: $(cat out.txt)"
expect 0 'steps' "$rmr" compare mcs ticket -n 2 --metric steps --metric rmr.mean
grep -qE '^steps +2 ' out.txt && grep -qE '^rmr.mean +2 ' out.txt || fail "two metrics: $(cat out.txt)"
expect 0 'anderson:slots=16' "$rmr" compare anderson:slots=4..16*2 mcs -n 4
expect 12 'P1' "$rmr" compare bw_naive bakery -n 6 --passages 50 --sessions any:2
expect 0 '"ratios"' "$rmr" compare mcs ticket -n 2 --json

# the arguments beside a name, and the options, tell its meaning
expect 0 'N  burns_lamport  mcs' "$rmr" compare burns_lamport mcs -n 2
expect 0 'N  burns_lamport  random' "$rmr" compare burns_lamport random -a glb -n 2
expect 0 'N  burns_lamport  foresight' "$rmr" compare burns_lamport foresight -a burns_lamport -n 2

# --- directories ------------------------------------------------------------------------------------------------------

echo '{"drive": "explore", "algorithms": ["mcs", "bakery"], "n": 2, "check": ["P1", "P5"], "fits": [], "plots": []}' > \
  c.json
"$rmr" run c.json -o old > run.txt 2>&1 || fail "a run: $(cat run.txt)"
"$rmr" run c.json -o more --set n=2..3 --set passages=2 > run.txt 2>&1 || fail "a run: $(cat run.txt)"
"$rmr" run c.json -o larger --set n=2..3 > run.txt 2>&1 || fail "a run: $(cat run.txt)"
cp -r old same
expect 0 '0 of 2 shared values differ' "$rmr" compare old same
expect 20 '2 only in larger' "$rmr" compare old larger
grep -q '0 of 2 shared values differ' out.txt || fail "what differs: $(cat out.txt)"
grep -A 2 '^P5: bakery, N = 3' out.txt | grep -q 'old: missing' || fail "verdicts of one directory: $(cat out.txt)"
expect 20 'only in' "$rmr" compare old larger --changed
! grep -qE '^(mcs|bakery) +2 ' out.txt || fail "--changed shows what is the same: $(cat out.txt)"
expect 20 '4 only in more' "$rmr" compare old more
expect 20 'bakery, cc' "$rmr" compare old larger -a bakery
! grep -q mcs out.txt || fail "-a leaves others: $(cat out.txt)"
"$rmr" run c.json -o two --set 'metrics=["rmr.max", "states"]' > run.txt 2>&1
expect 0 'states' "$rmr" compare two ./two/ --metric all
mkdir mcs
expect 0 'ticket / mcs' "$rmr" compare mcs ticket -n 2 # the algorithm
expect 64 'records.jsonl' "$rmr" compare ./mcs old
expect 64 "'steps'" "$rmr" compare old same --metric steps
sed -i 's/"worst": /"worst": 1/' same/records.jsonl
expect 64 altered "$rmr" compare old same

# --- figures ----------------------------------------------------------------------------------------------------------

if command -v gnuplot > /dev/null; then
  expect 0 'ticket / mcs' "$rmr" compare mcs ticket -n 2..8 -o a.svg
  expect 20 'shared values differ' "$rmr" compare old larger -o b.svg
  grep -q '</svg>' a.svg && grep -q '>ticket<' a.svg || fail "a.svg is no figure of both"
  grep -q 'larger: bakery' b.svg || fail "b.svg does not tell whose the series are"
  expect 64 'no/such' "$rmr" compare mcs ticket -n 2 -o no/such/place.svg
fi
mkdir empty
ln -s "$(command -v env)" empty/env
expect 64 'no gnuplot' env PATH="$work/empty" "$rmr" compare mcs ticket -n 2 -o c.svg
[ ! -e c.svg ] || fail "a figure without gnuplot"

# --- directories of other kinds --------------------------------------------------------------------------------------

# run NAME CONFIG
run() {
  printf '%s' "$2" > "$1.json"
  "$rmr" run "$1.json" -o "$1" > /dev/null 2>&1
}

# Over N, where not every record has the parameter of the others; nothing is left out, in whatever order.
run slots '{"algorithms": ["anderson:slots=4..8*2", "mcs"], "n": 4, "x": "algorithm.slots", "plots": []}'
run others '{"algorithms": ["anderson:slots=4..8*2", "ticket"], "n": 4, "x": "algorithm.slots", "plots": []}'
run sizes '{"algorithms": "mcs", "n": [2, 4], "plots": []}'
expect 20 '0 of 2 shared values differ' "$rmr" compare slots others
grep -q '^1 only in others' out.txt || fail "who is alone: $(cat out.txt)"
for pair in 'slots sizes' 'sizes slots'; do
  # shellcheck disable=SC2086 # two
  expect 20 '0 of 1 shared values differ' "$rmr" compare $pair
  grep -qE '^mcs +4 +8 +8 +1.000' out.txt && grep -q '^2 only in slots' out.txt || fail "$pair: $(cat out.txt)"
done

# The cost of one process is another question than that of any, and no worst case of the algorithm.
asked='"drive": "explore", "algorithms": "burns_lamport", "n": "2..4", "plots": [],
  "tables": [{"name": "c", "columns": ["RMR cc"], "rows": [{"algorithm": "burns_lamport"}]}]'
run any "{$asked}"
run one "{$asked, \"observe\": \"P_1\"}"
run last "{$asked, \"observe\": \"P_N\"}"
expect 20 '0 of 0 shared values differ' "$rmr" compare any one
grep -qE '^P_1 alone +4 +- +10 +-' out.txt || fail "P_1 alone: $(cat out.txt)"
expect 0 'all schedules, P_N alone, distinct' "$rmr" fit last
grep -q '6, 15, 32' any/tables.json && ! grep -q '4, 7, 10' one/tables.json ||
  fail "cells of all and of one: $(cat any/tables.json one/tables.json)"

# Of proofs there are verdicts alone.
run proofs '{"drive": "prove", "algorithms": ["ticket", "tas"], "n": "any", "check": "P1"}'
run proof '{"drive": "prove", "algorithms": "ticket", "n": "any", "check": "P1"}'
expect 20 'P1: tas, every N, cc, proof' "$rmr" compare proofs proof
expect 0 '0 of 0 shared values differ' "$rmr" compare proof proof/
expect 64 "no record has the metric 'steps'" "$rmr" compare proofs proof --metric steps
expect 64 "no record has the metric 'rmr.max'" "$rmr" compare proofs proof -o proofs.svg

# Each metric is one of the records', and counts are told in full.
expect 0 'steps' "$rmr" compare sizes sizes/ --metric rmr.max --metric all
expect 64 "no record has the metric 'rmr.mxa'" "$rmr" compare sizes sizes/ --metric rmr.max --metric rmr.mxa
expect 64 'no record that -a, -s and -m leave has' "$rmr" compare sizes sizes/ -a nosuch
expect 64 "unknown memory 'foo'" "$rmr" compare sizes sizes/ -m foo
for seed in 1 2; do
  run "long$seed" '{"algorithms": "mcs", "n": 64, "passages": 3000, "seed": '$seed', "metrics": ["steps"], "fits": [],
    "plots": []}'
done
expect 20 '64  1535996  1535998' "$rmr" compare long1 long2 --metric steps

# --- refusals ---------------------------------------------------------------------------------------------------------

expect 64 "'cc' a memory; expected all of one kind" "$rmr" compare mcs cc
expect 64 "did you mean 'ticket'?" "$rmr" compare mcs tikcet
expect 64 'nothing to compare; expected two' "$rmr" compare
expect 64 'only one to compare' "$rmr" compare mcs
expect 64 "'mcs' is given twice" "$rmr" compare mcs mcs
expect 64 'expected -a ALGO' "$rmr" compare cc dsm
expect 64 'expected -a ALGO' "$rmr" compare random greedy
expect 64 '-a glb: the algorithms are compared' "$rmr" compare mcs ticket -a glb
expect 64 '-m cc: the memories are compared' "$rmr" compare cc dsm -a glb -m cc
expect 64 'so it uses no adversary' "$rmr" compare mcs ticket --explore -s random
expect 64 'hold finished runs' "$rmr" compare old larger -n 3
expect 64 'hold finished runs' "$rmr" compare old larger --explore
expect 64 "has no option 'deph'" "$rmr" compare random pct:deph=2 -a glb
expect 64 'is not a number or a range' "$rmr" compare mcs ticket -n x
expect 64 "did you mean \"rmr.max\"" "$rmr" compare mcs ticket --metric rmr.mx
expect 64 'expected .svg, .png or .pdf' "$rmr" compare mcs ticket -o cmp.txt
expect 64 'more than 8' "$rmr" compare tas ttas mcs clh ticket glb bakery bwbgme kessels
expect 64 'at most 8' "$rmr" compare anderson:slots=4..16 mcs -n 4
[ -z "$(ls tmp)" ] || fail "something was left behind: $(ls tmp)"
