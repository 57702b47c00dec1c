#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: a directory with files of somebody else, by other names and by the names that results have, and links that
#   lead out of it, is the target of `run`, with and without `--resume`, of `plot` and of `report`
# holds: a file that rmrlab did not write has the same bytes afterwards, or the command refuses and nothing at all has
#   changed
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=20

prepare() {
  tiny_config > config.json
  drawn_config 2 > drawn.json
  reference config.json whole
}

anywhere=(notes.txt extrap/mine.txt x.tmp plots/mine.svg plots/mine.gp traces/mine.txt .hidden .lock lock index.html
  mine/notes)
ours=(extrap/N-2-to-4-points-3.jsonl tables.json fits.json report.html records.csv records.jsonl
  config.json algorithms.json verdicts.json nearness.json plots/growth.svg traces/0.txt plots extrap traces)

# leave NAME...: somebody's file, by one of these names.
leave() {
  pick "$@"
  local name=$picked
  [ ! -e "d/$name" ] && [ ! -L "d/$name" ] || return 0
  mkdir -p "d/$(dirname "$name")" 2> /dev/null || return 0
  draw 8
  case $drawn in
  0) ln -s "$PWD/outside/$((++links))" "d/$name" && echo precious > "outside/$links" ;;
  1) printf '{"mine": true}\n' > "d/$name" ;;
  2) : > "d/$name" ;;
  3) printf '{"id": "0123456789abcdef0123456789abcdef", "index": 0}\nnot yours' > "d/$name" ;;
  *) echo "precious $random" > "d/$name" ;;
  esac
  theirs+=("$name")
}

trial() {
  local k links=0 command theirs=()
  mkdir d outside
  local names=("${anywhere[@]}")
  draw 3 # in a directory of ours, those names are ours
  if [ "$drawn" = 0 ]; then cp -r ../whole/. d; else names+=("${ours[@]}"); fi
  draw 3
  for ((k = 0; k <= drawn; k++)); do leave "${names[@]}"; done
  cp -r outside outside.before
  cp -r d before
  pick "run ../config.json -o d" "run ../config.json -o d --resume" "run ../drawn.json -o d" \
    "run ../drawn.json -o d --resume" "report d" "plot d" "fit d"
  command=$picked
  # shellcheck disable=SC2086 # several words are meant
  call $command
  same outside outside.before
  local name
  for name in "${theirs[@]}"; do
    { [ ! -L "before/$name" ] || [ -L "d/$name" ]; } && [ -e "d/$name" ] && diff -rq "d/$name" "before/$name" > why ||
      wrong "rmr $command: not $name of somebody else any more"
  done
  [ "$code" != 64 ] || same d before
}

# Tidies up before it begins.
planted() { echo 'rm -rf d/extrap d/tables.json d/*.tmp d/notes.txt; exec "$real" "$@"'; }

campaign
