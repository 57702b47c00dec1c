#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The page of a run carries its algorithm on (sim/page/machine.js, system.js, walk.js). The runs of all texts, N = 2 or
# 3, in all memories, are made again by the machine of the page: line, value, reply, cost, section, copies, parking and
# waking are those of the record. Steps that are drawn, as if by clicks, make schedules which `rmr replay` repeats step
# by step, each with its value and its cost; a property that they break is the one that it tells. Where the page sees
# that P3 or P4 is broken, the explorer says so. Mistakes put into the machine are noticed. In a browser, clicks on the
# buttons do the same.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
command -v node > /dev/null || { echo "no node here: the machine of the page is not looked at"; exit 0; }
walk() { node "$source/tests/walk_check.js" "$source" "$@"; } # walk SEED PAGE...

# page NAME ARGUMENT...: a run of random steps; some texts do not run without more: they are not counted
page() {
  "$rmr" simulate -s random --passages 3 --max-steps 1500 --trace "$1.html" "${@:2}" > /dev/null 2> simulate.log
  [ -s "$1.html" ] && pages+=("$1.html")
}

pages=()
n=3
for text in "$source"/algos/*.alg; do
  name=$(basename "$text" .alg)
  page "$name.$n.cc" -a "$name" -n "$n" --seed "$n"
  n=$((5 - n))
done
for memory in cc-keep cc-writeback dsm; do
  for name in bakery glb mcs clh yang_anderson ticket burns_lamport lamport_fast szymanski ttas; do
    page "$name.3.$memory" -a "$name" -n 3 -m "$memory"
  done
done
page any -a bwbgme -n 4 --sessions any:2
page slots -a anderson:slots=2 -n 3
for seed in 1 2 3; do page "wrong.$seed" -a anderson:slots=1 -n 3 --seed "$seed"; done
page many -a bakery -n 12
[ ${#pages[@]} -ge 90 ] || fail "only ${#pages[@]} runs"
walk 7 "${pages[@]}" > walked || fail "node: exit $?"
grep -q 'breaks P1@' walked && grep -q 'breaks P5@' walked || fail "nothing breaks P1, or nothing P5"
! grep ' differs: ' walked || fail "the machine of the page does not what the run did"
same=$(grep -c ' same [1-9]' walked)
[ "$same" -ge 80 ] || fail "only $same runs made again: $(grep -v ' same ' walked)"

# a chosen run replays: the exit tells a property that it breaks, and so does the page
for page in "${pages[@]}"; do
  [ -e "$page.sched" ] || continue
  "$rmr" replay "$page.sched" > replayed 2> replay.log
  code=$?
  [[ $code =~ ^(0|11|12|30)$ ]] || fail "$page.sched: exit $code: $(cat replay.log)"
  steps=$(sed -n 's/^steps //p' "$page.sched")
  [ "$steps" -gt 0 ] && grep -q "all $steps steps as recorded" replayed replay.log ||
    fail "$page.sched: $(cat replayed replay.log)"
  rmrs=$(grep -E '^P' "$page.sched" | tr ' ' '\n' | grep -c '=.*[ciwr]$')
  grep -q "^RMRs: $rmrs in all" replayed || fail "$page.sched has $rmrs RMRs: $(grep ^RMRs: replayed)"
  breaks=$(sed -n 's/^VIOLATION at step \([0-9]*\): \(P[15]\):.*/\2@\1/p' replayed | sort | paste -sd ' ')
  grep -qxE "$page same [0-9]+, breaks ${breaks:-nothing}(, waits .*)?" walked ||
    fail "$page.sched: the replay breaks ${breaks:-nothing}, but the page says: $(grep "^$page " walked)"
done
# a lock that keeps out those of its own session as well
cat > alone.alg << 'END'
algorithm alone "A lock for one, whatever its session"
claims space: N+1; bounded; read, write, test-and-set
shared S[1..N] : session
shared lock    : boolean
process i
  waiting
  1   S[i] := mysession
      repeat
  2     wait until not lock
  3   until not test_and_set(lock)
      critical section
  exit
  4   lock := false
  5   S[i] := 0
END
"$rmr" simulate -a ./alone.alg -n 2 -s random --sessions same --passages 3 --trace alone.html > /dev/null 2>&1
walk 7 alone.html | grep -q 'waits P4@' || fail "who waits for one of its own session breaks P4: $(walk 7 alone.html)"
"$rmr" simulate -a ./alone.alg -n 2 -s random --passages 3 --trace alone.html > /dev/null 2>&1
! walk 7 alone.html | grep -q waits || fail "who waits for one of another session does not: $(walk 7 alone.html)"

# a process that waits in its exit, or without a conflict in its entry, breaks P3 or P4: the explorer says the same
grep -q '^szymanski\.[23]\.cc\.html .*waits P3@' walked ||
  fail "szymanski waits in its exit: $(grep ^szymanski. walked)"
! grep '^szymanski_early.*waits' walked || fail "szymanski_early does not wait in its exit"
for broken in $(sed -n 's/^\([a-z0-9_]*\)\.\([23]\)\.cc\.html .*, waits \(.*\)$/\1:\2:\3/p' walked | tr ' ' '+'); do
  IFS=: read -r name n waits <<< "$broken"
  for property in $(tr '+' '\n' <<< "$waits" | cut -d@ -f1); do
    "$rmr" explore -a "$name" -n "$n" --passages 3 --check "$property" | grep -q "^$property  fails" ||
      fail "$name, N = $n: the page says that $property is broken, the explorer does not"
  done
