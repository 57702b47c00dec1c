#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Files for other people's tools: ITF traces, and records.csv in pandas and R. The traces are held against the rules of
# the format, and against the run; the examples are run where their tool is installed.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

command -v python3 > /dev/null || exit 77

cat > check.py << 'END'
import json, sys

trace = json.load(open("run.itf.json"))
assert trace["#meta"]["format"] == "ITF", trace["#meta"]
number = lambda v: int(v["#bigint"])
changed = 0
for index, state in enumerate(trace["states"]):
    assert state["#meta"]["index"] == index
    assert set(state) == set(trace["vars"]) | {"#meta"}, set(state)
    assert [number(p) for p, _ in state["pc"]["#map"]] == list(range(1, int(sys.argv[1]) + 1))
    assert {s for _, s in state["section"]["#map"]} <= {"remainder", "recover", "doorway", "waiting", "cs", "exit"}
    changed += index > 0 and any(state[v] != trace["states"][index - 1][v] for v in trace["vars"])
steps = len(trace["states"]) - 1
assert steps >= int(sys.argv[2]), (steps, sys.argv[2]) # a crash is an action, and no step
assert changed > steps // 2
assert trace["states"][0]["#meta"] == {"index": 0}
if "loop" in trace: assert 0 <= trace["loop"] < steps
END
# look N RMR-ARGUMENT...: run.itf.json of a run of N processes.
look() {
  local n=$1
  shift
  "$rmr" "$@" --trace run.itf.json --json > run.json 2> err.txt
  python3 check.py "$n" "$(sed -n 's/^  "steps": \([0-9]*\).*/\1/p' run.json | head -n 1)" || fail "$*"
}
look 3 simulate -a glb -n 3 --passages 2
look 2 simulate -a bwbgme -n 2 --sessions same
look 3 simulate -a recoverable_yang_anderson -n 3 --faults recover:1 -s crashing:rate=0.1

printf '{"algorithms": ["glb"], "n": [2], "traces": ["text", "native", "chrome", "page", "itf", "svg"]}\n' > all.json
"$rmr" run all.json -o all > /dev/null 2>&1 || fail "a config with all kinds of traces"
for ending in txt schedule json html itf.json svg; do
  [ -s "all/traces/00000-glb-n2.$ending" ] || fail "no trace .$ending"
done

# --- records.csv ------------------------------------------------------------------------------------------------------

python=/usr/bin/python3
"$rmr" run "$source/experiments/memories.json" -o out/memories > /dev/null 2> err.txt || fail "$(cat err.txt)"
if $python -c 'import pandas, matplotlib' 2> /dev/null; then
  $python "$source/tools/examples/growth.py" out/memories growth.pdf > pandas.txt || fail "tools/examples/growth.py"
  head -c 4 growth.pdf | grep -q %PDF || fail "tools/examples/growth.py draws nothing"
  grep -q '^algorithm' pandas.txt || fail "tools/examples/growth.py: $(cat pandas.txt)"
  # it says what the explorer says of a lock without bound, and what an adversary that gave up does not
  echo '{"drive": ["explore", "simulate"], "algorithms": ["tas", "ticket"], "n": [2, 3], "passages": 1,
    "adversaries": "foresight:effort=100", "metrics": "rmr.max", "fits": [], "plots": []}' > unbounded.json
  "$rmr" run unbounded.json -o unbounded > /dev/null 2> err.txt || fail "unbounded.json: $(cat err.txt)"
  $python "$source/tools/examples/growth.py" unbounded unbounded.svg > pandas.txt || fail "growth.py: unbounded"
  grep -qx '2 *inf *4.0' pandas.txt && grep -qx '3 *inf *5.0' pandas.txt || fail "growth.py: $(cat pandas.txt)"
  grep -qx 'tas: an adversary gave up, so the worst case may be higher' pandas.txt ||
    fail "growth.py: $(cat pandas.txt)"
else
  echo 'skipped: pandas and matplotlib are not here'
fi
if command -v Rscript > /dev/null; then
  Rscript "$source/tools/examples/growth.R" out/memories growth_r.pdf > r.txt || fail "tools/examples/growth.R"
  head -c 4 growth_r.pdf | grep -q %PDF || fail "tools/examples/growth.R draws nothing"
else
  echo 'skipped: R is not here'
fi
