#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The witnesses that a report names, as files beside it: every link to one leads to a page that exists, the page has the
# steps of the witness, and the schedule beside it replays. They are the same of any number of threads and of shards,
# stale ones go, somebody else's file stays, and the code of a plug-in is not run for a page.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks

cat > config.json <<'END'
{"drive": "explore", "algorithms": ["ticket", "bwbgme"], "n": 2, "sessions": "same", "passages": [1, "inf"],
 "check": ["P1", "P2"], "plots": [],
 "tables": [{"name": "t", "columns": ["RMR cc", "P2"], "rows": [{"algorithm": "ticket"}, {"algorithm": "bwbgme"}]}]}
END
"$rmr" run config.json -o out/one -j 1 > run.log 2>&1 || fail "run: $(cat run.log)"

# --- the links, and their targets -------------------------------------------------------------------------------------

# links PAGE: the pages of witnesses to which it links
links() { grep -o 'href="[^"#]*witnesses/[^"]*"' "$1" | sed 's/^href="//; s/"$//' | sort -u; }
names='witnesses/00000-ticket-n2-rmr.html
witnesses/00003-bwbgme-n2-P2.html
witnesses/00003-bwbgme-n2-rmr.html'
[ "$(links out/one/report.html)" = "$names" ] || fail "other links than expected: $(links out/one/report.html)"
"$rmr" report out > report.log 2>&1 || fail "report: $(cat report.log)"
[ "$(links out/report.html)" = "$(sed 's#^#one/#' <<< "$names")" ] || fail "a page of several: $(links out/report.html)"
for page in $names; do
  name=${page%.html}
  [ -s out/one/$page ] || fail "the report leads to $page, which is not there"
  cp out/one/$name.schedule here.schedule
  expect 0 "all $(sed -n 's/^steps //p' here.schedule) steps as recorded" "$rmr" replay here.schedule --trace here.txt
  grep '^#' here.txt | sed 's|[&<>].*||' > steps.txt
  [ "$(wc -l < steps.txt)" -ge "$(sed -n 's/^steps //p' here.schedule)" ] || fail "$name: no steps in the trace"
  while IFS= read -r line; do
    grep -qF -- "$line" out/one/$page || fail "$page lacks a step: $line"
  done < steps.txt
  (cd out/one/witnesses && "$rmr" view "$(basename $name).schedule" -o "$work/again.html" > /dev/null)
  cmp again.html out/one/$page || fail "rmr view makes another page of $name.schedule"
  grep -qx "$page [0-9a-f]*" out/one/rmrlab.files || fail "$page is not listed"
done
grep -q 'P2) fails: P1 can starve' out/one/witnesses/00003-bwbgme-n2-P2.html || fail "the page does not say what fails"
grep -q '<code>rmr replay one/witnesses/00003-bwbgme-n2-P2.schedule</code>' out/report.html ||
  fail "the report does not say how to replay a witness"
# from the findings, the table of verdicts, and the evidence of the cells of the table and of the matrix
[ "$(grep -o 'bwbgme-n2-P2.html' out/one/report.html | wc -l)" = 5 ] || fail "a link to what breaks P2 is missing"

# --- the same bytes ---------------------------------------------------------------------------------------------------

"$rmr" run config.json -o two -j 2 > run.log 2>&1
diff -r out/one two > diff.log || fail "with two threads: $(head -3 diff.log)"
for shard in 1 2; do "$rmr" run config.json -o shard$shard --shard $shard/2 > run.log 2>&1; done
[ ! -e shard2/witnesses ] || fail "a shard has made something of its records"
"$rmr" merge shard2 shard1 -o merged > merge.log 2>&1 || fail "merge: $(cat merge.log)"
diff -r out/one merged > diff.log || fail "of shards: $(head -3 diff.log)"

# --- files that go and files that stay --------------------------------------------------------------------------------

