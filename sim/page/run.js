/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * run.js: a recorded run, told step by step from its data alone. No page and no browser here: page.js draws.
 *
 * The data have the events (event.js); of a step that parks its process, `waits` has the registers of which one must
 * change; of a graph, `forks` has the neighbours, with the first state of each fork, and `between` its state after a
 * step (sim/page_forks.h). A state is made from the last checkpoint before it.
 */
"use strict";

const EVERY = 500; /* steps between two checkpoints */

class Run {
  constructor(data) {
    this.data = data;
    this.n = data.n;
    this.steps = data.events.length;
    this.waits = new Map(data.waits.map(w => [w[0], w.slice(1)]));
    this.between = new Map(); /* of a step: the forks that have changed */
    for (const [k, fork, is] of data.between) {
      if (!this.between.has(k)) this.between.set(k, []);
      this.between.get(k).push([fork, is]);
    }
    this.rowOf = new Map(data.rows.filter(r => r[3] > 0).map(r => [r[3], r]));
    this.checkpoints = [this.start()];
    this.lanes = Array.from({length: this.n + 1}, () => []);
    this.rmrs = [];
    this.turns = [];
    this.marks = Array.from({length: this.n + 1}, () => []);
    this.arrows = [];
    this.culprits = new Map(); /* of a step whose copy was invalidated: the step that took it away */
    this.source = new Uint32Array(this.steps + 1); /* of a step that reads: which step wrote that; 0: none */
    this.parks = Array.from({length: this.n + 1}, () => []);
    this.crashes = Array.from({length: this.n + 1}, () => []);
    this.scan();
  }

  start() {
    const n = this.n;
    return {
      at: 0,
      value: this.data.first.slice(),
      copies: this.data.first.map(() => "0"),
      born: this.data.first.map(() => null) /* the tick of the time that it holds */,
      section: Array(n + 1).fill(0),
      line: [0].concat(this.data.lines),
      parked: Array(n + 1).fill(false),
      waits: Array(n + 1).fill(null) /* the registers of which one must change */,
      forks: this.data.forks.map(f => f[2]),
      dead: Array(n + 1).fill(false),
      buffer: Array(n + 1).fill([]) /* writes that wait, the oldest first: [register, value] */,
      rmr: Array(n + 1).fill(0),
      passage: Array(n + 1).fill(0),
      passages: Array(n + 1).fill(0),
      changed: -1,
      ticks: 0,
    };
  }

  copy(s) {
    const out = {at: s.at, changed: s.changed, ticks: s.ticks};
    for (const key in s) if (Array.isArray(s[key])) out[key] = s[key].slice();
    return out;
  }

  /* The state after one more event. */
  apply(s, k) {
    const e = unpack(this.data.events[k - 1]);
    s.at = k;
    s.changed = -1;
    for (const [fork, is] of this.between.get(k) || []) s.forks[fork] = is;
    for (const w of e.woken) {
      s.parked[w] = false;
      s.waits[w] = null;
    }
    if (e.process === 0) {
      s.ticks += e.ticks;
      if (e.variable >= 0) {
        s.value[e.variable] = e.value;
        s.born[e.variable] = null;
        s.changed = e.variable;
      }
      if (e.commit !== null) {
        const [p, copies] = e.commit,
          at = s.buffer[p].findIndex(([variable]) => variable === e.variable);
        s.buffer[p] = s.buffer[p].filter((write, k) => k !== at);
        if (e.variable >= 0) s.copies[e.variable] = copies;
      }
      for (const [p, section, next, dead] of e.who) {
        s.section[p] = section;
        s.line[p] = next;
        s.dead[p] = dead === 1;
        s.parked[p] = false;
        s.waits[p] = null;
        s.passage[p] = 0;
        for (let v = 0; v < s.copies.length; v++)
          if (holds(s.copies[v], p)) s.copies[v] = this.without(s.copies[v], p);
      }
      return e;
    }
    const p = e.process;
    if (s.section[p] === 0) s.passage[p] = 0;
    if (e.buffered) {
      if (this.writes(e) && !e.merged) s.buffer[p] = s.buffer[p].concat([[e.variable, e.value]]);
    } else if (e.variable >= 0) {
      if (this.writes(e)) {
        s.changed = e.variable;
        s.born[e.variable] = e.age === undefined ? null : s.ticks - e.age;
        s.value[e.variable] = e.value; /* a read may find another: a lease that has run out for the reader */
      }
      if (typeof e.copies === "string") s.copies[e.variable] = e.copies;
    }
    if (e.cause !== 0) {
      s.rmr[p]++;
      s.passage[p]++;
    }
    if (s.section[p] !== 0 && e.section === 0) s.passages[p]++;
    if (this.data.data && s.section[p] !== 4 && e.section === 4) s.buffer[p] = s.buffer[p].concat([[-1, 0]]);
    s.section[p] = e.section;
    s.line[p] = e.next;
    s.parked[p] = e.parked;
    s.waits[p] = e.parked ? this.waits.get(k) || null : null;
    return e;
  }

