/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * panel.js: the choice of another next step (walk.js): the processes that may step, their steps, and the schedule so
 * made. In a run whose algorithm the page cannot carry out it says why.
 */
"use strict";

const SAYS = {parked: "is parked", done: "has made its passages"};

class Panel {
  constructor(page) {
    this.page = page;
    this.recorded = page.data;
    this.walk = typeof page.data.machine === "string" ? null : new Walk(page.data);
    this.astray = ""; /* why the last choice could not be carried out */
  }

  /* "j = 2, max = 3"; "" where nothing is known. */
  locals(p) {
    if (this.walk === null) return "";
    return this.walk
      .locals(this.page.now, p)
      .map(([name, value]) => `${name} = ${value}`)
      .join(", ");
  }

  draw() {
    const choices = this.walk === null ? [] : this.walk.choices(this.page.now),
      recorded = this.page.data.events[this.page.now];
    $("choices").replaceChildren(...choices.map(c => this.button(c, recorded !== undefined && recorded[0] === c.p)));
    $("choose-note").textContent = this.note();
    $("to-recorded").hidden = this.page.data === this.recorded;
    $("download").hidden = choices.length === 0 || this.page.now === 0;
  }

  note() {
    const {chosen} = this.page.data;
    if (this.walk === null) return `Another next step cannot be chosen: ${this.page.data.machine}.`;
    if (this.walk.broken !== "")
      return `Another next step cannot be chosen: the page does not follow the record, ${this.walk.broken}.`;
    if (this.astray !== "") return this.astray;
    const over = this.walk.over(this.page.now);
    if (over !== "") return `Behind step ${this.page.now} ${over}.`;
    if (chosen) return `From step ${chosen} on (shaded) the steps are chosen; ← takes one back.`;
    return this.page.now < this.page.run.steps
      ? "A click makes this step instead of the next one of the run, which is underlined."
      : "A click makes one more step.";
  }

  button(choice, recorded) {
    const b = document.createElement("button"),
      {p, status, label, what, costs} = choice;
    b.className = `choice s${choice.section}${recorded ? " recorded" : ""}`;
    b.disabled = status !== "ready";
    b.textContent = `P${p}  ${status === "ready" ? `${label}: ${what}${costs ? " · RMR" : ""}` : SAYS[status]}`;
    b.title = recorded ? "the next step of this run" : status === "ready" ? `let P${p} step (key ${p})` : "";
    b.addEventListener("click", () => this.choose(p));
    return b;
  }

  choose(p) {
    const now = this.page.now;
    this.astray = "";
    if (this.walk === null || !this.walk.choices(now).some(c => c.p === p && c.status === "ready")) return;
    try {
      const data = this.walk.choose(now, p);
      if (data !== this.page.data) {
        this.walk.along(data, now);
        this.page.load(data);
      }
      this.page.go(now + 1);
    } catch (e) {
      if (!(e instanceof Astray)) throw e;
      this.astray = `This step of P${p} leads astray: ${e.message}.`;
      this.draw();
    }
  }

  /* Back to the run of the record, at the step where one has left it. */
  back() {
    const left = this.page.data.chosen - 1;
    this.astray = "";
    this.walk.along(this.recorded, left);
    this.page.load(this.recorded);
    this.page.go(left);
  }

  download() {
    const text = this.walk.schedule(this.page.now),
      name = /^algorithm (?:.*\/)?([\w.-]+)/m.exec(text)[1].replace(/\.\w+$/, ""),
      a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
    a.download = `${name}.sched`;
    a.click();
    URL.revokeObjectURL(a.href);
  }
}
