/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * isolation.h: `--isolate`: the whole work of a command in a child (base/child.h), for plug-ins that may crash their
 * process. If one crashes or hangs, one line says so and the command ends with exit 30. Signals are forwarded: the
 * child handles Ctrl-C as the command would.
 *
 * Output of a plug-in goes to stderr, until the command prints its results.
 */
#ifndef CLI_ISOLATION_H
#define CLI_ISOLATION_H

#include <stdbool.h>

#include "base/child.h"

/* The isolation as the work sees it. */
struct isolation {
  struct heartbeat *heart; /* NULL: it is not isolated */
  int out;                 /* where results go */
};

struct isolated {
  const char *command;
  const char *algorithm, *adversary;                          /* as given, for the line about a crash; may be NULL */
  const char *leaves[2];                                      /* files written during the work; NULL: none */
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

/* Call it before anything is printed on stdout. */
void isolation_print(const struct isolation *isolation);

#endif
