#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: texts with quotes, brackets, newlines, control characters, characters that turn a line around or that nobody
#   sees, bytes that are not UTF-8, words of gnuplot, HTML, SVG, SQL, CSV and printf, in every place where texts enter:
#   names, titles, series of CSV files, paths, schedules, options
# holds: refused in plain lines, or written so that JSON, HTML and SVG stay what they are; a tag that was put in never
#   comes out as a tag, and invisible characters never come out
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=40

texts=("'Worst' cases" '"double"' '</script><b>bold</b>' ']]>' '<!-- ' '&amp; &#0;' $'two\nlines' $'tab\there'
  $'\x01\x02' $'\x1b[31mred' $'\xff\xfe' $'caf\xe9' $'caf\xe9' $'\xc0\xaf' $'\xed\xa0\x80' $'\xe2\x80\xae evil'
  $'\xef\xbf\xbf' '%s%s%n' '`id`' '$(id)' '\\' '\' '\n' '{/Symbol a}' 'a_b^c@d' '#hash' 'a b' 'a,b' 'a;b' 'a:b' 'a=b'
  '..' '.' '-' '-o' '--json' '' ' ' 'N' 'café' '🔒' '~' '*' '[x]' '?' 'set terminal' '@@@' 'NaN' '1e999' '=cmd()'
  $'\xe2\x80\x8b' $'gl\xe2\x80\x8db' $'\xe2\x81\xa6x\xe2\x81\xa9' $'\xd8\x9c' $'\xef\xbb\xbf' $'\xc2\xad'
  $'\xf3\xa0\x81\x81' $'\r\n' $'\xe2\x80\xa8' 'a/b' '/etc/passwd' 'out.svg' '.so' './x.so' "$(printf 'x%.0s' {1..255})"
  "$(printf 'long %.0s' {1..2000})")

prepare() {
  tiny_config > config.json
  reference config.json whole
  "$real" simulate -a bakery -n 2 --trace good.schedule > /dev/null
}

# The text as JSON has it, but for what is not UTF-8, which goes as it is.
quoted() {
  local t=$1
  t=${t//\\/\\\\} t=${t//\"/\\\"} t=${t//$'\n'/\\n}
  t=${t//$'\r'/\\r} t=${t//$'\t'/\\t}
  t=${t//$'\x01'/\\u0001} t=${t//$'\x02'/\\u0002}
  printf '"%s"' "${t//$'\x1b'/\\u001b}"
}

json() {
  cp out out.json
  [ ! -s out ] || [ "$code" = 75 ] || "$tools/hostile_whole" files out.json > why || wrong "$(cat why): $1"
  [ "$code" != 0 ] || [ -s out ] || wrong "exit 0 and no JSON: $1"
}

# in_a_config KEY TEXT
in_a_config() {
  local value
  value=$(quoted "$2")
  case $1 in
  name | title | about | paper) echo "{\"$1\": $value, " ;;
  plot.title) echo "{\"plots\": [{\"type\": \"growth\", \"metric\": \"rmr.max\", \"title\": $value}], " ;;
  plot.name) echo "{\"plots\": [{\"type\": \"growth\", \"metric\": \"rmr.max\", \"name\": $value}], " ;;
  table) echo "{\"tables\": [{\"name\": \"t\", \"title\": $value, \"columns\": [\"P1\"], \"rows\":
    [{\"algorithm\": \"glb\", \"label\": $value, \"about\": $value}]}], " ;;
  key) echo "{$value: 1, " ;;
  algorithm) echo "{\"exclude\": [{\"algorithm\": $value}], " ;;
  esac
  case $1 in
  plot.*) tiny_config | sed 's/"plots": \[\],//; s/^{//' ;;
  name) tiny_config | sed 's/^{"name": "tiny",//' ;;
  *) tiny_config | sed 's/^{//' ;;
  esac
}

replaying() { printf '{"name": "r", "algorithms": "bakery", "n": 2, "adversaries": %s, "plots": []}' "$1"; }

