#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Steps chosen in the page of a run that lead back to an earlier state (sim/page/loop.js). The steps of a witness of the
# explorer are chosen one after the other: the page says by its last step that the same property fails, in the words of
# the program, and for how many steps the loop goes on. In locks without starvation nothing is told, however long one
# goes on. A loop in which a process stands still where it could go on is not fair, and breaks nothing. In a browser
# clicks do the same.
#
# ctest: fast numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
command -v node > /dev/null || { echo "no node here: the machine of the page is not looked at"; exit 0; }
chosen() { CHOSEN=chosen node "$source/tests/walk_check.js" "$source" 1 "$1"; } # chosen PAGE

# told PROPERTY WORDS ARGUMENT...: of a witness, chosen again
told() {
  local property=$1 words=$2 steps loop
  "$rmr" explore --passages inf --check "$property" --witness w.sched "${@:3}" > explored 2> /dev/null
  steps=$(sed -n 's/^steps //p' w.sched)
  loop=$(sed -n 's/.*, the last \([0-9]*\) in an endless loop.*/\1/p' explored)
  "$rmr" view w.sched -o w.html > /dev/null && chosen w.html > told || fail "$*: $(cat told)"
  grep -q "^$property@[0-9]*: $words, the last $loop steps in an endless loop$" told ||
    fail "$*: the explorer says $(grep "^$property" explored), the page $(cat told)"
  [ "$(sed -n "s/^$property@\([0-9]*\):.*/\1/p" told)" -le "$steps" ] || fail "$*: told too late: $(cat told)"
}
starves='no starvation (property P2) fails: P1 can starve'
told P2 "$starves" -a tas -n 2
told P2 "$starves" -a bwbgme -n 2 --sessions same
told P2 "${starves/P1/P2}" -a burns_lamport -n 3
told P4 'bounded entry without conflict (property P4) fails: P1 can take steps without end' \
  -a bwbgme -n 2 --sessions same
told P6 'no deadlock (property P6) fails: nobody can enter' -a szymanski_bits -n 3

# a recording is followed, though in a loop a process looks again that is parked
"$rmr" explore -a szymanski_bits -n 3 --passages inf --check P6 --witness w.sched > /dev/null 2>&1
"$rmr" view w.sched -o w.html > /dev/null
node "$source/tests/walk_check.js" "$source" 1 w.html | grep -q ' same 66' || fail "a witness is not followed"

# locks in which nobody starves
for name in mcs bakery peterson glb; do
  "$rmr" simulate -a "$name" -n 3 -s random --passages inf --max-steps 400 --trace w.html > /dev/null 2>&1
  [ -z "$(chosen w.html)" ] || fail "$name, without starvation: $(chosen w.html)"
done

# one alone goes round: that is no fair run if the other, which has left its remainder, stands still
cat > still.sched << 'END'
rmr-schedule 1
algorithm tas
n 2
memory cc
passages inf
P1 x1
P2 x1
P1 x6
END
"$rmr" view still.sched -o w.html > /dev/null 2> log || fail "$(cat log)"
[ -z "$(chosen w.html)" ] || fail "a process that stands still does not starve: $(chosen w.html)"

# mistakes are noticed
"$rmr" explore -a tas -n 2 --passages inf --check P2 --witness w.sched > /dev/null 2>&1
"$rmr" view w.sched -o w.html > /dev/null
for mistake in 'loop.js:this.moved[p] = true=>this.moved[p] = false' \
  'loop.js:is > REMAINDER && is < CRITICAL=>is === EXIT' \
  'walk.js:if (this.prints[from] !== now) continue;=>continue;'; do
  ! MISTAKE=$mistake chosen w.html | grep -q '^P2@' || fail "nobody notices $mistake"
done

browser=$(command -v chromium || command -v chromium-browser) || { echo "no chromium: no clicks"; exit 0; }

# the starvation of a test-and-set lock, by clicks from the first step
"$rmr" explore -a tas -n 2 --passages inf --check P2 --witness w.sched > /dev/null 2>&1
"$rmr" view w.sched -o w.html > /dev/null
steps=$(sed -n '/"events":\[/,/^\],/s/^\[\([12]\),.*/\1/p' w.html | tr '\n' ' ')
cat >> w.html << END
<script>
page.load({...page.data, note: "", events: [], violations: [], waits: [], loop: 0});
page.panel.walk = new Walk(page.data);
page.go(0);
for (const p of "$steps".trim().split(" "))
  [...document.querySelectorAll("#choices button")].find(b => b.textContent.startsWith("P" + p + " ")).click();
</script>
END
timeout 60 "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=4000 \
  --dump-dom "file://$work/w.html" > dom 2> log
[ -s dom ] || { echo "chromium does not run here"; exit 0; }
grep 'id="verdict"' dom | grep -q "At step [0-9]* $starves, the last [0-9]* steps in an endless loop" ||
  fail "clicks tell no starvation: $(grep 'id="verdict"' dom) after $steps"
grep 'id="to-loop"' dom | grep -vq hidden || fail "the loop is not offered: $(grep 'id="to-loop"' dom)"
