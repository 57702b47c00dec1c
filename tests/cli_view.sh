#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr view`: a page of a schedule, under its name or another; the page says what the schedule is about and where its
# loop begins; what is no schedule, or does not replay, leaves no page. A browser, where there is one, has nothing to
# complain of, and shows the step that the link names.
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
grep -A 1 -x -- '---- what follows can be repeated for ever' w.txt |
  grep -q '^#11 P2 line 3  *Token\[i\] := (mysession, none, 0)  ' ||
  fail "the text does not mark the loop: $(cat w.txt)"

echo 'algorithm bakery' > bad.sched
"$rmr" view bad.sched > out 2> err
[ $? -eq 64 ] || fail "not a schedule: $(cat err)"
[ ! -e bad.sched.html ] || fail "a page of no schedule"
sed 's/^P1 x10$/P1 3=77w x9/' w.sched > differs.sched
"$rmr" view differs.sched > out 2> err
[ $? -eq 64 ] || fail "a schedule that differs: $(cat err)"
[ ! -e differs.sched.html ] || fail "a page of a run that differs"
grep -q '^rmr view: .*the replay differs at step 1' err || fail "$(cat err)"

browser=$(command -v chromium || command -v chromium-browser) ||
  { echo "no chromium: not looked at in a browser"; exit 0; }
"$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --virtual-time-budget=4000 --dump-dom \
  "file://$work/w.sched.html#step=20" > dom 2> log || { echo "chromium does not run here"; exit 0; }
! grep -i 'CONSOLE.*error' log || fail "the page has errors: $(grep CONSOLE log)"
grep -qF 'no starvation (property P2) fails: P1 can starve' dom || fail "what is wrong is not told in words"
grep -q '<div class="now[^>]*>#20 P2 ' dom || grep -q 'class="now free loop"[^>]*>#20 P2 ' dom ||
  fail "the link does not lead to its step: $(grep -o '<div class="now[^<]*' dom)"
