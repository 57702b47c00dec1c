/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts.h: the records of each algorithm, or under each kind of faults, by themselves, so that who asks for one part
 * after the other does not look at all records each time.
 */
#ifndef RESULTS_PARTS_H
#define RESULTS_PARTS_H

#include "base/lookup.h"
#include "results/load.h"

enum parts_by { PARTS_BY_ALGORITHM, PARTS_BY_FAULTS };

struct results_parts {
  size_t n;
  struct results *part;  /* in the order of their first records; within each the records stay in theirs */
  struct lookup names;   /* the algorithm of each part, or its faults ("none") */
  struct record *record; /* of all parts */
};

/* The results must outlive the parts. */
void results_split(const struct results *r, enum parts_by by, struct results_parts *out);
void results_parts_free(struct results_parts *parts);

/* The part of this name; NULL: there are no such records. */
const struct results *results_part(const struct results_parts *parts, const char *name);

#endif
