#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: SIGINT or SIGTERM, once or twice, at a random moment of `run`, `explore`, `fit`, `plot`, `report`,
#   `simulate`, `selftest`; SIGSTOP and SIGCONT; SIGWINCH
# holds: it ends within five seconds (fifteen with sanitizers), with exit 30 or with what it would have said; by the
#   signal itself only where it has nothing to keep, or after a second one; `run --resume`, or `plot` or `report`
#   again, then ends with the same bytes
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=9
patience=5 # seconds
[ -z "$sanitized" ] || patience=15

prepare() {
  drawn_config 60 > config.json
  local began=${EPOCHREALTIME/./}
  reference config.json whole
  usual=$(((${EPOCHREALTIME/./} - began) / 1000)) # milliseconds
  { echo series,N,value; for n in $(seq 3000); do echo "s,$n,$((n * n))"; done; } > rows.csv
}

nap() { sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"; }

# Whether the program waits for signals itself, and so has them blocked (or ignored, as the planted one). Before that,
# and behind it, there is nothing to keep: a signal ends it as it ends any program. How far it has come is seen here and
# not guessed from the time that has passed, as a busy machine may need any time.
listens() {
  local mask kept=0
  for mask in $(sed -n 's/^Sig\(Blk\|Ign\):\t//p' "/proc/$1/status" 2> /dev/null); do ((kept |= 0x$mask)); done
  ((kept >> 14 & 1)) # SIGTERM
}

# holds_still PID: is stopped, or over, when this returns. Its state as seen then is the one in which the signal finds
# it.
holds_still() {
  kill -STOP "$1" 2> /dev/null || return 0
  while kill -0 "$1" 2> /dev/null && ! grep -q '^State:\s*[TZ]' "/proc/$1/status" 2> /dev/null; do nap 1; done
}

# begins PID: waits until it listens, or is over. False: it does neither.
begins() {
  local since=$SECONDS
  until listens "$1" || ! kill -0 "$1" 2> /dev/null; do
    [ $((SECONDS - since)) -lt "$limit" ] || return 1
    nap 2
  done
}

trial() {
  local command signal moment began took listened='' ended twice=''
  pick "run ../config.json -o d --jobs 2" "run ../config.json -o d --jobs 2" "run ../config.json -o d --jobs 1" \
    "explore -a glb -n 4 --json" "explore -a burns_lamport -n 6" "explore -a bwbgme -n 3 --passages inf --check P2,P5" \
    "fit ../rows.csv" "report d" "plot d" "simulate -a glb -n 64 --passages 100000" "selftest" \
    "simulate -a glb -n 64 -s foresight --passages 100"
  command=$picked
  case $command in *" d") [ "${command%% *}" = run ] || cp -r ../whole d ;; esac
  pick INT TERM
  signal=$picked
  case $command in run*) draw "$usual" ;; plot* | report*) draw 300 ;; *) draw 1500 ;; esac
  moment=$drawn
  # shellcheck disable=SC2086 # several words are meant
  env --default-signal=INT "$rmr" $command > out 2> err < /dev/null &
  local pid=$!
  draw 8
  if [ "$drawn" = 0 ]; then # early
    moment=$((moment % 50))
  else
    begins $pid || wrong "it does not listen to signals within $limit seconds: rmr $command"
  fi
  nap "$moment"
  draw 4
  case $drawn in
  0) kill -STOP $pid 2> /dev/null; nap 20; kill -CONT $pid 2> /dev/null ;;
  1) kill -WINCH $pid 2> /dev/null ;;
  2) twice=1 ;;
  esac
  holds_still $pid
  ! listens $pid || listened=1
  kill -$signal $pid 2> /dev/null
  began=${EPOCHREALTIME/./}
  kill -CONT $pid 2> /dev/null
  [ -z "$twice" ] || { nap 10; kill -$signal $pid 2> /dev/null; }
  while kill -0 $pid 2> /dev/null && [ $((${EPOCHREALTIME/./} - began)) -lt $((patience * 2000000)) ]; do nap 20; done
  kill -KILL $pid 2> /dev/null
  wait $pid 2> /dev/null
  code=$?
  took=$(((${EPOCHREALTIME/./} - began) / 1000))
  ended="rmr $command, SIG$signal${twice:+ twice} after $moment ms${listened:+, heard}"
  [ "$took" -le $((patience * 1000)) ] || wrong "$took ms to the end of $ended"
  case $code in
  130 | 143) [ -n "$listened" ] && [ -z "$twice" ] || code=30 ;;
  esac
  sound "$ended"
  case $command in
  run*)
    call run ../config.json -o d --resume
    same d ../whole
    tidy d
    ;;
  report* | plot*) # which are made again as a whole
    # shellcheck disable=SC2086 # several words are meant
    call $command
    same d ../whole
    tidy d
    ;;
  *--json)
    [ ! -s out ] || [ -n "$twice" ] ||
      { cp out out.json && "$tools/hostile_whole" files out.json > why || wrong "$(cat why)"; }
    ;;
  esac
}

# Has no time for signals. The program itself must not outlive the trial.
planted() { echo 'trap "" INT TERM; timeout -s KILL 40 "$real" "$@"; sleep 6; exit 0'; }

campaign
