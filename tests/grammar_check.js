// SPDX-License-Identifier: GPL-3.0-or-later
//
// grammar_check.js GRAMMAR WORDS FILE...: whether the TextMate grammar gives every key word of the files a scope that is
// not that of a name, outside of comments, texts and fields; and a scope to each comment. The grammar has single matches
// only, so an editor proceeds like this: at each place the pattern that matches first, of several the first one.
// With vscode-textmate and vscode-oniguruma (in NODE_PATH) the engine of the editor itself is asked.
'use strict';
const fs = require('fs');
const [grammarPath, wordsPath, ...files] = process.argv.slice(2);
const text = fs.readFileSync(grammarPath, 'utf8');
const words = new Set(fs.readFileSync(wordsPath, 'utf8').split('\n').filter(Boolean));

function simple() {
  const patterns = JSON.parse(text).patterns.map((p) => ({ name: p.name, re: new RegExp(p.match, 'g') }));
  return (line) => {
    const tokens = [];
    for (let at = 0; at < line.length;) {
      let best = null;
      for (const p of patterns) {
        p.re.lastIndex = at;
        const m = p.re.exec(line);
        if (m && m[0] !== '' && (best === null || m.index < best.from)) best = { from: m.index, to: m.index + m[0].length, name: p.name };
      }
      if (best === null) break;
      tokens.push(best);
      at = best.to;
    }
    return tokens;
  };
}

async function real() {
  const tm = require('vscode-textmate'), onig = require('vscode-oniguruma');
  const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await onig.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length));
  const registry = new tm.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (s) => new onig.OnigScanner(s),
      createOnigString: (s) => new onig.OnigString(s),
    }),
    loadGrammar: async () => tm.parseRawGrammar(text, grammarPath),
  });
  const grammar = await registry.loadGrammar('source.rmr');
  return (line) =>
    grammar.tokenizeLine(line, tm.INITIAL).tokens.map((t) => ({
      from: t.startIndex, to: t.endIndex, name: t.scopes.length > 1 ? t.scopes[t.scopes.length - 1] : '',
    }));
}

// The key words of a line, and where its comment begins.
function expected(line) {
  let quoted = false, end = line.length;
  const found = [];
  for (let k = 0; k < line.length; k++) {
    if (line[k] === '"') quoted = !quoted;
    if (quoted) continue;
    if (line.startsWith('//', k)) { end = k; break; }
    const word = /^[A-Za-z]\w*/.exec(line.slice(k));
    if (word === null || (k > 0 && /\w/.test(line[k - 1]))) continue;
    if (words.has(word[0]) && (line[k - 1] !== '.' || line[k - 2] === '.')) found.push([k, word[0]]);
    k += word[0].length - 1;
  }
  return { found, end };
}

function check(tokenise, file) {
  let wrong = 0, seen = 0;
  fs.readFileSync(file, 'utf8').split('\n').forEach((line, n) => {
    const tokens = tokenise(line), { found, end } = expected(line);
    const scope = (at) => (tokens.find((t) => t.from <= at && at < t.to) || { name: '' }).name;
    const complain = (at, what) => { wrong++; console.log(`${file}:${n + 1}:${at + 1}: ${what} has the scope '${scope(at)}'`); };
    for (const [at, word] of found) {
      seen++;
      if (!/^(storage|keyword|support|constant)\./.test(scope(at))) complain(at, `'${word}'`);
    }
    if (end < line.length && !scope(end).startsWith('comment.')) complain(end, 'a comment');
  });
  return { wrong, seen };
}

(async () => {
  let engine = 'the regular expressions alone', tokenise;
  try {
    tokenise = await real();
    engine = 'vscode-textmate';
  } catch (e) {
    tokenise = simple();
  }
  let wrong = 0, seen = 0;
  for (const file of files) {
    const result = check(tokenise, file);
    wrong += result.wrong;
    seen += result.seen;
  }
  console.log(`${seen} key words in ${files.length} files, by ${engine}`);
  process.exit(wrong !== 0 || seen < 1000 ? 1 : 0);
})();
