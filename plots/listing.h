/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * listing.h: the annotated listing: the rows of an algorithm as printed, joined by label with what one task counted.
 */
#ifndef PLOTS_LISTING_H
#define PLOTS_LISTING_H

#include "results/load.h"

struct listing_row {
  const char *label, *text;
  const char *section; /* "doorway", ...; "" where it is not known, or the row makes no access */
  bool counted;        /* the row makes accesses; the numbers mean something */
  double steps, rmr;   /* of all processes together */
};

struct listing {
  size_t n;
  struct listing_row *row;
  double steps, rmr; /* sums */
  json_t *record;    /* the texts belong to it, or to the results */
};

/* Where algorithms.json is missing, the rows are those of the record alone. */
void listing_make(const struct results *r, const struct record *task, struct listing *out);
void listing_free(struct listing *listing);

#endif
