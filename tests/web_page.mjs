// SPDX-License-Identifier: GPL-3.0-or-later
//
// web_page.mjs: the playground as web_checks.mjs uses it: the browser, the page in it, its fields and answers, the
// answers of the program on this machine, and the count of complaints.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {openBrowser} from './browser.mjs';
import {fragmentOf, wordsOf} from '../web/page/question.js';

const [path, ...rest] = process.argv.slice(2);
export const [rmr, source, page] = rest;
let complaints = 0, made = 0;
export function check(good, what) {
  made++;
  if (good) return;
  complaints++;
  console.log(`FAIL: ${what}`.slice(0, 2000));
}
export const same = (got, expected, what) => check(got === expected, `${what}: got ${got}\nexpected ${expected}`);

// The answer of the program on this machine, in a folder where it finds the text as the page does.
export function native(words) {
  const cwd = mkdtempSync('native-');
  spawnSync('cp', ['-r', `${source}/algos/.`, cwd]);
  const before = new Set(readdirSync(cwd));
  const {status, stdout, stderr} = spawnSync(rmr, words, {cwd, encoding: 'utf8'});
  const files = readdirSync(cwd).filter(name => !before.has(name)).sort();
  return {code: status, stdout, stderr, files: files.map(name => readFileSync(join(cwd, name), 'utf8'))};
}

export const browser = await openBrowser(path, {profile: mkdtempSync('profile-')});
export const text = id => browser.get(`document.getElementById('${id}').textContent`);
export const idle = seconds => browser.until(`document.body.dataset.state === 'idle'`, seconds);
export const click = selector => browser.get(`document.querySelector(${JSON.stringify(selector)}).click()`);
export const set = (name, value) => browser.get(`(() => {
  const field = document.querySelector('[name=${name}]');
  if (field.type === 'checkbox') field.checked = ${JSON.stringify(value)};
  else field.value = ${JSON.stringify(value)};
  field.dispatchEvent(new Event('input', {bubbles: true}));
})()`);
export const valueOf = name => browser.get(`document.querySelector('[name=${name}]').value`);
export const command = () => browser.get(`document.getElementById('command').value`);
export const isBusy = () => browser.get(`document.body.dataset.state === 'busy'`);
export const seconds = async () => Number(/([\d.]+) s/.exec(await text('progress'))[1]);

export async function open(url) {
  await browser.go(url);
  await browser.until(`document.querySelector('#some-adversaries option') !== null`);
}

// Leads the page to a fragment, without loading it anew.
export async function follow(fragment, command) {
  await browser.get(`location.hash = ${JSON.stringify(fragment)}`);
  await browser.until(`document.getElementById('command').value.startsWith(${JSON.stringify(command)})`);
}

// Asks through the form; the answer with all files, as text.
export async function answer(question, end) {
  const name = question.a, words = [...wordsOf(question, `${name}.alg`), ...end];
  await follow(fragmentOf(question), `rmr ${words.join(' ')}`);
  await click(question.do === 'run' ? '#line button' : `button[value=${question.do}]`);
  await idle(60);
  const files = `Promise.all([...document.querySelectorAll('#made a')].sort((a, b) => a.download < b.download ? -1 : 1)
    .map(a => fetch(a.href).then(r => r.text())))`;
  return {words, code: Number(/exit code (\d+)/.exec(await text('progress'))?.[1]), stdout: await text('answer'),
    stderr: await text('messages'), files: await browser.get(files)};
}

// The last line, for cli_web.sh. Returns whether nothing was complained of.
export async function conclude() {
  for (const complaint of browser.complaints) check(false, `console: ${complaint}`);
  await browser.close();
  console.log(`${made} checks, ${complaints} complaints`);
  return complaints === 0;
}
