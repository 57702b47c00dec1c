/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tables.js: the tables of a run: its steps, the pseudocode, the processes, the registers. Of many rows only
 * those in sight are made.
 */
"use strict";

const ROW = 20,
  MANY = 200; /* rows of a table: of more, only those in sight are made */

class Tables {
  constructor(page) {
    this.page = page;
    this.visible = null; /* the steps that are not folded; null: all */
  }

  get run() {
    return this.page.run;
  }

  draw() {
    this.list();
    this.code();
    this.processes();
    this.registers();
  }

  /* --- the list of steps --- */

  refold() {
    this.visible = null;
    if ($("fold").checked) {
      this.visible = [];
      for (let k = 1; k <= this.run.steps; k++) if (!this.run.dull(k)) this.visible.push(k);
    }
    $("list").style.height = `${(this.visible === null ? this.run.steps : this.visible.length) * ROW}px`;
    this.list();
  }

  /* The step that is `by` rows away from the present one. */
  beside(by) {
    const now = this.page.now;
    if (this.visible === null) return now + by;
    const at = lowerBound(this.visible, now),
      k = at + (by > 0 && this.visible[at] !== now ? by - 1 : by);
    return this.visible[Math.max(0, Math.min(this.visible.length - 1, k))] || 0;
  }

  reveal() {
    const frame = $("list-frame"),
      place = (this.visible === null ? this.page.now - 1 : lowerBound(this.visible, this.page.now)) * ROW;
    if (place < frame.scrollTop || place > frame.scrollTop + frame.clientHeight - 2 * ROW)
      frame.scrollTop = place - frame.clientHeight / 2;
    this.list();
  }

  list() {
    const frame = $("list-frame"),
      n = this.visible === null ? this.run.steps : this.visible.length;
    const first = Math.max(0, Math.floor(frame.scrollTop / ROW) - 5),
      last = Math.min(n, first + Math.ceil(frame.clientHeight / ROW) + 10);
    const rows = [];
    for (let k = first; k < last; k++) rows.push(this.listed(this.visible === null ? k + 1 : this.visible[k], k));
    $("list").replaceChildren(...rows);
  }

  listed(step, k) {
    const row = document.createElement("div"),
      {violations, loop, chosen} = this.page.data;
    row.textContent = this.run.tell(step);
    row.style.top = `${k * ROW}px`;
    row.className = [
      step === this.page.now ? "now" : "",
      this.run.dull(step) ? "free" : "",
      violations.some(v => v.step === step) ? "broken" : "",
      loop > 0 && step >= loop ? "loop" : "",
      step >= (chosen || Infinity) ? "chosen" : "",
    ]
      .join(" ")
      .trim();
    row.title = row.textContent; /* it may be cut off */
    row.addEventListener("click", () => this.page.go(step));
    return row;
  }

  /* --- tables --- */

  /* Rows of a table, [cells, class], with so much room above and below for those that are not in sight. A cell is
   * [text, class, lines below it in small letters]. */
  fill(id, rows, above = 0, below = 0) {
    const room = pixels => {
      const row = document.createElement("tr");
      row.style.height = `${pixels}px`;
      return row;
    };
    const made = rows.map(([cells, name]) => {
      const row = document.createElement("tr");
      row.className = name;
      for (const [text, kind, notes] of cells) {
        const cell = document.createElement("td");
        cell.textContent = cell.title = text;
        cell.className = kind || "";
        for (const [words, of] of notes || []) {
          const line = document.createElement("div");
          line.textContent = words;
          line.className = of;
          line.title = words;
          cell.append(line);
        }
        row.append(cell);
      }
      return row;
    });
    if (above > 0) made.unshift(room(above));
    if (below > 0) made.push(room(below));
    $(id).replaceChildren(...made);
  }

