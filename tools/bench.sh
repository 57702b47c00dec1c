#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# bench.sh [RMR]: measures this version, and writes its line into docs/bench.csv, in place of an older line of the same
# version; then draws docs/pictures/bench.svg, all versions side by side. Takes some minutes on a quiet machine.
#
# A line has the version, the compiler, the instructions of tools/instructions.sh ("... instructions"), and the ratios
# of `rmr bench`. A figure that could not be measured is empty.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rmr=${1:-build/release/rmr}
table=docs/bench.csv
version=$("$rmr" --version | sed -n 's/^rmr //p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
  echo "version,$version"
  echo "compiler,$(cc --version | head -n 1 | tr -d ,)"
  tools/instructions.sh "$rmr" | sed 's/ / instructions,/'
  "$rmr" bench --json |
    sed -n 's/^ *"what": "\(.*\)",$/what \1/p; s/^ *"\(n\|ratio\)": \([0-9.]*\|null\),$/\1 \2/p' |
    awk '{ key = $1; $1 = ""; sub(/^ /, ""); value[key] = $0 }
      key == "ratio" { gsub(/,/, "", value["what"]); printf "%s N=%s,%s\n", value["what"], value["n"],
                         value["ratio"] == "null" ? "" : sprintf("%.3f", value["ratio"]) }'
} > "$work/now"

# The columns are those of this version: an older line keeps what is still measured.
[ -f "$table" ] || : > "$table"
awk -F, -v now="$work/now" '
  BEGIN { while ((getline line < now) > 0) { n++; at = index(line, ","); name[n] = substr(line, 1, at - 1)
                                            value[n] = substr(line, at + 1) }
          for (k = 1; k <= n; k++) printf "%s%s", name[k], k < n ? "," : "\n" }
  NR == 1 { for (k = 1; k <= NF; k++) place[$k] = k; next }
  $1 != value[1] { for (k = 1; k <= n; k++) printf "%s%s", name[k] in place ? $place[name[k]] : "", k < n ? "," : "\n" }
  END { for (k = 1; k <= n; k++) printf "%s%s", value[k], k < n ? "," : "\n" }' "$table" > "$work/table"
mv "$work/table" "$table"

# columns PATTERN: the numbers of those whose name is like this.
columns() {
  head -n 1 "$table" | tr , '\n' | grep -nE "$1" | cut -d: -f1 | tr '\n' ' '
}
steps=$(columns '_[0-9]+ instructions$')
ratios=$(columns '^simulate (bakery|burns_lamport) random N=')
gnuplot -e "steps='$steps'; ratios='$ratios'" - << 'END_OF_PLOT'
set terminal svg size 900,640 font "sans,11"
set output "docs/pictures/bench.svg"
set datafile separator ","
set key outside right center noenhanced
set offsets 0.5, 0.5, 0, 0
set grid ytics linecolor "#dddddd"
set xtics nomirror
set ytics nomirror
set border 3
set lmargin 10
set rmargin 34
set multiplot layout 2,1
set ylabel "instructions per step"
set yrange [0:*]
plot for [k in steps] "docs/bench.csv" skip 1 using 0:(column(int(k))):xticlabels(1) \
       title system("head -n 1 docs/bench.csv | cut -d, -f".k." | sed 's/_\\([0-9]*\\) instructions/, N = \\1/'") \
       with linespoints pointtype int(k) linewidth 2
set ylabel "part of the speed of a bare loop"
set xlabel "version"
set yrange [0:1.05]
plot for [k in ratios] "docs/bench.csv" skip 1 using 0:(column(int(k))):xticlabels(1) \
       title system("head -n 1 docs/bench.csv | cut -d, -f".k." | sed 's/simulate \\(.*\\) random N=/\\1, N = /'") \
       with linespoints pointtype int(k) linewidth 2
END_OF_PLOT
