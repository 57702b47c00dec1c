#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Small texts that break P1, each by something that a proof for every N may overlook: the head of the text says what.
# The explorer finds a schedule, and `rmr prove` does not say that P1 holds.
#
# ctest: slow numbers
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"

options() { sed -n "s|^// $1: ||p" "$2"; }
texts=0
for text in "$source"/tests/data/refuted/*.alg; do
  read -ra explore <<< "$(options explore "$text")"
  read -ra prove <<< "$(options prove "$text")"
  "$rmr" explore -a "$text" "${explore[@]}" --check P1 > out 2> err
  [ $? -eq 12 ] && grep -q '^P1  fails' out || fail "$text: the explorer: $(cat out err)"
  "$rmr" prove -a "$text" "${prove[@]}" --check P1 > out 2> err
  [ $? -eq 30 ] && ! grep -q '^P1 *holds' out || fail "$text: proved: $(cat out err)"
  texts=$((texts + 1))
done
[ $texts -ge 13 ] || fail "only $texts texts"
