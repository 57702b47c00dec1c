#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# On a terminal a line tells what is going on, and how long it will take; elsewhere short work tells nothing. Long work
# does: unit_progress.c.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
command -v script > /dev/null || { echo "script is not installed"; exit 77; }

# shown COMMAND: each state of the line, in lines.txt
shown() {
  script -qefc "$1" seen.txt > /dev/null < /dev/null || fail "$1: exit $?"
  tr '\r' '\n' < seen.txt | sed 's/\x1b\[K//' > lines.txt
}
has() { grep -qE -- "$1" lines.txt || fail "no line '$1': $(head -n 20 lines.txt)"; }

shown "$rmr explore -a bakery -n 3 --passages 2 --check P2,rmr"
has '^tables \.\.\.'
has '^states: .* M/s, frontier'
has '^worst case: .* %, ETA [0-9-]+:'
has '^witness \.\.\.'
shown "$rmr search -a glb -n 6 --time 1"
has '^pass 1, N = 3, .*ETA 0:0[01], best so far'
echo '{"drive": ["explore", "search"], "algorithms": "burns_lamport", "n": "3..4", "passages": 1, "effort": 2000000,
  "fits": [], "plots": []}' > c.json
shown "$rmr run c.json -o out"
has '\] [0-9]/4 tasks  ETA .* burns_lamport, N = [34]: [a-z]+'
"$rmr" run c.json -o other 2>&1 < /dev/null | grep -q 'ETA' && fail "a progress line that is not on a terminal"
exit 0
