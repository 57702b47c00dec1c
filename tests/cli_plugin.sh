#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Plug-ins from outside the tree. An installation, moved to another place, is enough to build one, with CMake and with
# pkg-config; every built-in adversary does the same as a shared object; and each plug-in of tests/plugins gets the exit
# code and the words on stderr that its head asks for (@ stands for its path, % for the directory of the test).
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks
read -ra cc <<< "${CC:-cc}"
cc+=(-std=c11 -Wall -Wextra -Wpedantic -Werror -O1 -shared -fPIC)

# --- an installation that has been moved ------------------------------------------------------------------------------

cmake --install "$build" --prefix "$work/first" > install.log || { cat install.log; exit 1; }
mv first prefix
installed=$work/prefix/bin/rmr
"$installed" --version > /dev/null || fail "the installed rmr does not run"
for file in include/rmr/adversary.h share/rmr/template.c share/rmr/algorithm.c share/man/man1/rmr.1 \
  share/bash-completion/completions/rmr share/doc/rmrlab/adversaries.md; do
  [ -s "prefix/$file" ] || fail "$file is not installed"
done
grep -rIlF -e "$source" -e "$build" -e "$work/first" prefix &&
  fail "the files above name the place where they were built"
for command in $("$rmr" --help | awk '/^  [a-z-]+ +[a-z]/ && $1 != "rmr" {print $1}'); do
  grep -qx ".BR rmr.-${command//-/.-} (1)" prefix/share/man/man1/rmr.1 || fail "the man page does not know $command"
  grep -qx "rmr.-${command//-/.-} .- .*" "prefix/share/man/man1/rmr-$command.1" || fail "no man page of $command"
done

# --- completion -------------------------------------------------------------------------------------------------------

complete_words() {
  bash --norc -c 'source prefix/share/bash-completion/completions/rmr; compopt() { :; }
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rmr; echo "${COMPREPLY[*]}"' completion "$installed" "$@"
}
[ "$(complete_words simu)" = simulate ] || fail "completion of simu: $(complete_words simu)"
[ "$(complete_words simulate --mem)" = "--memory=" ] || fail "completion of --mem: $(complete_words simulate --mem)"
[ "$(complete_words simulate -a gl)" = glb ] || fail "completion of -a gl: $(complete_words simulate -a gl)"
[ "$(complete_words simulate -s round)" = round_robin ] ||
  fail "completion of -s round: $(complete_words simulate -s round)"

# --- the template, as its head and docs/adversaries.md say ------------------------------------------------------------

mkdir mine && cp prefix/share/rmr/template.c mine/mine.c
sed -i s/template/mine/g mine/mine.c
cat > mine/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(mine LANGUAGES C)
find_package(rmr 0.1 REQUIRED)
rmr_add_plugin(mine mine.c)
END
generator=$(sed -n 's/^CMAKE_GENERATOR:[A-Z]*=//p' "$build/CMakeCache.txt")
cmake -S mine -B mine/build -G "$generator" -DCMAKE_PREFIX_PATH="$work/prefix" > cmake.log 2>&1 &&
  cmake --build mine/build >> cmake.log 2>&1 ||
  { cat cmake.log; fail "the template does not build with CMake"; }
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name rmr.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # several words are meant
"${cc[@]}" $(pkg-config --cflags rmr) -o mine.so mine/mine.c || fail "the template does not build with pkg-config"
[ "$(nm -D --defined-only mine/build/mine.so | awk '$2 ~ /[A-Z]/ {print $3}')" = rmr_adversary ] ||
  fail "mine.so exports other things than rmr_adversary"

