/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/mutants/detection.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "explore/mutants/mutate.h"

enum {
  NO_END = 0,
  MOST_LOCALS = 1 << 16,
  ROOM =
    16, /* a mutant may take so many times the memory of an original: one that does not reset things has more states */
};

const char *const difference_words[N_DIFFERENCES] = {
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) DIFFERENCE_##needs([DIFFERS_##id] = key)
  PROPERTIES(P)
#undef P
#define DIFFERENCE(id, word) [DIFFERS_##id] = word,
    DIFFERENCES(DIFFERENCE)
#undef DIFFERENCE
};

static const enum detection_difference difference_of[N_PROPERTIES] = {
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) \
  DIFFERENCE_##needs([PROPERTY_##id] = DIFFERS_##id)
  PROPERTIES(P)
#undef P
};

/* --- scopes ------------------------------------------------------------------------------------------------------- */

/* One scope of the list. `bounded`: passages where all registers are bounded. */
struct plan {
  uint32_t n, passages, bounded;
  const char *sessions;
};

static const struct plan for_groups[] = {
  {2, 1, 1, "distinct"}, {2, 1, 1, "same"}, {2, 2, NO_END, "any:2"}, {3, 1, 1, "distinct"}, {3, 1, 1, "1,1,2"}};
static const struct plan for_processes[] = {{2, 1, 1, "distinct"}, {2, 3, NO_END, "distinct"}, {3, 1, 1, "distinct"}};

static bool all_bounded(const struct rmr_algorithm *a)
{
  for (uint32_t g = 0; g < a->n_shared; g++)
    if (!algorithm_bounds(&a->shared[g])) return false;
  return true;
}

static struct explore_spec spec_of(const struct detection *detection, const struct plan *plan,
                                   const struct sessions *sessions)
{
  struct explore_spec spec = {.cost = COST_RMR, .limits = detection->limits};
  spec.setup = (struct system_spec){.algorithm = detection->algorithm,
                                    .n = plan->n,
                                    .passages = all_bounded(detection->algorithm) ? plan->bounded : plan->passages,
                                    .sessions = sessions};
  spec.cap = explore_cap(&spec.setup);
  for (uint32_t k = 0; k < N_PROPERTIES; k++) spec.check[k] = explore_applies(&spec.setup, k);
  return spec;
}

static void scope_free(struct detection_scope *scope)
{
  explored_free(&scope->explored);
  reachable_moves_free(&scope->reachable);
}

/* False: the original cannot be explored to the end here. */
static bool scope_create(struct detection_scope *scope, const struct detection *detection, const struct plan *plan,
                         struct error *e)
{
  scope->sessions_text = plan->sessions;
  if (!sessions_parse(plan->sessions, &scope->sessions, e)) return false;
  scope->spec = spec_of(detection, plan, &scope->sessions);
  const struct space_spec space = explore_space(&scope->spec);
  struct explore_spec original = scope->spec;
  original.limits.memory /= ROOM;
  if (!explore(&original, &scope->explored, e)) return false;
  if (scope->explored.complete && reachable_moves_find(&scope->reachable, &space, &original.limits, e) &&
      scope->reachable.complete)
    return true;
  scope_free(scope);
  return fail(e, EXIT_INCOMPLETE, "%s: not even N = %" PRIu32 " fits into the memory", detection->algorithm->name,
              plan->n);
}

bool detection_create(struct detection *detection, const struct rmr_algorithm *algorithm, uint32_t most_n,
                      const struct explore_limits *limits, struct error *e)
{
  const struct plan *plan = algorithm->group ? for_groups : for_processes;
  const size_t n =
    algorithm->group ? sizeof for_groups / sizeof *for_groups : sizeof for_processes / sizeof *for_processes;
  *detection = (struct detection){.algorithm = algorithm, .most_n = most_n, .limits = *limits};
  detection->scope = mem_new(n, sizeof *detection->scope);
  for (size_t k = 0; k < n; k++) {
    struct error why = {0};
    struct detection_scope *scope = &detection->scope[detection->n_scopes];
    if (plan[k].n > most_n) continue;
    if (scope_create(scope, detection, &plan[k], &why)) {
      detection->n_scopes++;
    } else if (k == 0 || why.code != EXIT_INCOMPLETE) {
      detection_free(detection);
      return fail(e, why.code, "%s", why.text);
    } else {
      detection_scope_text(scope, detection->left_out[detection->n_left_out++], DETECTION_SCOPE_SIZE);
    }
  }
  return true;
}

