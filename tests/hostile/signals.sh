#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: SIGINT or SIGTERM, once or twice, at a random moment of `run`, `explore`, `fit`, `plot`, `report`,
#   `simulate`, `selftest`; SIGSTOP and SIGCONT; SIGWINCH
# holds: it ends within five seconds (fifteen with sanitizers), with exit 30 or with what it would have said; `run
#   --resume` then ends with the same bytes
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=9
patience=5 early=50 # seconds; milliseconds within which it may not have begun
[ -z "$sanitized" ] || patience=15 early=500

prepare() {
  drawn_config 60 > config.json
  local began=${EPOCHREALTIME/./}
  reference config.json whole
  usual=$(((${EPOCHREALTIME/./} - began) / 1000)) # milliseconds
  { echo series,N,value; for n in $(seq 3000); do echo "s,$n,$((n * n))"; done; } > rows.csv
}

nap() { sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"; }

trial() {
  local command signal moment began took
  pick "run ../config.json -o d --jobs 2" "run ../config.json -o d --jobs 2" "run ../config.json -o d --jobs 1" \
    "explore -a glb -n 4 --json" "explore -a burns_lamport -n 6" "explore -a bwbgme -n 3 --passages inf --check P2,P5" \
    "fit ../rows.csv" "report d" "plot d" "simulate -a glb -n 64 --passages 100000" "selftest" \
    "simulate -a glb -n 64 -s foresight --passages 100"
  command=$picked
  case $command in *" d") [ "${command%% *}" = run ] || cp -r ../whole d ;; esac
  pick INT TERM
  signal=$picked
  case $command in run*) draw $usual ;; plot* | report*) draw 300 ;; *) draw 1500 ;; esac
  moment=$drawn
  # shellcheck disable=SC2086 # several words are meant
  env --default-signal=INT "$rmr" $command > out 2> err < /dev/null &
  local pid=$!
  nap "$moment"
  draw 4
  case $drawn in
  0) kill -STOP $pid 2> /dev/null; nap 20; kill -CONT $pid 2> /dev/null ;;
  1) kill -WINCH $pid 2> /dev/null ;;
  esac
  began=${EPOCHREALTIME/./}
  kill -$signal $pid 2> /dev/null
  [ "$drawn" != 2 ] || { nap 10; kill -$signal $pid 2> /dev/null; }
  while kill -0 $pid 2> /dev/null && [ $((${EPOCHREALTIME/./} - began)) -lt $((patience * 2000000)) ]; do nap 20; done
  kill -KILL $pid 2> /dev/null
  wait $pid 2> /dev/null
  code=$?
  took=$(((${EPOCHREALTIME/./} - began) / 1000))
  [ "$took" -le $((patience * 1000)) ] ||
    wrong "SIG$signal $moment ms after the start: $took ms to the end of rmr $command"
  # before main a signal ends it as it ends any program; so it does a simulation, which has nothing to keep
  case $code,$command in
  130,simulate* | 143,simulate*) code=30 ;;
  130,* | 143,*) [ "$moment" -ge $early ] || code=30 ;;
  esac
  sound "rmr $command, SIG$signal after $moment ms"
  case $command in
  run*)
    call run ../config.json -o d --resume
    same d ../whole
    tidy d
    ;;
  report* | plot*) tidy d ;;
  *--json) [ ! -s out ] || { cp out out.json && "$tools/hostile_whole" files out.json > why || wrong "$(cat why)"; } ;;
  esac
}

# Has no time for signals.
planted() { echo 'trap "" INT TERM; "$real" "$@"; sleep 6; exit 0'; }

campaign
