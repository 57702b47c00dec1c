#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# rmr-mpi on 1, 2 and 4 ranks of this machine: the output is that of rmr, byte for byte. A rank that is killed leaves
# the work done so far, and --resume does the rest. A command that gains nothing is refused.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=tests/mpi.sh
. "$source/tests/mpi.sh"

same() { diff -r "$1" "$2" > diff.txt 2>&1 || fail "$2: $(head -n 5 diff.txt)"; }

# --- one rank is rmr; several do what gains by them -------------------------------------------------------------------

[ "$(ranks 1 list memories)" = "$("$rmr" list memories)" ] || fail "list on one rank"
expect 64 'gains nothing from 2 ranks' ranks 2 list memories
expect 64 '`explore` gains nothing from 2 ranks' ranks 2 explore -a bakery -n 2
expect 64 "unknown command 'rnu'" ranks 2 rnu
expect 64 'cannot be read' ranks 2 run nowhere.json
[ "$(ranks 3 --version)" = "$("$rmr" --version)" ] || fail "the version is told by each rank"

# Whether it is here is what rmr doctor looks for, beside rmr.
"$rmr" doctor | grep -q '^MPI *rmr-mpi is here: mpirun' || fail "rmr doctor does not see rmr-mpi"
mkdir alone && cp "$rmr" alone/rmr
PATH=$PWD/none alone/rmr doctor | grep -q '^MPI *no rmr-mpi' || fail "rmr doctor sees an rmr-mpi that is not there"

# --- search -----------------------------------------------------------------------------------------------------------

search=(search -a burns_lamport -n 5 --effort 2M --json)
untimed() { grep -v '"seconds"' "$1"; }
"$rmr" "${search[@]}" --witness one.sched > one.json 2> one.txt || fail "search: $(cat one.txt)"
for n in 2 3; do
  ranks $n "${search[@]}" --witness on$n.sched > on$n.json
  cmp -s one.sched on$n.sched || fail "a search on $n ranks finds another schedule"
  [ "$(untimed one.json)" = "$(untimed on$n.json)" ] || fail "a search on $n ranks: $(diff one.json on$n.json)"
done
expect 64 '--keep is not for several ranks' ranks 2 "${search[@]}" --keep kept

# --- run --------------------------------------------------------------------------------------------------------------

cat > c.json << 'END'
{"drive": ["simulate", "explore", "search"], "algorithms": ["glb", "bakery"], "n": "2..4", "effort": 20000,
 "adversaries": ["random", "greedy"], "traces": ["text"], "exclude": [{"drive": "explore", "n": [3, 4]}],
 "expect": {"rmr.max": "O(N^2)"}}
END
"$rmr" run c.json -o one > one.txt 2>&1 || fail "one process: $(tail -n 3 one.txt)"
for n in 1 2 4; do
  expect 0 "report: on$n/report.html" ranks $n run c.json -o on$n
  same one on$n
done
mkdir full && echo mine > full/file
expect 64 'has files' ranks 2 run c.json -o full
expect 0 'all 20 records are there already' ranks 2 run c.json -o on2 --resume
[ "$(ranks 2 run c.json --dry-run)" = "$("$rmr" run c.json --dry-run)" ] || fail "--dry-run"

# A rank that serves has as many threads as it was given, also where there are fewer tasks of plug-ins.
if grep -q '^LUA_FOUND:INTERNAL=1' "$build/CMakeCache.txt"; then
  cp "$source/tools/examples/dear.lua" .
  echo '{"algorithms": "bakery", "n": [2, 3, 4], "adversaries": "./dear.lua", "plots": []}' > few.json
  "$rmr" run few.json -o few > few.txt 2>&1 || fail "few tasks: $(tail -n 3 few.txt)"
  for try in 1 2 3; do
    expect 0 "report: few$try/report.html" ranks 2 run few.json -o few$try --jobs 8
    same few few$try
  done
fi

# A rank that is killed ends the job. The work done so far is there.
cat > k.json << 'END'
{"algorithms": ["burns_lamport"], "n": "30..40", "passages": 12, "adversaries": ["random", "greedy"], "repetitions": 4,
 "metrics": ["rmr.max"]}
END
"$rmr" run k.json -o whole > whole.txt 2>&1 || fail "the whole: $(tail -n 3 whole.txt)"
all=$(wc -l < whole/records.jsonl)
ranks 3 run k.json -o killed > killed.txt &
job=$!
for _ in {1..400}; do
  [ "$(cat killed/records.jsonl 2> /dev/null | wc -l)" -lt 5 ] || break
  sleep 0.02
done
for pid in $(pgrep -f "rmr-mpi run k.json -o killed"); do
  tr '\0' '\n' < "/proc/$pid/environ" | grep -qx 'OMPI_COMM_WORLD_RANK=1' && kill -KILL "$pid"
done
wait $job && fail "a rank was killed, and nobody says so"
left=$(wc -l < killed/records.jsonl)
[ "$left" -ge 5 ] && [ "$left" -lt "$all" ] || fail "$left of $all records are left by a rank that was killed"
expect 0 'report: killed/report.html' ranks 2 run k.json -o killed --resume
same whole killed
