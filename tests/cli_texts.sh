#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Texts of algorithms that are wrong: every case of tests/texts/*.cases is an edit (of sed) of tests/texts/base.alg, which
# is right, and what is said of it: place and words. `@ NAME` asks for the variant of this name. `rmr show` tells the first
# error and `rmr check` all; one mistake is one error. `UPDATE=1 bash tests/cli_texts.sh ...` writes the words anew; read
# the diff.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
cp "$source"/tests/texts/*.alg .

# try: a case that has been read: $name, $edit, $variant, $said.
n=0
try() {
  [ -n "$name" ] || return
  n=$((n + 1))
  sed -E "$edit" base.alg > mine.alg
  [ -z "$edit" ] || ! cmp -s base.alg mine.alg || fail "$kind: $name: the edit changes nothing"
  local text=./mine.alg
  [ "$variant" = none ] || text=./mine.alg:variant=$variant
  "$rmr" show "$text" > shown.txt 2> err.txt
  local code=$?
  local words
  words=$(sed -n '1s/^rmr show: \(\.\/mine\.alg:\)\{0,1\}//p' err.txt)
  [ $code -eq 64 ] || fail "$kind: $name: exit code $code"
  printf '%s\n' "== $name" >> new.cases
  [ -z "$edit" ] || printf '%s\n' "$edit" >> new.cases
  [ "$variant" = none ] || printf '@ %s\n' "$variant" >> new.cases
  printf '> %s\n' "$words" >> new.cases
  [ "$words" = "$said" ] || [ "${UPDATE:-0}" = 1 ] || fail "$kind: $name: '$words', expected '$said'"
  "$rmr" check "$text" > all.txt 2> all.err
  local told
  told=$(grep -c '^rmr check: ' all.err)
  [ "$told" -eq 1 ] || fail "$kind: $name: $told errors for one mistake: $(grep '^rmr check' all.err)"
}

for file in "$source"/tests/texts/*.cases; do
  kind=$(basename "$file" .cases) before=$n
  : > new.cases
  name='' edit='' variant=none said=''
  while IFS= read -r line; do
    case $line in
      '== '*)
        try
        name=${line#== } edit='' variant=none said=''
        ;;
      '@ '*) variant=${line#@ } ;;
      '> '*) said=${line#> } ;;
      *) edit=$line ;;
    esac
  done < "$file"
  try
  [ $((n - before)) -ge 10 ] || fail "$kind: only $((n - before)) cases"
  [ "${UPDATE:-0}" != 1 ] || cp new.cases "$file"
done
