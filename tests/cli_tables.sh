#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Tables of claims, end to end: a small config whose cells come out in every way, witnesses that replay to what their
# cells say, the same bytes again from the records alone, and a report in which every cell links to evidence that is
# there.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

cat > config.json <<'END_OF_CONFIG'
{"drive": ["explore", "simulate"], "algorithms": ["szymanski_three_bit", "tas", "mcs", "bakery"],
 "n": [2, 3, 4, 6, 8, 12, 16, 24],
 "adversaries": ["random"], "passages": [1, "inf"], "fits": [], "plots": [{"type": "growth",
 "series": {"drive": "simulate"}}],
 "exclude": [{"drive": "explore", "n": "4..24"}, {"drive": "simulate", "passages": "inf"},
  {"passages": "inf", "algorithm": "szymanski_three_bit"}],
 "tables": [{"name": "t", "title": "What is said", "columns": ["RMR cc", "space", "P1", "P2", "P3", "P5",
  "bounded"], "rows": [
   {"algorithm": "szymanski_three_bit", "says": {"P1": "yes", "P3": "no", "P5": "no"}, "about": "Read to the letter."},
   {"algorithm": "tas", "label": "TAS <b>", "says": {"RMR cc": "O(1)", "space": "= N", "bounded": "no", "P2": "no"}},
   {"algorithm": "mcs", "says": {"RMR cc": "unbounded"}},
   {"algorithm": "bakery", "stands_for": "another", "says": {"RMR cc": "O(1)", "space": "O(N)"}},
   {"label": "lost", "says": {"P2": "yes"}}]}]}
END_OF_CONFIG
"$rmr" run config.json -o out --jobs 1 > out.log 2> err.log
code=$?
[ $code -eq 0 ] || fail "exit code $code: $(cat out.log err.log)"

# cell LABEL COLUMN: the lines of one cell
cell() {
  awk -v label="\"label\": \"$1\"," -v column="\"column\": \"$2\"," \
    'index($0, "\"label\":") { row = index($0, label) } index($0, "\"column\":") { on = row && index($0, column) } on' \
      out/tables.json
}
is() { # LABEL COLUMN VALUE AGREEMENT HOW
  cell "$1" "$2" | grep -qF "\"value\": \"$3\"" || fail "$1, $2: not \"$3\" in $(cell "$1" "$2" | head -n 8)"
  cell "$1" "$2" | grep -qF "\"agreement\": \"$4\"" || fail "$1, $2: not \"$4\" in $(cell "$1" "$2" | head -n 8)"
  cell "$1" "$2" | grep -qF "\"how\": \"$5\"" || fail "$1, $2: not \"$5\" in $(cell "$1" "$2" | head -n 8)"
}
is szymanski_three_bit P1 fails disagrees 'refuted with a witness'
is szymanski_three_bit P2 'holds for 1 passage' 'not decided' 'explored exhaustively' # short runs leave it open
is szymanski_three_bit P3 holds 'not decided' 'explored exhaustively'
is szymanski_three_bit P5 'not checked' 'not decided' 'not decided'
is szymanski_three_bit bounded 'in the declared range so far' 'not decided' 'not decided'
is 'TAS <b>' 'RMR cc' unbounded disagrees 'refuted with a witness'
is 'TAS <b>' space 1 disagrees 'recognised exactly'
is 'TAS <b>' P2 fails agrees 'refuted with a witness'
is 'TAS <b>' bounded yes disagrees 'explored exhaustively'
is mcs 'RMR cc' 'Theta(1) seen' 'not decided' 'recognised exactly'
is mcs space '2N+1' agrees 'recognised exactly'
is mcs P3 fails agrees 'refuted with a witness'
is bakery space 2N agrees 'recognised exactly'
is bakery bounded no agrees 'explored exhaustively'
cell bakery 'RMR cc' | grep -qF '"agreement": "disagrees"' ||
  fail "bakery within O(1): $(cell bakery 'RMR cc' | head -n 8)"
is lost P2 'not available' 'not decided' 'not decided'
is lost P1 'not available' 'nothing said' 'not decided'

