#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# aarch64.sh [TEST...]: builds rmr for arm64 with Debian's cross compiler, in build/aarch64. Then it runs its fast unit
# tests under qemu, or those that are named. The libraries for arm64 are unpacked into build/sysroot-aarch64; nothing of
# that processor is installed on this machine.
#
# All tests run on one core. On several, qemu (7.2) does not keep a sequentially consistent store before the next load
# on x86-64, as arm64 does: two threads that each write a register and then read the other's may both read old values.
# Then locks made of reads and writes do not exclude.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh

sysroot=$PWD/build/sysroot-aarch64
install_packages "${packages_run[@]}" "${packages_aarch64[@]}"
if [ ! -f "$sysroot/made" ]; then
  say "unpacking the libraries for arm64"
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  rm -rf "$sysroot"
  mkdir -p build
  mmdebstrap --quiet --variant=extract --architectures=arm64 \
    --include=libc6-dev,libgcc-12-dev,libgsl-dev,libjansson-dev,libxxhash-dev,libgmp-dev,liblua5.4-dev,libcmocka-dev \
    "$release" "$sysroot" > /dev/null || die "the libraries for arm64 cannot be unpacked"
  touch "$sysroot/made"
fi

say "building"
export CC=aarch64-linux-gnu-gcc # for the tests that compile something as well
if [ $# -eq 0 ]; then
  build aarch64
  only=(--label-regex fast --tests-regex '^unit_')
else
  build aarch64 rmr "$@"
  only=(--tests-regex "^($(IFS='|' && echo "$*"))\$")
fi
file -L build/aarch64/rmr | grep -q 'ARM aarch64' || die "build/aarch64/rmr is for another processor"
core=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//') # the first of those that are ours
taskset -c "$core" ctest --test-dir build/aarch64 --output-on-failure --no-tests=error "${only[@]}"
