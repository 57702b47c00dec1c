#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The code compiles where there is neither Linux nor glibc: C11, POSIX 2008, and what the BSDs and macOS have beyond it.
# Only base/platform_linux.c may use more, and base/platform_portable.c does the same without (base/platform.h). The
# headers here are asked to declare no more than that, so that a call of Linux's own has no declaration. It is no proof
# that it builds on macOS. A program with platform_portable.c isolates plug-ins as rmr does.
#
# ctest: slow tree
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks
read -ra cc <<< "${CC:-cc}"
# memmem is in no such standard yet, but on all these systems.
printf '%s\n' '#include <stddef.h>' 'void *memmem(const void *, size_t, const void *, size_t);' > also.h
read -ra lua <<< "$(pkg-config --cflags lua5.4 2> /dev/null)"
[ ${#lua[@]} -eq 0 ] || lua+=(-DRMR_LUA)
compile() { # FILE
  "${cc[@]}" -std=c11 -fsyntax-only -Wall -Werror -Wno-unused -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -include also.h \
    "${lua[@]}" -I "$source" -I "$source/include" -I "$build/generated" -I "$build" "$1"
}

# A call of Linux's own is found.
printf '%s\n' '#include <sys/mman.h>' 'void *f(void *a);' 'void *f(void *a) { return mremap(a, 1, 2, 1); }' > planted.c
compile planted.c 2> planted.txt && fail "a call of mremap is not noticed"
grep -q mremap planted.txt || fail "planted: $(cat planted.txt)"
compile "$source/base/platform_linux.c" 2> linux.txt && fail "platform_linux.c has nothing of Linux"

n=0
for file in $(cd "$source" && find adversary algos base cli explore experiments language model plots prove results sim \
  -name '*.c' ! -name platform_linux.c ! -path 'cli/mpi/*' | sort); do
  case $file in adversary/foreign/lua*) [ ${#lua[@]} -gt 0 ] || continue ;; esac
  compile "$source/$file" > said.txt 2>&1 || fail "$file: $(grep -m 3 error said.txt)"
  n=$((n + 1))
done
[ $n -ge 250 ] || fail "only $n files"

# --- plug-ins in a process of their own -------------------------------------------------------------------------------

portable=$build/tests/rmr_portable
for program in "$rmr" "$portable"; do
  "$program" simulate -a glb -n 4 -s random --isolate --json > "$(basename "$program").json" || fail "$program: exit $?"
done
cmp rmr.json rmr_portable.json || fail "another result without Linux's own calls"
build() { # HOOK DEED
  "${cc[@]}" -std=c11 -D_GNU_SOURCE -shared -fPIC -DHOOK="$1" -DDEED="$2" -I "$source/include" -I "$source" \
    -o "$1_$2.so" "$source/tests/plugins/falls/adversary.c" || fail "$1, $2 does not build"
}
build choose segv
build choose loop
export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_abort=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
expect 30 'choose_segv.so died of SIGSEGV' "$portable" simulate -a glb -n 4 -s ./choose_segv.so --isolate
"$portable" simulate -a glb -n 4 -s ./choose_loop.so --isolate > loop.txt 2>&1 &
heeds $!
sleep 1
kill -TERM $!
wait $!
code=$?
[ $code -eq 30 ] || fail "interrupted: exit $code"
grep -q interrupted loop.txt || fail "nowhere 'interrupted': $(cat loop.txt)"
