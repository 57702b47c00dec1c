#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: `run` and other commands with little address space (`ulimit -v`), few descriptors (`-n`), little stack
#   (`-s`), little processor time (`-t`), no further processes (`-u`)
# holds: exit codes are documented and the reason is said; a directory that was begun under a limit is finished
#   without it by `run --resume`, with the usual bytes; no bound is recorded that depends on the limit
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=12
[ -z "$sanitized" ] || skip "sanitizers need all the address space that there is"

# The last exploration wants some 50 MB, so that the system may refuse them in the middle of it.
prepare() {
  drawn_config 2 > config.json
  reference config.json whole
  echo '{"name": "large", "drive": "explore", "algorithms": "burns_lamport", "n": [2, 6], "passages": "inf",
    "metrics": "states", "check": ["P1"], "plots": []}' > large.json
  reference large.json whole_large
}

trial() {
  local option size command config whole
  draw 10
  case $drawn in
  0 | 1 | 2 | 3) option=-v; draw 200; size=$((12000 + drawn * drawn * 20)) ;;
  4 | 5 | 6) option=-n; draw 20; size=$((drawn + 3)) ;;
  7) option=-s; draw 12; size=$((16 << drawn)) ;;
  8) option=-t; size=1 ;;
  9) option=-u; draw 5; size=$drawn ;;
  esac
  pick "run ../config.json -o d --jobs 2" "run ../config.json -o d --jobs 2" "run ../config.json -o d --jobs 6" \
    "run ../large.json -o d --jobs 2" "explore -a burns_lamport -n 4 --check rmr" \
    "simulate -a glb -n 64 --passages 20" "fit ../whole" "explore -a glb -n 3 --threads 6" "selftest tas"
  command=$picked
  # shellcheck disable=SC2086 # several words are meant
  { (ulimit $option $size && exec "$rmr" $command) > out 2> err < /dev/null; } 2> /dev/null
  code=$?
  # Where the loader of the system gave up, or the processor time was over, there was no program to say anything.
  if [ $code = 127 ] && grep -q 'error while loading shared libraries\|cannot execute\|failed to map' err; then
    code=75
    echo rmr > err
  elif [ $option = -t ] && [ $code = 137 ]; then
    code=30
  elif [ $option = -s ] && [ "$size" -lt 128 ] && [ $code -ge 128 ]; then
    code=75
    echo rmr > err
  fi
  sound "rmr $command, with ulimit $option $size"
  case $command in
  run*)
    case $command in
    *large*) config=large.json whole=whole_large ;;
    *) config=config.json whole=whole ;;
    esac
    [ "$code" != 0 ] || cmp -s d/records.jsonl ../$whole/records.jsonl || wrong "other records"
    call run ../$config -o d --resume
    same d ../$whole
    tidy d
    ;;
  esac
}

# Takes what it wants, and dies.
planted() { echo '"$real" "$@" || kill -SEGV $$'; }

campaign
