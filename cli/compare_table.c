/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * compare_table.c: a comparison as a table: a row for each setting, with the ratios to the first column.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/comparison.h"
#include "cli/table.h"
#include "results/scope.h"

enum { CELL = 64 };

static void write_cell(struct comparison_cell cell, char out[CELL])
{
  if (!cell.there)
    strcpy(out, "-");
  else if (!isfinite(cell.value))
    strcpy(out, "unbounded");
  else
    snprintf(out, CELL, "%.*g%s", rint(cell.value) == cell.value ? 15 : 6, cell.value, cell.complete ? "" : "*");
}

static void add_row(const struct comparison *c, size_t row, bool settings, bool metrics, struct table *table)
{
  const char *cell[2 * COMPARE_MOST_COLUMNS + 3];
  char x[CELL], value[COMPARE_MOST_COLUMNS][CELL], ratio[COMPARE_MOST_COLUMNS][CELL];
  char *setting = scope_words(c->row[row].setting);
  size_t n = 0;
  if (settings) cell[n++] = setting;
  if (metrics) cell[n++] = c->row[row].metric;
  snprintf(x, CELL, "%.15g", c->row[row].x);
  cell[n++] = x;
  for (size_t k = 0; k < c->n_columns; k++) {
    write_cell(comparison_cell(c, row, k), value[k]);
    cell[n++] = value[k];
  }
  for (size_t k = 1; k < c->n_columns; k++) {
    const double by = comparison_ratio(c, row, k);
    snprintf(ratio[k], CELL, isnan(by) ? "-" : "%.3f", by);
    cell[n++] = ratio[k];
  }
  table_row(table, cell);
  free(setting);
}

/* Whether the rows differ in their settings; in their metrics. */
static bool several_settings(const struct comparison *c)
{
  bool several = false;
  for (size_t k = 1; k < c->n; k++) several = several || !json_equal(c->row[k].setting, c->row[0].setting);
  return several;
}

static bool several_metrics(const struct comparison *c)
{
  bool several = false;
  for (size_t k = 1; k < c->n; k++) several = several || strcmp(c->row[k].metric, c->row[0].metric) != 0;
  return several;
}

static void print_rows(const struct comparison *c, bool changed)
{
  const bool settings = several_settings(c), metrics = several_metrics(c);
  const char *head[2 * COMPARE_MOST_COLUMNS + 3];
  char *by[COMPARE_MOST_COLUMNS];
  size_t n = 0;
  if (settings) head[n++] = "setting";
  if (metrics) head[n++] = "metric";
  head[n++] = c->x_name;
  for (size_t k = 0; k < c->n_columns; k++) head[n++] = c->column[k];
  for (size_t k = 1; k < c->n_columns; k++) head[n++] = by[k] = mem_format("%s / %s", c->column[k], c->column[0]);
  struct table table;
  table_init(&table, head, n);
  for (size_t k = 0; k < c->n; k++)
    if (!changed || comparison_differs(c, k)) add_row(c, k, settings, metrics, &table);
  table_end(&table, stdout);
  for (size_t k = 1; k < c->n_columns; k++) free(by[k]);
}

static void print_head(const struct comparison *c)
{
  char *scope = scope_words(c->common);
  if (!several_metrics(c)) printf("%s: ", c->row[0].metric);
  printf("%s\n", scope);
  free(scope);
}

void compare_table_print(const struct comparison *c, bool changed)
{
  print_head(c);
  print_rows(c, changed);
}

/* How many rows stand in one column only, how many in several, and how many of these differ. */
struct counted {
  size_t only[COMPARE_MOST_COLUMNS], shared, differ;
};

static struct counted count(const struct comparison *c)
{
  struct counted n = {.shared = 0};
  for (size_t k = 0; k < c->n; k++) {
    const size_t alone = comparison_only(c, k);
    if (alone < c->n_columns) {
      n.only[alone]++;
    } else {
      n.shared++;
      n.differ += comparison_differs(c, k);
    }
  }
  return n;
}

void compare_table_foot(const struct comparison *c, bool directories)
{
  const struct counted n = count(c);
  bool cut = false;
  for (size_t k = 0; k < c->n; k++)
    for (size_t i = 0; i < c->n_columns; i++) {
      const struct comparison_cell cell = comparison_cell(c, k, i);
      cut = cut || (cell.there && !cell.complete);
    }
  if (cut) puts("* a lower bound, or from a run that was cut short");
  if (!directories) return;
  printf("%zu of %zu shared values differ\n", n.differ, n.shared);
  for (size_t k = 0; k < c->n_columns; k++)
    if (n.only[k] > 0) printf("%zu only in %s\n", n.only[k], c->column[k]);
}
