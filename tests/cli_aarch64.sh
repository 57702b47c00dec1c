#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# rmr builds for arm64 without a warning, and does there what it does here: some unit tests of threads, memory and
# processes pass under qemu (tools/aarch64.sh runs all the fast ones), and simulations, explorations and searches print
# the same bytes as on this machine. Without the cross compiler, qemu or mmdebstrap it is skipped.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
for program in aarch64-linux-gnu-gcc qemu-aarch64 mmdebstrap file; do
  command -v $program > /dev/null || { echo "no $program here"; exit 77; }
done
(cd "$source" && tools/aarch64.sh unit_budget unit_child unit_scratch unit_thread_pool unit_sweep_threads unit_native \
  unit_search) > log.txt 2>&1
code=$?
if grep -q 'libraries for arm64 cannot be unpacked' log.txt; then
  tail -n 5 log.txt
  exit 77
fi
[ $code -eq 0 ] || fail "tools/aarch64.sh: $(tail -n 30 log.txt)"
there() { qemu-aarch64 -L "$source/build/sysroot-aarch64" "$source/build/aarch64/rmr" "$@"; }
n=0
while read -r -a words; do
  "$rmr" "${words[@]}" --json 2> /dev/null | grep -v seconds > here.txt
  there "${words[@]}" --json 2> /dev/null | grep -v seconds | diff here.txt - ||
    fail "another result there: ${words[*]}"
  [ "$(wc -l < here.txt)" -gt 5 ] || fail "hardly any result: ${words[*]}"
  n=$((n + 1))
done << 'END'
simulate -a bwbgme -n 8 -s greedy --sessions any:3 --passages 3
simulate -a glb -n 8 -s greedy --sessions any:3 --passages 3
simulate -a mcs -n 16 -s random --passages 4 --memory dsm
explore -a glb -n 2 --passages inf --threads 2
explore -a burns_lamport -n 3 --threads 2
search -a burns_lamport -n 5 --effort 100000 --seed 1
search -a glb -n 4 --effort 100000 --seed 2
END
[ $n -eq 7 ] || fail "only $n questions"
