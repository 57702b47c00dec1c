#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# With any standard streams closed when a command starts, its files come out the same: none of them becomes a
# standard stream itself. A file that may not grow (`ulimit -f`) is told like a full disk. And the words of a command
# line are text, and said once: a complaint is one line, and the same with --json.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- closed streams ---------------------------------------------------------------------------------------------------
echo '{"algorithms": ["glb"], "n": [2, 3], "plots": []}' > config.json
"$rmr" run config.json -o whole > said 2> talked || fail "run: exit $?"
"$rmr" explore -a tas -n 2 --witness whole.sched > /dev/null 2>&1
explored=$?
for closed in '<&-' '>&-' '2>&-' '<&- >&-' '<&- 2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
  rm -rf part part.sched
  # Streams left open go to files, so that text meant for a closed one would be seen there.
  (exec < /dev/null > heard 2> heard2; eval "exec $closed"; exec "$rmr" run config.json -o part) ||
    fail "run $closed: exit $?"
  diff -r whole part > differs || fail "run $closed: other files: $(head -n 3 differs)"
  (exec < /dev/null > heard 2> heard2; eval "exec $closed"; exec "$rmr" explore -a tas -n 2 --witness part.sched)
  [ $? = $explored ] || fail "explore $closed: another exit code"
  cmp whole.sched part.sched || fail "explore $closed: another witness"
  (exec < /dev/null > heard 2> heard2; eval "exec $closed"; exec "$rmr" simulate -a tas -n 2 --json) ||
    fail "simulate $closed: exit $?"
  (exec < /dev/null > heard 2> heard2; eval "exec $closed"; exec "$rmr" nonsense)
  [ $? = 64 ] || fail "nonsense $closed: not exit 64"
done
# A stream that is open and cannot be written is another matter.
"$rmr" simulate -a tas -n 2 > /dev/full 2> /dev/null
[ $? = 75 ] || fail "a full disk on stdout: not exit 75"

# --- files that may not grow ------------------------------------------------------------------------------------------
# too_large WORDS ARGUMENT..: exit 75 and the words, where no file may have more than 1 KiB. A signal would say nothing.
too_large() {
  local words=$1 code
  shift
  { (ulimit -f 1 && exec "$rmr" "$@") > out 2> err; } 2> /dev/null
  code=$?
  [ $code = 75 ] || fail "$*, with files of 1 KiB: exit $code"
  [ "$(grep -cF -e "$words" err)" = "$(wc -l < err)" ] && [ -s err ] ||
    fail "$*, with files of 1 KiB: not in one line: $(cat err)"
}
too_large 'rmr: cannot write to standard output' explore -a bakery -n 2 --json
too_large 'rmr simulate: run.html: could not be written' simulate -a tas -n 2 --trace run.html
too_large 'json: could not be written' run config.json -o large
[ ! -e run.html ] || fail "a trace that was not written is there"
# Programs that we start meet the limit as they always do: half a figure of one that does not look is none.
mkdir -p bin
printf '#!/bin/sh\nsed -n "s/^SigIgn:.//p" /proc/self/status > %q/ignored; exit 1\n' "$PWD" | tee bin/gnuplot > script
chmod +x bin/gnuplot script
for arguments in 'native -a tas -n 2 --seconds 0.01 --warm-up 0 -o x.svg' 'simulate -a tas -n 2 -s cmd:./script'; do
  rm -f ignored
  # shellcheck disable=SC2086 # several words are meant
  PATH=$PWD/bin:$PATH "$rmr" $arguments > out 2>&1
  [ -s ignored ] || fail "rmr $arguments: no program was started: $(cat out)"
  (((0x$(cat ignored) >> 24 & 1) == 0)) || fail "rmr $arguments: its program ignores SIGXFSZ"
done

# --- one line, one complaint ------------------------------------------------------------------------------------------
# refused WORDS ARGUMENT..: exit 64, nothing on stdout, the words in the only line but argp's hint.
refused() {
  local words=$1 code
  shift
  "$rmr" "$@" > out 2> err
  code=$?
  [ $code = 64 ] || fail "$*: exit $code"
  [ -s out ] && fail "$*: something on stdout"
  sed -i '/^Try `rmr .* for more information\.$/d' err
  [ "$(wc -l < err)" = 1 ] || fail "$*: not one line: $(cat err)"
  grep -qF -e "$words" err || fail "$*: other words: $(cat err)"
}
for json in "" --json; do
  refused "rmr simulate: 'gl\nb' is not text" simulate -a $'gl\nb' -n 2 $json
  refused "rmr simulate: 'replay:file=caf\xE9' is not text" simulate -a glb -n 2 -s $'replay:file=caf\xe9' $json
  refused "rmr replay: 'caf\xE9' is not text" replay $'caf\xe9' $json
  refused "rmr replay: 'a\u202Eb' is not text" replay $'a\xe2\x80\xaeb' $json
  refused "--algorithm is given twice" simulate -a glb -a bakery -n 2 $json
  refused "--cost is given twice" explore -a glb -n 2 --cost steps --cost rmr $json
  refused "--faults is given twice" explore -a glb -n 2 --faults stop:1 --faults stop:2 $json
  refused "--json is given twice" fit --json --json table.csv
  refused "depth is given twice" simulate -a glb -n 2 -s pct:depth=3,depth=4 $json
  refused "slots is given twice" simulate -a anderson:slots=4,slots=5 -n 2 $json
done
refused "--check: P2 is asked twice" explore -a glb -n 2 --check P2,P1,P2
refused "unknown command 'a\nb'" $'a\nb'
refused "'--x\ny' is not text" run $'--x\ny'
refused "'--jobs=1\n2' is not text" run $'--jobs=1\n2'
refused "'--set=1\n2' is not text" run --jobs $'--set=1\n2'
refused "'caf\xE9.json' is not text" run $'caf\xe9.json'
refused "--output is given twice" run config.json -o a -o b
refused "--set n=3: the same key is set twice" run config.json --set n=2 --set n=3
refused "'--set=n=caf\xE9' is not text" run config.json --set=n=$'caf\xe9'
# The contents of files: tables and configs; schedules are in tests/reject_schedules, plug-ins in tests/plugins.
for json in "" --json; do
  printf 'series,N,value\ncaf\xe9,2,1\n' > table.csv
  refused "table.csv:2:1: the series' name 'caf\xE9' is not text" fit table.csv $json
  printf 'series,N,value\ngl\xe2\x80\x8bb,2,1\n' > table.csv
  refused "table.csv:2:1: the series' name 'gl\u200Bb' is not text" fit table.csv $json
  printf 'N,value,series\n2,1,"a\nb"\n' > table.csv
  refused "table.csv:2:5: the series' name 'a\nb' is not text" fit table.csv $json
  printf 'series,N,value\na,2,\xe9\n\n' > table.csv
  refused 'table.csv:2:5: expected a number, not "\xE9"' fit table.csv $json
  printf 'series,N,value\na,2,1\n\0,3,1\n' > table.csv
  refused "table.csv: is not a text file" fit table.csv $json
done
printf '{"algorithms": ["glb"], "n": 2, "title": "\\u0000"}' > nul.json
refused "nul.json:1:49: not valid JSON: \u0000 is not allowed" run nul.json
printf '{"algorithms": ["glb\0"], "n": 2}' > nul.json
refused "nul.json:1:20: not valid JSON: control character 0x0" run nul.json
"$rmr" run config.json --dry-run --set $'n=[2,\n\t3]' --set seed=3 > out || fail "--set of several lines: exit $?"
[ "$(wc -l < out)" = 2 ] || fail "--set of several lines: not two tasks"