# why a cell does not agree
why() { cell "$1" "$2" | grep -qF "\"why\": \"$3\"" ||
  fail "$1, $2: not because \"$3\": $(cell "$1" "$2" | grep why)"; }
why szymanski_three_bit P5 'no doorway declared'
why szymanski_three_bit P2 'runs without end are open'
why szymanski_three_bit P1 ''
why bakery 'RMR cc' 'stand-in: ours grows otherwise'
why bakery space ''
why lost P2 'no algorithm for this row'
grep -q '^not decided: no doorway declared: .*szymanski_three_bit P5' out.log ||
  fail "stdout does not say why: $(cat out.log)"
grep -q '<span class="why">no doorway declared</span>' out/report.html || fail "the report does not say why in the cell"

# a table may have many columns
cat > wide.json <<'END'
{"algorithms": "bakery", "n": 2, "memories": ["cc", "dsm"], "plots": [], "metrics": ["rmr.max", "steps.max", "steps",
 "rmr.total", "bypass.max", "rmr.cold", "cs_entries", "passages"], "tables": [{"name": "wide", "title": "Wide",
 "columns": ["RMR cc", "RMR dsm", "space", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "CSR", "BCSR", "response",
  "robust", "bounded", "every N", "super cc", "super dsm", "steps.max", "steps", "rmr.total", "bypass.max", "rmr.cold",
  "cs_entries", "passages"], "rows": [{"label": "b", "algorithm": "bakery", "says": {"P1": "yes"}}]}]}
END
expect 0 'wide/report.html' "$rmr" run wide.json -o wide
grep -q '^algorithm .* bypass.max .* cs_entries .* passages$' out.txt || fail "a wide table: $(cat out.txt)"

# the records say how many registers there are, and how far each was seen to go
has() { grep -F "\"algorithm\": \"$1\", \"n\": $2," out/records.jsonl | grep -F "\"passages\": $3," | grep -qF "$4" ||
  fail "$1, N = $2, passages $3: no $4"; }
has bakery 24 1 '"space": 48'
has bakery 3 0 '"space": 6'
has bakery 2 1 '{"name": "number", "largest": 2, "max": null, "capped": false}'
has bakery 2 0 '{"name": "number", "largest": 4, "max": null, "capped": true}'
has mcs 3 0 '{"name": "locked", "largest": 1, "max": 1, "capped": false}'

# the contents of a cell are in the records, and its witness replays to it
cell szymanski_three_bit P1 | grep -qF '"text": "N = 3, sessions distinct, 1 passage each, memory cc: fails"' ||
  fail "no evidence of P1"
for id in $(grep -o '"record": "[0-9a-f]*"' out/tables.json | cut -d'"' -f4 | sort -u); do
  grep -q "\"id\": \"$id\"" out/records.jsonl || fail "no record $id"
done
witness() { printf '%b' "$(cell "$1" "$2" | sed -n 's/.*"schedule": "\(.*\)"$/\1/p')" > w.schedule; "$rmr" replay \
  w.schedule > replay.log 2>&1; }
witness szymanski_three_bit P1
grep -q 'VIOLATION.*P1: ' replay.log || fail "the witness of P1 does not break it: $(cat replay.log)"
witness 'TAS <b>' 'RMR cc'
grep -q 'as recorded' replay.log || fail "the witness of unbounded RMRs does not replay: $(cat replay.log)"
grep -q '^loop' w.schedule || fail "the witness of unbounded RMRs has no loop"
witness mcs 'RMR cc'
worst=$(cell mcs 'RMR cc' | sed -n 's/.*a schedule in which a passage costs \([0-9]*\)".*/\1/p')
grep -qE "P[0-9] $worst(,|\$)" replay.log || fail "the witness of mcs does not cost $worst: $(cat replay.log)"

# the table as text
grep -qE '^algorithm +RMR cc +space' out.log || fail "no table on stdout: $(cat out.log)"
grep -qE '^TAS <b> +unbounded != O\(1\) +1 != N +holds = yes +fails = no' out.log ||
  fail "no row of TAS: $(cat out.log)"
