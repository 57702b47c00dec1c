#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The trust in a result directory, and its owner. A record, a config.json or a verdict that was altered is refused
# by every command that reads it, with its file and line, and nothing in the directory is touched. Somebody else's files
# are never overwritten, cut or removed. The files of an earlier config go. One rmr at a time writes into a directory.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks
sealer=$build/tests/sealer

echo '{"algorithms": ["glb", "tas"], "n": "2..4", "plots": [], "expect": {"rmr.max": "<= 7"}}' > config.json
[ "$(code "$rmr" run config.json -o one)" = 20 ] || fail "nothing is dearer than 7: $(cat out.log err.log)"
[ "$(wc -l < one/records.jsonl)" -eq 6 ] || fail "not six records"

# --- altered results --------------------------------------------------------------------------------------------------

# refused COMMAND... : 64, names $place, and touches nothing
place=
refused() {
  rm -rf before && cp -r bad before
  [ "$(code "$@")" = 64 ] || fail "accepted by $*: $altered"
  grep -q "bad/$place" err.log || fail "no bad/$place, but: $(cat err.log): $altered"
  diff -r before bad > diff.log || fail "$1 $2 changed the directory: $(head -3 diff.log): $altered"
}
refused_by_all() {
  refused "$rmr" run config.json -o bad --resume
  refused "$rmr" report bad
  refused "$rmr" plot bad
  refused "$rmr" fit bad
}
begin_bad() { rm -rf bad && cp -r one bad; }

