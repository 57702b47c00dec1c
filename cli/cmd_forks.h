/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_forks.h: shared by the parts of `rmr forks`: pictures, which Graphviz draws, and snapshots of runs.
 */
#ifndef CLI_CMD_FORKS_H
#define CLI_CMD_FORKS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum form { FORM_TEXT, FORM_JSON, FORM_DOT, FORM_SVG };

/* Prints the output of `draw` in the language of Graphviz, or, as FORM_SVG, Graphviz's picture of it, whole or not
 * at all. */
bool picture_print(void draw(void *self, FILE *out), void *self, enum form form, struct error *e);

/* An instant of a recorded run: before the first step (0), or after `step` steps. */
struct instant {
  const char *schedule; /* the file */
  bool at_step;         /* else after the last one */
  uint64_t step;
};

/* Prints a picture of the graph at that instant: the eating processes, and the owner and the waiters of each fork. */
bool snapshot_print(const struct instant *instant, enum form form, struct error *e);

#endif
