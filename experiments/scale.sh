#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# scale.sh RMR FOLDER [N]: one answer in many ways. The worst case of P_N in the one-bit algorithm (N = 6, or as is
# said) by one core, by all cores, and in little memory with a disk; and a run of the bakery at twelve sizes, in three
# shards that are merged, and by two ranks (where rmr-mpi lies beside RMR, and mpirun is there). All must come to the
# same, byte for byte. A table into FOLDER, with the seconds of each; the exit code is 1 where something differs. About
# 3 seconds.
set -euo pipefail
rmr=$(realpath "$1") folder=$2 n=${3:-6}
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
mkdir -p "$folder"
rm -rf "$folder"/way* "$folder"/run*
cd "$folder"
: > table.txt
code=0
TIMEFORMAT=%R

# way NAME COMMAND..: the answer and its witness into wayK; compared with those of the first way.
ways=0 first=''
way() {
  local name=$1 dir=way$((ways++)) seconds same=same
  shift
  mkdir "$dir"
  seconds=$({ time "$@" explore -a burns_lamport -n "$n" --check rmr --observe "$n" --witness "$dir/worst.sched" \
    "${more[@]}" > "$dir/answer" 2> "$dir/talk" < /dev/null; } 2>&1) || same='NO ANSWER'
  sed -i 's/; way.*//; s/  *[0-9]* steps, .*//' "$dir/answer"
  [ -n "$first" ] || first=$dir
  diff "$first/answer" "$dir/answer" > "$dir/differences" || same=DIFFERENT
  cmp -s "$first/worst.sched" "$dir/worst.sched" || same=DIFFERENT
  [ "$same" = same ] || code=1
  printf '%-34s %8s s   %s %s\n' "$name" "$seconds" "$same" "$(awk '/ exact/ {print $2, $3}' "$dir/answer")" \
    >> table.txt
}
ranks() { echo mpirun --oversubscribe --allow-run-as-root --bind-to none -np "$1" "$rmr-mpi"; }

more=(--threads 1) && way "worst case, one core" "$rmr"
more=() && way "worst case, all cores" "$rmr"
least=$((n > 6 ? (n > 7 ? 1024 : 64) : 8))
more=(--mem "${least}M" --disk .) && way "worst case, $least MB and a disk" "$rmr"
with_ranks=
if [ -x "$rmr-mpi" ] && command -v mpirun > /dev/null; then with_ranks=1; fi

# run NAME COMMAND..: a result directory in runK; compared with the first.
runs=0
run() {
  local name=$1 dir=run$((runs++)) seconds same=same
  shift
  seconds=$({ time "$@" "$dir" > "run.talk" 2>&1 < /dev/null; } 2>&1) || same="NO RUN"
  diff -r run0 "$dir" > differences || same=DIFFERENT
  [ "$same" = same ] || code=1
  printf '%-34s %8s s   %s %s\n' "$name" "$seconds" "$same" "$(wc -l < "$dir/records.jsonl") records" >> table.txt
}
config=("$here/bakery.json" --set n=2..13)
in_shards() {
  local k
  for k in 1 2 3; do "$rmr" run "${config[@]}" --shard "$k/3" -o "run.shard$k" || return; done
  "$rmr" merge run.shard3 run.shard1 run.shard2 -o "$1"
}
run "twelve sizes, one run" "$rmr" run "${config[@]}" -o
run "twelve sizes, three shards merged" in_shards
# shellcheck disable=SC2046
[ -z "$with_ranks" ] || run "twelve sizes, two ranks" $(ranks 2) run "${config[@]}" -o
rm -f run.talk differences
[ $code -ne 0 ] || rm -rf way* run*
cat table.txt
exit $code
