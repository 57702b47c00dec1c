/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * system.js: processes and shared memory, as in sim/step.h and sim/waiting.c: the cost of a step, the copies that it
 * leaves, the processes that it wakes, whether the process is parked, the end of a passage, and the properties that are
 * broken. Faults, time and store buffers are not here: the page does not offer another step where there are any.
 *
 * The order within a step is that of sim/step.h: access and charge; wake the waiters of a written register; local
 * computation up to the next access; section; park if a wait has just failed on valid copies.
 */
"use strict";

const VALID = 1,
  EVER = 2;
const REMAINDER = 0,
  DOORWAY = 2,
  WAITING = 3,
  CRITICAL = 4,
  EXIT = 5;
const FREE = 0,
  COLD = 1,
  INVALIDATED = 2,
  WRITTEN = 3,
  REMOTE = 4;
const LETTERS = ["", "c", "i", "w", "r"]; /* of these causes in a schedule */

class System {
  constructor(data, n) {
    this.data = data;
    this.n = n;
    this.memory = data.memory;
    this.machine = new Machine(data.graph, data.groups, data.kinds, n, data.largest_session);
    this.kind = this.machine.kind;
    this.groupOf = [];
    for (const g of data.groups) for (let k = 0; k < g.cells; k++) this.groupOf[g.first + k] = g;
  }

  session(p, k) {
    const sessions = this.data.sessions[p];
    return sessions[Math.min(k, sessions.length) - 1];
  }

  /* The state before the first step. */
  start() {
    const s = {at: 0, memory: this.data.words.map(BigInt), process: [null], parkings: 0};
    s.copies = s.memory.map(() => new Uint8Array(this.n + 1));
    s.owner = s.memory.map(() => 0);
    for (let p = 1; p <= this.n; p++) {
      const my = this.machine.begin(p),
        pending = this.machine.go(my, 0n, this.session(p, 1));
      s.process[p] = {
        my,
        pending,
        spinning: pending.kind === this.kind.SPIN ? identity(pending) : "",
        section: REMAINDER,
        session: this.session(p, 1),
        passages: 0,
        watches: [] /* the registers of which one must change */,
        parked: 0 /* a number that grows with each parking; 0: it is not parked */,
        done: false,
        begun: 0 /* the first step of its passage */,
        ahead: [] /* those that waited then, their doorways behind them */,
      };
    }
    return s;
  }

  copy(s) {
    return {
      at: s.at,
      parkings: s.parkings,
      memory: s.memory.slice(),
      copies: s.copies.map(row => row.slice()),
      owner: s.owner.slice(),
      process: s.process.map(me => me && {...me, my: this.machine.copy(me.my)}),
    };
  }

  /* "ready", "parked" or "done" */
  status(s, p) {
    const me = s.process[p];
    return me.done ? "done" : me.parked > 0 ? "parked" : "ready";
  }

  /* Whether the pending access of P_p would cost an RMR. */
  costs(s, p) {
    const {kind, variable} = s.process[p].pending;
    if (variable < 0) return false;
    return this.writes(kind)
      ? this.writeCosts(s, p, variable)
      : this.readCosts((s.copies[variable][p] & VALID) !== 0, this.data.homes[variable] === p);
  }

  writes(kind) {
    return kind >= this.kind.WRITE;
  }

  /* --- the access --- */

  readCosts(holds, home) {
    return this.memory.caches ? !holds : !home;
  }

  writeCosts(s, p, variable) {
    if (!this.memory.caches) return this.data.homes[variable] !== p;
    return !(this.memory.owners && s.owner[variable] === p);
  }

  read(s, p, variable) {
    const row = s.copies[variable],
      bits = row[p];
    row[p] = VALID | EVER;
    if (!this.memory.caches) return this.data.homes[variable] === p ? FREE : REMOTE;
    if (this.memory.owners && (bits & VALID) === 0) s.owner[variable] = 0; /* a miss: the owner shares */
    return bits & VALID ? FREE : bits & EVER ? INVALIDATED : COLD;
  }

  write(s, p, variable) {
    const costs = this.writeCosts(s, p, variable),
      row = s.copies[variable];
    if (this.memory.owners && s.owner[variable] === p) return FREE; /* no other process has a copy */
    for (let q = 1; q <= this.n; q++) row[q] &= EVER;
    if (this.memory.writer_holds) row[p] = VALID | EVER;
    if (this.memory.owners) s.owner[variable] = p;
    return costs ? WRITTEN : FREE;
  }

