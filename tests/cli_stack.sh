#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every command works with a stack of 128 KiB, of which argp, the C library and jansson need some as well; its threads
# have as much each. Recursion as deep as an input asks is refused, or continues on the heap, however large the stack:
# brackets in brackets, adversaries that name adversaries, keys of --set, ranges of a text.
#
# The frames of sanitizers are several times as large.
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
! grep -q '__[at]san_init' "$rmr" || exit 77

cat > tiny.json <<'END_OF_CONFIG'
{"name": "tiny", "drive": ["simulate", "explore", "search"], "algorithms": ["glb", "bakery"], "n": "2..5",
 "adversaries": ["random", "changing:then=round_robin"], "metrics": ["rmr.max", "line 4 of P_N"], "effort": 20000,
 "check": ["P1", "P5"], "plots": [{"type": "growth", "metric": "rmr.max"}], "fits": ["rmr.max"],
 "expect": {"P1": "holds", "rmr.max": "O(N)"}, "exclude": [{"drive": ["explore", "search"], "n": [4, 5]}]}
END_OF_CONFIG

# small COMMAND...: it ends well, or as expectations that fail do, where the stack is small.
small() {
  (ulimit -s 128 && exec timeout 120 "$rmr" "$@") > out.txt 2>&1
  local code=$?
  [ $code -eq 0 ] || [ $code -eq 20 ] || fail "rmr $* with a stack of 128 KiB: exit $code: $(tail -n 3 out.txt)"
}

small simulate -a glb -n 64 --passages 20
small simulate -a bakery -n 3 --trace s.schedule
small simulate -a bakery -n 3 --trace run.html
small simulate -a bakery -n 3 --trace run.svg
small simulate -a glb -n 8 -s foresight --json
small explore -a glb -n 3 --threads 4
small explore -a bwbgme -n 2 --passages inf --json --witness w
small explore -a burns_lamport -n 3 --check P1,P2,P3,P4,P5,P6
small search -a burns_lamport -n 6 --effort 200K --witness found.schedule --threads 2
small replay s.schedule
small native -a tas -n 2 --seconds 0.01 --warm-up 0 --repetitions 1
small view s.schedule -o view.html
small run tiny.json -o d --jobs 3
small run tiny.json -o one --jobs 1
small fit d
small fit d --json
small merge d one -o both
small compare glb bakery
small compare d one
small plot d
small report d
small forks --graph ring:9 --order rank --json
small forks --graph complete:256 --order rank
small export --format promela glb -n 2 --passages 1
small list algorithms
small show glb
small doctor
small selftest tas

# --- inputs that are as deep as one likes -----------------------------------------------------------------------------

# times COUNT TEXT
times() { printf "%.0s$2" $(seq "$1"); }

# refused WORDS COMMAND...
refused() {
  local words=$1
  shift
  (ulimit -s 128 && expect 64 "$words" timeout 60 "$rmr" "$@")
}

echo "{\"name\": $(times 2000 '[')$(times 2000 ']')}" > deep.json
refused 'deep.json: brackets stand in brackets, more than 64 deep' run deep.json --dry-run
refused 'brackets stand too deep in brackets' run tiny.json --dry-run --set "title=$(times 2000 '[')"
refused 'too many keys' run tiny.json --dry-run --set "$(times 2000 'a.')a=1"
refused 'more than 16 adversaries, each named by the one before it' \
  simulate -a glb -n 2 -s "$(times 2000 changing:then=)random"
sed "s/\"random\", /\"pct:depth=$(times 3000 '1..1,')\", /" tiny.json > ranges.json
refused 'adversary pct: ' run ranges.json --dry-run
small simulate -a glb -n 2 -s "$(times 15 changing:then=)random"
small run tiny.json --dry-run --set "title=\"$(times 100 '[')\""
