// SPDX-License-Identifier: GPL-3.0-or-later
//
// editor.js: the text of the algorithm, coloured, with a mark at each error. The rules of colours are read from
// tools/editors, so every editor colours alike.
import {basicSetup} from 'codemirror';
import {indentWithTab} from '@codemirror/commands';
import {HighlightStyle, StreamLanguage, syntaxHighlighting} from '@codemirror/language';
import {linter, lintGutter} from '@codemirror/lint';
import {EditorView, keymap} from '@codemirror/view';
import {tags} from '@lezer/highlight';
import grammar from '../../tools/editors/vscode/syntaxes/rmr.tmLanguage.json';

// The grammar's scopes, each as the name that CodeMirror has for it.
const NAMES = [
  ['comment', 'comment'], ['string', 'string'], ['entity.name.label', 'labelName'],
  ['variable.other.member', 'propertyName'],
  ['storage.modifier', 'modifier'], ['storage', 'definitionKeyword'], ['keyword.other', 'heading'],
  ['keyword.operator.word', 'operatorKeyword'], ['keyword.operator', 'operator'], ['keyword', 'controlKeyword'],
  ['support.type', 'typeName'], ['constant.language', 'atom'], ['support.function', 'macroName'],
  ['constant.numeric', 'number'], ['variable', 'variableName'],
];
const rules = grammar.patterns.map(({name, match}) => ({
  style: NAMES.find(([scope]) => name.startsWith(scope))[1],
  pattern: new RegExp(match, 'y'),
}));

// Matched in the whole line, as some rules look back, or want its beginning.
function token(stream) {
  for (const {style, pattern} of rules) {
    pattern.lastIndex = stream.pos;
    const found = pattern.exec(stream.string);
    if (found === null || found[0] === '') continue;
    stream.pos += found[0].length;
    return style;
  }
  stream.next();
  return null;
}

const colours = HighlightStyle.define([
  {tag: tags.comment, color: 'var(--comment)'},
  {tag: tags.string, color: 'var(--string)'},
  {tag: tags.labelName, color: 'var(--label)', fontWeight: 'bold'},
  {tag: [tags.definitionKeyword, tags.modifier], color: 'var(--declare)'},
  {tag: tags.heading, color: 'var(--section)', fontWeight: 'bold'},
  {tag: [tags.controlKeyword, tags.operatorKeyword], color: 'var(--control)'},
  {tag: [tags.typeName, tags.atom, tags.macroName, tags.number], color: 'var(--value)'},
]);

// errorsOf: a text to a promise of [{line, column, message}], both from 1.
function marks(errorsOf) {
  return async view => {
    const {doc} = view.state, errors = await errorsOf(doc.toString());
    return errors.map(({line, column, message}) => {
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const from = Math.min(at.from + Math.max(column, 1) - 1, at.to);
      const word = /^\w+/.exec(doc.sliceString(from, at.to));
      return {from, to: Math.min(from + (word ? word[0].length : 1), at.to), severity: 'error', message};
    });
  };
}

export function makeEditor(parent, {errorsOf, changed, run}) {
  const view = new EditorView({
    parent,
    extensions: [
      keymap.of([{key: 'Ctrl-Enter', mac: 'Cmd-Enter', run: () => (run(), true)}, indentWithTab]),
      basicSetup,
      StreamLanguage.define({name: 'rmr', token}),
      syntaxHighlighting(colours),
      lintGutter(),
      linter(marks(errorsOf), {delay: 300}),
      EditorView.updateListener.of(update => { if (update.docChanged) changed(); }),
      EditorView.contentAttributes.of({'aria-label': 'The text of the algorithm', 'aria-describedby': 'keys'}),
    ],
  });
  return {
    get text() { return view.state.doc.toString(); },
    set text(text) { view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}}); },
  };
}
