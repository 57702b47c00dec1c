/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * columns.h: the columns of a table of claims (key `tables` of a config), and the claims allowed in each. The validator
 * of configs and the analysis share it.
 */
#ifndef RESULTS_COLUMNS_H
#define RESULTS_COLUMNS_H

#include <stddef.h>

#include "base/property.h"

enum column_kind { COLUMN_RMR, COLUMN_SPACE, COLUMN_PROPERTY, COLUMN_BOUNDED, COLUMN_METRIC, COLUMN_PROVED };

struct column {
  const char *name; /* "RMR cc", "space", "P2", "bounded", "every N"; for COLUMN_METRIC: "response.max" */
  enum column_kind kind;
  const char *memory;        /* of COLUMN_RMR: the model */
  const char *metric;        /* of COLUMN_RMR: the cost */
  enum property_id property; /* of COLUMN_PROPERTY; else PROPERTY_NONE */
  const char *claim;         /* its key among the claims of algorithms.json; NULL: there is none */
};

extern const struct column columns[];    /* n_columns of them */
extern const char *const column_names[]; /* ends with NULL */
extern const size_t n_columns;

/* NULL: there is none with that name. */
const struct column *column_find(const char *name);

/* One of them, or a metric that is one number. False: neither. The name must outlive the column. */
bool column_of(const char *name, struct column *out);

/* Whether the claim is allowed in the column: "yes" or "no"; "O(N)" or "unbounded"; "= 3N" or "O(N)"; for a metric
 * "<= 9". */
bool column_allows(const struct column *column, const char *said, struct error *e);

#endif
