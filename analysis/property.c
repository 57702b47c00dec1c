/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/property.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- evidence ----------------------------------------------------------------------------------------------------- */

static bool is_claimed(const struct results *r, const char *algorithm, const char *property)
{
  const json_t *claims = json_object_get(json_object_get(r->algorithms, algorithm), "claims");
  return strcmp(text_of(claims, property), "yes") == 0;
}

/* Whether the record would know if the property were broken. */
static bool is_watched(const struct results *r, const struct record *record, const char *property)
{
  struct record_verdict verdict;
  if (record_is_exploration(record)) return record_verdict(record, property, &verdict);
  if (strcmp(property, "P1") == 0 || strcmp(property, "P6") == 0) return true;
  return strcmp(property, "P5") == 0 && is_claimed(r, record->algorithm, property);
}

static struct property_trial trial_of(const struct record *record, const char *property)
{
  struct record_verdict verdict;
  const char *broken = record_broken(record, property);
  struct property_trial t = {.scope = scope_of(record),
                             .sampled = !record_is_exploration(record),
                             .fails = broken != NULL,
                             .detail = broken != NULL ? broken : "",
                             .record = record};
  if (!record_verdict(record, property, &verdict)) return t;
  t.complete = verdict.complete;
  t.capped = verdict.capped;
  t.detail = verdict.detail;
  return t;
}

void property_trials(const struct results *r, const char *algorithm, const char *property, struct property_trials *out)
{
  *out = (struct property_trials){0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *record = &r->record[k];
    if (strcmp(record->algorithm, algorithm) != 0) continue;
    if (!is_watched(r, record, property) && record_broken(record, property) == NULL) continue;
    out->trial = mem_grow(out->trial, out->n + 1, sizeof *out->trial);
    out->trial[out->n++] = trial_of(record, property);
  }
}

void property_trials_free(struct property_trials *t)
{
  free(t->trial);
  *t = (struct property_trials){0};
}

/* --- how far was looked ------------------------------------------------------------------------------------------- */

static bool deeper(struct property_depth a, struct property_depth b)
{
  return a.passages != b.passages ? a.passages > b.passages : !a.capped && b.capped;
}

static struct property_depth depth_of(const struct property_trial *t)
{
  return (struct property_depth){t->scope.passages == 0 ? INFINITY : t->scope.passages, t->capped};
}

static struct property_depth depth_at(const struct property_trial *trial, size_t n, double N)
{
  struct property_depth least = {INFINITY, false};
  for (size_t k = 0; k < n; k++) {
    struct property_depth best = {0, false};
    if (trial[k].scope.n != N || trial[k].sampled) continue;
    for (size_t i = 0; i < n; i++)
      if (trial[i].scope.n == N && trial[i].complete && !trial[i].sampled &&
          strcmp(trial[i].scope.sessions, trial[k].scope.sessions) == 0 && deeper(depth_of(&trial[i]), best))
        best = depth_of(&trial[i]);
    if (deeper(least, best)) least = best;
  }
  return least;
}

/* The next N that was explored; INFINITY: there is none. */
static double next_n(const struct property_trial *trial, size_t n, double after)
{
  double next = INFINITY;
  for (size_t k = 0; k < n; k++)
    if (!trial[k].sampled && trial[k].scope.n > after && trial[k].scope.n < next) next = trial[k].scope.n;
  return next;
}

static void tell_part(double from, double to, struct property_depth d, bool first, char *text, size_t size)
{
  text_add(text, size, "%sN = %.15g", first ? "" : "; ", from);
  if (to > from) text_add(text, size, "..%.15g", to);
  if (d.passages == 0)
    text_add(text, size, " in part");
  else if (isfinite(d.passages))
    text_add(text, size, " with %s%.15g passage%s each", d.passages == 1 ? "" : "up to ", d.passages,
             d.passages == 1 ? "" : "s");
  else
    text_add(text, size, " %s", d.capped ? "without end, values capped" : "complete");
}

void property_tell_sessions(const struct property_trial *trial, size_t n, char *text, size_t size)
{
  const char *before = "; sessions ";
  for (size_t k = 0; k < n; k++) {
    bool told = trial[k].sampled;
    for (size_t i = 0; i < k && !told; i++)
      told = !trial[i].sampled && strcmp(trial[i].scope.sessions, trial[k].scope.sessions) == 0;
    if (told) continue;
    text_add(text, size, "%s%s", before, trial[k].scope.sessions);
    before = ", ";
  }
}

void property_tell_depth(const struct property_trial *trial, size_t n, char *text, size_t size)
{
  bool first = true;
  for (double N = next_n(trial, n, 0); isfinite(N); first = false) {
    const struct property_depth d = depth_at(trial, n, N);
    double to = N, next = next_n(trial, n, N);
    for (; isfinite(next); to = next, next = next_n(trial, n, next)) {
      const struct property_depth other = depth_at(trial, n, next);
      if (deeper(d, other) || deeper(other, d)) break;
    }
    tell_part(N, to, d, first, text, size);
    N = next;
  }
}

