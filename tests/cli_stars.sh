#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The bounds on graphs (docs/every-n.md) are laws: in the middle of a star a philosopher pays them, for every N. The
# schedules are written here, leaf by leaf, and replayed; `rmr prove` says the same number.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

step() { echo "P$1 x$2"; }

# A leaf has its fork when the middle comes, gives it back, and the middle looks at it again.
philosophers() { # N
  for ((j = 2; j <= $1; j++)); do step "$j" 1; step 1 2; step "$j" 1; step 1 1; done
  step 1 $(($1 - 1))
}

# Each of the two raises its flag; the middle gives the turn away last, and looks twice. The leaf eats and comes again.
philosophers_rw() { # N
  for ((j = 2; j <= $1; j++)); do
    step 1 1; step "$j" 2; step 1 3; step "$j" 4; step 1 1; step "$j" 1; step 1 1
  done
  step 1 $(($1 - 1))
}

# T0 of the leaves while the middle waits for their forks; then its own, with an arrow to each. Each leaf eats, takes
# the arrow away and has the fork again when the middle comes for its T2.
two_stage_arbitrated() { # N
  for ((j = 2; j <= $1; j++)); do step "$j" 1; step 1 2; step "$j" 3; step 1 1; done
  step 1 $((2 * ($1 - 1) + 1 + $1 - 1))
  for ((j = 2; j <= $1; j++)); do step 1 1; step "$j" 3; step 1 1; done
  for ((j = 2; j <= $1; j++)); do step 1 2; step "$j" 2; step 1 1; done
  step 1 $(($1 - 1 + 1 + $1 - 1))
}

pays() { # ALGORITHM OWN EACH
  "$rmr" prove "$1" --check rmr --json > proof.json || fail "$1: no bound"
  tr -d ' \n' < proof.json | grep -q "\"bound\":{\"each\":$3,\"more\":$(($2 - $3))}" || fail "$1: $(cat proof.json)"
  for n in 2 3 8 64 256; do
    {
      printf 'rmr-schedule 1\nalgorithm %s:graph=star\nn %s\n' "$1" "$n"
      printf 'memory cc\nsessions distinct\npassages inf\n'
    } > star
    "$1" "$n" > steps
    cat steps >> star
    echo "steps $(awk '{ n += substr($2, 2) } END { print n }' steps)" >> star
    "$rmr" replay star > out 2>&1 || fail "$1, N = $n: $(cat out)"
    grep -q "most RMRs of one passage: P1 $(($2 + $3 * (n - 1)))," out || fail "$1, N = $n: $(grep 'most RMRs' out)"
  done
}

pays philosophers 0 4
pays philosophers_rw 0 7
pays two_stage_arbitrated 2 13
