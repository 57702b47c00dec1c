#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# fuzz.sh BUILD SECONDS: runs every fuzz target of the build tree BUILD for so long, from the seeds in tests/, as many
# at a time as there are cores. The inputs that they find stay in BUILD/corpus; an input that breaks something is kept
# there as crash-* and the exit code is not 0.
set -eu
build=$1
export seconds=$2
source=$(cd "$(dirname "$0")/.." && pwd)
export source
mkdir -p "$build/corpus"
cd "$build/corpus"

# fuzz TARGET
fuzz() {
  local name=${1##*/fuzz_}
  local seeds=("$source/tests/corpus/$name") dictionary=()
  case $name in
  config) seeds+=("$source/tests/reject") ;;
  schedule) seeds+=("$source/tests/reject_schedules") ;;
  esac
  [ -f "$source/tests/corpus/$name.dict" ] && dictionary=(-dict="$source/tests/corpus/$name.dict")
  mkdir -p "$name"
  if ! "$1" -max_total_time="$seconds" -max_len=8192 -timeout=10 -artifact_prefix="$name-" "${dictionary[@]}" "$name" \
    "${seeds[@]}" > "$name.log" 2>&1; then
    tail -n 60 "$name.log"
    echo "fuzz_$name: broken; the input is in $PWD"
    return 1
  fi
  echo "fuzz_$name: $(tail -n 1 "$name.log")"
}
export -f fuzz

find ../tests -maxdepth 1 -name 'fuzz_*' -type f -perm -u+x -print0 | sort -z |
  xargs -0 -P "$(nproc)" -I{} bash -c 'fuzz "$1"' _ {}
