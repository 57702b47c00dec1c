#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr explore --disk`: the same answer and the same witness in little memory; a disk that is full, a file that may not
# grow and a limit that is reached cut it short, and are told; nothing is left; a place where no file can be made, and a
# limit of nothing, are refused. That nothing is left by an end in the middle is in cli_interrupt.sh.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

mkdir disk
question=(explore -a burns_lamport -n 6 --check rmr --observe 6)
expect 0 'P6          97  exact' "$rmr" "${question[@]}" --witness memory.sched
expect 0 'P6          97  exact' "$rmr" "${question[@]}" --mem 8M --disk disk --witness disk.sched
grep -q 'rmr explore: at most 0.006[0-9]* GB were on the disk' out.txt || fail "how much was there? $(cat out.txt)"
cmp memory.sched disk.sched || fail "the witness depends on the disk"
expect 30 'lower bound' "$rmr" "${question[@]}" --mem 8M # there is something to see here

for limit in 1M 3M; do
  expect 30 'disk: the limit on the space used there is reached' "$rmr" "${question[@]}" --disk disk \
    --disk-limit $limit
  grep -q 'P6 *[1-9][0-9]* *lower bound' out.txt || fail "no bound where the limit is reached: $(cat out.txt)"
done
(ulimit -f 2000 && expect 30 'disk: File too large' "$rmr" "${question[@]}" --disk disk)
[ -z "$(ls -A disk)" ] || fail "something is left: $(ls -A disk)"

touch file
expect 64 'file: no file can be made there: Not a directory' "$rmr" "${question[@]}" --disk file
expect 64 'no file can be made there' "$rmr" "${question[@]}" --disk ''
expect 64 '--disk-limit says how much, --disk DIR where' "$rmr" "${question[@]}" --disk-limit 5M
expect 64 "--disk-limit '1K': expected a number of bytes" "$rmr" "${question[@]}" --disk disk --disk-limit 1K
