#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A register is called the same everywhere: the traces for people and for Perfetto name the same registers, step by
# step; a model for SPIN, its remarks, the listing and the errors know no others. One algorithm has a square array, one
# counts from 0, one has scalars, and two have registers of several fields or levels.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

for algorithm in hadzilacos_standin anderson mcs bwbgme yang_anderson; do
  "$rmr" simulate -a $algorithm -n 3 --trace text.txt > /dev/null || fail "$algorithm: no trace"
  "$rmr" simulate -a $algorithm -n 3 --trace chrome.json > /dev/null || fail "$algorithm: no trace for Perfetto"
  sed -nE 's/^#[0-9]+ P[0-9]+ line .*  (read|write|compare-and-swap|fetch-and-[a-z]+|test-and-set) ([^ :]+).*/\2/p' \
    text.txt > text # behind the printed line
  sed -nE 's/.*"cat":"(rmr|free)","name":"([^"]*)".*/\2/p' chrome.json | grep -vx local > chrome
  [ -s text ] || fail "$algorithm: no names"
  cmp text chrome || fail "$algorithm: the traces call registers differently"
  "$rmr" export --format promela $algorithm -n 3 --passages 1 --cap 8 > model.pml || fail "$algorithm: no model"
  sort -u text | grep -vxFf <(sed -nE 's/^[a-z]+ [A-Za-z0-9_]+ = [0-9-]+; \/\* ([^ :]+).*/\1/p' model.pml) &&
    fail "$algorithm: the model does not know the names above"
  "$rmr" show $algorithm | sed -n '/^register/,/^$/s/^\([A-Za-z_]*\)[[ ].*/\1/p' > shown
  sed 's/\[.*//' text | sort -u | grep -vxFf shown && fail "$algorithm: the listing does not know the names above"
done

# The last cell of the square, and an index that there is not, in words of the same kind.
"$rmr" export --format promela hadzilacos_standin -n 3 --passages 1 | grep -qF ' /* Done[3][3]' ||
  fail "the last cell of the square is not Done[3][3]"
printf '%s\n' 'rmr-schedule 1' 'algorithm yang_anderson' 'n 3' 'initially T[99] 1' 'P1 x1' > wrong.schedule
"$rmr" replay wrong.schedule > /dev/null 2> err
[ "$(cat err)" = "rmr replay: wrong.schedule:4:11: 'T[99]': expected T[1] to T[3]" ] || fail "an index: $(cat err)"