done
sed 's/=1w/=2w/' mcs.3.cc.html.sched > wrong.sched
"$rmr" replay wrong.sched > /dev/null 2> replay.log
[ $? -eq 64 ] || fail "a schedule with another value replays"

# a run without choices says why
for page in "philosophers:graph=ring:3,order=left -n 3:those of a graph" "two_stage -n 2:written in C" \
            "bakery -n 2 --faults stop:1:crash" \
            "splitter -n 2:renaming" "fischer -n 2 --time slow=1:clock" "peterson -n 2 --order tso:buffers" \
            "bakery -n 65:more than 64"; do
  # shellcheck disable=SC2086 # arguments
  "$rmr" simulate -a ${page%:*} --max-steps 100 --trace why.html > /dev/null 2>&1
  grep -q "^\"machine\":\".*${page##*:}" why.html ||
    fail "why not, ${page%:*}: $(grep '^"machine"' why.html | head -c 200)"
done

# mistakes: each in one place, each seen in some run
mistakes=(
  'machine.js:wrap(a + b)=>wrap(a - b)'
  'machine.js:truth(a <= b)=>truth(a < b)'
  'machine.js:? node.next : node.other=>? node.other : node.next'
  'machine.js:my.slots[done.slot] = reply=>my.slots[done.slot] = reply + 1n'
  'machine.js:my.slots[slot] &= mask=>my.slots[slot] &= ~mask'
  'machine.js:cell * g.columns + column=>cell + column'
  'system.js:bits & EVER ? INVALIDATED : COLD=>bits & EVER ? COLD : INVALIDATED'
  'system.js:row[q] &= EVER=>row[q] &= 3'
  'system.js:row[p] = VALID | EVER;=>row[p] = EVER;'
  'system.js:s.owner[variable] = p;=>s.owner[variable] = 0;'
  'system.js:this.data.homes[variable] === p ? FREE : REMOTE=>REMOTE'
  'system.js:before === op.old ? op.value : before=>op.value'
  'system.js:before + op.value=>before'
  'system.js:event.before !== op.old=>event.before === op.old'
  'system.js:event.woken = this.wake(s, variable);=>'
  'system.js:event.waits = failed && =>event.waits = '
  'system.js:this.data.after[op.section][next.section]=>next.section'
  'system.js:me.passages === this.data.passages[p]=>false'
  'system.js:this.session(p, me.passages + 1)=>this.session(p, 1)'
)
for mistake in "${mistakes[@]}"; do
  MISTAKE=$mistake walk 7 "${pages[@]}" > walked 2>&1
  grep -q ' differs: ' walked ||
    fail "nobody notices $mistake: $(grep -c ' same ' walked) the same; $(tail -n 1 walked)"
done

browser=$(command -v chromium || command -v chromium-browser) || { echo "no chromium: no clicks"; exit 0; }

# click PAGE P...: from step 20 on the buttons of these processes; then the schedule that is downloaded
click() {
  { cat "$1.html" && cat << END
<script>
let got = null;
URL.createObjectURL = blob => { got = blob; return "#"; };
HTMLAnchorElement.prototype.click = () => {};
for (const p of "${*:2}".split(" "))
  [...document.querySelectorAll("#choices button")].find(b => b.textContent.startsWith("P" + p + " ")).click();
document.getElementById("download").click();
got.text().then(text => {
  const pre = document.createElement("pre");
  pre.id = "got";
  pre.textContent = text;
  document.body.append(pre);
});
</script>
END
  } > clicked.html
  timeout 60 "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --virtual-time-budget=4000 \
    --dump-dom "file://$work/clicked.html#step=20" > dom 2> log
  ! grep -ai 'CONSOLE.*error' log || fail "$1, clicked: $(grep -a CONSOLE log)"
  sed -n '/<pre id="got">/,/<\/pre>/p' dom | sed 's/<[^>]*>//g; s/&gt;/>/g' > clicked.sched
}
click mcs.3.cc 1 2 3 3
[ -s clicked.sched ] || { echo "chromium does not run here"; exit 0; }
"$rmr" replay clicked.sched > replayed 2>&1 || fail "what is clicked does not replay: $(cat clicked.sched replayed)"
grep -q 'all 24 steps as recorded' replayed || fail "not 24 steps: $(cat replayed)"
grep -q 'of 24 · chosen from step 2[1-4] on' dom || fail "the page does not tell what is chosen: $(grep 'id="of"' dom)"

# two in the critical section: the page and the program say the same
"$rmr" explore -a anderson:slots=1 -n 2 --check P1 --witness p1.sched > /dev/null 2>&1
"$rmr" view p1.sched -o p1.html > /dev/null
last=$(sed -n 's/^P\([12]\).*/\1/p' p1.sched | tail -n 1)
sed "s/\"violations\":\[.*\],\$/\"violations\":[],/" p1.html > p1_again.html
steps=$(sed -n 's/^steps //p' p1.sched)
cat >> p1_again.html << END
<script>page.go($steps - 1); page.data.events.length--; page.load(page.data); page.panel.choose($last);</script>
END
timeout 60 "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=4000 \
  --dump-dom "file://$work/p1_again.html" > dom 2> log
told="At step $steps mutual exclusion (property P1) is broken: P$last enters the CS while P"
grep 'id="verdict"' dom | grep -q "$told" ||
  fail "P1 is not told: $(grep 'id="verdict"' dom)"
