#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr show --latex`: the figure of every algorithm that is built in is LaTeX that pdflatex takes as it is, without a
# package. Where there is no pdflatex, only the written text is looked at.
#
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- the written text -------------------------------------------------------------------------------------------------

cp "$source"/tests/texts/*.alg .
"$rmr" show --latex ./base.alg > base.tex || fail "the figure of base.alg: exit $?"
has() { grep -qF -- "$1" base.tex || fail "nowhere '$1': $(cat base.tex)"; }
has '\textbf{shared} $\mathit{Flag}[1..N]:$ \textrm{boolean}'
has '\footnotesize 3}'
has '(\mathit{mine},1+\max \{\mathit{Token}[k].\mathit{number}:k\in 1..N,k \neq i\})'
has '\textbf{wait} \textbf{until} $\neg \mathit{Flag}[j]\vee '
has '\mathit{Seen} \gets \mathit{Seen}\cup \{3\}'
has '\textit{doorway}'
has '\textbf{procedure} $\mathit{pass}(\mathit{flag}[])'
has '\mathsf{white}'
[ "$(grep -c '\$' base.tex)" -gt 20 ] || fail "little mathematics: $(cat base.tex)"
tr -cd '$' < base.tex | awk '{ exit length % 2 }' || fail "a dollar without its other"
"$rmr" show --latex ./base.alg:variant=base_two | grep -qF '\mathit{Grid}[i,1] \gets 6' || fail "not the variant's line"
expect 64 'not both' "$rmr" show --latex --json bakery

names=$("$rmr" list --json algorithms | sed -n 's/^    "name": "\(.*\)",$/\1/p')
n=0
for name in $names; do
  "$rmr" show --latex "$name" > "$name.tex" 2> err.txt && n=$((n + 1)) && continue
  grep -qF 'written in C' err.txt || fail "$name: $(cat err.txt)"
  rm "$name.tex"
done
[ $n -ge 40 ] || fail "only $n figures"

# --- TeX's opinion of it ----------------------------------------------------------------------------------------------

command -v pdflatex > /dev/null || {
  echo "no pdflatex here (texlive-latex-base): the figures are not compiled"
  exit 0
}
{
  printf '%s\n' '\documentclass{article}' '\usepackage[utf8]{inputenc}' '\textwidth=17cm' '\oddsidemargin=-5mm' \
    '\begin{document}'
  for name in $names; do [ ! -f "$name.tex" ] || printf '\\section*{}{\\small\\input{%s}}\\clearpage\n' "$name"; done
  printf '%s\n' '\end{document}'
} > all.tex
pdflatex -interaction=nonstopmode -halt-on-error all.tex > tex.log 2>&1 || fail "pdflatex: $(grep -A6 '^!' tex.log)"
grep -q 'Output written on all.pdf' tex.log || fail "no pages: $(tail -n 20 tex.log)"
! grep -a 'Missing character' all.log || fail "characters that the font does not have"
