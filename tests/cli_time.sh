#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Time, as a user meets it: a run with a clock, its traces, which replay and come out the same byte for byte; bad words
# are refused with their place.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- runs, traces, replays --------------------------------------------------------------------------------------------

run() { expect 0 "$1" "$rmr" simulate -a fischer_lease:lease=8 -n 3 --passages 4 --time slow=1,skew=2 "${@:2}"; }
run 'time slow=1,skew=2' --trace run.sched
run 'time slow=1,skew=2' --trace again.sched
cmp -s run.sched again.sched || fail 'the same seed, another run'
run ' ticks' --seed 2 --trace other.sched
cmp -s run.sched other.sched && fail 'another seed, the same run'
grep -qx 'time slow=1,skew=2' run.sched || fail "the schedule has no time: $(cat run.sched)"
grep -qE '^skew P[123] [12]$' run.sched || fail "no clock is ahead: $(cat run.sched)"
grep -qE '^tick( x[0-9]+)?$' run.sched || fail "nothing ticks: $(cat run.sched)"
expect 0 'as recorded' "$rmr" replay run.sched --trace more.sched
cmp -s run.sched more.sched || fail 'a recording of a recording differs'
run 'time slow=1' --trace run.txt
grep -qE '^#[0-9]+ tick' run.txt && grep -qE 'waits for [0-9]+ ticks$' run.txt || fail "no ticks: $(cat run.txt)"
grep -qE ', [0-9]+ ticks old' run.txt || fail "no ages: $(cat run.txt)"
run 'time slow=1' --trace run.json
grep -q '"age":' run.json && grep -q '"name":"tick' run.json && grep -q '"time":"slow=1,skew=2"' run.json ||
  fail 'the Chrome trace has no time'
python3 -c 'import json; json.load(open("run.json"))' 2> /dev/null || [ -z "$(command -v python3)" ] || fail 'no JSON'
run '"ticks":' --json
run '"time": "slow=1,skew=2"' --json

# --- mistakes ---------------------------------------------------------------------------------------------------------

printf 'rmr-schedule 1\nalgorithm fischer:delay=1\nn 2\ntime slow=1\n' > late.sched
printf 'P1 x1\nP2 x1\nP1 x1\ntick\nP1 x2\nP2 x1\ntick\nP2 x2\n' >> late.sched
expect 12 'P1: P' "$rmr" replay late.sched
sed 's/^tick$/tick x2/' late.sched > later.sched
expect 64 'chose `tick x2` at step 4, which cannot happen there' "$rmr" replay later.sched
grep -v '^time' late.sched > untimed.sched
expect 64 'chose `tick` at step 4, which cannot happen there' "$rmr" replay untimed.sched

bad() { expect 64 "$1" "$rmr" simulate -a fischer_lease -n 2 "${@:2}"; }
for time in '' slow slow=0 slow=-1 slow=1e3 skew=1 slow=1,slow=2 slow=1,cs=0 'slow=1,' slow=1000000001 \
  slow=18446744073709551617; do
  bad 'expected slow=S' --time "$time"
done
bad 'expected one of the two' --time slow=1 --leases x
bad 'expected one of the two' --time slow=1 --leases-may-expire 1
expect 64 'lease' "$rmr" simulate -a fischer_lease:lease=0 -n 2 --time slow=1

# a process that waits for the clock when that comes to its end is in no deadlock: a delay beyond the lease, so that
# nobody enters
expect 30 'the clock goes on, which has no room for later times' \
  "$rmr" simulate -a fischer_lease:delay=1000000000 -n 2 --time slow=1
grep -q '^change pending after' out.txt || fail "the end of time: $(cat out.txt)"

# --- experiments ------------------------------------------------------------------------------------------------------

echo '{"algorithms": "fischer", "n": [2, 3], "time": ["none", "slow=1,skew=1"],
  "metrics": "rmr.max", "fits": []}' > t.json
