/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/parts.h"

#include <stdlib.h>

#include "base/mem.h"

/* Counts first, so that each part gets just its room. */
void results_split(const struct results *r, enum parts_by by, struct results_parts *out)
{
  *out = (struct results_parts){.record = mem_new(r->n, sizeof *out->record)};
  size_t *part = mem_new(r->n, sizeof *part);
  for (size_t k = 0; k < r->n; k++)
    part[k] =
      lookup_add_text(&out->names, by == PARTS_BY_FAULTS ? record_faults(&r->record[k]) : r->record[k].algorithm);
  out->n = out->names.n;
  out->part = mem_new(out->n, sizeof *out->part);
  for (size_t p = 0; p < out->n; p++) out->part[p] = *r, out->part[p].n = 0;
  for (size_t k = 0; k < r->n; k++) out->part[part[k]].n++;
  struct record *free_room = out->record;
  for (size_t p = 0; p < out->n; p++) {
    out->part[p].record = free_room;
    free_room += out->part[p].n;
    out->part[p].n = 0;
  }
  for (size_t k = 0; k < r->n; k++) {
    struct results *to = &out->part[part[k]];
    to->record[to->n++] = r->record[k];
  }
  free(part);
}

const struct results *results_part(const struct results_parts *parts, const char *name)
{
  const size_t found = lookup_find_text(&parts->names, name);
  return found < parts->n ? &parts->part[found] : NULL;
}

void results_parts_free(struct results_parts *parts)
{
  lookup_free(&parts->names);
  free(parts->part);
  free(parts->record);
  *parts = (struct results_parts){0};
}