# flip FILE BYTE BIT
flip() {
  local value
  value=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
  printf "%b" "$(printf '\\%03o' $((value ^ (1 << $3))))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# single bits, here and there; all bits of a line are unit_results's. The last is that of the last newline.
bytes=$(wc -c < one/records.jsonl)
for k in 0 1 2 3 4 5 6 7; do
  begin_bad
  byte=$(((k * 7919 + 13) % bytes))
  [ $k -eq 7 ] && byte=$((bytes - 1))
  altered="bit $k of byte $byte" place=records.jsonl:
  flip bad/records.jsonl $byte $k
  refused "$rmr" run config.json -o bad --resume
  [ $k -eq 7 ] && refused "$rmr" report bad
done

begin_bad
altered="a value" place=records.jsonl:3:
sed -i '3s/"steps": /"steps": 1/' bad/records.jsonl
refused_by_all
refused "$rmr" fit bad/records.jsonl
refused "$rmr" run config.json -o bad

# with the checksum that they would need, records are compared with the tasks of the plan
altered="another n" place=records.jsonl:2:
begin_bad
sed -i '2s/"n": 3/"n": 5/' bad/records.jsonl
"$sealer" bad/records.jsonl
refused_by_all
altered="an unknown algorithm" place=records.jsonl:2:
begin_bad
sed -i '2s/"algorithm": "glb"/"algorithm": "gbl"/' bad/records.jsonl
"$sealer" bad/records.jsonl
refused_by_all
for alteration in '2s/"seed": /"seed": 1/' '2s/"version": "/"version": "9/' '2s/"index": 1/"index": 99/' \
  '2s/"id": "./"id": "x/' '2s/"max_steps": 1/"max_steps": 2/' '2s/"format": 3/"format": 2/' '2s/"sessions": /"s": /'; do
  altered="$alteration"
  begin_bad
  sed -i "$alteration" bad/records.jsonl
  cmp -s one/records.jsonl bad/records.jsonl && fail "$alteration alters nothing"
  "$sealer" bad/records.jsonl
  refused "$rmr" run config.json -o bad --resume
done
altered="two ids swapped" place=records.jsonl:1:
begin_bad
id() { sed -n "$1s/.*\"id\": \"\([0-9a-f]*\)\".*/\1/p" one/records.jsonl; }
sed -i "1s/$(id 1)/$(id 2)/; 2s/$(id 2)/$(id 1)/" bad/records.jsonl
"$sealer" bad/records.jsonl
refused "$rmr" run config.json -o bad --resume
altered="two different records of a task" place=records.jsonl:7:
begin_bad
sed -n '1s/"steps": /"steps": 1/p' one/records.jsonl >> bad/records.jsonl
"$sealer" bad/records.jsonl
refused_by_all
altered="a record of another config" place=records.jsonl:6:
[ "$(code "$rmr" run config.json -o other --set seed=2)" = 20 ] || fail "another seed: $(cat err.log)"
begin_bad
sed -i 6d bad/records.jsonl
sed -n 6p other/records.jsonl >> bad/records.jsonl
refused "$rmr" run config.json -o bad --resume
altered="an empty line" place=records.jsonl:2:
begin_bad
sed -i '2s/^/\n/' bad/records.jsonl
refused_by_all

# no alteration: another order, a line twice; and a line that is missing is done again
begin_bad
tac one/records.jsonl > bad/records.jsonl
sed -n 2p one/records.jsonl >> bad/records.jsonl
[ "$(code "$rmr" run config.json -o bad)" = 20 ] || fail "lines in another order, and one twice: $(cat err.log)"
same bad
sed -i 4d bad/records.jsonl
[ "$(code "$rmr" run config.json -o bad)" = 64 ] || fail "a missing line was not noticed: $(cat err.log)"
grep -q 'holds 5 of the 6 records' err.log || fail "other words than expected: $(cat err.log)"
[ "$(code "$rmr" report bad)" = 0 ] || fail "a report of five records: $(cat err.log)"
grep -q '5 of 6 tasks' bad/report.html || fail "the report does not say that a record is missing"
[ "$(code "$rmr" run config.json -o bad --resume)" = 20 ] || fail "a missing line: $(cat err.log)"
grep -q '6 tasks' bad/report.html || fail "the report does not say how many tasks there are"
same bad

# the other files
for file in config.json algorithms.json; do
  begin_bad
  altered="$file" place=$file
  sed -i '0,/glb/s//blg/' bad/$file
  refused "$rmr" report bad
  refused "$rmr" plot bad
  refused "$rmr" fit bad
done
altered=config.json place=config.json
begin_bad
sed -i 's/<= 7/<= 8/' bad/config.json
refused_by_all
rm bad/config.json # the records tell by themselves whose they are
[ "$(code "$rmr" run config.json -o bad)" = 20 ] || fail "no config.json: $(cat err.log)"
same bad
begin_bad
sed -i 's/"fails"/"holds"/' bad/verdicts.json
altered="a verdict" place=verdicts.json
refused "$rmr" report bad
sed -i 's/a/b/' bad/fits.json bad/algorithms.json
[ "$(code "$rmr" run config.json -o bad)" = 20 ] || fail "what is made of the records is made again: $(cat err.log)"
same bad

# the config.json of a directory is a config
[ "$(code "$rmr" run one/config.json -o again)" = 20 ] || fail "config.json is no config: $(cat err.log)"
same again

# --- somebody else's files --------------------------------------------------------------------------------------------

mkdir -p foreign/extrap
for file in records.jsonl tables.json report.html extrap/x.jsonl config.json.tmp; do echo "theirs" > foreign/$file; done
cp -r foreign theirs
for options in '' --resume; do
  # shellcheck disable=SC2086 # no option is no argument
  [ "$(code "$rmr" run config.json -o foreign $options)" = 64 ] || fail "a foreign directory was written into"
  grep -q 'has files (config.json.tmp, ...) and no list' err.log || fail "other words than expected: $(cat err.log)"
  diff -r foreign theirs || fail "a foreign directory was changed"
done
for command in report plot; do
  [ "$(code "$rmr" $command foreign)" = 64 ] || fail "$command of a foreign directory"
  diff -r foreign theirs || fail "$command changed a foreign directory"
done
mkdir page && cp -r one page/one && echo theirs > page/report.html
[ "$(code "$rmr" report page)" = 64 ] || fail "a foreign page was overwritten"
grep -q 'report.html: is not rmrlab' err.log || fail "other words than expected: $(cat err.log)"
grep -q theirs page/report.html || fail "a foreign page was overwritten"
rm page/report.html
for _ in 1 2; do [ "$(code "$rmr" report page)" = 0 ] || fail "a page of several: $(cat err.log)"; done

# with a list rmrlab writes beside them, but over none of them
touch foreign/rmrlab.files
for file in records.jsonl report.html; do
  [ "$(code "$rmr" run config.json -o foreign)" = 64 ] || fail "a foreign $file was overwritten"
  grep -q "foreign/$file: is not rmrlab" err.log || fail "other words than expected: $(cat err.log)"
  grep -q theirs foreign/$file || fail "a foreign $file was overwritten"
  rm foreign/$file theirs/$file
done
[ "$(code "$rmr" run config.json -o foreign --resume)" = 20 ] || fail "beside foreign files: $(cat err.log)"
for file in tables.json extrap/x.jsonl config.json.tmp; do
  cmp foreign/$file theirs/$file || fail "a foreign $file was changed"
  rm foreign/$file
done
same foreign

# files of an earlier config of the directory go, files that somebody put beside them stay
figures='plots=[{"type": "growth"}]'
[ "$(code "$rmr" run config.json -o mixed --set "$figures" --set 'traces=text')" = 20 ] || fail "$(cat err.log)"
for file in plots/growth-rmr.max.gp traces/00000-glb-n2.txt; do [ -e mixed/$file ] || fail "no $file"; done
touch mixed/plots/mine.svg mixed/notes
[ "$(code "$rmr" run config.json -o mixed --set 'traces=text')" = 20 ] || fail "no figures: $(cat err.log)"
[ ! -e mixed/plots/growth-rmr.max.gp ] || fail "a stale figure stayed"
[ -e mixed/traces/00000-glb-n2.txt ] || fail "the traces went, though the records stayed"
: > mixed/records.jsonl # as if it had been killed before the first record
[ "$(code "$rmr" run config.json -o mixed)" = 20 ] || fail "another config: $(cat err.log)"
for file in plots/mine.svg notes; do [ -e mixed/$file ] || fail "somebody else's $file went"; done
[ ! -e mixed/traces ] || fail "stale traces stayed"
rm -r mixed/plots mixed/notes
same mixed

# --- the text of an algorithm that is not shipped ---------------------------------------------------------------------

"$rmr" new mine 2> err.log || fail "$(cat err.log)"
mkdir parts && cp "$source/algos/dekker.alg" importing.alg && cp "$source/algos/parts/tree.alg" parts
echo '{"algorithms": ["./mine.alg", "./importing.alg", "bakery"], "n": 2, "plots": []}' > kept.json
[ "$(code "$rmr" run kept.json -o kept)" = 0 ] || fail "$(cat err.log)"
kept='import json, sys; print(json.load(open("kept/algorithms.json"))[sys.argv[1]].get("text"), end="")'
python3 -c "$kept" ./mine.alg | cmp - mine.alg || fail "the text of mine.alg is not kept"
grep -q 'The text, as it was when' kept/report.html || fail "the report does not show the text"
python3 -c "$kept" ./importing.alg > whole.alg
rm -r parts && "$rmr" show ./whole.alg > out.log 2>&1 || fail "a text with its imports: $(cat out.log)"
[ "$(python3 -c "$kept" bakery)" = None ] || fail "the text of a shipped algorithm is kept"

# --- one at a time ----------------------------------------------------------------------------------------------------

for command in "run config.json --resume -o" report plot; do
  # shellcheck disable=SC2086 # a command and its options
  status=$(flock one "$rmr" $command one > out.log 2> err.log; echo $?)
  [ "$status" = 64 ] || fail "$command went into a locked directory: $(cat err.log)"
  grep -q 'one: another rmr is writing' err.log || fail "other words than expected: $(cat err.log)"
done
[ "$(code "$rmr" fit one)" = 0 ] || fail "reading needs no lock: $(cat err.log)"
for k in 1 2 3 4; do "$rmr" run config.json -o race --resume > "$k.out" 2> "$k.err"; echo $? > "$k.code" & done
wait
for k in 1 2 3 4; do
  [ "$(cat $k.code)" = 20 ] || grep -q 'another rmr is writing' $k.err || fail "side by side: $(cat $k.err)"
done
same race
