// SPDX-License-Identifier: GPL-3.0-or-later
//
// browser.mjs: drives Chromium, headless, over the pipe of its DevTools protocol: no package is needed for that.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';

export async function openBrowser(path, {width = 1400, height = 1000, profile}) {
  const child = spawn(path, ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe',
    '--disable-ipc-flooding-protection', // else it does not follow 300 links, one at once behind another
    `--window-size=${width},${height}`,
    `--user-data-dir=${profile}`],
  {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
  const [out, into] = [child.stdio[3], child.stdio[4]];
  const waiting = new Map(), complaints = [];
  let rest = '', number = 0, session;

  const send = (method, params = {}) => new Promise((resolve, reject) => {
    waiting.set(++number, {resolve, reject});
    out.write(`${JSON.stringify({id: number, method, params, sessionId: session})}\0`);
  });
  function take(message) {
    if (message.method === 'Runtime.exceptionThrown')
      complaints.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
    if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error')
      complaints.push(message.params.entry.text);
    const who = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) who?.reject(new Error(message.error.message));
    else who?.resolve(message.result);
  }
  into.setEncoding('utf8');
  into.on('data', text => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages) take(JSON.parse(message));
  });

  const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
  session = (await send('Target.attachToTarget', {targetId, flatten: true})).sessionId;
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
  return {
    complaints,
    // The value of an expression, of a promise, too.
    async get(expression) {
      const {result, exceptionDetails} =
        await send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
      return result.value;
    },
    type: text => send('Input.insertText', {text}),
    // Enter, Escape or Tab
    async press(key) {
      const code = {Enter: 13, Escape: 27, Tab: 9}[key], text = key === 'Enter' ? '\r' : '';
      await send('Input.dispatchKeyEvent', {type: 'keyDown', key, code: key, windowsVirtualKeyCode: code, text});
      await send('Input.dispatchKeyEvent', {type: 'keyUp', key, code: key, windowsVirtualKeyCode: code});
    },
    async resize(wide, dark) {
      await send('Emulation.setDeviceMetricsOverride', {width: wide, height, deviceScaleFactor: 1, mobile: false});
      await send('Emulation.setEmulatedMedia',
        {features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]});
    },
    go: url => send('Page.navigate', {url}),
    async shoot(file) {
      writeFileSync(file, Buffer.from((await send('Page.captureScreenshot')).data, 'base64'));
    },
    async until(expression, seconds = 60) {
      for (let k = 0; k < 20 * seconds; k++) {
        if (await this.get(expression).catch(() => false)) return;
        await new Promise(resolve => { setTimeout(resolve, 50); });
      }
      throw new Error(`after ${seconds} s it is still not true: ${expression}`);
    },
    // Waits for its end: until then it writes to its profile.
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
