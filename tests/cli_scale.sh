#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# experiments/scale.sh: one answer in many ways. All ways agree; and a program that answers otherwise with a disk, or
# loses a record of a shard, is found out.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks # memory that MPI keeps until the end is not ours

"$source/experiments/scale.sh" "$rmr" all > out.txt 2> err.txt || fail "not all ways agree: $(cat out.txt err.txt)"
[ "$(grep -c ' same 97 exact$' out.txt)" -ge 3 ] || fail "the worst case at N = 6: $(cat out.txt)"
[ "$(grep -c ' same 96 records$' out.txt)" -ge 2 ] || fail "the runs: $(cat out.txt)"
cmp -s out.txt all/table.txt || fail "the table is not what was told"
[ "$(ls all)" = table.txt ] || fail "something is left: $(ls all)"

# planted N WORDS: rmr, but with this line before it.
planted() {
  printf '#!/bin/bash\n%s\n' "$1" > other
  chmod +x other
  "$source/experiments/scale.sh" "$PWD/other" planted 4 > out.txt 2>&1 && fail "nobody notices: $1"
  grep -q "$2.*DIFFERENT" out.txt || fail "$2 is not told to differ: $(cat out.txt)"
}
planted "[[ \$* != *--disk* ]] || { $rmr \"\$@\" | sed s/32/31/; exit; }; exec $rmr \"\$@\"" 'a disk'
planted "$rmr \"\$@\"; code=\$?; [ \$1 != merge ] || sed -i 7d \"\${!#}\"/records.jsonl; exit \$code" 'shards merged'
