#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Models for SPIN: every exported model is run as its own head says (compiled without optimisation, or by tcc if it is
# here, as compiling is what takes the time), and SPIN must find exactly as many states as `rmr explore`, and the same
# verdict on P1. The toys have what no shipped algorithm has: a critical section of its own step, a deadlock, a broken
# range. Skipped (exit 77) where spin or a C compiler is missing.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
read -ra cc <<< "$(command -v tcc || echo "${CC:-cc}")"
command -v spin > /dev/null || { echo "spin is not installed"; exit 77; }
command -v "${cc[0]}" > /dev/null || { echo "there is no C compiler '${cc[0]}'"; exit 77; }
export rmr build work
export CC="${cc[*]}"

# count ALGO N PASSAGES SESSIONS [OPTIONS]: "STATES holds", "STATES fails" (P1) or "STATES outside" (a register would
# pass the cap). This is where the numbers come from.
count() {
  "$rmr" explore -a "$1" -n "$2" --passages "$3" --sessions "$4" --check P1 --no-symmetry --threads 1 \
    --mem 2G --json "${@:5}" |
    awk -F'[:,]' '
    /"states"/ {states = $2 + 0}
    /"text":/ && !told++ {verdict = /fails/ ? "fails" : /values up to/ ? "outside" : /holds/ ? "holds" : $0}
    END {print states, verdict}'
}

# run_pan MODEL: the three commands from the head of the model; the output of pan goes to `out`.
run_pan() {
  local line words
  rm -f out
  while IFS= read -r line; do
    read -ra words <<< "${line//MODEL.pml/$1}"
    case ${words[0]} in
    spin) "${words[@]}" > spin.log 2>&1 || { cat spin.log; return 1; } ;;
    cc) $CC -w "${words[@]:1}" -O0 > cc.log 2>&1 || { cat cc.log; return 1; } ;;
    ./pan)
      # a stack of that depth takes longer to clear than most of these searches take
      "${words[@]/-m1000000/-m20000}" -w20 > out 2>&1
      ! grep -q 'search depth too small' out || "${words[@]}" -w20 > out 2>&1
      ;;
    esac
  done < <(sed -n 's/^ \*     \(spin\|cc\|\.\/pan\) /\1 /p' "$1")
  [ -s out ] && ! grep -q 'search depth too small' out
}

# The result of pan, in the words of `count`; the number is of meaning only where there are no errors.
found() {
  local states
  states=$(sed -n 's/^ *\([0-9]*\) states, stored.*/\1/p' out)
  if grep -q 'assertion violated (.*in_cs' out; then
    echo "$states fails"
  elif grep -q 'assertion violated 0' out; then
    echo "$states outside"
  elif grep -q 'errors: 0$' out; then
    echo "$states holds"
  else
    cat out
  fi
}

# compare MODEL EXPECTED WHAT: the verdicts must be equal and, where P1 holds in all states, the numbers of states. A
# line "ok", or what is wrong.
compare() {
  local answer
  run_pan "$1" > log || { echo "FAIL: $3: SPIN cannot run it: $(tail -n 3 log out 2> /dev/null)"; return; }
  answer=$(found)
  case $2 in
  *' holds') [ "$answer" = "$2" ] || { echo "FAIL: $3: expected $2, SPIN says $answer"; return; } ;;
  *' fails' | *' outside') [ "${answer#* }" = "${2#* }" ] ||
    { echo "FAIL: $3: expected ${2#* }, SPIN says $answer"; return; } ;;
  *) echo "FAIL: $3: there is nothing to compare with: $2"; return ;;
  esac
  echo "ok: $3: $2"
}

