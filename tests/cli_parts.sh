#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The table of an algorithm and its code watch each other, and so do a part and its user (docs/add-an-algorithm.md,
# "Parts in C"): the example of that page compiles, without a warning, and each of the mistakes below is found by the
# compiler, in the words that stand behind it.
set -u
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cc=${CC:-cc}
export LC_ALL=C
$cc --version > /dev/null 2>&1 || { echo "no compiler '$cc'"; exit 77; }

# The example: the C block of that section. Its indented lines belong into the step function.
sed -n '/^### Parts in C$/,/^### The registration/p' "$source/docs/add-an-algorithm.md" |
  sed -n '/^```c$/,/^```$/p' | grep -v '^```' > block
sed '/^    CALL/,$d' block > tables
sed -n '/^    CALL/,$p' block > body
[ "$(wc -l < body)" = 4 ] || { echo "the example has another form: $(cat body)"; exit 1; }

write() { # the whole algorithm, from tables and body
  echo '#include <rmr/algo.h>'
  cat tables
  echo 'static const struct rmr_shared registers[] = {'
  echo '  {.name = "Outer", .max = rmr_bit, .multi_writer = true},'
  echo '  {.name = "Inner", .max = rmr_bit, .multi_writer = true}};'
  echo '#define OUTER VAR(0, 0)'
  echo '#define INNER VAR(1, 0)'
  echo 'static struct rmr_op step(void *state, const struct rmr_in *in)'
  echo '{'
  echo '  struct twice *my = state;'
  echo '  BEGIN;'
  echo '  for (;;) {'
  cat body
  echo '  }'
  echo '  END;'
  echo '}'
  echo 'RMR_ALGORITHM(twice) = {RMR_ALGORITHM_BODY(registers, struct twice), .name = "twice", .step = step};'
}

compile() { # the flags of CMakeLists.txt; an error there for algorithms is one here
  $cc -std=c11 -I"$source/include" -Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers -Werror=switch \
    -Werror=unused-result -O1 -c "$1" -o "$1.o" > "$1.log" 2>&1
}

write > right.c
compile right.c && [ ! -s right.c.log ] || { echo "the example does not compile:"; cat right.c.log; exit 1; }

failed=0
mistake() { # in tables or body; sed command; words that the compiler must say
  cp "$1" kept
  sed -E -i "$2" "$1"
  cmp -s "$1" kept && { echo "does not apply: $1: $2"; failed=1; }
  write > wrong.c
  if compile wrong.c && [ "${4:-error}" = error ]; then
    echo "compiles: $1: $2" && failed=1
  elif ! grep -qE "$3" wrong.c.log; then
    echo "$1: $2: the compiler does not say '$3' but:" && cat wrong.c.log && failed=1
  fi
  mv kept "$1"
}

# the algorithm
mistake body '/DO \(5,/d' "enumeration value 'L5' not handled"
mistake body 's/DO \(5,/DO (4,/' "duplicate case value"
mistake body 's/DO \(5,/DO (6,/' "'L6' undeclared|undeclared identifier 'L6'"
mistake body 's/DO \(5, +(.*)\);/DO (5, \1); write_to(INNER, true);/' "ignoring return value"
# a part and its user
mistake body '/CALL\(2_,/d' "enumeration value 'L2_1' not handled|enumeration values 'L2_1' and 'L2_2' not handled"
mistake body 's/CALL\(2_,/CALL(1_,/' "duplicate case value"
mistake body 's/CALL\(2_,/CALL(3_,/' "'L3_1' undeclared|undeclared identifier 'L3_1'"
mistake tables 's/SPIN\(LINE, TEXT, 2_/SPIN(LINE, TEXT, 1_/' "redeclaration of enumerator|redefinition of enumerator"
# the part itself
mistake tables '/DO \(2, /d' "enumeration value 'L2' not handled"
mistake tables 's/DO \(2, /DO (1, /' "duplicate case value"
mistake tables '/LINE\(at##2/d' "'L2' undeclared|undeclared identifier 'L2'|expected"
mistake tables '1i#define LINES_BEFORE(LINE, TEXT) LINE(1, WAITING, "x")\nRMR_LINES(LINES_BEFORE)' "shadow" warning
exit $failed
