/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/cell_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* An empty series where there is none. */
static struct series worst_of(const struct series_list *list, const char *algorithm, const char *memory)
{
  for (size_t k = 0; k < list->n; k++)
    if (strcmp(list->series[k].algorithm, algorithm) == 0 && strcmp(list->series[k].memory, memory) == 0)
      return list->series[k];
  return (struct series){.x_name = "N", .scope = ""};
}

/* Of what an exploration has found of this cost, "rmr" or "super". */
static const json_t *costliest_witness(const json_t *line, const char *cost, double value)
{
  const json_t *costs = json_object_get(line, "costs");
  for (size_t k = 0; k < json_array_size(costs); k++) {
    const json_t *one = json_array_get(costs, k);
    const bool unbounded = json_is_true(json_object_get(one, "unbounded"));
    const double paid = unbounded ? INFINITY : json_number_value(json_object_get(one, "worst"));
    if (strcmp(text_of(one, "cost"), cost) == 0 && paid == value) return json_object_get(one, "witness");
  }
  return NULL;
}

static void show_costs(json_t *cell, const struct evidence *found, const struct cost_trial *trial)
{
  for (size_t k = 0; k < found->n; k++) {
    char words[SCOPE_TEXT];
    scope_text(&trial[k].scope, words);
    if (isinf(trial[k].value))
      cell_add_evidence(cell, found->record[k], "%s: unbounded", words);
    else
      cell_add_evidence(cell, found->record[k], "%s: %s%.15g", words, trial[k].exact ? "exactly " : "at least ",
                        trial[k].value);
  }
}

/* Of each N the first simulation in which somebody paid most. */
static void show_simulations(json_t *cell, const struct bench *b, const struct series *lower, const char *algorithm,
                             const struct column *column)
{
  const struct record **first = first_of_each(lower, b->results, algorithm, column->metric, column->memory);
  for (size_t p = 0; p < lower->n; p++) {
    if (first[p] == NULL) continue;
    const struct scope scope = scope_of(first[p]);
    char words[SCOPE_TEXT];
    cell_add_evidence(cell, first[p], "%s, %s: at least %.15g", scope_text(&scope, words), first[p]->adversary,
                      lower->point[p].value);
  }
  free(first);
}

/* Whether the lower bounds have stopped growing below an exact value: then they tell nothing that it does not. */
static bool are_stuck_below(const struct series *lower, const struct series *exact, struct analyses *known)
{
  const struct fitted_class *class = analysis_winner(analysis_of(known, lower));
  double most = 0;
  for (size_t k = 0; k < exact->n; k++) most = fmax(most, exact->point[k].value);
  return class != NULL && strcmp(class->class, "1") == 0 && lower->point[lower->n - 1].value < most;
}

/* Over N: of the lower bounds, which reach further, or else of the few exact values. */
static void show_growth(json_t *cell, const struct series *exact, const struct series *lower,
                        const struct ruling *ruling, struct analyses *known)
{
  if (ruling->shown != NOTHING_SHOWN && strcmp(ruling->value, "unbounded") == 0)
    json_object_set_new(cell, "growth", json_string(ruling->value));
  else if (lower->n > 0 && !are_stuck_below(lower, exact, known) &&
           (exact->n == 0 || analysis_winner(analysis_of(known, lower)) != NULL))
    cell_set_growth(cell, lower, known);
  else if (exact->n > 0)
    cell_set_growth(cell, exact, known);
}

/* The proof of a bound for every N; NULL: there is none. */
static const struct record *proof_for(const struct results *r, const char *algorithm, const struct column *column,
                                      struct bound *out)
{
  for (size_t k = 0; k < r->n && strcmp(column->metric, "rmr.max") == 0; k++) {
    const struct record *one = &r->record[k];
    if (one->n == 0 && strcmp(one->algorithm, algorithm) == 0 && strcmp(one->memory, column->memory) == 0 &&
        bound_of(one, out))
      return one;
  }
  return NULL;
}

static void show_proof(json_t *cell, const struct record *proof, const struct bound *bound)
{
  const struct scope scope = scope_of(proof);
  char words[SCOPE_TEXT], terms[BOUND_TEXT], formula[BOUND_TEXT];
  cell_add_evidence(cell, proof, "%s: at most %s, proved", scope_text(&scope, words), bound_terms(bound, terms));
  json_object_set_new(cell, "bound", json_string(bound_text(bound, formula)));
}

json_t *cell_of_rmr(const struct bench *b, const char *algorithm, const struct column *column, const char *said,
                    struct ruling *ruling)
{
  struct evidence found = {0};
  struct cost_trial *trial = NULL;
  for (size_t k = 0; k < b->results->n; k++) {
    const struct record *r = &b->results->record[k];
    const double value = record_metric(r, column->metric);
    if (!is_exploration_of(r, algorithm) || record_observed(r) != 0 || isnan(value)) continue;
    if (strcmp(r->memory, column->memory) != 0) continue;
    evidence_add(&found, r);
    trial = mem_grow(trial, found.n, sizeof *trial);
    trial[found.n - 1] = (struct cost_trial){scope_of(r), value, record_metric_complete(r, column->metric)};
  }
  const bool super = strcmp(column->metric, "super.max") == 0;
  const struct bench_worst *worst = &b->worst[super ? BENCH_SUPER : BENCH_PASSAGE];
  const struct series exact = worst_of(&worst->exact, algorithm, column->memory),
                      lower = worst_of(&worst->lower, algorithm, column->memory);
  struct bound bound;
  const struct record *proof = proof_for(b->results, algorithm, column, &bound);
  claim_cost(said, trial, found.n, &exact, &lower, proof != NULL ? &bound : NULL, b->known, ruling);
  json_t *cell = cell_new(column, said, ruling);
  if (proof != NULL) show_proof(cell, proof, &bound);
  show_growth(cell, &exact, &lower, ruling, b->known);
  show_costs(cell, &found, trial);
  show_simulations(cell, b, &lower, algorithm, column);
  if (ruling->shown != NOTHING_SHOWN) {
    const double value = trial[ruling->shown].value;
    char *what = isinf(value) ? mem_text("a schedule whose end can repeat forever, at a cost")
                              : mem_format("a schedule in which a %spassage costs %.15g", super ? "super-" : "", value);
    json_t *line = results_line(b->results, found.record[ruling->shown]);
    const char *cost = super ? "super" : "rmr";
    cell_set_witness(cell, found.record[ruling->shown], cost, what, costliest_witness(line, cost, value));
    json_decref(line);
    free(what);
  }
  free(trial);
  free(found.record);
  return cell;
}
