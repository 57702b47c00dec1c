/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * looks.h: which colour, mark and dash a series has. The colour is the algorithm: its place among all algorithms of
 * the results, so that it is the same in each figure of a report. Mark and dash are all else, the adversary first of
 * all, in the order of the figure. Where a figure has several series and one algorithm, a colour would tell nothing,
 * and each series has its own. No two series of a figure look the same as long as there are looks.
 */
#ifndef PLOTS_LOOKS_H
#define PLOTS_LOOKS_H

#include <jansson.h>

#include "results/series.h"

struct look {
  const char *colour;
  size_t shape; /* for gnuplot_point */
  size_t dash;  /* the same number, but in a paper */
};

/* `algorithms`: algorithms.json, or NULL. out[list->n]. */
void looks_of(const json_t *algorithms, const struct series_list *list, struct look *out);

/* The same without colour: each series has a mark of its own, or where there are more series than marks a mark and a
 * dash of its own. */
void looks_for_paper(size_t n, struct look *look);

/* " dt (10,6)", or "" where the line is whole. */
const char *look_dash(const struct look *look);

#endif
