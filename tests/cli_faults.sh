#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Crashes and leases, as a user meets them: a property that a crash breaks in the explorer is written down, and breaks
# again in a replay; the traces tell of it; a config has faults as an axis; bad words are refused with their place.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- the explorer, its witness, the replay ----------------------------------------------------------------------------

explore() { expect "$1" "$2" "$rmr" explore --passages inf "${@:3}"; }
explore 0 'P1  holds (bounded by 1 crash)' -a burns_lynch -n 3 --check P1,P6 --faults stop:1 --leases all
explore 11 'P6  fails' -a burns_lynch -n 2 --check P1,P6 --faults stop:1
explore 12 'at most 1 crash, leases flag' -a szymanski -n 3 --check P1 --faults stop:1 --leases all --witness w.sched
grep -qx 'faults stop:1' w.sched && grep -qx 'leases flag' w.sched || fail "the witness has no faults: $(cat w.sched)"
grep -qE '^crash P[123]$' w.sched && grep -qE '^expire flag\[[123]\]$' w.sched || fail "no crash: $(cat w.sched)"
expect 12 'P1: P' "$rmr" replay w.sched --trace w.txt
grep -qE '^#[0-9]+ P[123] CRASHES; its passage has cost [0-9]+ RMRs in [0-9]+ steps$' w.txt || fail "$(cat w.txt)"
expect 12 'as recorded' "$rmr" replay w.sched --trace again.sched
expect 12 'as recorded' "$rmr" replay again.sched --trace w.json
expect 12 'as recorded' "$rmr" replay again.sched --trace more.sched
cmp -s again.sched more.sched || fail 'a recording of a recording differs'
grep -q '"name":"crash P' w.json && grep -q '"crashed":true' w.json || fail 'the Chrome trace has no crash'
python3 -c 'import json; json.load(open("w.json"))' 2> /dev/null || [ -z "$(command -v python3)" ] || fail 'no JSON'

# --- leases that run out for one reader after the other ---------------------------------------------------------------

explore 0 'P6  holds (bounded by 1 crash)' -a burns_lynch -n 3 --check P1,P6 --faults stop:1 --leases all,at:reader
explore 0 'P1  holds' -a burns_lynch -n 2 --check P1 --faults stop:1 --leases all,at:reader
explore 12 'P1  fails' -a burns_lynch -n 2 --check P1 --leases all,at:reader --leases-may-expire 1 --witness at.sched
grep -qx 'leases F,at:reader' at.sched && grep -qE '^expire F\[([12])\] at P[12]$' at.sched ||
  fail "nobody reads otherwise: $(cat at.sched)"
expect 12 'P1: P' "$rmr" replay at.sched --trace said.sched
expect 12 'as recorded' "$rmr" replay said.sched --trace at.txt
grep -qE '^expire F\[[12]\]=0 at P[12]$' said.sched || fail "$(cat said.sched)"
grep -qE '^#[0-9]+ .*expire F\[[12]\] at P[12]' at.txt || fail "the trace does not tell of it: $(cat at.txt)"
expect 0 'crashes: 2' "$rmr" simulate -a burns_lynch -n 4 --passages 5 --faults stop:2 --leases all,at:reader \
  -s crashing:rate=0.1 --trace some.sched
expect 0 'as recorded' "$rmr" replay some.sched
wrong() { sed "s/^expire.*/expire $1/" at.sched > wrong.sched && expect 64 "$2" "$rmr" replay wrong.sched; }
wrong 'F[1] P2' 'expected one register behind expire, and perhaps at and a process'
wrong 'F[1] at' 'no process behind at; expected P1 to P2'
wrong 'F[1] at P3' "'P3': expected a process, P1 to P2"
wrong 'F[1] at P2 P1' 'expected one process'
wrong 'F[1]' 'which cannot happen there'

explore 0 'P1  holds (bounded by 1 crash at line 5, 2 new processes)' -a burns_lynch -n 2 --check P1,P6 \
  --faults stop:1,at:5,new:2 --leases all

# --- responsible for a lease ------------------------------------------------------------------------------------------

# A compare-and-swap that fails writes nothing: the lease that a new process finds is the dead one's still.
cat > swapped.alg << 'END'
algorithm swapped ""
claims not P1
shared O : process or nil lease of value
process i
  waiting
  1 L: if compare_and_swap(O, nil, i) != nil then goto L end if
  critical section
  exit
  2 O := nil
