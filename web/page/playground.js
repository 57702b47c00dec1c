// SPDX-License-Identifier: GPL-3.0-or-later
//
// playground.js: the page. It makes words of the form, has rmr answer them (ask.js), and shows what rmr prints, as it
// is; witnesses open in the page that `rmr view` makes of them.
import {Asker} from './ask.js';
import {chart} from './chart.js';
import {makeEditor} from './editor.js';
import {COMMANDS, FIELDS, fragmentOf, pack, questionIn, unpack, wordsAt, wordsOf} from './question.js';
import {algorithms, parts, version} from 'shipped';

const $ = id => document.getElementById(id);
const form = $('form'), answers = new Asker(), checker = new Asker(), viewer = new Asker();
const BEGIN = 'bakery';
const WITNESS = 'witness.sched', TRACE = 'run.html';

// --- the text --------------------------------------------------------------------------------------------------------

const nameOf = text => /^algorithm[ \t]+([a-z][a-z0-9_]*)/m.exec(text)?.[1] ?? 'mine';
const fileOf = text => `${nameOf(text)}.alg`;
const isShipped = text => Object.hasOwn(algorithms, nameOf(text)) && algorithms[nameOf(text)].text === text;
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

const ownText = new Option('your text', '');

// The menu names the text; one that is not shipped has an entry for as long, so each shipped one can be chosen.
function showName() {
  if (isShipped(editor.text)) {
    ownText.remove();
    $('shipped').value = nameOf(editor.text);
  } else if (!ownText.selected) {
    $('shipped').prepend(ownText);
    ownText.selected = true;
  }
}

function changed() {
  showParts();
  showName();
  $('copied').textContent = '';
  if (!isTyped(last)) showCommand(last);
}

// --- the question ----------------------------------------------------------------------------------------------------

const isTyped = command => command === 'run';
const typed = () => $('command').value.trim().replace(/^rmr +/, '');

const fieldOf = name => document.querySelector(`[name=${name}]`);
const isTicked = name => fieldOf(name).type === 'checkbox';

function valueOf(name) {
  if (isTicked(name)) return fieldOf(name).checked ? 'yes' : 'no';
  return fieldOf(name).value.trim();
}

function setValue(name, value) {
  if (isTicked(name)) fieldOf(name).checked = value === 'yes';
  else fieldOf(name).value = value;
}

function question(command) {
  if (isTyped(command)) return {do: command, run: typed()};
  const q = {do: command, more: valueOf('more')};
  for (const name of Object.keys(FIELDS)) q[name] = valueOf(name);
  return Object.assign(q, kept);
}
let kept = {}; // parameters, which have no field of their own

const SMALLEST_N = 2; // of a sweep

function wordsFor(command) {
  const q = question(command), file = fileOf(editor.text);
  if (command === 'sweep') return wordsAt(SMALLEST_N, q, file);
  const words = wordsOf(q, file);
  if (command === 'explore' && !words.includes('--witness')) words.push('--witness', WITNESS);
  if (command === 'simulate' && q.trace === 'yes' && !words.includes('--trace')) words.push('--trace', TRACE);
  return words;
}

function showCommand(command) {
  $('command').value = `rmr ${wordsFor(command).join(' ')}`;
}

let last = 'explore'; // the command that a link repeats; its button is marked
function choose(command) {
  last = command;
  for (const button of document.querySelectorAll('button[name=do]'))
    button.setAttribute('aria-current', button.value === command);
  $('copied').textContent = '';
  if (!isTyped(command)) showCommand(command);
}

// A field that only one command reads chooses that command.
function chooseBy(name) {
  const {only, not} = FIELDS[name] ?? {};
  choose(only ?? (isTyped(last) || not === last ? 'explore' : last));
}

// --- links -----------------------------------------------------------------------------------------------------------

async function link() {
  const {text} = editor, packed = isShipped(text) ? '' : `&text=${await pack(text)}`;
  return `#${fragmentOf({...question(last), a: nameOf(text)})}${packed}`;
}

async function copyLink() {
  history.replaceState(null, '', await link());
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  $('copied').textContent = isCopied ? 'copied' : 'the link is in the address bar';
}

// "cc, cc-keep or dsm"
const listed = words => words.join(', ').replace(/, ([^,]*)$/, ' or $1');
const refusal = (name, expected, value) => `the link: ${name}: expected ${expected}, not '${value}'`;

// Sets a field to the value of a link. Returns the complaint about a value that the field does not take, or ''.
function fill(name, {start, fallback}, value) {
  setValue(name, value ?? start ?? fallback);
  if (value === undefined || valueOf(name) === value.trim()) return '';
  setValue(name, start ?? fallback);
  const {options} = fieldOf(name), choices = options ? [...options].map(option => option.value) : ['yes', 'no'];
  return refusal(name, options || isTicked(name) ? listed(choices) : 'a number', value);
}

async function textOf(q, packed) {
  if (packed !== null) return unpack(packed);
  const name = q.a ?? BEGIN;
  if (!Object.hasOwn(algorithms, name)) throw new Error(`the link: no algorithm '${name}' is shipped as a text`);
  return algorithms[name].text;
}

