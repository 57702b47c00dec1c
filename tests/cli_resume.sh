#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The directory of an interrupted run ends up with the same bytes: one worker or several, killed at any moment, a
# torn last line, Ctrl-C. And a directory that belongs to another config is left alone.
#
# ctest: slow long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks

largest=$(of_speed 32 16)
cat > config.json << END
{"name": "resume", "algorithms": ["glb", "bwbgme"], "n": "2..$largest*2", "adversaries": ["random", "round_robin",
 "pct:depth=3"],
 "sessions": ["distinct", "any:3"], "passages": 40, "repetitions": 2, "expect": {"P1": "holds"}}
END
tasks=$("$rmr" run config.json --dry-run | wc -l)
[ "$tasks" -eq "$(of_speed 120 96)" ] || fail "$tasks tasks planned"

[ "$(code "$rmr" run config.json -o one --jobs 1)" = 0 ] || fail "one worker: $(cat err.log)"
[ -s err.log ] && fail "talk on stderr, which is no terminal: $(cat err.log)"
[ "$(wc -l < one/records.jsonl)" -eq "$tasks" ] || fail "not one record per task"
[ "$(code "$rmr" run config.json -o three --jobs 3)" = 0 ] || fail "three workers: $(cat err.log)"
same three

# kill -9, again and again, at moments that grow, until it gets to the end by itself
kills=0
for ms in 40 70 100 150 200 300 400 600 800 1200; do
  "$rmr" run config.json -o killed --jobs 2 --resume > /dev/null 2>&1 &
  pid=$!
  sleep "$(printf '0.%03d' $((ms % 1000)))"
  [ "$ms" -ge 1000 ] && sleep 1
  kill -9 $pid 2> /dev/null && kills=$((kills + 1))
  wait $pid 2> /dev/null
done
[ $kills -ge 2 ] || fail "only $kills kills hit a running process: the config is too small for this test"
[ "$(code "$rmr" run config.json -o killed --jobs 2 --resume)" = 0 ] || fail "resume after kills: $(cat err.log)"
same killed

# a search that was ended goes on where it was: in the moment that it gets it could not have come so far again, nor to
# the end of its cost; and the next cost of the same task is searched for after it
cat > search.json << END
{"drive": "search", "algorithms": "burns_lamport", "n": 7, "effort": $(of_speed 15000000 6000000),
 "metrics": ["rmr.max", "steps.max"], "fits": [], "plots": []}
END
effort_kept() { awk '$1 == "at" {print $8}' found/interrupted.search; }
# Not SIGINT: bash has it ignored in the background, and a program that has hardly started does not heed it either.
ended() { # ended SIGNAL SECONDS
  "$rmr" run search.json -o found --resume > /dev/null 2>&1 &
  pid=$!
  sleep "$2"
  kill -"$1" $pid 2> /dev/null
  wait $pid 2> /dev/null
}
# A machine may take its time until the search begins. Each time is little longer than the one before: the search must
# not come to its end.
cost_kept() { awk '$1 == "cost" {print $2}' found/interrupted.search; }
begun() { # begun SECONDS COST: as `ended TERM`, longer each time until a search is kept, of another cost than COST
  for times in 1 1.5 2 3 4.5 6 9 13 20 30; do
    ended TERM "$(awk "BEGIN {print $1 * $times}")"
    [ -e found/interrupted.search ] && [ "$(cost_kept)" != "$2" ] && return
  done
  fail "no search is kept, or one for ${2:-no cost} again: $(ls found)"
}
[ "$(code "$rmr" run search.json -o alone)" = 0 ] || fail "a search: $(cat err.log)"
[ ! -e alone/interrupted.search ] || fail "a search that is done is kept"
begun 0.4 ''
before=$(effort_kept)
ended TERM 0.1
after=$(effort_kept)
[ "${after:-0}" -ge "${before:-1}" ] || fail "a search has begun anew: ${before:-nothing} steps, then ${after:-none}"
ended KILL 0.1
[ "$(code "$rmr" run search.json -o found --resume)" = 0 ] || fail "going on with a search: $(cat err.log)"
diff -r alone found > diff.log || { head -5 diff.log; fail "a search that went on differs from one left alone"; }

