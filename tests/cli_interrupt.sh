#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# SIGTERM and SIGINT in every phase of `rmr explore`: it ends soon, with exit 30, with what was answered before and a
# bound for the rest, and the bound's witness costs what it says. The progress line tells which phase is interrupted, so
# it runs on a terminal that script(1) makes; skipped (exit 77) where that is missing. Then `rmr run`, whose bounds are
# kept until --resume has done the task, and which is as if it had never been interrupted; and the commands that only
# read.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
command -v script > /dev/null || { echo "script is not installed"; exit 77; }
# It loads a library when it is called, and aborts where there is no memory for that.
nm -D "$rmr" | grep -q pthread_cancel && fail "threads are ended by pthread_cancel"
most=15 # seconds that an end may take; about two on a machine with nothing else to do

# interrupt SIGNAL PHASE ARGUMENTS..: explores until the progress line speaks of the phase (or, where PHASE is empty,
# until it has begun, so that it makes tables), waits a second, and interrupts. The answer is in out.json, the exit code
# in `code`, the seconds to the end in `took`.
interrupt() {
  local signal=$1 phase=$2 since
  shift 2
  rm -f pid out.json talk code witness*
  cat > command.sh <<END
"$rmr" explore $* --json --witness witness.sched > out.json 2> /dev/tty &
echo \$! > pid.new && mv pid.new pid
wait \$!
echo \$? > code
END
  script -q -f -c 'bash command.sh' talk > /dev/null 2>&1 < /dev/null &
  since=$SECONDS
  until [ -s pid ] && { [ -z "$phase" ] || grep -q "$phase: " talk; } || [ -s code ]; do
    [ $((SECONDS - since)) -lt 120 ] || { fail "$*: no phase '$phase' in two minutes"; break; }
    sleep 0.2
  done
  sleep 1
  since=$SECONDS
  [ -s code ] && fail "$*: ended by itself, before phase '$phase' was interrupted"
  kill -s "$signal" "$(cat pid)"
  wait
  took=$((SECONDS - since))
  [ "$took" -le "$most" ] || fail "$*: $took seconds from $signal in phase '$phase' to the end"
  [ "$(cat code)" = 30 ] || fail "$*: exit $(cat code) after $signal in phase '$phase'"
}

# member NAME: the first value of that name in the answer.
member() { sed -n "s/^ *\"$1\": \(.*[^,]\),*\$/\1/p" out.json | head -n 1; }

# shown P LEAST: the bound, at least so much, is what P_p pays in a replay of the witness.
shown() {
  local bound paid
  bound=$(member worst_rmr)
  [ "${bound:-0}" -ge "$2" ] || fail "the bound is '$bound', less than $2"
  paid=$("$rmr" replay witness.sched --json 2> /dev/null | tr -d ' \n' |
    sed 's/.*"rmr":{[^}]*"per_process":\[\([0-9,]*\)\].*/\1/' | cut -d, -f "$1")
  [ "$bound" = "$paid" ] || fail "the bound of P$1 is '$bound', the witness pays '$paid'"
}

interrupt TERM '' -a bakery -n 3 --passages inf --cap 3000 --check rmr --observe 1
[ -s out.json ] && fail "an answer without any state"

interrupt TERM states -a keane_moir -n 4 --check rmr --observe 1 --mem 2G
shown 1 10
interrupt INT configurations -a burns_lamport -n 8 --check rmr --observe 8 --mem 4G
shown 8 3
mkdir disk
interrupt TERM configurations -a burns_lamport -n 8 --check rmr --observe 6 --mem 1G --disk disk
shown 6 3
[ -z "$(ls -A disk)" ] || fail "something is left on the disk: $(ls -A disk)"
"$rmr" explore -a burns_lamport -n 8 --check rmr --observe 8 --mem 256M --disk disk > /dev/null 2>&1 &
pid=$!
until find /proc/$pid/fd -lname '*/disk/*(deleted)' 2> /dev/null | grep -q .; do
  kill -0 $pid 2> /dev/null || { fail "it does not use the disk"; break; }
  sleep 0.1
done
kill -KILL $pid
wait $pid 2> /dev/null
[ -z "$(ls -A disk)" ] || fail "something is left on the disk after a kill: $(ls -A disk)"

interrupt TERM 'worst case' -a keane_moir -n 3 --sessions any:2 --check rmr --observe 1 --mem 4G
shown 1 10

# P1 is answered; some cost is being sought, and none of the others was begun.
interrupt INT configurations -a burns_lamport -n 7 --check P1,rmr --mem 2G
[ "$(member verdict)" = '"holds"' ] || fail "P1, which was answered, is lost: $(member verdict)"
[ "$(grep -c '"process": [1-7]' out.json)" = 7 ] || fail "there is not a bound for everybody"

# --- rmr run ----------------------------------------------------------------------------------------------------------

# end SIGNAL WHAT: sends it to $pid; exit 30, and soon. The words are in `err`.
end() {
  local since=$SECONDS code
  kill -s "$1" "$pid"
  wait "$pid"
  code=$?
  [ "$code" = 30 ] || fail "$2: exit $code after $1"
  [ $((SECONDS - since)) -le "$most" ] || fail "$2: $((SECONDS - since)) seconds from $1 to the end"
}

cat > config.json <<'END'
{"name": "x", "drive": "explore", "algorithms": ["burns_lamport"], "n": [3, 7], "memories": ["cc"], "passages": [1],
 "metrics": "rmr.max", "fits": ["rmr.max"], "plots": [{"type": "growth"}], "observe": "P_N", "budget": 4000000000}
END
"$rmr" run config.json -o out --jobs 1 > /dev/null 2> err & # seven processes take it six seconds or more
pid=$!
until [ -s out/records.jsonl ]; do sleep 0.1; done
sleep 1
end TERM "an exploration of a run"
grep -q 'out/interrupted.jsonl' err || fail "nobody says where the bounds are: $(cat err)"
[ "$(grep -c '"n": 7.*"kind": "lower bound", "end": "interrupted".*"rmr.max": [1-9]' out/interrupted.jsonl)" = 1 ] ||
  fail "the bound of the interrupted exploration is lost"

# The work on the records waits for a gnuplot that does not end.
mkdir slow
printf '#!/bin/sh\nexec sleep 60\n' > slow/gnuplot
chmod +x slow/gnuplot
PATH=$PWD/slow:$PATH "$rmr" run config.json -o out --resume > /dev/null 2> err &
pid=$!
until [ "$(wc -l < out/records.jsonl)" = 2 ] && [ -s out/verdicts.json ]; do sleep 0.1; done
sleep 1
end INT "the figures of a run"
grep -q -e '--resume makes the rest' err || fail "nobody says how to go on: $(cat err)"
[ -e out/report.html ] && fail "a report without its figures"
"$rmr" run config.json -o out --resume > /dev/null 2> err || fail "the rest of a run: $(cat err)"
"$rmr" run config.json -o whole > /dev/null 2> err || fail "a run: $(cat err)"
diff -r out whole > differences || fail "an interrupted run differs: $(head -n 5 differences)"

# --- commands that only read or judge ---------------------------------------------------------------------------------

mkfifo rows
"$rmr" fit rows > /dev/null 2> err &
pid=$!
exec 3> rows
sleep 0.5
end TERM "rmr fit, which waits for its rows"
exec 3>&-

"$rmr" selftest > judged 2> err &
pid=$!
sleep 2
end TERM "rmr selftest"
grep -q 'of [0-9]* algorithms done' err || fail "rmr selftest does not tell how far it came: $(cat err)"
