/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * machine.js: carries out the graph of a text, as language/machine.c does: a process is a place in the graph and its
 * slots; given the reply to its pending access it goes on, through local nodes, to its next access. It knows neither
 * memory nor other processes: those are in system.js. Words of 64 bits are BigInts, which wrap as those of C.
 *
 * The graph comes from language/emit_json.c, whose header has the form.
 */
"use strict";

const MOST_LOCAL_NODES = 1 << 18,
  LARGEST_POWER = 62n;
const wrap = word => BigInt.asIntN(64, word);
const truth = condition => (condition ? 1n : 0n);
const ones = width => (1n << BigInt(width)) - 1n;

function lg(a) {
  let k = 0n;
  while (k < LARGEST_POWER && 1n << k < a) k++;
  return k;
}

function lowest(a) {
  let k = 0n;
  while (a !== 0n && ((a >> k) & 1n) === 0n) k++;
  return k;
}

/* A part of a record in its place; one that does not fit leaves a mark outside of all parts. */
function put(part, shift, width) {
  const inPlace = wrap((part & ones(width)) << BigInt(shift));
  return part >> BigInt(width) === 0n ? inPlace : inPlace | wrap(1n << 63n);
}

const OF_ONE = {
  not: a => truth(a === 0n),
  negate: a => wrap(-a),
  lg,
  first: lowest,
  power: a => (a >= 0n && a <= LARGEST_POWER ? 1n << a : 0n),
  field: (a, shift, width) => (a >> BigInt(shift)) & ones(width),
};

const OF_TWO = {
  and: (a, b) => truth(a !== 0n && b !== 0n),
  or: (a, b) => truth(a !== 0n || b !== 0n),
  add: (a, b) => wrap(a + b),
  subtract: (a, b) => wrap(a - b),
  multiply: (a, b) => wrap(a * b),
  divide: (a, b) => (b === 0n ? 0n : wrap(a / b)),
  modulo: (a, b) => (b === 0n ? 0n : a % b),
  larger: (a, b) => (a > b ? a : b),
  smaller: (a, b) => (a < b ? a : b),
  union: (a, b) => a | b,
  minus: (a, b) => a & ~b,
  has: (a, b) => truth(a >= 0n && a <= LARGEST_POWER && ((b >> a) & 1n) === 1n),
  equal: (a, b) => truth(a === b),
  different: (a, b) => truth(a !== b),
  less: (a, b) => truth(a < b),
  at_most: (a, b) => truth(a <= b),
  put: (a, b, shift, width) => a | put(b, shift, width),
};

/* A text that leaves an array or makes no access for too long, as in language/machine.c. */
class Astray extends Error {}

class Machine {
  /* groups: of registers, as in system.js. */
  constructor(graph, groups, kinds, n, largestSession) {
    this.graph = graph;
    this.groups = groups;
    this.kind = Object.fromEntries(kinds.map((name, k) => [name, k]));
    this.n = BigInt(n);
    this.leaves = {n: this.n, now: 0n, sessions: BigInt(largestSession)};
    this.arrays = new Map(
      graph.arrays.map(([slot, width, low, fixed, each]) => [slot, {width, low, count: fixed + each * n}]),
    );
    this.nodes = graph.nodes.map(decoded);
  }

  /* The local state of P_i before its first step. */
  begin(i) {
    const slots = Array(this.graph.slots).fill(0n),
      elements = {};
    for (const [slot, array] of this.arrays) elements[slot] = Array(Math.max(0, array.count)).fill(0n);
    return {i: BigInt(i), node: -1, slots, elements};
  }

  copy(my) {
    const elements = {};
    for (const slot in my.elements) elements[slot] = my.elements[slot].slice();
    return {i: my.i, node: my.node, slots: my.slots.slice(), elements};
  }

  same(a, b) {
    const equal = (x, y) => x.every((word, k) => word === y[k]);
    return (
      a.node === b.node &&
      equal(a.slots, b.slots) &&
      Object.keys(a.elements).every(slot => equal(a.elements[slot], b.elements[slot]))
    );
  }

  /* --- values --- */

  element(my, slot, index, value) {
    const {width, low, count} = this.arrays.get(slot),
      at = Number(index) - low;
    if (at < 0 || at >= count) throw new Astray("an index outside of a local array");
    if (value === undefined) return my.elements[slot][at];
    if (width < 8 && (value < 0n || value >> BigInt(8 * width) !== 0n))
      throw new Astray("a value for which an element of a local array has no room");
    return (my.elements[slot][at] = value);
  }

  leaf(my, word) {
    if (word === "i" || word === "me") return my.i;
    if (this.leaves[word] === undefined) throw new Error(`unknown: ${word}`);
    return this.leaves[word];
  }

