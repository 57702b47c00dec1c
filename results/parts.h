/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts.h: the records of each algorithm by themselves, so that who asks for those of one algorithm after the other
 * does not look at all records each time.
 */
#ifndef RESULTS_PARTS_H
#define RESULTS_PARTS_H

#include "base/lookup.h"
#include "results/load.h"

struct results_parts {
  size_t n;
  struct results *part;  /* in the order of their first records; within each the records stay in theirs */
  struct lookup names;   /* the algorithm of each part */
  struct record *record; /* of all parts */
};

/* The results must outlive the parts. */
void results_split(const struct results *r, struct results_parts *out);
void results_parts_free(struct results_parts *parts);

/* The part of an algorithm; NULL: it has no records. */
const struct results *results_part(const struct results_parts *parts, const char *algorithm);

#endif
