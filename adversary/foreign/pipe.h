/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pipe.h: a program at the other end of a pipe that answers each line with a line. It ends with this process, and
 * shares its stderr.
 */
#ifndef ADVERSARY_FOREIGN_PIPE_H
#define ADVERSARY_FOREIGN_PIPE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PIPE_LONGEST = 1 << 20 }; /* bytes of an answer */

struct pipe {
  pid_t pid; /* 0: it was not started, or has ended */
  int fd;
  char *line; /* data read; it begins with the last answer of pipe_ask, `given` bytes long */
  size_t length, given;
};

/* False: `why` has the reason. */
bool pipe_start(struct pipe *pipe, const char *path, char *why, size_t size);

/* Sends a line, which ends with a newline, and waits at most `seconds` for the answer. NULL: `why` is a sentence
 * about the program with the reason; the program has been ended then. The answer is valid until the next call. */
const char *pipe_ask(struct pipe *pipe, const char *line, size_t length, int seconds, char *why, size_t size);

void pipe_end(struct pipe *pipe);

#endif
