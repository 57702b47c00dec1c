/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * columns.h: what a table of claims (key `tables` of a config) can have as columns, and what may be said in one. The
 * validator of configs and the analysis both read it here.
 */
#ifndef RESULTS_COLUMNS_H
#define RESULTS_COLUMNS_H

#include <stddef.h>

#include "base/property.h"

enum column_kind { COLUMN_RMR, COLUMN_SPACE, COLUMN_PROPERTY, COLUMN_BOUNDED, COLUMN_METRIC };

struct column {
  const char *name; /* "RMR cc", "space", "P2", "bounded"; of COLUMN_METRIC: "response.max" */
  enum column_kind kind;
  const char *memory;        /* of COLUMN_RMR: the model */
  const char *metric;        /* of COLUMN_RMR: what is paid */
  enum property_id property; /* of COLUMN_PROPERTY; else PROPERTY_NONE */
  const char *claim;         /* its key among the claims of algorithms.json; NULL: nothing is claimed of it there */
};

extern const struct column columns[];    /* n_columns of them */
extern const char *const column_names[]; /* ends with NULL */
extern const size_t n_columns;

/* NULL: there is none of that name. */
const struct column *column_find(const char *name);

/* One of them, or a metric that is one number. False: neither. The name must outlive the column. */
bool column_of(const char *name, struct column *out);

/* Whether that can be said in the column: "yes" or "no"; "O(N)" or "unbounded"; "= 3N" or "O(N)"; of a metric
 * "<= 9". */
bool column_allows(const struct column *column, const char *said, struct error *e);

#endif
