#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every header compiles by itself, and all headers of the tree compile in one file: a public name carries its module's
# prefix, so no two headers give one name to two things. Headers of tests and plug-in templates are not looked at, nor
# those in web/glibc, which stand in place of the C library's.
#
# ctest: slow tree
set -u
source=$2 build=$3
read -ra cc <<< "${CC:-cc}"
command -v "${cc[0]}" > /dev/null || { echo "there is no C compiler '${cc[0]}'"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# syntax DIRECTORY FILE: compiles a file against the tree at the directory.
syntax() {
  "${cc[@]}" -std=c11 -D_GNU_SOURCE -Wall -Wextra -fsyntax-only -I "$1/include" -I "$1" -I "$build/generated" "$2"
}

# headers DIRECTORY: every header as an #include names it.
headers() {
  (cd "$1" && find . -name '*.h' -not -path './build/*' -not -path './out/*' -not -path './tests/*' -not -path \
    './web/glibc/*' -not -path './.*/*' |
    sed 's|^\./||; s|^include/||' | sort)
}

# check DIRECTORY: the compiler's messages about each header, and about all together.
check() {
  local header
  : > "$work/all.c"
  for header in $(headers "$1"); do
    echo "#include \"$header\"" > "$work/one.c"
    syntax "$1" "$work/one.c" 2> "$work/said" || { echo "$header: not by itself"; cat "$work/said"; }
    echo "#include \"$header\"" >> "$work/all.c"
  done
  syntax "$1" "$work/all.c" 2> "$work/said" || { echo "not all together"; cat "$work/said"; }
}

# Planted: a header that needs another one first, and two that mean different things by one tag.
mkdir -p "$work/tree/"{include,cellar}
echo 'struct bottle { uint32_t year; };' > "$work/tree/cellar/bottle.h"
echo 'struct rack { int n; };' > "$work/tree/cellar/rack.h"
echo 'enum rack { RACK_FULL };' > "$work/tree/cellar/list.h"
check "$work/tree" > "$work/found"
grep -q '^cellar/bottle.h: not by itself' "$work/found" || { echo "a header that needs another is not found"; exit 1; }
grep -q '^not all together' "$work/found" || { echo "a name with two meanings is not found"; exit 1; }
grep -q '^cellar/rack.h' "$work/found" && { echo "a good header is reported"; exit 1; }

check "$source" > "$work/found"
cat "$work/found"
[ "$(headers "$source" | wc -l)" -gt 50 ] || { echo "hardly any headers in $source"; exit 1; }
[ ! -s "$work/found" ]