mkdir results
simulate() { "$installed" simulate -a bakery -n 4 --passages 3 --json -s "$1"; }
# The name of an adversary as it was given is all in which two results may differ.
nameless() { sed 's/"adversary": "[^"]*"/"adversary": ""/'; }
simulate ./mine.so:hold=3 | nameless > results/slash || fail "mine.so does not run"
simulate mine.so:hold=3 | nameless > results/bare || fail "mine.so without a slash does not run"
simulate mine/build/mine.so:hold=3 | nameless > results/cmake || fail "mine.so made by CMake does not run"
simulate ./mine.so:hold=0 | nameless > results/none
for other in bare cmake; do cmp results/slash results/$other || fail "$other: another result"; done
cmp -s results/slash results/none && fail "the option hold changes nothing"
grep -q '"completed": true' results/slash && grep -q '"cs_entries": 12,' results/slash &&
  grep -q '"cs_entries.seen": 12' results/slash ||
  fail "the template's result: $(grep -E 'completed|cs_entries' results/slash)"
long=$(printf 'd%.0s' {1..120})
mkdir -p "$long" && cp mine.so "$long/" && simulate "./$long/mine.so:hold=3" | nameless | cmp - results/slash ||
  fail "a long path"

# --- the algorithm to copy, as its head and docs/add-an-algorithm.md say ----------------------------------------------

mkdir lock && cp prefix/share/rmr/algorithm.c lock/lock.c
sed -i s/template/lock/g lock/lock.c
printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(lock LANGUAGES C)' 'find_package(rmr 0.1 REQUIRED)' \
  'rmr_add_plugin(lock lock.c)' > lock/CMakeLists.txt
cmake -S lock -B lock/build -G "$generator" -DCMAKE_PREFIX_PATH="$work/prefix" > cmake.log 2>&1 &&
  cmake --build lock/build >> cmake.log 2>&1 ||
  { cat cmake.log; fail "the algorithm to copy does not build with CMake"; }
# shellcheck disable=SC2046 # several words are meant
"${cc[@]}" $(pkg-config --cflags rmr) -o lock.so lock/lock.c ||
  fail "the algorithm to copy does not build with pkg-config"
[ "$(nm -D --defined-only lock/build/lock.so | awk '$2 ~ /[A-Z]/ {print $3}')" = rmr_algorithm ] ||
  fail "lock.so exports other things than rmr_algorithm"

# The text by which an algorithm was asked for is all in which two results may differ.
anonymous() { sed -e 's/"algorithm": "[^"]*"/"algorithm": ""/' -e '/"seconds"/d'; }
run_lock() { "$installed" simulate -a "$1" -n 6 -s greedy --passages 3 --json | anonymous; }
run_lock ./lock.so:slots=2 > results/lock || fail "lock.so does not run"
for other in lock.so:slots=2 lock/build/lock.so:slots=2; do run_lock "$other" | cmp results/lock - ||
  fail "$other: another result"; done
run_lock ./lock.so:slots=6 | cmp - <(run_lock ./lock.so) || fail "slots=6 is not what N = 6 has by default"
cmp -s results/lock <(run_lock ./lock.so) && fail "the parameter slots changes nothing"
"$installed" simulate -a ./lock.so:slots=2 -n 2 --json | grep -q '"algorithm": "./lock.so:slots=2"' ||
  fail "the parameters are not told"
"$installed" simulate -a ./lock.so:slots=0 -n 2 --json | grep -q '"algorithm": "./lock.so"' || fail "a default is told"
[ "$("$installed" explore -a ./lock.so:slots=1 -n 3 --check P1,P5,P6 | grep -c '^P[156]  holds')" = 3 ] ||
  fail "lock.so: P1, P5, P6 do not hold"
"$installed" show ./lock.so:slots=3 | grep -q '^  slots=3 ' || fail "show does not tell the parameters"
"$installed" export --format promela ./lock.so -n 2 --passages 1 | grep -q 'rmr explore -a ./lock.so ' ||
  fail "no model of lock.so"
"$installed" list algorithms ./lock.so | grep -q 'slots=0 ' || fail "list does not tell the parameters of lock.so"
"$installed" list algorithms ./lock.so --json | grep -q '"key": "slots"' ||
  fail "list --json does not tell the parameters of lock.so"
"$installed" list adversaries ./mine.so | grep -q 'hold=5 ' || fail "list does not tell the options of mine.so"
"$installed" explore -a ./lock.so:slots=1 -n 2 --check rmr --witness lock.schedule > /dev/null || fail "no witness"
grep -qx 'algorithm ./lock.so:slots=1' lock.schedule && "$installed" replay lock.schedule > /dev/null 2>&1 ||
  fail "the witness does not replay"

