#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# rmr-mpi explore on 2, 3 and 4 ranks of this machine: the same answers, as many states as rmr finds, witnesses of the
# same length, the memory of all ranks together; what is not spread is refused.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
# shellcheck source=tests/mpi.sh
. "$source/tests/mpi.sh"

# explored N FILE QUESTION...: N 0 is rmr
explored() {
  local n=$1 file=$2
  shift 2
  if [ "$n" = 0 ]; then "$rmr" explore "$@" --json; else ranks "$n" explore "$@" --json; fi 2> /dev/null |
    sed '/^{/,/^}/!d' | grep -v '"seconds"\|"engine"\|"witness": "' > "$file"
}
# question RANKS... -- QUESTION...: the same on so many ranks
question() {
  local n counts=()
  for n; do [ "$n" != -- ] || break; counts+=("$n"); done
  shift $((${#counts[@]} + 1))
  explored 0 alone.json "$@"
  grep -q '"states"' alone.json || fail "explore $*: nothing came"
  for n in "${counts[@]}"; do
    explored "$n" spread.json "$@"
    diff alone.json spread.json > diff.txt || fail "explore $* on $n ranks: $(head -n 5 diff.txt)"
  done
}
question 2 4 -- -a burns_lamport -n 5 --check P1
question 3 -- -a glb -n 3 --passages 2 --check P1,P5
question 3 -- -a bakery -n 3 --passages 2 --faults stop:1 --check P1,P5
question 2 -- -a rooms -n 3 --sessions any:2 --check P1,P5,invariants
question 2 -- -a recoverable_bakery -n 2 --faults recover:1 --check P1,CSR

expect 64 '--disk is not for several ranks' ranks 2 explore -a burns_lamport -n 3 --disk .

# witness CODE PROPERTY QUESTION...: it fails on three ranks, too, after as many steps, which can be replayed
witness() {
  local code=$1 property=$2
  shift 2
  "$rmr" explore "$@" --witness alone.sched > /dev/null 2>&1
  expect "$code" "$property  fails" ranks 3 explore "$@" --witness spread.sched
  "$rmr" replay spread.sched 2>&1 | grep -q 'steps as recorded' || fail "explore $*: the witness is not what happens"
  [ "$(grep '^steps' alone.sched)" = "$(grep '^steps' spread.sched)" ] || fail "explore $*: a longer witness"
}
witness 12 P1 -a szymanski_no_wait -n 3 --check P1
witness 12 P1 -a fischer -n 3 --time slow=2,skew=1 --check P1
witness 11 P6 -a philosophers:graph=ring,order=left -n 3 --check P6

# dearest FILE: the most that each observed process can pay
dearest() { grep '"worst\|"process"\|"unbounded"\|"complete"' "$1"; }
# cost RANKS QUESTION...: the same worst case; the witness pays as much
cost() {
  local n=$1
  shift
  "$rmr" explore "$@" --check rmr --json > alone.json 2> /dev/null
  ranks "$n" explore "$@" --check rmr --json --witness cost.sched > spread.json
  [ "$(dearest alone.json)" = "$(dearest spread.json)" ] || fail "explore $* on $n ranks: $(dearest spread.json)"
  local worst
  worst=$(sed -n 's/^  "worst_rmr": \([0-9]*\),$/\1/p' spread.json)
  "$rmr" replay cost.sched 2>&1 | grep -q "RMRs per passage: max $worst," || fail "explore $*: no way to pay $worst"
}
cost 2 -a burns_lamport -n 4 --observe 4
cost 3 -a burns_lamport -n 4 --observe 3 --passages 2 -m cc-writeback
expect 64 'can come back to where they were' ranks 2 explore -a tas -n 3 --check rmr
expect 64 'only where passages are counted' ranks 2 explore -a glb -n 2 --check rmr

# The memory is that of all ranks together.
expect 30 'CUT SHORT' ranks 2 explore -a burns_lamport -n 6 --check P1 --mem 6M
expect 0 'P1  holds' ranks 4 explore -a burns_lamport -n 6 --check P1 --mem 6M

# What is not spread.
expect 64 'P2 is not found out on several ranks' ranks 2 explore -a burns_lamport -n 3
expect 64 'P6 with faults' ranks 2 explore -a bakery -n 2 --faults stop:1 --check P6
expect 64 '--isolate is not for several ranks' ranks 2 explore -a bakery -n 2 --check P1 --isolate
expect 0 'P6: no dead state' ranks 2 explore -a glb -n 2 --check P6
