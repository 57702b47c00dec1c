#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: the configs of `experiments/` and a tiny one with characters, words and lines changed, lost, doubled, moved
#   from one config into another, and `--set` of the like; `run --dry-run`, and `run` itself of the tiny one
# holds: either the tasks are listed, or exit 64 names the file, or the option, and the place; a config that can be
#   run ends with a documented exit code and whole files
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=40
limit=30

prepare() {
  tiny_config > tiny.json
  cp "$source"/experiments/*.json "$source"/experiments/*.schedule .
  experiments=("$source"/experiments/*.json)
  # shellcheck disable=SC2207 # words
  words=($(cat ./*.json | grep -o '"[^"]*"' | sort -u | grep -v ' ') null true false -1 0 1 2 1e400
    99999999999999999999 0.5 '""' '[]' '{}' '"\u0000"' '"\ud800"' '"2..4"' '"4..2"' '"2..64*2"'
    '"O(N)"' '"= N^2"' '"<= 1/0"')
}

# change FILE: one change, by words.
change() {
  local parts k other
  mapfile -t parts < <(grep -oE '"([^"\\]|\\.)*"|[][{}:,]|[^][{}:,"[:space:]]+' "$1")
  [ ${#parts[@]} -gt 3 ] || return 0
  draw ${#parts[@]}
  k=$drawn
  pick word word word lost doubled swapped character
  case $picked in
  word) pick "${words[@]}" && parts[k]=$picked ;;
  lost) parts[k]='' ;;
  doubled) parts[k]="${parts[k]} ${parts[k]}" ;;
  swapped) draw ${#parts[@]} && other=${parts[drawn]} && parts[drawn]=${parts[k]} && parts[k]=$other ;;
  character) pick $'\xff' $'\x01' '\' '"' '%n' ']' '}' && parts[k]+=$picked ;;
  esac
  printf '%s\n' "${parts[@]}" > "$1"
}

trial() {
  local k options=(--dry-run) file=config.json
  draw 3
  if [ "$drawn" = 0 ]; then
    pick "${experiments[@]}"
    cp "$picked" config.json
  else
    cp ../tiny.json config.json
    draw 3
    [ "$drawn" != 0 ] || options=(-o d)
  fi
  cp ../*.schedule .
  draw 3
  for ((k = drawn + 1; k > 0; k--)); do change config.json; done
  draw 4
  if [ "$drawn" = 0 ]; then
    pick n algorithms seed passages expect metrics plots frob expect.rmr.max '' =
    local key=$picked
    pick "${words[@]}"
    options+=(--set "$key=$picked")
  fi
  # a config that would take long is nobody's mistake
  [ -n "$sanitized" ] || ulimit -S -v 4000000
  case ${options[0]} in -o) options+=(--set max_steps=20000 --set budget=20000000) ;; esac
  timeout -k 5 "$limit" "$rmr" run config.json "${options[@]}" > out 2> err < /dev/null
  code=$?
  [ "${options[0]}" != -o ] || [ $code != 124 ] || code=30 # a large experiment
  sound "rmr run ${options[*]}"
  [ "$code" != 64 ] || grep -q -e "$file" -e '--set' -e adversary -e plug-in err || wrong "no file or option is named"
  [ ! -e d ] || [ "$code" = 30 ] || tidy d
}

# Believes that all configs are good.
planted() { echo 'case " $* " in *"--dry-run"*) "$real" "$@" 2> /dev/null ;; *) exec "$real" "$@" ;; esac'; }

campaign
