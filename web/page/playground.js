// SPDX-License-Identifier: GPL-3.0-or-later
//
// playground.js: the page. It makes words of the form, has rmr answer them (ask.js), and shows what rmr prints, as it
// is; witnesses open in the page that `rmr view` makes of them.
import {Asker} from './ask.js';
import {chart} from './chart.js';
import {makeEditor} from './editor.js';
import {FIELDS, fragmentOf, pack, questionIn, unpack, wordsOf} from './question.js';
import {algorithms, parts, version} from 'shipped';

const $ = id => document.getElementById(id);
const form = $('form'), answers = new Asker(), checker = new Asker(), viewer = new Asker();
const BEGIN = 'bakery';
const WITNESS = 'witness.sched', TRACE = 'run.html';

// --- the text --------------------------------------------------------------------------------------------------------

const fileOf = text => `${/^algorithm[ \t]+([a-z][a-z0-9_]*)/m.exec(text)?.[1] ?? 'mine'}.alg`;
const filesOf = text => ({...parts, [fileOf(text)]: text});

// The text that a terminal would show: "\r\x1b[K" takes back what stands in the line.
const shown = text => text.split('\n').map(line => line.split('\r\x1b[K').pop());

// Where an error stands in the text: one in a part that it imports, at the import.
function placeOf(text, file, line, column, message) {
  const name = path => path.split('/').pop();
  if (name(file) === name(fileOf(text))) return {line: +line, column: +(column ?? 1), message};
  const at = text.split('\n').findIndex(words => /^import/.test(words) && words.includes(name(file)));
  return {line: Math.max(at + 1, 1), column: 1, message: `${file}:${line}: ${message}`};
}

async function errorsOf(text) {
  const errors = [];
  try {
    const {stderr} = await checker.ask(['errors', fileOf(text)], filesOf(text));
    for (const line of shown(stderr)) {
      const found = /^rmr check: ([^:]+):(\d+):(?:(\d+):)? (.*)$/.exec(line);
      if (found) errors.push(placeOf(text, ...found.slice(1)));
    }
  } catch {
    return []; // the text has changed meanwhile, and is asked for again
  }
  $('errors').textContent = errors.map(e => `line ${e.line}: ${e.message}`).join('\n');
  return errors;
}

const editor = makeEditor($('editor'), {errorsOf, changed, run: () => answer('explore')});

// The parts that the text imports, and those that these import, to read.
function showParts() {
  const all = new Set(), within = text => [...text.matchAll(/^import +"([^"]+)"/gm)].map(([, name]) => name);
  const add = (name, folder) => {
    const path = name in parts ? name : `${folder}${name}`;
    if (!(path in parts) || all.has(path)) return;
    all.add(path);
    for (const other of within(parts[path])) add(other, 'parts/');
  };
  for (const name of within(editor.text)) add(name, '');
  $('parts').replaceChildren(...[...all].map(path => {
    const details = document.createElement('details'), summary = document.createElement('summary');
    const pre = document.createElement('pre');
    summary.textContent = path;
    pre.textContent = parts[path];
    pre.tabIndex = 0;
    details.append(summary, pre);
    return details;
  }));
}

function changed() {
  showParts();
  if (!isTyped(last)) showCommand(last);
}

function begin(name) {
  editor.text = algorithms[name].text;
  $('shipped').value = name;
}

// --- the question ----------------------------------------------------------------------------------------------------

const isTyped = command => command === 'run';
const typed = () => $('command').value.trim().replace(/^rmr +/, '');

function question(command) {
  if (isTyped(command)) return {do: command, run: typed()};
  const q = {do: command, more: form.elements.more.value};
  for (const name of Object.keys(FIELDS)) q[name] = form.elements[name].value.trim();
  return Object.assign(q, kept);
}
let kept = {}; // parameters, which have no field of their own

function wordsFor(command) {
  const words = wordsOf(question(command), fileOf(editor.text));
  if (command === 'explore' && !words.includes('--witness')) words.push('--witness', WITNESS);
  if (command === 'simulate' && form.elements.trace.checked && !words.includes('--trace')) words.push('--trace', TRACE);
  return words;
}

function showCommand(command) {
  $('command').value = `rmr ${wordsFor(command).join(' ')}`;
}

async function link() {
  const text = editor.text, name = fileOf(text).replace(/\.alg$/, '');
  const q = question(last), packed = algorithms[name]?.text === text ? '' : `&text=${await pack(text)}`;
  return `#${fragmentOf({...q, a: name})}${packed}`;
}
let last = 'explore'; // the command that the link repeats

