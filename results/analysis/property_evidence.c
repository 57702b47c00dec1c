/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/property_evidence.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fault_kind.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "results/columns.h"

/* --- evidence ----------------------------------------------------------------------------------------------------- */

static bool is_claimed(const struct results *r, const char *algorithm, const char *property)
{
  const json_t *claims = json_object_get(json_object_get(r->algorithms, algorithm), "claims");
  return strcmp(text_of(claims, property), "yes") == 0;
}

static bool declares_invariants(const struct results *r, const char *algorithm)
{
  return json_array_size(json_object_get(json_object_get(r->algorithms, algorithm), "invariants")) > 0;
}

/* Whether the record would know if the property were broken. */
static bool is_watched(const struct results *r, const struct record *record, const char *property)
{
  struct record_verdict verdict;
  if (record_is_exploration(record) || record_is_proof(record)) return record_verdict(record, property, &verdict);
  if (!record_is_simulation(record)) return false;
  const enum property_id id = property_of(property);
  if (id == PROPERTY_P6 && !record_complete(record)) return false; /* it may still come to a deadlock */
  if (id == PROPERTY_INVARIANTS) return declares_invariants(r, record->algorithm);
  switch (property_table[id].seen) {
  case SEEN_NEVER: return false;
  case SEEN_ALWAYS: return true;
  case SEEN_CLAIMED: return is_claimed(r, record->algorithm, property);
  case SEEN_RECOVERY: break;
  }
  return fault_table[fault_kind_of(record_faults(record))].restarts == RESTARTS_AT_RECOVER;
}

static struct property_trial trial_of(const struct record *record, const char *property)
{
  struct record_verdict verdict;
  const char *broken = record_broken(record, property);
  struct property_trial t = {.scope = scope_of(record),
                             .sampled = record_is_simulation(record),
                             .by_proof = record_is_proof(record),
                             .fails = broken != NULL,
                             .detail = broken != NULL ? broken : "",
                             .record = record};
  if (!record_verdict(record, property, &verdict)) return t;
  t.complete = verdict.complete;
  t.capped = verdict.capped;
  t.rests = verdict.finding == RECORD_FAILS && verdict.passages != 0;
  t.detail = t.by_proof && verdict.detail[0] == '\0' ? verdict.text : verdict.detail;
  return t;
}

void property_trials(const struct results *r, const char *algorithm, const char *property, struct property_trials *out)
{
  *out = (struct property_trials){0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *record = &r->record[k];
    if (strcmp(record->algorithm, algorithm) != 0) continue;
    if (!is_watched(r, record, property) && record_broken(record, property) == NULL) continue;
    out->trial = mem_another(out->trial, out->n, sizeof *out->trial);
    out->trial[out->n++] = trial_of(record, property);
  }
}

void property_trials_free(struct property_trials *t)
{
  free(t->trial);
  *t = (struct property_trials){0};
}

bool property_is_claimed_of(const json_t *claims, const char *faults, enum property_id property)
{
  const char *survives = text_of(claims, "survives");
  const size_t kind = strcspn(faults, ":");
  if (faults[0] == '\0' || strcmp(faults, "none") == 0)
    return property == PROPERTY_NONE || property_table[property].needs != NEEDS_RECOVERY;
  if (property == PROPERTY_P5 || strchr(faults, ' ') != NULL || strncmp(faults, "leases:", 7) == 0 ||
      strncmp(faults, "expire:", 7) == 0)
    return false;
  for (; survives[0] != '\0'; survives += strcspn(survives, ","), survives += survives[0] == ',')
    if (strcspn(survives, ",") == kind && strncmp(survives, faults, kind) == 0) return true;
  return false;
}

