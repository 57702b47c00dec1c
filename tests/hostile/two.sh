#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: two or three commands at the same time on one directory: `run`, `run --resume`, `run` of another config,
#   `report`, `plot`, `fit`
# holds: each ends well or says that another run is at work; the directory ends up with the usual bytes of one of the
#   configs
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=6

prepare() {
  drawn_config 20 > config.json
  sed 's/"seed": 1/"seed": 2/; s/"repetitions"/"seed": 2, "repetitions"/' config.json > other.json
  reference config.json whole
  reference other.json other
}

trial() {
  local k n commands=() pids=() codes=()
  draw 2
  n=$((drawn + 2))
  draw 4
  [ "$drawn" != 0 ] || cp -r ../whole d
  for ((k = 0; k < n; k++)); do
    pick "run ../config.json -o d" "run ../config.json -o d --resume" "run ../config.json -o d --resume" \
      "run ../other.json -o d" "report d" "plot d" "fit d"
    [ $k != 0 ] || picked="run ../config.json -o d --resume"
    commands+=("$picked")
    # shellcheck disable=SC2086 # several words are meant
    timeout -k 5 "$limit" "$rmr" $picked > out.$k 2> err.$k < /dev/null &
    pids+=($!)
    draw 60
    sleep "$(printf '0.%03d' "$drawn")"
  done
  for ((k = 0; k < n; k++)); do
    wait "${pids[k]}"
    code=$?
    codes+=("$code")
    cp err.$k err
    sound "rmr ${commands[k]}, beside: ${commands[*]}"
  done
  call run ../config.json -o d --resume
  if [ "$code" = 64 ]; then
    case "${commands[*]}" in
    *other.json*) call run ../other.json -o d --resume && same d ../other ;;
    *) wrong "refused after: ${commands[*]}" ;;
    esac
  else
    same d ../whole
  fi
  tidy d
}

# Each thinks that it is alone.
planted() { echo '"$real" "$@"; code=$?; mkdir -p d; echo "$$" >> d/records.csv; exit $code'; }

campaign
