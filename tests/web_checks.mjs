// SPDX-License-Identifier: GPL-3.0-or-later
//
// web_checks.mjs: the playground in a browser, for cli_web.sh:
//
//   node web_checks.mjs BROWSER RMR SOURCE PAGE      in a folder of its own, with the shipped texts in algos/
//
// One line for each complaint; exit 1 if there is one. The page is opened as a file, but for one visit by way of a
// server.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {fragmentOf, pack, questionIn, questionOf, splitWords, unpack, wordsOf} from '../web/page/question.js';
import {answer, browser, check, click, command, conclude, follow, idle, isBusy, native, open, page, rmr, same, seconds,
  set, source, text, valueOf} from './web_page.mjs';

// The complaints, each told with the question; glibc's argp and ours have one first line.
function differences(got, expected) {
  const first = message => message.split('\n')[0], timeless = out => out.replace(/\d+(\.\d+)? s$/gm, '');
  return [got.code === expected.code || `exit code ${got.code}, natively ${expected.code}`,
    timeless(got.stdout) === timeless(expected.stdout) || `prints\n${got.stdout}\nnatively\n${expected.stdout}`,
    first(got.stderr) === first(expected.stderr) || `says ${got.stderr}\nnatively ${expected.stderr}`,
    JSON.stringify(got.files) === JSON.stringify(expected.files) || 'writes other files'].filter(x => x !== true);
}

const isShipped = name => existsSync(join(source, 'algos', `${name}.alg`));

// The options that the page adds of its own.
const ENDS = {explore: ['--witness', 'witness.sched'], simulate: ['--trace', 'run.html'], run: []};

async function sameNumbers() {
  const lines = readFileSync(join(source, 'tests/data/web_questions'), 'utf8').trim().split('\n');
  check(lines.length >= 30, `only ${lines.length} questions`);
  for (const line of lines) {
    const question = questionOf(splitWords(line), isShipped);
    const got = await answer(question, ENDS[question.do]);
    const found = differences(got, native(got.words));
    check(found.length === 0, `${line}: ${found.join('\n')}`);
    if (line === 'explore -a burns_lamport -n 4') check(await seconds() < 1, `${line}: ${await text('progress')}`);
    if (line === 'explore -a glb -n 3') check(await seconds() < 3, `${line}: ${await text('progress')}`);
  }
  const got = await answer({do: 'explore', a: 'bwbgme', n: '2'}, ENDS.explore);
  check(differences(got, native([...got.words, '--passages', 'inf'])).some(text => text.startsWith('prints')),
    'another question has the same answer: nothing is compared');
}

// --- additions of the page -------------------------------------------------------------------------------------------

const errorMarks = `document.querySelectorAll('.cm-lintRange-error').length`;

async function errorsAsOneTypes() {
  await follow('a=bakery&n=2', 'rmr explore -a ./bakery.alg -n 2');
  await browser.until(`${errorMarks} === 0`);
  await browser.get(`document.querySelector('.cm-content').focus()`);
  await browser.type('frob ');
  await browser.until(`${errorMarks} === 1`, 10);
  same(await text('errors'), "line 1: expected 'algorithm' and a name, not 'frob'", 'the error of a text');
  await click('button[value=explore]');
  await idle();
  const said = await text('messages');
  check(said.startsWith(`rmr explore: ./bakery.alg:1:1: expected 'algorithm' and a name, not 'frob'\n  frob //`),
    `a text with an error: ${said}`);
}

async function witnessOpens() {
  const got = await answer({do: 'explore', a: 'bwbgme', n: '2', sessions: 'same', passages: 'inf', check: 'P2'},
    ENDS.explore);
  const files = mkdtempSync('native-');
  spawnSync('cp', ['-r', `${source}/algos/.`, files]);
  spawnSync(rmr, got.words, {cwd: files});
  spawnSync(rmr, ['view', 'witness.sched', '-o', 'run.html'], {cwd: files});
  await click('#made button');
  await browser.until(`document.getElementById('page').hidden === false`);
  same(await browser.get(`fetch(document.getElementById('run').src).then(r => r.text())`),
    readFileSync(join(files, 'run.html'), 'utf8'), 'the page of a witness');
}

