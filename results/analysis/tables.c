/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/analysis/said.h"
#include "results/partition.h"

/* --- rows --------------------------------------------------------------------------------------------------------- */

/* The head of a row. The caller frees it. */
static char *label_of(const json_t *row)
{
  const char *label = text_of(row, "label");
  if (label[0] != '\0') return mem_text(label);
  char *setting = setting_text(text_of(row, "faults"), text_of(row, "time"), text_of(row, "order"));
  char *name = mem_format("%s%s%s", text_of(row, "algorithm"), setting[0] != '\0' ? ", " : "", setting);
  free(setting);
  return name;
}

static json_t *row_of(const struct results *r, const struct benches *all, const json_t *table, const json_t *row)
{
  const json_t *names = json_object_get(table, "columns");
  const json_t *algorithm = json_object_get(r->algorithms, text_of(row, "algorithm"));
  char *label = label_of(row);
  const struct bench *b = benches_of(all, row);
  json_t *cells = json_array();
  for (size_t k = 0; k < json_array_size(names); k++) {
    struct column column;
    if (column_of(json_string_value(json_array_get(names, k)), &column))
      json_array_append_new(cells, cell_of(b, row, &column));
  }
  json_t *out =
    json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "label", label, "algorithm",
              text_of(row, "algorithm"), "faults", row_faults(row), "time", row_time(row), "order", row_order(row),
              "title", text_of(algorithm, "title"), "note", text_of(algorithm, "note"), "wrong",
              text_of(json_object_get(algorithm, "claims"), "wrong"), "about", text_of(row, "about"), "cells", cells);
  free(label);
  return out;
}

static json_t *table_of(const struct results *r, const struct benches *all, const json_t *table)
{
  const json_t *rows = json_object_get(table, "rows");
  json_t *out = json_array();
  for (size_t k = 0; k < json_array_size(rows); k++) {
    json_t *row = json_copy(json_array_get(rows, k)); /* cited as its table is, where it says nothing else */
    if (text_of(row, "cited")[0] == '\0') json_object_set_new(row, "cited", json_string(text_of(table, "cited")));
    json_array_append_new(out, row_of(r, all, table, row));
    json_decref(row);
  }
  return json_pack("{s:s, s:s, s:s, s:O, s:o}", "name", text_of(table, "name"), "title", text_of(table, "title"),
                   "about", text_of(table, "about"), "columns", json_object_get(table, "columns"), "rows", out);
}

json_t *tables_json(const struct results *r, const struct benches *benches)
{
  const json_t *tables = json_object_get(r->config, "tables");
  if (json_array_size(tables) == 0) return NULL;
  json_t *out = json_array();
  for (size_t k = 0; k < json_array_size(tables); k++)
    json_array_append_new(out, table_of(r, benches, json_array_get(tables, k)));
  return json_pack("{s:o}", "tables", out);
}
