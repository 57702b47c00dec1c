/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cell_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Explorations where there are any, else simulations, of one adversary where the row names one. */
static struct results told_of(const struct bench *b, const json_t *row, const char *metric)
{
  const char *algorithm = text_of(row, "algorithm"), *adversary = text_of(row, "adversary");
  struct results view = *b->results;
  view.n = 0;
  view.record = mem_new(b->results->n, sizeof *view.record);
  for (int explored = 1; explored >= 0 && view.n == 0; explored--)
    for (size_t k = 0; k < b->results->n; k++) {
      const struct record *r = &b->results->record[k];
      const bool his = adversary[0] == '\0' || strcmp(r->adversary, adversary) == 0;
      const bool all = record_is_exploration(r) && record_observed(r) == 0; /* not of one process alone */
      const bool wanted = explored ? all : record_is_simulation(r) && his;
      if (wanted && strcmp(r->algorithm, algorithm) == 0 && !isnan(record_metric(r, metric)))
        view.record[view.n++] = *r;
    }
  return view;
}

static void show_metric(json_t *cell, const struct record *r, const char *metric)
{
  const struct scope scope = scope_of(r);
  const double value = record_metric(r, metric);
  char words[SCOPE_TEXT];
  char *number = isinf(value) ? mem_text("unbounded") : mem_format("%.6g", value);
  cell_add_evidence(cell, r, "%s, %s, %s: %s", scope_text(&scope, words), r->memory,
                    record_is_simulation(r) ? r->adversary : "all schedules", number);
  free(number);
}

json_t *cell_of_metric(const struct bench *b, const json_t *row, const struct column *column, const char *said,
                       struct ruling *ruling)
{
  const struct series none = {.x_name = "N", .scope = ""};
  struct results view = told_of(b, row, column->name);
  struct series_list pooled;
  results_pooled(&view, column->name, &pooled);
  claim_metric(said, pooled.n > 0 ? &pooled.series[0] : &none, b->known, ruling);
  for (size_t k = 1; k < pooled.n && ruling->agreement != AGREEMENT_DISAGREES; k++) { /* any that disagrees decides */
    struct ruling other;
    claim_metric(said, &pooled.series[k], b->known, &other);
    if (other.agreement == AGREEMENT_DISAGREES) *ruling = other;
  }
  json_t *cell = cell_new(column, said, ruling);
  for (size_t k = 0; k < view.n; k++) show_metric(cell, &view.record[k], column->name);
  series_list_free(&pooled);
  free(view.record);
  return cell;
}
