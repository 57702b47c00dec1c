#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# sentences.sh PAGE...: which sentences of these Markdown pages are hard to read? Prints FILE:LINE: and the reason for
# each sentence of more than 30 words, and for each phrase of a short list. Exit code 1 if there is any.
#
# Blocks of code, tables, headings, pictures and the targets of links are left out, and so is the head of an entry: a
# bold word, a parenthesis and a colon. Inline code counts as one word. A word has a letter or a digit in it. A sentence
# ends with its full stop, question or exclamation mark, or with the paragraph or the item of a list. A full stop ends
# nothing before a small letter, unless that is a variable (x of k).
#
# An exception is a line "END OF THE PAGE'S PATH | WORDS OF THE SENTENCE | REASON", in which inline code is CODE. One
# that excuses nothing on its page is reported, so that the list stays short. The test has a list of its own.
set -euo pipefail

exceptions=${SENTENCES_EXCEPTIONS-'
'}

awk -v exceptions="$exceptions" '
  BEGIN {
    most = 30
    n_phrases = split("of no meaning|of meaning|is told|comes to|is looked at|are looked at|what is not good|foretell",
                      phrase, "|")
    n_lines = split(exceptions, line, "\n")
    for (k = 1; k <= n_lines; k++)
      if (split(line[k], part, " *[|] *") == 3) {
        where[++n_exceptions] = part[1]
        words[n_exceptions] = part[2]
      }
  }

  function on_page(k) { return substr(page, length(page) - length(where[k]) + 1) == where[k] }

  function excused(text,   k, yes) {
    for (k = 1; k <= n_exceptions; k++)
      if (on_page(k) && index(text, words[k])) yes = used[k] = 1
    return yes
  }

  function report(at, reason) { print page ":" at ": " reason; found = 1 }

  # The line of the word in which the phrase begins at that place of the sentence.
  function line_of(text, place) { return at_line[gsub(/ /, " ", text) ? split(substr(text, 1, place), w, " ") : 1] }

  # One sentence: its words stand in text, divided by single blanks, the line of each in at_line[1..n].
  function judge(text, n,   k, low, place, counted, w, reasons, reason, at) {
    low = tolower(text)
    for (k = split(text, w, " "); k > 0; k--) counted += w[k] ~ /[[:alnum:]]/
    if (counted > most) { reason[++reasons] = counted " words"; at[reasons] = at_line[1] }
    for (k = 1; k <= n_phrases; k++)
      if (place = match(low, "(^|[^[:alpha:]])" phrase[k] (phrase[k] == "foretell" ? "" : "([^[:alpha:]]|$)"))) {
        reason[++reasons] = "\"" phrase[k] "\""
        at[reasons] = line_of(text, place + (place > 1))
      }
    if (text !~ /[?][^[:alnum:]]*$/ && match(low, /^[^[:alnum:]]*(who [[:alpha:]]+|what is )/)) {
      split(low, w, " ")
      reason[++reasons] = "begins with \"" (low ~ /^[^[:alnum:]]*who/ ? "Who " w[2] : "What is") "\""
      at[reasons] = at_line[1]
    }
    if (!reasons || excused(text)) return
    for (k = 1; k <= reasons; k++) report(at[k], reason[k] ": " substr(text, 1, 60) (length(text) > 60 ? "..." : ""))
  }

  # Does a sentence end with this word, if that one comes next?
  function ends(word, next_word) {
    gsub(/[]*_")]+$/, "", word)
    gsub(/^[[*_"(]+/, "", next_word)
    if (word !~ /[.?!]$/ || word ~ /^[.,]+$/ || word ~ /(e[.]g|i[.]e|cf|vs)[.]$/) return 0
    return next_word !~ /^[a-z]/ || next_word ~ /^[b-z]([^a-z]|$)/
  }

  # Inline code becomes one word; the text behind it goes on in the line in which it ended.
  function without(pattern, stand_in,   before, inside, rest) {
    rest = paragraph
    paragraph = ""
    while (match(rest, pattern)) {
      before = substr(rest, 1, RSTART - 1)
      inside = substr(rest, RSTART, RLENGTH)
      rest = substr(rest, RSTART + RLENGTH)
      gsub(/[^\n]/, "", inside)
      paragraph = paragraph before stand_in inside
      if (inside != "" && rest ~ /^[^[:space:]]/) { # punctuation belongs to the word before it
        match(rest, /^[^[:space:]]+/)
        sub(/\n+$/, "", paragraph)
        paragraph = paragraph substr(rest, 1, RLENGTH) inside
        rest = substr(rest, RLENGTH + 1)
      }
    }
    paragraph = paragraph rest
  }

  function flush(   n_rows, row, k, j, n, w, n_words, word, at, text, head) {
    if (paragraph == "") return
    without("``[^`]*`[^`]*`[^`]*``|``[^`]*``|`[^`]*`", "CODE")
    without("!\\[[^]]*\\]\\([^)]*\\)", "")
    without("\\]\\([^)]*\\)", "]")
    if (match(paragraph, /^[*][*][^*]+[*][*][ \n][(][^()]*[)]:[ \n]+/)) {
      head = substr(paragraph, 1, RLENGTH)
      paragraph = substr(paragraph, RLENGTH + 1)
      first += gsub(/\n/, "", head)
    }
    n_rows = split(paragraph, row, "\n")
    for (k = 1; k <= n_rows; k++) {
      n = split(row[k], w, " ")
      for (j = 1; j <= n; j++) { word[++n_words] = w[j]; at[n_words] = first + k - 1 }
    }
    n = 0
    for (k = 1; k <= n_words; k++) {
      text = n ? text " " word[k] : word[k]
      at_line[++n] = at[k]
      if (k == n_words || ends(word[k], word[k + 1])) { judge(text, n); n = 0 }
    }
    paragraph = ""
  }

  function page_ends(   k) {
    flush()
    for (k = 1; k <= n_exceptions; k++)
      if (page != "" && on_page(k) && !used[k]) report(1, "the exception \"" words[k] "\" excuses nothing")
  }

  FNR == 1 { page_ends(); page = FILENAME; fenced = 0; blank = 1 }
  /^ *```/ { flush(); fenced = !fenced; next }
  fenced { next }
  /^[[:space:]]*$/ { flush(); blank = 1; next }
  blank && /^    / { next }
  /^#/ || /^ *[|]/ { flush(); next }
  {
    sub(/^ *>( |$)/, "")
    if (sub(/^ *([-*]|[0-9]+[.]) +/, "")) flush()
    if (paragraph == "") { first = FNR; paragraph = $0 } else paragraph = paragraph "\n" $0
    blank = 0
  }
  END { page_ends(); exit found }
' "$@"
