#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The tree against its own rules: every #include against the table in docs/floors.md, an SPDX line at the head of every
# source file, no trailing blanks, no tabs, a newline at the end, no line of code wider than 120 columns, no two files
# of one name. Each offence is a line "FILE:LINE: reason". The checks run over a planted tree first and must find
# everything that is wrong there: a check that has never failed is untested.
#
# ctest: slow tree
set -u
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources() {
  find . \( -name build -o -name out -o -name '.?*' \) -prune -o -type f \( "$@" \) -print | sed 's|^\./||' | sort
}

# Every #include of the C files below the current directory; the table comes first.
includes() {
  sed -n '/^```floors/,/^```$/p' "$source/docs/floors.md" | grep -v '^```' > "$work/table"
  # shellcheck disable=SC2046 # one argument per file; names have no blanks
  awk -v table="$work/table" '
    BEGIN {
      n = split("assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign " \
                "stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar " \
                "wchar wctype", c)
      for (k = 1; k <= n; k++) world[c[k] ".h"] = "<c>"
      world["jansson.h"] = "<jansson>"; world["xxhash.h"] = "<xxhash>"; world["cmocka.h"] = "<cmocka>"
      world["gmp.h"] = "<gmp>"; world["mpi.h"] = "<mpi>"
      n = split("malloc.h sys/prctl.h sys/pidfd.h sys/signalfd.h sys/epoll.h sys/eventfd.h sys/sysinfo.h " \
                "sys/random.h gnu/libc-version.h", c)
      for (k = 1; k <= n; k++) world[c[k]] = "<linux>"
      world["lua.h"] = world["lauxlib.h"] = world["lualib.h"] = "<lua>"
      while ((getline row < table) > 0) {
        n = split(row, word, " ")
        floors[word[1]] = 1
        for (k = 2; k <= n; k++) allowed[word[1], word[k]] = 1
      }
    }
    FNR == 1 {
      floor = FILENAME
      while (!(floor in floors) && sub(/\/[^\/]*$/, "", floor)) continue
      if (!(floor in floors)) print FILENAME ":1: the folder is not in the table of docs/floors.md"
    }
    floor in floors && /^ *# *include/ {
      what = $0
      sub(/^ *# *include *["<]/, "", what); sub(/[">].*/, "", what)
      top = what
      if (!sub(/\/.*/, "", top)) top = ""
      if ($0 ~ /"/) {
        room = top != "" || what == "version.h" ? what : FILENAME # the room, or the single header, that it stands in
        while (!(room in floors) && !((floor, room) in allowed) && sub(/\/[^\/]*$/, "", room)) continue
      } else {
        room = top == "rmr" ? top : top == "gsl" ? "<gsl>" : what in world ? world[what] : "<posix>"
      }
      if (!((floor, room) in allowed) && !($0 ~ /"/ && (floor, top "/*") in allowed))
        print FILENAME ":" FNR ": " floor " must not include " what " (docs/floors.md)"
    }' $(sources -name '*.[ch]')
}

# The licence: MIT for what a plug-in is made of, GPL for the rest.
licences() {
  sources -name '*.[ch]' -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt |
    xargs awk '
      function licence(file) {
        if (file ~ /^(include\/rmr\/|(adversary\/adversary|algos\/algorithm)_template\.c$)/) return "MIT"
        return "GPL-3.0-or-later"
      }
      FNR <= 2 && $0 ~ ("SPDX-License-Identifier: " licence(FILENAME) "( \\*/)?$") { found[FILENAME] = 1 }
      END {
        for (k = 1; k < ARGC; k++)
          if (!(ARGV[k] in found))
            print ARGV[k] ":1: no line \047SPDX-License-Identifier: " licence(ARGV[k]) "\047"
      }'
}

# Data of tests may look as it likes.
blanks() {
  local file
  sources -name '*.[ch]' -o -name '*.sh' -o -name '*.cmake' -o -name '*.txt' -o -name '*.md' -o -name '*.json' \
    -o -name '*.in' | grep -v '^tests/.*/' > "$work/texts"
  xargs grep -HnE ' +$' < "$work/texts" | sed 's|^\([^:]*:[0-9]*\):.*|\1: blanks at the end of the line|'
  xargs grep -HnP '\t' < "$work/texts" | sed 's|^\([^:]*:[0-9]*\):.*|\1: a tab|'
  while read -r file; do
    [ -z "$(tail -c 1 "$file")" ] || echo "$file:$(wc -l < "$file"): no newline at the end"
  done < "$work/texts"
}

# Circles. A room is a folder; whose files include whose must have no circle but within a room.
circles() {
  sources -name '*.[ch]' | grep -v '^tests/' |
    xargs awk '
      function go(to) { if (to != room) print room, to }
      FNR == 1 { room = FILENAME; if (!sub(/\/[^\/]*$/, "", room)) room = "." }
      /^ *# *include *".*\/[^\/]*\.h"/ {
        sub(/^ *# *include *"/, "")
        sub(/\/[^\/]*\.h".*/, "")
        go($0)
      }
      /^ *# *include *<rmr\// { go("include/rmr") }' |
    tsort 2>&1 > /dev/null | sed -n 's|^tsort: \([a-z/]*\)$|\1: in a circle of rooms|p' | sort -u
}

# Code and comments alike; a column is a character.
widths() {
  sources -name '*.[ch]' -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt |
    LC_ALL=C.UTF-8 xargs grep -HnP '^.{121,}' | sed 's|^\([^:]*:[0-9]*\):.*|\1: wider than 120 columns|'
}

# One name, one file: a name in a message or a comment leads to one place. Texts of algorithms are no files of code.
names() {
  local file
  sources -name '*.[ch]' | grep -v '^tests/' | sed 's|.*/||' | sort | uniq -d |
    while read -r file; do
      sources -name "$file" | sed "1d; s|\$|:1: a second file of this name|"
    done
}

check() { includes; licences; blanks; circles; widths; names; }

# --- the checks themselves --------------------------------------------------------------------------------------------

mkdir -p "$work/tree"/{include/rmr,base,algos/parts,adversary,model,sim,results/analysis,cellar}
cd "$work/tree" || exit 1
gpl='/* SPDX-License-Identifier: GPL-3.0-or-later */' mit='/* SPDX-License-Identifier: MIT */'
printf '%s\n' "$gpl" '#include <rmr/algo.h>' '#include "algos/parts/node.h"' '#include "algos/glb.h"' > algos/bakery.c
printf '%s\n' "$gpl" '#include "base/mem.h"' '#include <math.h>' '#include <unistd.h>' > algos/parts/node.h
printf '%s\n' "$gpl" '#include <math.h>' '#include <unistd.h>' > adversary/mine.c
printf '%s\n' "$gpl" '#include <dlfcn.h>' '#include "model/loader.h"' '#include "sim/sim.h"' > model/loader.c
printf '%s\n' "$gpl" '#  include "sim/sim.h"' > results/analysis/fit.c
printf '%s\n' "$gpl" '#include "model/loader.h"' '#include "version.h"' '#include "adversary/mine.h"' > sim/run.c
printf '%s\n' "$mit" '#include <jansson.h>' > include/rmr/op.h
printf '%s\n' "$gpl" '#include "error.h"' '#include <gsl/gsl_fit.h>' '#include <sys/prctl.h>' > base/error.c
printf '%s\n' "$gpl" '#include <sys/prctl.h>' > base/platform_linux.c
printf '%s\n' "$gpl" > cellar/wine.c
printf '%s\n' "$gpl" > include/rmr/types.h
printf 'int x; \n\tint y;' > base/blank.c
printf '%s\n' "$gpl" '#include "results/analysis/trend.h"' '#include "sim/ledger.h"' > sim/monitor.c
printf '%s\n' "$gpl" '#include "sim/monitor.h"' > sim/ledger.c
printf '%s\n/* %s\n * %s */\n' "$gpl" "$(printf '≥%.0s' {1..117})" "$(printf 'x%.0s' {1..115})" > base/wide.c
printf '%s\n' "$gpl" > base/run.c
check > "$work/found"
cat > "$work/expected" <<'END'
adversary/mine.c:3: adversary must not include unistd.h (docs/floors.md)
algos/bakery.c:4: algos must not include algos/glb.h (docs/floors.md)
algos/parts/node.h:2: algos/parts must not include base/mem.h (docs/floors.md)
algos/parts/node.h:4: algos/parts must not include unistd.h (docs/floors.md)
base/error.c:3: base must not include gsl/gsl_fit.h (docs/floors.md)
base/error.c:4: base must not include sys/prctl.h (docs/floors.md)
cellar/wine.c:1: the folder is not in the table of docs/floors.md
include/rmr/op.h:2: include/rmr must not include jansson.h (docs/floors.md)
model/loader.c:4: model/loader.c must not include sim/sim.h (docs/floors.md)
results/analysis/fit.c:2: results/analysis must not include sim/sim.h (docs/floors.md)
sim/monitor.c:2: sim must not include results/analysis/trend.h (docs/floors.md)
sim/run.c:4: sim must not include adversary/mine.h (docs/floors.md)
base/blank.c:1: no line 'SPDX-License-Identifier: GPL-3.0-or-later'
include/rmr/types.h:1: no line 'SPDX-License-Identifier: MIT'
base/blank.c:1: blanks at the end of the line
base/blank.c:2: a tab
base/blank.c:1: no newline at the end
model: in a circle of rooms
results/analysis: in a circle of rooms
sim: in a circle of rooms
base/wide.c:3: wider than 120 columns
sim/run.c:1: a second file of this name
END
diff "$work/expected" "$work/found" ||
  { echo "the checks do not find what they must find (<) or find more (>)"; exit 1; }

# --- the tree ---------------------------------------------------------------------------------------------------------

cd "$source" || exit 1
check > "$work/found"
cat "$work/found"
[ "$(sources -name '*.[ch]' | wc -l)" -gt 100 ] || { echo "hardly any files in $source"; exit 1; }
[ ! -s "$work/found" ]
