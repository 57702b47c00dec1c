/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * claim_cost.c: claims about quantities that grow with N; see claim.h. A cost has two witnesses: exact values at a few
 * small N, and lower bounds over a range of N. Either may refute, and where both are silent, nothing is decided.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/analysis/ruling.h"

enum { FURTHER = 20 }; /* N = 2, 4, ..., 2^20 */

/* --- costs -------------------------------------------------------------------------------------------------------- */

/* Of the explorations with N processes the one that found the most: of several the one that is exact, and of these the
 * one with the most passages, as its value says more. */
static size_t costliest(const struct cost_trial *trial, size_t n, double N)
{
  size_t best = n;
  for (size_t k = 0; k < n; k++) {
    if (trial[k].scope.n != N) continue;
    const bool more = best == n || trial[k].value > trial[best].value;
    const bool same = !more && trial[k].value == trial[best].value;
    if (more || (same && (trial[k].exact != trial[best].exact ? trial[k].exact
                                                              : scope_fewer(&trial[best].scope, &trial[k].scope))))
      best = k;
  }
  return best;
}

static double next_n(const struct cost_trial *trial, size_t n, double after)
{
  double next = INFINITY;
  for (size_t k = 0; k < n; k++)
    if (trial[k].scope.n > after) next = fmin(next, trial[k].scope.n);
  return next;
}

static bool same_but_n(const struct scope *a, const struct scope *b)
{
  return a->passages == b->passages && strcmp(a->sessions, b->sessions) == 0;
}

/* "exact 14, >= 22 at N = 2, 3, sessions distinct, 2 passages each; 19 at N = 4, sessions distinct, 1 passage each":
 * for each N the largest of what all its explorations found. */
static void tell_exact(const struct cost_trial *trial, size_t n, struct ruling *out)
{
  const char *lead = out->scope[0] != '\0' ? "; exact " : "exact ";
  for (double N = next_n(trial, n, 0); isfinite(N); lead = "; ") {
    char values[100] = "", where[60] = "", others[SCOPE_TEXT];
    const struct scope *scope = &trial[costliest(trial, n, N)].scope;
    for (; isfinite(N); N = next_n(trial, n, N)) {
      const size_t k = costliest(trial, n, N);
      const char *comma = values[0] != '\0' ? ", " : "";
      if (!same_but_n(&trial[k].scope, scope)) break;
      ADD(values, "%s%s%.15g", comma, trial[k].exact ? "" : ">= ", trial[k].value);
      ADD(where, "%s%.15g", comma, N);
      out->shown = k;
    }
    ADD(out->scope, "%s%s at N = %s, %s", lead, values, where, scope_others(scope, others));
  }
}

/* "Theta(N) seen"; "between N and N lg N" where the fit does not decide. */
static void tell_class(const struct series *s, const struct analysis *a, struct ruling *out)
{
  const struct fitted_class *winner = analysis_winner(a), *least = a->candidate, *most = a->candidate;
  if (winner != NULL) {
    ADD(out->value, "Theta(%s) seen", winner->class);
    return;
  }
  if (exact_plateau(s) > 1) {
    ADD(out->value, "at most %.15g so far", s->point[s->n - 1].value);
    return;
  }
  for (size_t k = 0; k < a->n_contenders; k++) {
    if (order_compare(&a->candidate[k].order, &least->order) < 0) least = &a->candidate[k];
    if (order_compare(&a->candidate[k].order, &most->order) > 0) most = &a->candidate[k];
  }
  if (a->n_contenders == 0)
    ADD(out->value, "growth undecided");
  else if (least == most)
    ADD(out->value, "perhaps Theta(%s)", least->class);
  else
    ADD(out->value, "between %s and %s", least->class, most->class);
}

/* How near the adversaries came where both are known. */
static void tell_share(const struct series *exact, const struct series *lower, struct ruling *out)
{
  double least = INFINITY, at = 0;
  for (size_t i = 0; i < exact->n; i++)
    for (size_t k = 0; k < lower->n; k++)
      if (exact->point[i].complete && exact->point[i].x == lower->point[k].x &&
          lower->point[k].value / exact->point[i].value < least) {
        least = lower->point[k].value / exact->point[i].value;
        at = exact->point[i].x;
      }
  if (isfinite(least))
    ADD(out->reason, "; the adversaries reach at least %.0f %% of the explored worst case (N = %.15g)",
        floor(100 * least), at);
}

