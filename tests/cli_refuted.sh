#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small texts that break P1, or the property that their head names, each by something that a proof for every N may
# overlook: the head says what. The explorer finds a schedule, and `rmr prove` does not say that the property holds. A
# prover that did overlook these things has left the certificates beside the texts. Each is of all states that it saw,
# and none is confirmed.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

options() { sed -n "s|^// $1: ||p" "$2"; }
texts=0 certificates=0
for text in "$source"/tests/data/refuted/*.alg; do
  read -ra explore <<< "$(options explore "$text")"
  read -ra prove <<< "$(options prove "$text")"
  check=$(options check "$text")
  check=${check:-P1}
  "$rmr" explore -a "$text" "${explore[@]}" --check "$check" > out 2> err
  [ $? -eq 12 ] && grep -q "^$check  fails" out || fail "$text: the explorer: $(cat out err)"
  "$rmr" prove -a "$text" "${prove[@]}" --check "$check" > out 2> err
  [ $? -eq 30 ] && ! grep -q "^$check *holds" out || fail "$text: proved: $(cat out err)"
  texts=$((texts + 1))
done
[ $texts -ge 18 ] || fail "only $texts texts"

# one of a register whose range goes by N is refused as it is read
cp "$source"/tests/data/refuted/* .
for certificate in *.certificate; do
  "$rmr" check-certificate "$certificate" > out 2> err
  code=$?
  [ ! -s out ] && { [ $code -eq 20 ] || [ "$certificate $code" = "named_n.certificate 30" ]; } ||
    fail "$certificate: exit $code, $(cat out err)"
  certificates=$((certificates + 1))
done
[ $certificates -ge 9 ] || fail "only $certificates certificates"
