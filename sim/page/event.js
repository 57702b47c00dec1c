/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * event.js: the data of a run about one step.
 *
 * An event is [process, line, var, value, how, next, copies, woken, age] of a step, where `how` holds cause, kind,
 * section and whether the process was parked, the value of a read-modify-write is [before, after], and age is that of a
 * time in the register, by the clock of the process; and [0, name, var, value, action, who, woken] of an event that
 * happens by itself, with who = [[process, section, next line, dead], ...], or the number of ticks; of a commit
 * [process, copies] comes behind it. Values are numbers of texts.
 */
"use strict";

const SECTIONS = ["remainder", "recover", "doorway", "waiting room", "critical section", "exit"];
const CAUSES = ["", "cold", "invalidated", "write", "remote"];

function unpack(event) {
  if (event[0] === 0) {
    const ticks = typeof event[5] === "number" ? event[5] : 0;
    return {
      process: 0,
      name: event[1],
      variable: event[2],
      value: event[3],
      action: event[4],
      who: ticks > 0 ? [] : event[5] || [],
      ticks: ticks,
      woken: event[6] || [],
      commit: event[7] || null,
    };
  }
  const how = event[4],
    both = Array.isArray(event[3]);
  return {
    process: event[0],
    line: event[1],
    variable: event[2],
    value: both ? event[3][1] : event[3],
    reply: both ? event[3][0] : -1 /* the value that a read-modify-write has found */,
    cause: how & 7,
    kind: (how >> 3) & 15,
    section: (how >> 7) & 7,
    parked: ((how >> 10) & 1) === 1,
    buffered: ((how >> 11) & 1) === 1 /* an access to the process's own buffer */,
    merged: ((how >> 12) & 1) === 1 /* a write that says what the newest in it says */,
    failed: ((how >> 13) & 1) === 1 /* a compare-and-swap that found another value */,
    next: event[5],
    copies: event[6],
    woken: event[7] || [],
    age: event[8],
  };
}

/* Bit p-1 of a hexadecimal number. */
function holds(copies, p) {
  const digit = copies.length - 1 - ((p - 1) >> 2);
  return digit >= 0 && ((parseInt(copies[digit], 16) >> ((p - 1) & 3)) & 1) === 1;
}

/* The place of the first number of an ascending list that is not below x. */
function lowerBound(list, x) {
  let low = 0,
    high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
