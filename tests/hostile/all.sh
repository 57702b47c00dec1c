#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# all.sh [OPTION]... [CAMPAIGN...]: the hostile campaigns, and the table of what was tried and what held (markdown, on
# stdout). Without names, all of them. The exit code is 0 if everything held and every planted fault was caught.
#
#   --long            go on for as long as the budget says, instead of the few trials that the tests make
#   --budget SECONDS  for all campaigns together, one after the other (default: 3600)
#   --seed S          other trials (default: 1)
#   --build DIR       the build tree that is tried (default: build/release)
#   --update          write the table into docs/reliability.md: of all campaigns, and only if every trial held, or the
#                     head of its campaign says in a line "misses:" why some do not. That stands beside the number
#   --list            only what each campaign is
set -u
cd "$(dirname "$0")/../.." || exit 1
long='' budget=3600 seed=1 tree=build/release update='' list='' names=()
while [ $# -gt 0 ]; do
  case $1 in
  --long) long=1 ;;
  --update) update=1 ;;
  --list) list=1 ;;
  --budget | --seed | --build)
    [ $# -ge 2 ] || { echo "all.sh: $1: expected a value" >&2; exit 64; }
    case $1 in --budget) budget=$2 long=1 ;; --seed) seed=$2 ;; --build) tree=$2 ;; esac
    shift
    ;;
  -*) echo "all.sh: unknown option '$1'" >&2; exit 64 ;;
  *) names+=("$1") ;;
  esac
  shift
done
if [ -n "$update" ] && [ ${#names[@]} -gt 0 ]; then
  echo "all.sh: --update writes the whole table; expected no names" >&2
  exit 64
fi
if [ ${#names[@]} -eq 0 ]; then
  for script in tests/hostile/*.sh; do
    case $script in */all.sh | */common.sh) ;; *) names+=("$(basename "$script" .sh)") ;; esac
  done
fi

# words NAME KEY: the text of the campaign's head under that key, on one line.
words() {
  awk -v key="# $2: " 'index($0, key) == 1 {on = 1; text = substr($0, length(key) + 1); next}
    on && /^#   / {text = text " " substr($0, 5); next} on {exit} END {print text}' "tests/hostile/$1.sh"
}

row() { printf '| `%s` | %s | %s |' "$1" "$(words "$1" tries)" "$(words "$1" holds)"; }

if [ -n "$list" ]; then
  for name in "${names[@]}"; do row "$name" && echo; done
  exit 0
fi

build=$(cd "$tree" && pwd) || exit 64
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
code=0 missed=()
options=(--seed "$seed")
[ -z "$long" ] || options+=(--budget $((budget / ${#names[@]})))
{
  echo '| campaign | what is tried | what must hold | trials | held |'
  echo '|---|---|---|---|---|'
} > "$results/table"
for name in "${names[@]}"; do
  bash "tests/hostile/$name.sh" "$build/rmr" "$PWD" "$build" "${options[@]}" > "$results/$name" 2>&1
  status=$?
  sed 's/^/  /' "$results/$name" >&2
  read -r trials held < <(sed -n "s/^$name: \([0-9]*\) trials, \([0-9]*\) held, .*/\1 \2/p" "$results/$name")
  [ $status -eq 0 ] || [ $status -eq 77 ] || code=1
  tried='not run | |' why=''
  if [ -n "$trials" ]; then
    [ "$held" -eq "$trials" ] || why=$(words "$name" misses)
    tried="$trials | $held${why:+: $why} |"
  fi
  # also where everything held, and the planted fault was not caught
  [ $status -eq 0 ] || [ $status -eq 77 ] || [ -n "$why" ] || missed+=("$name")
  printf '%s %s\n' "$(row "$name")" "$tried" >> "$results/table"
done
cat "$results/table"
if [ -n "$update" ] && [ ${#missed[@]} -gt 0 ]; then
  echo "all.sh: the table stays as it is: not everything held in ${missed[*]}. Mend it, or say why in the head" >&2
elif [ -n "$update" ]; then
  page=docs/reliability.md
  { sed '/^<!-- table: begin -->$/q' "$page"
    cat "$results/table"
    printf '\nSeed %s%s.\n' "$seed" "${long:+, $budget seconds}"
    sed -n '/^<!-- table: end -->$/,$p' "$page"; } > "$results/page" && cp "$results/page" "$page"
fi
exit $code
