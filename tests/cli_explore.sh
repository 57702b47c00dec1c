#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr explore` as a user meets it: exit codes, JSON, the same bytes for any number of threads, memory as a hard limit,
# Ctrl-C, witness files that `rmr replay` takes, mistakes. The numbers are tested in unit_explore, unit_brute
# and unit_witness.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
try() { "$rmr" explore "$@" > out 2> err < /dev/null; code=$?; }
expect() { [ $code -eq "$1" ] || fail "$2: exit $code, expected $1: $(head -n 2 err)"; }
key() { grep -oE "\"$1\": *(\"[^\"]*\"|[a-z0-9.]+)" out | head -n 1 | sed -E 's/^[^:]*: *//'; }

# --- exit codes -------------------------------------------------------------------------------------------------------

try -a burns_lamport -n 3
expect 0 "one-shot Burns-Lamport"
try -a burns_lamport -n 3 --passages inf
expect 13 "starvation"
try -a bwbgme -n 2 --sessions same --passages inf
expect 12 "P4 goes before P2"
try -a bwbgme -n 2 --sessions same --passages inf --check P2
expect 13 "P2 alone"
try -a bw_naive -n 3 --sessions 1,1,2 --passages 2 --check P1 --witness naive.sched
expect 12 "two sessions in the critical section"
grep -q 'context switches; naive.sched$' out || fail "the witness does not say where it is: $(grep ^P1 out)"
try bw_naive -n 3 --sessions 1,1,2 --passages 2 --check p1
expect 12 "the algorithm without -a, the property in small letters"
"$rmr" replay naive.sched > out 2> err
code=$?
expect 12 "the replay of it"
grep -q 'P1: ' out || fail "the replay does not name the violation"

# --- JSON -------------------------------------------------------------------------------------------------------------

try -a burns_lamport -n 3 --passages 2 --json
expect 0 "--json"
[ "$(key worst_rmr)" = 27 ] || fail "worst_rmr is $(key worst_rmr)"
[ "$(key unbounded)" = false ] && [ "$(key complete)" = true ] || fail "unbounded or not complete"
for name in algorithm n memory passages sessions observe states transitions seconds complete worst_rmr verdicts; do
  grep -q "\"$name\":" out || fail "JSON has no $name"
done
grep -q '"text": "holds (bounded by 2 passages each)"' out && [ "$(key verdict)" = '"holds"' ] ||
  fail "no verdict with its bounds"
[ "$(grep -A 1 '"bound": {' out | grep -c '"passages": 2$')" = 6 ] ||
  fail "not each of P1 to P4, P6 and P7 is bounded by 2 passages"
try -a burns_lamport -n 2 --passages inf --observe 2 --check rmr --json
[ "$(key worst_rmr)" = null ] && [ "$(key unbounded)" = true ] || fail "unbounded: $(key worst_rmr), $(key unbounded)"
try -a burns_lamport -n 4 --observe 4 --cost line:4 --check P1 --json
[ "$(key worst_cost)" = 7 ] || fail "worst_cost is $(key worst_cost)"

# --- lost processes ---------------------------------------------------------------------------------------------------

try -a tas -n 3 --passages inf --check P7
expect 0 "a test-and-set lock: P7"
try -a philosophers:order=left -n 3 --passages inf --check P7 --witness lost.sched
expect 11 "three philosophers: P7"
told='P7  fails: P1 is lost: it can never enter again, whatever happens; 3 steps, 3 context switches; lost.sched'
grep -qx "$told" out ||
  fail "three philosophers: $(cat out)"
"$rmr" replay lost.sched > out 2> err || fail "the witness does not replay: $(cat err)"
# P1, P2 and P4 can get stuck on each other; P3 shares a fork with P4 only, and eats all the same
beside='philosophers:graph=random:4,0.6,2,order=list:2,4/4,1/4/1,2,3'
try -a "$beside" -n 4 --passages inf --check P7 --json
expect 11 "$beside"
[ "$(grep -c '"bound": null' out)" = 7 ] && grep -q '"process": 1,' out || fail "$beside: $(cat out)"
try -a "$beside" -n 4 --check P7
expect 11 "$beside, one passage each"
grep -q '^P7  fails (bounded by 1 passage each): P1 is lost: .*, unless somebody makes a further passage; 3' out ||
  fail "$beside, one passage each: $(cat out)"

# --- the same bytes ---------------------------------------------------------------------------------------------------

for what in "-a bwbgme_repaired -n 2 --sessions any:2 --passages inf" "-a glb -n 3 --sessions 1,1,2" \
  "-a burns_lamport -n 5 --mem 3M" "-a philosophers:order=left -n 4 --passages inf"; do
  for threads in 1 2 5; do
    # shellcheck disable=SC2086
    try $what --threads $threads --json --witness w$threads.sched
    grep -v '"seconds"' out > out$threads
  done
  cmp -s out1 out2 && cmp -s out1 out5 || fail "$what depends on the threads"
  cmp -s w1.sched w2.sched && cmp -s w1.sched w5.sched || fail "$what: the witness depends on the threads"
