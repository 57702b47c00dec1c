#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Graphs and orders as a user meets them: `rmr forks`, and N from the graph of an algorithm. Counts are compared with
# runs in unit_arbitration and unit_philosophers; configs that are refused stand in tests/reject.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# mistake WORDS COMMAND...: exit code 64, nothing on stdout, one line on stderr that has the words
mistake() {
  local words=$1 code
  shift
  "$rmr" "$@" > out 2> err
  code=$?
  [ $code = 64 ] || fail "$*: exit code $code"
  [ ! -s out ] || fail "$*: something on stdout"
  [ "$(wc -l < err)" = 1 ] || fail "$*: not one line: $(cat err)"
  grep -qF -e "$words" err || fail "$*: no '$words' but: $(cat err)"
}

# --- N from the graph -------------------------------------------------------------------------------------------------

"$rmr" simulate -a philosophers:graph=ring:5,order=left -s round_robin > out
[ $? = 11 ] && grep -q 'N = 5' out || fail "the pentagon of philosophers has no five: $(cat out)"
"$rmr" explore -a two_stage:graph=path:3 --check P1 | grep -q 'N = 3' || fail "no exploration of three"
"$rmr" export --format promela philosophers:graph=star:3 | grep -q -e '-n 3' || fail "no model of three"
printf '1 2\n2 3\n3 4\n' > four.txt
for options in "" "-n 4"; do
  # shellcheck disable=SC2086 # no option is no argument
  "$rmr" simulate -a philosophers:graph=file:four.txt $options --json | grep -q '"n": 4' || fail "no four: '$options'"
done
mistake "the graph has 5 philosophers, but N = 4 is asked for" simulate -a philosophers:graph=ring:5 -n 4
mistake "the graph has 5 philosophers, but N = 4 is asked for" explore -a philosophers:graph=ring:5 -n 4
mistake "the graph has 5 philosophers, but N = 4 is asked for" export --format promela philosophers:graph=ring:5 -n 4
mistake "no number of processes; expected -n N, or a graph with its size" simulate -a philosophers:graph=ring
mistake "N = 33 is too much" explore -a philosophers:graph=path:33
mistake "N = 256 is too much" export --format promela philosophers:graph=path:256
mistake "graph 'ring', N = 2: expected ring:N, N from 3 to 1024" simulate -a philosophers:graph=ring -n 2
mistake "'ring:x', at character 6: expected ring:N" simulate -a philosophers:graph=ring:x
mistake "nowhere.txt: cannot be read" simulate -a philosophers:graph=file:nowhere.txt

mistake "/dev/stdin: is a pipe or a device" simulate -a philosophers:graph=file:/dev/stdin < /dev/null

# In configs each graph has its own, parts of graphs and orders may be ranges, and exclusions speak of N.
cat > config.json << 'END'
{"drive": ["simulate", "explore"], "passages": 1, "fits": [], "plots": [],
 "algorithms": ["philosophers:graph=ring:5", "philosophers:graph=grid:2x3,order=random:1..2",
                "two_stage:graph=path:2..3"],
 "exclude": [{"drive": "explore", "n": [5, 6]}]}
END
"$rmr" run config.json -o dir > /dev/null || fail "the config does not run"
"$rmr" run config.json --dry-run |
  sed 's/, cc.*, all schedules.*/ explored/; s/, cc.*//; s/^#[0-9]* *[0-9a-f]* *//' > tasks
cat > expected << 'END'
philosophers:graph=ring:5, N = 5
philosophers:graph=grid:2x3,order=random:1, N = 6
philosophers:graph=grid:2x3,order=random:2, N = 6
two_stage:graph=path:2, N = 2
two_stage:graph=path:3, N = 3
two_stage:graph=path:2, N = 2 explored
two_stage:graph=path:3, N = 3 explored
END
diff expected tasks || fail "other tasks"
[ "$(wc -l < dir/records.jsonl)" = 7 ] || fail "not seven records"
"$rmr" run config.json -o dir --resume 2>&1 | grep -q 'all 7 records are there' || fail "it is not resumed"
"$rmr" report dir > /dev/null 2>&1 || fail "there is no report of it"

# --- the output of rmr forks ------------------------------------------------------------------------------------------

# has WORDS: the output has them, blanks and line ends apart
has() { tr -d ' \n' < out | grep -qF -e "$1" || fail "no $1 in $(head -c 2000 out)"; }

