/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * walk.js: goes along a run with the machine of its text, and another way from any of its states. The run is data, as
 * run.js takes it; a step that one chooses gives other data: the run up to there, and the new step behind it. The
 * machine must do what the record says: if it does not, nothing is offered.
 */
"use strict";

const BETWEEN = 500; /* steps between two states that are kept */

class Walk {
  constructor(data) {
    this.data = data;
    this.system = new System(data.machine, data.n);
    this.numbers = new Map(data.texts.map((text, k) => [text, k]));
    this.label = new Map(data.rows.filter(r => r[3] > 0).map(r => [r[3], r[0]]));
    this.kept = [this.system.start()];
    this.last = this.kept[0];
    this.prints = []; /* [k]: the fingerprint of the state behind step k, where it was asked for */
    this.broken = ""; /* where the machine and the record differ */
  }

  /* The same walk along data that differ only behind step k. */
  along(data, k) {
    this.data = data;
    this.kept.length = Math.min(this.kept.length, Math.floor(k / BETWEEN) + 1);
    this.prints.length = Math.min(this.prints.length, k + 1);
    if (this.last.at > k) this.last = this.kept[0];
  }

  /* The state behind step k, not to be changed; null: the machine has lost its way. */
  at(k) {
    const near = this.kept[Math.min(Math.floor(k / BETWEEN), this.kept.length - 1)];
    let s = this.last.at <= k && this.last.at >= near.at ? this.last : near;
    s = s.at < k ? this.system.copy(s) : s;
    while (s.at < k && this.broken === "") {
      this.follow(s, this.data.events[s.at]);
      if (s.at === this.kept.length * BETWEEN) this.kept.push(this.system.copy(s));
    }
    if (this.broken !== "") return null;
    return (this.last = s);
  }

  /* One step of the record. */
  follow(s, recorded) {
    const p = recorded[0],
      k = s.at + 1;
    if (p > 0 && this.system.status(s, p) === "parked") this.system.lookAgain(s, p);
    if (p === 0 || this.system.status(s, p) !== "ready") {
      this.broken = `step ${k}: P${p} may not step`;
      return null;
    }
    const event = this.system.step(s, p),
      made = this.encode(event);
    if (JSON.stringify(made) !== JSON.stringify(recorded))
      this.broken = `step ${k}: ${JSON.stringify(made)} instead of ${JSON.stringify(recorded)}`;
    return event;
  }

  number(text) {
    if (!this.numbers.has(text)) {
      this.numbers.set(text, this.data.texts.length);
      this.data.texts.push(text);
    }
    return this.numbers.get(text);
  }

  /* An event of system.js in the form of the data. */
  encode(e) {
    const number = word => this.number(this.system.text(e.variable, word)),
      atomic = e.kind > this.system.kind.WRITE,
      value = e.variable < 0 ? -1 : atomic ? [number(e.before), number(e.after)] : number(e.after),
      how = e.cause | (e.kind << 3) | (e.section << 7) | ((e.parked ? 1 : 0) << 10) | ((e.failed ? 1 : 0) << 13),
      out = [e.process, e.line, e.variable, value, how, e.next];
    if (e.copies !== undefined) out.push(e.copies);
    else if (e.woken.length > 0) out.push(0);
    if (e.woken.length > 0) out.push(e.woken);
    return out;
  }

  /* The processes behind step k, with the next step of each: [{p, status, section, label, what, costs}]. */
  choices(k) {
    const s = this.at(k);
    if (s === null) return [];
    return s.process.slice(1).map((me, at) => {
      const op = me.pending,
        register = op.variable >= 0 ? ` ${this.data.registers[op.variable]}` : "";
      return {
        p: at + 1,
        status: this.system.status(s, at + 1),
        section: me.section,
        label: this.label.get(op.line),
        what: `${this.data.kinds[op.kind]}${register}${this.stored(op)}`,
        costs: this.system.costs(s, at + 1),
      };
    });
  }

