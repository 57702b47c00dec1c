#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a config chooses of its figures: one line for all adversaries, axes, labels, and a figure for a paper, which
# LaTeX takes as it is.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

cat > figures.json <<'END'
{"algorithms": ["mcs", "yang_anderson", "ticket", "bakery"], "n": "2..16*2", "passages": 2,
 "adversaries": ["random", "greedy", "round_robin", "pct"],
 "plots": [
  {"type": "growth", "name": "many"},
  {"type": "growth", "name": "each", "envelope": "none"},
  {"type": "growth", "name": "mean", "metric": "rmr.mean"},
  {"type": "growth", "name": "semi", "axes": "semilog", "series": {"algorithm": "mcs"}},
  {"type": "growth", "name": "linear", "axes": "linear", "series": {"algorithm": "mcs"}, "envelope": "adversaries"},
  {"type": "growth", "name": "paper", "style": "paper", "title": "50 % of #1_2", "envelope": "adversaries",
   "labels": [{"label": "MCS", "series": {"algorithm": "mcs"}}, {"label": "all", "series": {"memory": "cc"}},
              {"label": "never", "series": {"algorithm": "bakery"}}],
   "series": {"algorithm": ["mcs", "bakery", "ticket"]}},
  {"type": "normalised", "name": "ratio", "style": "paper", "divide_by": "N", "envelope": "adversaries"}]}
END
expect 0 'report' "$rmr" run figures.json -o out
plots=out/plots

# too many for one figure are one line for each algorithm, unless each is asked for, or they are means
[ "$(grep -c '^# .*lower bound' $plots/many.dat)" -eq 4 ] || fail "many.dat: $(grep '^#' $plots/many.dat)"
grep -q 'Each line' $plots/many.gp || fail "the caption of an envelope"
for name in each mean; do
  [ "$(ls $plots/$name-*.gp)" = "$(printf "$plots/$name-%s.gp\n" bakery mcs ticket yang_anderson)" ] ||
    fail "$name: $(ls $plots)"
done
# the largest of the four, at N = 16
python3 - <<'END' || fail "an envelope is not the largest"
import json, sys
value = {}
for line in open("out/records.jsonl"):
    r = json.loads(line)
    key = (r["scope"]["algorithm"], r["scope"]["n"])
    value[key] = max(value.get(key, 0), r["metrics"]["rmr.max"])
blocks = open("out/plots/many.dat").read().split("\n\n\n")
for block in blocks:
    lines = block.strip().split("\n")
    for line in lines[3:]:
        n, most = line.split()[:2]
        if value[lines[0][2:], int(n)] != float(most): sys.exit(f"{lines[0]}: {line}")
if len(blocks) != 4: sys.exit(f"{len(blocks)} blocks")
END
# series of a split figure are called what the tables call them
python3 - <<'END' || fail "the names in a split figure"
import json, re, sys
fits = {f["series"] for f in json.load(open("out/fits.json"))["series"]}
names = {line[2:].strip() for a in ["mcs", "bakery"] for line in open(f"out/plots/each-{a}.dat")
         if re.fullmatch(r"# \w+, \w+\n", line)}
if len(names) != 8 or not names <= fits: sys.exit(f"{names} {fits}")
END

logarithmic() { grep -c '^set logscale [xy]' "$plots/$1.gp"; }
[ "$(logarithmic many)$(logarithmic semi)$(logarithmic linear)" = 210 ] || fail "axes: $(grep logscale $plots/*)"

# a paper: names at the ends, a mark and a dash for each, no title, no caption
grep -q "^set label 'MCS' at graph" $plots/paper.gp || fail "no label at the end of the line"
[ "$(grep -c "^set label 'all' at graph" $plots/paper.gp)" -eq 2 ] || fail "labels: $(cat $plots/paper.gp)"
grep -q "never" $plots/paper.gp && fail "a label is not the first that fits"
[ "$(grep -o 'points pt [0-9]*' $plots/paper.gp | sort -u | wc -l)" -eq 3 ] || fail "marks: $(cat $plots/paper.gp)"
[ "$(grep -c ' dt ([0-9,]*) lc' $plots/paper.gp)" -eq 2 ] || fail "dashes: $(cat $plots/paper.gp)"
grep -q '^set label.*50 %' $plots/paper.gp && fail "a title in a figure for a paper"
grep -q '^set label.*cold caches' $plots/paper.gp && fail "a caption in a figure for a paper"
if command -v gnuplot > /dev/null; then
  for file in paper.pdf paper-latex.pdf paper-latex.tex ratio-latex.tex; do [ -s $plots/$file ] || fail "no $file"; done
  grep -aq '/MediaBox \[ 0 0 228' $plots/paper.pdf || fail "the width of a column: $(grep -a MediaBox $plots/paper.pdf)"
  grep -aq '/FontFile' $plots/paper.pdf || fail "fonts are not embedded"
  # shellcheck disable=SC2016
  grep -qF '$\propto$ N\textsuperscript{2}' $plots/paper-latex.tex ||
    fail "signs: $(grep propto $plots/paper-latex.tex)"
  grep -qF 'strut{}yang\_anderson}' $plots/ratio-latex.tex || fail "underscores: $(grep strut $plots/ratio-latex.tex)"
  grep -q 'strut{}[$][0-9]' $plots/ratio-latex.tex && fail "numbers in dollars"
  cp -r $plots first && "$rmr" plot out > /dev/null && diff -r first $plots || fail "other bytes, or files"
  grep -qF '>latex.tex</a>' out/report.html || fail "the report does not lead to paper-latex.tex"