  /* The value of the register after a write or a read-modify-write. */
  result(op, before) {
    const kind = this.kind;
    if (op.kind === kind.CAS) return before === op.old ? op.value : before;
    if (op.kind === kind.FETCH_ADD) return BigInt.asIntN(64, before + op.value);
    if (op.kind === kind.TAS) return 1n;
    return op.value;
  }

  /* --- waiting --- */

  /* Those that watch the register, the first to park first. */
  wake(s, variable) {
    const woken = [];
    for (let p = 1; p <= this.n; p++)
      if (s.process[p].parked > 0 && s.process[p].watches.includes(variable)) woken.push(p);
    woken.sort((p, q) => s.process[p].parked - s.process[q].parked);
    for (const p of woken) Object.assign(s.process[p], {parked: 0, watches: []});
    return woken;
  }

  /* P_p is parked, and a schedule has it look at its registers all the same, as the loop of a witness does. */
  lookAgain(s, p) {
    Object.assign(s.process[p], {parked: 0, watches: []});
  }

  readsForNothing(s, p, variable) {
    return (s.copies[variable][p] & VALID) !== 0 && !this.readCosts(true, this.data.homes[variable] === p);
  }

  /* The registers that P_p, whose wait has just failed, would read if it evaluated it again, where that is free and
   * leads back to the same state; null: it cannot be parked. */
  watched(s, p) {
    const reads = this.evaluated(s, p);
    return reads !== null && reads.every(variable => this.readsForNothing(s, p, variable)) ? reads : null;
  }

  /* The registers that P_p would read if it evaluated its wait again, where that leads back to the same state: it can
   * do so for ever as long as nobody writes. null: it leads elsewhere. */
  evaluated(s, p) {
    const me = s.process[p],
      my = this.machine.copy(me.my),
      first = identity(me.pending),
      reads = [];
    let op = me.pending;
    for (let k = 0; k < this.data.watch + s.memory.length; k++) {
      reads.push(op.variable);
      try {
        op = this.machine.go(my, s.memory[op.variable], me.session);
      } catch (e) {
        if (e instanceof Astray) return null; /* it is told when the step is really made */
        throw e;
      }
      if (identity(op) === first) return this.machine.same(my, me.my) ? reads : null;
      if (op.kind !== this.kind.READ && op.kind !== this.kind.SPIN) return null;
    }
    return null;
  }

  /* --- one step --- */

  /* P_p, which is ready, makes its pending access. The event has all that its record has (run.js), values as words. */
  step(s, p) {
    const me = s.process[p],
      op = me.pending,
      event = {process: p, line: op.line, variable: op.variable, kind: op.kind, cause: FREE, woken: [], failed: false};
    s.at++;
    if (op.variable >= 0) this.access(s, me, event);
    else me.spinning = "";
    const next = this.machine.go(me.my, event.before, this.session(p, me.passages + 2)),
      failed = next.kind === this.kind.SPIN && identity(next) === me.spinning;
    if (next.kind === this.kind.SPIN) me.spinning = identity(next);
    if (op.section !== next.section) me.spinning = next.kind === this.kind.SPIN ? identity(next) : "";
    me.pending = next;
    event.next = next.line;
    event.from = me.section;
    event.session = me.session;
    me.section = event.section = this.data.after[op.section][next.section];
    event.waits = failed && me.section !== REMAINDER ? this.watched(s, p) : null;
    event.parked = event.waits !== null;
    if (event.parked) Object.assign(me, {parked: ++s.parkings, watches: event.waits});
    event.broken = event.from !== event.section ? this.sections(s, p, event) : [];
    if (failed) event.broken.push(...this.endless(s, p));
    if (me.section === REMAINDER && event.from !== REMAINDER) this.endPassage(p, me);
    return event;
  }

