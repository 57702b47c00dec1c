#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr new`: the text that it writes runs at once, as it says; a file that exists is left alone. `rmr check` of a text.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

expect 0 'rmr check ./mine.alg' "$rmr" new mine
grep -q '^algorithm mine ' mine.alg || fail "another name: $(cat mine.alg)"
cp out.txt said.txt
while read -r line; do # the commands that it says to try
  case $line in
    'rmr new'*) continue ;;
    'rmr '*) ;;
    *) continue ;;
  esac
  read -ra words <<< "$line"
  expect 0 '' "$rmr" "${words[@]:1}"
done < said.txt
[ "$(grep -c '^  rmr ' said.txt)" -ge 3 ] || fail "little to try: $(cat said.txt)"

# --- existing files, and texts that are no name -----------------------------------------------------------------------

echo precious > mine.alg
expect 64 "'mine.alg' exists already" "$rmr" new mine
[ "$(cat mine.alg)" = precious ] || fail "overwritten"
expect 64 'expected a name of at most 32 small letters' "$rmr" new Mine
expect 64 'expected a name of at most 32 small letters' "$rmr" new ../mine
expect 64 'expected a name of at most 32 small letters' "$rmr" new 9lives
expect 64 'expected a name' "$rmr" new
expect 64 'one name is enough' "$rmr" new one two
[ "$(echo *.alg)" = mine.alg ] || fail "written: $(echo *.alg)"

# --- facts derived from a text ----------------------------------------------------------------------------------------

rm mine.alg && "$rmr" new mine 2> /dev/null
expect 0 'mistakes are noticed' "$rmr" check ./mine.alg
grep -qE '^Serving +all +nobody +0 +natural$' out.txt || fail "no registers: $(cat out.txt)"
grep -qE '^2 +waiting +Serving +ticket$' out.txt || fail "no wait: $(cat out.txt)"
grep -qE '^3 +exit +ticket$' out.txt || fail "no lines: $(cat out.txt)"
grep -qE '^local state: [0-9]+ bytes$' out.txt || fail "no local state: $(cat out.txt)"
"$rmr" check --json ./mine.alg > all.json || fail "in JSON: exit $?"
for key in '"watches": [' '"written_by": "all"' '"bytes_per_process": 0'; do
  grep -qF "$key" all.json || fail "in JSON: nowhere '$key'"
done
cp "$source"/tests/texts/*.alg .
"$rmr" check ./base.alg > out.txt 2>&1
grep -qE '^Token\[1\.\.N\] +its owner +its owner +\(none, 0\) +record of 2 fields$' out.txt ||
  fail "no record: $(cat out.txt)"
grep -qE '^  \.color +\{none, black, white\}: 2 bits$' out.txt || fail "no fields: $(cat out.txt)"
grep -qE '^5a +waiting +Flag, Token +j, copy, passed$' out.txt || fail "line 5a: $(cat out.txt)"
grep -qE '^local state: [0-9]+ bytes, and 1 for each process$' out.txt || fail "an array: $(cat out.txt)"
