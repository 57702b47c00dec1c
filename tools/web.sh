#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# web.sh: builds the playground (docs/playground.md): rmr as WebAssembly and the page around it, static files in
# build/web that any server shows, or a browser by itself. It needs emscripten, node and npm (`packages_web` in
# setup.sh), and the network the first time, for two things:
#
#   jansson     the source package of the installed library, as Debian has no library for WebAssembly
#   npm         what web/page/package-lock.json names: the editor, what bundles the page, what renders docs/
#
#   tools/web.sh [--install]      --install: installs what is missing, with apt
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh
make=$PWD/build/web-make out=$PWD/build/web

case ${*:-} in
  '') ;;
  --install) install_packages "${packages_run[@]}" && install_web ;;
  *) die "the only option is --install" ;;
esac
for program in emcmake node npm cmake ninja; do
  command -v "$program" > /dev/null || die "there is no $program; tools/web.sh --install installs what is missing"
done
mkdir -p "$make"

# fetch_jansson: the sources to $make/jansson. The list of source packages is asked for once, beside the system's own
# lists, which stay as they are: so nobody need be root.
fetch_jansson() {
  local version line apt=$make/apt
  version=$(dpkg-query -W -f '${source:Version}' libjansson-dev)
  line=$(apt-cache policy libjansson-dev |
    sed -nE 's|^ +[0-9]+ (https?:[^ ]+) ([^ ]+)/([^ ]+) [^ ]+ Packages$|\1 \2 \3|p' | head -n 1)
  [ -n "$line" ] || die "apt knows no archive that has libjansson-dev"
  rm -rf "$apt" && mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $line" > "$apt/sources.list"
  local options=(-qq -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache" -o "APT::Sandbox::User=$(id -un)")
  say "the sources of jansson $version"
  apt-get "${options[@]}" update >&2
  (cd "$apt" && apt-get "${options[@]}" source "jansson=$version" >&2)
  mv "$apt"/jansson-*/ "$make/jansson"
  rm -rf "$apt"
}
[ -d "$make/jansson" ] || fetch_jansson

say "rmr as WebAssembly"
# emscripten's own tools are modules of node, where Debian puts them.
export NODE_PATH=/usr/share/nodejs
[ -f "$make/wasm/build.ninja" ] ||
  emcmake cmake -S . -B "$make/wasm" -G Ninja -DCMAKE_BUILD_TYPE=Release -DJANSSON_SOURCE="$make/jansson" > /dev/null
cmake --build "$make/wasm" >&2

say "the page"
mkdir -p "$make/npm"
cp web/page/package.json web/page/package-lock.json web/page/*.mjs "$make/npm" # beside the modules that they import
if ! cmp -s web/page/package-lock.json "$make/npm/installed"; then
  npm --prefix "$make/npm" ci --no-audit --no-fund --ignore-scripts >&2
  cp web/page/package-lock.json "$make/npm/installed"
fi
rm -rf "$out"
NODE_PATH=$make/npm/node_modules node "$make/npm/bundle.mjs" "$PWD" "$make/wasm" "$out"
say "the documents"
node "$make/npm/site.mjs" "$PWD" "$out/docs"
say "$out/index.html"
