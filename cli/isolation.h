/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * isolation.h: `--isolate`: the whole work of a command in a child (base/child.h), for plug-ins that may take down
 * their process. Where one does, or does not come back, one line says so and the command ends with exit 30. Signals are
 * handed on: what the command does about Ctrl-C, it does in the child.
 *
 * What a plug-in prints goes to stderr, up to the moment at which the command prints its results.
 */
#ifndef CLI_ISOLATION_H
#define CLI_ISOLATION_H

#include <stdbool.h>

#include "base/child.h"

/* What the work knows of it. */
struct isolation {
  struct heartbeat *heart; /* NULL: it is not isolated */
  int out;                 /* where results go */
};

struct isolated {
  const char *command;
  const char *algorithm, *adversary; /* as given, for the line about a fall; may be NULL */
  const char *leaves[2];             /* files that are written while the work goes on; NULL: none */
  int (*work)(void *self, const struct isolation *isolation); /* returns the exit code */
  void *self;
};

#define ISOLATE_OPTION(key)                                                                   \
  {                                                                                           \
    "isolate", key, NULL, 0,                                                                  \
      "work in a process of its own: a plug-in that crashes or hangs is reported, with exit " \
      "code 30",                                                                              \
      0                                                                                       \
  }

int isolation_run(const struct isolated *what, bool isolate);

/* To be called before anything is printed on stdout. */
void isolation_print(const struct isolation *isolation);

#endif