  access(s, me, event) {
    const op = me.pending,
      variable = op.variable;
    event.before = event.after = s.memory[variable];
    if (!this.writes(op.kind)) {
      event.cause = this.read(s, event.process, variable);
    } else {
      event.after = s.memory[variable] = this.result(op, event.before);
      event.failed = op.kind === this.kind.CAS && event.before !== op.old;
      event.cause = this.write(s, event.process, variable);
      me.spinning = "";
      event.woken = this.wake(s, variable);
      if (!this.fits(variable, event.after))
        throw new Astray(`the value ${event.after}, which is outside of the register's range`);
    }
    event.copies = this.holders(s, variable);
  }

  endPassage(p, me) {
    me.passages++;
    me.session = this.session(p, me.passages + 1);
    me.done = me.passages === this.data.passages[p];
  }

  /* Bit p-1 of a hexadecimal number; undefined where there are no caches. */
  holders(s, variable) {
    if (!this.memory.caches) return undefined;
    let bits = 0n;
    for (let p = 1; p <= this.n; p++) if (s.copies[variable][p] & VALID) bits |= 1n << BigInt(p - 1);
    return bits.toString(16);
  }

  /* --- properties --- */

  conflict(p, q, s) {
    return p !== q && (!this.data.group || s.process[p].session !== s.process[q].session);
  }

  who(s, p) {
    return this.data.group ? `P${p} (session ${s.process[p].session})` : `P${p}`;
  }

  /* A wait of P_p has failed, and fails as often as P_p looks while the others stand still: its own steps have no
   * bound. In the exit that breaks P3, in the entry P4 where nobody conflicts. */
  endless(s, p) {
    const me = s.process[p],
      leaves = me.section === EXIT,
      enters = me.section > REMAINDER && me.section < CRITICAL,
      alone = s.process.every((you, q) => q === 0 || !this.conflict(p, q, s) || you.section === REMAINDER),
      property = leaves ? "P3" : enters && alone ? "P4" : "";
    if (!this.data.bounds.includes(property) || this.evaluated(s, p) === null) return [];
    const what = leaves ? "in its exit" : "in its entry, though nobody conflicts";
    return [[property, 0, `${this.who(s, p)} waits ${what}: the number of its own steps has no bound`]];
  }

  /* P_p has come to another section, and is in it already: which properties that breaks, [property, other, text]. */
  sections(s, p, event) {
    const me = s.process[p],
      broken = [];
    if (event.from === REMAINDER) {
      me.begun = s.at;
      me.ahead = s.process.map((_, q) => q).filter(q => q > 0 && q !== p && s.process[q].section === WAITING);
    }
    if (event.section !== CRITICAL) return broken;
    const others = s.process.map((_, q) => q).filter(q => q > 0 && this.conflict(p, q, s));
    const there = others.find(q => s.process[q].section === CRITICAL);
    if (there !== undefined)
      broken.push(["P1", there, `${this.who(s, p)} enters the CS while ${this.who(s, there)} is there`]);
    const late = others.find(q => {
      const {section, begun} = s.process[q];
      return me.ahead.includes(q) && begun < me.begun && (section === DOORWAY || section === WAITING);
    });
    if (this.data.fcfs && late !== undefined)
      broken.push([
        "P5",
        late,
        `${this.who(s, p)} enters the CS before ${this.who(s, late)}, which had completed its doorway first`,
      ]);
    return broken;
  }

  /* --- registers in words --- */

  fits(variable, word) {
    const g = this.groupOf[variable];
    let rest = word;
    for (const [, shift, width, , largest, smallest] of g.fields) {
      const part = width === 0 ? word : (word >> BigInt(shift)) & ones(width);
      if (part < BigInt(smallest) || (largest !== null && part > BigInt(largest))) return false;
      rest = width === 0 ? 0n : rest & ~(ones(width) << BigInt(shift));
    }
    return rest === 0n;
  }

  /* "3", "true", "(session 1, color white)" */
  text(variable, word) {
    const named = (names, value) => (names && names[Number(value)] !== undefined ? names[Number(value)] : `${value}`),
      fields = this.groupOf[variable].fields;
    if (fields[0][2] === 0) return named(fields[0][3], word);
    const part = ([name, shift, width, names]) => `${name} ${named(names, (word >> BigInt(shift)) & ones(width))}`;
    return `(${fields.map(part).join(", ")})`;
  }
}

/* Of the wait that a read begins. */
function identity(op) {
  return `${op.line} ${op.variable} ${op.kind}`;
}