# the result for one cost stays while the next one is searched for: killed there, it goes on there
rm -rf found
begun 0.2 ''
first=$(cost_kept)
"$rmr" run search.json -o found --resume > /dev/null 2>&1 &
pid=$!
for _ in $(seq 1500); do [ -e found/interrupted.costs ] && break || sleep 0.02; done
kill -KILL $pid 2> /dev/null
wait $pid 2> /dev/null
[ -e found/interrupted.costs ] || fail "no cost is kept"
cp found/interrupted.costs costs
begun 0.1 "$first"
[ "$(code "$rmr" run search.json -o found --resume)" = 0 ] || fail "going on with the next cost: $(cat err.log)"
diff -r alone found > diff.log || { head -5 diff.log; fail "what was kept of a cost makes a difference"; }
rm -rf found && mkdir found && cp alone/config.json alone/rmrlab.files found
sed 's/"worst": /"worst": 9/' costs > found/interrupted.costs
cmp -s costs found/interrupted.costs && fail "nothing was altered"
[ "$(code "$rmr" run search.json -o found --resume)" = 0 ] || fail "beside altered costs: $(cat err.log)"
diff -r alone found > diff.log || { head -5 diff.log; fail "altered costs are believed"; }

# one that is none of this config
rm -rf found && mkdir found && cp alone/config.json alone/rmrlab.files found
echo 'not a search' > found/interrupted.search
[ "$(code "$rmr" run search.json -o found --resume)" = 0 ] || fail "beside another search: $(cat err.log)"
diff -r alone found > diff.log || { head -5 diff.log; fail "another search in the directory makes a difference"; }

# a journal whose last line is torn, at every kind of place
for bytes in 1 $(of_speed '2 40' '') 700; do
  rm -rf torn && mkdir torn && cp one/config.json one/algorithms.json one/rmrlab.files torn
  head -n 20 one/records.jsonl > torn/records.jsonl
  sed -n 21p one/records.jsonl | head -c $bytes >> torn/records.jsonl
  [ "$(code "$rmr" run config.json -o torn --resume)" = 0 ] || fail "torn line of $bytes bytes: $(cat err.log)"
  same torn
done

# the whole last line, but for its newline
head -n 20 one/records.jsonl | head -c -1 > torn/records.jsonl
[ "$(code "$rmr" run config.json -o torn --resume)" = 0 ] || fail "missing newline: $(cat err.log)"
same torn

# records in another order
rm -rf order && cp -r one order && sort -R one/records.jsonl > order/records.jsonl
[ "$(code "$rmr" run config.json -o order)" = 0 ] || fail "records in disorder: $(cat err.log)"
same order

# a line in the middle that is no record
sed '5s/^{/[/' one/records.jsonl > order/records.jsonl
[ "$(code "$rmr" run config.json -o order --resume)" = 64 ] || fail "a broken record was accepted"
grep -q 'order/records.jsonl:5:' err.log || fail "no place in: $(cat err.log)"

# Ctrl-C and SIGTERM
for signal in INT TERM; do
  "$rmr" run config.json --set passages=20000 -o "stop-$signal" --jobs 2 > /dev/null 2> err.log &
  pid=$!
  heeds $pid
  sleep 0.7
  kill -$signal $pid
  wait $pid
  status=$?
  [ $status -eq 30 ] || fail "SIG$signal: exit $status, expected 30: $(cat err.log)"
  grep -q -- '--resume' err.log || fail "SIG$signal: no word of --resume"
done
records=$(wc -l < stop-INT/records.jsonl)
[ "$records" -lt "$tasks" ] || fail "the interrupted run was done already"
if [ "$records" -gt 0 ]; then
  [ "$(code "$rmr" run config.json --set passages=20000 -o stop-INT)" = 64 ] || fail "went on without --resume"
  grep -q 'Add --resume' err.log || fail "other words than expected: $(cat err.log)"
  [ "$(wc -l < stop-INT/records.jsonl)" -eq "$records" ] || fail "a refused run changed the journal"
fi

