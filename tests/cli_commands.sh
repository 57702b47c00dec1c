#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The manners of the command line, for every command: help on stdout, mistakes as one line on stderr (and argp's hint),
# exit code 64, the nearest right word; data on stdout and nothing else there; output that cannot be written is an
# error; no colours.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# --- help -------------------------------------------------------------------------------------------------------------

try "$rmr" --help
[ $code -eq 0 ] && [ ! -s err ] || fail "--help: exit $code, $(cat err)"
commands=$(awk '/^`rmr/ {exit} /^  [a-z-]+ +[a-z]/ {print $1}' out)
[ "$(wc -w <<< "$commands")" -ge 10 ] || fail "--help names only: $commands"
for command in $commands; do
  try "$rmr" "$command" --help
  [ $code -eq 0 ] && [ ! -s err ] || fail "$command --help: exit $code, $(cat err)"
  grep -q "^Usage: rmr $command" out || fail "$command --help: no usage line"
  awk '/^ +-/ {o = 1} /^$/ {o = 0} /^ {30}/ || (o && /^[^ ]/)' out > astray
  [ -z "$(tail -c 1 out)" ] && [ ! -s astray ] ||
    fail "$command --help: not in its columns, or without an end"
  for words in "help $command" "$command -h"; do
    cp out help
    # shellcheck disable=SC2086 # two words are meant
    try "$rmr" $words
    [ $code -eq 0 ] && cmp -s out help || fail "rmr $words is not $command --help"
  done
  try "$rmr" "$command" --no-such-option
  [ $code -eq 64 ] && [ ! -s out ] && grep -q "^rmr $command: .*no-such-option" err ||
    fail "$command --no-such-option: exit $code, $(cat out err)"
done
try "$rmr" --version
[ $code -eq 0 ] && grep -qE '^rmr [0-9]+\.[0-9]+\.[0-9]+$' out || fail "--version: $(cat out err)"

# Options may stand behind arguments, also where the environment asks for POSIX.
try env POSIXLY_CORRECT=1 "$rmr" list algorithms --json
[ $code -eq 0 ] || fail "list algorithms --json, with POSIXLY_CORRECT: $(cat err)"

# --- mistakes: exit code, words ---------------------------------------------------------------------------------------

# mistake WORDS ARGUMENT...: exit 64, nothing on stdout, and WORDS are the whole first line on stderr.
mistake() {
  local words=$1
  shift
  try "$rmr" "$@"
  [ $code -eq 64 ] || fail "rmr $*: exit $code, expected 64"
  [ ! -s out ] || fail "rmr $*: something on stdout"
  [ "$(head -n 1 err)" = "$words" ] || fail "rmr $*: expected '$words', got '$(head -n 1 err)'"
  [ "$(wc -l < err)" -eq 1 ] || grep -q '^Try `rmr ' err || fail "rmr $*: more than one line: $(cat err)"
}
mistake "rmr: unknown command 'simluate'; did you mean 'simulate'?" simluate
mistake "rmr: unknown command 'zzzzzzzzzz'; \`rmr --help\` lists them all" zzzzzzzzzz
mistake "rmr simulate: unknown algorithm 'bakrey'; did you mean 'bakery'?" simulate -a bakrey -n 2
mistake "rmr simulate: unknown adversary 'round-robbin'; did you mean 'round_robin'?" simulate -a glb -n 2 -s \
  round-robbin
mistake "rmr simulate: adversary pct has no option 'deph'; did you mean 'depth'?" simulate -a glb -n 2 -s pct:deph=3
mistake "rmr simulate: adversary pct: depth is 0; expected 1 to 64" simulate -a glb -n 2 -s pct:depth=0
mistake "rmr simulate: unknown memory 'cc-kep'; expected cc, cc-keep, cc-writeback or dsm; did you mean 'cc-keep'?" \
  simulate -a glb -n 2 -m cc-kep
mistake "rmr simulate: nothing to simulate; try -a glb -n 4" simulate
try "$rmr" simulate -a burns_lynch -n 3 --faults stop:1 -s round_robin
[ $code -eq 0 ] && grep -qx 'rmr simulate: no process crashed: round_robin chooses no crashes; -s crashing does' err ||
  fail "crashes that nobody chooses: exit $code, $(cat err)"
try "$rmr" simulate -a fischer -n 2
grep -q '^rmr simulate: without --time there are no delays' err || fail "fischer without time: $(cat err)"
for command in 'explore --check P1' 'fences --order tso'; do
  "$rmr" $command -a fischer -n 2 > out 2> err
  grep -q "^rmr ${command%% *}: without --time there are no delays, on which the claims of fischer rest; " err ||
    fail "$command of fischer without time: $(cat err)"
done
mistake "rmr simulate: no algorithm; expected -a ALGO" simulate -n 2
mistake "rmr simulate: no number of processes; expected -n N" simulate -a glb
mistake "rmr simulate: -n '0': expected a number from 1 to 4096" simulate -a glb -n 0
mistake "rmr simulate: -n '4097': expected a number from 1 to 4096" simulate -a glb -n 4097
mistake "rmr simulate: -n '2..4': expected one number from 1 to 4096; in a config of \`rmr run\` there may be several" \
  simulate -a glb -n 2..4
