#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cli_symmetry.sh: whether processes are alike is found from what they do, not from how the text looks. Of each lock
# there are two texts. In one all processes are alike; in the other one word more tells them apart.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# lock NAME ENTRY: an algorithm with this entry, in which P_i finds Lock free and locks it.
lock() {
  cat > "$1.alg" << END
algorithm $1 "A lock"
source "this test"

shared Lock : 0..N
shared Mark[1..N] : 0..N at owner
shared Last : process arbitrary

process i
  local j : 1..N
  local seen : 0..N
  waiting
$2
  9   wait until compare_and_swap(Lock, 0, 1) = 0
      critical section
  exit
  10  Lock := 0
END
}

# is_alike NAME YES|NO OPTION...: the result for four processes.
is_alike() {
  local name=$1 expected=$2 found
  shift 2
  found=$("$rmr" explore -a "./$name.alg" -n 4 --check P1,P3 --json "$@" 2> err.txt |
    python3 -c 'import json, sys; o = json.load(sys.stdin)
print(json.dumps(o["alike"], separators=(",", ":")), json.dumps(o["up_to_renaming"]))')
  [ "$found" = "$expected" ] || fail "$name $*: '$found', expected '$expected' $(cat err.txt)"
}

all='[[1,2,3,4]] true' none='[] false'

lock copies  '  1   Last := i
  2   if Last = i then
  3     Mark[i] := i
      end if'
lock ordered '  1   Last := i
  2   if Last < i then
  3     Mark[i] := i
      end if'
is_alike copies "$all"
is_alike ordered "$none"

lock indexed '  1   seen := Last
  2   Mark[seen] := i'
lock counted '  1   seen := Last
      for j := 1 to i do
  2     Mark[seen] := i
      end for'
is_alike indexed "$all"
is_alike counted "$none"

lock one  '  1   if Mark[i] = 0 then
  2     Mark[i] := i
      end if'
lock others '      for j := 1 to N do
  1     if Mark[j] = j then break end if
      end for
  2   Mark[i] := i'
is_alike one "$all"
is_alike others "$none"

# P1 begins elsewhere: the others are alike.
lock begun '  1   Mark[i] := i'
sed -i 's/^shared Mark.*/shared Mark[k in 1..N] : 0..N initially if k = 1 then 1 else 0 at k/' begun.alg
is_alike begun '[[2,3,4]] true'
is_alike copies "$none" --no-symmetry
"$rmr" explore -a ./copies.alg -n 3 --json | grep -q '"up_to_renaming": false' ||
  fail "of three processes every state counts"
is_alike copies "$none" --faults stop:1

# The same verdicts and costs, with and without; fewer states.
for lock in copies indexed one begun; do
  for option in '' --no-symmetry; do
    "$rmr" explore -a "./$lock.alg" -n 4 --json $option > "out$option.json" 2> err.txt
  done
  python3 - << 'END' > why || fail "$lock: $(cat why)"
import json
few, all = (json.load(open(name)) for name in ("out.json", "out--no-symmetry.json"))
answers = {
    "verdicts": lambda o: {p: (v["verdict"], v.get("own_steps")) for p, v in o["verdicts"].items()},
    "costs": lambda o: [(p["process"], p["worst"], p["unbounded"]) for p in o["processes"]],
    "largest values": lambda o: o["registers"],
}
for what, of in answers.items():
    assert of(few) == of(all), what + " differ"
assert few["states"] < all["states"], "as many states"
END
done

# A witness names processes: it is a run.
"$rmr" explore -a tas -n 4 --passages inf --check P2,rmr --witness w.sched > out.txt
grep -q 'states up to renaming of processes' out.txt || fail "not said: $(cat out.txt)"
for file in w.sched w.cost2.sched w.P2.sched; do
  expect 0 'as recorded' "$rmr" replay "$file" --repeat 3
done
