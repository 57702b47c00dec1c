/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * screen.h: the first screen of the report: the runs, in one line; a picture; and beside it the matrix of all
 * algorithms. The picture is the first gallery of all sections, and where the page is about one experiment, its first
 * figure: in the narrow form that fits beside the matrix, or, where it has none, above the matrix.
 */
#ifndef PLOTS_REPORT_SCREEN_H
#define PLOTS_REPORT_SCREEN_H

#include "plots/report/parts.h"

struct screen {
  json_t *matrix;                                                       /* of all sections */
  char *picture;                                                        /* HTML; NULL: there is none yet */
  bool narrow;                                                          /* it stands beside the matrix, else above it */
  size_t sections, explorations, searches, simulations, proofs, counts; /* records */
  json_int_t from, to;                                                  /* N */
};

void screen_begin(struct screen *screen);
void screen_free(struct screen *screen);

/* Takes what a section has for the screen, and marks the figure that is taken. `name`: as the page calls the section;
 * "" where it is the only one. */
void screen_add(struct screen *screen, struct section *s, const char *name);

void screen_write(FILE *out, const struct screen *screen);

#endif
