#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small texts that break P1, or the property that their head names, each by something that a proof for every N may
# overlook: the head says what. The explorer finds a schedule, and `rmr prove` does not say that the property holds. Or
# the head has a bypass that is too low: the explorer finds more, and `rmr prove` does not claim it. A prover that did
# overlook these things has left the certificates beside the texts. Each is of all states that it saw, and none is
# confirmed.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

# The number that the answer of `rmr "$@" --json` has for a key.
number() {
  local key=$1
  shift
  "$rmr" "$@" --json > out 2> err
  sed -n "s/^ *\"$key\": \([0-9]*\),*$/\1/p" out
}

options() { sed -n "s|^// $1: ||p" "$2"; }
texts=0 certificates=0
for text in "$source"/tests/data/refuted/*.alg; do
  read -ra explore <<< "$(options explore "$text")"
  read -ra prove <<< "$(options prove "$text")"
  texts=$((texts + 1))
  low=$(options bypass "$text")
  if [ -n "$low" ]; then # at N = 2 there is one other process
    most=$(number worst_cost explore -a "$text" "${explore[@]}" --check P1 --cost bypass)
    [ "$most" -gt "$low" ] || fail "$text: the explorer: $(cat out err)"
    bound=$(number bound prove -a "$text" "${prove[@]}" --check bypass)
    [ -z "$bound" ] || [ "$bound" -ge "$most" ] || fail "$text: proved: $(cat out err)"
    continue
  fi
  check=$(options check "$text")
  check=${check:-P1}
  "$rmr" explore -a "$text" "${explore[@]}" --check "$check" > out 2> err
  [ $? -eq 12 ] && grep -q "^$check  fails" out || fail "$text: the explorer: $(cat out err)"
  "$rmr" prove -a "$text" "${prove[@]}" --check "$check" > out 2> err
  [ $? -eq 30 ] && ! grep -q "^$check *holds" out || fail "$text: proved: $(cat out err)"
done
[ $texts -ge 19 ] || fail "only $texts texts"

# one of a register whose range goes by N is refused as it is read
cp "$source"/tests/data/refuted/* .
for certificate in *.certificate; do
  "$rmr" check-certificate "$certificate" > out 2> err
  code=$?
  [ ! -s out ] && { [ $code -eq 20 ] || [ "$certificate $code" = "named_n.certificate 30" ]; } ||
    fail "$certificate: exit $code, $(cat out err)"
  certificates=$((certificates + 1))
done
[ $certificates -ge 10 ] || fail "only $certificates certificates"
