/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cell_kinds.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* "P1, P3, P5" of what a record proves for every N. */
static void tell_properties(const struct record *r, struct ruling *ruling)
{
  for (size_t k = 0; k < r->n_judged; k++) {
    const char *name = r->judged[k].property;
    if (r->judged[k].verdict.finding != RECORD_PROVED || strcmp(name, "rmr") == 0) continue;
    if (strstr(ruling->value, name) == NULL) ADD(ruling->value, "%s%s", ruling->value[0] != '\0' ? ", " : "", name);
  }
}

/* Properties are the same in each memory, and bounds are not. */
json_t *cell_of_proofs(const struct bench *b, const char *algorithm, const struct column *column, struct ruling *ruling)
{
  struct evidence tried = {0};
  for (size_t k = 0; k < b->results->n; k++) {
    const struct record *r = &b->results->record[k];
    if (!record_is_proof(r) || r->n != 0 || strcmp(r->algorithm, algorithm) != 0) continue;
    evidence_add(&tried, r);
    ruling->value[0] = tried.n == 1 ? '\0' : ruling->value[0];
    tell_properties(r, ruling);
  }
  for (size_t k = 0; k < tried.n; k++) {
    struct bound bound;
    char text[BOUND_TEXT];
    if (!bound_of(tried.record[k], &bound)) continue;
    ADD(ruling->value, "%sRMR %s <= %s", ruling->value[0] != '\0' ? ", " : "", tried.record[k]->memory,
        bound_text(&bound, text));
  }
  const bool any = tried.n > 0 && ruling->value[0] != '\0';
  if (tried.n > 0 && !any) ADD(ruling->value, "nothing proved");
  if (tried.n == 0) snprintf(ruling->value, sizeof ruling->value, "not tried");
  if (any) ADD(ruling->scope, "any sessions, passages without end");
  ADD(ruling->reason, "%s", any ? "proved for every N" : tried.n > 0 ? "no proof was found" : "no proof was tried");
  ruling->how = any ? HOW_PROVED : HOW_NOT_DECIDED;
  ruling->agreement = AGREEMENT_NOTHING_SAID;
  json_t *cell = cell_new(column, "", ruling);
  for (size_t k = 0; k < tried.n; k++) {
    const struct record *r = tried.record[k];
    for (size_t i = 0; i < r->n_judged; i++) {
      const struct record_verdict *v = &r->judged[i].verdict;
      cell_add_evidence(cell, r, "%s, memory %s: %s%s%s", r->judged[i].property, r->memory, v->text,
                        v->detail[0] != '\0' ? "; " : "", v->detail);
    }
  }
  free(tried.record);
  return cell;
}
