# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034 # scripts that source it use the lists
#
# setup.sh: the work that run.sh and test.sh share: installing packages, configuring, building. To be sourced with the
# root of the tree as the current directory. Nothing here reads standard input.

# The packages to build and run, and those that the tests need beyond them. clang is here for its warnings and for
# libFuzzer.
packages_run=(build-essential cmake ninja-build pkg-config libgsl-dev libjansson-dev libxxhash-dev libgmp-dev \
  liblua5.4-dev libcmocka-dev gnuplot-nox graphviz)
packages_test=(clang clang-format shellcheck libclang-rt-dev spin valgrind)
# Tests that want one of these pass without it.
packages_optional=(chromium libopenmpi-dev openmpi-bin texlive-latex-recommended vim nodejs)
# The same, of slow tests alone: `./test.sh --all` installs these.
packages_slow=(texlive-pictures python3-pandas python3-matplotlib jupyter-nbconvert python3-ipykernel mypy \
  lintian mmdebstrap file tcc)
# The packages that tools/aarch64.sh needs beyond packages_run; its test passes without.
packages_aarch64=(gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user mmdebstrap file)
# The packages to build the playground (tools/web.sh): 800 MB, so only `test.sh --all` and `web.sh --install` ask for
# it.
packages_web=(emscripten nodejs)

say() { printf '== %s\n' "$*" >&2; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# As root, asking nothing, waiting for another apt to finish, and with all its talk on stderr.
apt_get() {
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo --)
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@" < /dev/null >&2
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]; }

# install_packages NAME...: installs those that are missing; touches nothing when all are there.
install_packages() {
  local missing=() package
  command -v apt-get > /dev/null ||
    die "there is no apt-get here. Install what your system calls these packages:
  $*
then build by hand: cmake --preset release && cmake --build build/release"
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  say "installing ${missing[*]}"
  [ "$(id -u)" -eq 0 ] || command -v sudo > /dev/null ||
    die "not root, and there is no sudo. Let somebody who may run: apt-get install ${missing[*]}"
  apt_get update -qq || die "apt-get update failed"
  apt_get install -y --no-install-recommends "${missing[@]}" || die "apt-get could not install: ${missing[*]}"
}

# install_optional NAME...: the same, but nobody is stopped where it does not succeed.
install_optional() { (install_packages "$@") || say "going on without $*"; }

# npm comes with some packages of nodejs, and stands in a package of its own elsewhere.
install_web() {
  install_optional "${packages_web[@]}"
  command -v npm > /dev/null || install_optional npm
}

# build PRESET [TARGET...]: configures once (ninja does it again where a CMake file has changed) and builds what is out
# of date. A build tree that was made elsewhere, say before the checkout was moved, is made anew.
build() {
  local preset=$1 tree=build/$1
  shift
  if ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$tree/CMakeCache.txt" 2> /dev/null; then
    rm -rf "$tree"
  fi
  if [ ! -f "$tree/build.ninja" ]; then
    cmake --preset "$preset" > /dev/null || return 1
  fi
  cmake --build "$tree" ${1:+--target "$@"} >&2
}
