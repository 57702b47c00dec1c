#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a command writes to is looked at before it works: no output is written over the text of the algorithm, or over
# the checkpoint of the search; none goes where nothing can be written; and a witness has a name that `rmr replay`
# takes.
#
# ctest: fast
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

cat > v.alg << 'END'
algorithm v "a lock"
source "none"
shared X : boolean
process i
  waiting
  1 repeat until not test_and_set(X)
    critical section
  exit
  2 X := false
END
cp v.alg whole.alg
mkdir -p sub

# own ARGUMENT...: refused, as the last of them names the text.
own() {
  expect 64 "rmr $1: '${*: -1}' is the algorithm itself; expected another file" "$rmr" "$@"
  cmp -s v.alg whole.alg || { fail "$*: the text is not the same"; cp whole.alg v.alg; }
}
own explore ./v.alg -n 2 --check P1,rmr --witness v.alg
own search ./v.alg -n 2 --effort 10K --witness sub/../v.alg
own prove ./v.alg -n 2 --check P1 --witness ./v.alg
own prove ./v.alg --check P1 --certificate v.alg
own export --as promela ./v.alg -n 2 -o v.alg
own export --format promela "$PWD/v.alg" -n 2 -o v.alg
ln -s v.alg other.alg
own explore ./v.alg -n 2 --check P1,rmr --witness other.alg
expect 0 'exact' "$rmr" explore ./v.alg -n 2 --check rmr --cost steps --witness w.alg

for checkpoint in k.x ./k.x; do
  expect 64 "'k.x' is the file of --keep; expected another for --witness" "$rmr" search tas -n 2 --effort 10K \
    --keep $checkpoint --witness k.x
done
[ ! -e k.x ] || fail "a search that is refused leaves a checkpoint"

# At once: this exploration takes hours, and so may the search.
for words in 'explore anderson_kim -n 5' 'search tas -n 2 --time 100'; do
  read -ra command <<< "$words"
  expect 64 "${command[0]}: nowhere/w.sched: cannot be written: No such file" timeout 60 "$rmr" "${command[@]}" \
    --witness nowhere/w.sched
  expect 64 "${command[0]}: --witness 'a,b.sched': a schedule's name must not contain a comma" timeout 60 "$rmr" \
    "${command[@]}" --witness a,b.sched
done
expect 64 'sub: cannot be written: Is a directory' "$rmr" explore tas -n 2 --witness sub
expect 0 'P1  holds' "$rmr" explore tas -n 2 --check P1 --witness /dev/null
[ -z "$(find . -name '*.rmr-tmp')" ] || fail "a temporary file is left"
exit 0
