// SPDX-License-Identifier: GPL-3.0-or-later
//
// question.js: a question in its three forms: an object (the fields of the form), the words of a command line, and the
// fragment of a link. A field with its default is left out of the last two. It knows nothing of the page; the test and
// the site of the documents use it as well.
//
//   {do: 'explore', a: 'bakery', n: '3', passages: 'inf', more: '--observe 1'}
//   explore -a ./bakery.alg -n 3 --passages inf --observe 1
//   #do=explore&a=bakery&n=3&passages=inf&more=--observe+1
//
// Another command than explore and simulate is kept as it is: {do: 'run', a: 'glb', run: 'prove ./glb.alg'}. A sweep,
// {do: 'sweep'}, is many command lines, one for each N (wordsAt).
//
// A text that is not a shipped one stands in the fragment, too: text=, deflated, in base64url.

// start: in the form, where it is not the fallback; only, not: the command that alone asks for it, or does not
export const FIELDS = {
  n: {option: '-n', fallback: '', start: '3', not: 'sweep'},
  memory: {option: '-m', fallback: 'cc'},
  sessions: {option: '--sessions', fallback: 'distinct'},
  passages: {option: '--passages', fallback: '1'},
  order: {option: '--order', fallback: 'sc'},
  check: {option: '--check', fallback: '', only: 'explore'},
  adversary: {option: '-s', fallback: 'random', only: 'simulate'},
  seed: {option: '--seed', fallback: '1', only: 'simulate'},
  seconds: {fallback: '20', only: 'sweep'}, // this and the next are the page's own, and no options
  trace: {fallback: 'yes', only: 'simulate'},
};
export const COMMANDS = ['explore', 'sweep', 'simulate', 'run'];

const isAsked = (field, value, command) =>
  value !== undefined && value !== '' && value !== field.fallback && (!field.only || field.only === command) &&
  field.not !== command;

// The words that a shell would make of it, with quotes but nothing else of a shell's.
export function splitWords(text) {
  return [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ''));
}

// file: the name of the text, such as bakery.alg
export function wordsOf(question, file) {
  if (question.do === 'run') return splitWords(question.run);
  const words = [question.do, '-a', `./${file}${question.parameters ? `:${question.parameters}` : ''}`];
  for (const [name, field] of Object.entries(FIELDS))
    if (field.option && isAsked(field, question[name], question.do)) words.push(field.option, question[name]);
  return [...words, ...splitWords(question.more ?? '')];
}

// Of a sweep, at one N.
export const wordsAt = (n, question, file) =>
  [...wordsOf({...question, do: 'explore', n: `${n}`, check: 'rmr'}, file), '--json'];

const OTHERS = ['prove', 'fences', 'search', 'show', 'check'];

// With the algorithms' names as files: the page has no others.
function otherQuestion(words, isShipped) {
  const k = words.findIndex((word, k) => k > 0 && isShipped(/^[^:]*/.exec(word)[0]));
  if (!OTHERS.includes(words[0]) || k < 0) return null;
  const [, a, parameters] = /^([^:]*)(.*)$/.exec(words[k]);
  return {do: 'run', a, run: [...words.slice(0, k), `./${a}.alg${parameters}`, ...words.slice(k + 1)].join(' ')};
}

const LONG = {'--algorithm': '-a', '--processes': '-n', '--memory': '-m', '--adversary': '-s'};

// The question of a command line, where it is about one algorithm and the page has all that it names; else null.
// isShipped: whether a name is one's.
export function questionOf(words, isShipped) {
  const question = {do: words[0]}, more = [];
  if (!['explore', 'simulate'].includes(words[0])) return otherQuestion(words, isShipped);
  for (let k = 1; k < words.length; k++) {
    const [, name, glued] = /^(--[a-z-]+)(?:=(.*))?$/.exec(words[k]) ?? [null, words[k], undefined];
    const option = LONG[name] ?? name;
    const field = Object.keys(FIELDS).find(f => FIELDS[f].option === option &&
      (!FIELDS[f].only || FIELDS[f].only === question.do));
    if (option !== '-a' && field === undefined) {
      more.push(words[k]);
      continue;
    }
    const value = glued ?? words[++k];
    if (value === undefined) return null;
    if (option !== '-a') question[field] = value;
    else [question.a, question.parameters] = /^([^:]*):?(.*)$/.exec(value).slice(1);
  }
  if (/^(\.?\/|cmd:)/.test(question.adversary)) return null; // a plug-in, a script or a program
  question.a = question.a?.replace(/^\.\//, '').replace(/\.alg$/, '');
  if (question.parameters === '') delete question.parameters;
  if (more.length > 0) question.more = more.join(' ');
  return isShipped(question.a) ? question : null;
}

const KEYS = ['do', 'a', 'parameters', ...Object.keys(FIELDS), 'more', 'run'];

export function fragmentOf(question) {
  const out = new URLSearchParams();
  for (const key of KEYS) {
    const value = question[key];
    if (value === undefined || value === '' || (FIELDS[key] && !isAsked(FIELDS[key], value, question.do))) continue;
    out.set(key, value);
  }
  return out.toString();
}

export function questionIn(fragment) {
  const all = new URLSearchParams(fragment.replace(/^#/, ''));
  return Object.fromEntries(KEYS.filter(key => all.has(key)).map(key => [key, all.get(key)]));
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function pack(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch { // the browsers have words of their own for this, which tell nobody of a link
    throw new Error('the link is incomplete: its text cannot be unpacked, so copy the whole link once more');
  }
}
