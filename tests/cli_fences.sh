#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr fences` as a user meets it: the table of docs/orders.md once more, bad input, JSON, witnesses, an interrupt; and
# orders of writes in the other commands. Cells of the table that take more than two seconds at N = 3 or 4 are searched
# only by `ALL=1 bash tests/cli_fences.sh ...`: the sizes below them ask the same of the same code.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# sets ALGO N ORDER CHECK: all minimal sets, "1+2b, 1+3"; "never"
sets() {
  "$rmr" fences -a "$1" -n "$2" --order "$3" --check "$4" --no-costs > out 2> err
  code=$?
  grep -q '^No set of fences is enough' out && echo never && return
  [ $code -eq 0 ] || { echo "exit $code"; return; }
  awk '/^fences behind/ { on = 1; next } on && /^$/ { exit } on { print $1 }' out | sort | paste -sd, | sed 's/,/, /g'
}

# cell ALGO N ORDER SETS [CHECK]: a cell of the table; a dash: nothing.
rows=0
long=' bakery-3-tso-robust bw_bakery-3-pso-P1,P6 bw_bakery-3-tso-P1,P6 bwbgme_repaired-3-tso-P1,P6 dekker-3-pso-robust
  dekker-4-pso-P1,P6 dekker-4-tso-P1,P6 eisenberg_mcguire-4-tso-P1,P6 glb-3-pso-P1,P6 glb-3-tso-P1,P6
  glb-3-tso-robust gt-3-pso-P1,P6 gt-3-tso-P1,P6 kessels-4-pso-P1,P6 kessels-4-tso-P1,P6
  de_bruijn-3-pso-P1,P6 dijkstra-3-tso-P1,P6 eisenberg_mcguire-3-pso-P1,P6
  lamport_three_bit-3-pso-P1,P6 lamport_three_bit-3-tso-P1,P6 bakery-3-tso-P1,P6 bakery-3-pso-P1,P6 clh-4-tso-P1,P6
  clh-4-pso-P1,P6 dijkstra-3-pso-P1,P6 mcs-4-pso-P1,P6 peterson-3-pso-robust peterson_fischer-3-pso-robust
  szymanski-4-pso-P1,P6 szymanski-4-tso-P1,P6 '
cell() {
  local found
  [ "$4" = "–" ] && return
  if [ -z "${ALL:-}" ] && [[ $long =~ [[:space:]]$1-$2-$3-${5:-P1,P6}[[:space:]] ]]; then return; fi
  found=$(sets "$1" "$2" "$3" "${5:-P1,P6}")
  [ "$found" = "$4" ] || fail "$1, N = $2, $3: '$found', in docs/orders.md '$4'"
  rows=$((rows + 1))
}

# table HEAD: its rows, without marks: ALGO|CELL|CELL..
table() {
  sed -n "/^| algorithm | $1/,/^\$/p" "$source/docs/orders.md" | grep '^| `' |
    sed 's/^| *//; s/ *|$//; s/`//g; s/ *| */|/g'
}
while IFS='|' read -r name two three two_pso three_pso; do
  cell "$name" 2 tso "$two"
  cell "$name" 3 tso "$three"
  cell "$name" 2 pso "$two_pso"
  cell "$name" 3 pso "$three_pso"
done < <(table 'tso, N = 2')
while IFS='|' read -r name four four_pso; do
  cell "$name" 4 tso "$four"
  cell "$name" 4 pso "$four_pso"
done < <(table 'tso, N = 4')
while IFS='|' read -r name two three two_pso three_pso; do
  cell "$name" 2 tso "$two" robust
  cell "$name" 3 tso "$three" robust
  cell "$name" 2 pso "$two_pso" robust
  cell "$name" 3 pso "$three_pso" robust
done < <(table 'robust: tso')
[ "$rows" -gt 180 ] || fail "only $rows cells of the tables"

