#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# There is a report even where gnuplot fails: it may be missing, die, or call half a picture done. The exit code
# and the report say so. And links find their files whatever these are called.
#
# ctest: slow
# shellcheck disable=SC2016 # scripts stand in single quotes
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
gnuplot_is() { printf '#!/bin/sh\n%s\n' "$1" > bin/gnuplot; }

cat > config.json <<'END'
{"name": "figures", "algorithms": ["ticket"], "n": [2, 3, 4, 5], "adversaries": ["random"],
 "plots": [{"type": "growth", "title": "'Worst' cases ]]> #1"}, {"type": "lines"}], "expect": {"rmr.max": "O(N)"}}
END
mkdir bin && gnuplot_is 'exit 0' && chmod +x bin/gnuplot
PATH=$work/bin:$PATH

# a gnuplot that fails: everything else is there, and exit 75 tells
number=0
for script in 'exit 0' 'echo broken >&2; exit 1' 'kill -9 $$' \
  'for f in *.gp; do echo "<svg>half" > "${f%.gp}.svg"; done'; do
  number=$((number + 1))
  gnuplot_is "$script"
  [ "$(code "$rmr" run config.json -o "out$number")" = 75 ] || fail "run with '$script': $(cat err.log)"
  grep -q '2 of 2 figures were not drawn' err.log || fail "run with '$script' says: $(cat err.log)"
  [ "$(wc -l < err.log)" -eq 1 ] || fail "run with '$script' says more than one line: $(cat err.log)"
  grep -q 'O(N).*holds' out.log || fail "no verdicts with '$script'"
  [ "$(grep -c 'gnuplot is missing, or failed' "out$number/report.html")" -eq 2 ] || fail "the report with '$script'"
  find "out$number/plots" -type f | grep -v -e '\.gp$' -e '\.dat$' && fail "left by '$script'"
  [ "$(code "$rmr" plot "out$number")" = 75 ] || fail "plot with '$script'"
done

# a broken clause tells more than a missing figure
sed 's/O(N)/= 1/' config.json > broken.json
[ "$(code "$rmr" run broken.json -o broken)" = 20 ] || fail "a clause that fails, without figures: $(cat out.log)"

# no gnuplot: no error
mkdir none
for tool in bash env; do ln -s "$(command -v $tool)" none/; done
[ "$(PATH=$work/none code "$rmr" run config.json -o out5)" = 0 ] || fail "without gnuplot: $(cat err.log)"
grep -q 'not installed' err.log || fail "without gnuplot it says: $(cat err.log)"

# the real one, if there is one
rm bin/gnuplot
if command -v gnuplot > /dev/null; then
  [ "$(code "$rmr" run config.json -o out6)" = 0 ] || fail "$(cat err.log)"
  grep -qF "'Worst' cases ]]" out6/plots/growth-rmr.max.svg || fail "the title is not in the picture"
  find out6/plots -name '.*' | grep . && fail "something is left of the making"
fi

# every link of a report over several directories leads to a file
mkdir all
for name in 'a b' 'c#1' "it's" 'd?e%20f' '"g"&<h>' 'ü:x' '-o'; do cp -r out5 "all/$name"; done
[ "$(code "$rmr" report all)" = 0 ] || fail "report: $(cat err.log)"
python3 - <<'END' || fail "links"
import html.parser, os, sys, urllib.parse
class Links(html.parser.HTMLParser):
    links, ids = [], []
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "href": self.links.append(value)
            if name == "id": self.ids.append(value)
page = Links()
page.feed(open("all/report.html", encoding="utf-8").read())
files = [link for link in page.links if not link.startswith("#")]
bad = [f for f in files if urllib.parse.urlsplit(f).scheme or urllib.parse.urlsplit(f).query or
       not os.path.exists("all/" + urllib.parse.unquote(urllib.parse.urlsplit(f).path))]
bad += [link for link in page.links if link.startswith("#") and urllib.parse.unquote(link[1:]) not in page.ids]
if len(files) < 7 * 8 or bad or len(page.ids) != len(set(page.ids)): sys.exit(f"{len(files)} links, bad: {bad}")
END
grep -qF "<code>rmr run &#39;it&#39;\\&#39;&#39;s/config.json&#39; -o NEW</code>" all/report.html || fail "the command"
grep -qF "<code>rmr run ./-o/config.json -o NEW</code>" all/report.html || fail "the command with a dash"
# a plug-in has its title in figures, and its path where another algorithm has that title; an adversary has no folder
mkdir far
printf 'return {choose = function(self, host, view) return view.ready[1] end}\n' > far/first.lua
cp "$source/algos/tas.alg" "$source/algos/anderson.alg" far
cat > titles.json <<'END'
{"name": "titles", "algorithms": ["./far/tas.alg", "./far/anderson.alg", "./far/anderson.alg:slots=9", "anderson"],
 "n": [2, 4, 8], "adversaries": ["./far/first.lua", "random"],
 "plots": [{"type": "growth", "metric": "rmr.max", "name": "g"}, {"type": "gallery", "name": "all"},
           {"type": "growth", "metric": "rmr.max", "name": "mine", "series": {"algorithm": "./far/tas.alg"},
            "labels": [{"series": {"adversary": "random"}, "label": "drawn"}]}]}
END
code "$rmr" run titles.json -o titles > /dev/null
for label in 'Test-and-set lock, first.lua' 'Test-and-set lock, random' './far/anderson.alg, random' \
  './far/anderson.alg:slots=9, first.lua' 'anderson, random'; do
  grep -qF "'$label'" titles/plots/g.gp || fail "no label '$label': $(grep label titles/plots/g.gp)"
done
grep -qF "'Test-and-set lock'" titles/plots/all.gp || fail "the gallery: $(grep label titles/plots/all.gp)"
grep -qF "'drawn'" titles/plots/mine.gp && grep -qF 'first.lua' titles/plots/mine.gp ||
  fail "labels: $(grep label titles/plots/mine.gp)"
grep -qF '"series": "./far/tas.alg, ./far/first.lua"' titles/fits.json || fail "files have no paths any more"
"$rmr" run titles.json -o others --set 'algorithms=["./far/anderson.alg", "./far/anderson.alg:slots=9"]' \
  --set 'plots=[{"type": "growth", "metric": "rmr.max", "name": "g"}]' > /dev/null
grep -q 'queuing lock:slots=9, random' others/plots/g.gp && ! grep -q "far/anderson.alg" others/plots/g.gp ||
  fail "parameters behind a title: $(grep label others/plots/g.gp)"
grep -q 'At the same values as another series: ' others/plots/g.gp || fail "$(grep label others/plots/g.gp)"

echo "figures: gnuplot may fail, and links lead to files"