# job ALGO N PASSAGES SESSIONS [LINES]: nothing to do if the model has more lines. Or: job toy EXPECTED TOY N PASSAGES
# SESSIONS CAP, where the verdict is also known beforehand.
job() {
  local here expected leases=()
  here=$(mktemp -d "$work/job.XXXXXX") && cd "$here" || exit 1
  if [ "$1" = toy ]; then
    "$build/tests/toy_model" promela "${@:3}" > m.pml || { echo "FAIL: $*: no model"; return; }
    expected=$("$build/tests/toy_model" states "${@:3}")
    [ "${expected#* }" = "$2" ] || { echo "FAIL: $*: the explorer says $expected"; return; }
  else
    # an algorithm may declare leases that the format has no words for
    "$rmr" export --format promela "$1" -n 1 2>&1 | grep -q 'only local states determine' && leases=(--leases none)
    "$rmr" export --format promela "$1" -n "$2" --passages "$3" --sessions "$4" "${leases[@]}" -o m.pml ||
      { echo "FAIL: $*: no model"; return; }
    [ $# -lt 5 ] || [ "$(wc -l < m.pml)" -le "$5" ] || return
    expected=$(count "${@:1:4}" "${leases[@]}")
  fi
  compare m.pml "$expected" "$*"
  cd "$work" && rm -rf "$here"
}

# crash ALGO N OPTIONS: one passage each, with faults: the states and P1 as above, and P6. SPIN has no word for it, but
# where passages are counted nobody enters for ever, so P6 fails just where all stop, or go round for ever although
# everybody has a turn.
crash() {
  local here expected p6=holds
  here=$(mktemp -d "$work/crash.XXXXXX") && cd "$here" || exit 1
  "$rmr" export --format promela "$1" -n "$2" "${@:3}" -o m.pml || { echo "FAIL: $*: no model"; return; }
  expected=$(count "$1" "$2" 1 distinct "${@:3}")
  compare m.pml "$expected" "$*"
  "$rmr" explore -a "$1" -n "$2" --check P6 "${@:3}" > p6.out
  if [ "${expected#* }" = holds ]; then
    ./pan -n -m100000 -w20 > stop.out 2>&1
    $CC -w -O0 -DNP -DNOREDUCE -DVECTORSZ=1024 -o round pan.c && ./round -l -f -n -m100000 -w20 > round.out 2>&1
    ! grep 'search depth too small' stop.out round.out || echo "FAIL: $*: the search was not deep enough"
    grep -q 'states, stored' round.out || echo "FAIL: $*: no search for cycles: $(cat round.out)"
    grep -q 'invalid end state (' stop.out && p6=fails
    grep -q 'non-progress cycle (' round.out && p6=fails
    grep -q "^P6  $p6" p6.out || echo "FAIL: $*: SPIN says that P6 $p6: $(grep '^P6' p6.out)"
    echo "ok: $*: P6 $p6"
  fi
  cd "$work" && rm -rf "$here"
}

# buffers ALGO N PASSAGES SESSIONS OPTIONS: writes wait: the states and P1 as above.
buffers() {
  local here
  here=$(mktemp -d "$work/buffers.XXXXXX") && cd "$here" || exit 1
  "$rmr" export --format promela "$1" -n "$2" --passages "$3" --sessions "$4" "${@:5}" -o m.pml ||
    { echo "FAIL: $*: no model"; return; }
  compare m.pml "$(count "$@")" "$*"
  cd "$work" && rm -rf "$here"
}
export -f count run_pan found compare job crash buffers

# --- the comparison itself: it must notice wrong numbers and verdicts, and too small a depth -----------------

"$rmr" export --format promela burns_lamport -n 2 --passages inf -o m.pml
for wrong in "15 holds" "14 fails" "14 outside" ""; do
  compare m.pml "$wrong" planted | grep -q '^FAIL: planted' || fail "'$wrong' instead of '14 holds' is not noticed"
done
[ "$(compare m.pml "14 holds" planted)" = "ok: planted: 14 holds" ] || fail "14 states are not found"
sed -i 's/-m1000000/-m9/' m.pml
compare m.pml "14 holds" planted | grep -q 'cannot run it' || fail "a search that is not deep enough is not noticed"

# --- the deadlock of a toy: told without -E only ----------------------------------------------------------------------

"$build/tests/toy_model" promela embrace 2 2 distinct 1 > m.pml
run_pan m.pml || fail "embrace: SPIN cannot run it"
grep -q 'errors: 0$' out || fail "the deadlock of embrace is reported in spite of -E"
./pan -n > out 2>&1
grep -q 'pan:1: invalid end state' out || fail "the deadlock of embrace is not found: $(cat out)"

# --- all the others ---------------------------------------------------------------------------------------------------

# Two processes are asked of each whose model is not too large; three, passages that are counted, and sessions, of some.
"$rmr" list algorithms | awk 'NR > 1 && NF == 0 { exit } NR > 1 {
  print $1, 2, "inf distinct", 10000
  if (NR % 6 == 0) print $1, 2, "1 distinct", 10000
  if ($2 == "GME") { split("1 any:2;inf any:2;2 same", how, ";"); print $1, 2, how[1 + NR % 3], 5000 }
  if (NR % 3 == 0) print $1, 3, "inf distinct", 1000
}' | grep -v '^merritt_taubenfeld . inf' > list # it has as many levels as its passages need
cat >> list <<'END'
merritt_taubenfeld 2 2 distinct
merritt_taubenfeld 3 1 distinct
bw_naive 3 inf distinct
szymanski_no_wait 3 inf distinct
szymanski_three_bit 3 inf distinct
yang_anderson_one_p 3 inf distinct
bw_naive 3 2 2,1,1
burns_lamport 2 3 distinct
burns_lamport 3 2 distinct
burns_lamport 4 inf distinct
bakery 2 2 distinct
bakery 3 1 distinct
glb 3 1 1,1,2
bwbgme_repaired 2 2 any:2
toy holds mixer 2 2 distinct 7
toy holds mixer 3 1 distinct 7
toy outside mixer 2 inf distinct 7
toy holds queue_jumper 3 inf distinct 1
toy holds lingerer 2 inf distinct 1
toy holds alternation 2 2 distinct 2
toy holds courtesy 2 inf distinct 1
toy fails open_door 2 1 distinct 1
toy holds open_door 2 2 same 1
toy fails chapel 2 inf distinct 1
toy outside leaky 2 1 distinct 1
toy fails namesake 2 1 distinct 9
toy holds embrace 2 2 distinct 1
toy holds gates 1 inf distinct 1
toy holds gates 1 2 distinct 1
toy fails gates 2 1 distinct 1
toy fails lease 2 inf distinct 2
toy holds lease 1 2 distinct 2
END
xargs -P 2 -L 1 bash -c 'job "$@"' job < list > verdicts 2>&1
xargs -P 2 -L 1 bash -c 'crash "$@"' crash > crashes 2>&1 <<'END'
burns_lynch 2 --faults stop:1
burns_lynch 2 --faults stop:2 --leases all
burns_lynch 3 --faults stop:1 --leases all
burns_lynch 2 --leases all --leases-may-expire 2
burns_lamport 2 --faults stop:1
peterson 2 --faults stop:1 --leases all
szymanski 2 --faults stop:1 --leases all
szymanski 3 --faults stop:1 --leases all
bakery 2 --faults stop:1 --leases all --leases-may-expire 1
ttas 2 --faults stop:1
two_stage 2 --faults stop:1
END
xargs -P 2 -L 1 bash -c 'buffers "$@"' buffers > waiting 2>&1 <<'END'
peterson 2 inf distinct --order tso
peterson 2 inf distinct --order tso --fences 3 --buffer 3
peterson 2 inf distinct --order pso --fences 2,3,cs
bakery 2 1 distinct --order pso --fences 1,2b,cs --buffer 4
bakery 2 1 distinct --order pso --fences 1,2b
mcs 2 inf distinct --order tso
mcs 2 inf distinct --order pso --buffer 4
mcs 2 inf distinct --order pso --fences all
glb 2 1 any:2 --order pso --fences 4,5b,cs --buffer 3
glb 2 2 any:2 --order tso --fences 4 --buffer 3
burns_lamport 3 inf distinct --order tso --fences 1 --buffer 2
burns_lamport 3 1 distinct --order tso --data no
END
for seen in '^ok: glb 2 1 .* holds' '^ok: glb 2 2 .* fails' '^ok: mcs .* --buffer 4: .* fails' \
  '^ok: burns.* --buffer 2: .* holds'; do
  grep -q "$seen" waiting || fail "where writes wait: no $seen: $(cat waiting)"
done
cat crashes waiting >> verdicts
for seen in '^ok: szymanski 3 .*fails' '^ok: burns_lynch 3 .*P6 holds' '^ok: ttas .*P6 fails'; do
  grep -q "$seen" crashes || fail "among the crashes: no $seen: $(cat crashes)"
done
grep -v '^ok' verdicts && fail 'not every verdict agrees'
for wrong in bw_naive szymanski_no_wait szymanski_three_bit yang_anderson_one_p; do
  grep -q "^ok: $wrong 3 .* fails" verdicts || fail "SPIN does not see that $wrong is wrong"
done
[ "$(grep -c '^ok.* holds' verdicts)" -ge 100 ] || fail "only $(grep -c '^ok.* holds' verdicts) models without error"
sed -n 's/.* \([a-z]*\)$/\1/p' verdicts | sort | uniq -c
