#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every key that a command prints under --json stands in docs/json.md, and the same objects stand in records as in
# `rmr explore --json`.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

keys() { grep -oE '"[A-Za-z_0-9]+": ' | tr -d '": ' | grep -vE '^P[1-6]$' | sort -u; }
is_told() { grep -qE "\`([a-z]+\.)?$1\`|\"$1\":" "$source/docs/json.md"; }
told() { # told WHAT COMMAND...
  local what=$1
  shift
  "$@" > answer 2> err
  [ "$(keys < answer | wc -l)" -ge 2 ] || fail "$what prints no JSON: $(cat err)"
  for key in $(keys < answer); do is_told "$key" ||
    fail "$what has a key \"$key\" that docs/json.md does not tell"; done
}

is_told nosuchkey && fail "a key that nobody tells is taken for one that is told"
printf 'series,N,value\na,1,5\na,2,7\na,3,9\na,4,11\na,5,13\na,6,15\n' > series.csv
told "rmr fit" "$rmr" fit series.csv --json
told "rmr simulate" "$rmr" simulate -a bw_naive -n 3 -s random --sessions 1,1,2 --json
told "rmr list algorithms" "$rmr" list algorithms --json
told "rmr list adversaries" "$rmr" list adversaries --json
told "rmr list memories" "$rmr" list memories --json
told "rmr compare" "$rmr" compare mcs ticket -n 2,3 --json
told "rmr show" "$rmr" show glb --json
told "rmr forks" "$rmr" forks --graph complete:3 --order rank --json
told "rmr prove" "$rmr" prove tas --json
told "rmr explore" "$rmr" explore -a bwbgme -n 2 --sessions same --passages inf --cost steps --json

# one writer: an object of the answer is, without its blanks, the object of the record
echo '{"drive": "explore", "algorithms": "bwbgme", "n": 2, "sessions": "same", "passages": "inf",
      "metrics": "rmr.max", "fits": [], "plots": [],
       "check": ["P1", "P2", "P3", "P4", "P5", "P6", "P7"]}' > one.json
"$rmr" run one.json -o one > out.log 2> err.log
"$rmr" explore -a bwbgme -n 2 --sessions same --passages inf --json > answer 2> err
flat() { tr -d ' \n'; }
for what in '"verdict": "fails", "complete": true, "bound": null, "process": 1, "other": null, "own_steps": null' \
  '"cost": "rmr", "process": 1, "worst": null, "unbounded": true, "kind": "unbounded"'; do
  for file in answer one/records.jsonl; do
    flat < "$file" | grep -qF "$(echo "$what" | flat)" || fail "no $what in $file"
  done
done
