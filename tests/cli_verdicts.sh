#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a config's tables, fits and verdicts say of small runs: simulations and searches are judged together, a run that
# its adversary stops early is incomplete, and the sentences tell the reason that counts.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# told FILE WORDS: the file of the last run has these words.
told() { grep -qF -- "$2" "out/$1" || fail "$1: nowhere '$2'"; }
untold() { ! grep -qF -- "$2" "out/$1" || fail "$1: it says '$2'"; }

# --- simulations and searches are lower bounds of one worst case ------------------------------------------------------

# The passage of solo costs N+1, and the search finds more, whichever is run first.
for drive in '"simulate","search"' '"search","simulate"'; do
  cat > config.json << END
{"drive":[$drive],"algorithms":["burns_lamport"],"n":"2..6","adversaries":["solo"],"effort":30000,
 "metrics":["rmr.max"],"plots":[{"type":"gallery"}],
 "tables":[{"name":"t","columns":["RMR cc"],"rows":[{"algorithm":"burns_lamport","says":{"RMR cc":"O(1)"}}]}]}
END
  rm -rf out
  expect 0 '' "$rmr" run config.json -o out --jobs 1
  told tables.json '"value": "growth undecided"'
  told tables.json 'search: at least 48'
  untold tables.json 'solo: at least 4'
  untold plots/gallery-rmr.max.dat 'N+1'
done

# --- a run that its adversary ends is incomplete ----------------------------------------------------------------------

cat > stop.sched << 'END'
rmr-schedule 1
algorithm bakery
n 2
memory cc
sessions distinct
passages 1
seed 1

P1 x2
P2 x1
END
# ended PASSAGES OUTCOME P6: with counted passages the values are lower bounds, and nothing is known of P6.
ended() {
  echo '{"algorithms":["bakery"],"n":2,"adversaries":["replay:file=stop.sched"],"passages":'"$1"',
    "metrics":["rmr.total"],"plots":[],"expect":{"rmr.total":"<= 9","P6":"holds for 1 passage"}}' > config.json
  rm -rf out
  expect 0 "$2" "$rmr" run config.json -o out
  told verdicts.json "$3"
}
ended 1 'undecided: bakery, rmr.total <= 9: no run was complete' 'not checked: no run watches P6'
ended '"inf"' 'holds' 'kept in the one run'

# --- rmr fit of records.csv says what it says of the directory --------------------------------------------------------

cat > config.json << 'END'
{"algorithms":["mcs"],"n":"2..5","adversaries":["timed"],"time":"slow=3","repetitions":3,"passages":2,
 "metrics":["rmr.max","rmr.mean","gap.min"],"fits":[],"plots":[]}
END
rm -rf out
expect 0 '' "$rmr" run config.json -o out
for file in '' /records.csv; do
  "$rmr" fit out$file --json | grep -E '"(metric|formula|reason|error)"' > "fit${file:+.csv}.txt"
done
grep -q gap.min fit.txt && cmp -s fit.txt fit.csv.txt || fail "rmr fit: $(diff fit.txt fit.csv.txt | head -n 4)"

# --- a measure without a finite value at one N is told ----------------------------------------------------------------

if "$rmr" doctor | grep -q '^Lua  *not built in'; then exit; fi
cat > odd.lua << 'END'
return { name = "odd", about = "a measure that is no number at N = 5", measures = {"a"},
  start = function(self, host, view) self.n = view.n end,
  choose = function(self, host, view) return view.ready[1] end,
  measure = function(self, which) return self.n == 5 and 0/0 or self.n end }
END
echo '{"algorithms":["tas"],"n":"2..9","adversaries":["./odd.lua"],"metrics":["measure.a"],"fits":["measure.a"],
  "plots":[],"expect":{"measure.a":"= N"}}' > config.json
rm -rf out
expect 0 '' "$rmr" run config.json -o out
told verdicts.json 'true at all 7 points, N = 2..9; no value at N = 5'
told fits.json 'no value at N = 5'
