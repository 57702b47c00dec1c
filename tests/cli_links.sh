#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every link of a page to a file, or to a section of another page, leads there.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

cat > "$work/links.py" << 'end'
import os, re, sys

def text(page):
    with open(page) as lines:
        return re.sub(r"^```.*?^```", "", lines.read(), flags=re.S | re.M)

def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.strip("# \n").lower()).replace(" ", "-")

def anchors(page):
    return {anchor(line) for line in text(page).split("\n") if line.startswith("#")}

for page in sys.argv[1:]:
    for link in re.findall(r"\]\(([^)\s]+)\)", text(page)):
        if re.match(r"\w+:", link): continue
        path, _, section = link.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(there):
            print(f"{page}: {link}: there is no such file")
        elif section and there.endswith(".md") and section not in anchors(there):
            print(f"{page}: {link}: there is no such section")
end

cd "$source" || exit 1
mapfile -t pages < <(find . \( -name build -o -name out -o -name '.?*' \) -prune -o -name '*.md' -printf '%P\n')
[ "${#pages[@]}" -gt 40 ] || fail "only ${#pages[@]} pages"
python3 "$work/links.py" "${pages[@]}" > "$work/broken" || fail "the links could not be read"
[ ! -s "$work/broken" ] || fail "$(cat "$work/broken")"

cd "$work" || exit 1
mkdir docs
printf '# One `page`\n## A (short) section\n[a](#one-page) [b](../top.md) [c](../top.md#no)\n' > docs/one.md
printf '[d](none.md) [e](#a-short-section)\n' >> docs/one.md
printf '# Top\n```\n[not](a/link.md)\n# no\n```\n' > top.md
python3 links.py docs/one.md top.md > broken
diff - broken << 'end' || fail "a broken link is not found"
docs/one.md: ../top.md#no: there is no such section
docs/one.md: none.md: there is no such file
end
