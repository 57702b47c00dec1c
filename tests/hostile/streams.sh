#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: stdin, stdout and stderr closed at the start, in every combination, with every command; a reader of stdout
#   that is gone
# holds: no file of a result directory is touched by messages or by output: its bytes are the usual ones; exit codes
#   are documented
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=20

prepare() {
  tiny_config > config.json
  reference config.json whole
  printf 'rmr-schedule 1\nalgorithm bakery\nn 2\nP1 x1\n' > a.schedule
  "$real" simulate -a glb -n 3 --trace trace > /dev/null 2>&1
}

trial() {
  local closed=() command
  draw 7
  local which=$((drawn + 1))
  pick "run ../config.json -o d" "run ../config.json -o d" "run ../config.json -o d --jobs 3" "report d" "plot d" \
    "simulate -a glb -n 3 --trace trace" "run nothing.json -o d" "fit d" "replay ../a.schedule" \
    "explore -a glb -n 2 --check rmr --witness w" "doctor" "list algorithms --json"
  command=$picked
  case $command in *" d") [ "${command%% *}" = run ] || cp -r ../whole d ;; esac
  : > out; : > err
  draw 8
  # shellcheck disable=SC2086 # several words are meant
  if [ "$drawn" = 0 ]; then
    { timeout -k 5 "$limit" "$rmr" $command 2> err < /dev/null; echo $? > code; } | true
    code=$(cat code)
    [ "$code" != 141 ] || code=75 # SIGPIPE, as usual
    [ "$code" != 75 ] || [ -s err ] || echo rmr > err
  else
    closed=("$which")
    ( [ $((which & 1)) = 0 ] || exec 0<&-
      [ $((which & 2)) = 0 ] || exec 1>&-
      [ $((which & 4)) = 0 ] || exec 2>&-
      if [ $((which & 2)) = 0 ]; then exec > out; fi
      if [ $((which & 4)) = 0 ]; then exec 2> err; fi
      exec timeout -k 5 "$limit" "$rmr" $command)
    code=$?
    [ $((which & 4)) = 0 ] || echo rmr > err
  fi
  sound "rmr $command, with closed: ${closed[*]} (1: stdin, 2: stdout, 4: stderr)"
  case $command in
  "run nothing"*) [ ! -e d ] || wrong "something was written" ;;
  "run"*)
    same d ../whole
    tidy d
    ;;
  "report"* | "plot"* | "fit"*) same d ../whole ;;
  "simulate"*) [ "$code" != 0 ] || cmp -s trace ../trace || wrong "another trace" ;;
  esac
}

# Writes its messages into the journal.
planted() {
  # shellcheck disable=SC2016
  echo '"$real" "$@"; code=$?; [ -e /proc/$$/fd/2 ] || echo "rmr run: done" >> d/records.jsonl; exit $code'
}

campaign