grep -qE '^lost .*not available \? yes' out.log || fail "no row of lost: $(cat out.log)"
grep -q '^disagrees: szymanski_three_bit, P1: fails (N = 3, ' out.log ||
  fail "no reason for a disagreement: $(cat out.log)"

# a formula that was seen at powers of two only says so
printf 'series,N,value\n' > two.csv
for N in 2 4 8 16 32 64; do echo "a,$N,$((7 * N + 3))"; done >> two.csv
"$rmr" fit two.csv | grep -q 'formula *7N+3 \[N = 2^k\]' || fail "powers of two are not told: $("$rmr" fit two.csv)"
"$rmr" run config.json -o powers --set drive=simulate --set algorithms=mcs --set 'n=[2,4,8,16,32]' --set fits=space \
  --set tables=[] --set plots=[] \
  --set exclude=[] --set passages=1 --set metrics=space > powers.log 2>&1
grep -q '^mcs .*2N+1 \[N = 2^k\]' powers.log || fail "powers of two are not told: $(cat powers.log)"

# the report: every link to evidence has its end, texts are texts, marks need no colour
grep -o 'href="#[^"]*"' out/report.html | cut -d'"' -f2 | cut -c2- | sort -u > links
[ "$(grep -c '^s1-t-' links)" -eq 35 ] || fail "not a link for each of 35 cells: $(grep -c '^s1-t-' links)"
while read -r id; do grep -qF "id=\"$id\"" out/report.html || fail "a link to nothing: $id"; done < links
grep -q 's1-figure-1' links || fail "no link to the figure"
grep -q '<th scope="row">TAS &lt;b&gt;</th>' out/report.html || fail "a label became markup"
for mark in '✓ agrees' '✗ disagrees' '? not decided'; do grep -qF "$mark" out/report.html || fail "no mark $mark"; done
grep -q 'Known: read one register at a time' out/report.html || fail "no note on what is known to be wrong"
grep -q 'Read to the letter' out/report.html || fail "no note of the config"
grep -q '<pre tabindex="0">rmr-schedule 1' out/report.html || fail "no witness in the report"

# from the records alone, and however damaged
cp out/tables.json first.json
echo '{"tables": [{"name": 3, "columns": [1, null], "rows": [5, {"cells": [null, {"evidence": [1],
  "witness": 2}]}]}]}' > out/tables.json
"$rmr" report out > /dev/null 2>&1 && fail "an altered table was believed"
"$build/tests/sealer" out/tables.json
"$rmr" report out > /dev/null 2>&1 || fail "a damaged table ends the report: exit code $?"
echo '{' > out/tables.json
"$rmr" run config.json -o out --resume > /dev/null 2>&1 || fail "the table is not made again"
cmp -s first.json out/tables.json || fail "other bytes the second time"
"$rmr" run config.json -o two --jobs 2 > /dev/null 2>&1 || fail "two at a time: exit code $?"
cmp -s first.json two/tables.json || fail "other bytes with two runs at a time"

# --- two sections tell of one cost that no law tells ------------------------------------------------------------------

# The matrix of the report shows the higher values, from whichever section they are, and their scope with them.
echo '{"drive": "explore", "algorithms": "yang_anderson_one_p", "n": [2, 3], "passages": 1, "metrics": "rmr.max",
  "check": [], "plots": [], "fits": []}' > values.json
"$rmr" run values.json -o both/a_one > log 2>&1 || fail "$(cat log)"
"$rmr" run values.json -o both/b_endless --set 'passages="inf"' > log 2>&1 || fail "$(cat log)"
"$rmr" report both > log 2>&1 || fail "$(cat log)"
sed -n '/<table class="matrix/,/<\/table>/p' both/report.html > matrix.html
grep -q '>13, 27, …<' matrix.html && ! grep -q '>12, 24, …<' matrix.html || fail "lower values: $(cat matrix.html)"
grep -q 'exact 13, 27 at N = 2, 3, sessions distinct, passages without end' matrix.html || fail "no scope"
