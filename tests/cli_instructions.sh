#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The instructions of a simulated step, and of a state that is explored, are at most 3 % above those of the last line of
# docs/bench.csv. They depend on the compiler, but not on the load of the machine.
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
command -v valgrind > /dev/null || exit 77
grep -q 'CMAKE_C_FLAGS_RELEASE:STRING=-O3' "$build/CMakeCache.txt" || exit 77

# compare TABLE MEASURED: a line for each number that is too large, or missing.
compare() {
  awk -F, 'NR == FNR { split($0, words, " "); now[words[1] " instructions"] = words[2]; next }
    FNR == 1 { for (k = 1; k <= NF; k++) name[k] = $k }
    { last = $0 }
    END { n = split(last, then, ",")
      for (k = 1; k <= n; k++) {
        if (name[k] !~ / instructions$/) continue
        seen++
        if (!(name[k] in now)) print name[k] ": not measured"
        else if (now[name[k]] > 1.03 * then[k]) print name[k] ": " now[name[k]] ", not " then[k]
      }
      if (seen == 0) print "nothing to compare" }' "$2" "$1"
}

table=$source/docs/bench.csv
[ "$(tail -n 1 "$table" | cut -d, -f2)" = "$(cc --version | head -n 1 | tr -d ,)" ] || exit 77
"$source/tools/instructions.sh" "$rmr" > now.txt || fail "instructions.sh fails"
[ -z "$(compare "$table" now.txt)" ] || fail "slower than docs/bench.csv says: $(compare "$table" now.txt)"

# it notices a step that takes 5 % more, and a table of something else
awk '{ names = names sep $1 " instructions"; values = values sep $2; sep = "," } END { print names; print values }' \
  now.txt > mine.csv
awk '{ $2 = int($2 * 1.05) + 1; print }' now.txt > slow.txt
[ -z "$(compare mine.csv now.txt)" ] || fail "the same numbers differ"
[ "$(compare mine.csv slow.txt | wc -l)" -eq "$(wc -l < now.txt)" ] || fail "5 % more is not noticed"
sed 1d now.txt > fewer.txt
[ "$(compare mine.csv fewer.txt | wc -l)" -eq 1 ] || fail "a number that is missing is not noticed"
printf 'version,other\n0.1,1\n' > other.csv
[ "$(compare other.csv now.txt)" = "nothing to compare" ] || fail "another table is not noticed"
