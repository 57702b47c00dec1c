#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tools/editors: Vim's syntax and the TextMate grammar colour every key word of every shipped algorithm. Where there is
# no Vim, or no Node.js, that half is not looked at. With vscode-textmate in NODE_PATH the editor's own engine is asked.
#
# ctest: tree
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
editors=$source/tools/editors
files=("$source"/algos/*.alg "$source"/algos/parts/*.alg "$source"/tests/texts/*.alg)

# The words of the language, from the table of the parser, and some that are none everywhere.
sed -n '/words\[\] = {/,/};/p' "$source/language/declared.c" | grep -o '"[A-Za-z]*"' | tr -d '"' > words.txt
printf '%s\n' algorithm source note claims import type invariant boolean natural wait delay initially lg test_and_set \
  fetch_and_store fetch_and_add compare_and_swap >> words.txt
[ "$(wc -l < words.txt)" -ge 70 ] || fail "few words: $(cat words.txt)"

if command -v vim > /dev/null; then
  WORDS=$work/words.txt SAID=$work/said.txt timeout 120 vim -es -N -u NONE -i NONE --cmd "set rtp^=$editors/vim" \
    --cmd 'filetype on | syntax on' -S "$source/tests/vim_check.vim" "${files[@]}" < /dev/null > /dev/null 2>&1
  [ -f said.txt ] || fail "vim says nothing"
  [ "$(wc -l < said.txt)" -eq 1 ] || fail "vim: $(head -n 20 said.txt)"
  [ "$(sed -n '$s/ key words//p' said.txt)" -ge 1000 ] || fail "vim: few $(tail -n 1 said.txt)"
else
  echo "no vim here: its syntax is not looked at"
fi

grammar=$editors/vscode/syntaxes/rmr.tmLanguage.json
coloured() { node "$source/tests/grammar_check.js" "$1" words.txt "${files[@]}" > said.txt; } # coloured GRAMMAR
if command -v node > /dev/null; then
  coloured "$grammar" || fail "grammar: $(head -n 20 said.txt)"
  sed 's/"match": "\(.*\)and|or/"match": "\1xnd|or/' "$grammar" > broken.json
  ! coloured broken.json || fail "a planted mistake is not found"
  node -e 'for (const f of process.argv.slice(1)) JSON.parse(require("fs").readFileSync(f))' \
    "$editors"/vscode/*.json "$grammar" || fail "no JSON"
else
  echo "no node here: the grammar is not looked at"
fi