async function stops() {
  await follow('do=explore&a=bakery&n=5&passages=3', 'rmr explore -a ./bakery.alg -n 5');
  await click('button[value=explore]');
  await browser.until(`document.getElementById('progress').textContent.includes('states')`);
  await click('button[value=explore]');
  await new Promise(resolve => { setTimeout(resolve, 500); });
  check(await isBusy(), 'a question that replaces another is not shown as under way');
  await browser.get(`document.getElementById('stop').focus()`);
  await click('#stop');
  await idle(1);
  same(await browser.get(`document.activeElement.value`), 'explore', 'the focus after a stop');
  check(/^stopped after/.test(await text('progress')), `stop: ${await text('progress')}`);
  const again = await answer({do: 'explore', a: 'bakery', n: '2'}, ENDS.explore);
  same(again.code, 0, 'a question after a stop');
}

// The words of `rmr fit` on lines "N = 2: 12": "4N+4: holds exactly at all 5 points; ...", or why it names no law. It
// fits models to points that obey no law, which the playground does not.
function lawOf(told) {
  const exact = told.map(line => /^N = (\d+): (\d+)$/.exec(line)).filter(Boolean);
  const rows = exact.map(([, n, value]) => `s,${n},${value}`);
  writeFileSync('told.csv', ['series,N,value', ...rows, ''].join('\n'));
  const {stdout} = spawnSync(rmr, ['fit', 'told.csv'], {encoding: 'utf8'});
  const row = name => new RegExp(`^  ${name} +(.*)$`, 'm').exec(stdout)?.[1];
  if (row('verdict') === 'recognised') return `${row('formula')}: ${row('because')}`;
  return /ambiguous|at least 4/.test(row('because')) ? `undecided: ${row('because')}`
    : 'undecided: no exact law holds, and no model could be fitted';
}

async function recognisesGrowth() {
  await follow('do=explore&a=ticket', 'rmr explore -a ./ticket.alg');
  await set('seconds', '4');
  await click('#sweep');
  await idle(20);
  const told = (await text('answer')).trim().split('\n'), law = told.pop();
  check(told.length >= 4, `worst cases of ticket: ${told}`);
  check(/: holds exactly at all/.test(law), `the law of ticket: ${law}`);
  same(law, lawOf(told), 'the law of ticket');
}

// Where no law is named, it is said why.
async function saysWhyNoLaw() {
  for (const points of [[[2, 12], [3, 16], [4, 20]], [[2, 5], [3, 8], [4, 8], [5, 11], [6, 11]],
    [[2, 1], [3, 9], [4, 2], [5, 70]]]) {
    const got = await answer({do: 'run', a: 'bakery', run: `growth ${points.map(p => p.join('=')).join(' ')}`}, []);
    same(got.stdout.trim(), lawOf(points.map(([n, value]) => `N = ${n}: ${value}`)), `the law of ${points.join(' ')}`);
  }
  await follow('do=sweep&a=tas&seconds=2', 'rmr explore -a ./tas.alg');
  await click('#sweep');
  await idle(20);
  const law = (await text('answer')).trim().split('\n').pop();
  check(/^undecided: 0 points: at least 4 are needed; left out: \d+ points? without a finite value$/.test(law),
    `the law of no bounds: ${law}`);
}

async function drawsAgainstN() {
  await follow('do=explore&a=burns_lamport', 'rmr explore -a ./burns_lamport.alg');
  await set('seconds', '3');
  await click('#sweep');
  await idle(10);
  const told = (await text('answer')).trim().split('\n'), law = told.pop();
  same(law, lawOf(told), 'the law of the worst cases');
  check(told.length >= 3, `worst cases against N: ${told}`);
  for (const [k, line] of told.slice(0, 3).entries()) {
    const {stdout} = native(['explore', '-a', './burns_lamport.alg', '-n', `${k + 2}`, '--check', 'rmr', '--json']);
    same(line, `N = ${k + 2}: ${JSON.parse(stdout).worst_rmr}`, 'a worst case');
  }
  same(await browser.get(`document.querySelectorAll('#chart circle.exact').length`), told.length, 'marks of the chart');
  check(/takes longer/.test(await text('progress')), `the end of the worst cases: ${await text('progress')}`);
  await follow('do=explore&a=bwbgme&n=2&sessions=same&passages=inf', 'rmr explore -a ./bwbgme.alg');
  await set('seconds', '1');
  await click('#sweep');
  await idle(10);
  check((await text('answer')).startsWith('N = 2: unbounded\n'), `no bound: ${await text('answer')}`);
  check(await browser.get(`document.querySelectorAll('#chart .unbounded').length`) > 0, 'no mark of no bound');
}

