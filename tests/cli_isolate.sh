#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Plug-ins that misbehave in every way that tests/plugins/falls knows cost their own tasks, and nothing else: the good
# tasks beside them have the same records as without them, the bad ones are in failures.jsonl with the reason.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks
export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_abort=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}

# build KIND HOOK DEED: KIND_HOOK_DEED.so
build() {
  "${CC:-cc}" -std=c11 -D_GNU_SOURCE -shared -fPIC -DHOOK="$2" -DDEED="$3" -I "$source/include" -I "$source" \
    -o "$1_$2_$3.so" "$source/tests/plugins/falls/$1.c" || fail "$1, $2, $3 does not build"
}

# quoted NAME...: "./NAME.so", ...
quoted() { printf ', "./%s.so"' "$@"; }
# Records without their places in the config, and so without checksums.
placeless() { sed -e 's/"index": *[0-9]*, *//' -e 's/, *"checksum".*//' "$1" | sort; }

# --- plug-ins that fall at once ---------------------------------------------------------------------------------------

adversaries=()
while read -r hook deed reason; do
  build adversary "$hook" "$deed"
  adversaries+=("adversary_${hook}_$deed")
  echo "./adversary_${hook}_$deed.so $reason"
done > reasons <<'END'
load segv died of SIGSEGV (segmentation fault)
load exit_0 called exit(0)
start segv died of SIGSEGV (segmentation fault)
start exit_3 called exit(3)
choose segv died of SIGSEGV (segmentation fault)
choose exit_0 called exit(0)
choose exit_3 called exit(3)
choose abort died of SIGABRT (aborted)
observe segv died of SIGSEGV (segmentation fault)
measure exit_0 called exit(0)
unload abort died of SIGABRT (aborted)
END
head -c 9000 adversary_load_segv.so > torn_adversary.so
head -c 9000 adversary_load_segv.so > torn_algorithm.so
echo "./torn_adversary.so died of SIGBUS (bus error)" >> reasons
algorithms=()
while read -r hook deed reason; do
  build algorithm "$hook" "$deed"
  algorithms+=("algorithm_${hook}_$deed")
  echo "./algorithm_${hook}_$deed.so $reason" >> reasons
done <<'END'
load segv died of SIGSEGV (segmentation fault)
load exit_0 called exit(0)
cells abort died of SIGABRT (aborted)
step segv died of SIGSEGV (segmentation fault)
step exit_3 called exit(3)
unload segv died of SIGSEGV (segmentation fault)
END
echo "./torn_algorithm.so died of SIGBUS (bus error)" >> reasons
build adversary choose talk
build adversary choose files
build adversary choose litter
good=(adversary_choose_talk adversary_choose_files adversary_choose_litter)

# A plug-in that goes on as two processes answers once.
build adversary choose twin
cat > twin.json <<'END'
{"algorithms": ["bakery", "mcs"], "n": "2..8", "adversaries": ["./adversary_choose_twin.so"], "plots": [], "fits": []}
END
for jobs in 1 2; do
  [ "$(code "$rmr" run twin.json -o twin$jobs --jobs $jobs)" = 0 ] || fail "a plug-in that forks: $(cat err.log)"
  [ "$(sort -u twin$jobs/records.jsonl | wc -l)" = 14 ] || fail "a plug-in that forks: not 14 records"
done
cmp twin1/records.jsonl twin2/records.jsonl || fail "a plug-in that forks: other records with two workers"

config() { # config NAME ALGORITHMS ADVERSARIES [MORE TO EXCLUDE]
  cat > "$1.json" <<END
{"name": "same", "algorithms": ["bakery"$2], "n": [3, 2, 4], "passages": 2, "drive": ["simulate", "explore"],
 "adversaries": ["random"$(quoted "${good[@]}")$3], "traces": ["native", "text"],
 "metrics": ["rmr.max", "measure.nothing"],
 "exclude": [{"drive": "explore", "n": 4}${4-}]}
END
}
config good "" ""
# Those that fall in a step of P4 do well with fewer processes: records that the good ones alone do not have.
few=$(printf ', {"algorithm": "./algorithm_step_%s.so", "n": [2, 3]}' segv exit_3)
config bad "$(quoted "${algorithms[@]}" torn_algorithm)" "$(quoted "${adversaries[@]}" torn_adversary)" "$few"
[ "$(code "$rmr" run good.json -o good --jobs 2)" = 0 ] || fail "the good ones alone: $(cat err.log)"
[ -e good/failures.jsonl ] && fail "failures without a failure"
grep -q 'no data' out.log && fail "a plug-in writes to stdout"
grep -q 'no data' err.log || fail "what a plug-in prints is lost"
[ "$(code "$rmr" run bad.json -o bad --jobs 2)" = 30 ] || fail "with bad ones: expected exit 30: $(cat err.log)"
cp err.log told.log
cmp <(placeless good/records.jsonl) <(placeless bad/records.jsonl) || fail "the good tasks have other records"
tasks=$("$rmr" run bad.json --dry-run | wc -l)
records=$(wc -l < bad/records.jsonl) failures=$(wc -l < bad/failures.jsonl)
[ "$((records + failures))" = "$tasks" ] || fail "$records records and $failures failures of $tasks tasks"
grep -q "^rmr run: $failures of $tasks tasks failed; --resume tries them again" told.log || fail "the count is not told"
while read -r reason; do
  grep -qF "\"reason\": \"$reason\"" bad/failures.jsonl || fail "not in failures.jsonl: $reason"