END
explore 0 'P6  holds' -a ./swapped.alg -n 2 --check P4,P6,P7 --faults stop:1,new:1 --leases O
printf '%s\n' 'rmr-schedule 1' 'algorithm ./swapped.alg' 'n 2' 'passages inf' 'faults stop:1,new:1' 'leases O' \
  'P1 x1' 'crash P1' 'new P1' 'P1 x1' 'expire O' 'P1 x1' > swapped.sched
expect 0 'all 6 steps' "$rmr" replay swapped.sched

# A process that has made all its passages rests in its remainder, and is responsible for what its locals say.
cat > resting.alg << 'END'
algorithm resting ""
claims not P1
shared X : 0..1 at nobody lease while m = 1
process i
  private m : 0..1
  waiting
  1 if i = 1 then skip end if
  2 if i = 2 then wait until X = 0 end if
  critical section
  exit
  3 if i = 1 then X := 1 end if
  if i = 1 then m := 1 end if
  4 skip
END
for passages in 1 2; do
  expect 11 'P6  fails' "$rmr" explore -a ./resting.alg -n 2 --passages $passages --leases X --check P6 \
    --witness r.sched
  expect 11 'as recorded' "$rmr" replay r.sched
  sed -i '/^loop/d; /^steps/d' r.sched && echo 'expire X' >> r.sched
  expect 64 'cannot happen there' "$rmr" replay r.sched
done

# --- the dead in invariants -------------------------------------------------------------------------------------------

cat > dead.alg << 'END'
algorithm dead ""
claims not P1
shared F[1..N] : 0..1
invariant Q1 "a flag is up outside the remainder" : forall p in 1..N : F[p] = 0 or not P[p] in remainder
invariant Q2 "each is somewhere" : P[1] in remainder or P[1] in waiting or P[1] in cs or P[1] in exit
process i
  waiting
  1 F[i] := 1
  critical section
  exit
  2 F[i] := 0
END
explore 0 'Q2  holds' -a ./dead.alg -n 2 --check invariants
explore 12 'Q2  fails' -a ./dead.alg -n 2 --check invariants --faults stop:1 --witness dead.sched
explore 12 'Q1  holds' -a ./dead.alg -n 2 --check invariants --faults stop:1
expect 12 'Q2' "$rmr" replay dead.sched

# --- a crash behind a crash ends no passage ---------------------------------------------------------------------------

printf '%s\n' 'rmr-schedule 1' 'algorithm recoverable_bakery' 'n 1' 'faults recover:3' 'P1 x2' 'crash P1' 'crash P1' \
  'crash P1' 'P1 x5' > crashes.sched
expect 0 'completed after 7 steps, 2 passages' "$rmr" replay crashes.sched
expect 0 'mean 3.00' "$rmr" replay crashes.sched

# --- simulations ------------------------------------------------------------------------------------------------------

crash() { expect "$1" "$2" "$rmr" simulate -n 4 --passages 5 --faults stop:2 --leases all -s "crashing:$3" "${@:4}"; }
crash 0 'crashes: 2' rate=0.1 -a burns_lynch
crash 0 'crashes: 1' at=5,who=3,then=round_robin -a burns_lynch
replaced() {
  expect "$1" "$2" "$rmr" simulate -a burns_lynch -n 3 --passages 4 --faults stop:40,new:40 --leases all \
    -s "$3" "${@:4}"
}
replaced 0 'crashes: 40' crashing:rate=0.2,new=0.5 --trace new.sched
grep -qx 'faults stop:40,new:40' new.sched && [ "$(grep -cE '^new P[123]$' new.sched)" -eq 40 ] || fail 'not 40 came'
expect 0 'as recorded' "$rmr" replay new.sched --trace new.txt
grep -qE '^#[0-9]+ a new process replaces P[123]$' new.txt || fail 'nobody came in the trace'
expect 0 'as recorded' "$rmr" replay new.sched --trace new.json
grep -q '"name":"new P' new.json || fail 'nobody came in the Chrome trace'
crash 64 'burns_lynch has no line of that name' at=99 -a burns_lynch
crash 64 'who=9, but N = 4' who=9 -a burns_lynch
expect 11 deadlock "$rmr" simulate -a ttas -n 4 --faults stop:1 -s crashing:at=5
expect 0 'crashes: 0' "$rmr" simulate -a burns_lynch -n 4 -s crashing:rate=1

