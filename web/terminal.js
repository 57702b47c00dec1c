// SPDX-License-Identifier: GPL-3.0-or-later
//
// terminal.js: a part of emscripten's code (--pre-js), for page/worker.js: takes the program's output to its terminal,
// byte by byte, and `flush` behind each write.
/* global Module, TTY */
Module['terminal'] = function (put, flush) {
  const write = TTY.stream_ops.write;
  TTY.stream_ops.write = (...args) => {
    const written = write(...args);
    flush();
    return written;
  };
  TTY.default_tty1_ops.put_char = (tty, byte) => put(byte);
  TTY.default_tty1_ops.flush = flush;
};