async function linkKeepsAll() {
  const mine = readFileSync(join(source, 'algos/ticket.alg'), 'utf8').replace(/^algorithm ticket/m, 'algorithm mine');
  same(await unpack(await pack(mine)), mine, 'a text that is packed and unpacked');
  await open(`file://${page}/index.html#do=simulate&n=3&adversary=greedy&more=--json&text=${await pack(mine)}`);
  await browser.until(`document.getElementById('command').value.includes('mine.alg')`);
  await browser.get(`history.replaceState(null, '', '#')`);
  await click('#link');
  await browser.until(`location.hash.includes('text=')`);
  const hash = await browser.get('location.hash');
  await browser.go('about:blank');
  await open(`file://${page}/index.html${hash}`);
  await browser.until(`document.getElementById('command').value.includes('mine.alg')`);
  same(await browser.get(`document.getElementById('command').value`),
    'rmr simulate -a ./mine.alg -n 3 -s greedy --json --trace run.html', 'a link');
  await click('button[value=simulate]');
  await idle();
  same(JSON.parse(await text('answer')).algorithm, './mine.alg', 'the text of a link');
  await linkOf({do: 'sweep', a: 'ticket', seconds: '7', memory: 'dsm'}, () => set('seconds', '7'));
  await linkOf({do: 'simulate', a: 'ticket', n: '3', memory: 'dsm', trace: 'no'}, () => set('trace', false));
  await linkOf({do: 'run', a: 'ticket', run: 'prove ./ticket.alg'}, () => browser.get(`(() => {
    document.getElementById('command').value = 'rmr prove ./ticket.alg';
    document.getElementById('command').dispatchEvent(new Event('input', {bubbles: true}));
  })()`));
}

// The link of a question that is asked for but not run, in a page with ticket in dsm; it brings the question back.
async function linkOf(question, ask) {
  await browser.go('about:blank');
  await open(`file://${page}/index.html#a=ticket&memory=dsm`);
  await ask();
  const shown = await command();
  await click('#link');
  await browser.until(`document.getElementById('copied').textContent !== ''`, 5);
  const hash = await browser.get('location.hash');
  same(JSON.stringify(questionIn(hash)), JSON.stringify(questionIn(fragmentOf(question))), 'the question of a link');
  await browser.go('about:blank');
  await open(`file://${page}/index.html${hash}`);
  same(await command(), shown, `the command of ${hash}`);
  same(await browser.get(`document.querySelector('[aria-current=true]').value`), question.do, 'the marked button');
}

async function damagedLinksAreRefused() {
  const said = async (fragment, words) => {
    await browser.get(`location.hash = ${JSON.stringify(fragment)}`);
    await browser.until(`document.getElementById('messages').textContent.includes(${JSON.stringify(words)})`, 5)
      .catch(async () => check(false, `${fragment}: says ${await text('messages')}`));
  };
  const packed = await pack(readFileSync(join(source, 'algos/ticket.alg'), 'utf8'));
  const cut = `a=mine&n=2&text=${packed.slice(0, packed.length / 2)}`;
  await open(`file://${page}/index.html#a=ticket&n=2`);
  await said(cut, 'the link is incomplete');
  check((await command()).includes('ticket.alg'), 'a link that is refused changes the text');
  await said('a=nothing', "no algorithm 'nothing'");
  await said('a=bakery&memory=foo', "expected cc, cc-keep, cc-writeback or dsm, not 'foo'");
  same(await valueOf('memory'), 'cc', 'the memory of a link that has none');
  await said('a=bakery&n=many', "expected a number, not 'many'");
  await said('a=bakery&do=frob', "expected explore, sweep, simulate or run, not 'frob'");
  await follow('do=run&a=bakery&run=prove+.%2Fbakery.alg', 'rmr prove');
  same(await valueOf('n'), '3', 'N beside a command of its own');
  same(await text('messages'), '', 'the messages of a good link');
  await browser.go('about:blank');
  await open(`file://${page}/index.html#${cut}`);
  check((await text('messages')).startsWith('the link is incomplete'), `a link cut short: ${await text('messages')}`);
  check((await command()).includes('bakery.alg'), 'a link that is refused leaves the page without a text');
}

