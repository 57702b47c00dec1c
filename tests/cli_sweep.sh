#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every algorithm under every kind of fault, each time under another adversary: the command comes back soon, with one of
# the exit codes that the manual has, and says in one line what it cannot do. A lock that claims to survive crashes
# breaks nothing under them, but for P5: docs/findings.md has the effect of a crash on first come, first served.
#
# ctest: slow
# shellcheck source=tests/common.sh
. "$(dirname "$0")/common.sh"
skip_leaks

names_of() { "$rmr" list "$1" --json | sed -n 's/^ *"name": "\([a-z0-9_]*\)".*/\1/p'; }
mapfile -t names < <(names_of algorithms)
mapfile -t others < <(names_of adversaries | grep -v -e replay -e crashing)
faults=(stop:1 'stop:1 --leases all' 'stop:1,new:1 --leases all' 'stop:2 --time slow=1,skew=1' recover:1 restart:2
  system:1)
[ ${#names[@]} -ge 60 ] && [ ${#others[@]} -ge 10 ] || fail "${#names[@]} algorithms, ${#others[@]} adversaries"

# With sanitizers one of three is tried.
turn=0 refused=0 ran=0 every=$(of_speed 1 3)
for ((k = 0; k < ${#names[@]}; k += every)); do
  name=${names[k]}
  "$rmr" show "$name" --json > shown || fail "rmr show $name"
  for fault in "${faults[@]}"; do
    adversary=crashing:rate=0.03,then=${others[turn++ % ${#others[@]}]}
    # shellcheck disable=SC2086 # some have two words
    timeout 60 "$rmr" simulate "$name" -n 3 --passages 3 --max-steps 20000 -s "$adversary" --faults $fault \
      > out 2> err
    code=$?
    case $code in
    0 | 30) ran=$((ran + 1)) ;;
    11 | 12)
      ran=$((ran + 1))
      [ "$(sed -n 's/^VIOLATION [^:]*: \([^:]*\):.*/\1/p' out | sort -u)" != P5 ] || continue
      ! grep '"survives"' shown | grep -q "${fault%%:*}" || fail "$name, $fault, $adversary: exit $code: $(cat out)"
      ;;
    64) refused=$((refused + 1)) && [ "$(grep -c '^rmr simulate: ' err)" = 1 ] || fail "$name, $fault: $(cat err)" ;;
    *) fail "$name, $fault, $adversary: exit $code: $(cat err)" ;;
    esac
  done
done
[ $ran -ge $((200 / every)) ] || fail "only $ran runs, $refused refused"
echo "$ran runs, $refused refused"