done < reasons
grep -q "algorithm_step_exit_3.so or ./adversary_start_segv.so" bad/failures.jsonl || fail "two suspects are not named"
reason="./algorithm_load_segv.so died of SIGSEGV (segmentation fault)"
[ "$(grep -c "failed: .*: $reason" told.log)" = 1 ] || fail "a reason is not told once: $(grep -F "$reason" told.log)"
grep -q "^rmr run: task #.*, and [0-9]* more tasks with it: ./adversary_load_segv.so died of SIGSEGV" told.log ||
  fail "how many have a reason is not told: $(cat told.log)"
grep -q "$failures tasks failed and left no record" bad/report.html || fail "the report does not tell of failures"
grep -q "<td>$reason</td>" bad/report.html || fail "the report does not tell: $reason"
[ -z "$(find bad -name '*tmp')" ] || fail "half a trace is left: $(find bad -name '*tmp')"
[ "$(find bad/traces -type f | wc -l)" = "$(find good/traces -type f | wc -l)" ] || fail "other traces"

# another number of threads, and once more: the same bytes
[ "$(code "$rmr" run bad.json -o again --jobs 1)" = 30 ] || fail "one thread: $(cat err.log)"
for file in records.jsonl failures.jsonl; do cmp bad/$file again/$file || fail "$file depends on the threads"; done
[ "$(code "$rmr" run bad.json -o again --resume)" = 30 ] || fail "resumed: $(cat err.log)"
cmp bad/failures.jsonl again/failures.jsonl || fail "resumed: other failures"

# one that was mended is done
printf '{"algorithms": "bakery", "n": 2, "adversaries": ["random", "./later.so"]}' > later.json
cp adversary_choose_segv.so later.so
[ "$(code "$rmr" run later.json -o later)" = 30 ] || fail "later.so: expected exit 30"
grep -q '"reason": "./later.so died of SIGSEGV (segmentation fault)", "checksum"' later/failures.jsonl ||
  fail "later.so: $(cat later/failures.jsonl)"

cp adversary_choose_talk.so later.so
[ "$(code "$rmr" run later.json -o later2)" = 0 ] || fail "the mended plug-in: $(cat err.log)"

# plain mistakes are told before anything runs
for arguments in 'adversaries=["./missing.so"]' 'adversaries=["./adversary_choose_talk.so:hold=3"]' \
  'algorithms=["./adversary_choose_talk.so"]'; do
  [ "$(code "$rmr" run later.json -o never --set "$arguments")" = 64 ] || fail "$arguments: expected exit 64"
  [ -e never ] && fail "$arguments: something was written"
done

# --- one command ------------------------------------------------------------------------------------------------------

# one EXIT WORDS ARGUMENT...: `rmr ARGUMENT... --isolate` ends with EXIT, says WORDS on stderr and nothing on stdout.
one() {
  local expected=$1 words=$2
  shift 2
  [ "$(code "$rmr" "$@" --isolate)" = "$expected" ] || fail "$*: expected exit $expected"
  [ "$(cat err.log)" = "$words" ] || fail "$*: expected '$words', got '$(cat err.log)'"
  [ -s out.log ] && fail "$*: something on stdout"
  [ -z "$(find . -maxdepth 1 -name 'half*')" ] || fail "$*: half a file is left"
}
simulation=(simulate -a bakery -n 3 --trace half.schedule)
one 30 'rmr simulate: ./adversary_choose_segv.so died of SIGSEGV (segmentation fault)' "${simulation[@]}" -s \
  ./adversary_choose_segv.so
one 30 'rmr simulate: ./adversary_start_exit_3.so called exit(3)' "${simulation[@]}" -s ./adversary_start_exit_3.so
one 30 'rmr simulate: ./adversary_measure_exit_0.so called exit(0)' simulate -a bakery -n 3 --json -s \
  ./adversary_measure_exit_0.so
one 30 'rmr simulate: ./torn_algorithm.so died of SIGBUS (bus error)' simulate -a ./torn_algorithm.so -n 2
one 30 'rmr simulate: ./algorithm_step_exit_3.so or ./adversary_choose_talk.so called exit(3)' simulate -n 4 -a \
  ./algorithm_step_exit_3.so -s ./adversary_choose_talk.so
one 30 'rmr explore: ./algorithm_step_segv.so died of SIGSEGV (segmentation fault)' explore -n 4 -a \
  ./algorithm_step_segv.so --witness half.schedule
printf 'rmr-schedule 1\nalgorithm ./algorithm_step_segv.so\nn 4\nP4 x1\nP4 x1\n' > bad.schedule
one 30 'rmr replay: the algorithm of ./bad.schedule died of SIGSEGV (segmentation fault)' replay ./bad.schedule
build adversary choose hush
one 30 'rmr simulate: ./adversary_choose_hush.so has closed stdout or stderr, so nothing is known of what came out' \
  "${simulation[@]}" -s ./adversary_choose_hush.so
