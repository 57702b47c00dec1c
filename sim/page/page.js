/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * page.js: draws a run (run.js), of which only what is in sight is ever drawn, and goes through it by key.
 */
"use strict";

const LANE = 30,
  LEFT = 52,
  ROW = 20,
  MANY = 200; /* rows of a table: of more, only those in sight are made */
const $ = id => document.getElementById(id);
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

class Page {
  constructor(data) {
    this.run = new Run(data);
    this.data = data;
    this.now = 0;
    this.scale = 14;
    this.from = 0;
    this.top = 0; /* pixels of lanes above those in sight */
    this.head();
    this.scale = Math.max(14, Math.min(40, this.width() / (this.run.steps + 2)));
    this.listen();
    this.refold();
    this.resize();
    const asked = /step=(\d+)/.exec(location.hash);
    this.go(asked ? Number(asked[1]) : data.violations.length > 0 ? data.violations[0].step : 0);
  }

  head() {
    const d = this.data;
    document.body.classList.add("live");
    $("title").textContent = d.title;
    $("scope").textContent = d.scope;
    const words = [d.note]
      .concat(d.violations.map(v => `At step ${v.step} ${v.text}`))
      .filter(w => w)
      .join(". ");
    $("verdict").hidden = words === "";
    $("verdict").textContent = words;
    $("of").textContent = `of ${this.run.steps} · ${d.end}`;
    $("step").max = this.run.steps;
    $("to-violation").hidden = d.violations.length === 0;
    $("to-loop").hidden = d.loop === 0;
    $("legend").textContent =
      "Bars: " +
      ["recover", "doorway", "waiting room", "critical section", "exit"]
        .filter((w, k) => k > 0 || d.rows.some(r => r[2] === 1))
        .join(", ") +
      ". ● an RMR, ○ a free access; a dashed line: parked. " +
      (this.run.marks.some(list => list.some(m => m[2] !== "")) ? "◇ a write is issued, ◆ it is committed. " : "") +
      (this.run.crashes.some(list => list.length > 0) ? "✕ a crash. " : "") +
      "Arrows: whose write took the copy away; of the chosen step, in blue, also which write it reads, or who reads it.";
    $("forks-part").hidden = d.forks.length === 0;
    document.title = `${d.title}: a run`;
  }

