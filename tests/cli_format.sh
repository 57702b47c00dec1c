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

work=$(mktemp -d)
bad=$work/bad said=$work/said
trap 'rm -rf "$work"' EXIT
# badly_laid_out FILE...: those that clang-format would change, or cannot read. A call of its own for each file would
# take ten times as long.
badly_laid_out() {
  local code
  clang-format --dry-run -Werror "$@" 2> "$said"
  code=$?
  sed -nE 's|^(\./)?([^:]*):[0-9]+:[0-9]+: error: .*|\2: not as clang-format would have it|p' "$said" | uniq > "$bad"
  [ $code -eq 0 ] || [ -s "$bad" ] || cp "$said" "$bad"
}

mkdir -p "$work/base"
printf 'int  main( void ) {return 0;}\n' > "$work/base/x.c"
printf 'int y;\n' > "$work/base/y.c"
cp .clang-format "$work"
badly_laid_out "$work/base/y.c" "$work/base/x.c" "$work/base/y.c"
[ "$(cat "$bad")" = "$work/base/x.c: not as clang-format would have it" ] ||
  { echo "clang-format finds other files than the one that is wrong: $(cat "$bad")"; exit 1; }
badly_laid_out "$work/base/none.c"
[ -s "$bad" ] || { echo "clang-format does not miss a file that is not there"; exit 1; }

mapfile -t files < <(find . \( -name build -o -name out -o -name '.?*' \) -prune -o -name '*.[ch]' -print | sort)
[ ${#files[@]} -gt 100 ] || { echo "hardly any files in $source"; exit 1; }
badly_laid_out "${files[@]}"
cat "$bad"
[ ! -s "$bad" ]
