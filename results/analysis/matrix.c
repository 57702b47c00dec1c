/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/matrix.h"

#include "results/analysis/said.h"

const char *const matrix_columns[] = {"RMR cc", "RMR dsm", "space", "P1", "P2", "P3", "P4", "P5", "P6", "P7", NULL};

/* Of a column about which no record tells anything there is no cell; of registers alone there is no row. */
static json_t *cells_of(const struct benches *benches, const json_t *row)
{
  json_t *cells = json_array();
  bool more = false;
  for (size_t k = 0; matrix_columns[k] != NULL; k++) {
    const struct column *column = column_find(matrix_columns[k]);
    json_t *cell = cell_of(benches_of(benches, row), row, column);
    const bool tells = json_array_size(json_object_get(cell, "evidence")) > 0;
    if (tells) json_array_append(cells, cell);
    more |= tells && column->kind != COLUMN_SPACE;
    json_decref(cell);
  }
  if (!more) json_array_clear(cells);
  return cells;
}

json_t *matrix_json(const struct results *r, const struct benches *benches)
{
  json_t *rows = json_array(), *about;
  const char *algorithm;
  json_object_foreach(r->algorithms, algorithm, about)
  {
    if (!said_of_parameters(algorithm)) continue;
    json_t *row = json_pack("{s:s, s:s}", "algorithm", algorithm, "title", text_of(about, "title"));
    json_t *cells = cells_of(benches, row);
    json_object_set(row, "cells", cells);
    if (json_array_size(cells) > 0) json_array_append(rows, row);
    json_decref(cells);
    json_decref(row);
  }
  return json_pack("{s:o}", "rows", rows);
}
