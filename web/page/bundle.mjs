// SPDX-License-Identifier: GPL-3.0-or-later
//
// bundle.mjs: makes the playground of the page, of rmr as WebAssembly, and of the shipped texts:
//
//   node bundle.mjs SOURCE WASM OUT      the tree; the folder of rmr.js and rmr.wasm, beside jansson; the page's
//
// The texts that are no module (emscripten's code, the worker) go in as texts, rmr.wasm as bytes.
import {build} from 'esbuild';
import {copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const [source, wasm, out] = process.argv.slice(2);
const page = join(source, 'web/page');
const read = (...path) => readFileSync(join(source, ...path), 'utf8');
const texts = folder => readdirSync(join(source, folder)).filter(name => name.endsWith('.alg')).sort();

// name -> {title, text}, by name
function algorithms() {
  return Object.fromEntries(texts('algos').map(file => {
    const text = read('algos', file), [, name, title] = /^algorithm +([a-z0-9_]+) +"([^"]*)"/m.exec(text);
    if (`${name}.alg` !== file) throw new Error(`${file} is a text of ${name}`);
    return [name, {title, text}];
  }));
}

const parts = () => Object.fromEntries(texts('algos/parts').map(file => [`parts/${file}`, read('algos/parts', file)]));
const version = /VERSION ([0-9.]+)/.exec(/^project\(.*$/m.exec(read('CMakeLists.txt'))[0])[1];

const ours = {
  name: 'rmr',
  setup(build) {
    const files = {'rmr.wasm': [join(wasm, 'rmr.wasm'), 'binary'], 'rmr.js.txt': [join(wasm, 'rmr.js'), 'text'],
      './worker.js.txt': [join(page, 'worker.js'), 'text']};
    build.onResolve({filter: /^(rmr\.wasm|rmr\.js\.txt|\.\/worker\.js\.txt|shipped)$/},
      ({path}) => ({path, namespace: 'rmr'}));
    build.onLoad({filter: /./, namespace: 'rmr'}, ({path}) => path === 'shipped'
      ? {contents: JSON.stringify({algorithms: algorithms(), parts: parts(), version}), loader: 'json'}
      : {contents: readFileSync(files[path][0]), loader: files[path][1]});
  },
};

// The licences of the packages that went in, and of jansson and musl's part of emscripten: they ask for that.
function licences(inputs) {
  const folders = new Set(Object.keys(inputs).map(path => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]));
  folders.delete(undefined);
  return [...folders].sort().map(folder => {
    const {name, version} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8')}`;
  });
}

mkdirSync(out, {recursive: true});
const {metafile} = await build({entryPoints: [join(page, 'playground.js')], outfile: join(out, 'playground.js'),
  bundle: true, minify: true, format: 'iife', target: 'es2022', charset: 'utf8', plugins: [ours],
  nodePaths: (process.env.NODE_PATH ?? '').split(':'),
  metafile: true, legalComments: 'none', logLevel: 'warning'});
const rule = `\n\n${'-'.repeat(72)}\n\n`;
writeFileSync(join(out, 'licences.txt'), [
  `rmr ${version}: GPL-3.0-or-later. In it, or in the page around it:`, ...licences(metafile.inputs),
  `jansson\n\n${readFileSync(join(wasm, '../jansson/LICENSE'), 'utf8')}`,
  `emscripten and musl\n\n${readFileSync('/usr/share/doc/emscripten/copyright', 'utf8')}`].join(rule));
for (const file of ['index.html', 'playground.css']) copyFileSync(join(page, file), join(out, file));