# --- the outputs ------------------------------------------------------------------------------------------------------

say() { expect 0 "$1" "$rmr" "${@:2}" -a szymanski_three_bit -n 2 --faults stop:1 --leases s,w --leases-may-expire 1; }
say '"faults": "stop:1 leases:w,s expire:1"' simulate --json
say '"faults": "stop:1 leases:w,s expire:1"' explore --check rmr --json
say 'at most 1 crash, leases w,s, of which 1 may expire' simulate --trace told.txt
grep -q 'at most 1 crash, leases w,s, of which 1 may expire while the owner lives, seed 1' told.txt ||
  fail "the trace does not tell the faults: $(head -n 4 told.txt)"
say '' simulate --trace told.json
grep -qF '"faults":"stop:1 leases:w,s expire:1"' told.json ||
  fail "the trace does not tell the faults: $(head -c 300 told.json)"
expect 0 '"faults": null' "$rmr" simulate -a bakery -n 2 --json
"$rmr" explore -a bakery -n 2 --json --faults stop:1 --check P1 > told.out
[ "$(grep -c '"faults": "stop:1"' told.out)" -eq 2 ] || fail 'the scope of P1 does not tell the faults'

# --- refusals ---------------------------------------------------------------------------------------------------------

expect 0 'Burns-Lynch' "$rmr" simulate burns_lynch -n 2 --faults none
refuse() { expect 64 "$1" "$rmr" explore -a burns_lynch -n 2 "${@:2}"; }
refuse "faults 'stop': expected stop:F" --faults stop
refuse 'expected 1 to 65535 crashes behind stop:' --faults stop:0
refuse "no registers 'G'" --leases G
refuse 'but burns_lynch has none' --leases-may-expire 1
refuse "--leases-may-expire" --leases-may-expire -1
schedule() { printf '%s\n' 'rmr-schedule 1' 'algorithm burns_lynch' 'n 2' "$@" > s.sched; }
refuse 'expected stop:F beside it' --faults new:1
refuse "has no line '33'" --faults stop:1,at:33
unsaid() { expect 64 "the format cannot express $1" "$rmr" export --format promela "${@:2}"; }
unsaid 'new processes' burns_lynch -n 2 --faults stop:1,new:1
unsaid 'leases that run out for one reader' burns_lynch -n 2 --leases all,at:reader
unsaid 'leases whose owner' burns_lynch_rate -n 2
schedule 'crash P1'
expect 64 'which cannot happen there' "$rmr" replay s.sched
schedule 'faults stop:1' 'P1 x2' 'crash P3'
expect 64 "s.sched:6:7: 'P3': expected a process, P1 to P2" "$rmr" replay s.sched
schedule 'faults stop:1' 'leases Q' 'P1 x2'
expect 64 "no registers 'Q'" "$rmr" replay s.sched
schedule 'faults stop:1' 'P1 x2' 'crash P1' 'P1 x1'
expect 64 'P1' "$rmr" replay s.sched
schedule 'faults stop:1' 'leases_may_expire 99999' 'P1 x2'
expect 64 "leases_may_expire is '99999'; expected a number up to 65535" "$rmr" replay s.sched

refuse 'has no Recover line; restart:1 starts it again at its first line' --faults recover:1
refuse 'expected 1 to 65535 crashes behind restart:' --faults restart:-1
refuse 'no process recovers from a crash' --faults stop:1 --check CSR
schedule 'faults restart:1' 'P1 x2' 'crash all'
expect 64 'which cannot happen there' "$rmr" replay s.sched

# --- recovery ---------------------------------------------------------------------------------------------------------

expect 12 'CSR  fails' "$rmr" explore -a peterson -n 2 --faults restart:1 --check CSR --witness r.sched
expect 12 'CSR: P' "$rmr" replay r.sched --trace r.txt
grep -qE '^#[0-9]+ P[12] CRASHES, and starts again; its passage has cost' r.txt || fail "$(cat r.txt)"
expect 12 'CSR: P' "$rmr" replay r.sched --trace r.json
expect 12 'VIOLATION at step' "$rmr" simulate -a recoverable_peterson:stages=2 -n 3 --passages 50 --faults recover:30 \
  -s crashing:rate=0.05
