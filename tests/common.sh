# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034 # the checks use the variables set here
#
# common.sh: functions that the checks of the command share. A check is a script cli_*.sh beside this one, called with
#
#   NAME.sh RMR SOURCE BUILD
#
# It begins in an empty folder, $work, which is removed at its end. It goes on after a `fail`, and has failed then.

set -u
rmr=$1 source=$2 build=$3
work=$(mktemp -d)
failures=$work.failures
cd "$work" || exit 1

finish() {
  local code=$?
  [ ! -e "$failures" ] || code=1
  rm -rf "$work" "$failures"
  exit $code
}
trap finish EXIT

# of_speed PLAIN SANITIZED: how much rmr is to do that must still be at it some moments later; with sanitizers it takes
# about four times as long for the same.
of_speed() { if grep -q '^RMR_SANITIZE:BOOL=ON$' "$build/CMakeCache.txt"; then echo "$2"; else echo "$1"; fi; }

# skip_leaks: with sanitizers the look for leaks takes as long as the rest of a short process. A test leaves it out if
# it starts hundreds of processes, of commands that other tests run as well.
skip_leaks() { export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}; }

# heeds PID: waits until it blocks SIGINT, to read it. Until then it ignores it, as bash wants in the background.
heeds() {
  local blocked
  for _ in $(seq 600); do
    blocked=$(sed -n 's/^SigBlk:[[:space:]]*//p' "/proc/$1/status" 2> /dev/null)
    [ $((16#${blocked:-0} & 2)) -eq 0 ] || return 0
    sleep 0.1
  done
  fail "process $1 heeds no signal"
}

fail() { echo "FAIL: $*" | tee -a "$failures"; }

# try COMMAND...: its output is in out and err, its exit code in $code.
try() { "$@" > out 2> err < /dev/null; code=$?; }

# code COMMAND...: prints the exit code; the output is in out.log and err.log.
code() { "$@" > out.log 2> err.log; echo $?; }

# same DIRECTORY: it has the files of the directory `one`, byte by byte.
same() { diff -r one "$1" > diff.log || { head -5 diff.log; fail "$1 differs from one"; }; }

# toy NAME: NAME.alg, of the text on stdin behind its first line.
toy() { { echo "algorithm $1 \"a toy\"" && cat; } > "$1.alg"; }

# expect CODE WORDS COMMAND...: the exit code, and words on stdout or stderr, which stand in out.txt then.
expect() {
  local code=$1 words=$2
  shift 2
  "$@" > out.txt 2>&1
  local got=$?
  [ $got -eq "$code" ] || fail "$*: exit $got, expected $code: $(tail -n 2 out.txt)"
  grep -qF -- "$words" out.txt || fail "$*: nowhere '$words': $(cat out.txt)"
}