  value(my, code) {
    const stack = [];
    for (const item of code) {
      if (typeof item === "bigint") {
        stack.push(item);
        continue;
      }
      const [word, one, two] = item;
      if (word === "local") stack.push(my.slots[one]);
      else if (word === "element") stack.push(this.element(my, one, stack.pop()));
      else if (word === "choose") {
        const no = stack.pop(),
          yes = stack.pop();
        stack.push(stack.pop() !== 0n ? yes : no);
      } else if (OF_ONE[word]) stack.push(OF_ONE[word](stack.pop(), one, two));
      else if (OF_TWO[word]) {
        const b = stack.pop();
        stack.push(OF_TWO[word](stack.pop(), b, one, two));
      } else stack.push(this.leaf(my, word));
    }
    return stack.pop();
  }

  /* --- accesses --- */

  /* The number of the register. */
  place(my, node) {
    const g = this.groups[node.group],
      index = (code, k) => Number(this.value(my, code)) - g.low[k];
    let cell = g.dimensions > 0 ? index(node.index, 0) : 0;
    if (g.dimensions === 2) {
      const column = index(node.column, 1);
      cell = cell < 0 || column < 0 || column >= g.columns ? -1 : cell * g.columns + column;
    }
    if (cell < 0 || cell >= g.cells) throw new Astray("an index outside of an array of registers");
    return g.first + cell;
  }

  /* The pending access of a process, whose state has come to a node of one. */
  operation(my) {
    const node = this.nodes[my.node],
      kind = this.kind;
    const op = {kind: node.kind, line: node.line, section: node.section, variable: -1, value: 0n, old: 0n};
    if (node.kind === kind.LOCAL || node.kind === kind.FENCE) return op;
    if (node.value) op.value = this.value(my, node.value);
    if (node.kind === kind.DELAY) return op;
    op.variable = this.place(my, node);
    if (node.kind === kind.CAS) {
      op.old = BigInt.asIntN(32, this.value(my, node.old));
      op.value = BigInt.asIntN(32, op.value);
    }
    if (node.began !== undefined && (node.began < 0 || my.slots[node.began] === 0n)) op.kind = kind.SPIN;
    return op;
  }

  /* Goes on to the next access, given the reply to the last one; returns the new pending access. session: that of the
   * passage that a process asks for which comes through its remainder. */
  go(my, reply, session) {
    const nodes = this.nodes;
    let next = this.graph.begin;
    if (my.node >= 0) {
      const done = nodes[my.node];
      if (done.slot !== undefined) my.slots[done.slot] = reply;
      next = done.next;
    }
    for (let k = 0; nodes[next].do !== "access"; k++) {
      if (k === MOST_LOCAL_NODES) throw new Astray("a loop that makes no access");
      next = this.local(my, nodes[next], session);
    }
    my.node = next;
    this.forget(my, nodes[next]);
    return this.operation(my);
  }

  /* Carries out a node that is no access, and returns the next one. */
  local(my, node, session) {
    if (node.do === "branch") return this.value(my, node.value) !== 0n ? node.next : node.other;
    if (node.do === "clear") my.elements[node.slot].fill(0n);
    else if (node.do === "lost") throw new Astray("a passage without a step in its entry");
    else if (node.do === "remainder") my.slots[node.slot] = BigInt(session);
    else if (node.do === "set" && node.index)
      this.element(my, node.slot, this.value(my, node.index), this.stored(my, node.value));
    else if (node.do === "set") my.slots[node.slot] = this.stored(my, node.value);
    return node.next;
  }

  /* A value that a local gets. A record is below 0 if a part has no room in it. */
  stored(my, code) {
    const value = this.value(my, code);
    if (value < 0n && code[code.length - 1][0] === "put") throw new Astray("a value for which a record has no room");
    return value;
  }

  /* Slots that nobody reads any more become 0. */
  forget(my, node) {
    for (const slot of node.dirty || []) {
      if (my.elements[slot]) my.elements[slot].fill(0n);
      my.slots[slot] = 0n;
    }
    for (const [slot, mask] of node.trims || []) my.slots[slot] &= mask;
  }

  /* --- locals in words --- */

  /* [["j", "2"], ["max", "3"]]: the locals of a process that still matter at its pending access. */
  locals(my) {
    return this.nodes[my.node].sees.map(which => {
      const local = this.graph.locals[which],
        words = local.array ? my.elements[local.slot] : [my.slots[local.slot]],
        told = words.map(word => this.told(local, word));
      return [local.name, local.array ? `[${told.join(", ")}]` : told[0]];
    });
  }

  told(local, word) {
    const named = (names, value) => (names && names[Number(value)] !== undefined ? names[Number(value)] : `${value}`);
    if (!local.fields) return named(local.names, word);
    const part = ([name, shift, width, names]) => `${name} ${named(names, (word >> BigInt(shift)) & ones(width))}`;
    return `(${local.fields.map(part).join(", ")})`;
  }
}

/* A node whose values are ready to be carried out. */
function decoded(node) {
  const out = {...node};
  for (const key of ["value", "old", "index", "column"]) if (node[key]) out[key] = node[key].map(decode);
  if (node.trims) out.trims = node.trims.map(([slot, mask]) => [slot, BigInt(mask)]);
  return out;
}

/* An item of a value: a number, or a word with its data. */
function decode(item) {
  if (typeof item === "number") return BigInt(item);
  if (Array.isArray(item)) return item;
  return /^-?\d/.test(item) ? BigInt(item) : [item];
}
