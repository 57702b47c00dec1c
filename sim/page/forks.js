/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * forks.js: the philosophers in a circle. A fork lies beside its owner, or in the middle; an arrow leads from who waits,
 * or comes after the other one, to that one.
 */
"use strict";

function drawForks(page) {
  const n = page.run.n,
    size = 300,
    around = p => {
      const a = (2 * Math.PI * (p - 1)) / n - Math.PI / 2;
      return [size / 2 + (size / 2 - 24) * Math.cos(a), size / 2 + (size / 2 - 24) * Math.sin(a)];
    },
    parts = [];
  page.data.forks.forEach(([low, high], k) => {
    const is = page.state.forks[k] % 27,
      owned = page.state.forks[k] < 27,
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
    parts.push(svg("circle", {cx: x, cy: y, r: 15, class: `seat s${page.state.section[p]}`}), name);
  }
  $("forks").replaceChildren(...parts);
}

function svg(name, attributes) {
  const part = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const key in attributes) part.setAttribute(key, attributes[key]);
  return part;
}
