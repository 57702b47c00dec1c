#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every C file is laid out as .clang-format says, but for what stands between clang-format off and on. To lay out a
# file: clang-format -i FILE. Skipped (exit 77) where clang-format is missing.
#
# ctest: slow tree
set -u
source=$2
command -v clang-format > /dev/null || { echo "clang-format is not installed"; exit 77; }
cd "$source" || exit 1

bad=$(mktemp)
trap 'rm -f "$bad"' EXIT
printf 'int  main( void ) {return 0;}\n' | clang-format --assume-filename=base/x.c --dry-run -Werror 2> /dev/null &&
  { echo "clang-format accepts anything: is $source/.clang-format read?"; exit 1; }

find . \( -name build -o -name out -o -name '.?*' \) -prune -o -name '*.[ch]' -print | sort |
  xargs -n 1 sh -c 'clang-format --dry-run -Werror "$0" 2> /dev/null ||
    echo "${0#./}: not as clang-format would have it"' > "$bad"
cat "$bad"
[ ! -s "$bad" ]
