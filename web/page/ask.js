// SPDX-License-Identifier: GPL-3.0-or-later
//
// ask.js: a question to rmr: the words of a command line and the files that it finds. One asker has one worker and one
// question at a time; to stop is to end the worker.
import wasm from 'rmr.wasm';
import glue from 'rmr.js.txt';
import worker from './worker.js.txt';

// A page that was opened as a file may not load another file: all code is here, and a worker is made of a text.
const compiled = WebAssembly.compile(wasm);
const code = URL.createObjectURL(new Blob([glue, '\n', worker], {type: 'text/javascript'}));

export class Asker {
  #worker = null;
  #reject = null;

  // Resolves to {code, stdout, stderr, files}; rejects when it is stopped.
  async ask(words, files, heard = () => {}) {
    this.stop();
    const module = await compiled;
    return new Promise((resolve, reject) => {
      this.stop();
      this.#worker ??= new Worker(code);
      this.#reject = reject;
      this.#worker.onmessage = ({data}) => {
        if (data.code === undefined) return heard(data.stderr);
        this.#reject = null;
        resolve(data);
      };
      this.#worker.onerror = e => {
        this.stop();
        reject(new Error(e.message));
      };
      this.#worker.postMessage({module, words, files});
    });
  }

  stop() {
    if (this.#reject === null) return;
    this.#worker.terminate();
    this.#worker = null;
    this.#reject(new Error('stopped'));
    this.#reject = null;
  }
}