  /* A table of n rows; of many, those in sight. */
  some(id, n, rowOf) {
    const frame = $(`${id}-frame`),
      rows = [];
    let first = 0,
      last = n;
    frame.classList.toggle("many", n > MANY);
    if (n > MANY) {
      first = Math.min(n, Math.max(0, Math.floor(frame.scrollTop / ROW) - 5));
      last = Math.min(n, first + Math.ceil(frame.clientHeight / ROW) + 10);
    }
    for (let k = first; k < last; k++) rows.push(rowOf(k));
    this.fill(id, rows, first * ROW, (n - last) * ROW);
  }

  code() {
    const s = this.page.state;
    this.fill(
      "code",
      this.page.data.rows.map(([label, text, section, line]) => {
        const who = [];
        for (let p = 1; p <= this.run.n && line > 0; p++)
          if (s.line[p] === line && !s.dead[p] && s.section[p] !== 0) who.push(`P${p}`);
        return [
          [
            [label],
            [text, `section ${section >= 0 ? `s${section}` : "none"}`],
            [who.length > 8 ? `${who.length} of them` : who.join(" "), "who"],
          ],
          who.length > 0 ? "at" : "",
        ];
      }),
    );
  }

  processes() {
    this.some("processes", this.run.n, k => this.process(k + 1));
  }

  process(p) {
    const s = this.page.state,
      row = this.run.rowOf.get(s.line[p]),
      sleeps = this.run.sleepsFor(s, p),
      waiting = this.run.waiting(s, p),
      notes = [];
    const where =
      SECTIONS[s.section[p]] +
      (sleeps !== "" ? `, parked while ${sleeps}` : "") +
      (waiting !== "" ? `, in its buffer ${waiting}` : "");
    if (this.run.n <= MANY && row && !s.dead[p] && s.section[p] !== 0) {
      notes.push([`${row[0]} ${row[1].trim().replace(/\s+/g, " ")}`, "line"]);
      const locals = this.page.panel.locals(p);
      if (locals !== "") notes.push([locals, "locals"]);
    }
    return [
      [
        [`P${p}`],
        [s.dead[p] ? "dead" : where, `section s${s.section[p]}`, notes],
        [`${s.passage[p]} of ${s.rmr[p]}`],
        [`${s.passages[p]}`],
      ],
      s.dead[p] ? "dead" : "",
    ];
  }

  registers() {
    const s = this.page.state;
    this.some("registers", s.value.length, v => {
      const who = [];
      for (let p = 1; p <= this.run.n && this.page.data.cached; p++) if (holds(s.copies[v], p)) who.push(p);
      return [
        [
          [this.page.data.registers[v]],
          [[this.run.text(s.value[v]), this.run.age(s, v)].filter(w => w).join(", ")],
          [people(who), "dim"],
        ],
        v === s.changed ? "changed" : "",
      ];
    });
  }

  /* The next line of P_p, which has just moved, and the register that has changed come into sight. */
  show(p) {
    const line = this.page.data.rows.findIndex(r => r[3] > 0 && r[3] === this.page.state.line[p]);
    if (line >= 0) into($("code-frame"), $("code").rows[line].offsetTop, $("code").rows[line].offsetHeight);
    const v = this.page.state.changed,
      frame = $("registers-frame"),
      row = $("registers").rows[0];
    if (v < 0 || !row) return;
    if (this.page.state.value.length <= MANY) return into(frame, $("registers").rows[v].offsetTop, row.offsetHeight);
    into(frame, v * ROW, ROW);
    this.registers();
  }
}

/* A part of what a frame shows comes into sight, below the heads of a table. */
function into(frame, top, high) {
  if (top - ROW < frame.scrollTop || top + high > frame.scrollTop + frame.clientHeight)
    frame.scrollTop = Math.max(0, top - frame.clientHeight / 2);
}

/* "P1 P3-P7": of ascending numbers. */
function people(who) {
  const runs = [];
  for (const p of who) {
    const last = runs[runs.length - 1];
    if (last !== undefined && last[1] === p - 1) last[1] = p;
    else runs.push([p, p]);
  }
  return runs.map(([from, to]) => (from === to ? `P${from}` : `P${from}${to - from > 1 ? "-" : " "}P${to}`)).join(" ");
}