  without(copies, p) {
    const digits = copies.split(""),
      d = digits.length - 1 - ((p - 1) >> 2);
    digits[d] = (parseInt(digits[d], 16) & ~(1 << ((p - 1) & 3))).toString(16);
    return digits.join("");
  }

  writes(e) {
    return this.data.writes[e.kind] === 1;
  }

  /* Goes once through the run: bars, marks, arrows, checkpoints. */
  scan() {
    const s = this.start(),
      open = Array.from({length: this.n + 1}, () => ({section: 0, from: 0})),
      park = Array(this.n + 1).fill(0),
      written = new Uint32Array(this.data.first.length),
      held = this.data.first.map(() => new Map()); /* of each process that has had a copy: 0, or its taker */
    for (let k = 1; k <= this.steps; k++) {
      const before = s.section.slice();
      const e = this.apply(s, k);
      const culprit = this.follow(held, e, k);
      if (e.variable >= 0) {
        this.source[k] = e.buffered ? 0 : written[e.variable];
        if (e.process === 0 || (this.writes(e) && !e.buffered)) written[e.variable] = k;
      }
      const moved = e.process !== 0 ? [e.process] : e.who.map(w => w[0]);
      for (const p of moved) this.turn(open, before, s, p, k);
      if (e.process === 0 && e.action === this.data.crash)
        for (const p of moved) {
          this.crashes[p].push(k);
          if (park[p] > 0) this.parks[p].push([park[p], k]);
          park[p] = 0;
        }
      if (e.process !== 0) {
        this.marks[e.process].push([k, e.cause !== 0, e.buffered && this.writes(e) ? "issue" : ""]);
        if (e.cause !== 0) this.rmrs.push(k);
        if (e.cause === 2 && culprit > 0) {
          this.culprits.set(k, culprit);
          this.arrows.push([culprit, this.by(culprit), k, e.process]);
        }
        if (e.parked) park[e.process] = k;
      }
      if (e.process === 0 && e.commit !== null) this.marks[e.commit[0]].push([k, false, "commit"]);
      for (const w of e.woken)
        if (park[w] > 0) {
          this.parks[w].push([park[w], k]);
          park[w] = 0;
        }
      if (k % EVERY === 0) this.checkpoints.push(this.copy(s));
    }
    for (let p = 1; p <= this.n; p++) {
      if (open[p].section !== 0)
        this.lanes[p].push({section: open[p].section, from: open[p].from, to: this.steps + 1});
      if (park[p] > 0) this.parks[p].push([park[p], this.steps + 1]);
    }
    this.markBroken();
  }