  listen() {
    const acts = {
      first: () => this.go(0),
      back: () => this.move(-1),
      next: () => this.move(1),
      last: () => this.go(this.run.steps),
      rmr: () => this.jump(this.run.rmrs, 1),
      section: () => this.jump(this.run.turns, 1),
      in: () => this.zoom(1.5),
      out: () => this.zoom(1 / 1.5),
      violation: () => this.go(this.data.violations[0].step),
      loop: () => this.go(this.data.loop - 1),
    };
    for (const b of document.querySelectorAll("[data-do]")) b.addEventListener("click", () => acts[b.dataset.do]());
    const keys = {
      ArrowLeft: acts.back,
      ArrowRight: acts.next,
      Home: acts.first,
      End: acts.last,
      PageUp: () => this.move(-20),
      PageDown: () => this.move(20),
      r: acts.rmr,
      R: () => this.jump(this.run.rmrs, -1),
      s: acts.section,
      S: () => this.jump(this.run.turns, -1),
      "+": acts.in,
      "-": acts.out,
      v: () => this.data.violations.length > 0 && acts.violation(),
      l: () => this.data.loop > 0 && acts.loop(),
      f: () => $("fold").click(),
    };
    addEventListener("keydown", event => {
      if (
        (event.target.tagName === "INPUT" && event.target.type !== "checkbox") ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      const act = keys[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
    $("step").addEventListener("change", () => this.go(Number($("step").value)));
    $("fold").addEventListener("change", () => {
      this.refold();
      this.draw();
    });
    $("scroll").addEventListener("input", () => {
      this.from = Number($("scroll").value);
      this.lanes();
    });
    $("list-frame").addEventListener("scroll", () => this.list());
    $("lanes-frame").addEventListener("scroll", () => {
      this.top = $("lanes-frame").scrollTop;
      this.lanes();
    });
    $("processes-frame").addEventListener("scroll", () => this.processes());
    $("registers-frame").addEventListener("scroll", () => this.registers());
    $("lanes").addEventListener("click", event =>
      this.go(Math.ceil(this.from + (event.offsetX - LEFT) / this.scale)),
    );
    addEventListener("resize", () => this.resize());
    addEventListener("hashchange", () => {
      const asked = /step=(\d+)/.exec(location.hash);
      if (asked && Number(asked[1]) !== this.now) this.go(Number(asked[1]));
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.lanes());
  }

  move(by) {
    if (this.visible === null) return this.go(this.now + by);
    const k =
      lowerBound(this.visible, this.now) +
      (by > 0 && this.visible[lowerBound(this.visible, this.now)] !== this.now ? by - 1 : by);
    this.go(this.visible[Math.max(0, Math.min(this.visible.length - 1, k))] || 0);
  }

  jump(list, by) {
    const k = by > 0 ? lowerBound(list, this.now + 1) : lowerBound(list, this.now) - 1;
    if (k >= 0 && k < list.length) this.go(list[k]);
  }

  zoom(by) {
    this.scale = Math.max(this.width() / (this.run.steps + 1) / 1.05, Math.min(60, this.scale * by));
    this.centre();
    this.lanes();
  }

  go(k) {
    this.now = Math.max(0, Math.min(this.run.steps, Math.round(k) || 0));
    history.replaceState(null, "", `#step=${this.now}`);
    this.centre();
    this.draw();
    this.reveal();
    this.show();
  }

  /* The lane of who moves, and the register that has changed, come into sight. */
  show() {
    const p = this.now > 0 ? this.data.events[this.now - 1][0] : 0,
      frame = $("lanes-frame"),
      table = $("registers-frame"),
      y = (p - 1) * LANE,
      v = this.state.changed;
    if (p > 0 && (y < frame.scrollTop || y + LANE > frame.scrollTop + this.high)) {
      frame.scrollTop = Math.max(0, y - this.high / 2);
      this.top = frame.scrollTop;
      this.lanes();
    }
    if (v >= 0 && this.data.first.length > MANY) {
      if (v * ROW < table.scrollTop || (v + 1) * ROW > table.scrollTop + table.clientHeight)
        table.scrollTop = Math.max(0, v * ROW - table.clientHeight / 2);
      this.registers();
    }
  }

  width() {
    return $("lanes-frame").clientWidth - LEFT;
  }

  centre() {
    const span = this.width() / this.scale;
    if (this.now < this.from + 1 || this.now > this.from + span - 1) this.from = this.now - span / 2;
    this.from = Math.max(0, Math.min(this.run.steps + 1 - span, this.from));
    if (span > this.run.steps + 1) this.from = 0;
  }

  /* The canvas is as high as the lanes in sight; what it lies in is as high as all of them, and can be scrolled. */
  resize() {
    const canvas = $("lanes"),
      ratio = devicePixelRatio || 1,
      foot = this.data.loop > 0 ? 40 : 22,
      width = $("lanes-frame").clientWidth;
    this.high = Math.min(this.run.n * LANE, Math.max(6 * LANE, Math.floor(innerHeight * 0.46) - foot));
    canvas.width = width * ratio;
    canvas.height = (this.high + foot) * ratio;
    canvas.style.height = `${this.high + foot}px`;
    $("lanes-frame").style.height = `${this.high + foot + 2}px`;
    $("lanes-all").style.height = `${this.run.n * LANE + foot}px`;
    this.centre();
    this.draw();
  }

  draw() {
    this.state = this.run.state(this.now);
    $("step").value = this.now;
    $("why").textContent = this.run.why(this.now);
    this.lanes();
    this.list();
    this.code();
    this.processes();
    this.registers();
    if (this.data.forks.length > 0) this.forks();
  }

  /* --- lanes --- */

  x(step) {
    return LEFT + (step - this.from) * this.scale;
  }

  y(p) {
    return 4 + (p - 1) * LANE - this.top;
  }

  lanes() {
    const canvas = $("lanes"),
      c = canvas.getContext("2d"),
      ratio = devicePixelRatio || 1;
    const span = this.width() / this.scale,
      to = this.from + span;
    const colours = ["", css("--recover"), css("--doorway"), css("--waiting"), css("--cs"), css("--exit")],
      fg = css("--fg"),
      bad = css("--bad");
    Object.assign($("scroll"), {max: Math.max(0, Math.ceil(this.run.steps + 1 - span)), value: this.from});
    c.reset();
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, canvas.width, canvas.height);
    c.font = "13px system-ui";
    if (this.data.loop > 0) {
      c.fillStyle = css("--now");
      c.fillRect(this.x(this.data.loop - 1), 0, this.x(this.run.steps) - this.x(this.data.loop - 1), canvas.height);
      c.fillStyle = fg;
      c.fillText("⟲ again and again", this.x(this.data.loop - 1) + 4, this.high + 34);
    }
    const first = Math.floor(this.top / LANE) + 1,
      last = Math.min(this.run.n, Math.ceil((this.top + this.high) / LANE));
    c.save();
    c.beginPath();
    c.rect(LEFT, 0, this.width(), this.high);
    c.clip();
    for (let p = first; p <= last; p++) {
      const y = this.y(p);
      this.bars(c, p, y, to, colours, bad);
      this.sleeps(c, p, y, to, fg);
      if (this.scale >= 3) this.steps(c, p, y, to, fg);
      this.crashes(c, p, y, to, bad);
    }
    if (this.scale >= 6) this.arrows(c, to, fg);
    this.feeds(c, to, css("--link"));
    c.strokeStyle = bad;
    c.lineWidth = 1;
    c.strokeRect(this.x(this.now) - this.scale, 1, this.scale, this.high - 2);
    c.restore();
    this.ruler(c, to, fg);
    c.beginPath();
    c.rect(0, 0, LEFT, this.high);
    c.clip();
    for (let p = first; p <= last; p++) {
      c.fillStyle = this.state.dead[p] ? css("--dim") : fg;
      c.fillText(`P${p}${this.state.dead[p] ? " †" : ""}`, 4, this.y(p) + 15);
    }
  }

  bars(c, p, y, to, colours, bad) {
    const bars = this.run.lanes[p];
    let k = lowerBound(bars.map ? this.ends(p) : [], this.from);
    for (; k < bars.length && bars[k].from <= to; k++) {
      const bar = bars[k],
        x = this.x(bar.from),
        w = Math.max(1, this.x(bar.to) - x);
      c.fillStyle = bar.broken ? bad : colours[bar.section];
      c.globalAlpha = bar.section === 4 ? 1 : 0.55;
      c.fillRect(x, y + (bar.section === 4 ? 0 : 4), w, bar.section === 4 ? 22 : 14);
    }
    c.globalAlpha = 1;
  }

  ends(p) {
    this.endsOf = this.endsOf || [];
    return this.endsOf[p] || (this.endsOf[p] = this.run.lanes[p].map(b => b.to));
  }

  sleeps(c, p, y, to, fg) {
    c.strokeStyle = fg;
    c.lineWidth = 1;
    for (const [from, end] of this.run.parks[p]) {
      if (end < this.from || from > to) continue;
      c.setLineDash([3, 3]);
      c.beginPath();
      c.moveTo(this.x(from), y + 11);
      c.lineTo(this.x(end), y + 11);
      c.stroke();
      c.setLineDash([]);
    }
  }

  steps(c, p, y, to, fg) {
    const marks = this.run.marks[p],
      radius = Math.min(4, this.scale / 3);
    this.marksAt = this.marksAt || [];
    const at = this.marksAt[p] || (this.marksAt[p] = marks.map(m => m[0]));
    c.fillStyle = c.strokeStyle = fg;
    c.lineWidth = 1;
    for (let k = lowerBound(at, this.from); k < marks.length && marks[k][0] <= to + 1; k++) {
      c.beginPath();
      const x = this.x(marks[k][0] - 0.5);
      if (marks[k][2] === "") {
        c.arc(x, y + 11, radius, 0, 7);
      } else {
        c.moveTo(x - radius - 1, y + 11);
        c.lineTo(x, y + 10 - radius);
        c.lineTo(x + radius + 1, y + 11);
        c.lineTo(x, y + 12 + radius);
        c.closePath();
      }
      if (marks[k][1] && marks[k][2] !== "issue") c.fill();
      else c.stroke();
    }
  }

  crashes(c, p, y, to, bad) {
    c.fillStyle = bad;
    for (const k of this.run.crashes[p]) if (k > this.from && k <= to + 1) c.fillText("✕", this.x(k - 0.5) - 5, y + 16);
  }

  arrows(c, to, fg) {
    const first = lowerBound(this.arrowsAt || (this.arrowsAt = this.run.arrows.map(a => a[2])), this.from);
    c.strokeStyle = c.fillStyle = fg;
    for (let k = first; k < this.run.arrows.length && this.run.arrows[k][2] <= to; k++) {
      const [a, p, b, q] = this.run.arrows[k],
        mine = a === this.now || b === this.now;
      c.globalAlpha = mine ? 1 : 0.18;
      c.lineWidth = mine ? 2 : 1;
      this.arrow(c, a, p, b, q);
    }
    c.globalAlpha = 1;
  }

  arrow(c, a, p, b, q) {
    const x1 = this.x(a - 0.5),
      y1 = this.y(p) + 11,
      x2 = this.x(b - 0.5),
      y2 = this.y(q) + 11;
    c.beginPath();
    c.moveTo(x1, y1);
    c.bezierCurveTo((x1 + x2) / 2, y1, (x1 + x2) / 2, y2, x2, y2);
    c.stroke();
    c.beginPath();
    c.moveTo(x2, y2);
    c.lineTo(x2 - 7, y2 - 4);
    c.lineTo(x2 - 7, y2 + 4);
    c.fill();
  }

  /* Which write the chosen step reads, and who reads what it writes. */
  feeds(c, to, colour) {
    const who = k => this.run.by(k);
    c.strokeStyle = c.fillStyle = colour;
    c.lineWidth = 2;
    for (const [a, b] of this.run.feeds(this.now, Math.min(this.run.steps, Math.ceil(to))))
      if (who(a) !== 0) this.arrow(c, a, who(a), b, who(b));
  }

  ruler(c, to, fg) {
    let every = 1;
    while (every * this.scale < 50) every *= every.toString()[0] === "2" ? 2.5 : 2;
    c.fillStyle = fg;
    for (let k = Math.max(every, Math.ceil(this.from / every) * every); k <= Math.min(to, this.run.steps); k += every)
      c.fillText(`${k}`, Math.max(LEFT, this.x(k) - this.scale / 2 - 6), this.high + 17);
  }

  /* --- tables --- */

  refold() {
    this.visible = null;
    if ($("fold").checked) {
      this.visible = [];
      for (let k = 1; k <= this.run.steps; k++) if (!this.run.dull(k)) this.visible.push(k);
    }
    $("list").style.height = `${(this.visible === null ? this.run.steps : this.visible.length) * ROW}px`;
    this.list();
  }

  reveal() {
    const frame = $("list-frame"),
      place = (this.visible === null ? this.now - 1 : lowerBound(this.visible, this.now)) * ROW;
    if (place < frame.scrollTop || place > frame.scrollTop + frame.clientHeight - 2 * ROW)
      frame.scrollTop = place - frame.clientHeight / 2;
    this.list();
  }

  list() {
    const frame = $("list-frame"),
      list = $("list"),
      n = this.visible === null ? this.run.steps : this.visible.length;
    const first = Math.max(0, Math.floor(frame.scrollTop / ROW) - 5),
      last = Math.min(n, first + Math.ceil(frame.clientHeight / ROW) + 10);
    const rows = [];
    for (let k = first; k < last; k++) {
      const step = this.visible === null ? k + 1 : this.visible[k],
        row = document.createElement("div");
      row.textContent = this.run.tell(step);
      row.style.top = `${k * ROW}px`;
      row.className = [
        step === this.now ? "now" : "",
        this.run.dull(step) ? "free" : "",
        this.data.violations.some(v => v.step === step) ? "broken" : "",
        this.data.loop > 0 && step >= this.data.loop ? "loop" : "",
      ]
        .join(" ")
        .trim();
      row.title = row.textContent; /* it may be cut off */
      row.addEventListener("click", () => this.go(step));
      rows.push(row);
    }
    list.replaceChildren(...rows);
  }

  /* Rows of a table, with so much room above and below for those that are not in sight. */
  fill(id, rows, above = 0, below = 0) {
    const room = pixels => {
      const row = document.createElement("tr");
      row.style.height = `${pixels}px`;
      return row;
    };
    const made = rows.map(([cells, name]) => {
      const row = document.createElement("tr");
      row.className = name;
      for (const [text, kind] of cells) {
        const cell = document.createElement("td");
        cell.textContent = cell.title = text;
        cell.className = kind || "";
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
    frame.tabIndex = n > MANY ? 0 : -1;
    if (n > MANY) {
      first = Math.min(n, Math.max(0, Math.floor(frame.scrollTop / ROW) - 5));
      last = Math.min(n, first + Math.ceil(frame.clientHeight / ROW) + 10);
    }
    for (let k = first; k < last; k++) rows.push(rowOf(k));
    this.fill(id, rows, first * ROW, (n - last) * ROW);
  }

  code() {
    const s = this.state;
    this.fill(
      "code",
      this.data.rows.map(([label, text, section, line]) => {
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
    const s = this.state;
    this.some("processes", this.run.n + 1, p => {
      if (p === 0) return [[["", ""], ["where"], ["next line"], ["RMRs: passage, all"], ["passages"]], ""];
      const row = this.run.rowOf.get(s.line[p]),
        sleeps = this.run.sleepsFor(s, p),
        waiting = this.run.waiting(s, p);
      return [
        [
          [`P${p}`],
          [
            s.dead[p]
              ? "dead"
              : SECTIONS[s.section[p]] +
                (sleeps !== "" ? `, parked while ${sleeps}` : "") +
                (waiting !== "" ? `, in its buffer ${waiting}` : ""),
            `section s${s.section[p]}`,
          ],
          [s.section[p] !== 0 && row ? row[0] : ""],
          [`${s.passage[p]}, ${s.rmr[p]}`],
          [`${s.passages[p]}`],
        ],
        s.dead[p] ? "dead" : "",
      ];
    });
  }

  registers() {
    const s = this.state;
    this.some("registers", s.value.length, v => {
      const who = [];
      for (let p = 1; p <= this.run.n && this.data.cached; p++) if (holds(s.copies[v], p)) who.push(`P${p}`);
      return [
        [
          [this.data.registers[v]],
          [[this.run.text(s.value[v]), this.run.age(s, v)].filter(w => w).join(", ")],
          [who.length > 0 ? `copies: ${who.join(" ")}` : "", "dim"],
        ],
        v === s.changed ? "changed" : "",
      ];
    });
  }

  /* The philosophers in a circle. A fork lies beside its owner, or in the middle; an arrow leads from who waits, or comes
   * after the other one, to that one. */
  forks() {
    const n = this.run.n,
      size = 300,
      around = p => {
        const a = (2 * Math.PI * (p - 1)) / n - Math.PI / 2;
        return [size / 2 + (size / 2 - 24) * Math.cos(a), size / 2 + (size / 2 - 24) * Math.sin(a)];
      },
      parts = [];
    this.data.forks.forEach(([low, high], k) => {
      const is = this.state.forks[k] % 27,
        owned = this.state.forks[k] < 27,
        owner = is % 3,
        ready = Math.floor(is / 3) % 3,
        arrow = Math.floor(is / 9),
        [x1, y1] = around(low),
        [x2, y2] = around(high),
        length = Math.hypot(x2 - x1, y2 - y1),
        from = arrow || ready,
        at = part => [x1 + part * (x2 - x1), y1 + part * (y2 - y1)];
      parts.push(svg("line", {x1, y1, x2, y2, class: arrow ? "after" : ready ? "waited" : "edge"}));
      if (from > 0) {
        const [x, y] = at(from === 1 ? 1 - 17 / length : 17 / length),
          turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI + (from === 1 ? 0 : 180);
        const head = {points: "0,0 -9,-4 -9,4", transform: `translate(${x},${y}) rotate(${turn})`};
        parts.push(svg("polygon", {...head, class: arrow ? "after" : "waited"}));
      }
      if (!owned) return;
      const [x, y] = at(owner === 1 ? 32 / length : owner === 2 ? 1 - 32 / length : 0.5);
      const shape = {points: "-6,0 0,-6 6,0 0,6", transform: `translate(${x},${y})`};
      parts.push(svg("polygon", {...shape, class: `fork ${ready ? "waited" : owner ? "taken" : ""}`}));
    });
    for (let p = 1; p <= n; p++) {
      const [x, y] = around(p),
        name = svg("text", {x, y: y + 4, "text-anchor": "middle"});
      name.textContent = `P${p}`;
      parts.push(svg("circle", {cx: x, cy: y, r: 15, class: `seat s${this.state.section[p]}`}), name);
    }
    $("forks").replaceChildren(...parts);
  }
}

function svg(name, attributes) {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) part.setAttribute(key, attributes[key]);
  return part;
}

new Page(JSON.parse($("data").textContent));
