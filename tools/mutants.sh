#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# mutants.sh [-s PERMILLE] [-t SECONDS] [-H] [FOLDER|FILE...]: would the tests notice a mistake? A mutant is the house
# with one small mistake in it, made by rule (tests/mutator.c). For each, one object is compiled again and the shared
# library of all floors is linked again; then the tests that execute the line in question (tools/coverage.sh) are run
# against it, the quickest first, until one fails.
#
#   mutants.sh                every mutant of the tree. That takes hours, so it may be stopped at any time: called again
#                             with an unchanged tree, it goes on where it was
#   mutants.sh -s 5           about 5 of 1000 (0.5: one of 2000), always the same as long as their lines stay
#   mutants.sh -s 5 -t 200    the same, but trials by rule begin within 200 seconds, and each ends within 60. Those left
#                             out are counted
#   mutants.sh explore/graph  those of a folder or of a file
#   mutants.sh -H             only the mistakes written by hand, tests/mutants/by_hand, which rules cannot make. Each
#                             names the test that must fail. Without FOLDER they are always tried
#
# killed      a test failed, took far too long, or the address sanitizer stopped it
# invalid     it does not compile
# unseen      no test of the label "fast" executes the line
# survived    all of them pass. Where nothing can be noticed, or need not be, tests/mutants/survivors gives the reason
# known       it is in that list, so a sample does not try it again; without -s it is tried
# left        there was no time for it, or for all of its tests
#
# Exit code: 1 if a mistake written by hand survives; else 2 if a mutant survives that is not in the list; else 0. That
# the entries of both lists are about lines that are still there is a test, tests/cli_mutants.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh

export until='' most='' # of trials by rule, where there is a limit
permille=1000 seconds='' by_rule=1 by_hand=1
while getopts s:t:H option; do
  case $option in
  s) permille=$OPTARG ;;
  t) seconds=$OPTARG ;;
  H) by_rule=0 ;;
  *) die "usage: mutants.sh [-s PERMILLE] [-t SECONDS] [-H] [FOLDER|FILE...]" ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] || by_hand=0

export root=$PWD tree=$PWD/build/mutants
install_packages "${packages_run[@]}"
needed=() # all, but those by hand alone need no other tests than they name
[ $by_rule -eq 1 ] || mapfile -t needed < <(
  awk -F ' ~ ' '!/^#/ { print $2 ~ /^cli_/ ? "rmr" : $2 }' tests/mutants/by_hand | sort -u)
build mutants "${needed[@]}" 2>&1 | grep -v '^\[' >&2 || true
work=$tree/mutants
mkdir -p "$work"
export work

# --- results for this state of the tree -------------------------------------------------------------------------------

sources() { find . \( -name build -o -name out -o -name '.?*' \) -prune -o \( "$@" \) -print | sed 's|^\./||' | sort; }
state=$(sources -name '*.[ch]' -o -path './tests/*' -type f ! -path './tests/mutants/*' | xargs sha1sum | sha1sum |
  cut -c 1-16)
export verdicts=$work/verdicts.$state
touch "$verdicts"
touch "$work/tests"
if [ $by_rule -eq 1 ] && [ "$(cat "$work/covered" 2> /dev/null)" != "$state" ]; then
  say "which test executes which line"
  tools/coverage.sh >&2
  awk 'NR == FNR { order[$1] = FNR; next } { print $1, $2, order[$2] }' build/coverage/seconds build/coverage/executed |
    sort -k 1,1 -k 3,3n | awk '$1 != at { if (at) print at tests; at = $1;
        tests = "\t" } { tests = tests " " $2 } END { print at tests }' > "$work/tests"
  echo "$state" > "$work/covered"
fi

