#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The Debian package, by `cpack`, as somebody meets it who has nothing else. Lintian finds no error in it, and each
# command has a man page. It is installed in a fresh Debian of this machine's release, which mmdebstrap makes and throws
# away. There the first commands of the README print what stands there, a shipped experiment runs, the file to copy
# becomes a plug-in with the installed headers, bash completes, and removal leaves nothing behind. Without mmdebstrap,
# or where it may make no such system, the contents are looked at, and the rest is skipped.
#
# ctest: slow numbers long
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
for program in cpack dpkg-deb dpkg-shlibdeps file; do
  command -v $program > /dev/null || { echo "no $program here"; exit 77; }
done

(cd "$build" && cpack -B "$work/packages") > cpack.log 2>&1 || { cat cpack.log; fail "cpack fails"; exit; }
ls packages/*.deb > all.txt
package=$(grep /rmrlab_ all.txt)
[ -f "$package" ] || { fail "no package: $(cat all.txt)"; exit; }

# --- its contents -----------------------------------------------------------------------------------------------------

dpkg-deb -f "$package" Depends > depends.txt
for library in libc6 libgsl libjansson libgmp libxxhash; do
  grep -q "$library" depends.txt || fail "it does not depend on $library: $(cat depends.txt)"
done
dpkg-deb -f "$package" Recommends | grep -q gnuplot || fail "it does not recommend gnuplot"
grep -q openmpi depends.txt && fail "it depends on an MPI, which is rmrlab-mpi's"
dpkg-deb --fsys-tarfile "$package" | tar -t | sed 's|^\./||' > files.txt
commands() { "$rmr" --help | awk '/^`rmr/ {exit} /^  [a-z-]+ +[a-z]/ {print $1}'; }
for file in bin/rmr include/rmr/adversary.h lib/pkgconfig/rmr.pc lib/cmake/rmr/rmrConfig.cmake share/rmr/template.c \
  share/rmr/experiments/glb.json share/vim/vimfiles/syntax/rmr.vim share/rmr/editors/vscode/package.json \
  share/bash-completion/completions/rmr share/doc/rmrlab/model.md share/doc/rmrlab/copyright \
  share/doc/rmrlab/examples/growth.py share/man/man1/rmr.1.gz \
  $(commands | sed 's|.*|share/man/man1/rmr-&.1.gz|'); do
  grep -qx "usr/$file" files.txt || fail "no $file in the package"
done
[ "$(commands | wc -l)" -ge 20 ] || fail "few commands: $(commands)"
dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/share/man/man1/rmr-explore.1.gz | gunzip > explore.1
grep -q '^.B \\-\\-observe=' explore.1 || fail "rmr-explore.1 does not know --observe"
grep -q '^.SH EXIT STATUS' explore.1 || fail "rmr-explore.1 has no exit codes"
if command -v lintian > /dev/null; then
  xargs lintian --allow-root --fail-on error < all.txt > lintian.txt 2>&1 || fail "lintian: $(cat lintian.txt)"
fi

# --- a fresh Debian ---------------------------------------------------------------------------------------------------

release=$(. /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME")
if ! command -v mmdebstrap > /dev/null || [ -z "$release" ]; then
  echo "no mmdebstrap here, or no Debian: the package is not installed"
  [ -e "$failures" ] || exit 77
  exit
fi

# The script that runs there, as root. Each command of the README's console blocks, and its output, goes to
# /root/readme.
sed -n '/^```console$/,/^```$/p' "$source/README.md" > readme
grep -q '^\$ rmr explore' readme || fail "no commands in the README"
cat > inside.sh << 'END'
set -eu
export LC_ALL=C HOME=/root DEBIAN_FRONTEND=noninteractive
cd /root
install() { apt-get install -y -qq --no-install-recommends "$@" > apt.log 2>&1 || { cat apt.log; exit 1; }; }
find /usr /etc | sort > before
install ./rmrlab.deb
while IFS= read -r line; do
  case $line in
  '$ '*) echo "$line"; bash -c "${line#??}" 2>&1 || true ;;
  '```'*) echo "$line" ;;
  esac
done < readme > printed 2>&1
rmr doctor > doctor
rmr run /usr/share/rmr/experiments/bakery.json -o out > run.log 2>&1 || { echo "bakery.json: exit $?"; cat run.log; }
ls out/records.jsonl
bash -c '. /usr/share/bash-completion/completions/rmr; compopt() { :; }
  COMP_WORDS=(rmr sim) COMP_CWORD=1; _rmr; echo "completed: ${COMPREPLY[*]}"'
install gcc libc6-dev pkg-config
sed 's/template/mine/g' /usr/share/rmr/template.c > mine.c
cc -std=c11 -Wall -Wextra -Werror -O1 -shared -fPIC $(pkg-config --cflags rmr) -o mine.so mine.c
rmr simulate -a bakery -n 4 --passages 3 --json -s ./mine.so:hold=3 | grep '"completed"'
rmr compile peterson -o peterson.so && rmr simulate -a ./peterson.so -n 2 -s random | sed -n 2p
dpkg --purge rmrlab > apt.log 2>&1 || { cat apt.log; exit 1; }
find /usr /etc | sort | comm -13 before - | grep -e rmr -e vimfiles && echo "left behind" || echo "nothing left"
END
cp "$package" rmrlab.deb
if ! mmdebstrap --variant=minbase --format=null --quiet --skip=output/dev \
  --customize-hook='copy-in rmrlab.deb readme inside.sh /root' \
  --customize-hook='chroot "$1" bash /root/inside.sh > inside.txt 2>&1' \
  --customize-hook='copy-out /root/printed /root/doctor .' "$release" > mmdebstrap.txt 2>&1; then
  if [ ! -s inside.txt ]; then
    echo "no system can be made here: $(tail -n 3 mmdebstrap.txt)"
    [ -e "$failures" ] || exit 77
    exit
  fi
  fail "in a fresh system: $(tail -n 20 inside.txt)"
  exit
fi
diff readme printed || fail "the README's commands print something else there"
for words in 'completed: simulate' '"completed": true' 'nothing left'; do
  grep -qF -- "$words" inside.txt || fail "nowhere '$words' in a fresh system: $(cat inside.txt)"
done
grep -q '^completed after' inside.txt || fail "a compiled algorithm does not run there: $(cat inside.txt)"
grep -q '^gnuplot  *not found\|^gnuplot .*no' doctor || fail "gnuplot there: $(cat doctor)"
exit 0
