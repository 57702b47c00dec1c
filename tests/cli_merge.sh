#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Shards: three runs that do a third of the tasks each, merged in any order, are the run that does them all, byte for
# byte; a missing shard is told, and a run goes on from there; shards of other configs, and altered ones, are refused.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks

cat > c.json << 'END'
{"drive": ["simulate", "explore", "search"], "algorithms": ["glb", "bakery"], "n": "2..4", "effort": 20000,
 "adversaries": ["random", "greedy"], "traces": ["text"], "exclude": [{"drive": "explore", "n": [3, 4]}],
 "expect": {"rmr.max": "O(N^2)"}}
END
"$rmr" run c.json -o one > one.txt 2>&1 || fail "one run: $(tail -n 3 one.txt)"
for shard in 1 2 3; do
  expect 0 "this shard is done: s$shard holds" "$rmr" run c.json -o s$shard --shard $shard/3
  [ ! -e s$shard/report.html ] || fail "a report of a third"
done
same() { diff -r one "$1" > diff.txt 2>&1 || fail "$1: $(head -n 5 diff.txt)"; }
expect 0 'report: all/report.html' "$rmr" merge s3 s1 s2 -o all
same all
expect 0 'report: twice/report.html' "$rmr" merge s1 one s1 -o twice # one record twice is one record
same twice
expect 64 'Add --resume' "$rmr" run c.json -o s1 --shard 1/3
expect 0 's1 holds 7 of 20 records' "$rmr" run c.json -o s1 --shard 1/3 --resume

expect 30 'part holds 13 of 20 records' "$rmr" merge s1 s3 -o part
"$rmr" run c.json -o part --resume > part.txt 2>&1 || fail "the rest: $(tail -n 3 part.txt)"
same part
expect 30 'half holds' "$rmr" merge s1 s2 -o half
"$rmr" run c.json -o half --resume --shard 3/3 > half.txt 2>&1 || fail "the last shard: $(tail -n 3 half.txt)"
same half # with the last shard all are there

expect 64 'choose another directory' "$rmr" merge s1 s2 s3 -o all
expect 64 'nowhere/records.jsonl' "$rmr" merge s1 nowhere -o new
expect 64 'nowhere to go' "$rmr" merge s1 s2
expect 64 'nothing to merge' "$rmr" merge -o new
expect 0 'holds' "$rmr" run c.json --set seed=7 -o other --shard 2/3
expect 64 'they differ in: seed' "$rmr" merge s1 other -o new
mkdir full && echo mine > full/file
expect 64 'has files' "$rmr" merge s1 s2 s3 -o full
cp -r s2 altered
sed -i 's/"rmr.max": /"rmr.max": 1/' altered/records.jsonl
expect 64 'altered' "$rmr" merge s1 altered s3 -o new
[ ! -e new ] || fail "something was made of shards that were refused"
"$rmr" run c.json --dry-run > all.txt
for shard in 1 2 3; do "$rmr" run c.json --dry-run --shard $shard/3 > part$shard.txt; done
awk 'NR % 3 == 2' all.txt | cmp - part2.txt || fail "the tasks of a shard: $(cat part2.txt)"
sort part[123].txt | cmp - <(sort all.txt) || fail "some task is in no shard, or in two"
for shard in 0/3 4/3 3 1/ /2 1/2/3 -1/2 1/0 a/b 1/100001; do
  expect 64 'expected I/K' "$rmr" run c.json -o new --shard=$shard
done
