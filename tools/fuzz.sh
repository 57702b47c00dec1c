#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# fuzz.sh BUILD SECONDS: runs every fuzz target of the build tree BUILD for so long, from the seeds in tests/. What it
# finds on the way stays in BUILD/corpus; an input that breaks something is kept there as crash-* and the exit code is
# not 0.
set -eu
build=$1 seconds=$2
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$build/corpus"
cd "$build/corpus"

for target in ../tests/fuzz_*; do
  [ -f "$target" ] && [ -x "$target" ] || continue
  name=${target##*/fuzz_}
  seeds=("$source/tests/corpus/$name")
  case $name in
  config) seeds+=("$source/tests/reject") ;;
  schedule) seeds+=("$source/tests/reject_schedules") ;;
  esac
  dictionary=()
  [ -f "$source/tests/corpus/$name.dict" ] && dictionary=(-dict="$source/tests/corpus/$name.dict")
  mkdir -p "$name"
  if ! "$target" -max_total_time="$seconds" -max_len=8192 -timeout=10 -artifact_prefix="$name-" "${dictionary[@]}" \
    "$name" \
    "${seeds[@]}" > "$name.log" 2>&1; then
    tail -n 60 "$name.log"
    echo "fuzz_$name: broken; the input is in $build/corpus"
    exit 1
  fi
  echo "fuzz_$name: $(tail -n 1 "$name.log")"
done
