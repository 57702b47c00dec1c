#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: random command lines: the words of every `--help`, known names, numbers at their limits, nothing, rubbish
# holds: documented exit codes; a refusal is lines of plain text and nothing on stdout; `--json` prints JSON; nothing
#   takes longer than its limits allow
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=40
limit=30

prepare() {
  tiny_config > config.json
  reference config.json whole
  printf 'rmr-schedule 1\nalgorithm bakery\nn 2\nP1 x1\n' > a.schedule
  printf 'series,N,value\na,1,1\na,2,2\na,3,3\n' > a.csv
  # shellcheck disable=SC2207 # words
  commands=($("$real" --help | awk '/^`rmr/ {exit} /^  [a-z-]+ +[a-z]/ {print $1}'))
  local command # whose options stand with "=" where they take a value: without it they would take what follows
  for command in "${commands[@]}"; do
    # shellcheck disable=SC2207 # words
    options=($(ARGP_HELP_FMT='rmargin=4000' "$real" "$command" --help | grep -o -- '--[a-z][a-z-]*=\?' | sort -u |
      grep -v -e '^--help' -e '^--usage' |
      awk '{all[NR] = $0; there[$0]} END {for (k = 1; k <= NR; k++) if (!(all[k] "=" in there)) print all[k]}'))
    printf -v "options_${command//-/_}" '%s ' "${options[@]}"
  done
  # shellcheck disable=SC2207 # words
  names=($("$real" list algorithms | awk '/^[a-z]/ && $1 != "algorithm" {print $1}')
    $("$real" list adversaries | awk '/^[a-z]/ && $1 != "adversary" {print $1}'))
}

# A value, into $value: mostly one that somebody may mean.
value() {
  pick glb bakery burns_lamport glb bakery 1 2 2 3 4 0 -1 cc dsm inf all same any:2 random greedy pct:depth=3 P1,P6 \
    rmr line:4 1M 64M 99999999999999999999 1e9 0x10 '' ' ' ':' ',' '=' './x.so' 'glb:' 'glb:x=1' 'pct:depth=' \
    'pct:depth=3,depth=4' '%s%n%s' ../a.schedule ../a.csv ../whole ../config.json . / /dev/null \
    $'\n' $'\xff\xfe' $'\x1b[31m' "$(printf 'a%.0s' {1..300})" name
  value=$picked
  [ "$value" != name ] || { pick "${names[@]}"; value=$picked; }
}

trial() {
  local arguments=() k option known json=''
  pick "${commands[@]}" "${commands[@]}" simulate explore run
  arguments=("$picked")
  known=options_${picked//-/_}
  # shellcheck disable=SC2206 # words
  known=(${!known})
  case $picked in
  simulate | explore) draw 4 && [ "$drawn" = 0 ] || arguments+=(-a bakery -n 2) ;;
  selftest) arguments+=(bakery) ;;
  bench) return ;; # takes its time
  esac
  draw 5
  for ((k = drawn; k > 0; k--)); do
    draw 6
    if [ "$drawn" -lt 4 ] && [ ${#known[@]} -gt 0 ]; then
      pick "${known[@]}"
      option=$picked
      case $option in
      *=) value && option+=$value ;;
      --json) json=1 ;;
      esac
      arguments+=("$option")
    elif [ "$drawn" = 4 ]; then
      value
      arguments+=("$value")
    else
      pick -a -n -m -s -j -o -r -? -x -- - --frob --json=1 --help --usage --version
      arguments+=("$picked")
    fi
  done
  # an output that somebody names with the tree's own files must not hit them
  ln -s ../config.json config.json
  [ -n "$sanitized" ] || ulimit -S -v 8000000
  case " ${arguments[*]} " in *" --mem"* | *" explore "*) arguments+=(--mem=200M) ;; esac
  call "${arguments[@]}"
  # mistakes of a text are the answer of `rmr check --json`
  [ "$code" != 64 ] || [ ! -s out ] || [ "${arguments[0]}$json" = check1 ] ||
    wrong "refused, and something on stdout: $(printf '%q ' rmr "${arguments[@]}")"
  if [ -n "$json" ] && [ -s out ] && [ "$code" != 75 ]; then
    case " ${arguments[*]} " in *" --help "* | *" --usage "* | *" -? "* | *" --version "*) ;; *)
      cp out out.json
      "$tools/hostile_whole" files out.json > why || wrong "$(cat why): $(printf '%q ' rmr "${arguments[@]}")" ;;
    esac
  fi
}

# Knows no such option, and crashes.
planted() { echo 'case " $* " in *=*) kill -SEGV $$ ;; *) exec "$real" "$@" ;; esac'; }

campaign
