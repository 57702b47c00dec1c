#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every folder of tests/reject is a config that must be refused: config.json, the exact words on stderr in `error`, and
# in `set` one --set option per line where the mistake is on the command line. Nothing may be written, neither files nor
# stdout, and the exit code is 64. `UPDATE=1 bash tests/cli_reject.sh ...` writes the words anew; read the diff.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
n=0

for folder in "$source"/tests/reject/*/; do
  name=$(basename "$folder") n=$((n + 1))
  options=()
  if [ -f "$folder/set" ]; then
    while IFS= read -r line; do options+=(--set "$line"); done < "$folder/set"
  fi
  (cd "$folder" && "$rmr" run config.json -o "$work/out" "${options[@]}") > "$work/stdout" 2> "$work/stderr"
  code=$?
  [ "${UPDATE:-0}" = 1 ] && cp "$work/stderr" "$folder/error"
  if [ $code -ne 64 ]; then fail "$name: exit code $code, expected 64"; fi
  if [ -e "$work/out" ]; then fail "$name: something was written"; rm -rf "$work/out"; fi
  if [ -s "$work/stdout" ]; then fail "$name: something on stdout"; fi
  if ! diff "$folder/error" "$work/stderr"; then fail "$name: other words than expected"; fi
done

[ $n -ge 40 ] || fail "only $n cases"
