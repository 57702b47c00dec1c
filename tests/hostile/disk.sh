#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: while a directory is made, a write, flush, sync, rename, open, close, truncation or mkdir fails from a random
#   call on, or once; files may not grow (`ulimit -f`), those of a directory and what `explore`, `simulate`, `search`,
#   `view`, `plot`, `report`, `export` write; a file system of some KiB; output to `/dev/full`
# holds: exit 75 and one line that says what failed, never exit 0 with a file that is not whole; on a good disk `run
#   --resume` then ends with the same bytes
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=25
errors=(28 5 122 30) # ENOSPC EIO EDQUOT EROFS

prepare() {
  tiny_config > config.json
  reference config.json whole
  small=''
  # shellcheck disable=SC2016 # for the other shell
  ! unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o size=64k none "$1"' sh "$work" 2> /dev/null ||
    small=1
  printf 'rmr-schedule 1\nalgorithm bakery\nn 2\nP1 x1\n' > a.schedule
  drawn_config 2 > drawn.json
  reference drawn.json drawn
}

# A call that fails. In another shell, since the shim is not to stand before our own tools.
a_call_fails() {
  local call
  pick write flush sync rename open close truncate mkdir
  call=$picked
  pick "${errors[@]}"
  readonly_disk=$([ "$picked" != 30 ] || echo 1)
  draw 2
  local once=$drawn most=12
  [ "$call" != write ] || most=40
  draw $most
  export HOSTILE_CALL=$call HOSTILE_AT=$((drawn + 1)) HOSTILE_ERRNO=$picked HOSTILE_ONCE=$once
  timeout -k 5 "$limit" env LD_PRELOAD="$tools/libhostile_shim.so" "$rmr" run ../config.json -o d \
    > out 2> err < /dev/null
  code=$?
  unset HOSTILE_CALL HOSTILE_AT HOSTILE_ERRNO HOSTILE_ONCE
  sound "rmr run, where $call fails from call $((drawn + 1)) on (errno $picked, once: $once)"
}

files_may_not_grow() {
  draw 24
  # a signal of the limit would end the program before it could say so: it must not
  { (ulimit -f $((drawn + 1)) && exec timeout -k 5 "$limit" "$rmr" run ../config.json -o d) \
    > out 2> err < /dev/null; } 2> /dev/null
  code=$?
  sound "rmr run, where files have $((drawn + 1)) KiB at most"
}

# But for the time that it has taken.
same_file() { cmp -s <(sed '/^  "seconds": /d' "$1") <(sed '/^  "seconds": /d' "$2"); }

# The output of a command in one piece: the file, or the text, is the same as without the limit, or exit 75 tells that
# it is not. The file is there as a whole or not at all.
one_file_may_not_grow() {
  local kib file command
  pick "out explore -a bakery -n 2 --json" "out search -a glb -n 4 --effort 50K --json" "out show glb" \
    "w.schedule explore -a bakery -n 3 --check rmr --observe 3 --witness w.schedule" \
    "w.schedule search -a glb -n 12 --effort 50K --witness w.schedule" "v.html view ../a.schedule -o v.html" \
    "t.txt simulate -a glb -n 9 --passages 3 --trace t.txt" "t.html simulate -a glb -n 4 --trace t.html" \
    "t.json simulate -a glb -n 4 --trace t.json" "t.svg simulate -a glb -n 4 --trace t.svg" \
    "d/plots/growth-rmr.max.svg plot d" "d/report.html report d" "out fit d --json" \
    "out export --format promela glb -n 3 --passages 1"
  file=${picked%% *}
  command=${picked#* }
  cp -r ../drawn d
  # shellcheck disable=SC2086 # several words are meant
  "$real" $command > out 2> /dev/null < /dev/null
  mv "$file" ../usual
  rm -rf d && cp -r ../drawn d && rm -f "d/report.html"
  draw $(($(stat -c %s ../usual) / 1024 + 2))
  kib=$((drawn + 1))
  # shellcheck disable=SC2086 # several words are meant
  { (ulimit -f $kib && exec timeout -k 5 "$limit" "$rmr" $command) > out 2> err < /dev/null; } 2> /dev/null
  code=$?
  sound "rmr $command, where files have $kib KiB at most"
  case $code in
  0) same_file "$file" ../usual || wrong "exit 0, and $file is not what it ought to be: rmr $command" ;;
  75)
    [ "$file" = out ] || [ ! -e "$file" ] || same_file "$file" ../usual || wrong "no whole file $file: rmr $command"
    ;;
  *) wrong "exit $code: rmr $command" ;;
  esac
}

# Text that was written can be read back.
small_file_system() {
  draw 100
  mkdir small
  # shellcheck disable=SC2016 # for the other shell
  timeout -k 5 $((limit + 10)) unshare --user --map-root-user --mount sh -c 'mount -t tmpfs -o size="$1"k none small
    "$2" run ../config.json -o small/d > out 2> err < /dev/null; code=$?
    cp -r small/d d 2> /dev/null; exit $code' sh $((drawn / 4 * 4 + 4)) "$rmr"
  code=$?
  sound "rmr run, on $((drawn / 4 * 4 + 4)) KiB"
}

full_output() {
  pick "list algorithms" "show glb" "fit ../whole" "simulate -a glb -n 3" "simulate -a glb -n 3 --json" \
    "explore -a burns_lamport -n 2 --check P1" "replay ../a.schedule" "run --keys" "run ../config.json --dry-run" \
    "simulate -a glb -n 2 --trace /dev/full" "explore -a glb -n 2 --check rmr --witness /dev/full" "--help" \
    "export --format promela glb -n 2 --passages 1"
  # shellcheck disable=SC2086 # several words are meant
  timeout -k 5 "$limit" "$rmr" $picked > /dev/full 2> err < /dev/null
  code=$?
  sound "rmr $picked > /dev/full"
  [ "$code" = 75 ] || wrong "exit $code: rmr $picked > /dev/full"
}

trial() {
  local readonly_disk='' # that is the choice of the user who named the place: 64
  draw 8
  case $drawn in
  0) full_output && return ;;
  1)
    draw 2
    [ "$drawn" = 1 ] && one_file_may_not_grow && return
    files_may_not_grow
    ;;
  2) [ -n "$small" ] && small_file_system || a_call_fails ;;
  *) a_call_fails ;;
  esac
  case $code in
  0 | 20) same d ../whole ;;
  75) ;;
  64) [ -n "$readonly_disk" ] || wrong "exit 64" ;;
  *) wrong "exit $code" ;;
  esac
  call run ../config.json -o d --resume
  same d ../whole
  tidy d
}

# Writes what fits and says that all is well.
planted() { echo '"$real" "$@" || true'; }

campaign
