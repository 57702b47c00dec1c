#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Changes that happen by themselves, as a user meets them. Two toys are built as plug-ins: a lock that expires, and
# gates that open by themselves. The explorer finds what an expiry breaks and writes it down; the replay breaks it
# again; a schedule written by hand opens a gate; the three kinds of traces tell of it; and an impossible change is
# refused with its place.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
read -ra cc <<< "${CC:-cc}"
for toy in lease gates; do
  "${cc[@]}" -std=c11 -O1 -shared -fPIC -I "$source/include" -o "$toy.so" "$source/tests/toys/$toy.c" || exit 1
done

# --- the lock that expires --------------------------------------------------------------------------------------------

expect 12 'P1  fails' "$rmr" explore -a ./lease.so -n 2 --check P1 --witness broken.schedule
broken=$(ls broken*.schedule | head -n 1)
grep -qx 'lapse Taken' "$broken" || fail "the witness has no lapse: $(cat "$broken")"
expect 12 'P1: P' "$rmr" replay "$broken" --trace broken.txt
grep -q '^#[0-9]* by itself: lapse Taken: true -> false$' broken.txt ||
  fail "the trace has no lapse: $(cat broken.txt)"
printf '%s\n' 'rmr-schedule 1' 'algorithm ./lease.so' 'n 1' 'P1 x3' 'lapse Taken' > over.schedule
expect 64 'and the schedule goes on with lapse Taken' "$rmr" replay over.schedule
expect 12 'P1: P' "$rmr" replay "$broken" --trace again.schedule
grep -qx 'lapse Taken=0' again.schedule ||
  fail "the recording does not say what the register holds: $(cat again.schedule)"
expect 12 'as recorded' "$rmr" replay again.schedule
sed 's/^lapse Taken=0$/lapse Taken=1/' again.schedule > other.schedule
expect 64 'recorded is value 1' "$rmr" replay other.schedule
expect 12 'P1: P' "$rmr" replay "$broken" --trace broken.json
grep -q '"cat":"change","name":"lapse Taken"' broken.json || fail "the Chrome trace has no lapse"
expect 0 '' "$rmr" simulate -a ./lease.so -n 3 --passages 4

# --- gates that open by themselves ------------------------------------------------------------------------------------

schedule() { printf '%s\n' 'rmr-schedule 1' 'algorithm ./gates.so' 'n 2' "$@" > gates.schedule; }
expect 11 deadlock "$rmr" simulate -a ./gates.so -n 2
schedule 'P1 x1' 'P2 x1' 'open Gate[2]' 'P2 x2' 'open Gate[1]=1' 'P1 x2'
expect 0 'completed after' "$rmr" replay gates.schedule
expect 0 'completed after' "$rmr" simulate -a ./gates.so -n 2 -s replay:file=gates.schedule
schedule 'open Gate[2]' 'open Gate[2]'
expect 64 'which cannot happen there' "$rmr" replay gates.schedule
schedule 'open Gate[3]'
expect 64 "gates.schedule:4:6: 'Gate[3]': expected Gate[1] to Gate[2]" "$rmr" replay gates.schedule
schedule 'open Gat[1]'
expect 64 "did you mean 'Gate'?" "$rmr" replay gates.schedule
schedule 'open'
expect 64 'open without a register' "$rmr" replay gates.schedule
schedule 'open Gate[1] Gate[2]'
expect 64 'expected one register behind open' "$rmr" replay gates.schedule
expect 0 'proctype Environment' "$rmr" export --format promela -a ./gates.so -n 2