done

# --- memory and Ctrl-C ------------------------------------------------------------------------------------------------

try -a burns_lamport -n 7 --observe 7 --check rmr --mem 20M --json --witness cut.sched
expect 30 "--mem"
[ "$(key complete)" = false ] || fail "cut short, and complete"
bound=$(key worst_rmr)
"$rmr" replay cut.sched --json > out 2> err || [ $? -eq 30 ] || fail "replay of a lower bound: $(cat err)"
[ "$(sed -n '/"per_process"/,/]/p' out | grep -oE '[0-9]+' | tail -n 1)" = "$bound" ] ||
  fail "the lower bound is $bound, its witness costs something else"
# Where the states do not fit, those without copies may; the answer is the same, and its witness is one.
try -a burns_lamport -n 5 --observe 5 --check rmr --json
expect 0 "five processes"
states=$(key states)
worst=$(key worst_rmr)
try -a burns_lamport -n 5 --observe 5 --check rmr --mem 2M --json --witness swept.sched
expect 0 "five processes, without a store"
[ "$(key worst_rmr)" = "$worst" ] || fail "without a store the worst case is $(key worst_rmr), with one $worst"
[ "$(key states)" -lt "$states" ] || fail "2 MB were enough for all states"
"$rmr" replay swept.sched --json > out 2> err || fail "replay without a store: $(cat err)"
[ "$(sed -n '/"per_process"/,/]/p' out | grep -oE '[0-9]+' | tail -n 1)" = "$worst" ] ||
  fail "the witness costs something else"

# The sanitizer's own tables would not fit into the address space that is left.
if ! grep -q __asan_init "$rmr"; then
  (ulimit -v 400000 && exec "$rmr" explore -a burns_lamport -n 8 --observe 8 --check rmr --mem 100M --json) > out 2> err
  grep -q '"complete": false' out || fail "--mem 100M is not enough of a limit for 400 MB of address space: $(cat err)"
  grep -q 'the system has less' err && fail "the system had enough: $(cat err)"
  (ulimit -s 256 && exec "$rmr" explore -a burns_lamport -n 4 --observe 1 --check rmr) > out 2> err
  code=$?
  expect 0 "a stack of 256 KiB"
  (ulimit -v 64000 && exec "$rmr" explore -a burns_lamport -n 6 --observe 6 --passages 2 --check rmr --mem 1G) \
    > out 2> err
  code=$?
  expect 30 "less memory than --mem says"
  grep -q 'the system has less memory than the budget of 1073741824 bytes allows' err || fail "less memory: $(cat err)"
fi
"$rmr" explore -a burns_lamport -n 8 --observe 8 --check rmr > out 2> err &
heeds $!
sleep 1
kill -INT $!
wait $!
code=$?
expect 30 "Ctrl-C"
grep -q 'lower bound' out || fail "Ctrl-C: no lower bound"

# Tables of processes can be larger than any search; they keep to the memory, and Ctrl-C ends them.
grep_tables() { grep -q 'the transition tables do not fit into the memory' err ||
  fail "$1: $(cat err)"; }
try -a glb -n 2 --passages 10000 --mem 5M --threads 1
expect 30 "many passages, little memory"
grep_tables "many passages"
try -a glb -n 2 --sessions any:65535 --mem 5M --threads 1
expect 30 "many sessions, little memory"
grep_tables "many sessions"
"$rmr" explore -a glb -n 2 --passages 10000 --mem 16G --threads 1 > out 2> err &
heeds $!
sleep 1
kill -INT $!
wait $!
code=$?
expect 30 "Ctrl-C while tables are made"
grep -q 'interrupted before the search began' err || fail "Ctrl-C while tables are made: $(cat err)"

# --- mistakes ---------------------------------------------------------------------------------------------------------

mistake() {
  local words=$1
  shift
  try "$@"
  expect 64 "$*"
  [ ! -s out ] && [ "$(head -n 1 err)" = "rmr explore: $words" ] || fail "$*: '$(head -n 1 err)', expected '$words'"
}
mistake "unknown algorithm 'burns_lamprot'; did you mean 'burns_lamport'?" -a burns_lamprot -n 2
mistake "--observe '4': expected a process, 1 to 3, or all" -a glb -n 3 --observe 4
words='expected some of rmr, P1, P2, P3, P4, P5, P6, P7, CSR, BCSR, response, rate=R, robust and invariants'
words+=', with commas between'
mistake "--check 'P8': $words" \
  -a glb -n 2 --check P1,P8
mistake "--check 'P100000000000000000': $words" \
  -a glb -n 2 --check P1,P100000000000000000
mistake "--check '': $words" \
  -a glb -n 2 --check ''
costs='rmr, line:L, rmr@L, steps, super, fences, rmr+fences, bypass, ticks or meals'
mistake "--cost 'bypas': expected $costs; did you mean 'bypass'?" \
  -a glb -n 2 --cost bypas
