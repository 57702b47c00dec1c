#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh: from a fresh checkout to the report. Installs what is missing, builds, runs every experiments/*.json into out/NAME, and draws
# out/report.html of them all. Run it again at any time: it builds what has changed and makes the runs that are not there yet. The exit
# code is that of the first experiment that came out otherwise than expected (`rmr run --help`).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/setup.sh

install_packages "${packages_run[@]}"
say "building"
build release rmr
rmr=build/release/rmr

configs=(experiments/*.json)
n=${#configs[@]} done=0 worst=0 interrupted='' rows=''
trap 'interrupted=1' INT TERM

for config in "${configs[@]}"; do
  name=$(basename "$config" .json)
  filled=$((done * 20 / n))
  printf '\n[%s%s] %d of %d: %s\n' "$(printf '%*s' $filled '' | tr ' ' '#')" "$(printf '%*s' $((20 - filled)) '' | tr ' ' '.')" \
    "$done" "$n" "$name" >&2
  began=$SECONDS code=0
  "$rmr" run "$config" -o "out/$name" --resume || code=$?
  [ -z "$interrupted" ] || break
  [ "$worst" -ne 0 ] || worst=$code
  done=$((done + 1))
  count() { grep -c "\"verdict\": \"$1\"" "out/$name/verdicts.json" 2> /dev/null || true; }
  runs=$(wc -l < "out/$name/records.jsonl" 2> /dev/null || echo 0)
  rows+=$(printf '%-16s %7d %7d %7d %10d %8d s   %s' "$name" "$runs" "$(count holds)" "$(count fails)" "$(count undecided)" \
    $((SECONDS - began)) "$([ $code -eq 0 ] && echo 'as expected' || echo "NOT as expected: exit $code")")$'\n'
done

if [ -n "$interrupted" ]; then
  say "interrupted; the same command goes on where this one stopped"
  exit 30
fi
"$rmr" report out 2> /dev/null || "$rmr" report out
printf '\n%-16s %7s %7s %7s %10s %10s\n%s\nreport: %s\n' experiment runs holds fails undecided time "$rows" "$PWD/out/report.html"
exit "$worst"
