#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# coverage.sh [-a] [FILE...]: which lines do the tests execute? Builds with gcov, runs each test of the label "fast"
# (-a: every test) by itself, and prints a table: for each folder, lines of code and how many of them some test
# executes. With FILEs it prints, for each, the lines that none does.
#
# Its files, for scripts that ask which test to run, such as tools/mutants.sh:
#   build/coverage/executed   a line FILE:LINE TEST for each line of code and each test that executes it
#   build/coverage/seconds    TEST SECONDS, as it took without gcov's files, the quickest first
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh

label=(-L '^fast$')
if [ "${1:-}" = -a ]; then
  label=()
  shift
fi
install_packages "${packages_run[@]}"
build coverage 2>&1 | grep -v '^\[' >&2 || true
tree=$PWD/build/coverage
root=$PWD
export tree root

# lines_of OBJECT_DATA...: FILE:LINE COUNT for the lines of code of the tree itself; the count is ##### where nobody
# came.
lines_of() {
  gcov --stdout --relative-only --source-prefix "$root" "$@" 2> /dev/null |
    awk -F: '/^ *-: *0:Source:/ { file = $4; sub(/^\.\//, "", file); ours = file !~ /^\/|^build\/|^tests\// }
             ours && $1 !~ /^ *-$/ && $2 + 0 > 0 { gsub(/[ *]/, "", $1); print file ":" $2 + 0, $1 }'
}

# one_test NAME: runs it with its counts in a folder of its own, and notes whom it executes.
one_test() {
  local own=$tree/by_test/$1 began ended
  mkdir -p "$own/counts"
  find "$tree" -path "$tree/by_test" -prune -o -name '*.gcno' -path '*rmr*' -print0 |
    xargs -0 cp -s --parents --force -t "$own/counts"
  began=$(date +%s%N)
  GCOV_PREFIX=$own/counts timeout 600 ctest --test-dir "$tree" -R "^$1\$" > "$own/log" 2>&1 ||
    echo "$1 fails: see $own/log" >&2
  ended=$(date +%s%N)
  awk -v test="$1" -v ns=$((ended - began)) 'BEGIN { printf "%s %.2f\n", test, ns / 1e9 }' > "$own/seconds"
  (cd "$own/counts" && find . -name '*.gcda' -print0 | xargs -0 -r bash -c 'lines_of "$@"' _) |
    awk -v test="$1" '$2 !~ /^[#=]/ && !seen[$1]++ { print $1, test }' > "$own/executed"
  rm -rf "$own/counts"
}
export -f lines_of one_test

find "$tree" -name '*.gcda' -delete
rm -rf "$tree/by_test"
ctest --test-dir "$tree" -N "${label[@]}" | sed -n 's/^ *Test *#[0-9]*: //p' |
  xargs -P "$(nproc)" -I{} bash -c 'one_test {}'
cat "$tree"/by_test/*/executed > "$tree/executed"
sort -n -k 2 "$tree"/by_test/*/seconds > "$tree/seconds"

(cd "$tree" && find . -name '*.gcno' -path '*rmr*' -print0 | xargs -0 bash -c 'lines_of "$@"' _) |
  awk '!seen[$1]++ { print $1 }' > "$tree/code"

if [ $# -gt 0 ]; then
  for file in "$@"; do
    awk -v file="$file:" 'NR == FNR { seen[$1] = 1; next } index($1, file) == 1 && !seen[$1]' "$tree/executed" \
      "$tree/code" |
      sort -t : -k 2n | sed "s/.*://" |
        while read -r n; do printf '%s:%s: %s\n' "$file" "$n" "$(sed -n "${n}p" "$file")"; done
  done
  exit
fi
awk 'NR == FNR { seen[$1] = 1; next }
     { folder = $1; sub(/\/[^\/]*$/, "", folder); n[folder]++; hit[folder] += seen[$1]; all++; hits += seen[$1] }
     END {
       for (f in n) printf "%-20s %6d %6d %5.1f%%\n", f, n[f], hit[f], 100 * hit[f] / n[f] | "sort"
       close("sort")
       printf "%-20s %6d %6d %5.1f%%\n", "in all", all, hits, 100 * hits / all
     }' "$tree/executed" "$tree/code" | sed '1i folder                lines   seen'