# Every built-in algorithm that is a text does the same as a shared object. With sanitizers one of four is tried.
compiled=0 turn=0 every=$(of_speed 1 4)
for id in $("$rmr" list algorithms | sed '1d; /^$/,$d; s/ .*//' | grep -vE '^(philosophers|two_stage)'); do
  [ $((turn++ % every)) -eq 0 ] || continue
  "$installed" compile "$id" -o "algo_$id.so" > compile.log 2>&1 ||
    { fail "$id does not build as a plug-in"; continue; }
  compiled=$((compiled + 1))
  "$rmr" simulate -a "$id" -n 4 --passages 2 --json -s random | anonymous > built_in
  "$rmr" simulate -a "./algo_$id.so" -n 4 --passages 2 --json -s random | anonymous | cmp - built_in ||
    fail "$id differs as a plug-in"
done
[ $compiled -ge $((75 / every)) ] || fail "only $compiled plug-ins of texts"

# In a config: found beside it, its name canonical in the records, its content part of what a task is.
mkdir -p there && cp lock.so there/ && cat > there/c.json <<'END'
{"algorithms": ["./lock.so:slots=2", "./lock.so:slots=0", "anderson:slots=9"], "n": 3, "drive": ["simulate", "explore"],
 "metrics": ["rmr.max", "line 2 of P_N"]}
END
"$installed" run there/c.json -o once > run.log 2>&1 || { cat run.log; fail "the config does not run"; }
for text in '"algorithm":"./lock.so:slots=2","parameters":{"slots":2}' \
  '"algorithm":"./lock.so","parameters":{"slots":0}' '"algorithm":"anderson:slots=9","parameters":{"slots":9}'; do
  [ "$(tr -d ' ' < once/records.jsonl | grep -c -F "$text")" = 2 ] || fail "not two records have $text"
done
task_ids() { grep -o '"id": *"[0-9a-f]*"' "$1/records.jsonl" | sort; }
"${cc[@]}" -g -I prefix/include -o there/lock.so lock/lock.c
"$installed" run there/c.json -o twice > run.log 2>&1 || fail "the config does not run again"
[ "$(comm -12 <(task_ids once) <(task_ids twice) | wc -l)" = 2 ] ||
  fail "another plug-in file, but other tasks than the two of anderson are the same"

# --- built in and loaded: the same ------------------------------------------------------------------------------------

"$rmr" simulate -a glb -n 5 --sessions any:2 --passages 2 -s random --trace "$work/x.schedule" > /dev/null ||
  fail "no schedule"
