/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * claim.c: properties and bounded registers; see claim.h.
 */
#include "results/analysis/ruling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"

#define X(agreement, name) [agreement] = name,
const char *const agreement_names[N_AGREEMENTS] = {AGREEMENTS(X)};
#undef X

enum agreement cell_agreement(const json_t *cell)
{
  const size_t a = text_among(cell, "agreement", agreement_names, N_AGREEMENTS);
  return a < N_AGREEMENTS ? (enum agreement)a : AGREEMENT_NOTHING_SAID;
}

#define X(how, name) [how] = name,
const char *const how_names[N_HOWS] = {HOWS(X)};
#undef X

/* --- rulings ------------------------------------------------------------------------------------------------------ */

void ruling_begin(struct ruling *out)
{
  *out = (struct ruling){.shown = NOTHING_SHOWN, .why = ""};
}

void ruling_conclude(struct ruling *out, const char *said, enum agreement agreement, enum how how)
{
  out->agreement = said[0] == '\0' ? AGREEMENT_NOTHING_SAID : agreement;
  out->how = how;
  out->less = out->less && out->agreement == AGREEMENT_DISAGREES;
  if (out->agreement != AGREEMENT_NOT_DECIDED) out->why = "";
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static void tell_failure(const struct property_trial *trial, const struct property_finding *f, struct ruling *out)
{
  const struct property_trial *shown = &trial[f->shown];
  out->shown = f->shown;
  snprintf(out->value, sizeof out->value, "fails");
  scope_text(&shown->scope, out->scope);
  ADD(out->reason, "%s%sin %zu of %zu exploration%s", shown->detail,
      shown->detail[0] != '\0' ? "; it fails " : "it fails ", f->explored_broken, f->explored, plural(f->explored));
  if (f->sampled_broken > 0) ADD(out->reason, " and in %zu simulation%s", f->sampled_broken, plural(f->sampled_broken));
  if (f->explored_broken + f->sampled_broken > 1) ADD(out->reason, "; this is the smallest");
}

/* Nothing tells. */
static void tell_nothing(const struct property_finding *f, enum property_id property, struct ruling *out)
{
  const bool rests = f->explored == 0 && f->resting > 0;
  if (f->explored + f->resting == 0 && f->attempts > 0) {
    snprintf(out->value, sizeof out->value, "not proved");
    out->why = "this refutes nothing";
    ADD(out->reason, "no proof was found, which refutes nothing");
    return;
  }
  snprintf(out->value, sizeof out->value, "%s",
           rests              ? "broken in short runs"
           : f->explored == 0 ? "not checked"
                              : "no failure seen");
  out->why = rests ? "longer runs are open" : f->explored == 0 ? "not explored" : "memory ended";
  ADD(out->reason, "%s",
      rests                     ? "broken for the passages made, but more passages might mend it"
      : f->explored != 0        ? "every exploration ran out of memory"
      : property == PROPERTY_P5 ? "no exploration decides it: only an algorithm with a doorway has an order to keep"
                                : "no exploration decides it");
}

static enum agreement tell_proved(const char *said, const struct property_finding *f, struct ruling *out)
{
  snprintf(out->value, sizeof out->value, "holds");
  ADD(out->scope, "every N, any sessions, passages without end");
  ADD(out->reason, "proved for every N");
  if (f->explored > f->cut)
    ADD(out->reason, "; holds for all schedules in %zu exploration%s", f->explored - f->cut,
        plural(f->explored - f->cut));
  return strcmp(said, "no") == 0 ? AGREEMENT_DISAGREES : AGREEMENT_PROVED;
}

/* Kept, as far as was looked: a claim about runs without end is borne out by such runs only. */
static enum agreement tell_kept(const char *said, enum property_id property, const struct property_trial *trial,
                                size_t n, const struct property_finding *f, struct ruling *out)
{
  const double most = f->deepest.passages;
  const bool against = strcmp(said, "no") == 0, open = property_needs_no_end(property) && isfinite(most);
  snprintf(out->value, sizeof out->value, "holds");
  if (open) ADD(out->value, " for %.15g passage%s", most, plural(most));
  property_tell_depth(trial, n, out->scope, sizeof out->scope);
  property_tell_sessions(trial, n, out->scope, sizeof out->scope);
  ADD(out->reason, "holds for all schedules in %zu exploration%s", f->explored - f->cut, plural(f->explored - f->cut));
  if (f->cut > 0) ADD(out->reason, "; %zu more ran out of memory", f->cut);
  out->why = against ? "not seen to fail, which proves nothing" : "runs without end are open";
  if (against) ADD(out->reason, "; a failure may need more processes, sessions or passages");
  if (open && !against) ADD(out->reason, "; failures that need infinite runs are left open");
  return against || open ? AGREEMENT_NOT_DECIDED : AGREEMENT_AGREES;
}

void claim_property(const char *said, enum property_id property, const struct property_trial *trial, size_t n,
                    struct ruling *out)
{
  const struct property_finding f = property_find(trial, n);
  ruling_begin(out);
  if (f.shown != NOTHING_SHOWN) {
    tell_failure(trial, &f, out);
    ruling_conclude(out, said, strcmp(said, "no") == 0 ? AGREEMENT_AGREES : AGREEMENT_DISAGREES, HOW_REFUTED);
  } else if (f.proved > 0) {
    ruling_conclude(out, said, tell_proved(said, &f, out), HOW_PROVED);
  } else if (f.cut == f.explored) {
    tell_nothing(&f, property, out);
    ruling_conclude(out, said, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED);
  } else {
    ruling_conclude(out, said, tell_kept(said, property, trial, n, &f, out), HOW_EXPLORED);
  }
}

/* --- bounded registers -------------------------------------------------------------------------------------------- */

/* Those of one register with one N and one rule of sessions. */
struct family {
  size_t n;
  const struct reach **reach; /* in their order */
};

struct families {
  struct lookup keys;
  struct family *family; /* [keys.n] */
  size_t *of;            /* [reach]: the number of its family */
};

static void find_families(const struct reach *reach, size_t n, struct families *out)
{
  struct compound key = {0};
  *out = (struct families){.of = mem_new(n, sizeof *out->of)};
  for (size_t k = 0; k < n; k++) {
    compound_begin(&key);
    compound_add(&key, &reach[k].scope.n, sizeof reach[k].scope.n);
    compound_add_text(&key, reach[k].scope.sessions);
    compound_add_text(&key, reach[k].name);
    if (lookup_is_new(&out->keys, key.bytes, key.length, &out->of[k])) {
      out->family = mem_grow(out->family, out->keys.n, sizeof *out->family);
      out->family[out->of[k]] = (struct family){0};
    }
    struct family *f = &out->family[out->of[k]];
    f->reach = mem_another(f->reach, f->n, sizeof(struct reach *));
    f->reach[f->n++] = &reach[k];
  }
  compound_free(&key);
}

static void families_free(struct families *all)
{
  for (size_t k = 0; k < all->keys.n; k++) free(all->family[k].reach);
  lookup_free(&all->keys);
  free(all->family);
  free(all->of);
}

/* The same register with the same N and sessions, larger where there were more passages; the earlier one, or NULL. A
 * family has one for each number of passages. */
static const struct reach *grown_from(const struct family *f, const struct reach *r)
{
  for (size_t k = 0; k < f->n; k++)
    if (scope_fewer(&f->reach[k]->scope, &r->scope) && f->reach[k]->largest < r->largest) return f->reach[k];
  return NULL;
}

static bool tell_growth(const struct reach *reach, size_t n, struct ruling *out)
{
  struct families all;
  find_families(reach, n, &all);
  for (size_t k = 0; k < n; k++) {
    const struct reach *r = &reach[k], *earlier = grown_from(&all.family[all.of[k]], r);
    if (!isnan(r->max) || (!r->capped && earlier == NULL)) continue;
    if (out->shown != NOTHING_SHOWN && !scope_fewer(&r->scope, &reach[out->shown].scope)) continue;
    out->shown = k;
    out->reason[0] = '\0';
    ADD(out->reason, "%s is declared without bound and reaches %.15g", r->name, r->largest);
    if (r->capped) ADD(out->reason, ", the largest value explored");
    if (earlier != NULL) {
      ADD(out->reason, ", but %.15g with %.15g passage%s each", earlier->largest, earlier->scope.passages,
          plural(earlier->scope.passages));
    }
  }
  families_free(&all);
  if (out->shown == NOTHING_SHOWN) return false;
  scope_text(&reach[out->shown].scope, out->scope);
  return true;
}

/* "Token.number 2 of 3": for each register the exploration in which it came highest. */
static void tell_largest(const struct reach *reach, size_t n, struct ruling *out)
{
  struct lookup names = {0};
  const struct reach **most = mem_new(n, sizeof(struct reach *));
  for (size_t k = 0; k < n; k++) {
    const size_t at = lookup_add_text(&names, reach[k].name);
    if (most[at] == NULL || reach[k].largest > most[at]->largest) most[at] = &reach[k];
  }
  for (size_t k = 0; k < names.n; k++) {
    ADD(out->reason, "%s%s %.15g", k == 0 ? "largest values: " : ", ", most[k]->name, most[k]->largest);
    if (!isnan(most[k]->max)) ADD(out->reason, " of at most %.15g", most[k]->max);
  }
  lookup_free(&names);
  free(most);
}

void claim_bounded(const char *said, const struct reach *reach, size_t n, struct ruling *out)
{
  ruling_begin(out);
  if (tell_growth(reach, n, out)) {
    snprintf(out->value, sizeof out->value, "no");
    ruling_conclude(out, said, strcmp(said, "no") == 0 ? AGREEMENT_AGREES : AGREEMENT_DISAGREES, HOW_EXPLORED);
    return;
  }
  bool declared = true, endless = false;
  double from = INFINITY, to = 0;
  for (size_t k = 0; k < n; k++) {
    declared = declared && !isnan(reach[k].max);
    const bool whole = reach[k].scope.passages == 0 && reach[k].complete;
    endless = endless || whole;
    if (whole) from = fmin(from, reach[k].scope.n), to = fmax(to, reach[k].scope.n);
  }
  tell_largest(reach, n, out);
  if (n > 0 && declared && endless) {
    snprintf(out->value, sizeof out->value, "yes");
    ADD(out->scope, "N = %.15g", from);
    if (to > from) ADD(out->scope, "..%.15g", to);
    ADD(out->scope, ", passages without end; declared for all N");
    ruling_conclude(out, said, strcmp(said, "yes") == 0 ? AGREEMENT_AGREES : AGREEMENT_DISAGREES, HOW_EXPLORED);
    return;
  }
  snprintf(out->value, sizeof out->value, "%s",
           n == 0      ? "not checked"
           : !declared ? "declared unbounded, not seen to grow"
                       : "in the declared range so far");
  out->why = n == 0 ? "not explored" : declared ? "no exploration without end was complete" : "not seen to grow";
  if (n == 0)
    ADD(out->reason, "no exploration covered the registers");
  else if (declared)
    ADD(out->reason, "; no exploration without end was complete");
  ruling_conclude(out, said, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED);
}
