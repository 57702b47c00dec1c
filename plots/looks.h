/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * looks.h: the colour, mark and dash of a series. The colour shows the algorithm: its position among all algorithms of
 * the results, so that it is the same in each figure of a report. Mark and dash show all else, the adversary first, in
 * the order of the figure. Where a figure has several series of one algorithm, each series has its own colour. No two
 * series of a figure look the same as long as there are enough looks.
 */
#ifndef PLOTS_LOOKS_H
#define PLOTS_LOOKS_H

#include <jansson.h>
#include <stdbool.h>

#include "results/series.h"

struct look {
  const char *colour;
  size_t shape; /* for gnuplot_point */
  size_t dash;  /* equal to shape, as long as there are enough marks */
};

/* `algorithms`: algorithms.json, or NULL. out[list->n]. */
void looks_of(const json_t *algorithms, const struct series_list *list, struct look *out);

/* The same without colour: each series has its own mark, or, where there are more series than marks, its own pair of
 * mark and dash. */
void looks_for_paper(const struct series_list *list, struct look *look);

/* Exact values and others that labels gave one name are one entry of the key, with one look: this is the other series
 * of the entry, or k. */
size_t looks_twin(const struct series_list *list, size_t k);

/* Whether series k is the one whose entry it is: it has no twin, or it is the first of the two. */
bool looks_is_entry(const struct series_list *list, size_t k);

/* " dt (10,6)", or "" for a solid line. */
const char *look_dash(const struct look *look);

#endif