async function follow(fragment) {
  const q = questionIn(fragment), packed = new URLSearchParams(fragment.replace(/^#/, '')).get('text');
  if (packed !== null) editor.text = await unpack(packed);
  else if (q.a !== undefined && !(q.a in algorithms)) complain(`no algorithm '${q.a}' is shipped as a text`);
  else begin(q.a ?? BEGIN);
  for (const [name, field] of Object.entries(FIELDS)) form.elements[name].value = q[name] ?? field.fallback;
  if (form.elements.n.value === '' && q.do === undefined) form.elements.n.value = '3';
  form.elements.more.value = q.more ?? '';
  kept = q.parameters ? {parameters: q.parameters} : {};
  last = q.do ?? 'explore';
  if (isTyped(last)) $('command').value = `rmr ${q.run}`;
  else showCommand(last);
}

// --- the answer ------------------------------------------------------------------------------------------------------

function complain(text) {
  $('messages').textContent = text;
  $('messages').hidden = text === '';
}

function clear() {
  for (const id of ['answer', 'made', 'chart', 'progress']) $(id).replaceChildren();
  $('chart').hidden = $('page').hidden = true;
  complain('');
}

// Shows that something is under way while `work` is, and for how long; `what` says more, where there is more to say.
async function busily(work) {
  const began = performance.now(), seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  let what = '';
  const tell = () => { $('progress').textContent = `${seconds()} s ${what}`; };
  const timer = setInterval(tell, 100);
  clear();
  document.body.dataset.state = 'busy';
  $('stop').disabled = false;
  try {
    const end = await work(text => { what = text; });
    $('progress').textContent = `${end}, ${seconds()} s`;
  } catch (e) {
    $('progress').textContent = `${e.message} after ${seconds()} s`;
  }
  clearInterval(timer);
  $('stop').disabled = true;
  document.body.dataset.state = 'idle';
}

const heard = tell => text => tell(shown(text).filter(line => line !== '').pop() ?? '');

function download(name, text) {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(new Blob([text], {type: 'text/plain'}));
  a.download = a.textContent = name;
  return a;
}

function showPage(title, html) {
  $('page-title').textContent = title;
  $('run').src = URL.createObjectURL(new Blob([html], {type: 'text/html'}));
  $('page').hidden = false;
}

async function stepThrough(name, text, files) {
  const made = await viewer.ask(['view', name, '-o', TRACE], {...files, [name]: text});
  if (made.code === 0) showPage(name, made.files[TRACE]);
  else complain(made.stderr);
}

// A line for each file that the command has written: to download, and to step through.
function offer(made, files) {
  for (const [name, text] of Object.entries(made)) {
    const item = document.createElement('li'), button = document.createElement('button');
    button.textContent = `Step through ${name}`;
    button.onclick = () => stepThrough(name, text, files);
    if (name.endsWith('.sched')) item.append(button, ' ');
    item.append(download(name, text));
    $('made').append(item);
  }
  if (made[TRACE]) showPage(TRACE, made[TRACE]);
}

async function answer(command) {
  last = command;
  if (!isTyped(command)) showCommand(command);
  const files = filesOf(editor.text), words = wordsFor(command);
  await busily(async tell => {
    const {code, stdout, stderr, files: made} = await answers.ask(words, files, heard(tell));
    $('answer').textContent = stdout;
    complain(shown(stderr).join('\n').trim());
    offer(made, files);
    return `exit code ${code}`;
  });
}

// The law that the points follow, in the words of `rmr fit`; '' where they follow none.
async function growthOf(points) {
  const words = points.map(p => `${p.n}${p.exact ? '=' : '>='}${p.worst ?? 'inf'}`);
  return (await viewer.ask(['growth', ...words], {})).stdout.trim();
}

// N = 2, 3, ... as far as the time goes.
const LARGEST_N = 32; // of a sweep

async function sweep() {
  const files = filesOf(editor.text), points = [], seconds = Number(form.elements.seconds.value);
  const q = {...question('explore'), check: 'rmr'};
  last = 'explore';
  await busily(async tell => {
    let out = false, n = 2;
    const timer = setTimeout(() => { out = true; answers.stop(); }, 1000 * seconds);
    try {
      for (; n <= LARGEST_N; n++) {
        const words = [...wordsOf({...q, n: `${n}`}, fileOf(editor.text)), '--json'];
        $('command').value = `rmr ${words.join(' ')}`;
        const made = await answers.ask(words, files, heard(text => tell(`N = ${n} ${text}`)));
        if (made.stdout === '') return complain(shown(made.stderr).join('\n').trim()), `exit code ${made.code}`;
        const {worst_rmr: worst, complete, processes} = JSON.parse(made.stdout);
        const exact = complete && processes.every(({kind}) => kind === 'exact' || kind === 'unbounded');
        points.push({n, worst, exact});
        $('chart').replaceChildren(chart(points, 'RMRs'));
        $('chart').hidden = false;
        $('answer').textContent += `N = ${n}: ${worst ?? 'unbounded'}${exact ? '' : ' or more'}\n`;
      }
    } catch (e) {
      if (!out) throw e;
    } finally {
      clearTimeout(timer);
    }
    const law = points.length < 3 ? 'too few values for a law' : await growthOf(points);
    $('answer').textContent += law === '' ? 'no law holds exactly at these N\n' : `${law}\n`;
    return `up to N = ${n - 1}; ` + (out ? `N = ${n} takes longer than the time that was left` : 'here the page stops');
  });
}

// --- at the beginning ------------------------------------------------------------------------------------------------

for (const [name, {title}] of Object.entries(algorithms)) $('shipped').add(new Option(`${name}: ${title}`, name));
$('about').textContent = `rmr ${version}, in this page: nothing is sent anywhere. `;
const help = {href: 'docs/playground.html', textContent: 'How to use it'};
$('about').append(Object.assign(document.createElement('a'), help));
$('shipped').onchange = () => { kept = {}; begin($('shipped').value); };
form.onsubmit = event => { event.preventDefault(); answer(event.submitter?.value ?? 'explore'); };
form.oninput = () => showCommand(last === 'simulate' ? last : 'explore');
$('line').onsubmit = event => { event.preventDefault(); answer('run'); };
$('sweep').onclick = sweep;
$('stop').onclick = () => answers.stop();
$('link').onclick = async () => {
  history.replaceState(null, '', await link());
  await navigator.clipboard?.writeText(location.href).catch(() => {}); // it stands in the address as well
};
addEventListener('hashchange', () => follow(location.hash));

async function listAdversaries() {
  const {stdout} = await viewer.ask(['list', 'adversaries', '--json'], {});
  for (const {name} of JSON.parse(stdout)) $('some-adversaries').append(new Option(name));
}
listAdversaries();
follow(location.hash).catch(e => complain(`the link cannot be read: ${e.message}`));