"$rmr" forks --graph complete:4 --order list:2.3.4/1.4.3/4.1.2/3.2.1 --json > out || fail "xor by hand is in danger"
has '"n":4,"forks":6,"danger":false,"cycle":null,"ranked":true,"blocking_paths":[6,6,6,6],"total":24,"f":24'
has '{"process":2,"order":[1,4,3],"ranks":[1,2,3]}'
"$rmr" forks --graph complete:4 --order list:2,3,4/1,4,3/4,1,2/3,2,1 --json > commas
diff <(grep -v '"order": "' out) <(grep -v '"order": "' commas) > /dev/null || fail "commas are no dots"
"$rmr" forks --graph ring:5 --order left --json > out
[ $? = 11 ] || fail "no exit 11 for danger"
has '"danger":true,"cycle":[1,5,4,3,2],"ranked":false,"blocking_paths":null,"total":null,"f":49'
# 2^53 is the last number that every reader of JSON keeps
"$rmr" forks --graph ring:1024 --order rank --json > out || fail "1,024 philosophers are too many"
has '"n":1024'
"$rmr" forks --graph complete:64 --order double:first --json > out || fail "doubling makes danger"
grep -qE '"total": "[0-9]{17,}"' out || fail "a large total is no text"

for mistake in "'list:2.3/1.3/1', at character 15: expected a dot and its next neighbour|complete:3|list:2.3/1.3/1" \
  "at character 8: expected a fork that it has not grabbed yet|complete:3|list:2.2/1.3/1.2" \
  "at character 6: expected one of its neighbours|path:3|list:3/1.3/2" "expected nothing more|complete:2|list:2/1/1" \
  "expected complete:N, N from 1 to 1024|complete:1025|rank" "expected ring:N, N from 3 to 1024|ring:2|rank" \
  "expected grid:AxB, at most 1024|grid:64x17|rank" "expected random:N,P,SEED|random:4,2,1|rank" \
  "expected the name of a file|file:|rank" "nowhere: cannot be read|file:nowhere|rank" \
  ".: cannot be read: Is a directory|file:.|rank" "empty:1:1: expected at least one fork|file:empty|rank" \
  "binary: is not a text file|file:binary|rank" \
  "loop:2:3: expected another philosopher|file:loop|rank" "double:3:1: expected another pair|file:double|rank" \
  "orders:2:4: expected one of its neighbours|path:3|file:orders" \
  "orders:3:1: expected an order of P3|path:3|file:orders"; do
  IFS='|' read -r words graph order <<< "$mistake"
  : > empty
  printf '1 2\n\0' > binary
  printf '1 2\n2 2\n' > loop
  printf '1 2\n2 3\n2 1\n' > double
  printf '1: 2\n2: 2 1\n' > orders
  [ "${words#orders:3}" = "$words" ] || printf '1: 2\n2: 3 1\n' > orders
  mistake "$words" forks --graph "$graph" --order "$order"
done
head -c 17000000 /dev/zero | tr '\0' '#' > huge
mistake "huge: " forks --graph file:huge --order rank
rm huge
# A usage error of the command line has a second line, which says how to get help.
refused() {
  local words=$1
  shift
  "$rmr" "$@" > out 2> err
  [ $? = 64 ] && grep -qF -e "$words" err || fail "$*: no '$words' but: $(cat err)"
}
refused "--graph is given twice" forks --graph ring:3 --graph ring:4 --order rank
refused "no graph; expected --graph G" forks --order rank
refused "no order; expected --order O" forks --graph ring:5
refused "expected one of --json, --svg and --dot" forks --graph ring:5 --order left --svg --dot
refused "--path is for pictures" forks --graph ring:5 --order left --path 1
mistake "--path 6: there are 5 philosophers" forks --graph ring:5 --order rank --path 6 --dot

# --- pictures ---------------------------------------------------------------------------------------------------------

