/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proving.h: proofs of a machine, for every N or one N, beside the results over all schedules at N = 2 and 3. A
 * property that is proved must hold, and a bound must not be exceeded. The explorer and the prover get the same graph.
 * Everything asserts. Include this last, as client.h.
 */
#ifndef TESTS_PROVING_H
#define TESTS_PROVING_H

#include <inttypes.h>

#include "explore/explore.h"
#include "prove/prove.h"

#include "client.h"

enum { MEMORY = 256 << 20 };

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};

/* The results of comparisons; endless: passages have no end at N = 3 either; memory: for each search. */
struct counts {
  size_t proved[N_PROVE_PROPERTIES], not_proved[N_PROVE_PROPERTIES], bounds, tight, tight_exits, tight_entries,
    compared, not_followed, two, by_views, first_come, bypass, bounds_by_views, bounds_by_value;
  bool endless, ranges;    /* ranges: prove_spec.assume_ranges */
  size_t memory, explored; /* of a proof, and of an exploration; 0: the usual */
};

/* --- the results -------------------------------------------------------------------------------------------------- */

enum { COMPARED = 4 }; /* properties of the explorer, too */
static const uint32_t properties[COMPARED] = {1, 3, 4, 5};

/* Whether the property fails; own steps of an exit, or of an entry that nobody disturbs; and the most that a passage
 * costs; UINT64_MAX: it is not known. */
static bool explored_within(size_t bytes, const struct rmr_algorithm *a, uint32_t n, bool endless, enum memory memory,
                            bool fails[COMPARED], uint64_t steps[COMPARED], uint64_t *worst)
{
  struct error e = {0};
  struct explored found;
  struct explore_spec spec = {.setup = {.algorithm = a,
                                        .n = n,
                                        .passages = n == 2 || endless ? 0 : 1,
                                        .memory = memory,
                                        .sessions = a->group ? &any_of_two : &distinct},
                              .cost = COST_RMR,
                              .cap = 6,
                              .limits = {.memory = bytes, .threads = 1}};
  for (int k = 0; k < COMPARED; k++) spec.check[properties[k]] = true;
  if (!explore(&spec, &found, &e)) return false;
  for (int k = 0; k < COMPARED; k++) {
    fails[k] = found.property[properties[k]].verdict == VERDICT_FAILS;
    steps[k] = fails[k] ? UINT64_MAX : found.property[properties[k]].bound;
  }
  *worst = 0;
  for (uint32_t k = 0; k < found.n_costs; k++) {
    if (found.cost[k].unbounded) *worst = UINT64_MAX;
    if (*worst != UINT64_MAX && found.cost[k].worst > *worst) *worst = found.cost[k].worst;
  }
  explored_free(&found);
  return true;
}

static inline bool explored_at(const struct rmr_algorithm *a, uint32_t n, bool endless, enum memory memory,
                               bool fails[COMPARED], uint64_t steps[COMPARED], uint64_t *worst)
{
  return explored_within(MEMORY, a, n, endless, memory, fails, steps, worst);
}

/* The most entries of others while a process waits; UINT64_MAX: there is no most. */
static bool bypass_within(size_t bytes, const struct rmr_algorithm *a, uint32_t n, bool endless, uint64_t *most)
{
  struct error e = {0};
  struct explored found;
  const struct explore_spec spec = {.setup = {.algorithm = a,
                                              .n = n,
                                              .passages = n == 2 || endless ? 0 : 1,
                                              .sessions = a->group ? &any_of_two : &distinct},
                                    .cost = COST_BYPASS,
                                    .cap = 6,
                                    .limits = {.memory = bytes, .threads = 1}};
  if (!explore(&spec, &found, &e)) return false;
  *most = 0;
  for (uint32_t k = 0; k < found.n_costs; k++) {
    const uint64_t here = found.cost[k].unbounded ? UINT64_MAX : found.cost[k].worst;
    if (here > *most) *most = here;
  }
  explored_free(&found);
  return true;
}

/* --- the comparison ----------------------------------------------------------------------------------------------- */

enum { WHY = 200 };

/* False: something that is proved is refuted at this N, and *why says which. An exploration that was cut short may
 * refute as well. */
static bool agrees_at(const struct machine *m, const struct proved *proved, uint32_t n, const struct prove_spec *spec,
                      struct counts *counts, char why[WHY])
{
  bool fails[COMPARED];
  uint64_t steps[COMPARED], worst, most;
  const size_t bytes = counts->explored != 0 ? counts->explored : MEMORY;
  if (!explored_within(bytes, &m->algorithm, n, counts->endless, spec->memory, fails, steps, &worst)) return true;
  counts->compared++;
  for (int k = 0; k < COMPARED; k++)
    if (proved->property[k].verdict == PROVE_HOLDS && fails[k]) {
      snprintf(why, WHY, "property %d is proved for N = %u (0: every N), and fails at N = %u", k, spec->n, n);
      return false;
    }
  const struct prove_answer *exits = &proved->property[PROVE_P3], *entry = &proved->property[PROVE_P4];
  if (exits->verdict == PROVE_HOLDS && steps[PROVE_P3] > prove_steps(exits, n)) {
    snprintf(why, WHY, "an exit takes %" PRIu64 " steps at N = %u", steps[PROVE_P3], n);
    return false;
  }
  const uint64_t most_steps = prove_steps(entry, n);
  if (entry->verdict == PROVE_HOLDS && steps[PROVE_P4] > most_steps) {
    snprintf(why, WHY, "an entry that nobody disturbs takes %" PRIu64 " steps at N = %u, more than %" PRIu64,
             steps[PROVE_P4], n, most_steps);
    return false;
  }
  counts->tight_exits += exits->verdict == PROVE_HOLDS && steps[PROVE_P3] == prove_steps(exits, n);
  counts->tight_entries += entry->verdict == PROVE_HOLDS && steps[PROVE_P4] == most_steps;
  const uint64_t bound = prove_bound(&proved->cost, n);
  if (worst > bound) {
    snprintf(why, WHY, "a passage costs %" PRIu64 " at N = %u, more than %" PRIu64, worst, n, bound);
    return false;
  }
  const struct prove_answer *bypass = &proved->property[PROVE_BYPASS];
  if (bypass->verdict == PROVE_HOLDS && bypass_within(bytes, &m->algorithm, n, counts->endless, &most) &&
      most > bypass->bound * (n - 1)) {
    snprintf(why, WHY, "others enter %" PRIu64 " times at N = %u", most, n);
    return false;
  }
  counts->tight += proved->cost.verdict == PROVE_HOLDS && worst == bound;
  return true;
}