mistake "there is no time, so nothing costs ticks; expected --time slow=S" -a glb -n 2 --check rmr --cost ticks
mistake "glb does not say who holds its registers, so meals that end blocking paths are not known; expected an \
algorithm that does, such as philosophers (in a text, by \`held by\`)" -a glb -n 2 --check rmr --cost meals
mistake "glb has no line '8x' that makes an access; did you mean '8a'?" -a glb -n 2 --cost line:8x
mistake "--mem '12Q': expected a number of bytes, at least 1M, such as 500M or 20G" -a glb -n 2 --mem 12Q
mistake "-n '33': expected a number from 1 to 32" -a glb -n 33
mistake "no number of processes; expected -n N" -a glb
mistake "2 sessions are listed for N = 3 processes" -a glb -n 3 --sessions 1,2
try -a glb -n 2 --witness /dev/full
[ $code -eq 75 ] && grep -q '/dev/full' err || fail "a witness that cannot be written: exit $code, $(cat err)"
grep -q '^P1  holds' out || fail "a witness that cannot be written takes the answer along: $(cat out)"
try -a bw_naive -n 2 --sessions same --passages inf --check P2 --json --witness /dev/full
grep -q '"P2"' out && ! grep -q '/dev/full' out || fail "an answer names a witness that is not there: $(cat out)"

# Where a register leaves its range, the witness is the way there. Its replay makes the same error, and leaves a trace.
cat > narrow.alg << 'END'
algorithm narrow "A counter that is too narrow"
shared C : 0..2
process i
  local t : 0..2
  waiting
  1 t := C
  2 C := t + 1
  critical section
  exit
  3 C := 0
END
outside='narrow, N = 3: P3 at line 2 writes 3 to C, outside its declared range'
for threads in 1 2; do
  try -a ./narrow.alg -n 3 --sessions any:2 --threads $threads --witness narrow.sched
  [ $code -eq 12 ] && grep -qxF "rmr explore: $outside" err || fail "out of its range: exit $code, $(cat err)"
  grep -qF 'narrow.sched has the fewest steps to there, 6' err || fail "the way there is not told: $(cat err)"
  "$rmr" replay narrow.sched --trace narrow.txt > out 2> err
  [ $? -eq 12 ] && grep -qxF "rmr replay: $outside" err || fail "the way there replays: $(cat err)"
  [ "$(grep -c '^#' narrow.txt)" -eq 6 ] && grep '^#6 P3' narrow.txt | grep -qF 'write C := 3' ||
    fail "the trace does not end there: $(cat narrow.txt)"
done
"$rmr" simulate -a ./narrow.alg -n 3 --passages inf --max-steps 100000 --trace long.txt > out 2> err
[ $? -eq 12 ] && tail -n 20 long.txt | grep '^#' | tail -n 1 | grep -qF 'write C := 3' ||
  fail "the trace of a run does not end where it leaves the range: $(tail -n 5 long.txt)"
[ "$(cat err)" = "the trace long.txt goes up to this error:
rmr simulate: narrow, N = 3: P1 at line 2 writes 3 to C, outside its declared range" ] || fail "$(cat err)"

# A number that is too large for 64 bits has nothing to do with an update.
sed -e 's/0..2$/0..2^62/' -e 's/^  2 C := t + 1/  t := 2^(t + 62)\n  2 C := t + t/' narrow.alg > large.alg
try -a ./large.alg -n 1
[ $code -eq 12 ] && grep -qx 'rmr explore: narrow, N = 1: P1 at line 2 writes .*, outside its declared range' err ||
  fail "too large for 64 bits: $(cat err)"

# A label that there is not is to be looked up in the file; a suggestion is another word than the one that is wrong.
unknown='narrow has no line '"'99'"' that makes an access; see `rmr show ./narrow.alg`'
mistake "$unknown" -a ./narrow.alg -n 2 --cost line:99
expect 64 "rmr native: $unknown" "$rmr" native ./narrow.alg -n 2 --order relaxed --fences 99
echo '{"drive": "explore", "algorithms": "./narrow.alg", "n": 2, "metrics": ["line.max 99"]}' > narrow.json
expect 64 "$unknown" "$rmr" run narrow.json -o narrow
try -a tas -n 2 --cost rmr@
[ $code -eq 64 ] && ! grep -q 'did you mean' err || fail "rmr@: $(cat err)"

# A variant comes first, as it changes the parameters.
mistake "./narrow.alg:m=2,variant=wrong: expected variant= before the parameters" -a ./narrow.alg:m=2,variant=wrong -n 2

# An option for costs is refused where no cost is asked for.
mistake "--observe is for costs; expected rmr in --check, or --cost" -a tas -n 2 --check P1 --observe 1
mistake "--disk is for costs; expected rmr in --check, or --cost" -a tas -n 2 --check P1 --disk .
try -a tas -n 2 --check P1 --cost bypass --observe 1
[ $code -eq 0 ] || fail "--observe with another cost: exit $code, $(cat err)"