/* --- what they come to -------------------------------------------------------------------------------------------- */

bool property_needs_no_end(unsigned property)
{
  return property == 2 || property == 6;
}

struct property_finding property_find(const struct property_trial *trial, size_t n)
{
  struct property_finding f = {.shown = NOTHING_SHOWN};
  for (size_t k = 0; k < n; k++) {
    const struct property_trial *t = &trial[k];
    f.explored += !t->sampled;
    f.sampled += t->sampled;
    f.explored_broken += !t->sampled && t->fails;
    f.sampled_broken += t->sampled && t->fails;
    f.cut += !t->sampled && !t->fails && !t->complete;
    if (t->fails && (f.shown == NOTHING_SHOWN || scope_fewer(&t->scope, &trial[f.shown].scope))) f.shown = k;
  }
  for (double N = next_n(trial, n, 0); isfinite(N); N = next_n(trial, n, N))
    if (deeper(depth_at(trial, n, N), f.deepest)) f.deepest = depth_at(trial, n, N);
  return f;
}

/* --- clauses ------------------------------------------------------------------------------------------------------ */

/* Nothing was seen to fail, and nothing was cut short: is that far enough for the clause? */
static bool is_open(const struct expect *clause, unsigned property, const struct property_finding *f)
{
  if (f->explored == 0) return false;
  if (clause->passages != 0) return f->deepest.passages < clause->passages;
  return property_needs_no_end(property) && isfinite(f->deepest.passages);
}

static void judge_kept(const struct property_finding *f, const struct expect *clause, unsigned property,
                       const struct property_trials *t, struct judgement *out)
{
  const bool open = is_open(clause, property, f);
  out->outcome = open ? OUTCOME_UNDECIDED : clause->kind == EXPECT_FAILS ? OUTCOME_FAILS : OUTCOME_HOLDS;
  if (f->explored > 0) ADD(out->reason, "kept by all schedules in all %zu explorations", f->explored);
  if (f->sampled > 0)
    ADD(out->reason, "%s in all %zu %s, which are samples", f->explored > 0 ? ", and" : "kept", f->sampled,
        f->explored > 0 ? "simulations" : "runs");
  if (f->explored == 0) return;
  ADD(out->reason, " (");
  property_tell_depth(t->trial, t->n, out->reason, sizeof out->reason);
  property_tell_sessions(t->trial, t->n, out->reason, sizeof out->reason);
  ADD(out->reason, ")");
  if (open && clause->passages == 0) ADD(out->reason, "; what needs runs without end to fail is left open");
}

static void judge_failure(const struct property_finding *f, const struct expect *clause,
                          const struct property_trials *t, struct judgement *out)
{
  const struct property_trial *shown = &t->trial[f->shown];
  char scope[SCOPE_TEXT];
  out->outcome = clause->kind == EXPECT_FAILS ? OUTCOME_HOLDS : OUTCOME_FAILS;
  ADD(out->reason, "broken in %zu of %zu runs, in the smallest (%s", f->explored_broken + f->sampled_broken, t->n,
      scope_text(&shown->scope, scope));
  if (shown->sampled && shown->record != NULL) ADD(out->reason, ", %s", shown->record->adversary);
  ADD(out->reason, ") so: %s", shown->detail[0] != '\0' ? shown->detail : "it fails");
}

/* Those that speak of runs with at most so many passages: a failure in longer ones says nothing of these. */
static struct property_trials within(const struct property_trial *trial, size_t n, uint32_t passages)
{
  struct property_trials some = {.trial = mem_new(n, sizeof *trial)};
  for (size_t k = 0; k < n; k++) {
    const bool longer = trial[k].scope.passages == 0 || trial[k].scope.passages > passages;
    if (passages == 0 || !trial[k].fails || !longer) some.trial[some.n++] = trial[k];
  }
  return some;
}

void judge_property(const struct expect *clause, unsigned property, const struct property_trial *trial, size_t n,
                    struct judgement *out)
{
  struct property_trials t = within(trial, n, clause->passages);
  const struct property_finding f = property_find(t.trial, t.n);
  *out = (struct judgement){.outcome = OUTCOME_UNDECIDED};
  if (n == 0)
    ADD(out->reason, "not checked: simulation does not watch P%u here", property);
  else if (t.n == 0)
    ADD(out->reason, "broken in longer runs, and no run was as short as that");
  else if (f.shown != NOTHING_SHOWN)
    judge_failure(&f, clause, &t, out);
  else if (f.cut > 0)
    ADD(out->reason, "kept as far as was looked: %zu of %zu explorations ran out of memory", f.cut, f.explored);
  else
    judge_kept(&f, clause, property, &t, out);
  property_trials_free(&t);
}