for file in "$source"/adversary/*.c; do # parts lie in the tree
  id=$(basename "$file" .c)
  case $id in
    adversary_template) continue ;;
    replay) options=":file=$work/x.schedule,then=random" ;;
    *) options= ;;
  esac
  "${cc[@]}" -I prefix/include -I "$source" -o "$id.so" "$file" || { fail "$id does not build as a plug-in"; continue; }
  for how in "-a glb -n 5 --sessions any:2 --passages 3" "-a bakery -n 7 --memory dsm --seed 3 --max-steps 5000"; do
    # shellcheck disable=SC2086 # several words are meant
    "$rmr" simulate $how --json -s "$id$options" > built_in
    # shellcheck disable=SC2086
    "$rmr" simulate $how --json -s "./$id.so$options" > loaded
    [ -s built_in ] || { [ "$id" = replay ] || fail "$id: no result with $how"; }
    nameless < loaded | diff <(nameless < built_in) - || fail "$id differs as a plug-in with $how"
  done
done 2> talk.log

# --- the bad ones -----------------------------------------------------------------------------------------------------

# one_line NAME EXIT WORDS ARGUMENT...: `rmr simulate ARGUMENT...` ends with EXIT and says exactly WORDS ("" for
# nothing).
one_line() {
  local name=$1 expected=$2 words=$3 code
  shift 3
  "$rmr" simulate "$@" > "$name.out" 2> "$name.err"
  code=$?
  [ $code -eq "$expected" ] || fail "$name ($*): exit $code, expected $expected: $(cat "$name.err")"
  [ "$(cat "$name.err")" = "$words" ] || fail "$name ($*): expected on stderr:
$words
and got:
$(cat "$name.err")"
  [ $code -ne 64 ] || [ ! -s "$name.out" ] || fail "$name ($*): something on stdout"
}

# The head of the file says what to run and what to expect, once or more.
check() {
  local file=$1 name run='' code='' words arguments
  name=$(basename "$file" .c)
  "${cc[@]}" -I prefix/include -o "$name.so" "$file" || { fail "$name does not build"; return; }
  while IFS= read -r line; do
    case $line in
    run:*) run=${line#run: } ;;
    exit:*) code=${line#exit: } words='' ;;
    says:*) words=${line#says: } ;;
    esac
    case $line in end | run:*) [ -z "$code" ] ||
      one_line "$name" "$code" "${words//@/./$name.so}" "${arguments[@]}"; code='' ;; esac
    line=${run//@/./$name.so}
    read -ra arguments <<< "${line//%/$work/some}"
  done < <(sed -n 's/^ \* \(run: \|exit: \|says: \)/\1/p' "$file"; echo end)
}

printf 'rmr-schedule 1\nalgorithm bakery\nn 2\nP1 x1\n' > some.schedule
check "$source/tests/plugins/hangs.c" & # 20 seconds
check "$source/tests/plugins/waits.c" & # many steps
for file in "$source"/tests/plugins/*.c; do
  case $file in */hangs.c | */waits.c) ;; *) check "$file" ;; esac
done
grep -q '^stopped after 0 steps, 0 passages' stops.out || fail "stops: other words than expected in $(cat stops.out)"
grep -qx 'VIOLATION at step 1: free does not hold: the lock is free' algo_broken_invariant.out ||
  fail "algo_broken_invariant: other words than expected in $(cat algo_broken_invariant.out)"

# The loader refuses mistakes that the compiler lets pass, and the explorer those that the loader lets pass.
impure=$source/tests/plugins/algo_impure.c
"${CC:-cc}" -std=c11 -shared -fPIC -I prefix/include -DNO_EXIT -o no_exit.so "$impure" 2> no_exit.err &&
  fail "a line without code compiles"
grep -q "L3.*not handled in switch" no_exit.err || fail "a line without code: $(cat no_exit.err)"
"${CC:-cc}" -std=c11 -w -shared -fPIC -I prefix/include -DNO_EXIT -DSHARED_FROM=4097 -o no_exit.so "$impure"
one_line no_exit 64 "rmr simulate: impure: line 3 is in the table and has no code; expected a DO, LET or CALL of it" \
  -a ./no_exit.so -n 2
"${cc[@]}" -I prefix/include -DSHARED_FROM=4 -o late.so "$impure"
expect 0 'P1  holds' "$rmr" explore -a ./late.so -n 3 --check P1
expect 64 'behind line 2: the step function was asked twice and gave two answers' \
  "$rmr" explore -a ./late.so -n 4 --check P1

echo 'not a shared object' > text.so
one_line missing 64 "rmr simulate: no plug-in './missing.so': the file is missing or unreadable" -a bakery -n 2 -s \
  ./missing.so
one_line text 64 "rmr simulate: './text.so' cannot be loaded: ./text.so: file too short" -a bakery -n 2 -s ./text.so
one_line directory 64 "rmr simulate: './mine' cannot be loaded: ./mine: cannot read file data: Is a directory" -a \
  bakery -n 2 -s ./mine
one_line text_algorithm 64 "rmr simulate: './text.so' cannot be loaded: ./text.so: file too short" -a ./text.so -n 2
one_line missing_algorithm 64 "rmr simulate: no plug-in './missing.so': the file is missing or unreadable" -a \
  ./missing.so -n 2
one_line nothing 64 "rmr simulate: adversary ':hold=3': expected NAME or NAME:key=value,..." -a bakery -n 2 -s :hold=3

wait
