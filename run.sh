#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh: from a fresh checkout to the report. Installs what is missing, builds, runs every experiments/*.json into
# out/NAME, lets threads run (out/threads), looks for one answer in many ways (out/scale), and draws out/report.html of
# all experiments. Run it again at any time: it builds what has changed and makes the runs that are not there yet. What
# has been made since rmr and the experiments last changed is not looked at again. The exit code is that of the first
# experiment that came out otherwise than expected (`rmr run --help`).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. tools/setup.sh

install_packages "${packages_run[@]}"
say "building"
build release product
rmr=build/release/rmr

configs=(experiments/*.json)
n=${#configs[@]} finished=0 worst=0 interrupted='' rows=''
trap 'interrupted=1' INT TERM

# bar DONE ALL: twenty places, filled in proportion
bar() {
  local filled=$((20 * $1 / $2))
  printf '%*s' $filled '' | tr ' ' '#'
  printf '%*s' $((20 - filled)) '' | tr ' ' '.'
}
verdicts() { grep -c "\"verdict\": \"$1\"" "out/$name/verdicts.json" 2> /dev/null || true; }
records() { if [ -f "out/$name/records.jsonl" ]; then wc -l < "out/$name/records.jsonl"; else echo 0; fi; }

# What has been made is noted in build/made: a file for each folder of out, with the exit code. It must be that all went
# well (0), or that an expectation failed (20): what was cut short is made again.
made=build/made
mkdir -p "$made"

# is_made NAME: whether out/NAME is newer than rmr and the experiments, and nobody has changed it since.
is_made() {
  local note=$made/$1
  [ -f "$note" ] && [ -d "out/$1" ] && [ "$note" -nt "$rmr" ] &&
    [ -z "$(find experiments "out/$1" -newer "$note" -print -quit)" ]
}

# make_once NAME COMMAND...: the exit code of the command, now or when it was last made.
make_once() {
  local name=$1 code=0
  shift
  ! is_made "$name" || return "$(< "$made/$name")"
  "$@" || code=$?
  case $code in 0 | 20) [ -n "$interrupted" ] || echo $code > "$made/$name" ;; esac
  remade=1
  return $code
}
remade=

for config in "${configs[@]}"; do
  name=$(basename "$config" .json)
  printf '\n[%s] %d of %d done, now %s\n' "$(bar $finished "$n")" $finished "$n" "$name" >&2
  began=$SECONDS code=0
  make_once "$name" "$rmr" run "$config" -o "out/$name" --resume || code=$?
  [ -z "$interrupted" ] || break
  finished=$((finished + 1))
  outcome='as expected'
  if [ $code -ne 0 ]; then
    outcome="NOT as expected: exit $code"
    [ $worst -ne 0 ] || worst=$code
  fi
  rows+=$(printf '%-16s %7d %7d %7d %10d %6d s   %s' "$name" "$(records)" "$(verdicts holds)" "$(verdicts fails)" \
    "$(verdicts undecided)" $((SECONDS - began)) "$outcome")$'\n'
done

if [ -n "$interrupted" ]; then
  say "interrupted; the same command goes on where this one stopped"
  exit 30
fi
printf '\n[%s] all %d done\n' "$(bar 1 1)" "$n" >&2
say "threads on this machine (out/threads)"
make_once threads experiments/native.sh "$rmr" out/threads >&2 || worst=$?
say "one answer by all cores, a disk, ranks and shards (out/scale)"
make_once scale experiments/scale.sh "$rmr" out/scale >&2 || worst=$?
[ -z "$remade" ] && [ -f out/report.html ] || "$rmr" report out || worst=$?
printf '\n%-16s %7s %7s %7s %10s %8s\n%s\nreport: %s\n' experiment runs holds fails undecided time "$rows" \
  "$PWD/out/report.html"
exit $worst