"$rmr" forks --graph ring:5 --order left --dot > left.dot
[ $? = 11 ] || fail "a picture hides the danger"
[ "$(grep -c 'color="#c0392b"' left.dot)" = 10 ] || fail "not five philosophers and five forks in red"
"$rmr" forks --graph complete:4 --order xor --path 4 --dot | grep -q 'P3 -> P4 \[dir=.*, color="#2166ac"' ||
  fail "the first blocking path of P4 does not begin with P3"
"$rmr" forks --graph grid:2x3 --order rank --dot | grep -q 'P6 \[pos="3.000,-1.500!"' || fail "a grid is not in rows"

# A snapshot: P1 eats, P2 waits for it, P3 thinks. Red and blue edges are drawn from P2 to P1.
at() { # at SCHEDULE STEP WORDS...: the picture of the schedule after so many steps has all of them
  local schedule=$1 step=$2 words
  shift 2
  "$rmr" forks --schedule "$schedule" --step "$step" --dot > out 2> err || fail "no picture of $schedule: $(cat err)"
  for words in "$@"; do
    grep -qF -e "$words" out || fail "$schedule, step $step: no '$words' in $(grep -E ' P|f[0-9]' out)"
  done
}
schedule() { # schedule ALGORITHM STEPS...
  printf 'rmr-schedule 1\nalgorithm %s:graph=grid:1x3\nn 3\n' "$1" > "$1.schedule"
  printf '%s\n' "${@:2}" >> "$1.schedule"
}
eats='P1 [fillcolor="#8fd19e"' waits='P2 [fillcolor="#fff3bf"' thinks='P3 [fillcolor="white"'
red='P1 -> P2 [dir=back, color="#c0392b"' blue='P1 -> P2 [dir=back, color="#2166ac"'
schedule philosophers 'P1 x1' 'P2 x1'
at philosophers.schedule 0 'P1 [fillcolor="white"' 'f1_2 ' 'pos="0.750,0.000!"' 'P1 -> P2 [dir=none]'
at philosophers.schedule 1 "$eats" 'P2 [fillcolor="white"' 'P1 -> P2 [dir=none]' 'pos="0.520,0.000!"'
at philosophers.schedule 2 "$eats" "$waits" "$thinks" "$red" 'fillcolor="#c0392b", pos="0.520,0.000!"'
schedule philosophers_rw 'P1 x3' 'P2 x3'
at philosophers_rw.schedule 3 "$eats" 'P1 -> P2 [dir=none]' 'fillcolor="#333333", pos="0.520,0.000!"'
at philosophers_rw.schedule 4 "$eats" "$waits" 'P1 -> P2 [dir=none]' # the flag is up, but the turn not given away
at philosophers_rw.schedule 5 "$eats" "$waits" "$thinks" "$red"
"$rmr" simulate -a philosophers:graph=ring:5,order=rank --trace ring.schedule > out
sed -i '0,/5\.1=2w/s//5.1=0c/' ring.schedule
mistake 'the replay differs at step 9: P4 makes line 5.1' forks --schedule ring.schedule --step 3 --dot
schedule two_stage 'P1 x2' 'P2 x1'
at two_stage.schedule 3 "$eats" "$waits" "$thinks" "$blue"
grep -q diamond out && fail "forks of two_stage have owners"
schedule two_stage_arbitrated 'P1 x5' 'P2 x6' 'P1 x1'
at two_stage_arbitrated.schedule 11 "$eats" "$waits" "$thinks" "$blue" 'fillcolor="#333333", pos="0.980,0.000!"'
at two_stage_arbitrated.schedule 12 'P1 [fillcolor="#dddddd"' "$blue" 'fillcolor="#c0392b", pos="0.980,0.000!"'
"$rmr" forks --schedule philosophers.schedule --dot | grep -q 'after 2 of 2 steps' || fail "not at the end"
mistake "has 2 steps; expected a step from 0 to 2, not 3" forks --schedule philosophers.schedule --step 3 --dot
"$rmr" simulate -a bakery -n 2 --trace bakery.schedule > out
mistake "is a schedule of bakery, which has no graph" forks --schedule bakery.schedule --svg
mistake "nowhere: cannot be read" forks --schedule nowhere --svg
mistake "left.dot:1:1: " forks --schedule left.dot --svg
refused "--schedule is for pictures" forks --schedule philosophers.schedule --step 1
refused "--step is one of a run" forks --graph ring:3 --order rank --step 1 --dot
refused "expected no --graph" forks --graph ring:3 --schedule philosophers.schedule --dot
refused "must not contain a comma" forks --schedule a,b --dot

# A dot that fails, or stops halfway, leaves nothing on stdout.
mkdir bin none && printf '#!/bin/sh\nexit 0\n' > bin/dot && chmod +x bin/dot
dot_is() { printf '#!/bin/sh\n%s\n' "$1" > bin/dot; }
for case in 'echo oh no >&2; exit 1|dot failed: oh no' 'printf "<svg>"|dot did not finish the picture' \
  'kill -9 $$|dot failed'; do
  dot_is "${case%|*}"
  PATH=$work/bin:$PATH "$rmr" forks --graph ring:5 --order rank --svg > out 2> err
  [ $? = 75 ] && [ ! -s out ] && grep -qF "${case#*|}" err || fail "with a dot that does '${case%|*}': $(cat out err)"
done
PATH=$work/none "$rmr" forks --graph ring:5 --order rank --svg > out 2> err
[ $? = 64 ] && [ ! -s out ] && grep -q 'install graphviz' err || fail "without dot: $(cat out err)"
PATH=$work/none "$rmr" doctor | grep -q 'Graphviz *not found' || fail "rmr doctor sees a dot"
rm bin/dot
if command -v dot > /dev/null; then
  for graph in complete:4 ring:5 grid:3x3 hypercube:3 hypercube:5 star:4 random:9,0.3,1; do
    for order in rank random:3; do
      "$rmr" forks --graph $graph --order $order --svg > picture.svg 2> err
      tail -c 8 picture.svg | grep -q '</svg>' && [ ! -s err ] || fail "no picture of $graph, $order: $(cat err)"
    done
  done
  "$rmr" forks --schedule philosophers_rw.schedule --svg | tail -c 8 | grep -q '</svg>' || fail "no snapshot"
  "$rmr" forks --graph ring:5 --order rank --svg > again.svg
  "$rmr" forks --graph ring:5 --order rank --svg | cmp - again.svg || fail "two pictures of the same differ"
else
  echo "no dot here: pictures are not drawn"
fi
