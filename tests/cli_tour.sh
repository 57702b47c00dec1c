#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The targets of the pages of the documentation are there: every file of the tree that they name, every page that they
# link to, and every function that is named with its file, as in `sim_access` (`sim/step.h`). Each offence is a line
# "PAGE: reason". A planted page must be found wrong first.
#
# ctest: tree
set -u
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source" || exit 1

folders=$(find . -mindepth 1 -maxdepth 1 -type d ! -name build ! -name out ! -name '.*' -printf '%f|')

# A page without its own parts: blocks of code, and mentions of the files that such a block becomes.
prose() {
  local made
  made=$(sed -n 's/^```[a-z]* \(.*\)$/\1/p' "$1")
  awk '/^```/ {code = !code; next} !code' "$1" | if [ -n "$made" ]; then grep -vF "$made"; else cat; fi
}

# Names with a placeholder (algos/NAME.c) and files of a result directory (plots/NAME.svg) are not files of the tree.
files() {
  local path
  for path in $(prose "$1" | grep -oE "(^|[^A-Za-z0-9_/.-])(${folders%|})/[A-Za-z0-9_./*-]*[A-Za-z0-9_*]" |
    sed 's|^[^A-Za-z]||' | sort -u); do
    case $path in *[A-Z][A-Z]*) continue ;; esac
    compgen -G "$path" > /dev/null || compgen -G "$path.[ch]" > /dev/null || echo "$1: there is no $path"
  done
}

links() {
  local page
  for page in $(grep -oE '\]\([A-Za-z0-9_/.-]+' "$1" | sed 's/^](//' | grep -v '^https$' | sort -u); do
    [ -e "$(dirname "$1")/$page" ] || [ -e "docs/${page##*/}" ] || echo "$1: there is no page $page"
  done
}

functions() {
  local name file
  tr -s ' \n' ' ' < "$1" | grep -oE '`[a-z_0-9]+` \(`[a-z_0-9/]+\.[ch]`' | tr -d '`' | tr '(' ' ' |
    while read -r name file; do
    grep -qsE "\b$name\(" "$file" || echo "$1: $file has no $name"
  done
}

check() { files "$1"; links "$1"; functions "$1"; }

cat > "$work/page.md" <<'END'
See `sim/stride.h`, (docs/nothing.md), [tour](nowhere.md), `sim_leap` (`sim/step.h`),
`sim_access` (`sim/step.h`), `tests/unit_*.c`, `algos/NAME.c`.
```c algos/made_here.c
sim/not_looked_at.c
```
`algos/made_here.c`
`adversary/gone_*.c`, `sim_jump`
(`sim/step.h`)
END
check "$work/page.md" | sed 's|^.*/page.md|page.md|' > "$work/found"
cat > "$work/expected" <<'END'
page.md: there is no adversary/gone_*.c
page.md: there is no docs/nothing.md
page.md: there is no sim/stride.h
page.md: there is no page nowhere.md
page.md: sim/step.h has no sim_leap
page.md: sim/step.h has no sim_jump
END
diff "$work/expected" "$work/found" ||
  { echo "the checks do not find what they must find (<) or find more (>)"; exit 1; }

[ "$(grep -oE '\(`' docs/tour.md | wc -l)" -gt 40 ] || { echo "docs/tour.md names hardly any functions"; exit 1; }
for page in *.md docs/*.md; do check "$page"; done > "$work/found"
cat "$work/found"
[ ! -s "$work/found" ]
