/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/scope.h"

/* --- putting series in -------------------------------------------------------------------------------------------- */

static size_t column_of(struct comparison *c, const char *name)
{
  for (size_t k = 0; k < c->n_columns; k++)
    if (strcmp(c->column[k], name) == 0) return k;
  c->column = mem_another(c->column, c->n_columns, sizeof *c->column);
  c->column[c->n_columns] = mem_text(name);
  return c->n_columns++;
}

/* The scope of a series without what is compared. The kind goes, too: a value that was a bound and is exact now is to
 * stand beside itself. */
static json_t *setting_of(const struct series *s, const char *key)
{
  json_t *setting = json_copy(s->fields);
  if (key != NULL) json_object_del(setting, key);
  json_object_del(setting, "kind");
  return setting;
}

static struct comparison_row *row_of(struct comparison *c, const struct series *s, json_t *setting, double x)
{
  size_t number;
  char *text = json_dumps(setting, JSON_COMPACT | JSON_SORT_KEYS);
  char *where = mem_format("%s %s", s->metric, text), *key = mem_format("%.17g %s", x, where);
  const size_t place = lookup_add_text(&c->settings, where);
  const bool is_new = lookup_is_new(&c->keys, key, strlen(key), &number);
  free(text);
  free(where);
  free(key);
  if (!is_new) return &c->row[number];
  c->row = mem_another(c->row, c->n, sizeof *c->row);
  c->row[c->n] =
    (struct comparison_row){.metric = mem_text(s->metric), .x = x, .setting = json_deep_copy(setting), .place = place};
  return &c->row[c->n++];
}

static void put(struct comparison_row *row, size_t column, struct comparison_cell cell)
{
  if (row->n_cells <= column) {
    row->cell = mem_grow(row->cell, column + 1, sizeof *row->cell);
    for (size_t k = row->n_cells; k <= column; k++) row->cell[k] = (struct comparison_cell){.there = false};
    row->n_cells = column + 1;
  }
  row->cell[column] = cell;
}

void comparison_add(struct comparison *c, const char *column, const char *key, const struct series_list *list)
{
  if (column != NULL) column_of(c, column); /* also one without series */
  for (size_t k = 0; k < list->n; k++) {
    const struct series *s = &list->series[k];
    const char *own = column != NULL ? column : json_string_value(json_object_get(s->fields, key));
    const size_t place = column_of(c, own != NULL ? own : "all schedules");
    json_t *setting = setting_of(s, key);
    if (c->x_name == NULL) c->x_name = mem_text(s->x_name);
    for (size_t p = 0; p < s->n; p++)
      put(row_of(c, s, setting, s->point[p].x), place,
          (struct comparison_cell){true, s->point[p].complete, s->point[p].value});
    json_decref(setting);
  }
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static int by_place(const void *a, const void *b)
{
  const struct comparison_row *p = a, *q = b;
  if (p->place != q->place) return p->place < q->place ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

static json_t *common_of(const struct comparison *c)
{
  json_t *common = c->n > 0 ? json_deep_copy(c->row[0].setting) : json_object();
  for (size_t k = 1; k < c->n; k++) scope_keep_common(common, c->row[k].setting);
  return common;
}

void comparison_end(struct comparison *c)
{
  if (c->n > 1) qsort(c->row, c->n, sizeof *c->row, by_place);
  c->common = common_of(c);
  const char *key;
  json_t *value;
  for (size_t k = 0; k < c->n; k++) json_object_foreach(c->common, key, value) json_object_del(c->row[k].setting, key);
}

void comparison_free(struct comparison *c)
{
  for (size_t k = 0; k < c->n; k++) {
    free(c->row[k].metric);
    free(c->row[k].cell);
    json_decref(c->row[k].setting);
  }
  for (size_t k = 0; k < c->n_columns; k++) free(c->column[k]);
  free(c->column);
  free(c->row);
  free(c->x_name);
  json_decref(c->common);
  lookup_free(&c->keys);
  lookup_free(&c->settings);
  *c = (struct comparison){0};
}

/* --- the result --------------------------------------------------------------------------------------------------- */

struct comparison_cell comparison_cell(const struct comparison *c, size_t row, size_t column)
{
  const struct comparison_row *r = &c->row[row];
  return column < r->n_cells ? r->cell[column] : (struct comparison_cell){.there = false};
}

double comparison_ratio(const struct comparison *c, size_t row, size_t column)
{
  const struct comparison_cell base = comparison_cell(c, row, 0), cell = comparison_cell(c, row, column);
  const bool known = base.there && cell.there && base.complete && cell.complete && isfinite(base.value) &&
                     isfinite(cell.value) && base.value > 0;
  return known ? cell.value / base.value : NAN;
}

bool comparison_differs(const struct comparison *c, size_t row)
{
  const struct comparison_cell base = comparison_cell(c, row, 0);
  bool differs = !base.there;
  for (size_t k = 1; k < c->n_columns; k++) {
    const struct comparison_cell cell = comparison_cell(c, row, k);
    differs = differs || !cell.there || cell.complete != base.complete || cell.value != base.value;
  }
  return differs;
}

size_t comparison_only(const struct comparison *c, size_t row)
{
  size_t where = c->n_columns, n = 0;
  for (size_t k = 0; k < c->n_columns; k++)
    if (comparison_cell(c, row, k).there) {
      where = k;
      n++;
    }
  return n == 1 ? where : c->n_columns;
}

static json_t *value_json(struct comparison_cell cell)
{
  if (!cell.there) return json_null();
  return isfinite(cell.value) ? json_real(cell.value) : json_string("unbounded");
}

static json_t *row_json(const struct comparison *c, size_t row)
{
  json_t *values = json_array(), *complete = json_array(), *ratios = json_array();
  for (size_t k = 0; k < c->n_columns; k++) {
    const struct comparison_cell cell = comparison_cell(c, row, k);
    const double ratio = comparison_ratio(c, row, k);
    json_array_append_new(values, value_json(cell));
    json_array_append_new(complete, cell.there ? json_boolean(cell.complete) : json_null());
    json_array_append_new(ratios, isnan(ratio) ? json_null() : json_real(ratio));
  }
  const struct comparison_row *r = &c->row[row];
  return json_pack("{s:s, s:O, s:f, s:o, s:o, s:o}", "metric", r->metric, "scope", r->setting, "at", r->x, "values",
                   values, "complete", complete, "ratios", ratios);
}

json_t *comparison_json(const struct comparison *c, bool changed)
{
  json_t *columns = json_array(), *rows = json_array();
  json_int_t differ = 0;
  for (size_t k = 0; k < c->n_columns; k++) json_array_append_new(columns, json_string(c->column[k]));
  for (size_t k = 0; k < c->n; k++) {
    const bool differs = comparison_differs(c, k);
    if (differs || !changed) json_array_append_new(rows, row_json(c, k));
    differ += differs;
  }
  return json_pack("{s:s?, s:o, s:O, s:o, s:I}", "x", c->x_name, "columns", columns, "scope", c->common, "rows", rows,
                   "differ", differ);
}
