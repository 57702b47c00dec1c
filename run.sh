#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh: from a fresh checkout to the report. Installs what is missing, builds, runs every experiments/*.json into
# out/NAME, lets threads run (out/threads), looks for one answer in many ways (out/scale), and draws out/report.html of
# all experiments. Run it again at any time: it builds what has changed and makes the runs that are not there yet.
# Results that are newer than rmr and the experiments are not looked at again. The exit code is that of the first
# experiment that came out otherwise than expected (`rmr run --help`).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. tools/setup.sh

install_packages "${packages_run[@]}"
say "building"
build release product
rmr=build/release/rmr

configs=(experiments/*.json)
n=${#configs[@]} finished=0 ran=0 worst=0 interrupted='' remade=''

# Two experiments at a time, on half of the cores each: one of them has work while the other waits for its last task, or
# for its figures.
cores=$(nproc)
lanes=$((cores > 1 ? 2 : 1)) jobs=$(((cores + 1) / 2))

# Results are noted in build/made: a file for each folder of out, with the exit code. It must be that all went
# well (0), or that an expectation failed (20): a result that was cut short is made again. Its output is beside it.
made=build/made
mkdir -p "$made"

# is_made NAME: whether out/NAME is newer than rmr and the experiments, and nobody has changed it since.
is_made() {
  local note=$made/$1
  [ -f "$note" ] && [ -d "out/$1" ] && [ "$note" -nt "$rmr" ] &&
    [ -z "$(find experiments "out/$1" -newer "$note" -print -quit)" ]
}

# note_made NAME CODE
note_made() {
  remade=1
  case $2 in 0 | 20) [ -n "$interrupted" ] || echo "$2" > "$made/$1" ;; esac
}

# make_once NAME COMMAND...: the exit code of the command, now or when it was last made.
make_once() {
  local name=$1 code=0
  shift
  ! is_made "$name" || return "$(< "$made/$name")"
  "$@" || code=$?
  note_made "$name" $code
  return $code
}

declare -A lane=() began=() code=() seconds=() # lane: of a process, the experiment that it runs
trap 'interrupted=1; [ ${#lane[@]} -eq 0 ] || kill "${!lane[@]}" 2> /dev/null || true' INT TERM

# bar DONE ALL: twenty places, filled in proportion
bar() {
  local filled=$((20 * $1 / $2))
  printf '%*s' $filled '' | tr ' ' '#'
  printf '%*s' $((20 - filled)) '' | tr ' ' '.'
}
verdicts() { grep -c "\"verdict\": \"$1\"" "out/$2/verdicts.json" 2> /dev/null || true; }
records() { if [ -f "out/$1/records.jsonl" ]; then wc -l < "out/$1/records.jsonl"; else echo 0; fi; }

# tell: how far it is, and how long the rest takes if it goes on like this
tell() {
  local now=${lane[*]} rest=''
  [ $ran -lt 5 ] || [ $finished -eq "$n" ] || rest=", about $((SECONDS * (n - finished) / ran)) s to go"
  printf '[%s] %d of %d done%s%s\n' "$(bar $finished "$n")" $finished "$n" "$rest" "${now:+, now ${now/ / and }}" >&2
}

# finish NAME CODE SECONDS
finish() {
  finished=$((finished + 1))
  code[$1]=$2 seconds[$1]=$3
}

# await_one: until one of them has ended. Its output is shown only then, as two speak at a time.
await_one() {
  local process='' ended=0 name
  tell
  while [ -z "${process:-}" ]; do # a signal ends the waiting, but no experiment
    ended=0
    wait -n -p process "${!lane[@]}" || ended=$?
  done
  name=${lane[$process]}
  unset "lane[$process]"
  cat "$made/$name.said" >&2
  note_made "$name" $ended
  ran=$((ran + 1))
  finish "$name" $ended $((SECONDS - began[$name]))
}

SECONDS=0
for config in "${configs[@]}"; do
  name=$(basename "$config" .json)
  if is_made "$name"; then
    finish "$name" "$(< "$made/$name")" 0
    continue
  fi
  began[$name]=$SECONDS
  "$rmr" run "$config" -o "out/$name" --resume --jobs $jobs < /dev/null > "$made/$name.said" 2>&1 &
  lane[$!]=$name
  [ ${#lane[@]} -lt $lanes ] || await_one
  [ -z "$interrupted" ] || break
done
while [ ${#lane[@]} -gt 0 ]; do await_one; done

if [ -n "$interrupted" ]; then
  say "interrupted; the same command goes on where this one stopped"
  exit 30
fi
tell
rows=''
for config in "${configs[@]}"; do
  name=$(basename "$config" .json)
  outcome='as expected'
  if [ "${code[$name]}" -ne 0 ]; then
    outcome="NOT as expected: exit ${code[$name]}"
    [ "$worst" -ne 0 ] || worst=${code[$name]}
  fi
  rows+=$(printf '%-22s %7d %7d %7d %10d %6d s   %s' "$name" "$(records "$name")" "$(verdicts holds "$name")" \
    "$(verdicts fails "$name")" "$(verdicts undecided "$name")" "${seconds[$name]}" "$outcome")$'\n'
done
say "threads on this machine (out/threads)"
make_once threads experiments/native.sh "$rmr" out/threads >&2 || worst=$?
say "one answer by all cores, a disk, ranks and shards (out/scale)"
make_once scale experiments/scale.sh "$rmr" out/scale >&2 || worst=$?
[ -z "$remade" ] && [ -f out/report.html ] || "$rmr" report out || worst=$?
printf '\n%-22s %7s %7s %7s %10s %8s\n%s\nreport: %s\n' experiment runs holds fails undecided time "$rows" \
  "$PWD/out/report.html"
exit "$worst"
