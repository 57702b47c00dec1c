#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# tools/pictures.sh: draws the pictures of README and docs again, of the results in out/ (./run.sh) and by the rmr in
# build/release: figures as they are, and pages as Chromium shows them, the playground too (tools/web.sh). Look at each
# before it is committed. pictures.mjs clicks in two of the pages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rmr=$PWD/build/release/rmr pictures=$PWD/docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shot PAGE WIDTH,HEIGHT NAME
shot() {
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$2" \
    --screenshot="$pictures/$3.png" "file://$1" > /dev/null 2>&1
}

for name in one_bit gallery; do "$rmr" plot "out/$name"; done
"$rmr" report out > /dev/null
cp out/one_bit/plots/rmr-max.png "$pictures/one_bit.png"
cp out/gallery/plots/gallery-rmr.max-cc.png "$pictures/gallery.png"
shot "$PWD/out/report.html" 1280,800 report
"$rmr" view experiments/bw_naive.schedule -o "$work/view.html" > /dev/null
steps=$(sed -n 's/^steps //p' experiments/bw_naive.schedule)
shot "$work/view.html#step=$steps" 1400,960 view

"$rmr" simulate -a mcs -n 3 --passages 3 --seed 1 --trace "$work/run.html" > /dev/null
node tools/pictures.mjs "$(command -v chromium)" "$work/run.html" "$PWD/build/web/index.html" "$pictures"
ls -l "$pictures"/*.png