// Throws where a link has no text, before anything is changed.
async function follow(fragment) {
  const q = questionIn(fragment), packed = new URLSearchParams(fragment.replace(/^#/, '')).get('text');
  editor.text = await textOf(q, packed);
  const complaints = Object.entries(FIELDS).map(([name, field]) => fill(name, field, q[name]));
  if (q.do !== undefined && !COMMANDS.includes(q.do)) complaints.push(refusal('do', listed(COMMANDS), q.do));
  fieldOf('more').value = q.more ?? '';
  kept = q.parameters ? {parameters: q.parameters} : {};
  if (q.do === 'run') $('command').value = `rmr ${q.run ?? ''}`;
  choose(COMMANDS.includes(q.do) ? q.do : 'explore');
  complain(complaints.filter(text => text !== '').join('\n'));
}

async function visit() {
  try {
    await follow(location.hash);
  } catch (e) {
    if (editor.text === '') await follow('');
    complain(e.message);
  }
}

// --- the answer ------------------------------------------------------------------------------------------------------

function complain(text) {
  $('messages').textContent = text;
  $('messages').hidden = text === '';
}

function clear() {
  for (const id of ['answer', 'made', 'chart', 'progress']) $(id).replaceChildren();
  drawn = [];
  $('chart').hidden = $('page').hidden = true;
  complain('');
}

// Shows that something is under way while `work` is, and for how long; `what` says more, where there is more to say.
// Work that later work has replaced shows nothing any more. The focus, which a button loses with its use, goes from
// Stop to the button that has asked.
let works = 0;
async function busily(work) {
  const began = performance.now(), seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const number = ++works;
  let what = '', end;
  const tell = () => { $('progress').textContent = `${seconds()} s ${what}`; };
  const timer = setInterval(tell, 100);
  clear();
  document.body.dataset.state = 'busy';
  $('stop').disabled = false;
  try {
    end = `${await work(text => { what = text; })}, ${seconds()} s`;
  } catch (e) {
    end = `${e.message} after ${seconds()} s`;
  }
  clearInterval(timer);
  if (number !== works) return;
  $('progress').textContent = end;
  if (document.activeElement === $('stop')) document.querySelector('button[aria-current=true]').focus();
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
  choose(command);
  const files = filesOf(editor.text), words = wordsFor(command);
  await busily(async tell => {
    const {code, stdout, stderr, files: made} = await answers.ask(words, files, heard(tell));
    $('answer').textContent = stdout;
    complain(shown(stderr).join('\n').trim());
    offer(made, files);
    return `exit code ${code}`;
  });
}

let drawn = []; // the points of the chart
function draw() {
  $('chart').hidden = drawn.length === 0;
  if (drawn.length > 0) $('chart').replaceChildren(chart(drawn, 'RMRs', $('chart').clientWidth));
}

// The law that the points follow, or why none is named, in the words of `rmr fit`.
async function growthOf(points) {
  const words = points.map(p => `${p.n}${p.exact ? '=' : '>='}${p.worst ?? 'inf'}`);
  return (await answers.ask(['growth', ...words], {})).stdout;
}

// N = 2, 3, ... as far as the time goes.
const LARGEST_N = 32; // of a sweep

async function sweep() {
  const file = fileOf(editor.text), files = filesOf(editor.text), points = [];
  const q = question('sweep'), seconds = Number(q.seconds);
  choose('sweep');
  await busily(async tell => {
    let out = false, n = SMALLEST_N;
    const timer = setTimeout(() => { out = true; answers.stop(); }, 1000 * seconds);
    try {
      for (; n <= LARGEST_N; n++) {
        const words = wordsAt(n, q, file);
        $('command').value = `rmr ${words.join(' ')}`;
        const made = await answers.ask(words, files, heard(text => tell(`N = ${n} ${text}`)));
        if (made.stdout === '') return complain(shown(made.stderr).join('\n').trim()), `exit code ${made.code}`;
        const {worst_rmr: worst, complete, processes} = JSON.parse(made.stdout);
        const exact = complete && processes.every(({kind}) => kind === 'exact' || kind === 'unbounded');
        points.push({n, worst, exact});
        drawn = points;
        draw();
        $('answer').textContent += `N = ${n}: ${worst ?? 'unbounded'}${exact ? '' : ' or more'}\n`;
      }
    } catch (e) {
      if (!out) throw e;
    } finally {
      clearTimeout(timer);
    }
    $('answer').textContent += await growthOf(points);
    return `up to N = ${n - 1}; ` + (out ? `N = ${n} takes longer than the time that was left` : 'here the page stops');
  });
}

// --- at the beginning ------------------------------------------------------------------------------------------------

for (const [name, {title}] of Object.entries(algorithms)) $('shipped').add(new Option(`${name}: ${title}`, name));
$('about').textContent = `rmr ${version}, in this page: nothing is sent anywhere. `;
const help = {href: 'docs/playground.html', textContent: 'How to use it'};
$('about').append(Object.assign(document.createElement('a'), help));
$('shipped').onchange = () => { kept = {}; editor.text = algorithms[$('shipped').value].text; };
function submit(event) {
  event.preventDefault();
  const command = event.submitter?.value ?? 'explore';
  if (command === 'sweep') sweep();
  else if (command !== 'simulate' || form.reportValidity()) answer(command); // N is a field of the other form
}

for (const id of ['form', 'sweep-form', 'simulate-form', 'line']) $(id).onsubmit = submit;
form.oninput = ({target}) => chooseBy(target.name);
$('command').oninput = () => choose('run');
$('stop').onclick = () => answers.stop();
$('link').onclick = copyLink;
addEventListener('hashchange', visit);
addEventListener('resize', draw);

async function listAdversaries() {
  const {stdout} = await viewer.ask(['list', 'adversaries', '--json'], {});
  for (const {name} of JSON.parse(stdout)) $('some-adversaries').append(new Option(name));
}
listAdversaries();
visit();
