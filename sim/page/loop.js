/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loop.js: steps that lead back to a state in which the run has been. They can be made again and again, with the same
 * values, so a run without end is judged by them: in P3 and P4 a process takes steps without end in its exit,
 * or in its entry without a conflict. P2 and P6 are promises in fair runs only, in which each process outside its
 * remainder takes steps, or waits for a register that nobody writes: a process never enters (P2), or nobody does (P6).
 */
"use strict";

const LOOP_MOST = 500; /* steps of a loop that is found */

/* A text that two states share exactly if the same steps lead on from both. Copies do not count: they change costs, and
 * whether a process that waits in vain is parked or looks again. */
function fingerprint(system, s) {
  const parts = s.process.slice(1).map((me, k) => {
    const {my} = me,
      p = k + 1,
      made = system.data.passages[p] > 0 ? me.passages : Math.min(me.passages, system.data.sessions[p].length - 1),
      arrays = Object.values(my.elements).map(words => words.join(" "));
    return [my.node, my.slots.join(" "), ...arrays, me.section, me.session, made].join();
  });
  return [...parts, s.memory.join(" ")].join(";");
}

/* The effect of a loop on each process: `begin` is the state before its first step, `steps` has the processes that
 * step. */
class Loop {
  constructor(system, begin, steps) {
    this.system = system;
    this.begin = begin;
    this.n = steps.length;
    const of = () => begin.process.map(() => false);
    [this.moved, this.entered, this.woken] = [of(), of(), of()];
    this.sections = begin.process.map((me, p) => new Set(p > 0 ? [me.section] : []));
    const s = system.copy(begin);
    for (const p of steps) {
      const event = system.step(s, p);
      this.moved[p] = true;
      this.sections[p].add(event.section);
      if (event.section === CRITICAL) this.entered[p] = true;
      for (const q of event.woken) this.woken[q] = true;
    }
    this.all = begin.process.map((_, p) => p).slice(1);
  }

  /* Whether P_p goes on for ever: it takes steps, or it waits in vain each time it looks. */
  goesOn(p) {
    return this.moved[p] || (this.begin.process[p].parked > 0 && !this.woken[p]);
  }

  stays(p, within) {
    return [...this.sections[p]].every(within);
  }

  isFair() {
    return this.all.every(p => this.goesOn(p) || this.begin.process[p].section === REMAINDER);
  }

  isAlone(p) {
    return this.all.every(q => !this.system.conflict(p, q, this.begin) || this.stays(q, is => is === REMAINDER));
  }

  /* The processes that are in the entry all the time. */
  enters() {
    return this.all.filter(p => this.goesOn(p) && this.stays(p, is => is > REMAINDER && is < CRITICAL));
  }

  /* [[property, process, what]] */
  breaks() {
    const {bounds} = this.system.data,
      kept = this.enters(),
      alone = bounds.includes("P4") ? kept.find(p => this.isAlone(p)) : undefined,
      inExit = p => this.goesOn(p) && this.stays(p, is => is === EXIT),
      leaves = bounds.includes("P3") ? this.all.find(inExit) : undefined,
      found = [];
    if (leaves !== undefined) found.push(["P3", leaves, `P${leaves} can take steps without end`]);
    if (alone !== undefined) found.push(["P4", alone, `P${alone} can take steps without end`]);
    if (this.isFair() && kept.length > 0) {
      found.push(["P2", kept[0], `P${kept[0]} can starve`]);
      if (!this.entered.includes(true)) found.push(["P6", kept[0], "nobody can enter"]);
    }
    return found;
  }
}
