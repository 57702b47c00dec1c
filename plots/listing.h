/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * listing.h: the annotated listing: the rows of an algorithm as printed, joined by label with the counts of one task.
 */
#ifndef PLOTS_LISTING_H
#define PLOTS_LISTING_H

#include "results/load.h"

struct listing_row {
  const char *label, *text;
  const char *section; /* "doorway", ...; "" where it is unknown, or the row makes no access */
  bool counted;        /* the row makes accesses; the numbers are valid */
  double steps, rmr;   /* of all processes together */
};

struct listing {
  size_t n;
  struct listing_row *row;
  double steps, rmr; /* sums */
  json_t *record;    /* owns the texts, or the results do */
};

/* Where algorithms.json is missing, the rows are those of the record alone. */
void listing_make(const struct results *r, const struct record *task, struct listing *out);
void listing_free(struct listing *listing);

#endif
