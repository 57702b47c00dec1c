#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# `rmr selftest`: each shipped algorithm that is not known to be wrong is asked for, but for a few that take two thirds
# of the time; every mutant has an outcome, every check is tripped by some mutant, nothing contradicts itself; text and
# JSON say the same; the same bytes twice.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# The values of a key, in order; and how many lines say so.
values() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$2"; }
lines() { grep -cE "^ *$1,?\$" "$2"; }

# --- nearly all algorithms --------------------------------------------------------------------------------------------

long=' keane_moir grid_szymanski yang_anderson_fast recoverable_queue szymanski_four_bit_repaired '
for name in $("$rmr" list algorithms --json | sed -n 's/^ *"name": "\(.*\)",/\1/p'); do
  "$rmr" show "$name" --json > shown
  grep -q '"timed": true' shown || ! grep -q '"wrong": null' shown || [[ $long == *" $name "* ]] || echo "$name"
done > right
xargs "$rmr" selftest --json < right > all.json 2> err
code=$?
[ $code -eq 0 ] && [ ! -s err ] || fail "selftest: exit $code, $(cat err)"
values algorithm all.json | cmp right - || fail "not those that were asked for"
[ "$(lines '"unchanged": "equivalent"' all.json)" -eq "$(wc -l < right)" ] ||
  fail "an unchanged algorithm is told from itself"
sed -n '/^  "counts"/,$p' all.json > total
for check in P1 P2 P3 P4 P5 P6 P7 inv cost range value; do
  [ "$(values $check total)" -gt 0 ] || fail "no mutant was caught by $check"
  [ "$(values $check total)" -eq "$(lines "\"$check\"" all.json)" ] ||
    fail "mutants caught by $check: $(values $check total)"
done
mutants=0
for outcome in caught equivalent alike 'cut short' contradiction; do
  n=$(values "$outcome" total)
  [ "$n" -eq "$(lines "\"outcome\": \"$outcome\"" all.json)" ] || fail "$outcome: $n"
  mutants=$((mutants + n))
done
[ "$(values 'cut short' total)$(values contradiction total)" = 00 ] || fail "$(cat total)"
[ "$mutants" -eq "$(values mutants total)" ] && [ "$mutants" -eq "$(values kind all.json | wc -l)" ] ||
  fail "$mutants mutants"
[ "$(values caught total)" -gt $(((mutants - $(values equivalent total)) * 9 / 10)) ] ||
  fail "hardly any mutants are caught of those that make a difference: $(cat total)"
[ "$(values kind all.json | sort -u | tr '\n' ' ')" = "branch drop flip stuck swap " ] ||
  fail "kinds: $(values kind all.json | sort -u)"

# --- some of them, as text --------------------------------------------------------------------------------------------

"$rmr" selftest glb tas > plain 2> err || fail "selftest glb tas: $(cat err)"
"$rmr" selftest glb tas > again 2>> err
[ ! -s err ] && cmp plain again || fail "two runs differ"
[ "$(awk '{print $1}' plain | head -4 | tr '\n' ' ')" = "algorithm glb tas all " ] || fail "$(cat plain)"
awk 'NR > 1 && NR < 5 && $2 != $3 + $16 + $17 {exit 1}' plain || fail "mutants without an outcome: $(cat plain)"
awk 'NR == 2 || NR == 3 {for (c = 2; c <= NF; c++) sum[c] += $c}
  NR == 4 {for (c = 2; c <= NF; c++) if ($c != sum[c]) exit 1}' plain ||
  fail "the sums are wrong: $(cat plain)"
grep -q '^glb: alike: lines 3 and 4 swapped$' plain || fail "glb: $(cat plain)"
sed -n '/"algorithm": "glb"/,/"mutants": \[/p' all.json > glb
row=glb
for key in mutants caught P1 P2 P3 P4 P5 P6 P7 inv cost range value better equivalent alike; do \
  row+=" $(values $key glb | head -n 1)"; done
[ "$(sed -n 2p plain | tr -s ' ')" = "$row" ] || fail "text and JSON differ: $row"

# --- plug-ins and texts -----------------------------------------------------------------------------------------------

"$rmr" selftest tas > tas
cp "$source/algos/tas.alg" mine.alg
"$rmr" selftest ./mine.alg 2> err | cmp tas - || fail "selftest ./mine.alg: $(cat err)"
if command -v cc > /dev/null; then
  "$rmr" compile tas -o mine.so > compile.log 2>&1 && "$rmr" selftest ./mine.so 2> err | cmp tas - ||
    fail "selftest ./mine.so: $(cat compile.log err)"
fi
printf 'variant other "written otherwise"\n  3 Lock := false\n' >> mine.alg
expect 64 './mine.alg:variant=other: expected no variant' "$rmr" selftest ./mine.alg:variant=other
"$rmr" selftest anderson:slots=4 > out 2> err
[ $? -eq 64 ] && grep -qx 'rmr selftest: anderson:slots=4: expected no parameters; .*' err ||
  fail "parameters: $(cat err)"

# --- manners ----------------------------------------------------------------------------------------------------------

"$rmr" selftest bakrey > out 2> err
code=$?
[ $code -eq 64 ] && [ ! -s out ] &&
  [ "$(cat err)" = "rmr selftest: unknown algorithm 'bakrey'; did you mean 'bakery'?" ] || fail "exit $code: $(cat err)"
"$rmr" selftest tas > /dev/full 2> err
[ $? -eq 75 ] || fail "selftest > /dev/full"
