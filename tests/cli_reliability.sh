#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# docs/reliability.md names every hostile campaign in the words of its head, and every fuzzer, and nothing else.
#
# ctest: tree
set -u
source=$2
page=$source/docs/reliability.md
failed=0

# Of each row of the table the first three cells.
sed -n '/^<!-- table: begin -->$/,/^<!-- table: end -->$/s/^\(| `[^|]*|[^|]*|[^|]*|\).*/\1/p' "$page" |
  diff - <("$source/tests/hostile/all.sh" --list) ||
  { echo "$page: the table is not that of the campaigns; tests/hostile/all.sh --update writes it anew"; failed=1; }
diff <(sed -n 's/^| `fuzz_\([a-z_]*\)` .*/\1/p' "$page" | sort) \
  <(for file in "$source"/tests/fuzz_*.c; do basename "$file" .c; done | sed 's/^fuzz_//' | sort) ||
  { echo "$page: not all fuzzers, or others"; failed=1; }
exit $failed
