# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034,SC2154 # campaigns use the variables set here, and set `short`
#
# common.sh: functions that the hostile campaigns share. A campaign is a script beside this one, called with
#
#   NAME.sh RMR SOURCE BUILD [--seed S] [--budget SECONDS] [--trial K]
#
# It makes as many trials as its variable `short` says, or with --budget as many as fit into that time, and says in
# its last line how many there were and how many held. A trial is drawn from a generator of random numbers
# that begins with the seed, the campaign and the number of the trial, so --trial K makes that one again, alone, and
# leaves its files. A campaign sets `short` and has three functions:
#
#   prepare   once, in the directory $work: makes what the trials need; may call `skip`
#   trial     one trial, in the empty directory $work/trial; calls `wrong` if something does not hold
#   planted   prints the body of a program that stands in for rmr ($real is the true one) and makes the mistake that
#             the campaign is there to find: trials with it must go wrong, else the campaign proves nothing
#
# Its head says what it tries and what must hold, in lines that begin with "tries:" and "holds:". They are the rows of
# the table in docs/reliability.md.

set -u
# Other tests look for leaks, as skip_leaks in tests/common.sh says.
export LC_ALL=C ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0:${ASAN_OPTIONS:-} UBSAN_OPTIONS=print_stacktrace=1
campaign=$(basename "$0" .sh)
real=$1 source=$2 tools=$3/tests
shift 3
seed=1 budget='' only=''
while [ $# -ge 2 ]; do
  case $1 in
  --seed) seed=$2 ;;
  --budget) budget=$2 ;;
  --trial) only=$2 ;;
  *) break ;;
  esac
  shift 2
done
[ $# -eq 0 ] || { echo "$campaign: unknown option '$1'"; exit 64; }

rmr=$real
limit=60 # seconds that a command may take
sanitized=''
grep -q __asan_init "$real" && sanitized=1
work=$(mktemp -d)
trap '[ -n "$only" ] || rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

skip() { echo "$campaign: skipped: $*"; exit 77; }

# --- chance -----------------------------------------------------------------------------------------------------------

# SplitMix64, with its state in $random. `draw N` puts a number of 0..N-1 into $drawn, `pick WORD...` one of the words
# into $picked. (No subshells: the state would be lost.)
draw() {
  local z
  ((random += 0x9e3779b97f4a7c15))
  ((z = (random ^ ((random >> 30) & 0x3ffffffff)) * 0xbf58476d1ce4e5b9))
  ((z = (z ^ ((z >> 27) & 0x1fffffffff)) * 0x94d049bb133111eb))
  ((drawn = ((z ^ ((z >> 31) & 0x1ffffffff)) & 0x7fffffffffffffff) % $1))
}

pick() {
  draw $#
  ((drawn++))
  picked=${!drawn}
}

random_of_trial() {
  local name
  name=$(printf '%s' "$campaign" | cksum)
  random=$((seed * 1000003 + ${name%% *} * 7919 + $1 * 104729))
  draw 2
}

# --- outcomes ---------------------------------------------------------------------------------------------------------

# wrong WORDS: this trial does not hold.
wrong() {
  held=''
  [ -z "$quiet" ] || return 0
  echo "$campaign, trial $number of seed $seed: $*"
  [ ! -s err ] || { head -n 5 err | cut -c 1-400 | sed 's/^/  stderr: /'; }
}

# call ARGUMENT...: rmr, for $limit seconds at most; its output is in the files out and err, the exit code in $code.
# For any question, it ends by itself, with an exit code that is documented, and says why in lines of plain text
# that begin with its name.
call() {
  { timeout -k 5 "$limit" "$rmr" "$@" > out 2> err < /dev/null; } 2> /dev/null # the shell tells of crashes, too
  code=$?
  sound "rmr $*"
}

sound() {
  case $code in
  0 | 11 | 12 | 13 | 20 | 30) ;;
  64 | 75) [ -s err ] || wrong "exit $code without a word: $1" ;;
  124 | 137) wrong "no end within $limit seconds: $1" ;;
  *) wrong "exit $code: $1" ;;
  esac
  ! grep -qaE 'Sanitizer|runtime error:' err || wrong "a sanitizer speaks: $1"
  [ ! -s err ] || plain err || wrong "not plain lines on stderr: $1"
}

