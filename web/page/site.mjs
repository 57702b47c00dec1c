// SPDX-License-Identifier: GPL-3.0-or-later
//
// site.mjs: the documents as pages, beside the playground, in which their commands can be tried:
//
//   node site.mjs SOURCE OUT      the tree; the folder for the pages: README.md is its index.html
//
// A page X.md is X.html, whether it stands in docs/ or above. A link to a file that is no page is left as its text.
import MarkdownIt from 'markdown-it';
import {cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {pathToFileURL} from 'node:url';

const [source, out] = process.argv.slice(2);
const {fragmentOf, questionOf, splitWords} = await import(pathToFileURL(join(source, 'web/page/question.js')));
const read = path => readFileSync(join(source, path), 'utf8');
const escape = text => text.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md',
  ...readdirSync(join(source, 'docs')).filter(name => name.endsWith('.md')).map(name => `docs/${name}`)];
const pageName = path => basename(path) === 'README.md' ? 'index.html' : basename(path).replace(/\.md$/, '.html');
const made = new Set(pages.map(pageName));

// --- commands --------------------------------------------------------------------------------------------------------

// The names of shipped texts, and of their variants, as -a takes them.
const named = new Map();
for (const file of readdirSync(join(source, 'algos')).filter(name => name.endsWith('.alg'))) {
  const name = file.replace(/\.alg$/, '');
  named.set(name, name);
  for (const [, variant] of read(`algos/${file}`).matchAll(/^variant +([a-z0-9_]+)/gm))
    named.set(variant, `${name}:variant=${variant}`);
}

// The values of each variable of the loops in a line of a shell, each with its values as they stand there.
function loopsIn(line) {
  return [...line.matchAll(/\bfor (\w+) in ([^;]+);/g)].map(([, name, values]) => [name, values.trim().split(/\s+/)])
    .filter(([, values]) => !values[0].startsWith('$'));
}

// A command once for each time round the loops whose variables it has: [{text, round}], round as in "k = 1, l = all".
function roundsOf(text, loops) {
  let rounds = [{text, round: []}];
  for (const [name, values] of loops) {
    const variable = new RegExp(`\\$${name}\\b`, 'g');
    if (!variable.test(text)) continue;
    rounds = rounds.flatMap(({text, round}) => values.map(value =>
      ({text: text.replace(variable, value), round: [...round, `${name} = ${value}`]})));
  }
  return rounds;
}

// The questions in a line of a shell that the playground takes: [{question, round}].
function questionsIn(line) {
  const loops = loopsIn(line);
  return [...line.matchAll(/\brmr ([a-z]+ [^|;)>&]*?)(?= *(?:2?>|[|;)&]|$))/g)]
    .flatMap(([, text]) => roundsOf(text, loops)).filter(({text}) => !text.includes('$'))
    .map(({text, round}) => {
      const words = splitWords(text).map(word => named.get(word) ?? word);
      return {question: questionOf(words, name => named.get(name) === name), round: round.join(', ')};
    }).filter(({question}) => question !== null);
}

function tryLinks(block) {
  const questions = block.split('\n').filter(line => line.startsWith('$ ')).flatMap(questionsIn);
  return questions.map(({question, round}) => {
    const told = question.do === 'run' ? question.run : `${question.do} ${question.a}`;
    const shown = escape(`try it: ${told}${round && `, ${round}`}`);
    return `<a class="try" href="../index.html#${escape(fragmentOf(question))}">${shown}</a>\n`;
  }).join('');
}

// --- pages -----------------------------------------------------------------------------------------------------------

const slug = text => text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');

function target(href) {
  if (/^(https?:|#)/.test(href)) return href;
  const [path, anchor] = href.split('#');
  if (/\.(png|svg)$/.test(path)) return `pictures/${basename(path)}`;
  return made.has(pageName(path)) ? pageName(path) + (anchor ? `#${anchor}` : '') : null;
}

const markdown = new MarkdownIt({html: false});
const {rules} = markdown.renderer;
const plain = (tokens, k, options, env, self) => self.renderToken(tokens, k, options);
rules.heading_open = (tokens, k, ...rest) => {
  tokens[k].attrSet('id', slug(tokens[k + 1].children.map(token => token.content).join('')));
  return plain(tokens, k, ...rest);
};
rules.link_open = (tokens, k, ...rest) => {
  const href = target(tokens[k].attrGet('href'));
  if (href === null) tokens[k].tag = tokens.slice(k).find(token => token.type === 'link_close').tag = 'span';
  tokens[k].attrs = href === null ? [] : [['href', href]];
  return plain(tokens, k, ...rest);
};
const image = rules.image;
rules.image = (tokens, k, ...rest) => {
  tokens[k].attrSet('src', target(tokens[k].attrGet('src')));
  return image(tokens, k, ...rest);
};
rules.fence = (tokens, k) => {
  const {info, content} = tokens[k];
  return `<pre tabindex="0"><code>${escape(content)}</code></pre>\n${info === 'console' ? tryLinks(content) : ''}`;
};
rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';

function pageOf(path) {
  const text = read(path), title = /^# (.*)$/m.exec(text)[1].replace(/`/g, '');
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs.css">
<nav><a href="index.html">rmrlab</a> <a href="tutorial.html">an hour's class</a>
<a href="../index.html">the playground</a></nav>
<main>
${markdown.render(text)}</main>
`;
}

mkdirSync(out, {recursive: true});
for (const path of pages) writeFileSync(join(out, pageName(path)), pageOf(path));
cpSync(join(source, 'docs/pictures'), join(out, 'pictures'), {recursive: true});
cpSync(join(source, 'web/page/docs.css'), join(out, 'docs.css'));
