/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * claim.c: properties and bounded registers; see claim.h. Of several explorations that show a thing the first is the one with the
 * fewest processes, of these the one with the fewest passages: a reader follows a short witness more easily.
 */
#include "analysis/ruling.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *agreement_name(enum agreement a)
{
#define X(agreement, name) [agreement] = name,
  static const char *const names[] = {AGREEMENTS(X)};
#undef X
  return names[a];
}

const char *how_name(enum how how)
{
#define X(how, name) [how] = name,
  static const char *const names[] = {HOWS(X)};
#undef X
  return names[how];
}

/* --- words -------------------------------------------------------------------------------------------------------- */

void ruling_add(char *text, size_t size, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  if (used < size) vsnprintf(text + used, size - used, format, args);
  va_end(args);
}

char *scope_text(const struct scope *s, char out[SCOPE_TEXT])
{
  out[0] = '\0';
  ruling_add(out, SCOPE_TEXT, "N = %.15g, sessions %s, ", s->n, s->sessions);
  if (s->passages == 0)
    ruling_add(out, SCOPE_TEXT, "passages without end");
  else
    ruling_add(out, SCOPE_TEXT, "%.15g passage%s each", s->passages, s->passages == 1 ? "" : "s");
  return out;
}

char *range_text(const struct series *s, char out[SCOPE_TEXT])
{
  out[0] = '\0';
  if (s->n == 1) ruling_add(out, SCOPE_TEXT, "%s = %.15g", s->x_name, s->point[0].x);
  if (s->n > 1) ruling_add(out, SCOPE_TEXT, "%s = %.15g..%.15g", s->x_name, s->point[0].x, s->point[s->n - 1].x);
  return out;
}

void ruling_begin(struct ruling *out)
{
  *out = (struct ruling){.shown = NOTHING_SHOWN};
}

void ruling_conclude(struct ruling *out, const char *said, enum agreement agreement, enum how how)
{
  out->agreement = said[0] == '\0' ? AGREEMENT_NOTHING_SAID : agreement;
  out->how = how;
}

bool scope_fewer(const struct scope *a, const struct scope *b)
{
  if (a->n != b->n) return a->n < b->n;
  if ((a->passages == 0) != (b->passages == 0)) return b->passages == 0;
  return a->passages < b->passages;
}

/* --- how far was looked ------------------------------------------------------------------------------------------- */

/* How far the explorations of one N and one rule of sessions went, and the least of that over the rules. */
struct depth {
  double passages; /* INFINITY: without end */
  bool capped;     /* without end, but for values above the cap */
};

static bool deeper(struct depth a, struct depth b)
{
  return a.passages != b.passages ? a.passages > b.passages : !a.capped && b.capped;
}

static struct depth depth_of(const struct property_trial *t)
{
  return (struct depth){t->scope.passages == 0 ? INFINITY : t->scope.passages, t->capped};
}

static struct depth depth_at(const struct property_trial *trial, size_t n, double N)
{
  struct depth least = {INFINITY, false};
  for (size_t k = 0; k < n; k++) {
    struct depth best = {0, false};
    if (trial[k].scope.n != N) continue;
    for (size_t i = 0; i < n; i++)
      if (trial[i].scope.n == N && trial[i].complete && !trial[i].sampled &&
          strcmp(trial[i].scope.sessions, trial[k].scope.sessions) == 0 && deeper(depth_of(&trial[i]), best))
        best = depth_of(&trial[i]);
    if (deeper(least, best)) least = best;
  }
  return least;
}

static double next_n(const struct property_trial *trial, size_t n, double after)
{
  double next = INFINITY;
  for (size_t k = 0; k < n; k++)
    if (trial[k].scope.n > after && trial[k].scope.n < next) next = trial[k].scope.n;
  return next;
}

static void add_depth(struct ruling *out, double from, double to, struct depth d)
{
  ADD(out->scope, "%sN = %.15g", out->scope[0] != '\0' ? "; " : "", from);
  if (to > from) ADD(out->scope, "..%.15g", to);
  if (d.passages == 0)
    ADD(out->scope, " in part");
  else if (isfinite(d.passages))
    ADD(out->scope, " with %s%.15g passage%s each", d.passages == 1 ? "" : "up to ", d.passages,
        d.passages == 1 ? "" : "s");
  else
    ADD(out->scope, " %s", d.capped ? "without end, values capped" : "complete");
}

/* "N = 2 complete; N = 3 up to 2 passages each; sessions same, any:2" */
static void tell_depth(const struct property_trial *trial, size_t n, struct ruling *out)
{
  for (double N = next_n(trial, n, 0); isfinite(N);) {
    const struct depth d = depth_at(trial, n, N);
    double to = N, next = next_n(trial, n, N);
    for (; isfinite(next); to = next, next = next_n(trial, n, next)) {
      const struct depth other = depth_at(trial, n, next);
      if (deeper(d, other) || deeper(other, d)) break;
    }
    add_depth(out, N, to, d);
    N = next;
  }
  const char *before = "; sessions ";
  for (size_t k = 0; k < n; k++) {
    bool told = false;
    for (size_t i = 0; i < k && !told; i++) told = strcmp(trial[i].scope.sessions, trial[k].scope.sessions) == 0;
    if (told) continue;
    ADD(out->scope, "%s%s", before, trial[k].scope.sessions);
    before = ", ";
  }
}

