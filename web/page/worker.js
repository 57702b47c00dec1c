// SPDX-License-Identifier: GPL-3.0-or-later
//
// worker.js: runs rmr in a worker, one command after another, each in an instance and a file system of its own. Its
// code stands behind emscripten's, which defines `rmr` (web/web.cmake).
//
//   {module, words, files}  ->  {stderr: text} as it comes; then {code, stdout, stderr, files: those that it wrote}
//
// The page may terminate the worker at any time: that is Stop.
/* global rmr */
'use strict';

const FOLDER = '/work';

// Every name below a folder that is no folder itself.
function* namesIn(fs, folder) {
  for (const name of fs.readdir(folder)) {
    if (name === '.' || name === '..') continue;
    const path = `${folder}/${name}`;
    if (fs.isDir(fs.stat(path).mode)) yield* namesIn(fs, path);
    else yield path;
  }
}

function writeFiles(fs, files) {
  fs.mkdirTree(FOLDER);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirTree(`${FOLDER}/${name}`.replace(/\/[^/]*$/, ''));
    fs.writeFile(`${FOLDER}/${name}`, text);
  }
  fs.chdir(FOLDER);
}

function newFiles(fs, old) {
  const made = {};
  for (const path of namesIn(fs, FOLDER)) {
    const name = path.slice(FOLDER.length + 1);
    if (!(name in old)) made[name] = fs.readFile(path, {encoding: 'utf8'});
  }
  return made;
}

// Bytes as they are printed, as text; a character may come in several calls.
function collector(heard) {
  const bytes = [], decoder = new TextDecoder();
  let text = '';
  const flush = () => {
    const more = decoder.decode(new Uint8Array(bytes), {stream: true});
    bytes.length = 0;
    text += more;
    if (more !== '') heard(more);
  };
  return {
    put(byte) {
      if (byte === null || byte === undefined) return;
      bytes.push(byte < 0 ? byte + 256 : byte);
      if (bytes.length >= 1 << 14) flush();
    },
    flush,
    text: () => (flush(), text),
  };
}

async function run({module, words, files}) {
  const stdout = collector(() => {}), stderr = collector(text => postMessage({stderr: text}));
  let code = 75, why = '';
  const settings = {
    noInitialRun: true,
    thisProgram: 'rmr',
    instantiateWasm(imports, made) {
      WebAssembly.instantiate(module, imports).then(instance => made(instance, module));
      return {};
    },
    onExit(status) { code = status; },
    preRun: [instance => {
      instance.FS.init(null, stdout.put, null);
      // stderr is the terminal: progress is shown there. A line of it ends with no newline.
      instance.terminal(byte => { stderr.put(byte); }, stderr.flush);
      writeFiles(instance.FS, files);
    }],
    onAbort(what) { why = `rmr: ended in the browser: ${what}\n`; },
  };
  const instance = await rmr(settings);
  try {
    instance.callMain(words);
  } catch (e) {
    if (e.name !== 'ExitStatus' && why === '') why = `rmr: ended in the browser: ${e.message || e}\n`;
  }
  return {code: why === '' ? code : 75, stdout: stdout.text(), stderr: stderr.text() + why,
    files: newFiles(instance.FS, files)};
}

onmessage = async ({data}) => postMessage(await run(data));
