#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# ranks.sh: what an exploration takes on one process and on 2 and 4 ranks of this machine: seconds, and seconds of all
# cores together, which tell more where ranks are more than cores. rmr-mpi must lie beside RMR.
#
# usage: scripts/ranks.sh RMR N
set -euo pipefail
rmr=$1 n=$2
TIMEFORMAT='%R %U %S'

# measure NAME COMMAND...
measure() {
  local name=$1 states wall user system
  shift
  { time states=$("$@" 2> /dev/null < /dev/null | sed -n 's/^\([0-9]*\) states.*/\1/p'); } 2> seconds
  read -r wall user system < seconds
  printf '%-24s %12s states %8s s %8s s of all cores\n' "$name" "$states" "$wall" \
    "$(awk -v u="$user" -v s="$system" 'BEGIN { printf "%.2f", u + s }')"
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rmr=$(realpath "$rmr")
cd "$work"
for check in P1 rmr; do
  question=(explore -a burns_lamport -n "$n" --check "$check" --observe "$n" --mem 1G)
  measure "$check, one process" "$rmr" "${question[@]}" --threads 1
  for ranks in 2 4; do
    measure "$check, $ranks ranks" mpirun --oversubscribe --allow-run-as-root --bind-to none -np $ranks "$rmr-mpi" \
      "${question[@]}"
  done
done
