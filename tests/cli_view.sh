#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr view`: a page of a schedule, under its name or another; the page says what the schedule is about and where its
# loop begins; a file that is no schedule, or does not replay, leaves no page. The text and the trace for Perfetto mark
# the loop, too, and the latter violations and parked processes. A browser, where there is one, has nothing to complain
# of, and shows the step that the link names.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

"$rmr" explore -a bwbgme -n 2 --sessions same --passages inf --check P2 --witness w.sched > /dev/null 2>&1
[ -f w.sched ] || fail "no witness"
[ "$("$rmr" view w.sched)" = w.sched.html ] || fail "the name of the page"
grep -qF '"note":"no starvation (property P2) fails: P1 can starve"' w.sched.html ||
  fail "the page does not say what is wrong"
grep -qE '"loop":[1-9]' w.sched.html || fail "no loop"
[ "$("$rmr" view w.sched -o other.html)" = other.html ] || fail "-o"
cmp -s w.sched.html other.html || fail "two pages of one schedule differ"
"$rmr" replay w.sched --trace third.html > /dev/null 2>&1 || fail "replay: exit $?"
cmp -s w.sched.html third.html || fail "replay --trace FILE.html is another page"
"$rmr" replay w.sched --trace w.txt > /dev/null 2>&1 || fail "replay as text: exit $?"
grep -A 1 -x -- '---- the steps below repeat forever' w.txt |
  grep -q '^#17 P1 line 17a  *wait until Choosing\[j\] = false' ||
  fail "the text does not mark the loop: $(cat w.txt)"

# Perfetto: the loop, violations, and parked processes, also where a run is cut short
"$rmr" replay w.sched --trace w.json > /dev/null 2>&1 || fail "replay for Perfetto: exit $?"
grep -q '"tid":0,"ts":16,"dur":16,"name":"again and again","cat":"loop"' w.json ||
  fail "no loop in the trace for Perfetto: $(grep loop w.json)"
"$rmr" explore -a anderson:slots=1 -n 2 --check P1 --witness p1.sched > /dev/null 2>&1
"$rmr" replay p1.sched --trace p1.json > /dev/null 2>&1
grep -q '"s":"p".*"cat":"violation","name":"mutual exclusion (property P1) is broken: ' p1.json ||
  fail "what is broken is not in the trace for Perfetto: $(cat p1.json)"
! grep '"cat":"loop"' p1.json || fail "a loop where there is none"
"$rmr" simulate -a ticket -n 3 --trace t.json > /dev/null || fail "simulate: exit $?"
grep -qF '"tid":2,"ts":4,"dur":1,"name":"parked","cat":"parked"}' t.json ||
  fail "who is parked is not in the trace for Perfetto: $(cat t.json)"
"$rmr" simulate -a ticket -n 3 --max-steps 4 --trace cut.json > /dev/null 2>&1
grep -qF '"tid":2,"ts":4,"dur":1,"name":"parked","cat":"parked","args":{"open":true}}' cut.json ||
  fail "who is parked when the run is cut short is not in the trace for Perfetto: $(cat cut.json)"

# a loop of all steps begins with the first, and is marked as any other
printf 'rmr-schedule 1\nalgorithm burns_lamport\nn 2\nmemory dsm\nloop\nP1 x2\nP2 x1\nsteps 3\n' > all.sched
for ending in txt json itf.json html svg; do
  "$rmr" replay all.sched --trace all.$ending > /dev/null 2>&1 || fail "a loop of all steps, $ending: exit $?"
done
grep -A 1 -x -- '---- the steps below repeat forever' all.txt | grep -q '^#1 P1 ' ||
  fail "a loop of all steps as text: $(cat all.txt)"
grep -q '"tid":0,"ts":0,"dur":3,"name":"again and again","cat":"loop"' all.json || fail "for Perfetto: $(cat all.json)"
grep -q '^"loop":0}' all.itf.json || fail "for TLA+: $(tail -n 2 all.itf.json)"
grep -q '^"loop":1,*$' all.html || fail "on the page: $(grep -o '"loop":[^,]*' all.html)"
grep -q 'again and again' all.svg || fail "in the picture"
"$rmr" replay p1.sched --trace p1.itf.json > /dev/null 2>&1
! grep '^"loop"' p1.itf.json || fail "a loop where there is none, for TLA+"

cat > names.alg << 'END'
algorithm names "a ticket lock whose registers have names of the trace's own variables"
shared pc, pc_ : natural
process i
  local ticket : natural
  1   ticket := fetch_and_add(pc, 1)
  2   wait until pc_ = ticket
      critical section
  3   pc_ := ticket + 1
