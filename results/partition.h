/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * partition.h: splits the records by algorithm, or by setting (under the same faults, with the same clock), so that a
 * loop over the parts does not scan all records each time.
 */
#ifndef RESULTS_PARTITION_H
#define RESULTS_PARTITION_H

#include "base/lookup.h"
#include "results/load.h"

enum parts_by { PARTS_BY_ALGORITHM, PARTS_BY_SETTING };

struct results_parts {
  size_t n;
  struct results *part;  /* in the order of their first records; within each the records stay in theirs */
  struct lookup names;   /* the algorithm of each part, or its setting (setting_text) */
  struct record *record; /* of all parts */
};

/* The results must outlive the parts. */
void results_split(const struct results *r, enum parts_by by, struct results_parts *out);
void results_parts_free(struct results_parts *parts);

/* "faults stop:1, time slow=1, order tso": the settings that are not the usual; "": none. The caller frees it. */
char *setting_text(const char *faults, const char *time, const char *order);

/* The part of this name; NULL: there are no such records. */
const struct results *results_part(const struct results_parts *parts, const char *name);

#endif