"$rmr" run t.json -o t > out.txt 2>&1
[ "$(grep -c '"time": "slow=1,skew=1"' t/records.jsonl)" -eq 2 ] || fail "time is no axis: $(cat out.txt)"
grep -q 'slow=1,skew=1' t/records.csv || fail 'the CSV has no time'
sed 's/slow=1/slow=0/' t.json > bad.json
expect 64 'bad.json:' "$rmr" run bad.json -o bad
echo '{"algorithms": "fischer_lease", "n": 2, "time": "slow=1", "faults": "stop:1 leases:all",
  "metrics": "rmr.max"}' > bad.json
expect 64 'expected one of the two' "$rmr" run bad.json -o bad

# What a text may do with a time. Behind each use: what is wrong with it, if anything.
used() {
  cat > used.alg << END
algorithm used "A use of a time"
source "rmrlab"

parameter slot : 1..100 = 4 "ticks"

shared X[0..3] : boolean
shared x : (id: process or nil, time: time horizon 9)
shared Z : natural

process i
  local old : time horizon 9
  local n : natural
  waiting
  1   old := x.time
  2   $1
      critical section
  exit
  3   x := (nil, 0)
END
  if [ $# -eq 1 ]; then
    expect 0 'A use of a time' "$rmr" show ./used.alg --json
  else
    expect 64 "$2" "$rmr" show ./used.alg
  fi
}
only='a time may only be compared, kept as a time, or be taken modulo the period'
used 'if now - x.time >= 3 then n := 1 end if'
used 'if 3 <= max(now - x.time, 2) then n := 1 end if'
used 'if now >= x.time + 3 or x.time = 0 or 0 != old then n := 1 end if'
used 'if (now - old) div 2 > 1 or (now - old) mod 3 = 0 then n := 1 end if'
used 'if old div (slot * N) < now div (slot * N) and now + 1 < (old div (slot * N) + 1) * (slot * N) then n := 1 end if'
used 'n := now mod (slot * N) div slot + 1'
used 'X[now mod 4] := true'
used 'x := (i, old)'
used 'x := (i, now - 3)'
used 'if x = (i, old) then n := 1 end if'
used 'Z := now' "15:12: $only"
used 'n := now - old' "$only"
used 'X[now] := true' "$only"
used 'delay now' "$only"
used 'await Z = now' "$only"
used 'x := (i, 7)' "$only"
used 'x := (nil, now - old)' "$only"
used 'if now + old > 3 then n := 1 end if' "$only"
used 'if now > 3 then n := 1 end if' "$only"
used 'if 2 * now > old then n := 1 end if' "$only"
used 'if now - x.time >= now then n := 1 end if' "$only"
used 'if now div 4 = 3 then n := 1 end if' "$only"
used 'if (now div 4) * 3 < now then n := 1 end if' "$only"
used 'n := x.time mod 4' "$only"
used 'n := now mod i' 'a period of a clock is made of numbers, parameters and N'
used 'n := now mod 4 + now mod 6' 'this is another period than that in line 15; a text has one'
used 'if now div slot < old div (slot * N) then n := 1 end if' 'this is another period'
used 'n := now mod (slot - 4)'
expect 64 'the period of the clock is 0; expected 1 or more' "$rmr" explore -a ./used.alg -n 2 --time slow=1

# An access in a register that the clock chooses: the explorer and a simulation count the same.
cat > chosen.alg << 'END'
algorithm chosen "The clock chooses a register"
source "rmrlab"

shared X[1..N] : boolean at owner

process i
  local b : boolean
  waiting
  1   b := X[i]
  2   b := X[1 + now mod 2]
      critical section
  exit
  3   b := X[i]
END
expect 0 'P2           1  exact' "$rmr" explore -a ./chosen.alg -n 2 -m dsm --time slow=2 --check rmr --observe 2
expect 0 'max 1' "$rmr" simulate -a ./chosen.alg -n 2 -m dsm --time slow=2 -s solo

# The first access of a passage is of the clock of the moment at which it is made.
sed -e 's/mod 2/mod 3/' -e 's/^  1 .*/  1   b := X[1 + now mod 3]/' chosen.alg > first.alg
for what in explore simulate; do
  expect 12 'at line 1: there is no X[3], only X[1] to X[2]' "$rmr" $what -a ./first.alg -n 2 --time slow=2
done
