#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: one_bit_figure.sh RMR N STAGE > FILE.svg
#
# A stage of the dearest schedule of the one-bit algorithm (docs/one-bit.md), as RMR plays it: the bits that are up at
# each time, and the reads of P_N. STAGE counts from 0: so many processes have left when it begins.
set -euo pipefail
rmr=$1 n=$2 stage=$3

"$rmr" simulate -a burns_lamport -n "$n" -s burns_lamport_cubic --trace /dev/stdout |
  awk -v n="$n" -v wanted="$stage" '
    function row(p) { return 26 + 34 * (p - 1) }
    function place(t) { return 46 + 6.5 * (t - begin) }
    # A life is an orphan of the stage if the last of the chain of those it ran into has left before.
    function orphan(x) {
      if (!(x in parent)) return 0
      while (x in parent) x = parent[x]
      return x in left && left[x] <= begin
    }
    function mark(t, p, what) { mark_at[++marks] = t; mark_of[marks] = p; mark_is[marks] = what }
    function end_life(p, t) { life_end[life[p]] = t; up[p] = 0 }
    /^P[0-9]/ {
      p = substr($1, 2) + 0
      for (k = 2; k <= NF; k++) {
        step++
        split($k, part, "=")
        line = part[1]; value = substr(part[2], 1, 1); paid = length(part[2]) > 1
        if (line == 1) {
          life[p] = ++lives; life_of[lives] = p; life_begin[lives] = step; up[p] = 1; j[p] = 0
        } else if (line == 3) {
          j[p]++
          if (value == 1) parent[life[p]] = life[j[p]]
          if (p == n && now == wanted) mark(step, j[p], value == 1 ? "blocked" : paid ? "paid" : "free")
        } else if (line == 5 && p == n && value == 0 && now == wanted) {
          mark(step, j[p], "wait")
        } else if (line == 4) {
          end_life(p, step)
        } else if (line == 12) {
          end_life(p, step)
          left[life[p]] = step
          if (now == wanted) end = step
          if (p < n) now++
          if (now == wanted) begin = step
        }
      }
    }
    END {
      if (end == 0) end = step
      width = place(end) + 16; height = row(n) + 44
      printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.1f %d\" width=\"%.1f\" height=\"%d\" " \
             "font-family=\"sans-serif\" font-size=\"12\">\n", width, height, width, height
      print "<!-- Made by tools/one_bit_figure.sh -->"
      printf "<rect width=\"%.1f\" height=\"%d\" fill=\"white\"/>\n", width, height
      for (p = 1; p <= n; p++) {
        printf "<text x=\"8\" y=\"%d\" fill=\"%s\">P%d</text>\n", row(p) + 4, p <= wanted ? "#aaa" : "black", p
        printf "<line x1=\"40\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>\n", width - 8, row(p), row(p)
      }
      for (x = 1; x <= lives; x++) {
        from = life_begin[x] > begin ? life_begin[x] : begin
        to = x in life_end && life_end[x] < end ? life_end[x] : end
        if (to <= from) continue
        printf "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"14\" rx=\"2\" fill=\"%s\"/>\n", place(from),
               row(life_of[x]) - 7, place(to) - place(from),
               life_of[x] == n ? "#d5d5d5" : orphan(x) ? "#f2b56b" : "#8fb8dd"
      }
      for (m = 1; m <= marks; m++) {
        x = place(mark_at[m]); y = row(mark_of[m])
        if (mark_is[m] == "blocked")
          printf "<path d=\"M%.1f %d l6 6 m0 -6 l-6 6\" stroke=\"#b00020\" stroke-width=\"2.2\"/>\n", x - 3, y - 3
        else
          printf "<circle cx=\"%.1f\" cy=\"%d\" r=\"%s\" fill=\"%s\" stroke=\"#b00020\"/>\n", x, y,
                 mark_is[m] == "wait" ? "2" : "3", mark_is[m] == "free" ? "white" : "#b00020"
      }
      y = height - 12
      printf "<text x=\"46\" y=\"%d\" font-size=\"11\" fill=\"#444\">bit up: <tspan fill=\"#4a7fb0\">stable</tspan>, " \
             "<tspan fill=\"#c77f1e\">orphan</tspan>. " \
             "P%d reads: <tspan fill=\"#b00020\">\xc3\x97</tspan> true, blocked; " \
             "<tspan fill=\"#b00020\">\xe2\x97\x8f</tspan> false, paid (small: at line 5); " \
             "<tspan fill=\"#b00020\">\xe2\x97\x8b</tspan> false, free</text>\n", y, n
      print "</svg>"
    }'