void detection_free(struct detection *detection)
{
  for (uint32_t k = 0; k < detection->n_scopes; k++) scope_free(&detection->scope[k]);
  free(detection->scope);
  *detection = (struct detection){0};
}

struct mutant *detection_mutations(const struct detection *detection, uint32_t *n, struct error *e)
{
  const struct plan three = {detection->most_n < 3 ? detection->most_n : 3, 2, 2, "any:2"};
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct mutant *mutations = NULL;
  struct automata a;
  const uint32_t passages[] = {0, 2, 2, 2};
  if (sessions_parse(three.sessions, sessions, e)) {
    const struct explore_spec spec = spec_of(detection, &three, sessions);
    if (automata_create(&a, &spec.setup, passages, spec.cap, NULL, (struct table_limits){.locals = MOST_LOCALS}, e)) {
      mutations = mutations_of(&a, n);
      automata_free(&a);
    }
  }
  free(sessions);
  return mutations;
}

/* --- the differences ---------------------------------------------------------------------------------------------- */

static uint32_t bit(enum detection_difference d)
{
  return UINT32_C(1) << d;
}

static uint32_t compare_property(const struct explored_property *original, const struct explored_property *mutant,
                                 uint32_t k)
{
  if (original->verdict == VERDICT_HOLDS && mutant->verdict == VERDICT_FAILS) return bit(difference_of[k]);
  if (original->verdict == VERDICT_FAILS && mutant->verdict == VERDICT_HOLDS && mutant->complete)
    return bit(DIFFERS_BETTER);
  const bool both = original->verdict == VERDICT_HOLDS && mutant->verdict == VERDICT_HOLDS && mutant->complete;
  return (both && mutant->bound != original->bound ? bit(DIFFERS_COST) : 0) |
         (mutant->capped && !original->capped ? bit(DIFFERS_VALUE) : 0);
}

static uint32_t compare_cost(const struct explored_cost *original, const struct explored_cost *mutant)
{
  if (original->unbounded && mutant->unbounded) return 0;
  const bool differs = original->unbounded != mutant->unbounded || original->worst != mutant->worst;
  const bool known = mutant->complete || mutant->unbounded || (!original->unbounded && mutant->worst > original->worst);
  return differs && known ? bit(DIFFERS_COST) : 0;
}

static uint32_t compare(const struct detection *detection, const struct explored *original,
                        const struct explored *mutant)
{
  uint32_t differences = 0;
  for (uint32_t k = 1; k < N_PROPERTIES; k++)
    differences |= compare_property(&original->property[k], &mutant->property[k], k);
  for (uint32_t k = 0; k < original->n_invariants; k++)
    if (original->invariant[k].verdict == VERDICT_HOLDS && mutant->invariant[k].verdict == VERDICT_FAILS)
      differences |= bit(DIFFERS_INVARIANT);
  for (uint32_t k = 0; k < original->n_costs; k++) differences |= compare_cost(&original->cost[k], &mutant->cost[k]);
  const size_t values = (size_t)detection->algorithm->n_shared * RMR_MAX_FIELDS;
  for (size_t k = 0; k < values; k++)
    if (mutant->largest[k] != original->largest[k] && mutant->complete) differences |= bit(DIFFERS_VALUE);
  return differences;
}

const char *detection_untripped(const uint32_t caught[N_DIFFERENCES])
{
  for (uint32_t d = 0; d < DIFFERS_BETTER; d++)
    if (caught[d] == 0) return difference_words[d];
  return NULL;
}

/* --- judging ------------------------------------------------------------------------------------------------------ */