/* The exact value of the same N and sessions with the fewest passages beyond k's; NULL: there is none. */
static const struct cost_trial *with_more_passages(const struct cost_trial *trial, size_t n, const struct cost_trial *k)
{
  const struct cost_trial *next = NULL;
  for (size_t i = 0; i < n; i++)
    if (trial[i].exact && trial[i].scope.n == k->scope.n && strcmp(trial[i].scope.sessions, k->scope.sessions) == 0 &&
        scope_fewer(&k->scope, &trial[i].scope) && (next == NULL || scope_fewer(&trial[i].scope, &next->scope)))
      next = &trial[i];
  return next;
}

/* Exact values that grow with every step of the passages, three of them at least: perhaps there is no end to it. An
 * exact value for passages without end would be one. */
static void tell_passages(const struct cost_trial *trial, size_t n, struct ruling *out)
{
  for (size_t k = 0; k < n; k++) {
    char values[80] = "", scope[SCOPE_TEXT];
    size_t steps = 0;
    const struct cost_trial *at = &trial[k], *next;
    if (!at->exact) continue;
    ADD(values, "%.15g", at->value);
    for (; (next = with_more_passages(trial, n, at)) != NULL && next->value > at->value; at = next, steps++)
      ADD(values, ", %.15g", next->value);
    if (steps < 2 || next != NULL || at->scope.passages == 0) continue;
    ADD(out->reason, "; exact values grow with the passages: %s up to %s", values, scope_text(&at->scope, scope));
    return;
  }
}

/* A simulated value is a lower bound of the worst case at each N, however complete the runs were. */
static void judge_lower_bounds(const struct expect *clause, const struct series *s, const struct analysis *a,
                               struct judgement *why)
{
  struct series bounds = *s;
  bounds.point = mem_new(s->n, sizeof *bounds.point);
  for (size_t k = 0; k < s->n; k++) {
    bounds.point[k] = s->point[k];
    bounds.point[k].complete = false;
  }
  judge_series(clause, &bounds, a, why);
  free(bounds.point);
}

/* The evidence for one side of a clause. Simulated values are lower bounds: that they do not grow as fast as a Theta
 * or an Omega says is no evidence. */
static enum outcome judge_cost(const struct expect *clause, const struct series *s, const struct analysis *a,
                               bool lower, struct judgement *why)
{
  struct expect upper = *clause;
  if (lower && expect_is_pointwise(clause->kind)) {
    judge_lower_bounds(clause, s, a, why);
    return why->outcome;
  }
  const bool both = clause->kind == EXPECT_THETA && lower;
  if (both) upper.kind = EXPECT_O;
  judge_series(&upper, s, a, why);
  if (!lower || why->outcome == OUTCOME_UNDECIDED) return why->outcome;
  const bool from_below = clause->kind == EXPECT_OMEGA || clause->kind == EXPECT_GROWS;
  if (from_below && why->outcome == OUTCOME_FAILS) return OUTCOME_UNDECIDED;
  if (!both || why->outcome == OUTCOME_FAILS) return why->outcome;
  struct judgement below;
  upper.kind = EXPECT_OMEGA;
  judge_series(&upper, s, a, &below);
  return below.outcome == OUTCOME_HOLDS ? OUTCOME_HOLDS : OUTCOME_UNDECIDED;
}

static enum agreement agreement_of(enum outcome outcome)
{
  return outcome == OUTCOME_HOLDS   ? AGREEMENT_AGREES
         : outcome == OUTCOME_FAILS ? AGREEMENT_DISAGREES
                                    : AGREEMENT_NOT_DECIDED;
}

static enum how how_of(const struct analysis *a)
{
  return a->verdict == VERDICT_RECOGNISED ? HOW_RECOGNISED
         : a->verdict == VERDICT_FITTED   ? HOW_FITTED
                                          : HOW_NOT_DECIDED;
}

/* No cost without bound was found: the growth over N decides, of the exact values as well as of the lower bounds. */
static void claim_growth(const char *said, const struct series *exact, const struct series *lower,
                         struct analyses *known, struct ruling *out)
{
  const struct series *const main = lower->n > 0 ? lower : exact;
  const struct analysis *a = NULL;
  struct judgement why;
  struct expect clause;
  struct error ignored = {0};
  enum outcome outcome = OUTCOME_UNDECIDED;
  const bool understood = said[0] != '\0' && expect_parse(said, &clause, &ignored);
  if (understood && main == lower && exact->n > 0) { /* few exact values refute at most */
    a = analysis_of(known, exact);
    outcome = judge_cost(&clause, exact, a, false, &why);
  }
  if (outcome == OUTCOME_FAILS) {
    ADD(out->reason, "exact values: %s", why.reason);
  } else {
    a = analysis_of(known, main);
    if (understood) outcome = judge_cost(&clause, main, a, main == lower, &why);
    ADD(out->reason, "%s: %s", main == lower ? "lower bounds" : "exact values", understood ? why.reason : a->reason);
  }
  out->less = outcome == OUTCOME_FAILS && why.less;
  if (outcome == OUTCOME_FAILS && !out->less && analysis_winner(a) == NULL)
    ADD(out->value, "grows faster than %s", clause.text);
  else if (outcome == OUTCOME_HOLDS && clause.kind == EXPECT_O && a->n_contenders > 1 && analysis_winner(a) == NULL)
    ADD(out->value, "within %s", clause.text); /* the classes beyond it are excluded */
  else
    tell_class(a == analysis_of(known, main) ? main : exact, a, out);
  const enum how how = outcome != OUTCOME_UNDECIDED && how_of(a) == HOW_NOT_DECIDED ? HOW_FITTED : how_of(a);
  out->why = "the values do not decide it";
  ruling_conclude(out, said, agreement_of(outcome), how);
}

