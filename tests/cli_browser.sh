#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The report, and the page of a run that one steps through, in a browser (headless Chromium), in windows of 360 to 2,560
# pixels, light and dark: no error on the console, nothing wider than the window, links lead somewhere, the keyboard
# reaches what can be used, the contrast is enough, and the letters of the first picture have 11 pixels
# (page_checks.js). A page that is spoilt in each of these ways is complained of.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
checks=$source/tests/page_checks.js
browser=$(command -v chromium || command -v chromium-browser) ||
  { echo "no chromium: not looked at in a browser"; exit 0; }

# check PAGE WIDTH [OPTION]: the complaints, one on a line; those of the console, too
check() {
  { cat "$1" && printf '<script>\n' && cat "$checks" && printf '</script>\n'; } > looked.html
  timeout 60 "$browser" --headless --no-sandbox --disable-gpu --enable-logging=stderr --window-size="$2,900" \
    --virtual-time-budget=4000 "${@:3}" --dump-dom "file://$work/looked.html" > dom 2> log
  grep -a CONSOLE log | grep -ai error | sed 's/^/console: /'
  sed -n '/<pre id="page-checks">/,/<\/pre>/p' dom | sed 's/<[^>]*>//g' | grep .
}

cat > config.json <<'END'
{"title": "Two locks", "drive": ["explore", "simulate"], "algorithms": ["ticket", "bwbgme"], "n": [2],
 "sessions": ["same"], "passages": [1, "inf"], "check": ["P1", "P2"],
 "exclude": [{"drive": "simulate", "passages": "inf"}],
 "expect": {"P1": "holds"}, "plots": [{"type": "gallery"}, {"type": "growth"}],
 "tables": [{"name": "t", "title": "Claims", "columns": ["RMR cc", "P1", "P2"],
   "rows": [{"algorithm": "ticket", "says": {"P1": "yes"}}, {"algorithm": "bwbgme", "says": {"P2": "yes"}}]}]}
END
"$rmr" run config.json -o out/one > run.log 2>&1
cp -r out/one out/two
"$rmr" report out > report.log 2>&1 || fail "report: $(cat report.log)"

check out/report.html 1400 > found
[ -s found ] || { echo "chromium does not run here"; exit 0; }
for width in 360 800 1280 1400 2560; do
  check out/report.html $width > found
  [ "$(cat found)" = 'complaints: 0' ] || fail "$width pixels: $(cat found)"
done
grep -q 'class="screen narrow"' out/report.html || fail "no picture beside the matrix"
check out/one/report.html 360 --blink-settings=preferredColorScheme=0 > found
[ "$(cat found)" = 'complaints: 0' ] || fail "dark: $(cat found)"

"$rmr" explore -a bwbgme -n 2 --sessions same --passages inf --check P2 --witness w.sched > explore.log 2>&1
"$rmr" view w.sched -o w.html > view.log 2>&1 || fail "view: $(cat view.log)"
for width in 360 1280 2560; do
  check w.html $width > found
  [ "$(cat found)" = 'complaints: 0' ] || fail "a run, $width pixels: $(cat found)"
done
check w.html 800 --blink-settings=preferredColorScheme=0 > found
[ "$(cat found)" = 'complaints: 0' ] || fail "a run, dark: $(cat found)"

# spoil KIND HTML: the check must complain of it
spoil() {
  { cat out/one/report.html && printf '%s\n' "$2"; } > spoilt.html
  check spoilt.html 800 > found
  grep -q "^$1: " found || fail "no complaint of '$2': $(cat found)"
}
spoil wide '<p style="width:1200px">wide</p>'
spoil link '<a href="#nowhere">nowhere</a>'
spoil keyboard '<a href="#findings" tabindex="-1">no key leads here</a>'
spoil contrast '<p style="color:#999;background:#fff">pale</p>'
spoil small '<div class="screen narrow"><svg viewBox="0 0 1800 90"><text y="50" font-size="13">small</text></svg></div>'
spoil console '<script>nothing.at.all()</script>'

# The run's page, spoilt in all ways at once
{ cat w.html && echo '<p style="width:1200px">wide</p><a href="#nowhere">nowhere</a>' \
  '<button tabindex="-1">no key leads here</button><p style="color:#999;background:#fff">pale</p>' \
  '<script>nothing.at.all()</script>'; } > spoilt.html
check spoilt.html 800 > found
for kind in wide link keyboard contrast console; do
  grep -q "^$kind: " found || fail "a run's page is spoilt, and there is no complaint of $kind: $(cat found)"
done
