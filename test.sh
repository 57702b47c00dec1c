#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test.sh: everything that must hold before a change goes in (docs/tests.md). Builds with ASan and UBSan, for release,
# with TSan and with clang, and takes a warning for an error; runs the tests of each; puts mistakes into the code, to
# see whether a test notices; lets the fuzzers look for a while; checks the shell scripts. A step that fails does not
# keep the others from being made; the exit code is 0 only if all went well.
#
#   --all   also draw scopes for an hour (tests/unit_scopes.c), from a seed that is told
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. tools/setup.sh

fuzz_seconds=90 # for all targets together
mutants=2       # of 1000
cores=$(nproc)
logs=build/logs
failed=()
install_packages "${packages_run[@]}" "${packages_test[@]}"
install_optional "${packages_optional[@]}"
mkdir -p "$logs"

# step NAME COMMAND...
step() {
  local name=$1 began=$SECONDS
  shift
  say "$name"
  "$@" || failed+=("$name")
  say "$name: $((SECONDS - began)) s"
}

tests() {
  local preset=$1
  shift
  ctest --test-dir "build/$preset" --output-on-failure --parallel "$cores" "$@" > "$logs/$preset" 2>&1
  local code=$?
  [ $code -eq 0 ] || cat "$logs/$preset"
  return $code
}

# The release preset is what users build, and they are not to be stopped by the warnings of another compiler.
release() {
  build release 2>&1 | tee "$logs/release-build" >&2 && ! grep -q 'warning:' "$logs/release-build"
}

# New code brings new mutants, of which some survive: they are told, to be looked at. What is in the lists must hold.
sample() {
  local code=0
  tools/mutants.sh -s "$mutants" || code=$?
  [ $code -ne 2 ] || say "mutants survive that nobody has looked at yet; they are named above"
  [ $code -eq 0 ] || [ $code -eq 2 ]
}

fuzz() { build fuzz fuzzers && tools/fuzz.sh build/fuzz $((fuzz_seconds / $(find tests -name 'fuzz_*.c' | wc -l))); }

# Only what the tests with several threads need is built with TSan: it is slow.
threads() { build tsan threaded && tests tsan -L threads; }

# Every drive that accepts a scope must say the same of it.
scopes() {
  local seed=$RANDOM
  say "seed $seed"
  build/release/tests/unit_scopes --seed "$seed" --first 100 --seconds 3600
}

scripts() {
  shellcheck -x -S warning run.sh test.sh .ci/run tools/*.sh experiments/*.sh tests/*.sh tests/hostile/*.sh
}

step "build with sanitizers" build asan
# What takes minutes with sanitizers looks at numbers, not at memory: it runs for release only.
step "tests with sanitizers" tests asan --label-exclude numbers
step "build for release" release
step "tests for release" tests release --label-exclude tree # they look at the tree, and have done so
step "threads" threads
step "build with clang" build clang
step "mutants" sample
step "fuzzing" fuzz
step "shell scripts" scripts
[ "${1:-}" != --all ] || step "scopes" scopes

for preset in asan release tsan; do
  [ -f "$logs/$preset" ] || continue
  printf '\nctest, %s:\n' "$preset"
  sed -n '/tests passed/,$p' "$logs/$preset"
done
if [ ${#failed[@]} -gt 0 ]; then
  printf '\nFAILED: %s\n' "${failed[@]}"
  exit 1
fi
printf '\nall well, in %d s\n' "$SECONDS"