mistake "rmr explore: --passages 'infinite': expected a number from 1 to 10000, or inf: without end" \
  explore -a glb -n 2 --passages infinite
said="-s 'random': every schedule is explored, whatever an adversary would choose; \`rmr simulate\` has -s"
mistake "rmr explore: $said" explore -a glb -n 2 -s random
mistake "rmr simulate: -n '3x': expected a number from 1 to 4096" simulate -a glb -n 3x
mistake "rmr simulate: --passages inf would never end; give --max-steps as well" simulate -a glb -n 2 --passages inf
mistake "rmr simulate: 'glb': one algorithm is enough" simulate glb -a bakery -n 2
mistake "rmr explore: 'glb': one algorithm is enough" explore bakery glb -n 2
mistake "rmr simulate: adversary replay needs the option file=... (the schedule)" simulate -a glb -n 2 -s replay
mistake "rmr replay: no schedule; expected a file written by --trace" replay
mistake "rmr replay: $source/experiments/bw_naive.schedule: has no line \`loop\`, so there is nothing to --repeat" \
  replay --repeat 1 "$source/experiments/bw_naive.schedule"
mistake "rmr replay: --repeat '0': expected a number from 1 to 1000000000" replay --repeat 0 \
  "$source/experiments/bw_naive.schedule"
mistake "rmr run: no config; expected one, for example experiments/glb.json" run
mistake "rmr export: no format; expected --as promela, --as pluscal or --format promela" export glb -n 2
mistake "rmr export: unknown format 'promla'; expected promela; did you mean 'promela'?" export --format promla glb -n 2
mistake "rmr export: no algorithm; expected ALGO, for example burns_lamport" export --format promela -n 2
mistake "rmr export: no number of processes; expected -n N" export --format promela glb
mistake "rmr export: 'glb': one algorithm is enough" export --format promela glb -a bakery -n 2
mistake "rmr export: unknown algorithm 'bakrey'; did you mean 'bakery'?" export --format promela bakrey -n 2
mistake "rmr export: -n '256': expected a number from 1 to 255" export --format promela glb -n 256
mistake "rmr export: --cap '0': expected a number from 1 to 1000" export --format promela glb -n 2 --cap 0
mistake "rmr export: --passages 'x': expected a number from 1 to 4294967293, or inf: without end" \
  export --format promela glb -n 2 --passages x
mistake "rmr export: 2 sessions are listed for N = 3 processes" export --format promela glb -n 3 --sessions 1,2
mistake "rmr export: no/such/place: cannot be written: No such file or directory" export --format promela glb -n 2 -o \
  no/such/place
mistake "rmr show: unknown algorithm 'glbb'; did you mean 'glb'?" show glbb
mistake "rmr list: 'algorithm': expected algorithms, adversaries or memories; did you mean 'algorithms'?" list algorithm
mistake "rmr list: expected algorithms, adversaries or memories" list
try "$rmr"
[ $code -eq 64 ] && [ ! -s out ] && grep -q '^Usage: rmr COMMAND' err || fail "rmr alone: exit $code"
echo 'series,N,value' > header.csv
mistake "rmr fit: header.csv: there are no values; expected one for each N" fit header.csv
for missing in "replay nowhere" "run nowhere.json" "fit nowhere" "plot nowhere" "report nowhere"; do
  # shellcheck disable=SC2086 # two words are meant
  try "$rmr" $missing
  [ $code -eq 64 ] && [ ! -s out ] && [ "$(wc -l < err)" -eq 1 ] && grep -q nowhere err ||
    fail "rmr $missing: exit $code, $(cat out err)"
done

# --- data on stdout, whole or not at all ------------------------------------------------------------------------------

printf 'series,N,value\n' > series.csv
for n in 2 3 4 5 6 7 8 9 10; do echo "s,$n,$((n * (n - 1) / 2))" >> series.csv; done
data=("list algorithms" "list adversaries" "list memories" "show glb" "simulate -a glb -n 3" "fit series.csv")
for arguments in "${data[@]}"; do
  for json in "" --json; do
    # shellcheck disable=SC2086 # several words are meant
    try "$rmr" $arguments $json
    [ $code -eq 0 ] && [ -s out ] && [ ! -s err ] || fail "rmr $arguments $json: exit $code, $(cat err)"
    [ -z "$json" ] || grep -q '^[[{]' out || fail "rmr $arguments --json: no JSON"
  done
done
for arguments in "${data[@]/%/ --json}" "${data[@]}" doctor --help --version "simulate --help" \
  "export --format promela glb -n 2" "run --keys" "run --schema" \
  "run $source/experiments/glb.json --dry-run"; do
  # shellcheck disable=SC2086
  "$rmr" $arguments > /dev/full 2> err
  code=$?
  [ $code -eq 75 ] || fail "rmr $arguments > /dev/full: exit $code"
  [ "$(cat err)" = "rmr: cannot write to standard output" ] || fail "rmr $arguments > /dev/full: $(cat err)"
