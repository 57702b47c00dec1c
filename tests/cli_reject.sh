#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every folder of tests/reject is a config that must be refused: config.json, the exact words on stderr in `error`, and
# in `set` one --set option per line where the mistake is on the command line. Nothing may be written, neither files nor
# stdout, and the exit code is 64. `UPDATE=1 bash tests/cli_reject.sh ...` writes the words anew; read the diff.
set -u
rmr=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0 n=0

for folder in "$source"/tests/reject/*/; do
  name=$(basename "$folder") n=$((n + 1))
  options=()
  if [ -f "$folder/set" ]; then
    while IFS= read -r line; do options+=(--set "$line"); done < "$folder/set"
  fi
  (cd "$folder" && "$rmr" run config.json -o "$work/out" "${options[@]}") > "$work/stdout" 2> "$work/stderr"
  code=$?
  [ "${UPDATE:-0}" = 1 ] && cp "$work/stderr" "$folder/error"
  if [ $code -ne 64 ]; then echo "$name: exit code $code, expected 64"; failed=1; fi
  if [ -e "$work/out" ]; then echo "$name: something was written"; rm -rf "$work/out"; failed=1; fi
  if [ -s "$work/stdout" ]; then echo "$name: something on stdout"; failed=1; fi
  if ! diff "$folder/error" "$work/stderr"; then echo "$name: other words than expected"; failed=1; fi
done

[ $n -ge 40 ] || { echo "only $n cases"; failed=1; }
exit $failed
