#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The choices of a config for its figures: one line for all adversaries, axes, labels, and a figure for a paper, which
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

# own SCRIPT: without the narrow picture for the first screen of a report, which one figure has
own() { sed '/^# The same for the first screen/,$d' "$1"; }
logarithmic() { own "$plots/$1.gp" | grep -c '^set logscale [xy]'; }
[ "$(logarithmic many)$(logarithmic semi)$(logarithmic linear)" = 210 ] || fail "axes: $(grep logscale $plots/*)"

# a paper: names at the ends, a mark and a dash for each, no title, no caption
grep -q "^set label 'MCS' at graph" $plots/paper.gp || fail "no label at the end of the line"
[ "$(grep -c "^set label 'all' at graph" $plots/paper.gp)" -eq 2 ] || fail "labels: $(cat $plots/paper.gp)"
grep -q "never" $plots/paper.gp && fail "a label is not the first that fits"
[ "$(grep -o 'points pt [0-9]*' $plots/paper.gp | sort -u | wc -l)" -eq 3 ] || fail "marks: $(cat $plots/paper.gp)"
[ "$(grep -v '^set arrow' $plots/paper.gp | grep -c ' dt ([0-9,]*) lc')" -eq 2 ] ||
  fail "dashes: $(cat $plots/paper.gp)"
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
# the variable on the x axis may be a parameter or an option
cat > x.json <<'END'
{"algorithms": ["anderson:slots=1..16"], "n": 8, "passages": 2, "x": "algorithm.slots", "expect": {"P1": "holds"},
 "plots": [{"type": "growth", "name": "slots", "style": "paper", "axes": "linear"}, {"type": "growth", "name": "page"}]}
END
"$rmr" run x.json -o x > out.txt 2>&1
grep -q "^set xlabel 'slots' " x/plots/slots.gp || fail "the x axis: $(grep xlabel x/plots/slots.gp)"
grep -q '^set xtics' x/plots/slots.gp && fail "16 ticks in a column: $(grep xtics x/plots/slots.gp)"
grep -q "^set xlabel 'algorithm.slots (N in the formulas), log scale' " x/plots/page.gp || fail "the x axis of a page"
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

# a figure with a key: nothing is cut, and the page ends below the key
cat > key.json <<'END'
{"algorithms": ["bakery", "burns_lamport"], "n": [2, 4, 8, 16, 32, 64, 128], "passages": 2,
 "adversaries": ["random", "greedy", "pct"],
 "plots": [{"type": "growth", "name": "key", "metric": "rmr.total", "style": "paper", "envelope": "none"}]}
END
"$rmr" run key.json -o key > out.txt 2>&1 || fail "$(cat out.txt)"
if command -v gnuplot > /dev/null; then
  python3 - <<'END' || fail "a figure with a key"
import re, sys
text = open("key/plots/key.svg").read()
width, height = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', text).groups())
place = r'translate\(([\d.-]+),([\d.-]+)\)"[^>]*font-size="([\d.]+)"\s+text-anchor="(\w+)">\s*<text>(.*?)</text>'
found = re.findall(place, text)
for x, y, size, anchor, words in found:
    wide = 0.58 * float(size) * len(words)
    left = float(x) - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
    if left < 0 or left + wide > width: sys.exit(f"'{words}' from {left} to {left + wide} of {width}")
words = [f[4] for f in found]
names = [f"{a}, {b}" for a in ("bakery", "burns_lamport") for b in ("random", "greedy", "pct")]
if [w for w in words if ", " in w] != names: sys.exit(f"not all names: {words}")
if "100000" not in words or "∝ N lg N" not in words: sys.exit(f"not the case that it was: {words}")
label = re.search(r'translate\(([\d.]+),[\d.]+\) rotate\([\d.-]+\)[^>]*>\s*<text>RMRs', text)
if label is None or float(label[1]) < 10: sys.exit(f"the label of the y axis: {label and label[1]}")
if not 0 < height - max(float(f[1]) for f in found) < 20: sys.exit(f"{height} and {found[-1]}")
END
  grep -q 'rotatebox.*RMRs of all passages' key/plots/key-latex.tex || fail "LaTeX has no label of the y axis"
fi

# exact values and lower bounds with one label are one entry, and a series that is only unbounded has its sign there
cat > twins.json <<'END'
{"algorithms": ["bakery", "burns_lynch"], "n": "2..8*2", "passages": 1, "drive": ["explore", "simulate"],
 "adversaries": ["random", "greedy"], "exclude": [{"drive": "explore", "n": "4..8"}], "max_steps": 30000,
 "plots": [
  {"type": "growth", "name": "one", "style": "paper", "envelope": "adversaries", "labels": [
   {"label": "Bakery", "series": {"algorithm": "bakery"}}, {"label": "B&L", "series": {"algorithm": "burns_lynch"}}]},
  {"type": "growth", "name": "ends", "style": "paper", "envelope": "adversaries", "series": {"algorithm": "bakery"},
   "labels": [{"label": "Bakery", "series": {"algorithm": "bakery"}}]},
  {"type": "growth", "name": "two", "style": "paper", "envelope": "adversaries"},
  {"type": "normalised", "name": "ratio", "style": "paper", "divide_by": "N", "envelope": "adversaries"}]}
END
"$rmr" run twins.json -o twins > out.txt 2>&1 # runs of burns_lynch are cut short
plots=twins/plots
[ "$(own $plots/one.gp | grep -c "title 'Bakery'")$(own $plots/one.gp | grep -c "title 'B&L'")" = 11 ] ||
  fail "entries: $(grep keyentry $plots/one.gp)"
