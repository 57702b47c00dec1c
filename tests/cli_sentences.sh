#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# No sentence of a page has more than 30 words or a phrase over which readers stumble: tools/sentences.sh says which. It
# runs over a planted page first and must find everything that is wrong there, and nothing else.
#
# ctest: slow tree
set -u
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$source" || exit 1

# --- the checker itself -----------------------------------------------------------------------------------------------

ten='one two three four five six seven eight nine ten'
cat > "$work/page.md" <<END
# A heading that comes to $ten $ten $ten eleven

This has thirty words: $ten $ten
one two three four five six. This one is longer, $ten
$ten $ten.

Code is one word: \`$ten $ten
$ten\`, so this is short. So is a link
([$ten](docs/a_page_of_that_name.md)) $ten one two three
four. A sign + is = no - word * here / $ten $ten one two three.

| a table | comes to | $ten $ten $ten $ten |
|---|---|---|

\`\`\`
Who waits comes to $ten $ten $ten $ten
\`\`\`

- Who waits pays.
  It is told
  twice.
- The code \`x\` is told,
  but excused.
- *Who* dies? Nobody, says nobody. What is left is little. What is left?
- What isles are these? "Who goes home" is a title.

1. The time
   comes to nothing, which is of no
   meaning; foretelling it, and what is not good, is of
   meaning.
2. They are looked at. This is looked
   at, as somebody knows who comes. A quotient is toldish and overcomes towns.

    Who waits in a block of code that is indented comes to nothing.

> Words of others are words, too: $ten $ten
> one two three
> four.

![Who pays for $ten $ten $ten](one/two.svg)

- **\`key\`** (text; default \`$ten\`, $ten
  $ten): It has thirty words: $ten $ten one two
  three four five six. It is
  told once more.
- **a key** (text), $ten $ten $ten one: two.
- **a key** $ten $ten $ten: one two.

In this passage $ten $ten. k is a variable, and $ten
.. $ten one two three four five.
END
export SENTENCES_EXCEPTIONS="/page.md | CODE is told | a quotation
/page.md | nothing that stands there | stale
other.md | Who waits | another page"
tools/sentences.sh "$work/page.md" | sed "s|^$work/||" > "$work/found"
cat > "$work/expected" <<END
page.md:4: 34 words: This one is longer, one two three four five six seven eight ...
page.md:19: begins with "Who waits": Who waits pays.
page.md:20: "is told": It is told twice.
page.md:24: begins with "What is": What is left is little.
page.md:25: begins with "Who goes": "Who goes home" is a title.
page.md:28: "of no meaning": The time comes to nothing, which is of no meaning; foretelli...
page.md:29: "of meaning": The time comes to nothing, which is of no meaning; foretelli...
page.md:28: "comes to": The time comes to nothing, which is of no meaning; foretelli...
page.md:29: "what is not good": The time comes to nothing, which is of no meaning; foretelli...
page.md:29: "foretell": The time comes to nothing, which is of no meaning; foretelli...
page.md:31: "are looked at": They are looked at.
page.md:31: "is looked at": This is looked at, as somebody knows who comes.
page.md:44: "is told": It is told once more.
page.md:46: 35 words: **a key** (text), one two three four five six seven eight ni...
page.md:47: 34 words: **a key** one two three four five six seven eight nine ten o...
page.md:1: the exception "nothing that stands there" excuses nothing
END
diff "$work/expected" "$work/found" ||
  { echo "the checker does not find what it must find (<) or finds more (>)"; exit 1; }

unset SENTENCES_EXCEPTIONS

# --- the pages --------------------------------------------------------------------------------------------------------

tools/sentences.sh README.md CONTRIBUTING.md docs/*.md
