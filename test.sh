#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test.sh: the checks before a change goes in (docs/tests.md), in some ten minutes. Builds for release and with ASan
# and UBSan, and takes a warning for an error; runs the fast tests of both; checks the shell scripts. A step that fails
# does not keep the others from being made; the exit code is 0 only if all went well.
#
#   --all   everything: the slow tests and the hostile campaigns as well, with sanitizers too; TSan; clang; mistakes put
#           into the code, which a test must notice; the fuzzers for a while. This is what CI runs
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
. tools/setup.sh

case ${*:-} in
  '') all='' kind=(--label-regex fast) ;;
  --all) all=1 kind=() ;;
  *) die "the only option is --all" ;;
esac

fuzz_seconds=11 # for each target
late=3600       # seconds after the start: the fuzzers, which look as long as one likes, are not begun any more
cores=$(nproc)
logs=build/logs
failed=() took=()
install_packages "${packages_run[@]}" "${packages_test[@]}"
install_optional "${packages_optional[@]}"
[ -z "$all" ] || install_optional "${packages_slow[@]}" "${packages_aarch64[@]}"
[ -z "$all" ] || install_web
mkdir -p "$logs"

# step NAME COMMAND...
step() {
  local name=$1 began=$SECONDS
  shift
  say "$name"
  "$@" || failed+=("$name")
  took+=("$(printf '%6d s  %s' $((SECONDS - began)) "$name")")
  say "$name: $((SECONDS - began)) s"
}

# One more at a time than there are cores: some tests wait most of their time, for a clock or for a hung process.
tests() {
  local preset=$1
  shift
  ctest --test-dir "build/$preset" --output-on-failure --parallel $((cores + 1)) "$@" > "$logs/$preset" 2>&1
  local code=$?
  [ $code -eq 0 ] || cat "$logs/$preset"
  return $code
}

# The release preset is what users build, and they are not to be stopped by the warnings of another compiler.
release() {
  build release 2>&1 | tee "$logs/release-build" >&2 && ! grep -q 'warning:' "$logs/release-build"
}

fuzz() { build fuzz fuzzers && tools/fuzz.sh build/fuzz "$fuzz_seconds"; }

# The warnings of clang, for each file that the release preset compiles. Code is made by clang in the fuzz preset alone.
clang() {
  sed -n 's/^ *"command": "\([^ ]*ccache \)\{0,1\}[^ ]* \(.*\) -o [^ ]* -c \(.*\)",$/\2 \3/p' \
    build/release/compile_commands.json | sed 's/\\\(["\\]\)/\1/g' | tr '\n' '\0' |
    (cd build/release && xargs -0 -P "$cores" -I{} sh -c \
      'eval "command clang -fsyntax-only -Werror -Wno-unknown-warning-option $1"' _ {})
}

# Only the programs of tests with several threads are built with TSan: it is slow.
threads() { build tsan threaded && tests tsan -L threads; }

scripts() {
  shellcheck -x -S warning run.sh test.sh .ci/run tools/*.sh experiments/*.sh tests/*.sh tests/hostile/*.sh
}

step "build with sanitizers" build asan
# Tests that take minutes with sanitizers look at numbers, not at memory: they run for release only.
step "tests with sanitizers" tests asan "${kind[@]}" --label-exclude numbers
step "build for release" release
step "tests for release" tests release "${kind[@]}" --label-exclude tree # they look at the tree, and have done so
step "shell scripts" scripts
if [ -n "${all:-}" ]; then
  step "threads" threads
  step "warnings of clang" clang
  step "mutants" tools/mutants.sh -H
  # CI has no more than 90 minutes.
  if [ $SECONDS -lt $late ]; then step "fuzzing" fuzz; else took+=("   late  fuzzing: left out"); fi
fi

for preset in asan release tsan; do
  [ -f "$logs/$preset" ] || continue
  printf '\nctest, %s:\n' "$preset"
  sed -n '/tests passed/,$p' "$logs/$preset"
done
printf '\n'
printf '%s\n' "${took[@]}"
if [ ${#failed[@]} -gt 0 ]; then
  printf '\nFAILED: %s\n' "${failed[@]}"
  exit 1
fi
printf '\nall well, in %d s\n' "$SECONDS"