/* --- properties --------------------------------------------------------------------------------------------------- */

static void tell_failure(const struct property_trial *trial, size_t n, struct ruling *out)
{
  size_t explored = 0, broken = 0, sampled = 0;
  for (size_t k = 0; k < n; k++) {
    explored += !trial[k].sampled;
    broken += !trial[k].sampled && trial[k].fails;
    sampled += trial[k].sampled;
  }
  const struct property_trial *shown = &trial[out->shown];
  snprintf(out->value, sizeof out->value, "fails");
  scope_text(&shown->scope, out->scope);
  ADD(out->reason, "%s%sin %zu of %zu explorations", shown->detail,
      shown->detail[0] != '\0' ? "; it fails " : "it fails ", broken, explored);
  if (sampled > 0) ADD(out->reason, " and in %zu simulations", sampled);
  ADD(out->reason, "; this is the smallest");
}

void claim_property(const char *said, unsigned property, const struct property_trial *trial, size_t n,
                    struct ruling *out)
{
  ruling_begin(out);
  size_t cut = 0;
  for (size_t k = 0; k < n; k++) {
    cut += !trial[k].fails && !trial[k].complete;
    if (trial[k].fails && (out->shown == NOTHING_SHOWN || scope_fewer(&trial[k].scope, &trial[out->shown].scope)))
      out->shown = k;
  }
  if (out->shown != NOTHING_SHOWN) {
    tell_failure(trial, n, out);
    ruling_conclude(out, said, strcmp(said, "no") == 0 ? AGREEMENT_AGREES : AGREEMENT_DISAGREES, HOW_REFUTED);
    return;
  }
  if (cut == n) {
    snprintf(out->value, sizeof out->value, "%s", n == 0 ? "not checked" : "no failure seen");
    ADD(out->reason, "%s",
        n != 0          ? "every exploration ran out of memory"
        : property == 5 ? "no exploration decides it: only an algorithm with a doorway has an order to keep"
                        : "no exploration decides it");
    ruling_conclude(out, said, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED);
    return;
  }
  snprintf(out->value, sizeof out->value, "holds");
  tell_depth(trial, n, out);
  ADD(out->reason, "all schedules keep it in %zu explorations", n - cut);
  if (cut > 0) ADD(out->reason, "; %zu more ran out of memory", cut);
  const bool against = strcmp(said, "no") == 0;
  if (against) ADD(out->reason, "; a failure may need more processes, sessions or passages");
  ruling_conclude(out, said, against ? AGREEMENT_NOT_DECIDED : AGREEMENT_AGREES, HOW_EXPLORED);
}

/* --- bounded registers -------------------------------------------------------------------------------------------- */

/* The same register with the same N and sessions, larger where there were more passages; the earlier one, or NULL. */
static const struct reach *grown_from(const struct reach *reach, size_t n, const struct reach *r)
{
  for (size_t k = 0; k < n; k++)
    if (reach[k].scope.n == r->scope.n && strcmp(reach[k].scope.sessions, r->scope.sessions) == 0 &&
        strcmp(reach[k].name, r->name) == 0 && scope_fewer(&reach[k].scope, &r->scope) && reach[k].largest < r->largest)
      return &reach[k];
  return NULL;
}

static bool tell_growth(const struct reach *reach, size_t n, struct ruling *out)
{
  for (size_t k = 0; k < n; k++) {
    const struct reach *r = &reach[k], *earlier = grown_from(reach, n, r);
    if (!isnan(r->max) || (!r->capped && earlier == NULL)) continue;
    if (out->shown != NOTHING_SHOWN && !scope_fewer(&r->scope, &reach[out->shown].scope)) continue;
    out->shown = k;
    out->reason[0] = '\0';
    ADD(out->reason, "%s is declared without bound and reaches %.15g", r->name, r->largest);
    if (r->capped) ADD(out->reason, ", the largest value that is looked at");
    if (earlier != NULL) {
      ADD(out->reason, ", but %.15g with %.15g passage%s each", earlier->largest, earlier->scope.passages,
          earlier->scope.passages == 1 ? "" : "s");
    }
  }
  if (out->shown == NOTHING_SHOWN) return false;
  scope_text(&reach[out->shown].scope, out->scope);
  return true;
}

/* "Token.number 2 of 3": for each register the exploration in which it came highest. */
static void tell_largest(const struct reach *reach, size_t n, struct ruling *out)
{
  const char *before = "largest values: ";
  for (size_t k = 0; k < n; k++) {
    const struct reach *most = &reach[k];
    bool told = false;
    for (size_t i = 0; i < n; i++) {
      if (strcmp(reach[i].name, most->name) != 0) continue;
      told = told || i < k;
      if (reach[i].largest > most->largest) most = &reach[i];
    }
    if (told) continue;
    ADD(out->reason, "%s%s %.15g", before, most->name, most->largest);
    if (!isnan(most->max)) ADD(out->reason, " of at most %.15g", most->max);
    before = ", ";
  }
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
  if (n == 0)
    ADD(out->reason, "no exploration looked at the registers");
  else if (declared)
    ADD(out->reason, "; no exploration without end was complete");
  ruling_conclude(out, said, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED);
}