expect 0 'crashes: 30' "$rmr" simulate -a recoverable_peterson -n 3 --passages 50 --faults recover:30 \
  -s crashing:rate=0.05
grep -q '"name":"recover"' r.json || fail 'the Chrome trace has no recovery'
expect 0 'holds (bounded by 1 passage each, 1 crash): a process that has crashed' "$rmr" explore \
  -a recoverable_epoch -n 2 --faults system:1 --check BCSR
expect 0 'P3  holds (bounded by 1 passage each, 1 crash): an exit or a recovery takes' "$rmr" explore \
  -a recoverable_peterson -n 2 --faults recover:1 --check P3
expect 0 '"CSR"' "$rmr" explore -a recoverable_owner -n 2 --faults recover:1 --check CSR --json

# --- configs ----------------------------------------------------------------------------------------------------------

config() { printf '{"drive": "explore", "algorithms": ["burns_lynch"], "n": [2, 3], "passages": "inf", "faults": %s,
  "check": ["P1", "P6"], "metrics": ["states"]}\n' "$1" > faults.json; }
config '["none", "stop:1", "stop:1 leases:all"]'
expect 0 '' "$rmr" run faults.json -o out # P6 is lost without leases, and nobody claims the contrary
[ "$(grep -c . out/records.jsonl)" -eq 6 ] || fail "$(grep -c . out/records.jsonl) records, expected 6"
[ "$(grep -c '"faults": *"stop:1 leases:all"' out/records.jsonl)" -eq 2 ] || fail 'the scope does not tell the faults'
[ "$(grep -c '"faults"' out/records.jsonl)" -eq 4 ] || fail 'a scope without faults tells of some'
grep -q 'faults: stop:1 leases:all' out/report.html || fail 'the report does not tell the faults'

# where a lease runs out some time, but not by this adversary, nobody is in a deadlock
rate() { "$rmr" simulate -a burns_lynch_rate -n 2 --passages 2 "$@"; }
expect 30 'no process can move before `expire last`, which random does not choose' rate
expect 30 '"end": "change pending"' rate --json
expect 30 '"completed": false' rate --json
expect 11 'deadlock after' rate --leases none
expect 0 'completed after' rate -s crashing
echo '{"algorithms": "burns_lynch_rate", "n": 2, "passages": 2, "metrics": "rmr.max", "fits": [],
  "expect": {"P6": "holds"}}' > pending.json
expect 30 '1 of 1 runs ended before their passages were done' "$rmr" run pending.json -o pending
sed 's/"fits"/"faults": "leases:none", "fits"/' pending.json > stuck.json
expect 20 'P6' "$rmr" run stuck.json -o stuck

# claims are of runs in which nothing goes wrong; expectations are judged apart from them
cat > table.json <<'END_OF_CONFIG'
{"drive": "explore", "algorithms": ["burns_lynch"], "n": 2, "passages": [1, "inf"], "faults": ["none", "stop:1"],
 "metrics": ["rmr.max"], "fits": [], "plots": [{"type": "gallery"}], "expect": {"P6": "holds"},
 "tables": [{"name": "t", "columns": ["RMR cc", "P6"], "rows": [
   {"algorithm": "burns_lynch", "says": {"P6": "yes"}}, {"algorithm": "burns_lynch", "faults": "stop:1"}]}]}
END_OF_CONFIG
expect 20 'fails: burns_lynch, faults stop:1, P6 holds' "$rmr" run table.json -o tables # it is a clause
grep -qE '^burns_lynch  .* holds = yes' out.txt || fail "a crash counts against a claim: $(cat out.txt)"
grep -qE '^burns_lynch, faults stop:1  .* fails *$' out.txt || fail "the claim is held against crashes: $(cat out.txt)"
tr -d '\n' < tables/verdicts.json | tr -s ' ' > verdicts.txt
grep -qE '"series": "burns_lynch", *"metric": "P6".*"verdict": "holds"' verdicts.txt ||
  fail "a crash counts against a clause: $(cat tables/verdicts.json)"
grep -q '"series": "burns_lynch, faults stop:1"' tables/verdicts.json || fail "$(cat tables/verdicts.json)"

