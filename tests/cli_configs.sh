#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# docs/configs.md ends in what `rmr run --keys` prints; its first example and all shipped experiments are configs that
# plan; the schema is JSON.
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

"$rmr" run --keys > "$work/keys" || fail "exit $?"
tail -n "$(wc -l < "$work/keys")" "$source/docs/configs.md" | diff - "$work/keys" ||
  fail "docs/configs.md does not end in the output of rmr run --keys"

awk '/^```json/ {inside = 1; next} /^```/ {if (inside) exit} inside' "$source/docs/configs.md" > "$work/glb.json"
script -qec "'$rmr' run '$work/glb.json' --dry-run --jobs 2 > /dev/null" /dev/null > "$work/told" # on a terminal
grep -qE '^rmr run: 120 tasks, (about|at least) [0-9.]+ seconds with 2 jobs, going by [0-9]+ trials?.$' "$work/told" ||
  fail "--dry-run does not tell how long: $(cat "$work/told")"
echo '{"algorithms": "ticket", "n": "2..9", "adversaries": ["round_robin", "greedy"], "fits": [], "plots": []}' > c.json
script -qec "'$rmr' run c.json --dry-run > /dev/null" /dev/null > "$work/told" # some adversaries take far longer
grep -q '^rmr run: 16 tasks, .* going by 8 trials' "$work/told" ||
  fail "not each adversary is tried: $(cat "$work/told")"
[ "$("$rmr" run "$work/glb.json" --dry-run 2>&1 | wc -l)" -eq 120 ] ||
  fail "the example of docs/configs.md does not plan 120 runs"

# Every other config of the page plans as well.
awk '/^```json/ {inside = 1; n++; next} /^```/ {inside = 0} inside {print > ("page" n ".json")}' \
  "$source/docs/configs.md"
whole=0
for page in page*.json; do
  [ "$(head -c 1 "$page")" = '{' ] || continue # a part of one
  whole=$((whole + 1))
  "$rmr" run "$page" --dry-run > "$work/plan" 2>&1 && [ -s "$work/plan" ] || fail "$page: $(cat "$work/plan")"
done
[ $whole -ge 4 ] || fail "only $whole configs on docs/configs.md"

"$rmr" run --schema > "$work/schema.json" || fail "exit $?"
grep -q '"\$schema": "http://json-schema.org/draft-07/schema#"' "$work/schema.json" || fail "no schema"

for config in "$source"/experiments/*.json "$source"/experiments/slow/*.json; do
  "$rmr" run "$config" --dry-run > "$work/plan" || fail "$config does not plan"
  [ -s "$work/plan" ] || fail "$config plans nothing"
done
