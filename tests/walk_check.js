// SPDX-License-Identifier: GPL-3.0-or-later
//
// walk_check.js SOURCE SEED PAGE...: carries each page's run out again with the machine of the page (sim/page), and
// says where its record differs, or its end, or its violations; then makes SEED-drawn steps of its own from the middle
// of the run, and writes the schedule beside the page, as PAGE.sched: for `rmr replay`, which compares each step. One
// line for each page: PAGE, then "same N, breaks P1@STEP P5@STEP, waits P3@STEP", "refused: why" or "differs: where".
// CHOSEN=NAME: instead, all steps of the run are chosen, one after the other; a line for each property that the page
// then tells to be broken, and the schedule NAME.sched. MISTAKE=FILE:WORDS=>OTHERS puts a mistake into a file of the
// machine; then the first page that differs is the last one.
'use strict';
const fs = require('fs'), path = require('path'), vm = require('vm');
const [source, seed, ...pages] = process.argv.slice(2);
const mistake = /^([^:]*):(.*)=>(.*)$/s.exec(process.env.MISTAKE || '');

function machinery() {
  const texts = ['event.js', 'machine.js', 'system.js', 'loop.js', 'walk.js'].map((name) => {
    const text = fs.readFileSync(path.join(source, 'sim/page', name), 'utf8');
    if (mistake === null || mistake[1] !== name) return text;
    if (!text.includes(mistake[2])) throw new Error(`${name} has no '${mistake[2]}'`);
    return text.replace(mistake[2], () => mistake[3]);
  });
  return vm.runInThisContext(`(() => {${texts.join('\n')}; return {Walk, Astray}; })()`);
}
const { Walk, Astray } = machinery();

let state = Number(seed) >>> 0;
function below(n) { // xorshift
  state ^= state << 13; state ^= state >>> 17; state ^= state << 5; state >>>= 0;
  return state % n;
}

// Goes on from the middle of the run with drawn steps, as clicks do.
function wander(walk, steps) {
  let k = Math.floor(walk.data.events.length / 2);
  for (let made = 0; made < steps && walk.over(k) === ''; made++, k++) {
    const ready = walk.choices(k).filter((c) => c.status === 'ready');
    const data = walk.choose(k, ready[below(ready.length)].p);
    walk.along(data, k);
  }
  return k;
}

// P1 and P5, as the page and the record tell them: the first of each.
function broken(walk, data) {
  const told = (list) => JSON.stringify(list.map((v) => [v.step, v.process, v.other, v.property, v.text]).sort());
  const s = walk.system.start(), found = [], judged = ['P1', 'P5'];
  while (s.at < data.events.length) {
    const event = walk.system.step(s, data.events[s.at][0]);
    for (const v of walk.violations(event, s.at))
      if (judged.includes(v.property) && !found.some((w) => w.property === v.property)) found.push(v);
  }
  const recorded = data.violations.filter((v) => v.property === 'P1' || v.property === 'P5');
  return told(found) === told(recorded) ? '' : `breaks ${told(found)} instead of ${told(recorded)}`;
}

// P3 and P4, which a run does not judge: where the page first sees a process wait that must not, "P3@17".
function waits(walk, data) {
  const s = walk.system.start(), found = new Map();
  while (s.at < data.events.length)
    for (const [property] of walk.system.step(s, data.events[s.at][0]).broken)
      if (/^P[34]$/.test(property) && !found.has(property)) found.set(property, s.at);
  return [...found].map(([property, step]) => `${property}@${step}`).join(' ');
}

// Whether all passages are made at the end.
function ended(walk, data) {
  const over = walk.over(data.events.length);
  return (over === 'all passages are made') === (data.end === 'completed') ? '' : `the end is '${over}', not '${data.end}'`;
}

// The violations that the page tells if all steps of the run are chosen, one after the other: "P1@17 P2@17".
function chosen(recorded) {
  let data = { ...recorded, events: [], violations: [], waits: [], loop: 0 };
  const walk = new Walk(data);
  recorded.events.forEach(([p], k) => {
    if (walk.at(k) === null) throw new Error(walk.broken);
    data = walk.choose(k, p);
    walk.along(data, k);
  });
  fs.writeFileSync(`${process.env.CHOSEN}.sched`, walk.schedule(recorded.events.length));
  return data.violations.map((v) => `${v.property}@${v.step}: ${v.text}`).join('\n');
}

// The line of a page whose run can be made again.
function compared(page, data) {
  const walk = new Walk(data), steps = data.events.length;
  try {
    walk.at(steps);
    const differs = walk.broken || ended(walk, data) || broken(walk, data);
    if (differs !== '') return `${page} differs: ${differs}`;
    fs.writeFileSync(`${page}.sched`, walk.schedule(wander(walk, 60)));
    const waiting = waits(walk, walk.data);
    const breaks = walk.data.violations.map((v) => `${v.property}@${v.step}`).filter((v) => /^P[15]@/.test(v)).sort().join(' ');
    return `${page} same ${steps}, breaks ${breaks || 'nothing'}${waiting && `, waits ${waiting}`}`;
  } catch (e) {
    return `${page} differs: ${e instanceof Astray ? `astray: ${e.message}` : e.stack}`;
  }
}

function told(page) {
  const text = fs.readFileSync(page, 'utf8');
  const data = JSON.parse(/<script type="application\/json" id="data">([^]*?)<\/script>/.exec(text)[1]);
  if (typeof data.machine === 'string') return `${page} refused: ${data.machine}`;
  return process.env.CHOSEN ? chosen(data) : compared(page, data);
}

for (const page of pages) {
  const line = told(page);
  console.log(line);
  if (mistake !== null && line.startsWith(`${page} differs: `)) break;
}
