#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# docs/reliability.md names every hostile campaign in the words of its head, and every fuzzer, and nothing else. No row
# of its table has trials that did not hold and no reason, and `all.sh --update` writes none.
#
# ctest: tree
set -u
source=$2
page=$source/docs/reliability.md
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Of each row of the table the first three cells.
sed -n '/^<!-- table: begin -->$/,/^<!-- table: end -->$/s/^\(| `[^|]*|[^|]*|[^|]*|\).*/\1/p' "$page" |
  diff - <("$source/tests/hostile/all.sh" --list) ||
  { echo "$page: the table is not that of the campaigns; tests/hostile/all.sh --update writes it anew"; failed=1; }
# unexplained FILE: the rows of a table with fewer that held than were made, and nothing but the number.
unexplained() { awk -F ' [|] ' '/^\| `/ && NF > 4 && $5 + 0 < $4 + 0 && $5 !~ /^[0-9]+: ./' "$1"; }
sed -n '/^<!-- table: begin -->$/,/^<!-- table: end -->$/p' "$page" > "$work/table"
[ -z "$(unexplained "$work/table")" ] || { echo "$page: no reason for $(unexplained "$work/table")"; failed=1; }

# A tree with one campaign, of whose five trials four hold.
mkdir -p "$work/tree/tests/hostile" "$work/tree/docs" "$work/tree/build"
cp "$source/tests/hostile/all.sh" "$work/tree/tests/hostile"
all=$work/tree/tests/hostile/all.sh made=$work/tree/docs/reliability.md
printf '<!-- table: begin -->\nold\n<!-- table: end -->\n' > "$work/before"
campaign() { # REASON
  printf '# tries: this\n# holds: that\n%s\necho "one: 5 trials, 4 held, planted fault caught, 0 s"\nexit 1\n' \
    "${1:+# misses: $1}" > "$work/tree/tests/hostile/one.sh"
  cp "$work/before" "$made"
  bash "$all" --build build --update > "$work/out" 2>&1
}
campaign ''
cmp -s "$made" "$work/before" || { echo "a miss without a reason is written: $(cat "$made")"; failed=1; }
grep -q 'not everything held in one' "$work/out" || { echo "nobody says why: $(cat "$work/out")"; failed=1; }
campaign 'the moon was full'
grep -qxF '| `one` | this | that | 5 | 4: the moon was full |' "$made" ||
  { echo "no reason: $(cat "$made")"; failed=1; }
[ -z "$(unexplained "$made")" ] || { echo "a reason is not seen: $(cat "$made")"; failed=1; }
sed 's/4: the moon was full/4/' "$made" > "$work/table"
[ -n "$(unexplained "$work/table")" ] || { echo "a miss without a reason is not seen"; failed=1; }
bash "$all" --build build --update one > "$work/out" 2>&1 && { echo "--update of one is not refused"; failed=1; }

diff <(sed -n 's/^| `fuzz_\([a-z_]*\)` .*/\1/p' "$page" | sort) \
  <(for file in "$source"/tests/fuzz_*.c; do basename "$file" .c; done | sed 's/^fuzz_//' | sort) ||
  { echo "$page: not all fuzzers, or others"; failed=1; }
exit $failed
