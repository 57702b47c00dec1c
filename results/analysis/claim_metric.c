/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * claim_metric.c: numbers of any kind, which a clause compares at each N; see claim.h.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "results/analysis/ruling.h"

enum { MOST_SHOWN = 6 };

/* "13", "13, 19", "unbounded": at each N, or once where all are the same. */
static void tell_values(const struct series *s, char *text, size_t size)
{
  bool same = true;
  for (size_t k = 1; k < s->n; k++) same = same && s->point[k].value == s->point[0].value;
  for (size_t k = 0; k < (same ? 1 : s->n) && k < MOST_SHOWN; k++) {
    const double value = s->point[k].value;
    if (k > 0) text_add(text, size, ", ");
    if (isinf(value))
      text_add(text, size, "unbounded");
    else
      text_add(text, size, "%s%.*g", s->point[k].complete ? "" : ">= ", fabs(value) >= 1000 ? 6 : 4, value);
  }
  if (!same && s->n > MOST_SHOWN) text_add(text, size, ", ...");
}

static enum agreement agreement_of(const char *said, const struct series *s, struct analyses *known, struct ruling *out)
{
  struct expect clause;
  struct error ignored = {0};
  struct judgement judgement;
  if (!expect_parse(said, &clause, &ignored)) return AGREEMENT_NOT_DECIDED;
  judge_series(&clause, s, analysis_of(known, s), &judgement);
  ADD(out->reason, "%s", judgement.reason);
  if (judgement.outcome == OUTCOME_UNDECIDED) return AGREEMENT_NOT_DECIDED;
  if (judgement.outcome == OUTCOME_FAILS && clause.kind == EXPECT_UNBOUNDED) {
    out->why = "not seen to be, which proves nothing";
    return AGREEMENT_NOT_DECIDED;
  }
  out->less = judgement.outcome == OUTCOME_FAILS && judgement.less;
  return judgement.outcome == OUTCOME_HOLDS ? AGREEMENT_AGREES : AGREEMENT_DISAGREES;
}

void claim_metric(const char *said, const struct series *s, struct analyses *known, struct ruling *out)
{
  char range[SCOPE_TEXT];
  ruling_begin(out);
  if (s->n == 0) {
    snprintf(out->value, sizeof out->value, "not known");
    out->why = "no run has this metric";
    ADD(out->reason, "no run has this metric");
    ruling_conclude(out, said, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED);
    return;
  }
  const bool sampled = s->kind == KIND_SAMPLE;
  tell_values(s, out->value, sizeof out->value);
  ADD(out->scope, "%s, %s", range_text(s, range), value_kind_names[s->kind]);
  out->why = sampled ? "samples" : "a lower bound";
  ruling_conclude(out, said, agreement_of(said, s, known, out), sampled ? HOW_SIMULATED : HOW_EXPLORED);
}