async function namesTheText() {
  const named = () => browser.get(`document.getElementById('shipped').selectedOptions[0].textContent`);
  await open(`file://${page}/index.html#a=ticket`);
  check((await named()).startsWith('ticket: '), `the name of a shipped text: ${await named()}`);
  await browser.get(`document.querySelector('.cm-content').focus()`);
  await browser.type('// mine\n');
  same(await named(), 'your text', 'the name of a text that was edited');
  await browser.get(`document.getElementById('shipped').value = 'ticket'`);
  await browser.get(`document.getElementById('shipped').dispatchEvent(new Event('change'))`);
  check((await named()).startsWith('ticket: '), `the name of a text that was restored: ${await named()}`);
  check(!(await browser.get(`document.querySelector('.cm-content').textContent`)).startsWith('// mine'),
    'a shipped text cannot be chosen again');
}

async function fieldsHaveTheirButtons() {
  await open(`file://${page}/index.html#a=ticket&n=2&seconds=1`);
  for (const [field, words] of [['seed', 'rmr simulate'], ['adversary', 'rmr simulate'], ['seconds', '--json'],
    ['check', 'rmr explore']]) {
    await browser.get(`document.querySelector('[name=${field}]').focus()`);
    await browser.press('Enter');
    await idle(20);
    check((await command()).includes(words), `Enter in ${field}: ${await command()}`);
  }
  await follow('a=ticket&n=2', 'rmr explore');
  for (const value of ['', '0', '-5', '3000000']) {
    await set('seconds', value);
    await click('#sweep');
    check(!await isBusy(), `worst cases for '${value}' seconds`);
  }
  await browser.get(`document.querySelector('.cm-content').focus()`);
  await browser.press('Escape');
  await browser.press('Tab');
  check(await browser.get(`document.activeElement.closest('#editor') === null`), 'Esc and Tab do not leave the text');
}

async function listsNoAlgorithms() {
  const got = await answer({do: 'run', a: 'bakery', run: 'list algorithms'}, []);
  check(got.code === 64 && got.stderr.includes("the menu 'begin with'"), `list algorithms: ${got.code}, ${got.stderr}`);
  same((await answer({do: 'run', a: 'bakery', run: 'list algorithms ./bakery.alg'}, [])).code, 0, 'list of one text');
}

// --- the documents ---------------------------------------------------------------------------------------------------

const unescape = text => text.replace(/&amp;/g, '&');

// The links of a page that lead nowhere: to no file, or to no heading of it.
function deadLinks(file, html) {
  const idsIn = text => new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, href]) => unescape(href)).filter(href => {
    if (/^(https?|data):/.test(href) || href.startsWith('../index.html#')) return false;
    const [path, anchor] = href.split('#'), to = join(page, 'docs', path || file);
    return !existsSync(to) || (anchor && !idsIn(readFileSync(to, 'utf8')).has(decodeURIComponent(anchor)));
  });
}

async function documentsLeadSomewhere() {
  const files = readdirSync(join(page, 'docs')).filter(name => name.endsWith('.html'));
  check(files.length >= 40, `only ${files.length} documents`);
  for (const file of files) same(`${deadLinks(file, readFileSync(join(page, 'docs', file), 'utf8'))}`, '', file);
  same(deadLinks('model.html', '<a href="nothing.html"><a href="#nothing"><a href="glossary.html">').length, 2,
    'links that lead nowhere are not found');
}

// The links that open the playground, of a page of the documents
const questionsOf = html =>
  [...html.matchAll(/class="try" href="\.\.\/index\.html#([^"]*)"/g)].map(([, href]) => unescape(href));

