#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The ends of `rmr run`: the exit codes that a config can lead to, the message about a task that fails, and undecided
# clauses. Before that a small config of each drive, for the sanitizers; cli_run.sh runs all that are shipped.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

cat > drives.json << 'END'
{"drive": ["simulate", "explore", "search"], "algorithms": ["glb", "burns_lamport"], "n": "2..3", "metrics": "rmr.max",
 "adversaries": ["random", "foresight"], "effort": 20000, "expect": {"P1": "holds"}}
END
echo '{"drive": "prove", "algorithms": ["burns_lynch", "tas"], "metrics": [], "expect": {"P1": "holds"}}' > prove.json
for config in drives prove "$source/experiments/table2"; do
  name=$(basename "$config") cut=()
  [ "$name" != table2 ] || cut=(--set "n=2,4" --set repetitions=1)
  [ "$(code "$rmr" run "$config.json" -o "$name" "${cut[@]}")" = 0 ] || fail "$name: $(cat out.log err.log)"
  grep -q '"end": "completed"\|"drive": "prove"' "$name/records.jsonl" || fail "$name: no run came to its end"
done

# a broken property that no clause expects, a clause that fails, a run that is cut short
[ "$(code "$rmr" run "$source/experiments/bw_naive.json" -o surprise --set 'expect={}')" = 12 ] ||
  fail "P1 broken: expected exit 12"
grep -q 'P1 is broken' out.log || fail "no word of P1"
[ "$(code "$rmr" run "$source/experiments/glb.json" -o wrong --set n=2..8 --set 'expect={"rmr.max": "<= 3"}')" = 20 ] ||
  fail "a failed clause: expected exit 20"
[ "$(code "$rmr" run "$source/experiments/glb.json" -o short --set n=8 --set max_steps=50)" = 30 ] ||
  fail "cut short: expected exit 30"
[ "$(code "$rmr" run "$source/experiments/glb.json" -o endless --set n=2..8 \
  --set passages=inf --set max_steps=5000 --set 'expect={}')" = 0 ] ||
  fail "runs without end that reach max_steps are complete: $(cat out.log err.log)"

# a value that grows with the limit of an adversary, and not with the algorithm, is no growth
echo '{"algorithms": "tas", "n": "2..8", "adversaries": "foresight:effort=100", "metrics": "rmr.max",
  "expect": {"rmr.max": "Theta(N^2)"}}' > limit.json
code "$rmr" run limit.json -o limit > /dev/null
[ "$(grep -c '"gave_up": true' limit/records.jsonl)" -eq 7 ] ||
  fail "foresight did not give up: $(cat limit/records.jsonl)"
grep -q '"verdict": "undecided"' limit/verdicts.json ||
  fail "16N^2 is foresight's own limit: $(cat limit/verdicts.json)"
[ "$(sed 1d limit/records.csv | grep -c ',rmr.max,.*,sample,true,')" -eq 7 ] || fail "the CSV: $(cat limit/records.csv)"

# an undecided clause counts as failed under --strict alone; a clause that holds does not
code "$rmr" run limit.json -o limit > plain
code "$rmr" run limit.json -o limit --strict > strict
[ "$(cat plain strict)" = "$(printf '0\n20')" ] || fail "undecided: exits $(cat plain strict), expected 0 and 20"
options=(--set 'expect={"P1": "holds for 1 passage"}' --set adversaries=random)
[ "$(code "$rmr" run limit.json -o held --strict "${options[@]}")" = 0 ] ||
  fail "--strict: $(cat out.log err.log)"

# an exclusion that leaves out nothing may be a slip: one line says so, and the run is made
options=(--set 'adversaries="random"' --set 'expect={}' --set 'exclude=[{"n": 2}, {"algorithm": "tas", "n": 20}]')
[ "$(code "$rmr" run limit.json -o idle "${options[@]}")" = 0 ] || fail "an idle exclusion: $(cat err.log)"
[ "$(grep -c 'this exclusion leaves out no run' err.log)" -eq 1 ] || fail "an idle exclusion: $(cat err.log)"
[ "$(wc -l < idle/records.jsonl)" -eq 6 ] || fail "an exclusion beside an idle one: $(cat out.log)"

# a task that fails is reported with its scope, the others go on, and a changed schedule is noticed
sed 's/"bw_naive.schedule"/"x.schedule"/; s/replay:file=bw_naive/replay:file=x/' "$source/experiments/bw_naive.json" > \
  x.json
sed -e '/^P3 14=1w/i P1 x1' -e '/^steps/d' "$source/experiments/bw_naive.schedule" > x.schedule
options=(--set 'adversaries=["random", "replay:file=x.schedule"]' --set 'expect={}')
[ "$(code "$rmr" run x.json -o failing "${options[@]}")" = 30 ] ||
  fail "a failing task: expected exit 30: $(cat out.log err.log)"
grep -q 'task #1 failed: bw_naive, N = 4, cc, replay:file=x.schedule' err.log ||
  fail "other words than expected: $(cat err.log)"
[ "$(wc -l < failing/records.jsonl)" -eq 1 ] || fail "the other task did not go on"
cp "$source/experiments/bw_naive.schedule" x.schedule
[ "$(code "$rmr" run x.json -o failing --resume "${options[@]}")" = 12 ] ||
  fail "the mended schedule: $(cat out.log err.log)"
sed -i -e 's/ 9a=2$//' -e '/^steps/d' x.schedule
[ "$(code "$rmr" run x.json -o failing --resume "${options[@]}")" = 64 ] || fail "a changed schedule was not noticed"
grep -q "does not belong to this config" err.log || fail "other words than expected: $(cat err.log)"