END
"$rmr" simulate -a ./names.alg -n 2 --trace names.itf.json > /dev/null || fail "names.alg: exit $?"
grep -qF '"vars":["pc__","pc_","pc","section","crashed"]' names.itf.json || fail "$(grep '"vars"' names.itf.json)"
grep -q '"pc__":{"#bigint":"1"},"pc_":{"#bigint":"0"},"pc":{"#map"' names.itf.json || fail "two variables of one name"

echo 'algorithm bakery' > bad.sched
"$rmr" view bad.sched > out 2> err
[ $? -eq 64 ] || fail "not a schedule: $(cat err)"
[ ! -e bad.sched.html ] || fail "a page of no schedule"
sed 's/^P1 x10$/P1 3=77w x9/' w.sched > differs.sched
"$rmr" view differs.sched > out 2> err
[ $? -eq 64 ] || fail "a schedule that differs: $(cat err)"
[ ! -e differs.sched.html ] || fail "a page of a run that differs"
grep -q '^rmr view: .*the replay differs at step 1' err || fail "$(cat err)"

# A target that would be no page, and one that would destroy a schedule.
cp w.sched before.sched
expect 64 'a page is .html, and a picture .svg' "$rmr" view w.sched -o w.sched
expect 64 'a page is .html, and a picture .svg' "$rmr" view w.sched -o page.txt
expect 64 "'': expected the name of a page" "$rmr" view w.sched -o ''
expect 64 "'': expected the name of a file" "$rmr" replay w.sched --trace ''
expect 64 'a page or a picture at most 1000000; expected a smaller --repeat' "$rmr" view w.sched --repeat 1000000000
cp w.sched plain
expect 64 "'./plain' is the schedule itself" "$rmr" view plain -o ./plain
expect 64 "'plain' is the schedule itself" "$rmr" replay plain --trace plain
cmp w.sched before.sched && cmp w.sched plain || fail "a schedule was written over"
expect 75 'No space left on device' "$rmr" view w.sched -o /dev/full

browser=$(command -v chromium || command -v chromium-browser) ||
  { echo "no chromium: not looked at in a browser"; exit 0; }
"$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --virtual-time-budget=4000 --dump-dom \
  "file://$work/w.sched.html#step=20" > dom 2> log || { echo "chromium does not run here"; exit 0; }
! grep -i 'CONSOLE.*error' log || fail "the page has errors: $(grep CONSOLE log)"
grep -qF 'no starvation (property P2) fails: P1 can starve' dom || fail "what is wrong is not told in words"
grep -q '<div class="now[^>]*>#20 P2 ' dom || grep -q 'class="now free loop"[^>]*>#20 P2 ' dom ||
  fail "the link does not lead to its step: $(grep -o '<div class="now[^<]*' dom)"

"$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --virtual-time-budget=4000 --dump-dom \
  "file://$work/all.html#step=2" > dom 2> log
! grep -i 'CONSOLE.*error' log || fail "a page that is all loop has errors: $(grep CONSOLE log)"
grep -q '<button [^>]*id="to-loop"' dom && ! grep -q '<button [^>]*hidden[^>]*id="to-loop"' dom ||
  fail "no button to a loop of all steps: $(grep 'to-loop' dom | head -n 1)"
[ "$(grep -o '<div class="[a-z ]*loop"' dom | wc -l)" -eq 3 ] || fail "not all steps are in the loop"

# the register that one waits for, and the graph of the forks, beside each step
"$rmr" simulate -a philosophers:graph=ring:5,order=left -s round_robin --trace forks.html > /dev/null 2>&1
shown() {
  "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --virtual-time-budget=4000 --dump-dom \
    "file://$work/$1" > dom 2> log
  ! grep -i 'CONSOLE.*error' log || fail "$1 has errors: $(grep CONSOLE log)"
}
shown 'forks.html#step=5'
[ "$(grep -o 'class="fork taken"' dom | wc -l)" -eq 5 ] || fail "not everybody has a fork: $(grep 'class="fork' dom)"
shown 'forks.html#step=15'
[ "$(grep -o 'class="fork waited"' dom | wc -l)" -eq 5 ] || fail "not everybody waits: $(grep 'class="fork' dom)"
grep -q 'parked while Fork\[4\]\[5\] = (owner higher, ready true)' dom || fail "what P4 waits for is not told"

# of thousands of lanes and registers only those in sight are there; the changed ones are in sight
"$rmr" simulate -a anderson -n 3000 --max-steps 2000 --trace lanes.html > /dev/null 2>&1
shown 'lanes.html#step=2000'
height=$(sed -n 's/.*<canvas[^>]*style="height: \([0-9]*\)px.*/\1/p' dom | head -n 1)
[ "$height" -lt 2000 ] || fail "the canvas is $height pixels high"
rows=$(sed -n '/<tbody id="registers">/,/<\/tbody>/p' dom | grep -o '<tr' | wc -l)
[ "$rows" -gt 5 ] && [ "$rows" -lt 300 ] || fail "$rows registers are there"