/* The lines of an account pay all of it. */
static void assert_paid_by_lines(const struct rmr_algorithm *a, const struct reach_paid *paid)
{
  uint64_t all = 0;
  for (uint32_t line = 0; line < RMR_MAX_LINES; line++) all += paid->by_line[line];
  if (all != paid->most) fail_msg("%s: lines pay %" PRIu64 " of %" PRIu64, a->name, all, paid->most);
}

static void assert_lines(const struct rmr_algorithm *a, const struct prove_cost *cost)
{
  if (cost->verdict != PROVE_HOLDS) return;
  assert_paid_by_lines(a, &cost->own);
  assert_paid_by_lines(a, &cost->below);
  assert_paid_by_lines(a, &cost->above);
  if (prove_uses_two(cost)) assert_paid_by_lines(a, &cost->two);
}

/* Beside the explorer for N up to most_n, or for the N that is asked. Properties do not depend on the memory: they are
 * asked with one. */
static bool agrees(const struct machine *m, uint32_t of, enum memory memory, uint32_t most_n, struct counts *counts,
                   char why[WHY])
{
  const bool all = memory == MEMORY_CC;
  const struct prove_spec spec = {.machine = m,
                                  .n = of,
                                  .memory = memory,
                                  .check = {all, all, all, all, all},
                                  .cost = true,
                                  .assume_ranges = counts->ranges,
                                  .any_form = true,
                                  .limits.memory = counts->memory != 0 ? counts->memory : MEMORY / 8};
  struct proved proved;
  struct error e = {0};
  if (!prove(&spec, &proved, &e)) {
    counts->not_followed++;
    proved_free(&proved);
    return true;
  }
  bool any = proved.cost.verdict == PROVE_HOLDS;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    counts->proved[k] += proved.property[k].verdict == PROVE_HOLDS;
    counts->not_proved[k] += proved.property[k].verdict == PROVE_NOT_PROVED;
    any |= proved.property[k].verdict == PROVE_HOLDS;
  }
  counts->by_views +=
    proved.property[PROVE_P1].verdict == PROVE_HOLDS && (proved.property[PROVE_P1].basis & PROVE_BY_VIEWS);
  counts->first_come +=
    proved.property[PROVE_P5].verdict == PROVE_HOLDS && (proved.property[PROVE_P5].basis & PROVE_BY_VIEWS);
  counts->bypass +=
    proved.property[PROVE_BYPASS].verdict == PROVE_HOLDS && (proved.property[PROVE_BYPASS].basis & PROVE_BY_VIEWS);
  counts->bounds_by_views += proved.cost.verdict == PROVE_HOLDS && (proved.cost.basis & PROVE_BY_VIEWS);
  counts->bounds_by_value += proved.cost.verdict == PROVE_HOLDS && (proved.cost.basis & PROVE_BY_VALUES);
  counts->bounds += proved.cost.verdict == PROVE_HOLDS;
  counts->two += proved.cost.verdict == PROVE_HOLDS && prove_uses_two(&proved.cost);
  assert_lines(&m->algorithm, &proved.cost);
  bool well = true;
  for (uint32_t n = of != 0 ? of : 2; well && any && n <= (of != 0 ? of : most_n); n++)
    well = agrees_at(m, &proved, n, &spec, counts, why);
  proved_free(&proved);
  return well;
}

static inline void compare(const struct machine *m, uint32_t of, enum memory memory, uint32_t most_n,
                           struct counts *counts)
{
  char why[WHY];
  if (!agrees(m, of, memory, most_n, counts, why)) fail_msg("%s: %s", m->algorithm.name, why);
}

static void tell(const char *what, const struct counts *c)
{
  print_message(
    "%s: P1 proved %zu (by views %zu), not %zu; P3 %zu, %zu; P4 %zu, %zu, %zu times reached; P5 %zu, %zu; %zu bounds, "
    "of "
    "which %zu rest on two others, %zu on views, and %zu on values found, %zu times reached; by views P5 %zu, bypass "
    "%zu; %zu comparisons; "
    "%zu not followed\n",
    what, c->proved[PROVE_P1], c->by_views, c->not_proved[PROVE_P1], c->proved[PROVE_P3], c->not_proved[PROVE_P3],
    c->proved[PROVE_P4], c->not_proved[PROVE_P4], c->tight_entries, c->proved[PROVE_P5], c->not_proved[PROVE_P5],
    c->bounds, c->two, c->bounds_by_views, c->bounds_by_value, c->tight, c->first_come, c->bypass, c->compared,
    c->not_followed);
}

#endif