# objects: OBJECT SOURCE COMMAND; uses: which objects a file goes into. Both as the build has them.
sed -n 's/^ *"command": "\(.*\)",$/\1/p' "$tree/compile_commands.json" | sed 's/\\"/"/g' |
  awk '{ for (k = 1; k < NF; k++) { if ($k == "-o") object = $(k + 1); if ($k == "-c") source = $(k + 1) }
         if ((object !~ /^tests\// || object ~ /rmr_client/) && object !~ /rmr\.dir/)
            print object "\t" source "\t" $0 }' > "$work/objects"
ninja -C "$tree" -t deps | awk -v root="$root/" '/^[^ ].*: #deps/ { object = $1; sub(/:$/, "", object) }
  /^ / { file = $1; if (index(file, root) == 1) file = substr(file, length(root) + 1);
         else sub(/^\.\.\/\.\.\//, "", file)
         if (file !~ /^\//) print file "\t" object }' |
    grep -v -P '\ttests/(?!CMakeFiles/rmr_client)|rmr\.dir' > "$work/uses"
ninja -C "$tree" -t commands librmr_house.so | tail -n 1 | sed 's/^: && //; s/ && :$//' > "$work/link"

# --- one mutant -------------------------------------------------------------------------------------------------------

# judge DIR FILE TESTS...: compiles and links what FILE goes into, with DIR before the tree, and runs the tests. Of the
# objects that a header goes into, only those that match $objects, where that is set.
judge() {
  local dir=$1 file=$2 object link
  shift 2
  link=$(cat "$work/link")
  while read -r object; do
    local source command
    source=$(awk -F '\t' -v o="$object" '$1 == o { print $2 }' "$work/objects")
    command=$(awk -F '\t' -v o="$object" '$1 == o { print $3 }' "$work/objects")
    mkdir -p "$dir/$(dirname "$object")"
    command=${command/ -I/ -w -I$dir/include -I$dir -I}
    command=${command/ -o $object/ -o $dir/$object}
    [ "$source" != "$root/$file" ] || command=${command/ -c $source/ -c $dir/$file}
    (cd "$tree" && eval "$command") > "$dir/log" 2>&1 || { echo invalid; return; }
    link=${link/ $object / $dir/$object }
  done < <(awk -F '\t' -v f="$file" -v some="${objects:-.}" '$1 == f && $2 ~ some { print $2 }' "$work/uses")
  link=${link/ -o librmr_house.so/ -o $dir/librmr_house.so}
  (cd "$tree" && eval "$link") > "$dir/log" 2>&1 || { echo invalid; return; }
  local test run began=$SECONDS
  for test in "$@"; do
    [ -z "$most" ] || [ $((SECONDS - began)) -lt "$most" ] || { echo left; return; }
    case $test in
    cli_*) run=(bash "$root/tests/$test.sh" "$tree/rmr" "$root" "$tree") ;;
    *) run=("$tree/tests/$test") ;;
    esac
    (
      ulimit -f 1000000 -c 0
      export ASAN_OPTIONS=detect_leaks=0:hard_rss_limit_mb=4000
      cd "$tree" && TMPDIR=$dir LD_LIBRARY_PATH=$dir timeout -k 1 60 "${run[@]}" > "$dir/log" 2>&1 < /dev/null
    ) 2> /dev/null || { echo "killed by $test"; return; }
  done
  echo survived
}

# by_rule ID FILE TESTS
one_by_rule() {
  local id=$1 file=$2 dir verdict
  dir=$(mktemp -d "$work/m.XXXXXX")
  mkdir -p "$dir/$(dirname "$file")"
  if "$tree/tests/mutator" "$file" "$id" > "$dir/$file"; then
    # shellcheck disable=SC2086 # several words are meant
    verdict=$(judge "$dir" "$file" $3)
    [ "$verdict" = left ] || printf '%s\t%s\t%s\n' "$id" "$file" "$verdict" >> "$verdicts"
  fi
  rm -rf "$dir"
}

# by_hand FILE TEST SED WHAT. The test that is named runs the floor of the file, and not what includes it elsewhere.
one_by_hand() {
  local file=$1 objects="rmr_(${1%%/*}|client)" dir verdict
  dir=$(mktemp -d "$work/m.XXXXXX")
  mkdir -p "$dir/$(dirname "$file")"
  if sed -E "$3" "$file" > "$dir/$file" 2> /dev/null && ! cmp -s "$file" "$dir/$file"; then
    verdict=$(judge "$dir" "$file" "$2")
  else
    verdict="does not apply"
  fi
  printf '%s\t%s\t%s\n' "$verdict" "$file" "$4"
  rm -rf "$dir"
}
export -f judge one_by_rule one_by_hand

# --- which ones -------------------------------------------------------------------------------------------------------

# places: ID FILE LINE RULE BEFORE AFTER TEXT of every mistake by rule that can be made in the tree.
: > "$work/places"
[ $by_rule -eq 0 ] || sources -name '*.[ch]' ! -path './tests/*' ! -name template.c | while read -r file; do
  "$tree/tests/mutator" "$file" | sed "s|\t|\t$file\t|" >> "$work/places"
done

awk -F '\t' -v permille="$permille" -v only="$*" '
  function wanted(file, k) {
    if (n == 0) return 1
    for (k = 1; k <= n; k++) if (file == folder[k] || index(file, folder[k] "/") == 1) return 1
    return 0
  }
  BEGIN { n = split(only, folder, " "); for (k = 1; k <= n; k++) sub(/\/$/, "", folder[k]);
          for (k = 0; k < 16; k++) digit[sprintf("%x", k)] = k }
  { id = 0; for (k = 1; k <= 5; k++) id = 16 * id + digit[substr($1, k, 1)] }
  id * 1000 < permille * 1048576 && wanted($2)' "$work/places" > "$work/chosen"

# A sample does not try again what is known to survive.
[ "$permille" = 1000 ] && : > "$work/known" || sed 's/^#.*//' tests/mutants/survivors > "$work/known"

awk -F '\t' 'FILENAME == ARGV[1] { tests[$1] = $2; next }
             FILENAME == ARGV[2] { tried[$1 "\t" $2] = 1; next }
             FILENAME == ARGV[3] { known[$1 "\t" $2] = 1; next }
             tried[$1 "\t" $2] { next }
             known[$1 "\t" $2] { next }
             ($2 ":" $3) in tests { printf "%s\t%s\t%s%c", $1, $2, tests[$2 ":" $3], 0; next }
             { printf "%s\t%s\tunseen\n", $1, $2 > "/dev/stderr" }' \
  "$work/tests" "$verdicts" "$work/known" "$work/chosen" > "$work/todo" 2> "$work/unseen"
cat "$work/unseen" >> "$verdicts"

: > "$work/hand"
if [ $by_hand -eq 1 ]; then
  { grep -v '^#' tests/mutants/by_hand || true; } | tr '\n' '\0' | xargs -0 -r -P "$(nproc)" -I{} bash -c '
    file=${1%% ~ *} rest=${1#* ~ } test=${rest%% ~ *} rest=${rest#* ~ }
    one_by_hand "$file" "$test" "${rest%% ~ *}" "${rest#* ~ }"' _ {} >> "$work/hand"
fi

say "$(wc -l < "$work/chosen") mutants by rule, $(tr -cd '\0' < "$work/todo" | wc -c) of them to try"
[ -z "$seconds" ] || { until=$(($(date +%s) + seconds)) && most=60; }
xargs -0 -r -P "$(nproc)" -I{} bash -c '[ -z "$until" ] || [ "$(date +%s)" -lt "$until" ] || exit 0
  IFS=$'"'\t'"' read -r id file tests <<< "$1"
  one_by_rule "$id" "$file" "$tests"' _ {} < "$work/todo"

# --- the results ------------------------------------------------------------------------------------------------------

failed=0
awk -F '\t' 'FILENAME == ARGV[1] { verdict[$1 "\t" $2] = $3; next }
             FILENAME == ARGV[2] { known[$1 "\t" $2] = 1; next }
             { at = $1 "\t" $2; v = at in verdict ? verdict[at] : at in known ? "known" : "left"
               sub(/ .*/, "", v); folder = $2; sub(/\/[^\/]*$/, "", folder)
               n[folder]++; n["in all"]++; count[folder, v]++; count["in all", v]++ }
             function row(f) {
               return sprintf("%-20s %7d %7d %8d %7d %7d %5d %5d", f, n[f], count[f, "killed"], count[f, "survived"],
                 count[f, "unseen"], count[f, "invalid"], count[f, "known"], count[f, "left"])
             }
             END { for (f in n) if (f != "in all") print row(f) | "sort"; close("sort"); print row("in all") }' \
  "$verdicts" "$work/known" "$work/chosen" |
  sed '1i folder               mutants  killed survived  unseen invalid known  left'

awk -F '\t' 'FILENAME == ARGV[1] { verdict[$1 "\t" $2] = $3; next }
             FILENAME == ARGV[2] { if ($0 !~ /^#/) reason[$1] = 1; next }
             verdict[$1 "\t" $2] == "survived" && !reason[$1] { printf "%s:%s\n%s\t%s\t%s\t%s -> %s\t%s\n",
               $2, $3, $1, $2, $4, $5, $6, $7 }' \
  "$verdicts" tests/mutants/survivors "$work/chosen" > "$work/unexplained"
if [ -s "$work/unexplained" ]; then
  echo "These survive. Write a test, or add the line to tests/mutants/survivors, with a tab and the reason at its end:"
  cat "$work/unexplained"
  failed=2
fi
if grep -v '^killed' "$work/hand" | sed 's/^/tests\/mutants\/by_hand: /'; then failed=1; fi
[ $by_hand -eq 0 ] || echo "by hand: $(grep -c '^killed' "$work/hand" || true) of $(wc -l < "$work/hand") killed"
exit $failed
