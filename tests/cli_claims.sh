#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Each claim of each shipped algorithm says where it is made. A page of this project that is named is there, with the
# section that is named; a claim that is said to be proved for every N is proved by `rmr prove`. And a claim with its
# citation comes out beside its result: as text, in the tables, in the findings, in the matrix.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

"$rmr" list algorithms --json | grep -o '"name": "[a-z0-9_]*"' | cut -d'"' -f4 > names.txt
[ "$(wc -l < names.txt)" -gt 80 ] || fail "$(wc -l < names.txt) algorithms"

# cited NAME: the claims and their places, a line each, "P2|He, ..., Theorem 15".
cited() {
  "$rmr" show "$1" --json | sed -n '/"cited": {/,/}/p' | sed -n 's/^ *"\([A-Za-z0-9_]*\)": "\(.*\)",\{0,1\}$/\1|\2/p'
}

proved=0
while read -r name; do
  cited "$name" > claims.txt
  [ -s claims.txt ] || fail "$name: no claim is cited"
  ! grep -q '|$' claims.txt || fail "$name: $(grep '|$' claims.txt)"
  while IFS='|' read -r claim place; do
    page=$(sed -n 's/^rmrlab, \(docs\/[a-z-]*\.md\).*/\1/p' <<< "$place")
    [ -n "$page" ] || continue
    [ -f "$source/$page" ] || fail "$name, $claim: there is no $page"
    section=$(sed -n 's/.*, section \([0-9]*\)$/\1/p' <<< "$place")
    [ -z "$section" ] || grep -q "^## $section\. " "$source/$page" || fail "$name: $page has no section $section"
    [ "$page" != docs/claims.md ] || grep -q "\`${name%_diagonal}\`" "$source/$page" || fail "$page: no $name"
    [ "$page" = docs/every-n.md ] || continue
    check=${claim/rmr_cc/rmr}
    "$rmr" prove "$name" --check "$check" > proof.txt || fail "$name: $check is not proved: $(cat proof.txt)"
    proved=$((proved + 1))
  done < claims.txt
done < names.txt
[ "$proved" -gt 20 ] || fail "only $proved claims are said to be proved"

"$rmr" show bwbgme | grep -qF 'P2 yes                  He, Gopalakrishnan, Gafni, arXiv:1403.5605, Theorem 15' ||
  fail "$("$rmr" show bwbgme)"

# a text without claims claims P1, nowhere; one without a source has no line for it
cat > bare.alg << 'end'
algorithm bare "A lock"
shared turn : process or nil
process i
  waiting
  1 wait until turn = nil
  2 turn := i
  3 critical section
  exit
  4 turn := nil
end
"$rmr" show ./bare.alg > bare.txt
[ "$(sed -n '2,6s/ *$//p' bare.txt)" = \
  $'\nclaimed, and where:\n  P1 yes\n\nshared registers:' ] || fail "$(cat bare.txt)"

# A claim of the table, of a row, of the file; and one that no place is given for.
cat > c.json << 'END'
{"drive": "explore", "algorithms": ["bwbgme", "tas"], "n": [2], "passages": ["inf"], "sessions": ["same", "distinct"],
 "check": ["P2", "P4"], "metrics": ["rmr.max"], "fits": [], "plots": [],
 "tables": [{"name": "t", "title": "T", "cited": "Somebody, Table 9", "columns": ["P2", "P4"], "rows": [
   {"algorithm": "bwbgme", "says": {"P2": "yes"}},
   {"algorithm": "tas", "cited": "Nobody, page 7", "says": {"P2": "yes"}}]},
   {"name": "u", "title": "U", "columns": ["P2"], "rows": [{"algorithm": "tas", "says": {"P2": "yes"}}]}]}
END
"$rmr" run c.json -o out > log.txt 2>&1
grep -qF 'P2: fails (N = 2, sessions same, passages without end), claimed in Somebody, Table 9: yes' log.txt &&
  grep -qF 'claimed in Nobody, page 7: yes' log.txt && grep -qE 'disagrees: tas, P2: .*, claimed: yes' log.txt ||
  fail "$(cat log.txt)"
theorem='He, Gopalakrishnan, Gafni, arXiv:1403.5605, Theorem'
grep -qF "\"cited\": \"$theorem 13\"" out/tables.json || fail "$(grep cited out/tables.json)"
grep -qF '"cited": "Somebody, Table 9"' out/findings.json || fail "$(cat out/findings.json)"
grep -qF '(claimed in: Somebody, Table 9)' out/report.html && grep -qF "(claimed in: $theorem 17)" out/report.html ||
  fail "the findings of the report"
grep -qF "\"cited\": \"$theorem 17\"" out/matrix.json || fail "$(grep cited out/matrix.json)"
grep -oE 'title="[^"]*"' out/report.html | grep -qF "claimed: O(N) in $theorem 17, disagrees" ||
  fail "the matrix: $(grep -oE 'title="[^"]*"' out/report.html | head -5)"
grep -qF "Claimed in: $theorem 17" out/report.html || fail "the evidence of a cell"

# A cost that has stopped growing is at most so much, as far as it is explored, and agrees with O(1).
cat > m.json << 'END'
{"drive": "explore", "algorithms": ["mcs"], "n": "2..5", "passages": [1], "metrics": ["rmr.max"], "fits": [],
 "plots": []}
END
"$rmr" run m.json -o most > most.txt 2>&1 || fail "$(cat most.txt)"
grep -qF '"value": "at most 10 so far"' most/matrix.json && grep -q '"agreement": "agrees"' most/matrix.json ||
  fail "$(grep value most/matrix.json)"
grep -qF '>8, 10, 10, …<' most/report.html || fail "the matrix of mcs"
echo "claims: $(wc -l < names.txt) algorithms, $proved proofs"
