#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The lists of tools/mutants.sh are about lines that are still there: each survivor is a mistake that the mutator can
# make, and has a reason; each mistake written by hand changes its file, and names a test.
#
# ctest: tree
set -u
source=$2 mutator=$3/tests/mutator
cd "$source" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# stale SURVIVORS BY_HAND: prints the entries that are about nothing.
stale() {
  grep -v '^#' "$1" | cut -f 2 | sort -u | while read -r file; do
    "$mutator" "$file" | cut -f 1 | sed "s|\$|\t$file|"
  done > "$work/possible"
  awk -F '\t' 'NR == FNR { possible[$1 "\t" $2] = 1; next }
               !/^#/ && !(($1 "\t" $2) in possible) { print "no such line any more: " $0 }
               !/^#/ && NF < 6 { print "without a reason: " $0 }' "$work/possible" "$1"
  grep -v '^#' "$2" | while read -r entry; do
    local file=${entry%% ~ *} rest=${entry#* ~ } test
    test=${rest%% ~ *} rest=${rest#* ~ }
    [ -f "tests/$test.c" ] || [ -f "tests/$test.sh" ] || echo "no such test: $entry"
    sed -E "${rest%% ~ *}" "$file" 2> /dev/null > "$work/changed" && ! cmp -s "$file" "$work/changed" ||
      echo "does not apply: $entry"
  done
}

head=$(head -n 3 tests/mutants/survivors | tail -n 1)
tab=$'\t'
printf '%s\n' "$head" "${head/$tab/0$tab}" "${head%"$tab"*}" > "$work/survivors"
printf '%s\n' 'base/lines.c ~ unit_text ~ s/lines/words/ ~ this one applies' \
  'base/lines.c ~ unit_text ~ s/no such text// ~ this does not' 'base/gone.c ~ unit_text ~ s/a/b/ ~ nor this' \
  'base/lines.c ~ unit_gone ~ s/lines/words/ ~ this has no test' > "$work/by_hand"
[ "$(stale "$work/survivors" "$work/by_hand" | cut -c 1-10 | tr '\n' '|')" = \
  'no such li|without a |does not a|does not a|no such te|' ] || {
  echo "the check does not notice what it is for:"
  stale "$work/survivors" "$work/by_hand"
  exit 1
}

stale tests/mutants/survivors tests/mutants/by_hand > "$work/stale"
cat "$work/stale"
[ ! -s "$work/stale" ]