# every witness is a schedule that replays
try "$rmr" explore -a eisenberg_mcguire -n 2 --order tso --fences 4 --passages inf --check P1,robust --witness new
[ $code -eq 12 ] && grep -q '^P1  holds' out && [ -f new ] || fail "not robust: exit $code, $(cat out err)"
"$rmr" replay new > out 2>&1 && grep -q 'steps as recorded' out || fail "not robust: $(cat out)"
try "$rmr" fences -a mcs -n 2 --order pso --witness runs
[ $code -eq 0 ] && [ "$(find runs -name '*.sched' | wc -l)" -ge 2 ] || fail "witnesses: $(cat out err)"
for run in runs/*.sched; do
  "$rmr" replay "$run" > out 2>&1 || [ $? -ne 64 ] || fail "$run: $(cat out)"
  grep -q 'steps as recorded' out || fail "$run: $(cat out)"
done

try "$rmr" fences -a peterson -n 2 --json
[ $code -eq 0 ] && [ ! -s err ] && grep -q '"verdict": "right"' out && grep -q '"property": "P1"' out ||
  fail "$(cat out)"
try "$rmr" fences -a peterson -n 2 --weight fence=5
grep -q 'RMRs + 5 x fences' out && grep -qE '^3 +right +7 +1 +12' out || fail "weight: $(cat out)"
try "$rmr" explore -a peterson -n 2 --order tso --fences 3 --passages inf --check rmr --cost rmr+fences=5 --observe 1
[ $code -eq 0 ] && grep -qE '^  P1 +12  exact' out || fail "weight of an exploration: $(cat out err)"
try "$rmr" fences -a burns_lamport -n 2 --check P1,P2
[ $code -eq 13 ] && grep -q '^No set of fences is enough' out || fail "P2 of burns_lamport: exit $code, $(cat out err)"

# cut short: the known part is told; timeout sends two signals at once, which are one request
try timeout --preserve-status -s INT 1 "$rmr" fences -a yang_anderson -n 3 --no-costs
[ $code -eq 30 ] && grep -q 'Known so far' out || fail "interrupt: exit $code, $(cat out err)"

try "$rmr" fences -a bakery -n 3 --order pso --mem 2M
[ $code -eq 30 ] && grep -q 'Known so far' out && grep -q 'not decided' out || fail "memory: exit $code, $(cat out err)"

# bad input: one line, exit code 64
refused() {
  local words=$1
  shift
  try "$rmr" "$@"
  [ $code -eq 64 ] && [ ! -s out ] && [ "$(wc -l < err)" -le 2 ] && grep -qF "$words" err ||
    fail "$*: exit $code, $(cat out err)"
}
refused 'writes nothing' explore -a peterson -n 2 --order tso --fences 4
refused 'is a fence itself' simulate -a mcs -n 2 --order pso --fences 2
refused 'without --order' explore -a peterson -n 2 --fences 3
refused '1 to 64' explore -a peterson -n 2 --order tso --buffer 0
refused '1 to 64' explore -a peterson -n 2 --order tso --buffer 1000000
refused "did you mean 'tso'" explore -a peterson -n 2 --order tos
refused 'a crash would lose' explore -a peterson -n 2 --order tso --faults stop:1
refused 'expected no time' explore -a peterson -n 2 --order tso --time slow=1
refused 'expected cc, cc-keep or dsm' explore -a peterson -n 2 --order tso -m cc-writeback
refused 'renaming' explore -a splitter -n 2 --order tso
refused 'has no buffers' export --as promela peterson -n 2 --order tso
refused 'expected how many RMRs a fence counts for, 1 to 200' explore -a peterson -n 2 --cost rmr+fences=0
refused 'expected --order tso or pso' explore -a peterson -n 2 --check robust
refused 'no write waits' fences -a peterson -n 2 --order sc
refused 'expected some of P1 to P6 and robust' fences -a peterson -n 2 --check P9
refused 'a fence can take that away' fences -a peterson -n 2 --check P1,P7
refused 'weight is one of costs; expected no --no-costs' fences -a peterson -n 2 --no-costs --weight fence=2
refused 'fischer_lease has registers that are leases; expected the order sc' explore -a fischer_lease -n 2 --order tso
refused 'grid_renaming is a renaming algorithm; expected the order sc' explore -a grid_renaming -n 2 --order pso
refused 'grid_renaming is a renaming algorithm, for which fences are not looked for' fences -a grid_renaming -n 2
printf '%s\n' 'rmr-schedule 1' 'algorithm peterson' 'n 2' 'order tso' 'commit P1' > a.sched
try "$rmr" replay a.sched
grep -q 'cannot happen there' err || fail "a commit of an empty buffer: $(cat out err)"
sed 's/^order tso/order sc/' a.sched > b.sched
refused 'names no order' replay b.sched
sed 's/^order tso/order pso/' a.sched > c.sched
refused 'no register behind the process' replay c.sched

# a recorded run is a schedule that makes the same run
for order in tso pso,drain=lazy; do
  try "$rmr" simulate -a bakery -n 3 --passages 2 --order "$order" --seed 5 --trace run.sched
  try "$rmr" replay run.sched
  grep -q 'steps as recorded' err out || fail "$order: $(cat out err)"
done