rm two/witnesses/*-P2.html
"$rmr" report two > report.log 2>&1
[ "$(links two/report.html)" = "$(grep -v P2 <<< "$names")" ] || fail "a link to a page that is not there"
grep -q 'Saved as a file, <code>rmr replay</code> replays it' two/report.html || fail "no way to replay without a file"
"$rmr" run config.json -o two --resume > run.log 2>&1
diff -r out/one two > diff.log || fail "what was removed is not made again: $(head -3 diff.log)"
echo theirs > two/witnesses/notes
: > two/records.jsonl # as if an earlier run had been killed
"$rmr" run config.json -o two --set algorithms=ticket \
  --set 'tables=[{"name": "t", "columns": ["RMR cc"], "rows": [{"algorithm": "ticket"}]}]' > run.log 2>&1 ||
  fail "$(cat run.log)"
[ -e two/witnesses/notes ] || fail "somebody else's file went"
[ "$(cd two && ls witnesses/*.html)" = "$(head -n 1 <<< "$names")" ] || fail "stale witnesses: $(ls two/witnesses)"
mkdir -p foreign/witnesses && touch foreign/rmrlab.files
echo theirs > foreign/witnesses/00003-bwbgme-n2-P2.html
expect 64 'foreign/witnesses/00003-bwbgme-n2-P2.html: is not rmrlab' "$rmr" run config.json -o foreign
grep -q theirs foreign/witnesses/00003-bwbgme-n2-P2.html || fail "somebody else's page was overwritten"

# --- many -------------------------------------------------------------------------------------------------------------

cat > many.json <<'END'
{"drive": "explore", "algorithms": "philosophers:graph=complete:4,order=system:0..150", "n": 4, "passages": "inf",
 "check": ["P2", "P6", "P7"], "plots": [], "metrics": ["states"]}
END
"$rmr" run many.json -o many > run.log 2>&1
n=$(find many/witnesses -name '*.schedule' | wc -l)
[ "$n" = 200 ] || fail "$n schedules of a census: $(tail -n 3 run.log)"
grep -qE '<p>200 of the [0-9]{3,} schedules that break a property are files' many/report.html ||
  fail "the report does not say that not all witnesses are files: $(grep 'break a property' many/report.html)"
! grep 'schedules that break a property are files' out/one/report.html || fail "witnesses are said to be missing"

# --- plug-ins ---------------------------------------------------------------------------------------------------------

"$rmr" compile bw_naive -o naive.so > compile.log 2>&1 || fail "the plug-in does not build"
cat > plug.json <<'END'
{"drive": "explore", "algorithms": "./naive.so", "n": 3, "sessions": ["1,1,2"], "passages": 2, "check": "P1",
 "plots": []}
END
expect 0 report "$rmr" run plug.json -o plug
schedule=00000-naive-n3-P1.schedule
[ -e plug/witnesses/$schedule ] || fail "of a plug-in: $(ls plug/witnesses)"
[ -z "$(find plug/witnesses -name '*.html')" ] || fail "the code of a plug-in was run again: $(ls plug/witnesses)"
[ -z "$(links plug/report.html)" ] || fail "a link to a page of a plug-in: $(links plug/report.html)"
expect 12 'P1' "$rmr" replay plug/witnesses/$schedule

# --- graphs in files --------------------------------------------------------------------------------------------------

# The file lies beside the config, which is not where the command is called.
mkdir -p sub
printf '1 2\n2 3\n3 1\n' > sub/triangle.graph
printf '{"drive": ["explore", "search"], "algorithms": "philosophers:graph=file:triangle.graph,order=left", %s}' \
  '"n": 3, "check": "P6", "effort": 100000, "metrics": ["rmr.max"], "plots": []' \
  > sub/ring.json
"$rmr" run sub/ring.json -o ring > run.log 2>&1
[ "$(grep -c 'rmr-schedule 1' ring/records.jsonl)" -eq 2 ] || fail "records without a witness: $(cut -c 1-200 run.log)"
! grep -q '"witness": ""' ring/records.jsonl || fail 'an empty witness'
