#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Parameters of algorithms that are built in, from the command line to the series of a result directory; and parameters
# and options as the axes of series. Refused configs stand in tests/reject, plug-ins in cli_plugin.sh.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- one question -----------------------------------------------------------------------------------------------------

# Anderson's lock needs as many slots as processes that may want it at the same time.
for n in 2 3; do
  for slots in 1 2 3 4; do
    word=holds && [ $slots -lt $n ] && word=fails
    "$rmr" explore -a anderson:slots=$slots -n $n --passages 2 --check P1 | grep -q "^P1  $word" ||
      fail "N = $n, $slots slots: P1 not $word"
  done
done
"$rmr" explore -a anderson:slots=0 -n 3 --check P1,rmr --json | grep -v seconds > default
"$rmr" explore -a anderson -n 3 --check P1,rmr --json | grep -v seconds | cmp default - ||
  fail "slots=0 is not the default"

# --- the output names them, and can be read back ----------------------------------------------------------------------

"$rmr" explore -a anderson:slots=1 -n 2 --check P1 --witness p1.schedule > /dev/null
grep -qx 'algorithm anderson:slots=1' p1.schedule || fail "the witness does not say slots=1"
"$rmr" replay p1.schedule > replayed 2> /dev/null
[ $? -eq 12 ] || fail "the witness does not break P1"
grep -q '^Anderson.* with slots=1, N = 2' replayed || fail "the replay does not say slots=1"
"$rmr" simulate -a anderson:slots=7 -n 2 --trace t.txt --json | grep -q '"algorithm": "anderson:slots=7"' ||
  fail "simulate does not say slots=7"
head -n 1 t.txt | grep -q 'with slots=7$' || fail "the trace does not say slots=7"
"$rmr" simulate -a anderson:slots=7 -n 2 --trace t.json > /dev/null && grep -q '"name":"anderson:slots=7"' t.json ||
  fail "the Perfetto trace does not say slots=7"
"$rmr" show anderson:slots=7 | grep -q '^  slots=7 ' || fail "show does not say slots=7"
"$rmr" show anderson --json | tr -d ' \n' | grep -q '"parameters":{"slots":0}' ||
  fail "show --json does not say slots = 0"
"$rmr" list algorithms | grep -A 1 '^parameters of anderson' | grep -q 'slots=0 ' ||
  fail "list does not tell the parameter"

# --- as the axis of series --------------------------------------------------------------------------------------------

cat > slots.json <<'END'
{"algorithms": ["anderson:slots=3..6", "mcs"], "n": 3, "drive": ["simulate", "explore"],
 "adversaries": ["random", "greedy"], "x": "algorithm.slots",
 "metrics": ["rmr.max", "space"], "fits": ["space", "rmr.max"],
 "exclude": [{"drive": "simulate", "algorithm": "anderson:slots=6"}]}
END
"$rmr" run slots.json -o slots > log 2>&1 || { cat log; fail "slots.json does not run"; }
[ "$(grep -c '"algorithm": *"anderson:slots=6"' slots/records.jsonl)" = 1 ] || fail "exclude does not know a parameter"
tr -d ' \n' < slots/fits.json > fits
grep -q \
  '"metric":"space","scope":{"algorithm":"anderson","n":3,[^}]*},"kind":"exact","x":"algorithm.slots","points":4,'\
'"range":{"from":3,"to":6}' fits ||
  fail "no series of 4 points over slots: $(cat fits)"
grep -q '"formula":"N+1"' fits || fail "slots + 1 registers are not recognised"
grep -q '"algorithm":"mcs"' fits && fail "mcs has no slots but a series over them"
[ "$(grep -o '"series":"random[^"]*space"' fits | wc -l)" = 1 ] ||
  fail "not one series of random: $(grep -o '"series":"[^"]*"' fits)"

cat > depth.json <<'END'
{"algorithms": "glb", "n": 4, "adversaries": ["pct:depth=1..3", "random"], "repetitions": 2, "x": "adversary.depth",
 "metrics": ["rmr.max"]}
END
"$rmr" run depth.json -o depth > log 2>&1 || { cat log; fail "depth.json does not run"; }
[ "$(wc -l < depth/records.jsonl)" = 8 ] || fail "not 3 + 1 adversaries, twice each"
tr -d ' \n' < depth/fits.json > fits
grep -q '"adversary":"pct",[^}]*},"kind":"sample","x":"adversary.depth","points":3,"range":{"from":1,"to":3}' fits ||
  fail "no series over depth: $(cat fits)"
[ "$(grep -o '"series":' fits | wc -l)" = 2 ] || fail "more than one series over depth" # the list, and the one in it

# A parameter that has its default makes no other task: neither its number nor its seed.
seeds() { grep -o '"seed": *[0-9]*' "$1/records.jsonl" | sort -u; }
"$rmr" run slots.json --set algorithms=anderson --set x='"N"' --set 'drive="simulate"' --set exclude=[] -o plain > log \
  2>&1 || { cat log; fail "plain does not run"; }
"$rmr" run slots.json --set algorithms=anderson:slots=0 --set x='"N"' --set 'drive="simulate"' --set exclude=[] -o \
  zero > log 2>&1 || { cat log; fail "zero does not run"; }
cmp <(seeds plain) <(seeds zero) || fail "slots=0 has other seeds"

# A compiled text takes its parameters itself: those that are given to the compiler would be lost.
cat > modulo.alg << 'END'
algorithm modulo "a lock with a parameter"
source "none"
parameter m : 1..4 = 2 "what is written"
shared X : 0..4
process i
  waiting
  1 repeat until compare_and_swap(X, 0, m) = 0
    critical section
  exit
  2 X := 0
variant modulo_other "the same, written otherwise"
  2 X := m - m
END
for given in ./modulo.alg:m=3 ./modulo.alg:variant=modulo_other,m=3 anderson:slots=2; do
  expect 64 "rmr compile: $given: expected no parameters; the plug-in takes them itself, as ./FILE.so:KEY=VALUE" \
    "$rmr" compile "$given" -o given.so
  [ ! -e given.so ] || fail "$given: there is a plug-in"
done
expect 0 'given.c' "$rmr" compile ./modulo.alg:variant=modulo_other,m=2 -o given.c