/* Whether a cost without bound is what the clause says, or more than it asks for. */
static bool allows_infinity(enum expect_kind kind)
{
  return kind == EXPECT_UNBOUNDED || kind == EXPECT_GROWS || kind == EXPECT_OMEGA || kind == EXPECT_AT_LEAST ||
         kind == EXPECT_MORE;
}

static void claim_unbounded(const char *said, const struct cost_trial *trial, size_t n, struct ruling *out)
{
  size_t endless = 0;
  for (size_t k = 0; k < n; k++) endless += trial[k].value == INFINITY;
  snprintf(out->value, sizeof out->value, "unbounded");
  scope_text(&trial[out->shown].scope, out->scope);
  ADD(out->reason, "a loop in one passage costs RMRs, in %zu of %zu exploration%s%s", endless, n, plural(n),
      endless > 1 ? ", of which this is the smallest" : "");
  struct expect clause;
  struct error ignored = {0};
  const bool understood = said[0] != '\0' && expect_parse(said, &clause, &ignored);
  const bool agrees = understood && allows_infinity(clause.kind);
  ruling_conclude(out, said, agrees ? AGREEMENT_AGREES : AGREEMENT_DISAGREES, HOW_REFUTED);
  if (agrees) out->how = HOW_EXPLORED;
}

/* Puts what is proved before what was measured. */
static void put_before(char *text, size_t size, const char *proved, bool measured)
{
  char *both = mem_format("%s%s%s", proved, measured && text[0] != '\0' ? "; " : "", measured ? text : "");
  snprintf(text, size, "%s", both);
  free(both);
}

/* Whether the bound is what the clause says, or grows more slowly. */
static bool is_within(const char *growth, const char *said)
{
  struct expect clause;
  struct formula formula;
  struct error ignored = {0};
  if (!expect_parse(said, &clause, &ignored) || clause.kind != EXPECT_O || !formula_parse(growth, &formula, &ignored))
    return false;
  const struct order grows = order_of(&formula), claimed = order_of(&clause.formula);
  return grows.known && claimed.known && order_compare(&grows, &claimed) <= 0;
}

/* A law that a few values suggest is nothing against a proof. A bound above the claimed one decides nothing, and is
 * told beside the measured values. */
static void claim_proved(const char *said, const struct bound *bound, bool measured, struct ruling *out)
{
  char text[BOUND_TEXT], terms[BOUND_TEXT];
  bound_text(bound, text);
  const bool refuted = strcmp(said, "unbounded") == 0;
  const bool proved = said[0] != '\0' && is_within(bound_growth(bound), said);
  char *reason = mem_format("proved for every N: a passage costs at most %s", bound_terms(bound, terms));
  put_before(out->reason, sizeof out->reason, reason, measured);
  free(reason);
  if (measured && said[0] != '\0' && !refuted && !proved) return;
  put_before(out->scope, sizeof out->scope, "every N, any sessions, passages without end", measured);
  snprintf(out->value, sizeof out->value, "at most %s", text);
  ruling_conclude(out, said, refuted ? AGREEMENT_DISAGREES : proved ? AGREEMENT_PROVED : out->agreement, HOW_PROVED);
}