[ "$(grep -c "^set label 'Bakery' at graph" $plots/ends.gp)" = 1 ] || fail "ends: $(grep Bakery $plots/ends.gp)"
grep -q "keyentry with points pt '∞' .* title 'burns_lynch, exact'" $plots/two.gp ||
  fail "an entry for what is not drawn: $(grep keyentry $plots/two.gp)"
grep -q "keyentry title 'burns_lynch, exact: unbounded'" $plots/ratio.gp ||
  fail "an entry for what is not drawn: $(grep title $plots/ratio.gp)"

# no picture leaves out an entry for which it sees no room
if command -v gnuplot > /dev/null; then
  for entry in 'bakery, exact' 'burns.*, exact' 'bakery, sample' 'burns.*, sample' filled open unbounded 'run cut'; do
    for file in two.svg two-latex.tex; do grep -q "$entry" $plots/$file || fail "$file has no '$entry'"; done
  done
fi

# an envelope keeps the crosses of runs that were cut short, and marks where there were fewer adversaries
for name in one two ratio; do
  grep -q "title 'run cut short'" $plots/$name.gp || fail "$name has no cross: $(cat $plots/$name.dat)"
done
cat > limits.json <<'END'
{"algorithms": ["burns_lamport", "bakery"], "n": [2, 3, 4], "passages": "inf", "max_steps": 20000,
 "adversaries": ["foresight:effort=100,limit=20", "random"],
 "exclude": [{"adversary": "random", "algorithm": "burns_lamport"}, {"adversary": "random", "n": 3}],
 "plots": [{"type": "growth", "name": "limit", "style": "paper", "envelope": "adversaries"},
           {"type": "normalised", "name": "ratio", "style": "paper", "envelope": "adversaries", "divide_by": "N"},
           {"type": "growth", "name": "page", "envelope": "adversaries"}]}
END
"$rmr" run limits.json -o limits > out.txt 2>&1 || fail "$(cat out.txt)"
plots=limits/plots
for name in limit ratio page; do
  grep -q "index 0 .* title 'run cut short'" $plots/$name.gp || fail "an adversary's limit: $(cat $plots/$name.dat)"
  grep "fewer adversaries'" $plots/$name.gp | grep -q 'index 1 ' || fail "dents: $(cat $plots/$name.dat)"
done
[ "$(awk '!/^#/ && NF {print $NF}' $plots/limit.dat | tr -d '\n')" = 000010 ] || fail "dents: $(cat $plots/limit.dat)"
grep -q '^set label.*too low' $plots/page.gp || fail "the caption: $(grep 'set label' $plots/page.gp)"

# adversaries that differ in another option than the one on the x axis are one envelope
cat > option.json <<'END'
{"algorithms": ["burns_lamport"], "n": 6, "passages": 2, "x": "adversary.depth",
 "adversaries": ["pct:depth=1..6", "pct:depth=1..6,steps=50", "pct:depth=1..6,steps=400"],
 "plots": [{"type": "growth", "name": "option", "style": "paper", "envelope": "adversaries"}]}
END
"$rmr" run option.json -o option > out.txt 2>&1 || fail "$(cat out.txt)"
[ "$(own option/plots/option.gp | grep -c "^set label 'burns_lamport'")" = 1 ] ||
  fail "$(grep label option/plots/option.gp)"
grep -q 'pct or pct:steps=50 or pct:steps=400' option/plots/option.dat || fail "scope: $(cat option/plots/option.dat)"
plots=out/plots

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
# A point that has no bound, is 0 or was cut short is there, as in the picture of gnuplot; one without a quotient is
# not.
cat > bounds.json <<'END'
{"drive": "explore", "algorithms": ["tas", "mcs"], "passages": "inf", "n": [1, 2], "plots": [
   {"type": "growth", "style": "paper", "name": "g"}]}
END
cat > short.json <<'END'
{"algorithms": "burns_lamport", "adversaries": "greedy", "memories": "dsm", "n": [1, 2, 4, 12],
 "max_steps": 120, "plots": [
   {"type": "growth", "style": "paper", "name": "g"},
   {"type": "normalised", "style": "paper", "name": "h", "divide_by": "N-2"}]}
END
for name in bounds short; do "$rmr" run $name.json -o $name > out.txt 2>&1; done
for words in '{tas ($\infty$: unbounded)}' '({axis cs:2,1} |- {rel axis cs:0,1}) {$\infty$}' ' (1,4) (2,10) };'; do
  grep -qF -- "$words" bounds/plots/g-pgf.tex || fail "no '$words': $(cat bounds/plots/g-pgf.tex)"
done
for words in 'coordinates { (1,0.4) (2,1) (4,3) (12,11) };' 'yticklabels={1,2,5,10,20,50,0}' \
  'mark size=3pt] coordinates { (12,11) };' '{run cut short}'; do
  grep -qF -- "$words" short/plots/g-pgf.tex || fail "no '$words': $(cat short/plots/g-pgf.tex)"
done
grep -qF 'coordinates { (4,1.5) (12,1.1) };' short/plots/h-pgf.tex || fail "$(cat short/plots/h-pgf.tex)"
if command -v gnuplot > /dev/null; then # nothing but an entry in the key
  expect 0 'unbounded' "$rmr" run bounds.json -o none --set algorithms=tas --set n=2 \
    --set 'plots=[{"type": "normalised", "name": "h"}]'
  [ -s none/plots/h.svg ] || fail "no picture: $(cat out.txt)"
fi
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
\input{bounds/plots/g-pgf}
\input{short/plots/g-pgf}
\input{claims/plots/t-table}
\end{document}
END
  pdflatex -interaction=nonstopmode -halt-on-error pgf.tex > pgf.txt 2>&1 || fail "pdflatex: $(grep -A3 '^!' pgf.txt)"
fi
echo "paper: envelopes, axes, labels, and figures for LaTeX"
