/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * compare.h: series side by side. The columns are compared: algorithms, adversaries, memories or result directories. A
 * row is one metric at one x in one setting, which is the scope without the compared part. The first column is the
 * reference for the others.
 *
 *   struct comparison c = {0};
 *   comparison_add(&c, "old", NULL, &old);       the series of one column
 *   comparison_add(&c, NULL, "algorithm", &all); or of many, by this part of their scope
 *   comparison_end(&c);
 */
#ifndef RESULTS_ANALYSIS_COMPARE_H
#define RESULTS_ANALYSIS_COMPARE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/lookup.h"
#include "results/series.h"

struct comparison_cell {
  bool there, complete; /* complete: the value is no lower bound, nor of a run that was cut short */
  double value;         /* INFINITY: it has no bound */
};

struct comparison_row {
  char *metric;
  double x;
  json_t *setting; /* as a scope; after comparison_end without the part that all rows share */
  size_t place;    /* of the first row with the same setting and metric */
  struct comparison_cell *cell;
  size_t n_cells; /* later cells are missing */
};

struct comparison {
  size_t n_columns, n;
  char **column;
  struct comparison_row *row; /* settings in order of appearance, each by ascending x */
  char *x_name;
  json_t *common; /* the shared part of all settings, as a scope */
  struct lookup keys, settings;
};

/* `column` NULL: it is the series' own value under `key` of the scope. */
void comparison_add(struct comparison *c, const char *column, const char *key, const struct series_list *list);
void comparison_end(struct comparison *c);
void comparison_free(struct comparison *c);

struct comparison_cell comparison_cell(const struct comparison *c, size_t row, size_t column);

/* A column's value divided by that of the first; NAN where one of them is missing, unbounded, or incomplete. */
double comparison_ratio(const struct comparison *c, size_t row, size_t column);

/* Whether the columns of a row differ; a missing one differs. */
bool comparison_differs(const struct comparison *c, size_t row);

/* The only column in which a row has a value; n_columns: there are several. */
size_t comparison_only(const struct comparison *c, size_t row);

/* {"x", "columns", "scope", "rows": [...], "differ": how many rows}; with `changed` only the rows that differ. A new
 * reference. */
json_t *comparison_json(const struct comparison *c, bool changed);

#endif
