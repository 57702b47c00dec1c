#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# rmr native as a user meets it: a row for each algorithm and number of threads, JSON that says the same, exit codes,
# bad words. The threads are tested in unit_native.c.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
short=(--seconds 0.05 --warm-up 0.01 --repetitions 3)

expect 0 'rank correlation of RMRs and time' "$rmr" native -a tas -a mcs bakery -n 2,3 "${short[@]}"
for row in 'tas  *2 ' 'tas  *3 ' 'mcs  *2 ' 'bakery  *3 '; do
  grep -q "^$row.* kept$" out.txt || fail "no row '$row': $(cat out.txt)"
done
grep -q 'seq-cst; 3 repetitions of 0.05 s' out.txt || fail "the scope: $(cat out.txt)"

# Whether relaxed accesses break exclusion is a matter of the machine, and of chance.
"$rmr" native -a glb -n 2 --sessions any:2 --order relaxed --packed --floating --json "${short[@]}" > glb.json
[[ $? =~ ^(0|12)$ ]] || fail "relaxed accesses: $(cat glb.json)"
for words in '"order": "relaxed"' '"packed": true' '"pinned": false' '"p99.9": [0-9]' '"rmr_mean": [0-9]' \
  '"clashes": '; do
  grep -q -- "$words" glb.json || fail "nowhere $words: $(cat glb.json)"
done
[ "$(sed -n '/"repetitions"/,/\]/p' glb.json | grep -c '^ *[0-9]')" -eq 3 ] || fail "repetitions: $(cat glb.json)"

# The figure: a line for each algorithm, also where the numbers of threads are out of order, and one is given twice.
if command -v gnuplot > /dev/null; then
  expect 0 'kept' "$rmr" native -a tas -a mcs -n 3,2,3 "${short[@]}" -o rates.svg
  grep -q '>tas<' rates.svg && grep -q '>mcs<' rates.svg && grep -q '</svg>' rates.svg ||
    fail "the figure does not show both"
  grep -q 'registers on a cache line each, seq-cst; means of 3 repetitions' rates.svg || fail "the figure's caption"
  # And how time goes with RMRs: no curves to compare with, as there is no N.
  expect 0 'kept' "$rmr" native -a tas -a mcs bakery -n 2 "${short[@]}" --times times.svg
  grep -q '>bakery<' times.svg && grep -q 'RMRs per passage, simulated<' times.svg ||
    fail "the figure does not show times over RMRs"
  grep -q 'Rank correlation -\?[01][.0-9]* with 2 threads' times.svg || fail "the rank correlation is not told"
  ! grep -q '∝' times.svg || fail "there are curves of N where there is no N"
fi
expect 64 "times 'times.txt' is not the name of a picture" "$rmr" native -a tas -n 2 --times times.txt
expect 64 'expected .svg, .png or .pdf' "$rmr" native -a tas -n 2 -o rates.txt

# An algorithm that needs time gets it with --tick only. (With two threads no delay is long enough for every machine.)
expect 64 'fischer needs time' "$rmr" native -a fischer -n 2 "${short[@]}"
expect 0 'kept' "$rmr" native -a fischer -n 1 --tick 1000 "${short[@]}"

expect 64 "unknown order 'seqcst'; expected seq-cst" "$rmr" native -a tas -n 2 --order seqcst
expect 64 "unknown algorithm 'tass'; did you mean 'tas'?" "$rmr" native -a tass -n 2
expect 64 'from 1 to 256' "$rmr" native -a tas -n 2,0
expect 64 'from 1 to 256' "$rmr" native -a tas -n 2,,3
expect 64 'expected seconds' "$rmr" native -a tas -n 2 --seconds nan
expect 64 'expected seconds' "$rmr" native -a tas -n 2 --seconds 0
expect 64 'expected -n N' "$rmr" native -a tas
expect 64 'expected -a ALGO' "$rmr" native -n 2

# A mistake in one row loses no other. Either process may be the first beyond the last register.
cat > farther.alg << 'END'
algorithm farther "each passage goes to the next register"
shared R[1..1000] : 0..N
shared L : boolean
process i
  private next : 0..1001
  waiting
    next := next + 1
  1 R[next] := i
  2 wait until not test_and_set(L)
  critical section
  exit
  3 L := false
END
expect 12 ' at line 1: there is no R[1001]' "$rmr" native -a tas -a ./farther.alg -a mcs -n 2 "${short[@]}"
grep -q '^tas ' out.txt && grep -q '^mcs ' out.txt || fail "rows beside a mistake: $(cat out.txt)"
expect 64 "unknown algorithm 'tass'" "$rmr" native -a tas -a tass -n 2 "${short[@]}"
grep -q '^tas ' out.txt || fail "a row before a mistake: $(cat out.txt)"

expect 64 'has registers for a number of passages' "$rmr" native -a merritt_taubenfeld -n 2 "${short[@]}"

# Ctrl-C: the values measured by then are told.
"$rmr" native -a tas -n 2 --seconds 30 --warm-up 0 > told.txt 2>&1 &
heeds $!
sleep 1
kill -INT $!
wait $!
code=$?
[ $code -eq 30 ] && grep -q '^tas' told.txt || fail "Ctrl-C: exit $code: $(cat told.txt)"