fi
# what is on the x axis may be a parameter or an option
cat > x.json <<'END'
{"algorithms": ["anderson:slots=1..16"], "n": 8, "passages": 2, "x": "algorithm.slots", "expect": {"P1": "holds"},
 "plots": [{"type": "growth", "name": "slots", "style": "paper", "axes": "linear"}, {"type": "growth", "name": "page"}]}
END
"$rmr" run x.json -o x > out.txt 2>&1
grep -q "^set xlabel 'slots' " x/plots/slots.gp || fail "the x axis: $(grep xlabel x/plots/slots.gp)"
grep -q '^set xtics' x/plots/slots.gp && fail "16 ticks in a column: $(grep xtics x/plots/slots.gp)"
grep -q "^set xlabel 'algorithm.slots (N in the formulas)' " x/plots/page.gp || fail "the x axis of a page"
[ "$(grep -c '^[0-9]' x/plots/slots.dat)" -eq 16 ] || fail "points over slots: $(cat x/plots/slots.dat)"
"$rmr" run figures.json -o depth --set 'adversaries=["pct:depth=1..4"]' --set x=adversary.depth --set n=4 \
  --set 'plots=[{"type": "growth", "name": "depth"}]' > out.txt 2>&1 || fail "$(cat out.txt)"
[ "$(grep -c '^[1-4] ' depth/plots/depth.dat)" -eq 16 ] || fail "points over depth: $(cat depth/plots/depth.dat)"

# files of two figures are not called the same
"$rmr" run x.json -o x --set 'plots=[{"type": "growth", "name": "b-latex"}, {"type": "growth", "name": "b", "style":
  "paper"}, {"type": "growth", "name": "b-2-latex"}]' > out.txt 2>&1
[ "$(cd x/plots && echo *.gp)" = "b-2-latex-2.gp b-2.gp b-latex.gp" ] || fail "names: $(ls x/plots)"

# each picture tells what it shows to those who do not see it
if command -v gnuplot > /dev/null; then
  grep -qF '<title>50 % of #1_2</title>' $plots/paper.svg || fail "$(grep -m 3 '<title>' $plots/paper.svg)"
  grep -q '<desc>.*Open marks: lower bounds' $plots/paper.svg || fail "$(grep '<desc>' $plots/paper.svg)"
fi

if command -v gnuplot > /dev/null && kpsewhich xcolor.sty > /dev/null 2>&1; then # texlive-latex-recommended
  cat > main.tex <<'END'
\documentclass[twocolumn]{article}
\usepackage{graphicx,xcolor}
\graphicspath{{out/plots/}}
\begin{document}
\begin{figure}\footnotesize\input{out/plots/paper-latex}\end{figure}
\begin{figure}\footnotesize\input{out/plots/ratio-latex}\end{figure}
\begin{figure}\includegraphics{paper.pdf}\end{figure}
\end{document}
END
  pdflatex -interaction=nonstopmode -halt-on-error main.tex > latex.txt 2>&1 ||
    fail "pdflatex: $(grep -A3 '^!' latex.txt)"
  grep -q 'Overfull' latex.txt && fail "wider than a column: $(grep Overfull latex.txt)"
fi

# pgfplots: the numbers are those of the .dat, and LaTeX takes figures and tables as they are
for name in paper ratio; do [ -s $plots/$name-pgf.tex ] || fail "no $name-pgf.tex: $(ls $plots)"; done
[ ! -e $plots/many-pgf.tex ] || fail "a figure of a page for pgfplots"
points=$(awk '/^[0-9]/ {printf " (%s,%s)", $1, $2} /^$/ && !done {done = 1; exit}' $plots/paper.dat)
grep -qF "coordinates {$points }" $plots/paper-pgf.tex || fail "not $points: $(cat $plots/paper-pgf.tex)"
grep -qF 'ylabel={RMRs per passage / N}' $plots/ratio-pgf.tex || fail "$(grep ylabel $plots/ratio-pgf.tex)"
cat > claims.json <<'END'
{"algorithms": ["ticket", "tas"], "n": "2..8", "adversaries": "round_robin", "metrics": ["rmr.max", "space"],
 "plots": [],
 "tables": [{"name": "t", "title": "50 % & more", "columns": ["RMR cc", "space", "P1"], "rows": [
   {"algorithm": "ticket", "label": "A & B_1", "says": {"RMR cc": "O(1)"}}, {"algorithm": "tas"}]}]}
END
"$rmr" run claims.json -o claims > out.txt 2>&1 || fail "$(cat out.txt)"
# shellcheck disable=SC2016
grep -qF 'A \& B\_1 & $N+2$ ($\neq$ O(1)) & 2 & --' claims/plots/t-table.tex || fail "$(cat claims/plots/t-table.tex)"
"$rmr" run claims.json -o claims --resume --set 'tables=[]' > out.txt 2>&1
[ ! -e claims/plots/t-table.tex ] || fail "the table of an earlier config stays"
"$rmr" run claims.json -o claims --resume > out.txt 2>&1 || fail "$(cat out.txt)"
if kpsewhich pgfplots.sty > /dev/null 2>&1 && kpsewhich booktabs.sty > /dev/null 2>&1; then # texlive-pictures
  cat > pgf.tex <<'END'
\documentclass{article}
\usepackage{pgfplots,booktabs}
\pgfplotsset{compat=1.17}
\begin{document}
\input{out/plots/paper-pgf}
\input{out/plots/ratio-pgf}
\input{claims/plots/t-table}
\end{document}
END
  pdflatex -interaction=nonstopmode -halt-on-error pgf.tex > pgf.txt 2>&1 || fail "pdflatex: $(grep -A3 '^!' pgf.txt)"
fi
echo "paper: envelopes, axes, labels, and figures for LaTeX"
