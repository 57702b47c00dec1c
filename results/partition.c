/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/partition.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool is_usual(const char *text)
{
  return text[0] == '\0' || strcmp(text, "none") == 0 || strcmp(text, "sc") == 0;
}

char *setting_text(const char *faults, const char *time, const char *order)
{
  const char *const words[] = {"faults", "time", "order"}, *const texts[] = {faults, time, order};
  char *out = mem_text("");
  for (int k = 0; k < 3; k++)
    if (!is_usual(texts[k])) mem_append(&out, "%s%s %s", out[0] != '\0' ? ", " : "", words[k], texts[k]);
  return out;
}

static size_t part_of(struct lookup *names, const struct record *r, enum parts_by by)
{
  if (by == PARTS_BY_ALGORITHM) return lookup_add_text(names, r->algorithm);
  char *setting = setting_text(r->faults, r->time, r->order);
  const size_t part = lookup_add_text(names, setting);
  free(setting);
  return part;
}

/* Counts first, so that each part gets just its room. */
void results_split(const struct results *r, enum parts_by by, struct results_parts *out)
{
  *out = (struct results_parts){.record = mem_new(r->n, sizeof *out->record)};
  size_t *part = mem_new(r->n, sizeof *part);
  for (size_t k = 0; k < r->n; k++) part[k] = part_of(&out->names, &r->record[k], by);
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
