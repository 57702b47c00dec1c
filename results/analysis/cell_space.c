/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cell_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The number of registers depends on N alone, so the series with the most N tells all. */
json_t *cell_of_space(const struct bench *b, const char *algorithm, const struct column *column, const char *said,
                      struct ruling *ruling)
{
  struct series counted = {.x_name = "N", .scope = ""};
  for (size_t k = 0; k < b->space.n; k++)
    if (strcmp(b->space.series[k].algorithm, algorithm) == 0 && b->space.series[k].n > counted.n)
      counted = b->space.series[k];
  const json_t *claims = json_object_get(json_object_get(b->all->algorithms, algorithm), "claims");
  claim_space(said, text_of(claims, "space"), &counted, b->known, ruling);
  json_t *cell = cell_new(column, said, ruling);
  if (ruling->how == HOW_COMPARED)
    cell_set_formula(cell, ruling->value);
  else if (counted.n > 0)
    cell_set_growth(cell, &counted, b->known);
  const struct record **first = first_of_each(&counted, b->all, algorithm, "space", NULL);
  for (size_t p = 0; p < counted.n; p++)
    if (first[p] != NULL)
      cell_add_evidence(cell, first[p], "N = %.15g: %.15g registers", counted.point[p].x, counted.point[p].value);
  free(first);
  return cell;
}