plain() { "$tools/hostile_whole" messages "$1" > why || { cat why; return 1; }; }

# tidy DIRECTORY: every file in it is whole, as its kind asks, and none is left of those that were being written.
tidy() {
  local rest
  rest=$(find "$1" -name '*.rmr-tmp')
  [ -z "$rest" ] || wrong "left over: $rest"
  # figures in the making lie in a folder of their own, which the next drawing empties
  find "$1" -name .making -prune -o -type f ! -name '*.rmr-tmp' -print0 |
    xargs -0 -r "$tools/hostile_whole" files > why || wrong "not whole: $(cat why)"
}

# same DIRECTORY REFERENCE: the same files with the same bytes.
same() {
  diff -rq --no-dereference "$1" "$2" > why 2>&1 || wrong "not the bytes that it ought to be: $(head -n 3 why)"
}

# --- the beginnings of trials -----------------------------------------------------------------------------------------

# An experiment of some milliseconds, simulations and explorations, without figures.
tiny_config() {
  cat <<'END'
{"name": "tiny", "drive": ["simulate", "explore"], "algorithms": ["glb", "bakery"], "n": "2..3", "passages": 1,
 "adversaries": ["random", "round_robin"], "repetitions": 2, "metrics": ["rmr.max", "line 4 of P_N"], "plots": [],
 "fits": ["rmr.max"], "expect": {"P1": "holds", "rmr.max": "O(N)"}}
END
}

# The same with figures, and more to do.
drawn_config() { # REPETITIONS
  tiny_config | sed -e 's/"plots": \[\]/"plots": [{"type": "growth", "metric": "rmr.max"}]/' \
    -e 's/"repetitions": 2/"repetitions": '"$1"'/'
}

# reference CONFIG DIRECTORY: the result of the true rmr, undisturbed.
reference() {
  timeout 120 "$real" run "$1" -o "$2" --jobs 2 > reference.log 2>&1
  local code=$?
  case $code in 0 | 20 | 30) ;; *) cat reference.log && echo "$campaign: no reference: exit $code" && exit 1 ;; esac
}

# --- the campaign -----------------------------------------------------------------------------------------------------

one_trial() {
  number=$1 held=1
  random_of_trial "$number"
  rm -rf "$work/trial"
  mkdir "$work/trial" && cd "$work/trial" || exit 1
  trial
  cd "$work" || exit 1
}

# With a program in the place of rmr that makes the mistake: how many trials until one goes wrong? Up to ten times as
# many as the short form has.
self_check() {
  local k
  { printf '#!/usr/bin/env bash\nreal=%q\n' "$real" && planted; } > "$work/planted" && chmod +x "$work/planted"
  rmr=$work/planted quiet=1
  for ((k = 1; k <= short * 10; k++)); do
    one_trial $k
    if [ -z "$held" ]; then
      caught=$k
      break
    fi
  done
  rmr=$real quiet=''
}

campaign() {
  local tried=0 good=0 began caught=''
  quiet=''
  cd "$work" || exit 1
  prepare
  if [ -n "$only" ]; then
    one_trial "$only"
    echo "$campaign, trial $only of seed $seed: ${held:+held; }its files are in $work"
    [ -n "$held" ]
    return
  fi
  self_check
  began=$SECONDS
  [ -n "$caught" ] || echo "$campaign: the planted fault was not caught"
  while if [ -n "$budget" ]; then [ $((SECONDS - began)) -lt "$budget" ]; else [ $tried -lt "$short" ]; fi; do
    one_trial $((++tried))
    [ -z "$held" ] || : $((++good))
  done
  local planted=missed
  [ -z "$caught" ] || planted="caught in trial $caught"
  echo "$campaign: $tried trials, $good held, planted fault $planted, $((SECONDS - began)) s"
  [ $good -eq $tried ] && [ -n "$caught" ]
}