# a failure counts where the algorithm says that it survives such crashes, and no table says that it fails
cat > unsaid.json <<'END_OF_CONFIG'
{"drive": "explore", "algorithms": ["recoverable_peterson:stages=2", "recoverable_epoch"], "n": 2,
 "faults": ["none", "recover:1"], "check": ["P6", "CSR"], "metrics": ["states"], "fits": [],
 "tables": [{"name": "t", "columns": ["P6", "CSR"], "rows": [
   {"algorithm": "recoverable_peterson:stages=2"},
   {"algorithm": "recoverable_epoch", "faults": "recover:1"},
   {"algorithm": "recoverable_peterson:stages=2", "faults": "recover:1"}]}]}
END_OF_CONFIG
expect 12 'CSR is broken' "$rmr" run unsaid.json -o unsaid
grep -qE '^recoverable_epoch, faults recover:1 +fails +holds' out.txt || fail "P6, a crash of one: $(cat out.txt)"
sed 's/"faults": "recover:1"}]}/"faults": "recover:1", "says": {"CSR": "no"}}]}/' unsaid.json > said.json
expect 0 'fails = no' "$rmr" run said.json -o said
sed 's/stages=2"},/stages=2", "says": {"CSR": "no"}},/' unsaid.json > elsewhere.json
expect 12 'CSR is broken' "$rmr" run elsewhere.json -o elsewhere
cat > super.json <<'END_OF_CONFIG'
{"drive": "explore", "algorithms": ["recoverable_peterson"], "n": 2, "faults": ["recover:1"], "metrics": [], "fits": [],
 "tables": [{"name": "t", "columns": ["RMR cc", "super cc"], "rows": [
   {"algorithm": "recoverable_peterson", "faults": "recover:1"}]}]}
END_OF_CONFIG
expect 0 '' "$rmr" run super.json -o super
for cost in rmr super; do
  most=$("$rmr" explore -a recoverable_peterson -n 2 --faults recover:1 --check rmr --cost $cost --json |
    sed -n 's/.*"worst_\(rmr\|cost\)": \([0-9]*\).*/\2/p' | sort -n | tail -n 1)
  grep -qF "exactly $most" super/tables.json || fail "$cost: $most, but $(cat super/tables.json)"
done
sed 's/"drive": "explore"/"drive": "simulate", "adversaries": ["crashing:rate=0.1"], "repetitions": 20/
  s/"passages": [^,]*,//; s/"recover:1"/"recover:20"/g; s/"n": 2,/"n": 3, "passages": 50,/
  s/"check": [^]]*\], //; s/"metrics": [^]]*\]/"metrics": ["rmr.max"]/' unsaid.json > simulated.json
expect 12 'CSR is broken (CSR: P' "$rmr" run simulated.json -o simulated
sed 's/"faults": "stop:1"}]}/"faults": "stop:2"}]}/' table.json > other.json
expect 64 '"stop:2" is not among the "faults" of this config' "$rmr" run other.json -o other
config '["stop:1 leases:Q"]'
expect 64 "faults.json:1:" "$rmr" run faults.json -o other
config '["stop:one"]'
expect 64 'expected 1 to 65535 crashes' "$rmr" run faults.json -o other

# Runs that have every property between them: the table of verdicts has a column for each, and no other.
cat > every.json << 'END'
{"drive": "explore", "n": 2, "algorithms": ["recoverable_bakery", "burns_lynch_rate", "tas"],
 "faults": ["none", "recover:1"], "time": ["none", "slow=1"], "order": ["sc", "tso"],
 "exclude": [{"time": "slow=1", "order": "tso"}, {"faults": "recover:1", "order": "tso"},
             {"faults": "recover:1", "time": "slow=1"}, {"algorithm": "burns_lynch_rate", "time": "none"},
             {"algorithm": ["burns_lynch_rate", "tas"], "faults": "recover:1"},
             {"algorithm": "recoverable_bakery", "order": "tso"},
             {"algorithm": "recoverable_bakery", "time": "slow=1"}],
 "check": ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "CSR", "BCSR", "response", "robust", "invariants"],
 "fits": [], "plots": []}
END
expect 0 '' "$rmr" run every.json -o every
heads=$(tr -d '\n' < every/report.html | grep -o 'Properties over all schedules.*' | grep -o '<thead>.*' |
  sed 's/<.thead>.*//' | grep -o 'scope="col">[A-Za-z0-9]*' | sed 's/.*>//' | tr '\n' ' ')
[ "$heads" = "algorithm sessions P1 P2 P3 P4 P5 P6 P7 CSR BCSR response robust invariants " ] ||
  fail "the columns of verdicts are $heads"
