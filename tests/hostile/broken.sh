#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tries: a result directory in which a file is missing, empty, cut short, doubled, a directory, a link, or of another
#   run; records in which a line is lost, repeated, moved, or says something else
# holds: `run --resume` mends it to the usual bytes, or names what is wrong and changes nothing; `fit`, `plot` and
#   `report` answer or refuse; nothing hangs or crashes
#
# ctest: slow
# shellcheck source=tests/hostile/common.sh
. "$(dirname "$0")/common.sh"
short=25
limit=20

prepare() {
  tiny_config > config.json
  sed 's/"n": "2..3"/"n": "2..4"/' config.json > other.json
  reference config.json whole
  reference other.json other
  mapfile -t files < <(cd whole && find . -type f | sort)
  lines=$(wc -l < whole/records.jsonl)
}

break_a_file() {
  local file
  pick "${files[@]}"
  file=d/$picked
  pick missing empty cut doubled directory link another garbage
  how="$picked: $file"
  draw "$(stat -c %s "$file")"
  case $picked in
  missing) rm "$file" ;;
  empty) : > "$file" ;;
  cut) truncate -s "$drawn" "$file" ;;
  doubled) cat "$file" "$file" > "more" && mv more "$file" ;;
  directory) rm "$file" && mkdir "$file" ;;
  link) mv "$file" elsewhere && ln -s "$PWD/elsewhere" "$file" ;;
  another) [ ! -f "../other/${file#d/}" ] || cp "../other/${file#d/}" "$file" ;;
  garbage) printf '{"a": [1, 2, {"b": "\\u0000"}]}\n' > "$file" ;;
  esac
}

break_the_records() {
  local at other
  draw "$lines"
  at=$((drawn + 1))
  draw "$lines"
  other=$((drawn + 1))
  pick lost repeated moved "another index" "another n" "another cost" "another id" "another algorithm" \
    "an unknown key" "no end" "another version"
  how="$picked: line $at of records.jsonl"
  case $picked in
  lost) sed -i "${at}d" d/records.jsonl ;;
  repeated) sed -n "${at}p" ../whole/records.jsonl >> d/records.jsonl ;;
  moved) { sed "${at}d" ../whole/records.jsonl; sed -n "${at}p" ../whole/records.jsonl; } > d/records.jsonl ;;
  "another index") sed -i "${at}s/\"index\": *[0-9]*/\"index\": $other/" d/records.jsonl ;;
  "another n") sed -i "${at}s/\"n\": *[0-9]*/\"n\": 7/" d/records.jsonl ;;
  "another cost") sed -i "${at}s/\"rmr.max\": *[0-9]*/\"rmr.max\": 1/" d/records.jsonl ;;
  "another id")
    other=$(sed -n "${other}s/.*\"id\": *\"\([0-9a-f]*\)\".*/\1/p" ../whole/records.jsonl)
    sed -i "${at}s/\"id\": *\"[0-9a-f]*\"/\"id\": \"$other\"/" d/records.jsonl
    ;;
  "another algorithm") sed -i "${at}s/\"algorithm\": *\"[a-z]*\"/\"algorithm\": \"mcs\"/" d/records.jsonl ;;
  "an unknown key") sed -i "${at}s/^{/{\"mine\": 1, /" d/records.jsonl ;;
  "no end") sed -i "${at}s/\"end\": *\"[a-z]*\"/\"end\": \"interrupted\"/" d/records.jsonl ;;
  "another version") sed -i "${at}s/\"version\": *\"[^\"]*\"/\"version\": \"9.9.9\"/" d/records.jsonl ;;
  esac
  draw 2
  # the checksum put right; another cost or end would then be a forgery that nothing can tell
  case $drawn$picked in
  0another\ cost | 0no\ end | 0lost | 0repeated | 0moved | 1*) ;;
  *) "$tools/sealer" d/records.jsonl && how+=", sealed again" ;;
  esac
}

# Links cannot be compared by what is read from them.
shape() { find "$1" -printf '%P %y %l\n' | sort; }

trial() {
  cp -r ../whole d
  draw 3
  [ "$drawn" = 0 ] && break_the_records || break_a_file
  cp -r d before
  shape d > shape
  pick fit plot report
  call "$picked" d
  if [ "$picked" = fit ] && [ "$code" = 0 ]; then
    "$real" fit ../whole > usual 2> /dev/null
    case $how in
    empty* | missing* | lost* | cut* | another:*) ;; # fewer records, or those of another run, and no lie
    *records.jsonl) cmp -s out usual || wrong "$how: another answer of fit" ;;
    esac
  fi
  rm -rf d && cp -r before d
  pick --resume --resume --jobs=1
  call run ../config.json -o d "$picked"
  if [ "$code" = 64 ] || [ "$code" = 75 ]; then
    shape d | diff - shape > why || wrong "$how: refused, but files came or went: $(head -n 3 why)"
    [ -n "$(find before ! -type f ! -type d)" ] || same d before
  else
    case $how in link*) ;; *) same d ../whole ;; esac
  fi
}

# Takes every line of the records for true.
planted() { echo 'case "$1" in run) exec true ;; esac; exec "$real" "$@"'; }

campaign
