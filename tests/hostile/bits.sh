#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: one bit of one file of a result directory is flipped; then `run` with or without `--resume`, `fit`, `report`
# holds: the directory ends up with the bytes that it had, or the file is named and no file is changed; `fit` answers
#   as before or refuses
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=25

prepare() {
  tiny_config > config.json
  reference config.json whole
  mapfile -t files < <(cd whole && find . -type f | sort)
  "$real" fit whole > fit
}

# flip FILE: a bit of it, anywhere.
flip() {
  local size byte
  size=$(stat -c %s "$1")
  draw "$size"
  byte=$(od -An -tu1 -j "$drawn" -N1 "$1")
  local at=$drawn
  draw 8
  printf '%b' "\\x$(printf %x $((byte ^ (1 << drawn))))" | dd of="$1" bs=1 seek="$at" conv=notrunc status=none
}

trial() {
  cp -r ../whole d
  draw 2 # half of the trials are of records
  [ "$drawn" = 0 ] && file=./records.jsonl || { pick "${files[@]}"; file=$picked; }
  flip "d/$file"
  cp -r d flipped
  if [ "$file" = ./records.jsonl ]; then
    call fit d
    [ "$code" = 64 ] || cmp -s out ../fit || wrong "another answer of fit, from $file with a flipped bit"
  fi
  call report d
  rm -rf d && cp -r flipped d
  pick --resume --jobs=2
  call run ../config.json -o d "$picked"
  case $code in
  64) same d flipped && { grep -qF "${file#./}" err || wrong "$file is not named"; } ;;
  *) same d ../whole ;;
  esac
  [ "$code" = 64 ] || tidy d
}

# Believes any file.
planted() { echo 'case $1 in run) exec true ;; *) exec "$real" "$@" ;; esac'; }

campaign