// No document offers a question that the playground cannot be asked.
async function documentsAskWhatIsHere() {
  const links = readdirSync(join(page, 'docs')).filter(name => name.endsWith('.html'))
    .flatMap(name => questionsOf(readFileSync(join(page, 'docs', name), 'utf8')));
  await open(`file://${page}/index.html`);
  for (const link of new Set(links)) {
    const question = questionIn(link);
    check(!/\$|-n$|\.so|\.lua|cmd:/.test(Object.values(question).join(' ')), `a question that cannot work: ${link}`);
    const words = wordsOf(question, `${question.a}.alg`).join(' ');
    await follow(link, `rmr ${words}`);
    same(await text('messages'), '', link);
  }
  const rounds = questionsOf(readFileSync(join(page, 'docs/tutorial.html'), 'utf8')).map(questionIn)
    .filter(({a, more, parameters}) => a === 'bwbgme' && more === '--observe 1' && parameters === undefined);
  same(`${rounds.map(({passages}) => passages ?? '1')}`, '1,2,3,inf', 'the rounds of a loop in the tutorial');
}

// Every command of the hour's class that can be tried has the program's answer.
async function tutorialIsTried() {
  const html = readFileSync(join(page, 'docs/tutorial.html'), 'utf8');
  const links = questionsOf(html);
  check(links.length >= 40, `only ${links.length} commands of the tutorial can be tried`);
  await open(`file://${page}/index.html`);
  for (const link of links) {
    const question = questionIn(link), named = /--(witness|trace)/.test(question.more);
    const got = await answer(question, named ? [] : ENDS[question.do]);
    for (const difference of differences(got, native(got.words))) check(false, `${link}: ${difference}`);
    check(got.code !== 64, `${link}: ${got.stderr}`);
  }
}

async function fitsEveryWindow() {
  const checks = readFileSync(join(source, 'tests/page_checks.js'), 'utf8');
  for (const [width, dark] of [[360, false], [800, true], [1400, false], [2560, false]]) {
    await browser.go('about:blank');
    await browser.resize(width, dark);
    await open(`file://${page}/index.html#do=explore&a=bwbgme&n=2&sessions=same&passages=inf`);
    await click('button[value=explore]');
    await idle();
    await browser.get(`${checks}; dispatchEvent(new Event('load'))`);
    same(await text('page-checks'), 'complaints: 0', `${width} pixels${dark ? ', dark' : ''}`);
    await browser.get(`document.getElementById('page-checks').remove()`);
    await follow('do=sweep&a=ticket&seconds=1', 'rmr explore -a ./ticket.alg');
    await click('#sweep');
    await idle(20);
    await browser.get(`dispatchEvent(new Event('load'))`);
    same(await text('page-checks'), 'complaints: 0', `a chart, ${width} pixels${dark ? ', dark' : ''}`);
    await browser.go(`file://${page}/docs/tutorial.html`);
    await browser.until(`document.readyState === 'complete' && document.querySelector('.try') !== null`);
    await browser.get(`${checks}; dispatchEvent(new Event('load'))`);
    same(await text('page-checks'), 'complaints: 0', `the tutorial, ${width} pixels${dark ? ', dark' : ''}`);
  }
}

async function comesFromAServer() {
  const types = {html: 'text/html', css: 'text/css', js: 'text/javascript'};
  const server = createServer((request, reply) => {
    const file = new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html').slice(1);
    reply.setHeader('Content-Type', types[file.split('.').pop()] ?? 'text/plain');
    try { reply.end(readFileSync(join(page, file))); } catch { reply.writeHead(404).end(); }
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => { server.on('listening', resolve); });
  await open(`http://127.0.0.1:${server.address().port}/#do=explore&a=ticket&n=2`);
  const got = await answer({do: 'explore', a: 'ticket', n: '3'}, ENDS.explore);
  for (const difference of differences(got, native(got.words))) check(false, `from a server: ${difference}`);
  server.close();
  server.closeAllConnections();
}

await open(`file://${page}/index.html`);
const all = {sameNumbers, errorsAsOneTypes, witnessOpens, stops, drawsAgainstN, recognisesGrowth, saysWhyNoLaw,
  linkKeepsAll, damagedLinksAreRefused, namesTheText, fieldsHaveTheirButtons, listsNoAlgorithms, documentsLeadSomewhere,
  documentsAskWhatIsHere, tutorialIsTried, fitsEveryWindow, comesFromAServer};
for (const [name, look] of Object.entries(all))
  await look().catch(e => check(false, `${name}: ${e.message}`));
process.exit(await conclude() ? 0 : 1);
