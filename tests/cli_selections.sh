#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Clauses and fits of some of the series: they are judged for these alone, which have the same names as among all; an
# expectation of one algorithm excuses no other. And verdicts that name their bound.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

cat > some.json <<'END'
{"algorithms": ["mcs", "yang_anderson", "ticket"], "n": "2..16*2", "memories": ["cc", "dsm"], "passages": 2,
 "exclude": [{"algorithm": "ticket", "memory": "dsm"}],
 "fits": [{"metric": "rmr.max", "series": {"memory": "cc"}}, {"metric": "rmr.max", "series": {"algorithm": "mcs"}}],
 "plots": [],
 "expect": {"rmr.max": [{"clause": "O(1)", "series": {"algorithm": "mcs"}},
                        {"clause": "= 4", "series": {"algorithm": "yang_anderson", "memory": "dsm"}}],
            "steps by process": {"clause": "<= 100", "series": {"algorithm": "mcs", "memory": "cc"}},
            "P1": {"clause": "holds", "series": {"algorithm": "mcs"}}}}
END
expect 20 'fails: yang_anderson, dsm, rmr.max = 4: at N = 2' "$rmr" run some.json -o some
python3 - <<'END' || fail "what is said of which series"
import json, sys
verdicts = [(v["series"], v["metric"], v["verdict"]) for v in json.load(open("some/verdicts.json"))["verdicts"]]
fits = [f["series"] for f in json.load(open("some/fits.json"))["series"]]
points = {f["series"]: f["points"] for f in json.load(open("some/fits.json"))["series"]}
wanted = [("mcs, cc", "rmr.max", "holds"), ("mcs, dsm", "rmr.max", "holds"), ("yang_anderson, dsm", "rmr.max", "fails"),
          ("mcs, random", "steps by process", "holds"), ("mcs", "P1", "holds")]
if verdicts != wanted: sys.exit(f"verdicts {verdicts}")
if fits != ["mcs, cc", "mcs, dsm", "yang_anderson, cc", "ticket, cc"]: sys.exit(f"fits {fits}")
if set(points.values()) != {4}: sys.exit(f"points {points}")
END

# a failure that is expected of one algorithm is none of another's
cp "$source"/experiments/bw_naive.* .
expects() { "$rmr" run bw_naive.json -o naive --set 'adversaries=["replay:file=bw_naive.schedule", "random"]' \
  --set 'algorithms=["bw_naive", "mcs"]' \
  --set 'exclude=[{"algorithm": "mcs", "adversary": "replay:file=bw_naive.schedule"}]' \
  --set "expect.P1={\"clause\": \"$1\", \"series\": {\"algorithm\": \"$2\"}}"; }
expect 0 'bw_naive ' expects fails bw_naive
expect 12 'P1 is broken' expects holds mcs
expect 12 'P1 is broken' expects fails mcs

# a bound that is named must have been reached
cat > bound.json <<'END'
{"drive": "explore", "algorithms": ["bakery"], "n": "2..3", "passages": [1], "plots": [], "metrics": ["rmr.max"]}
END
expect 0 'holds (N <= 3)  holds' "$rmr" run bound.json -o bound --set 'expect.P1=holds (N <= 3)'
expect 20 'fails: bakery, P1 holds (complete): holds for all schedules, but not as far as the clause says' \
  "$rmr" run bound.json -o bound --set 'expect.P1=holds (complete)'
expect 20 'fails: bakery, P1 holds (N <= 4)' "$rmr" run bound.json -o bound --set 'expect.P1=holds (N <= 4)'
expect 20 'without an exploration' "$rmr" run bound.json -o run --set drive=simulate \
  --set 'expect.P1=holds (complete)'
expect 0 'holds (complete)  holds' "$rmr" run bound.json -o all --set algorithms=mcs --set passages=inf \
  --set 'expect.P2=holds (complete)'
echo "selections: clauses and fits of some series, verdicts with their bounds"
