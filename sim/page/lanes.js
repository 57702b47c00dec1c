/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lanes.js: the lanes of a run on a canvas: bars for sections, marks for steps, arrows. Only the lanes in sight are
 * drawn. Where few processes leave room, the lanes go on below, as music does: in bands, each with its own ruler.
 */
"use strict";

const LEFT = 52,
  MANY_LANES = 8; /* with more processes lanes are lower */

class Lanes {
  constructor(page) {
    this.page = page;
    this.from = 0; /* the step at the left of the first band */
    this.top = 0; /* pixels of lanes above those in sight */
    this.bands = 1;
    this.renew();
    this.measure();
    this.scale = Math.max(14, Math.min(40, (this.bands * this.width()) / (this.run.steps + 2)));
  }

  /* The run is another one. */
  renew() {
    this.endsOf = [];
    this.marksAt = [];
    this.arrowsAt = null;
    this.lane = this.run.n > MANY_LANES ? 22 : 30;
    this.foot = this.page.data.loop > 0 ? 40 : 22;
  }

  get run() {
    return this.page.run;
  }

  width() {
    return $("lanes-frame").clientWidth - LEFT;
  }

  /* How many bands there is room for, and how high the lanes of one are. */
  measure() {
    const room = Math.max(6 * this.lane, Math.floor(innerHeight * 0.34)),
      all = this.run.n * this.lane;
    this.high = Math.min(all, room - this.foot);
    this.bands = Math.max(1, Math.min(6, Math.floor(room / (all + this.foot))));
  }

  /* The number of steps of one band, and of those that are needed. */
  span() {
    return Math.max(1, Math.floor(this.width() / this.scale));
  }

  used() {
    return Math.max(1, Math.min(this.bands, Math.ceil((this.run.steps + 1) / this.span())));
  }

  zoom(by) {
    const least = (this.width() * this.bands) / (this.run.steps + 1) / 1.05;
    this.scale = Math.min(60, Math.max(least, this.scale * by));
    this.resize();
  }

  centre() {
    const now = this.page.now,
      span = this.span() * this.used(),
      end = this.run.steps + 1;
    if (now < this.from + 1 || now > this.from + span - 1) this.from = now - span / 2;
    this.from = span > end ? 0 : Math.floor(Math.max(0, Math.min(end - span, this.from)));
  }

  /* The canvas is as high as the lanes in sight; its parent is as high as all of them, and can be scrolled. */
  resize() {
    const canvas = $("lanes"),
      ratio = devicePixelRatio || 1,
      width = $("lanes-frame").clientWidth;
    this.measure();
    const high = this.used() * (this.high + this.foot);
    canvas.width = width * ratio;
    canvas.height = high * ratio;
    canvas.style.height = `${high}px`;
    $("lanes-frame").style.height = `${high + 2}px`;
    $("lanes-all").style.height = `${high + this.run.n * this.lane - this.high}px`;
    this.centre();
    this.draw();
  }

  /* The lane of P_p comes into sight. */
  show(p) {
    const frame = $("lanes-frame"),
      y = (p - 1) * this.lane;
    if (p === 0 || (y >= frame.scrollTop && y + this.lane <= frame.scrollTop + this.high)) return;
    frame.scrollTop = Math.max(0, y - this.high / 2);
    this.scrolled();
  }

  scrolled() {
    this.top = $("lanes-frame").scrollTop;
    this.draw();
  }

  /* The step at a place of the canvas. */
  stepAt(x, y) {
    const band = Math.min(this.used() - 1, Math.floor(y / (this.high + this.foot)));
    return Math.ceil(this.from + band * this.span() + (x - LEFT) / this.scale);
  }

  /* --- drawing --- */

  x(step) {
    return LEFT + (step - this.left) * this.scale;
  }

  y(p) {
    return this.above + 4 + (p - 1) * this.lane - this.top;
  }

  middle(p) {
    return this.y(p) + (this.lane - 8) / 2;
  }

  draw() {
    const canvas = $("lanes"),
      c = canvas.getContext("2d"),
      ratio = devicePixelRatio || 1,
      bands = this.used();
    this.colours = ["", css("--recover"), css("--doorway"), css("--waiting"), css("--cs"), css("--exit")];
    this.fg = css("--fg");
    this.bad = css("--bad");
    const most = Math.max(0, Math.ceil(this.run.steps + 1 - this.span() * bands));
    Object.assign($("scroll"), {max: most, value: this.from});
    $("scroll").hidden = most === 0;
    c.reset();
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.font = "13px system-ui";
    for (let band = 0; band < bands; band++) {
      this.left = this.from + band * this.span();
      this.above = band * (this.high + this.foot);
      c.save();
      this.band(c, this.left + this.span());
      c.restore();
    }
  }

  band(c, to) {
    const first = Math.floor(this.top / this.lane) + 1,
      last = Math.min(this.run.n, Math.ceil((this.top + this.high) / this.lane));
    c.save();
    c.beginPath();
    c.rect(LEFT, this.above, this.span() * this.scale, this.high + this.foot);
    c.clip();
    this.grounds(c);
    c.beginPath();
    c.rect(LEFT, this.above, this.span() * this.scale, this.high);
    c.clip();
    for (let p = first; p <= last; p++) {
      this.bars(c, p, to);
      this.sleeps(c, p, to);
      if (this.scale >= 3) this.steps(c, p, to);
      this.crashes(c, p, to);
    }
    if (this.scale >= 6) this.arrows(c, to);
    this.feeds(c, to);
    c.strokeStyle = this.bad;
    c.lineWidth = 1;
    if (this.page.now > 0) c.strokeRect(this.x(this.page.now) - this.scale, this.above + 1, this.scale, this.high - 2);
    c.restore();
    this.ruler(c, to);
    c.beginPath();
    c.rect(0, this.above, LEFT, this.high);
    c.clip();
    for (let p = first; p <= last; p++) {
      const dead = this.page.state.dead[p];
      c.fillStyle = dead ? css("--dim") : this.fg;
      c.fillText(`P${p}${dead ? " †" : ""}`, 4, this.middle(p) + 4);
    }
  }

