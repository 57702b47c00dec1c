/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/tables.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/cells.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "results/parts.h"

/* --- what rows rest on -------------------------------------------------------------------------------------------- */

/* A bench for each kind of faults that a row is about. */
struct benches {
  const struct results *results;
  struct analyses *known;
  struct results_parts parts; /* the records of each */
  struct series_list space;
  struct results none; /* no records */
  struct bench *bench; /* [parts.n + 1]; the last one is that of faults under which nothing was run */
};

/* The worst cases of one drive. */
static struct series_list worst_cases(const struct results *r, bool explored)
{
  struct results view = *r;
  struct series_list out;
  view.n = 0;
  view.record = mem_new(r->n, sizeof *view.record);
  for (size_t k = 0; k < r->n; k++)
    if (record_is_exploration(&r->record[k]) == explored) view.record[view.n++] = r->record[k];
  results_worst(&view, "rmr.max", &out);
  free(view.record);
  return out;
}

static void benches_make(const struct results *r, struct analyses *known, struct benches *out)
{
  *out = (struct benches){.results = r, .known = known, .none = *r};
  out->none.n = 0;
  results_split(r, PARTS_BY_FAULTS, &out->parts);
  results_worst(r, "space", &out->space);
  out->bench = mem_new(out->parts.n + 1, sizeof *out->bench);
  for (size_t k = 0; k <= out->parts.n; k++) {
    const struct results *part = k < out->parts.n ? &out->parts.part[k] : &out->none;
    out->bench[k] = (struct bench){.all = r,
                                   .results = part,
                                   .known = known,
                                   .exact = worst_cases(part, true),
                                   .lower = worst_cases(part, false),
                                   .space = out->space};
  }
}

static void benches_free(struct benches *b)
{
  for (size_t k = 0; k <= b->parts.n; k++) {
    series_list_free(&b->bench[k].exact);
    series_list_free(&b->bench[k].lower);
  }
  series_list_free(&b->space);
  results_parts_free(&b->parts);
  free(b->bench);
}

static const struct bench *bench_of(const struct benches *b, const json_t *row)
{
  return &b->bench[lookup_find_text(&b->parts.names, row_faults(row))];
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

/* What stands at the head of a row. The caller frees it. */
static char *label_of(const json_t *row)
{
  const char *label = text_of(row, "label"), *faults = text_of(row, "faults");
  if (label[0] != '\0') return mem_text(label);
  return mem_format("%s%s%s", text_of(row, "algorithm"), faults[0] != '\0' ? ", faults " : "", faults);
}

static json_t *row_of(const struct benches *all, const json_t *table, const json_t *row)
{
  const json_t *names = json_object_get(table, "columns");
  const json_t *algorithm = json_object_get(all->results->algorithms, text_of(row, "algorithm"));
  char *label = label_of(row);
  const struct bench *b = bench_of(all, row);
  json_t *cells = json_array();
  for (size_t k = 0; k < json_array_size(names); k++)
    json_array_append_new(cells, cell_of(b, row, column_find(json_string_value(json_array_get(names, k)))));
  json_t *out = json_pack(
    "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "label", label, "algorithm", text_of(row, "algorithm"), "faults",
    row_faults(row), "title", text_of(algorithm, "title"), "note", text_of(algorithm, "note"), "wrong",
    text_of(json_object_get(algorithm, "claims"), "wrong"), "about", text_of(row, "about"), "cells", cells);
  free(label);
  return out;
}

static json_t *table_of(const struct benches *all, const json_t *table)
{
  const json_t *rows = json_object_get(table, "rows");
  json_t *out = json_array();
  for (size_t k = 0; k < json_array_size(rows); k++)
    json_array_append_new(out, row_of(all, table, json_array_get(rows, k)));
  return json_pack("{s:s, s:s, s:s, s:O, s:o}", "name", text_of(table, "name"), "title", text_of(table, "title"),
                   "about", text_of(table, "about"), "columns", json_object_get(table, "columns"), "rows", out);
}

json_t *tables_json(const struct results *r, struct analyses *known)
{
  const json_t *tables = json_object_get(r->config, "tables");
  if (json_array_size(tables) == 0) return NULL;
  struct benches b;
  benches_make(r, known, &b);
  json_t *out = json_array();
  for (size_t k = 0; k < json_array_size(tables); k++)
    json_array_append_new(out, table_of(&b, json_array_get(tables, k)));
  benches_free(&b);
  return json_pack("{s:o}", "tables", out);
}