/* The differences between mutant and original in a scope. *cut: it was not explored to the end. */
static uint32_t differences_in(const struct detection *detection, const struct detection_scope *scope,
                               const struct mutant *mutation, bool *cut)
{
  struct explore_spec spec = scope->spec;
  struct explored *explored = mem_new(1, sizeof *explored);
  struct error e = {0};
  uint32_t differences = 0;
  const struct automata_change change = mutate_by(mutation);
  spec.change = &change;
  if (explore(&spec, explored, &e)) {
    differences = compare(detection, &scope->explored, explored);
    *cut |= !explored->complete;
    explored_free(explored);
  } else {
    differences = e.code == EXIT_SAFETY ? bit(DIFFERS_RANGE) : 0;
    *cut |= e.code != EXIT_SAFETY;
  }
  free(explored);
  return differences;
}

static bool agrees_in(const struct detection *detection, const struct detection_scope *scope,
                      const struct mutant *mutation)
{
  struct space_spec spec = explore_space(&scope->spec);
  struct reachable_moves reachable;
  struct error e = {0};
  const struct automata_change change = mutate_by(mutation);
  spec.change = &change;
  const bool agrees = reachable_moves_find(&reachable, &spec, &detection->limits, &e) && reachable.complete &&
                      equivalent(&scope->reachable, &reachable);
  reachable_moves_free(&reachable);
  return agrees;
}

struct detection_result detection_run(const struct detection *detection, const struct mutant *mutation)
{
  static const uint32_t of_behaviour =
    ~(UINT32_C(1) << DIFFERS_INVARIANT); /* that is more than accesses and sections */
  struct detection_result verdict = {.outcome = DETECTION_ALIKE};
  const struct detection_scope *first = NULL; /* in which it is caught */
  bool cut = false, agrees = true;
  for (uint32_t k = 0; k < detection->n_scopes; k++) {
    const struct detection_scope *scope = &detection->scope[k];
    if (first != NULL && scope->spec.setup.n > first->spec.setup.n) break;
    const uint32_t differences = differences_in(detection, scope, mutation, &cut);
    if (verdict.differences == 0 && differences != 0) {
      first = scope;
      verdict.scope = k;
    }
    verdict.differences |= differences;
  }
  if (first != NULL) {
    const bool contradicts = (verdict.differences & of_behaviour) != 0 && agrees_in(detection, first, mutation);
    verdict.outcome = contradicts ? DETECTION_CONTRADICTION : DETECTION_CAUGHT;
    return verdict;
  }
  for (uint32_t k = 0; k < detection->n_scopes && agrees; k++)
    agrees = agrees_in(detection, &detection->scope[k], mutation);
  if (agrees) verdict.outcome = DETECTION_EQUIVALENT;
  if (!agrees && cut) verdict.outcome = DETECTION_CUT_SHORT;
  return verdict;
}

/* --- words -------------------------------------------------------------------------------------------------------- */

char *mutation_text(const struct rmr_algorithm *a, const struct mutant *mutation, char *out, size_t size)
{
  const struct rmr_line *line = rmr_line_of(a, mutation->line), *from = rmr_line_of(a, mutation->from),
                        *to = rmr_line_of(a, mutation->to);
  switch (mutation->kind) {
  case MUTATION_NONE: snprintf(out, size, "nothing changed"); break;
  case MUTATION_DROP: snprintf(out, size, "line %s dropped", line->label); break;
  case MUTATION_STUCK: snprintf(out, size, "line %s writes the initial value", line->label); break;
  case MUTATION_FLIP: snprintf(out, size, "line %s decides the other way", line->label); break;
  case MUTATION_BRANCH:
    snprintf(out, size, "line %s instead of %s%s%s", to->label, from->label, line != NULL ? " after " : "",
             line != NULL ? line->label : "");
    break;
  case MUTATION_SWAP: snprintf(out, size, "lines %s and %s swapped", line->label, to->label); break;
  case N_MUTATIONS: break;
  }
  return out;
}

char *detection_scope_text(const struct detection_scope *scope, char *out, size_t size)
{
  const uint32_t passages = scope->spec.setup.passages;
  const int n = snprintf(out, size, "N = %" PRIu32 ", sessions %s, ", scope->spec.setup.n, scope->sessions_text);
  if (passages == NO_END)
    snprintf(out + n, size - (size_t)n, "passages without end");
  else
    snprintf(out + n, size - (size_t)n, "%" PRIu32 " passage%s each", passages, plural(passages));
  return out;
}
