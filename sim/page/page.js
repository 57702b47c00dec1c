/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * page.js: the page of a run (run.js), which one goes through by key. The lanes, the tables and the choice of another
 * step are drawn by lanes.js, tables.js, forks.js and panel.js. A step that one chooses makes another run.
 */
"use strict";

const $ = id => document.getElementById(id);
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

class Page {
  constructor(data) {
    document.body.classList.add("live");
    this.data = data;
    this.now = 0;
    this.run = new Run(data);
    this.state = this.run.state(0);
    this.panel = new Panel(this);
    this.tables = new Tables(this);
    this.head();
    this.key();
    this.lanes = new Lanes(this);
    this.listen();
    this.tables.refold();
    this.resize();
    const asked = /step=(\d+)/.exec(location.hash);
    this.go(asked ? Number(asked[1]) : data.violations.length > 0 ? data.violations[0].step : 0);
  }

  /* Another run. */
  load(data) {
    this.data = data;
    this.run = new Run(data);
    this.head();
    this.lanes.renew();
    this.tables.refold();
    this.now = Math.min(this.now, this.run.steps);
    this.state = this.run.state(this.now);
    this.lanes.resize();
  }

  head() {
    const d = this.data;
    $("title").textContent = d.title;
    $("scope").textContent = d.scope;
    const words = [d.note]
      .concat(d.violations.map(v => `At step ${v.step} ${v.text}`))
      .filter(w => w)
      .join(". ");
    $("verdict").hidden = words === "";
    $("verdict").textContent = words;
    $("of").textContent = `of ${this.run.steps} · ${d.chosen ? `chosen from step ${d.chosen} on` : d.end}`;
    $("step").max = this.run.steps;
    $("to-violation").hidden = d.violations.length === 0;
    $("to-loop").hidden = d.loop === 0;
    $("forks-part").hidden = d.forks.length === 0;
    document.title = `${d.title}: a run`;
  }

  /* The meaning of the colours and the marks of the lanes. */
  key() {
    const entry = (kind, words) => {
        const part = document.createElement("span");
        part.className = kind;
        part.textContent = words;
        return part;
      },
      used = section => this.data.rows.some(r => r[2] === section) || section === 4,
      marks = this.run.marks.flat(),
      parts = [1, 2, 3, 4, 5].filter(used).map(section => entry(`key s${section}`, SECTIONS[section]));
    if (this.data.violations.some(v => v.property === "P1") || this.panel.walk !== null)
      parts.push(entry("key broken", "together, and must not"));
    parts.push(entry("", "● an RMR"), entry("", "○ a free access"), entry("", "┄ parked"));
    if (marks.some(m => m[2] !== "")) parts.push(entry("", "◆◇ a write is issued"), entry("", "□ it is committed"));
    if (this.run.crashes.some(list => list.length > 0)) parts.push(entry("", "✕ a crash"));
    parts.push(entry("", "→ took the copy"), entry("feeds", "→ is read by"));
    $("legend").replaceChildren(...parts);
  }

  acts() {
    return {
      first: () => this.go(0),
      back: () => this.go(this.tables.beside(-1)),
      next: () => this.go(this.tables.beside(1)),
      last: () => this.go(this.run.steps),
      rmr: () => this.jump(this.run.rmrs, 1),
      section: () => this.jump(this.run.turns, 1),
      in: () => this.lanes.zoom(1.5),
      out: () => this.lanes.zoom(1 / 1.5),
      violation: () => this.data.violations.length > 0 && this.go(this.data.violations[0].step),
      loop: () => this.data.loop > 0 && this.go(this.data.loop - 1),
      keys: () => ($("keys").open ? $("keys").close() : $("keys").showModal()),
      download: () => this.panel.download(),
      recorded: () => this.panel.back(),
    };
  }

  keys(acts) {
    const keys = {
      ArrowLeft: acts.back,
      ArrowRight: acts.next,
      Home: acts.first,
      End: acts.last,
      PageUp: () => this.go(this.tables.beside(-20)),
      PageDown: () => this.go(this.tables.beside(20)),
      r: acts.rmr,
      R: () => this.jump(this.run.rmrs, -1),
      s: acts.section,
      S: () => this.jump(this.run.turns, -1),
      "+": acts.in,
      "-": acts.out,
      v: acts.violation,
      l: acts.loop,
      f: () => $("fold").click(),
      "?": acts.keys,
    };
    for (let p = 1; p <= Math.min(9, this.run.n); p++) keys[p] = () => this.panel.choose(p);
    return keys;
  }

  listen() {
    const acts = this.acts(),
      keys = this.keys(acts);
    for (const b of document.querySelectorAll("[data-do]")) b.addEventListener("click", () => acts[b.dataset.do]());
    addEventListener("keydown", event => {
      const typing = event.target.tagName === "INPUT" && event.target.type !== "checkbox";
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = keys[event.key];
      if (act === undefined || ($("keys").open && event.key !== "?")) return;
      event.preventDefault();
      act();
    });
    $("step").addEventListener("change", () => this.go(Number($("step").value)));
    $("fold").addEventListener("change", () => this.tables.refold());
    $("scroll").addEventListener("input", () => {
      this.lanes.from = Number($("scroll").value);
      this.lanes.draw();
    });
    $("list-frame").addEventListener("scroll", () => this.tables.list());
    $("lanes-frame").addEventListener("scroll", () => this.lanes.scrolled());
    $("processes-frame").addEventListener("scroll", () => this.run.n > MANY && this.tables.processes());
    $("registers-frame").addEventListener("scroll", () => this.state.value.length > MANY && this.tables.registers());
    $("lanes").addEventListener("click", event => this.go(this.lanes.stepAt(event.offsetX, event.offsetY)));
    addEventListener("resize", () => this.resize());
    addEventListener("hashchange", () => {
      const asked = /step=(\d+)/.exec(location.hash);
      if (asked && Number(asked[1]) !== this.now) this.go(Number(asked[1]));
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.lanes.draw());
  }

  jump(list, by) {
    const k = by > 0 ? lowerBound(list, this.now + 1) : lowerBound(list, this.now) - 1;
    if (k >= 0 && k < list.length) this.go(list[k]);
  }

  go(k) {
    this.now = Math.max(0, Math.min(this.run.steps, Math.round(k) || 0));
    history.replaceState(null, "", `#step=${this.now}`);
    this.lanes.centre();
    this.draw();
    this.tables.reveal();
    const mover = this.now > 0 ? this.data.events[this.now - 1][0] : 0;
    this.lanes.show(mover);
    this.tables.show(mover);
  }

  resize() {
    this.lanes.resize();
    this.draw();
  }

  draw() {
    this.state = this.run.state(this.now);
    $("step").value = this.now;
    $("why").textContent = this.run.why(this.now);
    this.lanes.draw();
    this.panel.draw();
    this.room();
    this.tables.draw();
    if (this.data.forks.length > 0) drawForks(this);
  }

  /* The tables are as high as the rest of the window below the lanes. */
  room() {
    document.body.style.setProperty("--above", `${Math.ceil($("parts").getBoundingClientRect().top + scrollY)}px`);
  }
}

const page = new Page(JSON.parse($("data").textContent));