  /* " := 3" of what stores a value that is known before. */
  stored(op) {
    const kind = this.system.kind,
      text = word => this.system.text(op.variable, word);
    if (op.kind === kind.WRITE || op.kind === kind.SWAP) return ` := ${text(op.value)}`;
    if (op.kind === kind.CAS) return `: ${text(op.old)} -> ${text(op.value)}`;
    if (op.kind === kind.FETCH_ADD) return ` by ${op.value}`;
    return "";
  }

  /* "all passages are made", "nobody may step: a deadlock"; "" where somebody may. */
  over(k) {
    const s = this.at(k);
    if (s === null) return "";
    const count = status => s.process.filter((me, p) => p > 0 && this.system.status(s, p) === status).length;
    if (count("ready") > 0) return "";
    return count("parked") === 0 ? "all passages are made" : "nobody may step: a deadlock";
  }

  locals(k, p) {
    const s = this.at(k);
    return s === null ? [] : this.system.machine.locals(s.process[p].my);
  }

  /* The properties that an event breaks, in the form of the data. */
  violations(event, step) {
    return event.broken.map(([property, other, text]) => ({
      step,
      process: event.process,
      other,
      property,
      text: `${this.data.machine.words_of[property]} (property ${property}) is broken: ${text}`,
    }));
  }

  /* Where a step of P_p behind step k leads back to a state in which the run has been: the first loop, from the
   * shortest to the longest, that breaks a property; null: none does. `s`: the state behind that step. */
  loop(s, k, p) {
    const now = fingerprint(this.system, s);
    for (let from = k; from >= Math.max(0, k + 1 - LOOP_MOST); from--) {
      if (this.prints[from] === undefined) this.prints[from] = fingerprint(this.system, this.at(from));
      if (this.prints[from] !== now) continue;
      const steps = this.data.events.slice(from, k).map(event => event[0]),
        loop = new Loop(this.system, this.at(from), steps.concat(p)),
        breaks = loop.breaks();
      if (breaks.length > 0) return {from, breaks};
    }
    return null;
  }

  /* The properties that it breaks, in the form of the data. */
  endless({from, breaks}, step) {
    const steps = step - from;
    return breaks.map(([property, process, what]) => ({
      step,
      process,
      other: 0,
      property,
      text:
        `${this.data.machine.words_of[property]} (property ${property}) fails: ${what}, the last ` +
        `${steps === 1 ? "step" : `${steps} steps`} in an endless loop`,
    }));
  }

  /* The data with a step of P_p behind step k instead of what was there; an Astray error is told by its message. */
  choose(k, p) {
    const s = this.system.copy(this.at(k)),
      event = this.system.step(s, p),
      made = this.encode(event),
      d = this.data;
    if (k < d.events.length && JSON.stringify(d.events[k]) === JSON.stringify(made)) return d; /* the way of the run */
    const known = d.violations.filter(v => v.step <= k),
      loop = this.loop(s, k, p),
      all = this.violations(event, k + 1).concat(loop !== null ? this.endless(loop, k + 1) : []),
      found = all.filter((v, at) => !known.concat(all.slice(0, at)).some(w => w.property === v.property));
    return {
      ...d,
      events: d.events.slice(0, k).concat([made]),
      waits: d.waits.filter(w => w[0] <= k).concat(event.parked ? [[k + 1, ...event.waits]] : []),
      violations: known.concat(found),
      note: "",
      loop: loop !== null ? loop.from + 1 : 0,
      chosen: Math.min(d.chosen || Infinity, k + 1),
    };
  }

  /* The first k steps as a schedule, each with what it must find: `rmr replay` compares them all. */
  schedule(k) {
    const s = this.system.start(),
      rows = [];
    let last = 0;
    while (s.at < k && this.broken === "") {
      const e = this.follow(s, this.data.events[s.at]);
      if (e === null) break;
      const value = e.variable < 0 ? 0n : e.after,
        step = ` ${this.label.get(e.line)}=${value}${LETTERS[e.cause]}`;
      if (e.process === last) rows[rows.length - 1] += step;
      else rows.push(`P${e.process}${step}`);
      last = e.process;
    }
    return `${this.data.machine.header}# steps chosen in the page of a run\n${rows.join("\n")}\nsteps ${s.at}\n`;
  }
}