/* Without what is proved. */
static void claim_measured(const char *said, const struct cost_trial *trial, size_t n, const struct series *exact,
                           const struct series *lower, struct analyses *known, struct ruling *out)
{
  for (size_t k = 0; k < n; k++)
    if (trial[k].value == INFINITY &&
        (out->shown == NOTHING_SHOWN || scope_fewer(&trial[k].scope, &trial[out->shown].scope)))
      out->shown = k;
  if (out->shown != NOTHING_SHOWN) {
    claim_unbounded(said, trial, n, out);
    return;
  }
  if (n == 0 && lower->n == 0) {
    snprintf(out->value, sizeof out->value, "not measured");
    out->why = "not measured";
    ADD(out->reason, "no record has this cost");
    ruling_conclude(out, said, AGREEMENT_NOT_DECIDED, HOW_NOT_DECIDED);
    return;
  }
  char range[SCOPE_TEXT];
  if (lower->n > 0) ADD(out->scope, "lower bounds %s", range_text(lower, range));
  tell_exact(trial, n, out);
  claim_growth(strcmp(said, "unbounded") == 0 ? "" : said, exact, lower, known, out);
  tell_share(exact, lower, out);
  tell_passages(trial, n, out);
  if (strcmp(said, "unbounded") != 0) return;
  out->why = "not seen to be, which proves nothing";
  ADD(out->reason, "; no passage without bound was found, which proves nothing of longer runs or more processes");
  ruling_conclude(out, said, AGREEMENT_NOT_DECIDED, out->how);
}

void claim_cost(const char *said, const struct cost_trial *trial, size_t n, const struct series *exact,
                const struct series *lower, const struct bound *proved, struct analyses *known, struct ruling *out)
{
  ruling_begin(out);
  claim_measured(said, trial, n, exact, lower, known, out);
  const bool unbounded = out->shown != NOTHING_SHOWN && trial[out->shown].value == INFINITY; /* one of them is wrong */
  if (proved != NULL && !unbounded) claim_proved(said, proved, n > 0 || lower->n > 0, out);
}

/* --- space -------------------------------------------------------------------------------------------------------- */

/* Whether a formula gives every count. */
static bool gives_all(const char *formula, const struct series *counted, const struct analysis *a)
{
  struct expect clause;
  struct error ignored = {0};
  struct judgement why;
  char text[sizeof clause.text];
  snprintf(text, sizeof text, "= %s", formula);
  if (formula[0] == '\0' || !expect_parse(text, &clause, &ignored)) return false;
  judge_series(&clause, counted, a, &why);
  return why.outcome == OUTCOME_HOLDS;
}

/* A formula that gives every count may be followed further than anything was counted, to where its growth is plain. */
static void judge_formula(const char *formula, const struct expect *clause, struct analyses *known,
                          struct judgement *why)
{
  struct series_point point[FURTHER];
  struct series further = {.x_name = "N", .n = FURTHER, .point = point};
  struct formula parsed;
  struct error ignored = {0};
  if (formula_parse(formula, &parsed, &ignored)) {
    for (unsigned k = 0; k < FURTHER; k++) {
      const double N = ldexp(1, (int)k + 1);
      point[k] = (struct series_point){.x = N, .value = formula_value(&parsed, N, 0), .complete = true};
    }
    judge_series(clause, &further, analysis_of(known, &further), why);
  }
}

static enum how tell_space(const char *formula, const struct series *counted, const struct analysis *a,
                           struct ruling *out)
{
  if (counted->n == 0) {
    snprintf(out->value, sizeof out->value, "not counted");
    return HOW_NOT_DECIDED;
  }
  range_text(counted, out->scope);
  if (a->verdict == VERDICT_RECOGNISED) {
    char shown[FORMULA_SHOWN];
    ADD(out->value, "%s", analysis_formula(a, shown));
    return HOW_RECOGNISED;
  }
  if (gives_all(formula, counted, a)) {
    snprintf(out->value, sizeof out->value, "%s", formula);
    ADD(out->reason, "the formula of the algorithm's file gives every count; ");
    return HOW_COMPARED;
  }
  tell_class(counted, a, out);
  return how_of(a);
}

void claim_space(const char *said, const char *formula, const struct series *counted, struct analyses *known,
                 struct ruling *out)
{
  ruling_begin(out);
  const struct analysis *a = analysis_of(known, counted);
  struct judgement why = {.outcome = OUTCOME_UNDECIDED};
  struct expect clause;
  struct error ignored = {0};
  enum how how = tell_space(formula, counted, a, out);
  const bool understood = said[0] != '\0' && expect_parse(said, &clause, &ignored);
  if (understood) judge_series(&clause, counted, a, &why);
  if (understood && how == HOW_COMPARED && expect_is_growth(clause.kind)) judge_formula(formula, &clause, known, &why);
  if (how == HOW_NOT_DECIDED && why.outcome != OUTCOME_UNDECIDED)
    how = expect_is_pointwise(clause.kind) ? HOW_COMPARED : HOW_FITTED;
  ADD(out->reason, "%s", understood ? why.reason : counted->n == 0 ? "no record counts the registers" : a->reason);
  out->less = why.outcome == OUTCOME_FAILS && why.less;
  out->why = counted->n == 0 ? "not counted" : "the counts do not decide it";
  ruling_conclude(out, said, agreement_of(why.outcome), how);
}
