#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: `run` with a plug-in, adversary or algorithm, that misbehaves in the k-th call of one of its hooks: crashes,
#   exits, loops, recurses, takes all memory or files, writes to stdout, closes the standard streams, changes directory,
#   limits and signals, answers rubbish; shared objects that are cut short or have a flipped bit
# holds: the records of all other tasks are the usual ones; the run ends by itself with 0, 20 or 30, or refuses the
#   file with 64; messages stay plain lines
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
[ -z "$sanitized" ] || skip "sanitizers would speak of the plug-ins' own crimes"
short=12
[ -z "$budget" ] || limit=400
read -ra cc <<< "${CC:-cc}"
cc+=(-std=c11 -D_GNU_SOURCE -O0 -w -fPIC -shared -I "$source/include")

crimes=(SEGFAULT SEGFAULT ABORT EXIT_0 EXIT_30 EXIT_NOW KILL TERMINATE INTERRUPT DIVIDE RECURSE OPEN PRINT CLOSE
  IGNORE MOVE LIMIT ALARM RUBBISH cut flipped)
# These wait for a limit of rmr's, so the short form has none of them.
[ -z "$budget" ] || crimes+=(LOOP SLEEP HOARD)

# build WHERE WHAT WHEN FILE [OPTION]
build() {
  "${cc[@]}" -DWHERE="$1" -DWHAT="$2" -DWHEN="$3" ${5:+"$5"} -o "$4" "$source/tests/hostile/plugin.c" 2> cc.log ||
    { cat cc.log; exit 1; }
}

prepare() {
  cat > adversary.json <<'END'
{"algorithms": ["glb", "bakery"], "n": "2..4", "adversaries": ["random", "./bad.so", "round_robin"], "repetitions": 3,
 "plots": []}
END
  cat > algorithm.json <<'END'
{"drive": ["simulate", "explore"], "algorithms": ["glb", "./bad.so", "bakery"], "n": "2..3", "adversaries": ["random"],
 "repetitions": 3, "plots": []}
END
  build IN_START NOTHING 1 adversary.so
  build IN_STEP NOTHING 1 algorithm.so -DALGORITHM
  local kind
  for kind in adversary algorithm; do
    mkdir $kind.folder && cp $kind.json $kind.folder/config.json && cp $kind.so $kind.folder/bad.so
    reference $kind.folder/config.json $kind
  done
}

# Records in which the bad one has no part.
others() { grep -v 'bad\.so' "$1/records.jsonl"; }

trial() {
  local kind crime where when size places
  pick adversary adversary algorithm
  kind=$picked
  case $kind in
  adversary) places=(IN_LOADING IN_START IN_CHOOSE IN_CHOOSE IN_OBSERVE IN_MEASURE) ;;
  algorithm) places=(IN_LOADING IN_STEP IN_STEP) ;;
  esac
  pick "${places[@]}"
  where=$picked
  pick "${crimes[@]}"
  crime=$picked
  draw 30
  when=$((drawn + 1))
  case $where in IN_CHOOSE | IN_OBSERVE | IN_STEP) ;; *) when=1 ;; esac
  case $crime in
  cut | flipped)
    cp "../$kind.so" bad.so
    size=$(stat -c %s bad.so)
    draw "$size"
    [ "$crime" != cut ] || truncate -s "$drawn" bad.so
    [ "$crime" != flipped ] || printf '\x5a' | dd of=bad.so bs=1 seek="$drawn" conv=notrunc status=none
    where="byte $drawn" when=''
    ;;
  *)
    case $kind in algorithm) build $where $crime $when bad.so -DALGORITHM ;; *) build $where $crime $when bad.so ;; esac
    ;;
  esac
  cp "../$kind.json" config.json
  [ -n "$sanitized" ] || ulimit -S -v 6000000
  call run config.json -o d --jobs 2
  what="$kind, $crime in $where $when"
  case $code in
  0 | 20 | 30)
    cmp -s <(others d) <(others "../$kind") || wrong "$what: records of other tasks are missing or changed"
    ;;
  64) ;;
  75) [ "$crime" = OPEN ] || wrong "$what: exit 75" ;; # too many open files, as it says
  *) wrong "$what: exit $code" ;;
  esac
  [ ! -d d ] || tidy d
  [ ! -s out ] || [ "$crime" = PRINT ] || ! grep -q mine out || wrong "$what: its words are among the results"
}

# Loads it into its own process.
planted() { echo "\"\$real\" \"\$@\"; kill -SEGV \$\$"; }

campaign