  /* Which step took away the copy that the process had last: the first write behind the access that got it. 0: none. */
  follow(held, e, k) {
    if (e.process === 0) {
      if (e.action === this.data.crash) for (const of of held) for (const [p] of e.who) of.delete(p);
      if (e.commit !== null && e.variable >= 0) {
        for (const [p, lost] of held[e.variable]) if (lost === 0) held[e.variable].set(p, k);
        if (holds(e.commit[1], e.commit[0])) held[e.variable].set(e.commit[0], 0);
      }
      return 0;
    }
    if (e.variable < 0 || e.buffered) return 0;
    const of = held[e.variable],
      culprit = of.get(e.process) || 0;
    if (this.writes(e)) {
      for (const [p, lost] of of) if (lost === 0) of.set(p, k);
      if (typeof e.copies === "string" && holds(e.copies, e.process)) of.set(e.process, 0);
    } else {
      of.set(e.process, 0);
    }
    return culprit;
  }

  /* The process that made step k, or whose write is committed there; 0: none. */
  by(k) {
    const event = this.data.events[k - 1];
    return event[0] === 0 && event[7] ? event[7][0] : event[0];
  }

  /* "flag[1] := true, turn := 2": the writes of P_p that wait; "" if there is none. */
  waiting(s, p) {
    const told = ([v, value]) =>
      v < 0 ? "the write of its critical section" : `${this.data.registers[v]} := ${this.text(value)}`;
    return s.buffer[p].map(told).join(", ");
  }

  /* From step k: the write that it reads, and the first reads by others, up to step `to`, of what it writes, as pairs of
   * steps. */
  feeds(k, to) {
    if (k === 0) return [];
    const e = unpack(this.data.events[k - 1]),
      pairs = [],
      fed = new Set([e.process]);
    if (e.variable < 0 || e.buffered) return pairs;
    if (e.process !== 0 && this.source[k] > 0 && this.data.events[this.source[k] - 1][0] !== e.process)
      pairs.push([this.source[k], k]);
    for (let j = k + 1; j <= to && (e.process === 0 || this.writes(e)); j++) {
      const other = this.data.events[j - 1];
      if (other[2] !== e.variable) continue;
      if (other[0] !== 0 && unpack(other).buffered) continue;
      if (other[0] !== 0 && !fed.has(other[0])) pairs.push([k, j]);
      fed.add(other[0]);
      if (other[0] === 0 || this.writes(unpack(other))) break;
    }
    return pairs;
  }

  /* "B[2] = 0 and Number[3] = 7": the registers that P_p sleeps for, with their values; "" if it does not sleep. */
  sleepsFor(s, p) {
    const vars = s.waits[p];
    if (vars === null) return "";
    const some = vars.slice(0, 3).map(v => `${this.data.registers[v]} = ${this.text(s.value[v])}`);
    if (vars.length > 3) some.push(`${vars.length - 3} others`);
    return some.join(" and ");
  }

  /* Process p was in one section and is now in another: the bar of the first ends. The first access of a passage is
   * made in the section of its line. */
  turn(open, before, s, p, k) {
    const row = this.rowOf.get(this.data.events[k - 1][1]);
    if (before[p] === 0 && open[p].section === 0 && this.data.events[k - 1][0] === p && row)
      open[p] = {section: row[2], from: k - 1};
    if (open[p].section === s.section[p]) return;
    if (open[p].section !== 0) this.lanes[p].push({section: open[p].section, from: open[p].from, to: k});
    open[p] = {section: s.section[p], from: k};
    this.turns.push(k);
  }

  /* The critical sections that must not have met. */
  markBroken() {
    for (const v of this.data.violations) {
      if (v.property !== "P1") continue;
      for (const p of [v.process, v.other])
        for (const bar of this.lanes[p] || [])
          if (bar.section === 4 && bar.from <= v.step && v.step <= bar.to) bar.broken = true;
    }
  }

  state(k) {
    const s = this.copy(this.checkpoints[Math.floor(k / EVERY)]);
    while (s.at < k) this.apply(s, s.at + 1);
    return s;
  }

  text(v) {
    return this.data.texts[v];
  }

  /* "3 ticks old"; "" where a register holds no time. */
  age(s, v) {
    if (s.born[v] === null) return "";
    const ticks = s.ticks - s.born[v];
    return `${ticks} tick${ticks === 1 ? "" : "s"} old`;
  }

