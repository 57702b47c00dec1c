#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# native.sh RMR FOLDER: do RMRs predict time? Twelve locks on two threads of this machine: a table and two figures into
# FOLDER; then locks that are broken, and the twelve with relaxed accesses. It is no config, as its results are of one
# machine and one moment: nothing of it can be made again byte for byte. About 15 seconds.
set -euo pipefail
rmr=$1 folder=$2
locks=(tas ttas ticket mcs clh anderson burns_lamport peterson yang_anderson lamport_fast szymanski bakery)

mkdir -p "$folder"
"$rmr" native "${locks[@]}" -n 2 --seconds 0.05 --warm-up 0.02 --repetitions 6 --times "$folder/times.svg" \
  -o "$folder/rates.svg" > "$folder/table.txt"
cat "$folder/table.txt"

# rows FILE: the rows of a table, without its head and its foot.
rows() { awk 'NR > 1 && $1 !~ /^(N|[0-9]+)$/' "$1"; }

# A broken algorithm is seen to be broken (exit code 12).
"$rmr" native bw_naive szymanski_no_wait -n 4 --sessions any:2 --cs 300 --seconds 0.3 --repetitions 2 \
  > "$folder/broken.txt" || [ $? -eq 12 ]
rows "$folder/broken.txt"

# Locks that are right, where a processor may read before it has written. One that waits for a value that it has missed
# is stuck (exit code 11).
"$rmr" native "${locks[@]}" -n 2 --order relaxed --seconds 0.1 --warm-up 0.02 --repetitions 2 > "$folder/relaxed.txt" ||
  [ $? -eq 12 ] || [ $? -eq 11 ]
rows "$folder/relaxed.txt"
