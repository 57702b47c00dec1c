#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# docs/adversaries.md, followed to the letter with an installed rmr: a block "```c NAME", and so with json, lua and
# python, becomes that file; in a block "```console" every line after "$ " is typed in, and its output (stdout and
# stderr) must be the text below it. So the tutorial cannot say what is not so. `UPDATE=1 bash tests/cli_tutorial.sh
# ...` writes the output anew; read the diff.
#
# ctest: slow
set -u
source=$2 build=$3
page=$source/docs/adversaries.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

cmake --install "$build" --prefix "$work/prefix" > install.log || { cat install.log; exit 1; }
export PATH=$work/prefix/bin:$PATH PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name rmr.pc)")
mkdir reader && cd reader || exit 1

# The page as it ought to be goes to $work/page.
file='' console=''
while IFS= read -r line; do
  case $line in
  '```c '* | '```json '* | '```lua '* | '```python '*) file=${line##* } && : > "$file" ;;
  '```console') console=1 ;;
  '```') file='' console='' ;;
  *)
    [ -z "$file" ] || printf '%s\n' "$line" >> "$file"
    if [ -n "$console" ]; then
      case $line in
      '$ '*) printf '%s\n' "$line"; bash -c "${line#??}" 2>&1 < /dev/null | sed 's/ *$//' ;;
      esac
      continue
    fi
    ;;
  esac
  printf '%s\n' "$line"
done < "$page" > "$work/page"
[ "${UPDATE:-0}" = 1 ] && cp "$work/page" "$page"
[ -s convoy.so ] || { echo "the tutorial makes no convoy.so"; exit 1; }
diff "$page" "$work/page"