  /* Step k in words: "#20 P2 18: read Token[1] = 3". */
  what(k) {
    const e = unpack(this.data.events[k - 1]),
      d = this.data;
    if (e.process === 0)
      return `#${k} ${this.text(e.name)}${e.commit !== null && e.variable >= 0 ? ` of ${d.registers[e.variable]}` : ""}${e.variable >= 0 && e.value >= 0 ? `: now ${this.text(e.value)}` : ""}`;
    const row = this.rowOf.get(e.line);
    const access =
      e.variable < 0
        ? d.kinds[e.kind]
        : `${d.kinds[e.kind]} ${d.registers[e.variable]}${this.found(e)}` +
          (e.buffered ? `, ${this.writes(e) ? "into" : "from"} the buffer` : "");
    return `#${k} P${e.process} ${row ? row[0] : "?"}: ${access}`;
  }

  /* " = 3" of a read, " := 3" of a write, ": 2 -> 3" of a read-modify-write, whose reply is the 2. */
  found(e) {
    if (e.reply >= 0) return `: ${this.text(e.reply)} -> ${this.text(e.value)}${e.failed ? ", failed" : ""}`;
    return ` ${this.writes(e) ? ":=" : "="} ${this.text(e.value)}`;
  }

  /* One line that tells step k, and what it costs. */
  tell(k) {
    const e = unpack(this.data.events[k - 1]);
    return this.what(k) + (e.process !== 0 && e.cause !== 0 ? ` · RMR (${CAUSES[e.cause]})` : "");
  }

  /* Why step k costs, or what it changes, in words. */
  why(k) {
    if (k === 0) return "Before the first step.";
    const e = unpack(this.data.events[k - 1]),
      before = this.state(k - 1),
      d = this.data,
      parts = [];
    if (e.process === 0) return this.tell(k);
    const name = e.variable >= 0 ? d.registers[e.variable] : "";
    if (e.cause === 1) parts.push(`pays an RMR: it had no copy of ${name} yet`);
    if (e.cause === 2)
      parts.push(
        `pays an RMR: its copy of ${name} was invalidated` +
          (this.culprits.has(k) ? ` by P${this.by(this.culprits.get(k))} at #${this.culprits.get(k)}` : ""),
      );
    if (e.cause === 3) parts.push("pays an RMR: it writes");
    if (e.cause === 4) parts.push(`pays an RMR: ${name} lies in another process's memory`);
    if (e.cause === 0 && e.variable >= 0) parts.push("pays nothing");
    if (e.section !== before.section[e.process])
      parts.push(
        e.section === 4
          ? "enters the critical section"
          : e.section === 0
            ? "is back in its remainder"
            : `is now in its ${SECTIONS[e.section]}`,
      );
    if (e.reply >= 0) parts.push(`gets the reply ${this.text(e.reply)}${e.failed ? ": it changes nothing" : ""}`);
    if (e.parked) parts.push(`sleeps while ${this.sleepsFor(this.state(k), e.process)}`);
    if (e.woken.length > 0) parts.push(`wakes ${e.woken.map(p => "P" + p).join(", ")}`);
    for (const v of d.violations) if (v.step === k) parts.push(v.text);
    if (parts.length === 0) parts.push(d.kinds[e.kind] === "delay" ? "the delay is over" : "makes no access");
    return `${this.what(k)} · P${e.process} ${parts.join("; ")}.`;
  }

  /* Nothing is learnt from it in a listing: a free read that changes nothing. */
  dull(k) {
    const e = this.data.events[k - 1];
    if (e[0] === 0) return false;
    const u = unpack(e);
    return (
      u.cause === 0 &&
      !this.writes(u) &&
      u.variable >= 0 &&
      !u.parked &&
      !this.isTurn(k) &&
      !this.data.violations.some(v => v.step === k)
    );
  }

  isTurn(k) {
    return this.turns[lowerBound(this.turns, k)] === k;
  }
}
