/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/selection.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/facets.h"
#include "results/read.h"

static bool allows(const json_t *allowed, const char *value)
{
  if (allowed == NULL) return true;
  if (json_is_string(allowed)) return strcmp(json_string_value(allowed), value) == 0;
  return list_has_text(allowed, value);
}

/* NULL: no selection asks for it. */
static const char *value_of(const struct record *r, enum facet facet)
{
  return facet == FACET_FAULTS  ? record_faults(r)
         : facet == FACET_TIME  ? record_time(r)
         : facet == FACET_ORDER ? record_order(r)
                                : facet_text(r, facet);
}

bool selection_allows(const json_t *selection, const struct record *r)
{
  for (enum facet f = 0; f < N_FACETS; f++) {
    const char *value = value_of(r, f);
    if (value != NULL && !allows(json_object_get(selection, facet_key(f)), value)) return false;
  }
  return true;
}

bool selection_allows_series(const json_t *selection, const struct series *s)
{
  const struct record record = {.drive = text_of(s->fields, "drive"),
                                .algorithm = s->algorithm,
                                .adversary = s->adversary,
                                .memory = s->memory,
                                .sessions = s->sessions,
                                .faults = s->faults,
                                .time = s->time,
                                .order = s->order};
  return selection_allows(selection, &record);
}

struct results selection_of(const struct results *r, const json_t *selection)
{
  struct results view = *r;
  if (selection == NULL) return view;
  view.n = 0;
  view.record = mem_new(r->n, sizeof *view.record);
  for (size_t k = 0; k < r->n; k++)
    if (selection_allows(selection, &r->record[k])) view.record[view.n++] = r->record[k];
  return view;
}

void selection_free(struct results *view, const struct results *r)
{
  if (view->record != r->record) free(view->record);
}

struct wish *wishes_for(const char *const *metric, size_t n)
{
  struct wish *wish = mem_new(n, sizeof *wish);
  for (size_t k = 0; k < n; k++) wish[k].metric = metric[k];
  return wish;
}

struct wish *wishes_of(const json_t *entries, size_t *n)
{
  struct wish *wish = mem_new(json_array_size(entries), sizeof *wish);
  *n = 0;
  for (size_t k = 0; k < json_array_size(entries); k++) {
    const json_t *one = json_array_get(entries, k);
    const char *metric = json_string_value(json_is_object(one) ? json_object_get(one, "metric") : one);
    if (metric != NULL) wish[(*n)++] = (struct wish){metric, json_object_get(one, "series")};
  }
  return wish;
}

const char *clause_text(const json_t *clause)
{
  return json_string_value(json_is_object(clause) ? json_object_get(clause, "clause") : clause);
}

const json_t *clause_selection(const json_t *clause)
{
  return json_object_get(clause, "series");
}

const json_t *clause_at(const json_t *said, size_t k)
{
  if (json_is_array(said)) return json_array_get(said, k);
  return k == 0 ? said : NULL;
}