done
"$rmr" export --format promela glb -n 2 > model && "$rmr" export --format promela -a glb -n 2 -o model.pml 2> err &&
  cmp model model.pml ||
  fail "a model on stdout and one in a file differ: $(cat err)"
try "$rmr" export --format promela bwbgme -n 60 -o large
[ $code -eq 30 ] && [ ! -e large ] &&
  [ "$(cat err)" = \
    "rmr export: bwbgme, N = 60: P16 has more than 10000 local states; fewer passages or a smaller cap help" ] ||
  fail "a model that is too large: exit $code, $(cat err)"
# By way of a link, so that no device is lost should the file be renamed onto what it names.
ln -s /dev/full full
try "$rmr" simulate -a glb -n 3 --trace full
[ $code -eq 75 ] && [ "$(wc -l < err)" -eq 1 ] || fail "a trace to a full disk: exit $code, $(cat err)"
[ -L full ] || fail "a trace has replaced the link that it was to be written through"
try "$rmr" simulate -a glb -n 3 --trace no/such/place
[ $code -ne 0 ] && [ "$(wc -l < err)" -eq 1 ] && grep -q no/such/place err ||
  fail "a trace to nowhere: exit $code, $(cat err)"

# --- the same bytes twice, wherever the output goes -------------------------------------------------------------------

simulation=("$rmr" simulate -a bwbgme -n 5 -s random --sessions any:2 --passages 2 --seed 9)
"${simulation[@]}" > plain 2> err
"${simulation[@]}" > again 2>> err
TERM=xterm NO_COLOR=1 LC_ALL=de_DE.UTF-8 "${simulation[@]}" > quiet 2>> err
cmp plain again && cmp plain quiet || fail "two runs differ"
grep -qP '\x1b' plain err && fail "escape sequences in a file"
if command -v script > /dev/null; then
  NO_COLOR=1 TERM=xterm script -qec "${simulation[*]}" terminal > /dev/null < /dev/null
  sed -e '1{/^Script started/d}' -e '/^Script done/d' terminal | tr -d '\r' | grep -qP '\x1b\[[0-9;]*m' &&
    fail "colours in spite of NO_COLOR"
fi

# A mistyped ending would give another kind of trace than was meant.
mistake "rmr simulate: 'run.tx': did you mean .txt? A trace is .txt to read, .html to step through, .json for \
Perfetto, .itf.json for TLA+, .svg for a picture, and .sched or no ending to replay" \
  simulate -a glb -n 2 --trace run.tx
mistake "rmr simulate: 'run.docx': no trace is a .docx; a trace is .txt to read, .html to step through, .json for \
Perfetto, .itf.json for TLA+, .svg for a picture, and .sched or no ending to replay" \
  simulate -a glb -n 2 --trace run.docx
[ ! -e run.tx ] || fail "a trace of a mistyped ending"
mistake "rmr simulate: 'run.pdf': a picture is .svg, of which a browser or rsvg-convert makes a PDF" \
  simulate -a glb -n 2 --trace run.pdf
[ ! -e run.pdf ] || fail "a trace called .pdf"

# A trace that goes to stdout writes over nothing that is there.
echo before > both
"$rmr" replay "$source/experiments/bw_naive.schedule" --trace /dev/stdout >> both 2> err
"$rmr" replay "$source/experiments/bw_naive.schedule" --trace /dev/stdout 2> err | cat > piped
cmp -s <(sed 1d both) piped && grep -qx 'rmr-schedule 1' both && grep -q '^RMRs per passage: ' both ||
  fail "a trace on stdout: $(cat both)"
"$rmr" replay "$source/experiments/bw_naive.schedule" --trace /dev/stdout > both 2> err
cmp -s both piped || fail "a trace on stdout, in a new file: $(cat both)"

# --- exit codes that are no mistakes ----------------------------------------------------------------------------------

try "$rmr" simulate -a glb -n 3 --max-steps 10
[ $code -eq 30 ] || fail "a run cut short: exit $code, expected 30"
try "$rmr" simulate -a bw_naive -n 4 --sessions 1,1,1,2 -s "replay:file=$source/experiments/bw_naive.schedule"
[ $code -eq 12 ] || fail "P1 broken: exit $code, expected 12: $(cat err)"

# The completion offers options and nothing else; examples below them have options in them, too.
bash "$source/tools/completion.sh" "$rmr" > completion
sed -n "s/^  [a-z]*) echo '\(.*\)' ;;$/\1/p" completion | tr ' ' '\n' | sort -u > words
grep -qx 'complete .* rmr rmr-mpi' completion || fail "the completion is not for rmr-mpi"
grep -qx -e --svg words && grep -qx -e --graph= words || fail "the completion does not know rmr forks"
! grep -v '^-' words || fail "the completion offers what is no option"
sh "$source/tools/manual.sh" "$rmr" man || fail "no man pages"
! grep -A 1 '^\.B $' man/*.1 || fail "an example is taken for an option in a man page"