  /* The ground below the bars: the loop; the place where one goes another way than the run. */
  grounds(c) {
    const {loop, chosen} = this.page.data;
    const ground = (from, words) => {
      const x = this.x(from);
      c.fillStyle = css("--now");
      c.fillRect(x, this.above, this.x(this.run.steps) - x, this.high + this.foot);
      c.fillStyle = this.fg;
      if (loop > 0) c.fillText(words, x + 4, this.above + this.high + 34);
    };
    if (loop > 0) ground(loop - 1, "⟲ again and again");
    else if (chosen) ground(chosen - 1, "");
  }

  bars(c, p, to) {
    const bars = this.run.lanes[p],
      y = this.y(p),
      small = this.lane < 30 ? 2 : 4,
      ends = this.endsOf[p] || (this.endsOf[p] = bars.map(b => b.to));
    for (let k = lowerBound(ends, this.left); k < bars.length && bars[k].from <= to; k++) {
      const bar = bars[k],
        x = this.x(bar.from),
        inset = bar.section === 4 ? 0 : small;
      c.fillStyle = bar.broken ? this.bad : this.colours[bar.section];
      c.globalAlpha = bar.section === 4 ? 1 : 0.55;
      c.fillRect(x, y + inset, Math.max(1, this.x(bar.to) - x), this.lane - 8 - 2 * inset);
    }
    c.globalAlpha = 1;
  }

  sleeps(c, p, to) {
    c.strokeStyle = this.fg;
    c.lineWidth = 1;
    c.setLineDash([3, 3]);
    for (const [from, end] of this.run.parks[p]) {
      if (end < this.left || from > to) continue;
      c.beginPath();
      c.moveTo(this.x(from), this.middle(p));
      c.lineTo(this.x(end), this.middle(p));
      c.stroke();
    }
    c.setLineDash([]);
  }

  steps(c, p, to) {
    const marks = this.run.marks[p],
      radius = Math.min(4, this.scale / 3),
      at = this.marksAt[p] || (this.marksAt[p] = marks.map(m => m[0])),
      y = this.middle(p);
    c.fillStyle = c.strokeStyle = this.fg;
    c.lineWidth = 1;
    for (let k = lowerBound(at, this.left); k < marks.length && marks[k][0] <= to + 1; k++) {
      c.beginPath();
      const x = this.x(marks[k][0] - 0.5);
      if (marks[k][2] === "") {
        c.arc(x, y, radius, 0, 7);
      } else if (marks[k][2] === "commit") {
        c.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      } else {
        c.moveTo(x - radius - 1, y);
        c.lineTo(x, y - 1 - radius);
        c.lineTo(x + radius + 1, y);
        c.lineTo(x, y + 1 + radius);
        c.closePath();
      }
      if (marks[k][1]) c.fill();
      else c.stroke();
    }
  }

  crashes(c, p, to) {
    c.fillStyle = this.bad;
    for (const k of this.run.crashes[p])
      if (k > this.left && k <= to + 1) c.fillText("✕", this.x(k - 0.5) - 5, this.middle(p) + 5);
  }

  arrows(c, to) {
    const arrows = this.run.arrows,
      now = this.page.now;
    this.arrowsAt = this.arrowsAt || arrows.map(a => a[2]);
    c.strokeStyle = c.fillStyle = this.fg;
    for (let k = lowerBound(this.arrowsAt, this.left); k < arrows.length && arrows[k][2] <= to; k++) {
      const [a, p, b, q] = arrows[k],
        mine = a === now || b === now;
      c.globalAlpha = mine ? 1 : 0.18;
      c.lineWidth = mine ? 2 : 1;
      this.arrow(c, a, p, b, q);
    }
    c.globalAlpha = 1;
  }

  arrow(c, a, p, b, q) {
    const x1 = this.x(a - 0.5),
      y1 = this.middle(p),
      x2 = this.x(b - 0.5),
      y2 = this.middle(q);
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

  /* The write that the chosen step reads, and the steps that read its own write. */
  feeds(c, to) {
    const who = k => this.run.by(k);
    c.strokeStyle = c.fillStyle = css("--link");
    c.lineWidth = 2;
    for (const [a, b] of this.run.feeds(this.page.now, Math.min(this.run.steps, Math.ceil(to))))
      if (who(a) !== 0) this.arrow(c, a, who(a), b, who(b));
  }

  ruler(c, to) {
    let every = 1;
    while (every * this.scale < 50) every *= every.toString()[0] === "2" ? 2.5 : 2;
    c.fillStyle = this.fg;
    const first = (Math.floor(this.left / every) + 1) * every;
    for (let k = first; k <= Math.min(to, this.run.steps); k += every)
      c.fillText(`${k}`, this.x(k) - this.scale / 2 - 6, this.above + this.high + 17);
  }
}
