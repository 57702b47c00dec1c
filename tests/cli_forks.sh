#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Graphs and orders as a user meets them: `rmr forks`, and N from the graph of an algorithm. What counting says is
# compared with what happens in unit_arbitration and unit_philosophers; what configs refuse stands in tests/reject.
set -u
rmr=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
fail() { echo "FAIL: $*"; failed=1; }

# mistake WORDS COMMAND...: exit code 64, nothing on stdout, one line on stderr that has the words
mistake() {
  local words=$1 code
  shift
  "$rmr" "$@" > out 2> err
  code=$?
  [ $code = 64 ] || fail "$*: exit code $code"
  [ ! -s out ] || fail "$*: something on stdout"
  [ "$(wc -l < err)" = 1 ] || fail "$*: not one line: $(cat err)"
  grep -qF -e "$words" err || fail "$*: no '$words' but: $(cat err)"
}

# --- N from the graph -------------------------------------------------------------------------------------------------

"$rmr" simulate -a philosophers:graph=ring:5,order=left -s round_robin > out
[ $? = 11 ] && grep -q 'N = 5' out || fail "the pentagon of philosophers has no five: $(cat out)"
"$rmr" explore -a two_stage:graph=path:3 --check P1 | grep -q 'N = 3' || fail "no exploration of three"
"$rmr" export --format promela philosophers:graph=star:3 | grep -q -e '-n 3' || fail "no model of three"
printf '1 2\n2 3\n3 4\n' > four.txt
for options in "" "-n 4"; do
  # shellcheck disable=SC2086 # no option is no argument
  "$rmr" simulate -a philosophers:graph=file:four.txt $options --json | grep -q '"n": 4' || fail "no four: '$options'"
done
mistake "the graph has 5 philosophers, but N = 4 is asked for" simulate -a philosophers:graph=ring:5 -n 4
mistake "the graph has 5 philosophers, but N = 4 is asked for" explore -a philosophers:graph=ring:5 -n 4
mistake "the graph has 5 philosophers, but N = 4 is asked for" export --format promela philosophers:graph=ring:5 -n 4
mistake "no number of processes; expected -n N, or a graph with its size" simulate -a philosophers:graph=ring
mistake "N = 33 is too much" explore -a philosophers:graph=path:33
mistake "N = 256 is too much" export --format promela philosophers:graph=path:256
mistake "graph 'ring', N = 2: expected ring:N, N from 3 to 1024" simulate -a philosophers:graph=ring -n 2
mistake "'ring:x', at character 6: expected ring:N" simulate -a philosophers:graph=ring:x
mistake "nowhere.txt: cannot be read" simulate -a philosophers:graph=file:nowhere.txt

# In configs each graph has its own, parts of graphs and orders may be ranges, and exclusions speak of N.
cat > config.json << 'END'
{"drive": ["simulate", "explore"], "passages": 1, "fits": [], "plots": [],
 "algorithms": ["philosophers:graph=ring:5", "philosophers:graph=grid:2x3,order=random:1..2",
                "two_stage:graph=path:2..3"],
 "exclude": [{"drive": "explore", "n": [5, 6]}]}
END
"$rmr" run config.json -o dir > /dev/null || fail "the config does not run"
"$rmr" run config.json --dry-run |
  sed 's/, cc.*, all schedules.*/ explored/; s/, cc.*//; s/^#[0-9]* *[0-9a-f]* *//' > tasks
cat > expected << 'END'
philosophers:graph=ring:5, N = 5
philosophers:graph=grid:2x3,order=random:1, N = 6
philosophers:graph=grid:2x3,order=random:2, N = 6
two_stage:graph=path:2, N = 2
two_stage:graph=path:3, N = 3
two_stage:graph=path:2, N = 2 explored
two_stage:graph=path:3, N = 3 explored
END
diff expected tasks || fail "other tasks"
[ "$(wc -l < dir/records.jsonl)" = 7 ] || fail "not seven records"
"$rmr" run config.json -o dir --resume 2>&1 | grep -q 'all 7 records are there' || fail "it is not resumed"
"$rmr" report dir > /dev/null 2>&1 || fail "there is no report of it"

exit $failed
