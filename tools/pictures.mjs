// SPDX-License-Identifier: GPL-3.0-or-later
//
// pictures.mjs: the two pictures of the documents in which somebody has clicked, for tools/pictures.sh:
//
//   node pictures.mjs BROWSER RUN PLAYGROUND FOLDER      FOLDER gets choose.png and playground.png
//
// RUN is the page of a run (rmr simulate --trace), PLAYGROUND that of tools/web.sh.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openBrowser} from '../tests/browser.mjs';

const [path, run, playground, folder] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'pictures-'));

// Steps that are chosen in the middle of a run.
async function choose(steps, from) {
  const browser = await openBrowser(path, {width: 1400, height: 917, profile});
  await browser.go(`file://${run}#step=${from}`);
  await browser.until(`document.getElementById('step')?.value === '${from}'`);
  for (const process of steps) await browser.get(`dispatchEvent(new KeyboardEvent('keydown', {key: '${process}'}))`);
  await browser.shoot(join(folder, 'choose.png'));
  await browser.close();
}

// A question, its answer, and the first of its witnesses.
async function ask(fragment) {
  const browser = await openBrowser(path, {width: 1400, height: 1220, profile});
  await browser.go(`file://${playground}${fragment}`);
  await browser.until(`document.getElementById('command')?.value.startsWith('rmr explore')`);
  await browser.get(`document.querySelector('button[value=explore]').click()`);
  await browser.until(`document.body.dataset.state === 'idle' && document.querySelector('#made button') !== null`);
  await browser.get(`document.querySelector('#made button').click()`);
  await browser.until(`document.querySelector('iframe')?.contentDocument?.getElementById('step') !== undefined`);
  await new Promise(resolve => { setTimeout(resolve, 1000); }); // its frames are drawn by and by
  await browser.get(`scrollTo(0, 0)`);
  await browser.shoot(join(folder, 'playground.png'));
  await browser.close();
}

await choose([3, 2, 1], 19);
await ask('#do=explore&a=bwbgme&n=2&sessions=same&passages=inf');
rmSync(profile, {recursive: true, force: true, maxRetries: 20}); // its helpers end by and by
