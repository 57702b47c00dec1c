#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# docs/configs.md ends in what `rmr run --keys` prints; its first example and all shipped experiments are configs that
# plan; the schema is JSON.
set -u
rmr=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

"$rmr" run --keys > "$work/keys" || failed=1
tail -n "$(wc -l < "$work/keys")" "$source/docs/configs.md" | diff - "$work/keys" ||
  { echo "docs/configs.md does not end in the output of rmr run --keys"; failed=1; }

awk '/^```json/ {inside = 1; next} /^```/ {if (inside) exit} inside' "$source/docs/configs.md" > "$work/glb.json"
[ "$("$rmr" run "$work/glb.json" --dry-run | wc -l)" -eq 120 ] ||
  { echo "the example of docs/configs.md does not plan 120 runs"; failed=1; }

"$rmr" run --schema > "$work/schema.json" || failed=1
grep -q '"\$schema": "http://json-schema.org/draft-07/schema#"' "$work/schema.json" || { echo "no schema"; failed=1; }

for config in "$source"/experiments/*.json; do
  "$rmr" run "$config" --dry-run > "$work/plan" || { echo "$config does not plan"; failed=1; }
  [ -s "$work/plan" ] || { echo "$config plans nothing"; failed=1; }
done
exit $failed
