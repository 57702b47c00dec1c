#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: `run` is killed (SIGKILL) at random moments, up to three times, on one to three threads; then `run --resume`
# holds: the directory has the same bytes as after a run that nobody disturbed, and no file of a write that was cut
#   off
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=5

prepare() {
  drawn_config 80 > config.json
  local began=${EPOCHREALTIME/./}
  reference config.json whole
  usual=$(((${EPOCHREALTIME/./} - began) / 1000)) # milliseconds
}

trial() {
  draw 3
  local k kills=$((drawn + 1)) jobs
  for ((k = 0; k < kills; k++)); do
    draw 3
    jobs=$((drawn + 1))
    draw $((usual + 20))
    "$rmr" run ../config.json -o d --resume --jobs $jobs > out 2> err < /dev/null &
    sleep "$(printf '%d.%03d' $((drawn / 1000)) $((drawn % 1000)))"
    kill -KILL $! 2> /dev/null
    wait $! 2> /dev/null
  done
  call run ../config.json -o d --resume --jobs 2
  same d ../whole
  tidy d
}

# Begins anew each time, and trusts that existing files are whole.
planted() { echo '[ ! -s d/records.jsonl ] || exec true; exec "$real" "$@"'; }

campaign
