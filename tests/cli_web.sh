#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The playground (docs/playground.md), built by tools/web.sh and used in a browser (headless Chromium; web_checks.mjs):
# the questions in tests/data/web_questions have the answers, witnesses and pages of runs that rmr has here, byte by
# byte; errors show as one types; a witness opens, a question stops, the worst cases are drawn, a link carries all, and
# a damaged one is refused; the page fits every window, as a file and from a server; the documents' links lead
# somewhere, and the commands of the hour's class can be tried. Skipped (exit 77) where emscripten, npm or Chromium is
# missing.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

for program in emcmake node npm; do
  command -v "$program" > /dev/null || { echo "there is no $program"; exit 77; }
done
browser=$(command -v chromium || command -v chromium-browser) || { echo "there is no chromium"; exit 77; }

"$source/tools/web.sh" > build.log 2>&1 || { fail "tools/web.sh: $(tail -n 20 build.log)"; exit; }
! grep 'warning:' build.log || fail "the compiler warns"
timeout 300 node "$source/tests/web_checks.mjs" "$browser" "$rmr" "$source" "$source/build/web" > found ||
  fail "$(cat found)"
grep -q ' 0 complaints$' found || fail "the checks have not come to their end: $(tail -n 3 found)"

# A mistake of the user's.
"$source/tools/web.sh" --frob > out.txt 2>&1 && fail "an option that there is not"
grep -q 'the only option is --install' out.txt || fail "$(cat out.txt)"
