#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# instructions.sh RMR: the instructions that the processor executes for each simulated step, and for each state that is
# explored: a line "NAME NUMBER" for each. They say less than time does, but they are the same on a busy machine. The
# start of the program cancels out, as each number is the difference between a long and a short run.
set -euo pipefail
rmr=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# count COMMAND...: all instructions of a command.
count() {
  valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file="$log" "$@" > /dev/null || true
  sed -n 's/.*I *refs: *//p' "$log" | tr -d ,
}

# steps NAME N ARGUMENT...: of a simulation without end.
steps() {
  local name=$1 n=$2 few=100000 many=300000
  shift 2
  local begin end
  begin=$(count "$rmr" simulate "$@" -n "$n" --passages inf --max-steps $few)
  end=$(count "$rmr" simulate "$@" -n "$n" --passages inf --max-steps $many)
  printf '%s_%s %s\n' "$name" "$n" $(((end - begin) / (many - few)))
}

# states NAME: of burns_lamport, N = 5 and 6, whose numbers of states the command tells.
states() {
  local n instructions=() found=()
  for n in 5 6; do
    instructions+=("$(count "$rmr" explore -a burns_lamport -n $n --passages inf --check P1 --threads 1)")
    found+=("$("$rmr" explore -a burns_lamport -n $n --passages inf --check P1 --json |
      sed -n 's/.*"states": *\([0-9]*\).*/\1/p' | head -n 1)")
  done
  printf '%s %s\n' "$1" $(((instructions[1] - instructions[0]) / (found[1] - found[0])))
}

steps bakery 8 -a bakery
steps bakery 64 -a bakery
steps burns_lamport 64 -a burns_lamport
steps glb 64 -a glb --sessions any:4
steps philosophers 64 -a philosophers
steps philosophers_rw 64 -a philosophers_rw
steps round_robin 64 -a bakery -s round_robin
states explore