# Ctrl-C while an adversary looks very far ahead: it stops looking, and its present task is not recorded
"$rmr" run config.json -o far --set n=64 --set 'adversaries=["foresight:effort=1000000000"]' --jobs 1 > out.log 2> \
  err.log &
heeds $!
sleep 1
kill -INT $!
for _ in $(seq 100); do kill -0 $! 2> /dev/null && sleep 0.1; done
kill -KILL $! 2> /dev/null && fail "foresight is not interrupted"
wait $!
status=$?
[ $status -eq 30 ] || fail "interrupted foresight: exit $status: $(cat err.log)"
[ ! -s far/records.jsonl ] || fail "an interrupted run was recorded"

# another config, another seed, a config.json of somebody else
[ "$(code "$rmr" run config.json --set seed=2 -o one --resume)" = 64 ] || fail "another seed was accepted"
grep -q 'differ in: seed' err.log || fail "other words than expected: $(cat err.log)"
mkdir foreign && cp config.json foreign/config.json
[ "$(code "$rmr" run config.json -o foreign)" = 64 ] || fail "a foreign config.json would have been overwritten"
cmp -s config.json foreign/config.json || fail "a foreign config.json was overwritten"
same three

# a trace belongs to its record: where another exclude moves the index, or somebody has removed it, both are made again
echo '{"name": "traced", "algorithms": ["mcs"], "n": 2, "memories": ["cc", "dsm"], "traces": ["text"]}' > traced.json
"$rmr" run traced.json -o traced 2> err.log || fail "with traces: $(cat err.log)"
"$rmr" run traced.json --set 'exclude=[{"memory": "cc"}]' -o traced --resume 2> err.log || fail "traces: $(cat err.log)"
"$rmr" run traced.json --set 'exclude=[{"memory": "cc"}]' -o traced_new 2> err.log || fail "traces: $(cat err.log)"
diff -r traced traced_new || fail "a record has the trace of another"
rm traced/traces/*.txt
"$rmr" run traced.json --set 'exclude=[{"memory": "cc"}]' -o traced --resume 2> err.log || fail "traces: $(cat err.log)"
diff -r traced traced_new || fail "a missing trace is not made again"

# another exclude: the records of runs that are still asked for stay, with the bytes of a new run, there and back
cp -r three narrowed
out='exclude=[{"algorithm": "glb", "n": [4, 16]}]'
[ "$(code "$rmr" run config.json --set "$out" -o narrowed)" = 64 ] || fail "another exclude without --resume"
grep -q 'with another "exclude". Add --resume' err.log || fail "another exclude: $(cat err.log)"
same narrowed
[ "$(code "$rmr" run config.json --set "$out" -o narrowed --resume)" = 0 ] || fail "narrowed: $(cat err.log)"
grep -qx 'rmr run: 24 records are dropped, which "exclude" leaves out now' err.log &&
  grep -q "all $((tasks - 24)) records are there already" err.log || fail "narrowed: $(cat err.log)"
"$rmr" run config.json --set "$out" -o fresh > /dev/null
diff -r fresh narrowed > diff.log || fail "narrowed is not as a new run: $(head -5 diff.log)"
[ "$(code "$rmr" run config.json -o narrowed --resume)" = 0 ] || fail "widened: $(cat err.log)"
same narrowed
[ "$(code "$rmr" run config.json --set "$out" --set seed=2 -o narrowed --resume)" = 64 ] ||
  fail "another exclude and another seed are accepted"
same narrowed
sed '3s/"steps": /"steps": 1/' three/records.jsonl > narrowed/records.jsonl
[ "$(code "$rmr" run config.json --set "$out" -o narrowed --resume)" = 64 ] || fail "an altered record is adopted"

# words for people may change without running anything again
[ "$(code "$rmr" run config.json -o one --set title=Other)" = 0 ] || fail "another title: $(cat err.log)"
grep -q 'are there already' err.log || fail "ran again for a title: $(cat err.log)"
cmp -s one/records.jsonl three/records.jsonl || fail "another title changed the records"

# exit codes: a clause that fails
[ "$(code "$rmr" run config.json -o three --set 'expect={"P1":"fails"}')" = 20 ] ||
  fail "a failed clause: expected exit 20"
echo "$kills kills"
