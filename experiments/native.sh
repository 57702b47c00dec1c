#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# native.sh RMR FOLDER: do RMRs foretell time? Twelve locks on two threads of this machine, a table, JSON, and two
# figures into FOLDER. It is no config, as what comes out is of one machine and one moment: nothing of it can be made
# again byte for byte. About 15 seconds.
set -euo pipefail
rmr=$1 folder=$2
locks=(tas ttas ticket mcs clh anderson burns_lamport peterson yang_anderson lamport_fast szymanski bakery)

mkdir -p "$folder"
"$rmr" native "${locks[@]}" -n 2 --seconds 0.1 --warm-up 0.1 --repetitions 10 --times "$folder/times.svg" \
  -o "$folder/rates.svg" > "$folder/table.txt"
cat "$folder/table.txt"

# What is broken is seen to be broken.
for lock in bw_naive szymanski_no_wait; do
  "$rmr" native "$lock" -n 4 --sessions any:2 --cs 300 --repetitions 2 > "$folder/$lock.txt" || [ $? -eq 12 ]
  sed -n 2p "$folder/$lock.txt"
done
