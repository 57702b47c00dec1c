/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/selections.h"

#include "results/selection.h"

struct visit {
  selection_fn *each;
  void *self;
};

/* An entry of "plots" or "fits", or a clause. */
static bool visit_one(const struct visit *v, const char *metric, const json_t *entry, const struct place *place)
{
  const json_t *selection = json_object_get(entry, "series");
  const struct place at = PLACE_KEY(place, "series");
  return selection == NULL || v->each(v->self, metric, selection, &at);
}

/* The labels of a figure. */
static bool visit_labels(const struct visit *v, const json_t *plot, const struct place *place)
{
  const json_t *labels = json_object_get(plot, "labels");
  const struct place up = PLACE_KEY(place, "labels");
  for (size_t k = 0; k < json_array_size(labels); k++) {
    const struct place at = PLACE_ITEM(&up, k);
    if (!visit_one(v, text_of(plot, "metric"), json_array_get(labels, k), &at)) return false;
  }
  return true;
}

static bool visit_list(const struct visit *v, const json_t *list, const struct place *place)
{
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k);
    const struct place at = PLACE_ITEM(place, k);
    if (!visit_one(v, text_of(one, "metric"), one, &at) || !visit_labels(v, one, &at)) return false;
  }
  return true;
}

static bool visit_clauses(const struct visit *v, const char *metric, const json_t *said, const struct place *place)
{
  const json_t *clause;
  for (size_t k = 0; (clause = clause_at(said, k)) != NULL; k++) {
    const struct place item = PLACE_ITEM(place, k);
    if (!visit_one(v, metric, clause, json_is_array(said) ? &item : place)) return false;
  }
  return true;
}

bool selections_each(const json_t *config, selection_fn *each, void *self)
{
  const struct visit v = {each, self};
  const struct place root = PLACE_ROOT, fits = PLACE_KEY(&root, "fits"), plots = PLACE_KEY(&root, "plots"),
                     expect = PLACE_KEY(&root, "expect");
  const char *key;
  json_t *said;
  if (!visit_list(&v, json_object_get(config, "fits"), &fits)) return false;
  if (!visit_list(&v, json_object_get(config, "plots"), &plots)) return false;
  json_object_foreach(json_object_get(config, "expect"), key, said)
  {
    const struct place at = PLACE_KEY(&expect, key);
    if (!visit_clauses(&v, key, said, &at)) return false;
  }
  return true;
}
