/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_forks.h: what the parts of `rmr forks` share: pictures, which Graphviz draws, and snapshots of runs.
 */
#ifndef CLI_CMD_FORKS_H
#define CLI_CMD_FORKS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum form { FORM_TEXT, FORM_JSON, FORM_DOT, FORM_SVG };

/* Prints what `draw` writes in the language of Graphviz, or, as FORM_SVG, the picture that Graphviz makes of it. That
 * comes whole or not at all. */
bool picture_print(void draw(void *self, FILE *out), void *self, enum form form, struct error *e);

/* An instant of a recorded run: before the first step (0), or after so many. */
struct instant {
  const char *schedule; /* the file */
  bool at_step;         /* else after the last one */
  uint64_t step;
};

/* Prints a picture of the graph at that instant: who eats, who owns which fork, who waits for it. */
bool snapshot_print(const struct instant *instant, enum form form, struct error *e);

#endif