trial() {
  local text place
  pick "${texts[@]}"
  text=$picked
  draw 3
  if [ "$drawn" = 0 ]; then
    pick "${texts[@]}"
    text+=$picked
  fi
  pick name title about paper plot.title plot.name table key algorithm directory config.name csv csv.name \
    schedule schedule schedule.name schedule.name trace set argument witness adversary
  place=$picked
  case $place in
  name | title | about | paper | plot.* | table | key | algorithm)
    in_a_config "$place" "$text" > config.json
    call run config.json -o d
    ;;
  directory)
    [ -n "$text" ] || text=x
    call run ../config.json -o "./$text"
    if [ -d "./$text" ]; then
      tidy "./$text"
      cp -r -- "./$text" again && same again ../whole
      call fit "./$text" --json
      json "fit of that directory"
      call report "./$text"
      rm -rf d && mkdir d && cp -r -- "./$text" d/ && call report d && tidy d
    fi
    rm -rf d
    ;;
  config.name)
    cp ../config.json "./x$text.json" 2> /dev/null || return 0
    call run "./x$text.json" -o d
    ;;
  csv)
    printf 'series,N,value\n%s,1,1\n%s,2,4\n"%s",3,9\n' "$text" "$text" "${text//\"/\"\"}" > a.csv
    call fit a.csv --json
    json "fit of a CSV"
    call fit a.csv
    ;;
  csv.name)
    printf 'series,N,value\na,1,1\na,2,x\n' > "./x$text.csv" 2> /dev/null || return 0
    call fit "./x$text.csv"
    ;;
  schedule)
    draw 6
    case $drawn in
    0) { cat ../good.schedule; printf '# %s\n' "$text"; } > a.schedule ;;
    1) { head -n 1 ../good.schedule; printf '# %s\n' "$text"; sed 1d ../good.schedule; } > a.schedule ;;
    2) { head -n 1 ../good.schedule; printf 'algorithm %s\nn 2\nP1 x1\n' "$text"; } > a.schedule ;;
    3) { cat ../good.schedule; printf 'P1 x1 %s\n' "$text"; } > a.schedule ;;
    4) { cat ../good.schedule; printf '%s\n' "$text"; } > a.schedule ;;
    5) while IFS= read -r line; do printf '%s%s\n' "$line" "${text:0:1}"; done < ../good.schedule > a.schedule ;;
    esac
    call replay a.schedule --json
    json "replay of a schedule"
    call simulate -a bakery -n 2 -s replay:file=a.schedule --json
    json "simulate with a schedule"
    replaying '"replay:file=a.schedule"' > config.json
    call run config.json -o d
    ;;
  schedule.name)
    cp ../good.schedule "./x$text.schedule" 2> /dev/null || return 0
    call simulate -a bakery -n 2 -s "replay:file=./x$text.schedule" --json
    json "simulate with a schedule by a name"
    replaying "$(quoted "replay:file=./x$text.schedule")" > config.json
    call run config.json -o d
    ;;
  trace)
    call simulate -a bakery -n 2 --trace "./x$text.json"
    [ ! -f "./x$text.json" ] || "$tools/hostile_whole" files "./x$text.json" > why || wrong "$(cat why)"
    ;;
  witness) call explore -a bakery -n 2 --check rmr --witness "./x$text" --json && json "explore with a witness" ;;
  set) call run ../config.json --dry-run --set "$text=$text" --set "title=$text" ;;
  argument) call simulate -a "$text" -n "$text" --sessions "$text" ;;
  adversary) call simulate -a bakery -n 2 -s "$text" --json && json "simulate with an adversary" ;;
  esac
  if [ -d d ]; then
    tidy d
    ! grep -rqF '</script><b>bold' d --include=*.html || wrong "a tag of the text is a tag of the report"
  fi
}

# Hands texts on as they are.
planted() { echo '"$real" "$@"; code=$?; [ ! -f d/report.html ] || cat config.json >> d/report.html; exit $code'; }

campaign
