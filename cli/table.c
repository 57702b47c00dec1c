/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void table_init(struct table *table, const char *const *head, size_t columns)
{
  assert(columns >= 1);
  *table = (struct table){.columns = columns};
  table_row(table, head);
}

void table_row(struct table *table, const char *const *cells)
{
  const size_t first = table->rows++ * table->columns;
  table->cell = mem_grow(table->cell, first + table->columns, sizeof *table->cell);
  for (size_t c = 0; c < table->columns; c++) table->cell[first + c] = mem_text(cells[c]);
}

static size_t width_of(const struct table *table, size_t column)
{
  size_t widest = 0;
  for (size_t r = 0; r < table->rows; r++) {
    const size_t width = strlen(table->cell[r * table->columns + column]);
    if (width > widest) widest = width;
  }
  return widest;
}

static void print_rows(const struct table *table, FILE *out)
{
  size_t *width = mem_new(table->columns, sizeof *width);
  for (size_t c = 0; c < table->columns; c++) width[c] = width_of(table, c);
  for (size_t r = 0; r < table->rows; r++)
    for (size_t c = 0; c < table->columns; c++) {
      const char *cell = table->cell[r * table->columns + c];
      if (c + 1 == table->columns)
        fprintf(out, "%s\n", cell);
      else
        fprintf(out, "%-*s  ", (int)width[c], cell);
    }
  free(width);
}

void table_end(struct table *table, FILE *out)
{
  if (out != NULL && table->rows > 1) print_rows(table, out);
  for (size_t k = 0; k < table->rows * table->columns; k++) free(table->cell[k]);
  free(table->cell);
  *table = (struct table){0};
}
