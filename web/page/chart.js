// SPDX-License-Identifier: GPL-3.0-or-later
//
// chart.js: the worst case against N. A filled mark is exact, an open one is a lower bound, and a triangle at the top
// has no bound. It is drawn as wide as its place, pixel by pixel, so its letters keep their size on a phone.

const WIDEST = 640, NARROWEST = 240, HEIGHT = 340, LEFT = 60, RIGHT = 20, TOP = 30, BOTTOM = 44;
const SVG = 'http://www.w3.org/2000/svg';

function element(name, attributes, text) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  if (text !== undefined) e.textContent = text;
  return e;
}

// 1, 2 or 5 times a power of ten, at most six of them up to `most`
function stepOf(most) {
  const ten = 10 ** Math.floor(Math.log10(Math.max(most, 1) / 6));
  return [1, 2, 5, 10].map(k => k * ten).find(step => most / step <= 6 && step >= 1) ?? 1;
}

const told = p => `${p.exact ? '' : '≥ '}${p.worst}`;

// Of how many neighbours one has a label, so that none covers another: each is `letters` wide, `apart` from the next.
const everyOf = (letters, apart) => Math.ceil((8 * letters + 6) / apart);

// points: [{n, worst, exact}], worst null: no bound; room: the width of its place, in pixels
export function chart(points, cost, room) {
  const width = Math.min(WIDEST, Math.max(NARROWEST, room));
  const svg = element('svg', {viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, role: 'img',
    'aria-label': points.map(p => `N = ${p.n}: ${p.exact ? '' : '≥ '}${p.worst ?? 'unbounded'}`).join(', ')});
  const ns = points.map(p => p.n), first = Math.min(...ns), last = Math.max(...ns, first + 1);
  const most = Math.max(1, ...points.map(p => p.worst ?? 0)), step = stepOf(most), top = Math.ceil(most / step) * step;
  const x = n => LEFT + (n - first + 0.5) / (last - first + 1) * (width - LEFT - RIGHT);
  const y = value => HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
  const bounded = points.filter(p => p.worst !== null);
  for (let value = 0; value <= top && bounded.length > 0; value += step) {
    svg.append(element('line', {class: 'grid', x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value)}),
      element('text', {x: LEFT - 8, y: y(value) + 4, 'text-anchor': 'end'}, value));
  }
  svg.append(element('line', {class: 'axis', x1: LEFT, x2: width - RIGHT, y1: y(0), y2: y(0)}));
  const apart = x(first + 1) - x(first), longest = Math.max(...bounded.map(p => told(p).length));
  for (let n = first; n <= last; n += everyOf(`${last}`.length, apart))
    svg.append(element('text', {x: x(n), y: HEIGHT - BOTTOM + 18, 'text-anchor': 'middle'}, n));
  svg.append(element('text', {x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 6, 'text-anchor': 'middle'}, 'N'),
    element('text', {x: 4, y: 16}, `${cost} of one passage, in the worst case`));
  svg.append(element('polyline', {class: 'line', points: bounded.map(p => `${x(p.n)},${y(p.worst)}`).join(' ')}));
  const firstUnbounded = points.find(p => p.worst === null);
  for (const p of points) {
    if (p.worst === null) {
      const [a, b] = [x(p.n), TOP];
      svg.append(element('path', {class: 'unbounded', d: `M${a} ${b - 7}l8 14h-16z`}));
      if (p === firstUnbounded) svg.append(element('text', {x: a - 8, y: b + 22}, 'unbounded'));
    } else {
      const [a, b] = [x(p.n), y(p.worst)];
      svg.append(element('circle', {class: p.exact ? 'exact' : 'bound', cx: a, cy: b, r: 5}));
      if ((p.n - first) % everyOf(longest, apart) === 0)
        svg.append(element('text', a - 9 - 8 * told(p).length < LEFT ? {x: a, y: b - 10, 'text-anchor': 'middle'}
          : {x: a - 9, y: b - 6, 'text-anchor': 'end'}, told(p)));
    }
  }
  return svg;
}