/* Whether all schedules of its N are covered, or were to be. */
static bool is_explored(const struct property_trial *t)
{
  return !t->sampled && !t->rests && (!t->by_proof || (t->complete && t->scope.n != 0));
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

/* How far explorations went at each N, ascending. */
struct depths {
  size_t n;
  struct depth_at {
    double N;
    struct property_depth depth;
  } * at;
};

/* The best of each pair of N and rule of sessions; 0 where none was complete. */
struct pair {
  double N;
  struct property_depth best;
};

static int by_n(const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
  return (x->N > y->N) - (x->N < y->N);
}

static struct pair *best_pairs(const struct property_trial *trial, size_t n, size_t *n_pairs)
{
  struct lookup pairs = {0};
  struct compound key = {0};
  struct pair *pair = NULL;
  for (size_t k = 0; k < n; k++) {
    const struct property_trial *t = &trial[k];
    size_t at;
    if (!is_explored(t)) continue;
    compound_begin(&key);
    compound_add(&key, &t->scope.n, sizeof t->scope.n);
    compound_add_text(&key, t->scope.sessions);
    if (lookup_is_new(&pairs, key.bytes, key.length, &at)) {
      pair = mem_grow(pair, pairs.n, sizeof *pair);
      pair[at] = (struct pair){.N = t->scope.n};
    }
    if (t->complete && deeper(depth_of(t), pair[at].best)) pair[at].best = depth_of(t);
  }
  *n_pairs = pairs.n;
  lookup_free(&pairs);
  compound_free(&key);
  return pair;
}

/* At each N the least over the rules of sessions. */
static void find_depths(const struct property_trial *trial, size_t n, struct depths *out)
{
  size_t n_pairs;
  struct pair *pair = best_pairs(trial, n, &n_pairs);
  if (n_pairs > 0) qsort(pair, n_pairs, sizeof *pair, by_n);
  *out = (struct depths){.at = mem_new(n_pairs, sizeof *out->at)};
  for (size_t k = 0; k < n_pairs; k++) {
    if (k == 0 || pair[k - 1].N != pair[k].N)
      out->at[out->n++] = (struct depth_at){pair[k].N, pair[k].best};
    else if (deeper(out->at[out->n - 1].depth, pair[k].best))
      out->at[out->n - 1].depth = pair[k].best;
  }
  free(pair);
}

static void tell_part(double from, double to, struct property_depth d, bool first, char *text, size_t size)
{
  text_add(text, size, "%sN = %.15g", first ? "" : "; ", from);
  if (to > from) text_add(text, size, "..%.15g", to);
  if (d.passages == 0)
    text_add(text, size, " in part");
  else if (isfinite(d.passages))
    text_add(text, size, " with %s%.15g passage%s each", d.passages == 1 ? "" : "up to ", d.passages,
             plural(d.passages));
  else
    text_add(text, size, " %s", d.capped ? "without end, values capped" : "complete");
}

void property_tell_sessions(const struct property_trial *trial, size_t n, char *text, size_t size)
{
  struct lookup told = {0};
  for (size_t k = 0; k < n; k++)
    if (!trial[k].sampled && (!trial[k].by_proof || is_explored(&trial[k])) &&
        lookup_is_new_text(&told, trial[k].scope.sessions))
      text_add(text, size, "%s%s", told.n == 1 ? "; sessions " : ", ", trial[k].scope.sessions);
  lookup_free(&told);
}

void property_tell_depth(const struct property_trial *trial, size_t n, char *text, size_t size)
{
  struct depths d;
  find_depths(trial, n, &d);
  for (size_t from = 0, to; from < d.n; from = to) {
    for (to = from + 1; to < d.n; to++)
      if (deeper(d.at[from].depth, d.at[to].depth) || deeper(d.at[to].depth, d.at[from].depth)) break;
    tell_part(d.at[from].N, d.at[to - 1].N, d.at[from].depth, from == 0, text, size);
  }
  free(d.at);
}

/* --- the outcome -------------------------------------------------------------------------------------------------- */

struct property_finding property_find(const struct property_trial *trial, size_t n)
{
  struct property_finding f = {.shown = NOTHING_SHOWN};
  for (size_t k = 0; k < n; k++) {
    const struct property_trial *t = &trial[k];
    f.resting += t->rests;
    f.explored += is_explored(t);
    f.proved += t->by_proof && t->complete && t->scope.n == 0;
    f.attempts += t->by_proof && !t->complete;
    f.sampled += t->sampled;
    f.explored_broken += !t->sampled && t->fails;
    f.sampled_broken += t->sampled && t->fails;
    f.cut += is_explored(t) && !t->fails && !t->complete;
    if (t->fails && (f.shown == NOTHING_SHOWN || scope_fewer(&t->scope, &trial[f.shown].scope))) f.shown = k;
  }
  struct depths d;
  find_depths(trial, n, &d);
  for (size_t k = 0; k < d.n; k++)
    if (deeper(d.at[k].depth, f.deepest)) f.deepest = d.at[k].depth;
  free(d.at);
  return f;
}

/* --- clauses ------------------------------------------------------------------------------------------------------ */

/* Nothing was seen to fail, and nothing was cut short: is that far enough for the clause? */
static bool is_open(const struct expect *clause, enum property_id property, const struct property_finding *f)
{
  if (f->explored == 0) return false;
  if (clause->passages != 0) return f->deepest.passages < clause->passages;
  return property_needs_no_end(property) && isfinite(f->deepest.passages);
}

/* "all 12 explorations", "the one exploration" */
static char *all_of(size_t n, const char *one, char out[40])
{
  if (n == 1)
    snprintf(out, 40, "the one %s", one);
  else
    snprintf(out, 40, "all %zu %ss", n, one);
  return out;
}

static void judge_kept(const struct property_finding *f, const struct expect *clause, enum property_id property,
                       const struct property_trials *t, struct judgement *out)
{
  const bool open = is_open(clause, property, f);
  out->outcome = open ? OUTCOME_UNDECIDED : clause->kind == EXPECT_FAILS ? OUTCOME_FAILS : OUTCOME_HOLDS;
  char all[40];
  if (f->explored > 0) ADD(out->reason, "holds for all schedules in %s", all_of(f->explored, "exploration", all));
  if (f->sampled > 0)
    ADD(out->reason, "%s in %s, which %s", f->explored > 0 ? ", and" : "kept",
        all_of(f->sampled, f->explored > 0 ? "simulation" : "run", all),
        f->sampled == 1 ? "is a sample" : "are samples");
  if (f->explored == 0) return;
  ADD(out->reason, " (");
  property_tell_depth(t->trial, t->n, out->reason, sizeof out->reason);
  property_tell_sessions(t->trial, t->n, out->reason, sizeof out->reason);
  ADD(out->reason, ")");
  if (open && clause->passages == 0) ADD(out->reason, "; failures that need infinite runs are left open");
}

/* For every N, and runs of any length: no clause asks for more. */
static void judge_proved(const struct property_finding *f, const struct expect *clause, struct judgement *out)
{
  out->outcome = clause->kind == EXPECT_FAILS ? OUTCOME_FAILS : OUTCOME_HOLDS;
  ADD(out->reason, "proved for every N");
  char all[40];
  if (f->explored > f->cut)
    ADD(out->reason, ", and holds for all schedules in %s", all_of(f->explored - f->cut, "exploration", all));
}

/* Nothing else tells of it. */
static void judge_attempt(const struct property_trials *t, struct judgement *out)
{
  char scope[SCOPE_TEXT];
  for (size_t k = t->n; k-- > 0;) {
    if (!t->trial[k].by_proof) continue;
    ADD(out->reason, "%s: %s", scope_text(&t->trial[k].scope, scope), t->trial[k].detail);
    return;
  }
}

/* Whether it was looked so far at one N. */
static bool is_far_enough(const struct expect *clause, enum property_id property, struct property_depth d)
{
  if (clause->complete) return !isfinite(d.passages) && !d.capped;
  if (clause->passages != 0) return d.passages >= clause->passages;
  return d.passages > 0 && (!property_needs_no_end(property) || !isfinite(d.passages));
}

/* Nothing was seen to fail: was it looked as far as the clause says, at every N that it speaks of? */
static void judge_bounds(const struct expect *clause, enum property_id property, const struct property_trials *t,
                         struct judgement *out)
{
  struct depths d;
  find_depths(t->trial, t->n, &d);
  bool far = d.n > 0, reached = clause->up_to == 0;
  for (size_t k = 0; k < d.n; k++) {
    far = far && is_far_enough(clause, property, d.at[k].depth);
    reached = reached || d.at[k].N == clause->up_to;
  }
  out->outcome = far && reached ? OUTCOME_HOLDS : OUTCOME_FAILS;
  if (d.n == 0)
    ADD(out->reason, "held in %zu simulations, without an exploration", t->n);
  else
    ADD(out->reason, "holds for all schedules, %s: ",
        far && reached ? "as far as the clause says" : "but not as far as the clause says");
  property_tell_depth(t->trial, t->n, out->reason, sizeof out->reason);
  property_tell_sessions(t->trial, t->n, out->reason, sizeof out->reason);
  free(d.at);
}

static void judge_failure(const struct property_finding *f, const struct expect *clause,
                          const struct property_trials *t, struct judgement *out)
{
  const struct property_trial *shown = &t->trial[f->shown];
  char scope[SCOPE_TEXT];
  out->outcome = clause->kind == EXPECT_FAILS ? OUTCOME_HOLDS : OUTCOME_FAILS;
  ADD(out->reason, "broken in %zu of %zu runs; in the smallest (%s", f->explored_broken + f->sampled_broken, t->n,
      scope_text(&shown->scope, scope));
  if (shown->sampled && shown->record != NULL) ADD(out->reason, ", %s", shown->record->adversary);
  ADD(out->reason, "): %s", shown->detail[0] != '\0' ? shown->detail : "it fails");
}

/* Those that speak of runs with at most so many passages, and processes: a failure in longer ones, or of more, says
 * nothing of these, and one for just so many passages counts. */
static struct property_trials within(const struct property_trial *trial, size_t n, const struct expect *clause)
{
  struct property_trials some = {.trial = mem_new(n, sizeof *trial)};
  const uint32_t passages = clause->passages;
  for (size_t k = 0; k < n; k++) {
    const bool longer = trial[k].scope.passages == 0 || trial[k].scope.passages > passages;
    if (passages != 0 && trial[k].fails && longer) continue;
    if (clause->up_to != 0 && trial[k].scope.n > clause->up_to) continue;
    struct property_trial *one = &some.trial[some.n++];
    *one = trial[k];
    one->fails |= one->rests && trial[k].scope.passages == passages;
    one->rests &= !one->fails;
  }
  return some;
}

/* No run tells of it. */
static void judge_unchecked(enum property_id property, struct judgement *out)
{
  const struct property *p = &property_table[property];
  switch (p->needs) {
  case NEEDS_INVARIANTS:
    ADD(out->reason, "not checked: the algorithm declares no invariants, or none were asked for");
    return;
  case NEEDS_DOORWAY:
    ADD(out->reason,
        "not checked: no run watches %s; simulations do where it is claimed, and without a doorway there is no order",
        p->key);
    return;
  case NEEDS_TIME: ADD(out->reason, "not checked: only explorations with a clock decide it"); return;
  default: ADD(out->reason, "not checked: no run watches %s (%s)", p->key, p->words); return;
  }
}

void judge_property(const struct expect *clause, enum property_id property, const struct property_trial *trial,
                    size_t n, struct judgement *out)
{
  struct property_trials t = within(trial, n, clause);
  const struct property_finding f = property_find(t.trial, t.n);
  *out = (struct judgement){.outcome = OUTCOME_UNDECIDED};
  if (n == 0)
    judge_unchecked(property, out);
  else if (t.n == 0)
    ADD(out->reason, clause->up_to != 0 ? "no conclusive run has so few processes"
                                        : "broken in longer runs, and no run was as short as that");
  else if (f.shown != NOTHING_SHOWN)
    judge_failure(&f, clause, &t, out);
  else if (f.proved > 0)
    judge_proved(&f, clause, out);
  else if (f.attempts > 0 && f.explored + f.sampled + f.resting == 0)
    judge_attempt(&t, out);
  else if (f.resting > 0 && f.explored + f.sampled == 0)
    ADD(out->reason, "broken for the passages made, but more passages might mend it");
  else if (clause->complete || clause->up_to != 0)
    judge_bounds(clause, property, &t, out);
  else if (f.cut > 0)
    ADD(out->reason, "no failure found, but %zu of %zu exploration%s ran out of memory", f.cut, f.explored,
        plural(f.explored));
  else
    judge_kept(&f, clause, property, &t, out);
  property_trials_free(&t);
}
