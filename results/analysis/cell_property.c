/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cell_kinds.h"

#include <stdlib.h>

#include "base/mem.h"
#include "results/witness_files.h"

static void show_property(json_t *cell, const struct record *r, const char *property)
{
  const struct scope scope = scope_of(r);
  const bool explored = record_is_exploration(r) || record_is_proof(r);
  struct record_verdict verdict;
  record_verdict(r, property, &verdict);
  const char *detail = explored ? verdict.detail : record_broken(r, property);
  char words[SCOPE_TEXT];
  cell_add_evidence(cell, r, "%s, memory %s%s%s: %s%s%s", scope_text(&scope, words), r->memory,
                    r->adversary[0] != '\0' ? ", " : "", r->adversary, explored ? verdict.text : "fails",
                    detail[0] != '\0' ? "; " : "", detail);
}

/* A simulation that kept the property is a sample, and no evidence. */
static bool is_evidence(const struct property_trial *t)
{
  return !t->sampled || t->fails;
}

json_t *cell_of_property(const struct bench *b, const char *algorithm, const struct column *column, const char *said,
                         struct ruling *ruling)
{
  struct property_trials found;
  property_trials(b->results, algorithm, column->name, &found);
  claim_property(said, column->property, found.trial, found.n, ruling);
  json_t *cell = cell_new(column, said, ruling);
  for (size_t k = 0; k < found.n; k++)
    if (is_evidence(&found.trial[k])) show_property(cell, found.trial[k].record, column->name);
  if (ruling->shown != NOTHING_SHOWN) {
    const struct record *shown = found.trial[ruling->shown].record;
    json_t *witness = results_witness(b->results, shown, column->name);
    cell_set_witness(cell, shown, column->name, "a schedule that breaks it", witness);
    json_decref(witness);
  }
  property_trials_free(&found);
  return cell;
}
