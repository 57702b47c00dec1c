/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/clauses.h"

#include <stdlib.h>

#include "base/mem.h"
#include "results/analysis/judge.h"
#include "results/load.h"

size_t clause_samples(const json_t *verdict)
{
  return (size_t)json_integer_value(json_object_get(verdict, "samples"));
}

void clauses_gather(const json_t *verdicts, struct clauses *out)
{
  struct compound key = {0};
  *out = (struct clauses){0};
  for (size_t k = 0; k < json_array_size(verdicts); k++) {
    const json_t *one = json_array_get(verdicts, k);
    size_t at;
    compound_begin(&key);
    compound_add_text(&key, text_of(one, "metric"));
    compound_add_text(&key, text_of(one, "expect"));
    if (lookup_is_new(&out->keys, key.bytes, key.length, &at)) {
      out->clause = mem_grow(out->clause, out->keys.n, sizeof *out->clause);
      out->clause[at] = (struct clause){.shown = one, .first = k};
    }
    struct clause *clause = &out->clause[at];
    clause->series++;
    clause->holding += verdict_outcome(one) == OUTCOME_HOLDS;
    if (outcome_is_worse(verdict_outcome(one), verdict_outcome(clause->shown))) clause->shown = one;
  }
  compound_free(&key);
}

void clauses_free(struct clauses *clauses)
{
  lookup_free(&clauses->keys);
  free(clauses->clause);
}
