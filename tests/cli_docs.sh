#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# README.md and docs/arbitration.md, compare.md, crash-robust-locks.md, model.md, every-n.md, every-n-views.md,
# every-n-trees.md, certificates.md, explore.md, export.md, faults.md, findings.md, one-bit.md, orders.md,
# schedules.md, selftest.md, view.md, tutorial.md and add-an-algorithm.md, followed to the letter, and the figures of
# one-bit.md drawn again. In a block "```console" every line after "$ " is typed in, and its output (stdout and stderr)
# must be the text below it; a block "```c FILE" or "```alg FILE" becomes that file. The last page works in a copy of
# the tree, where it adds an algorithm and builds. `UPDATE=1 bash tests/cli_docs.sh ...` writes the output anew; read
# the diff.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# follow PAGE: in the current directory; the page as it ought to be goes to $work/page.
follow() {
  local block='' line
  : > "$work/page"
  while IFS= read -r line; do
    case "$block$line" in
      '```c '* | '```alg '*) block=${line#* } && mkdir -p "$(dirname "$block")" && : > "$block" && block="$block:" ;;
      '```console') block='$:' ;;
      '```'*) block='-:' ;;
      *:'```') block='' ;;
      '$:$ '*) { echo "$line"; bash -c "${line#'$ '}" 2>&1; } >> "$work/page"; continue ;;
      '$:'*) continue ;;
      -:*) ;;
      *:*) [ -n "$block" ] && echo "$line" >> "${block%:}" ;;
    esac
    echo "$line" >> "$work/page"
  done < "$1"
  [ "${UPDATE:-0}" = 1 ] && cp "$work/page" "$1"
  diff "$1" "$work/page" || fail "$1 is not what happens"
}

mkdir "$work/model" && cd "$work/model" || exit 1
ln -s "$source/experiments" experiments
ln -s "$source/algos" algos
PATH=$(dirname "$rmr"):$PATH
follow "$source/README.md"
follow "$source/docs/arbitration.md"
follow "$source/docs/compare.md"
follow "$source/docs/crash-robust-locks.md"
follow "$source/docs/model.md"
follow "$source/docs/orders.md"
follow "$source/docs/every-n.md"
follow "$source/docs/every-n-views.md"
follow "$source/docs/every-n-trees.md"
follow "$source/docs/certificates.md"
follow "$source/docs/explore.md"
follow "$source/docs/export.md"
follow "$source/docs/faults.md"
follow "$source/docs/findings.md"
follow "$source/docs/one-bit.md"
follow "$source/docs/schedules.md"
follow "$source/docs/selftest.md"
follow "$source/docs/view.md"
follow "$source/docs/tutorial.md"

for adversary in $("$rmr" list adversaries | grep -o '^[a-z_]*'); do
  grep -qF "| \`$adversary\` |" "$source/docs/adversaries.md" ||
    fail "docs/adversaries.md does not list $adversary"
done

for stage in 0 1; do
  drawn=$source/docs/pictures/one_bit_stage_$stage.svg
  bash "$source/tools/one_bit_figure.sh" "$rmr" 6 $stage > "$work/figure"
  [ "${UPDATE:-0}" = 1 ] && cp "$work/figure" "$drawn"
  cmp "$drawn" "$work/figure" || fail "exit $?"
done

mkdir "$work/tree" && cd "$work/tree" || exit 1
find "$source" -mindepth 1 -maxdepth 1 ! -name build ! -name out ! -name '.*' -exec cp -r {} . \;
# The program built there answers the same without the optimiser and with few of the loops that are made for one
# algorithm each (loops.cmake), which take the time, and need the optimiser. The new algorithm's is among them. Sources
# that no generated file goes into have been compiled already: their objects are taken from the build at hand, unless it
# is one for coverage, say, whose objects do not link without more.
at_hand=$build
grep -qx 'CMAKE_BUILD_TYPE:STRING=Release' "$build/CMakeCache.txt" || at_hand=/nowhere
generated=$(cd "$build" && ninja -t deps |
  awk '/^[^ ]/ {object = $1} /\/generated\// {print object}' | sort -u | tr '\n' ' ')
[ -n "$generated" ] || fail "no object in $build depends on a generated file"
cat > "$work/plain_cc" << END
#!/bin/bash
level=-O0 object='' description=''
for ((k = 1; k < \$#; k++)); do
  next=\$((k + 1))
  case \${!k} in -o) object=\${!next} ;; -MF) description=\${!next} ;; esac
done
case \$object in
  */generated/loops/*) level=-O1 ;;
  */generated/* | '') ;;
  *.o)
    if [ -f "$at_hand/\$object" ] && [[ " $generated" != *" \$object: "* ]]; then
      echo "\$object: \${!#}" > "\$description"
      exec cp "$at_hand/\$object" "\$object"
    fi
    ;;
esac
exec ${CC:-cc} "\$@" \$level -w
END
chmod +x "$work/plain_cc"
export CC=$work/plain_cc CMAKE_GENERATOR=Ninja
sed -i 's/^if(CMAKE_BUILD_TYPE STREQUAL Debug)/if(TRUE)/; s/set(looped bakery/& partitioned_ticket/' \
  tools/cmake/loops.cmake
PATH=$work/tree/build:$PATH
follow "$source/docs/add-an-algorithm.md"
[ -s build/generated/loops/partitioned_ticket.c ] && [ "$(find build/generated/loops -name '*.c' | wc -l)" -eq 6 ] ||
  fail "other loops are made: $(ls build/generated/loops)"