one 64 "rmr simulate: no plug-in './missing.so': the file is missing or unreadable" simulate -n 2 -a ./missing.so

# good plug-ins do well here as well
"$rmr" simulate -a bakery -n 4 --json > plain.json
"$rmr" simulate -a bakery -n 4 --json --isolate | cmp - plain.json || fail "simulate --isolate: other results"
"$rmr" simulate -a bakery -n 3 -s ./adversary_choose_talk.so --json --isolate 2> err.log | grep -q 'no data' &&
  fail "what a plug-in prints is among the results"
grep -q 'no data' err.log || fail "what a plug-in prints is lost"
for command in "explore -a bakery -n 2 --witness plain.schedule" "replay plain.schedule"; do
  # shellcheck disable=SC2086 # several words are meant
  [ "$("$rmr" $command 2>&1)" = "$("$rmr" $command --isolate 2>&1)" ] || fail "$command --isolate: other results"
done
[ "$(code "$rmr" simulate -a bakery -n 8 --passages inf --max-steps 100 --isolate)" = 30 ] || fail "the step limit"
"$rmr" simulate -a bakery -n 4 --isolate > /dev/full 2> err.log
[ $? = 75 ] || fail "a full disk: expected exit 75: $(cat err.log)"

# --- memory, where that can be limited --------------------------------------------------------------------------------

build adversary choose memory
if (ulimit -v 2000000; "$rmr" --version > /dev/null 2>&1); then
  sed 's/later/adversary_choose_memory/' later.json > memory.json
  (ulimit -v 2000000; "$rmr" run memory.json -o memory > out.log 2> err.log)
  [ $? = 30 ] || fail "memory: expected exit 30: $(cat err.log)"
  [ "$(wc -l < memory/records.jsonl)" = 1 ] || fail "memory: the other task did not go on"
fi

# --- plug-ins that never come back: 20 seconds for each question ------------------------------------------------------

hang() { # hang KIND HOOK [DEED]
  local deed=${3:-loop}
  local name=$1_$2_$deed
  build "$1" "$2" "$deed"
  if [ "$1" = algorithm ]; then
    printf '{"algorithms": ["bakery", "./%s.so"], "n": 4}' "$name"
  else
    printf '{"algorithms": "bakery", "n": 2, "adversaries": ["random", "./%s.so"],
      "metrics": ["rmr.max", "measure.nothing"]}' "$name"
  fi > "$name.json"
  "$rmr" run "$name.json" -o "$name" > "$name.out" 2> "$name.err"
  [ $? = 30 ] || fail "$name: expected exit 30: $(cat "$name.err")"
  [ "$(wc -l < "$name/records.jsonl")" = 1 ] || fail "$name: the other task did not go on"
  grep -q "\"reason\": \"./$name.so has not come back for 20 seconds\"" "$name/failures.jsonl" ||
    fail "$name: $(cat "$name/failures.jsonl")"
}
build adversary choose loop
cp adversary_choose_loop.so stuck.so
for hook in load start choose measure; do hang adversary $hook & done
for hook in load cells step; do hang algorithm $hook & done
hang adversary choose stammer &

# Ctrl-C does not wait for it.
sed 's/later/stuck/' later.json > stuck.json
"$rmr" run stuck.json -o stuck > /dev/null 2> stuck.err &
pid=$!
heeds $pid
sleep 2
since=$SECONDS
kill -INT $pid
wait $pid
[ $? = 30 ] || fail "interrupted: expected exit 30: $(cat stuck.err)"
[ $((SECONDS - since)) -le 12 ] || fail "interrupted: it took $((SECONDS - since)) seconds"
grep -q 'interrupted with 1 of 2 tasks done' stuck.err || fail "interrupted: $(cat stuck.err)"
wait

# a deed of a shared object to the process that loads it would hit the run: it is refused
refused=0
while read -r crime what; do
  "${CC:-cc}" -std=c11 -D_GNU_SOURCE -w -shared -fPIC -DWHERE=IN_LOADING -DWHAT="$crime" -DWHEN=1 -DALGORITHM \
    -I "$source/include" -o "loads_$crime.so" "$source/tests/hostile/plugin.c" || fail "$crime does not build"
  printf '{"algorithms": ["bakery", "./loads_%s.so"], "n": 2, "plots": []}' "$crime" > loads.json
  [ "$(code "$rmr" run loads.json -o loads)" = 64 ] || fail "$crime when it is loaded: expected exit 64"
  grep -qF "when it is loaded, it changes $what of the process that loads it" err.log ||
    fail "$crime when it is loaded: $(cat err.log)"
  [ ! -e loads ] || fail "$crime when it is loaded: a directory was begun"
  refused=$((refused + 1))
done <<'END'
CLOSE a standard stream
MOVE the current directory
LIMIT a limit
IGNORE the handling of a signal
ALARM a timer
END
[ "$refused" = 5 ] || fail "$refused of 5 were tried"
