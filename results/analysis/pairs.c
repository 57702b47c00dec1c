/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/pairs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"

/* The numbers of one metric in one record. */
struct values {
  double *value;
  size_t n;
  enum known bound;
};

/* n = 0: it has none. */
static struct values values_of(const struct results *r, size_t record, const char *metric)
{
  struct values out = {.bound = known_of(metric, record_metric_complete(&r->record[record], metric))};
  const double one = record_metric(&r->record[record], metric);
  if (isnan(one)) {
    out.value = results_vector(r, record, metric, &out.n);
    if (out.value == NULL) out.n = 0;
    return out;
  }
  out.value = mem_new(1, sizeof *out.value);
  out.value[0] = one;
  out.n = 1;
  return out;
}

static void note_failure(struct pair_verdict *v, const struct expect *clause, const struct record *record, size_t k,
                         const struct values *mine, double other)
{
  char whose[32] = "", value[40];
  if (mine->n > 1) snprintf(whose, sizeof whose, ", j = %zu", k + 1);
  snprintf(value, sizeof value, isinf(mine->value[k]) ? "unbounded" : "%.15g", mine->value[k]);
  v->fails = true;
  v->shown = record;
  v->judgement.outcome = OUTCOME_FAILS;
  snprintf(v->judgement.reason, sizeof v->judgement.reason,
           "in %.80s, N = %" JSON_INTEGER_FORMAT "%s, the value is %s%s, not %s, which is %.15g there",
           record->algorithm, record->n, whose, known_words(mine->bound), value, clause->text, other);
}

static void compare(struct pair_verdict *v, const struct expect *clause, const struct record *record,
                    const struct values *mine, const struct values *other)
{
  if (mine->n == 0 || mine->n != other->n) {
    v->lacking++;
    return;
  }
  v->there++;
  for (size_t k = 0; !v->fails && k < mine->n; k++) {
    const enum outcome outcome = other->bound == KNOWN_EXACTLY
                                   ? judge_value(clause->kind, mine->value[k], other->value[k], mine->bound)
                                   : OUTCOME_UNDECIDED;
    if (outcome == OUTCOME_FAILS) note_failure(v, clause, record, k, mine, other->value[k]);
    v->open |= outcome == OUTCOME_UNDECIDED;
  }
  if (!v->fails) v->shown = record;
}

static void conclude(struct pair_verdict *v, const struct expect *clause)
{
  char lacking[40 + sizeof clause->metric] = "";
  if (v->lacking > 0) snprintf(lacking, sizeof lacking, "; %zu more lack %s", v->lacking, clause->metric);
  if (v->fails) return;
  v->judgement.outcome = v->there == 0 || v->open ? OUTCOME_UNDECIDED : OUTCOME_HOLDS;
  if (v->there == 0)
    snprintf(v->judgement.reason, sizeof v->judgement.reason, "no run has %s as well", clause->metric);
  else
    snprintf(v->judgement.reason, sizeof v->judgement.reason, "%s %zu runs%s%s",
             v->open ? "no run contradicts it, of" : "true in all", v->there,
             v->open ? ", but some values are bounds only, or none" : " that have both", lacking);
}

void pairs_judge(const struct results *r, const char *metric, const struct expect *clause, struct pair_verdicts *out)
{
  struct lookup names = {0};
  *out = (struct pair_verdicts){0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *record = &r->record[k];
    struct values mine = values_of(r, k, metric), other = values_of(r, k, clause->metric);
    size_t at;
    if (mine.n > 0) {
      char *series = results_name(r, record);
      if (lookup_is_new(&names, series, strlen(series), &at)) {
        out->verdict = mem_grow(out->verdict, ++out->n, sizeof *out->verdict);
        out->verdict[at] = (struct pair_verdict){.series = mem_text(series), .shown = record};
      }
      compare(&out->verdict[at], clause, record, &mine, &other);
      free(series);
    }
    free(mine.value);
    free(other.value);
  }
  for (size_t k = 0; k < out->n; k++) conclude(&out->verdict[k], clause);
  lookup_free(&names);
}

void pair_verdicts_free(struct pair_verdicts *verdicts)
{
  for (size_t k = 0; k < verdicts->n; k++) free(verdicts->verdict[k].series);
  free(verdicts->verdict);
  *verdicts = (struct pair_verdicts){0};
}
