/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * properties.c: P1 to P7, over all schedules.
 *
 *   P1  no state in which two conflicting processes are in the critical section
 *   P2  no fair component in which a process stays in its entry
 *   P3  no cycle of steps of a process in its exit, or in Recover; its longest exit, or way through Recover
 *   P4  no cycle of steps of a process in its entry while no conflicting one is active; its longest such entry
 *   P5  for each ordered pair: no state in which the second has entered though the first, which conflicts with it, had
 *       finished its doorway before the second began, and still waits
 *   P6  no fair component in which somebody wants to enter and nobody does
 *   response  where there is time: no cycle with a tick while somebody is in its entry and nobody enters; most ticks
 *   rate  where there is time: no entry fewer ticks after another than is asked for; fewest ticks
 *   P7  no state in which a process is in its entry, or in its exit, and no steps of whomever lead it out
 *
 * and where processes recover from crashes:
 *
 *   CSR   no state in which somebody is in the critical section before one that has crashed there is there again
 *   BCSR  no cycle of steps of a process that has crashed there and is not there again; its longest way back
 *
 * Invariants of the algorithm are looked at in each state that the search in breadth finds.
 *
 * Fair: every process that is not in its remainder makes steps. P1 and P5 are looked for in breadth, so that their
 * witnesses are the shortest; the others are searches through a region each, and go side by side. P7 comes last: where
 * there is no way out, everybody can go on inside for ever, so there is one wherever P2 and P3 are known to hold.
 */
#include "explore/answer/parts.h"
#include "explore/answer/words.h"
#include "explore/search/patience.h"

/* --- invariants --------------------------------------------------------------------------------------------------- */

static uint32_t declared(const struct rmr_algorithm *a)
{
  uint32_t n = 0;
  while (a->invariants != NULL && a->invariants[n].name != NULL) n++;
  return n;
}

static void check_invariants(struct space *space, const struct explore_means *means, uint32_t broken,
                             struct explored *out)
{
  for (uint32_t k = 0; k < out->n_invariants; k++) {
    struct explored_property *property = &out->invariant[k];
    property->verdict = (broken >> k & 1) != 0 ? VERDICT_FAILS : VERDICT_HOLDS;
    if (property->verdict == VERDICT_FAILS) show_not_so(space, means, UINT32_C(1) << k, property);
  }
}

const struct explored_property *explored_invariants(const struct explored *explored)
{
  for (uint32_t k = 0; k < explored->n_invariants; k++)
    if (explored->invariant[k].verdict == VERDICT_FAILS) return &explored->invariant[k];
  return explored->n_invariants != 0 ? &explored->invariant[0] : NULL;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* P1, with a search that ends where it is broken. */
static void check_exclusion(const struct space *space, const struct explore_means *means, const struct breadth *found,
                            struct explored_property *property)
{
  *property = (struct explored_property){.verdict = VERDICT_HOLDS, .complete = found->complete};
  if (found->violated != VIOLATED_P1) return;
  property->verdict = VERDICT_FAILS;
  show_broken(space, means, property);
}

/* P6, as far as several ranks look at it: a dead state breaks it. Where there is none, processes may still go round in
 * circles. */
static void check_dead(const struct space *space, const struct explore_means *means, bool dead,
                       struct explored_property *property)
{
  *property = (struct explored_property){.verdict = dead ? VERDICT_FAILS : VERDICT_NOT_CHECKED, .complete = true};
  if (dead) show_spread(space, means, (struct spread_watch){WATCH_NOTHING, true}, property);
}

/* CSR. */
static void check_reentry(struct space *space, const struct explore_means *means, uint32_t broken,
                          struct explored_property *property)
{
  if ((broken & INVARIANT_REENTRY) == 0) return;
  property->verdict = VERDICT_FAILS;
  show_not_so(space, means, INVARIANT_REENTRY, property);
}

bool explore_asks_properties(const struct explore_spec *spec)
{
  bool any = spec->invariants && declared(spec->setup.algorithm) != 0;
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++) any |= spec->check[k];
  return any;
}

/* What needs a search in depth is not spread over ranks. */
static bool may_be_spread(const struct explore_spec *spec, struct error *e)
{
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++)
    if (spec->check[k] && k != 1 && k != 5 && k != 6 && k != EXPLORE_CSR)
      return fail(e, EXIT_USAGE,
                  "%s is not found out on several ranks, but rmr, P1, P5, CSR, invariants and of P6 dead states are; "
                  "start one rank, or ask with --check for some of these",
                  explored_property_name(k));
  if (!spec->check[6] || (!faults_any(&spec->setup.faults) && !time_passes(&spec->setup.time))) return true;
  return fail(e, EXIT_USAGE, "P6 with faults or time is not found out on several ranks; start one");
}

bool explore_properties(const struct explore_spec *spec, struct explored *out, struct error *e)
{
  out->n_invariants = spec->invariants ? declared(spec->setup.algorithm) : 0;
  const bool recovers = faults_recover(&spec->setup.faults);
  const bool csr = recovers && spec->check[EXPLORE_CSR], bcsr = recovers && spec->check[EXPLORE_BCSR];
  const bool spread = ranks_several(spec->means.ranks), dead = spread && spec->check[6];
  if (spread && !may_be_spread(spec, e)) return false;
  const bool others = spec->check[2] || spec->check[3] || spec->check[4] || (spec->check[6] && !dead) ||
                      spec->check[7] || bcsr ||
                      (time_passes(&spec->setup.time) && (spec->check[EXPLORE_RESPONSE] || spec->check[EXPLORE_RATE]));
  const struct space_spec space_spec = {.setup = spec->setup,
                                        .change = spec->change,
                                        .cap = spec->cap,
                                        .merge = !others && !dead,
                                        .invariants =
                                          ((UINT32_C(1) << out->n_invariants) - 1) | (csr ? INVARIANT_REENTRY : 0),
                                        .owed = csr || bcsr,
                                        .memory = spec->means.memory,
                                        .interrupt = spec->means.interrupt,
                                        .heart = spec->means.heart};
  struct space space;
  struct engine_result found;
  bool capped = false;
  means_tell(&spec->means, "tables");
  if (!ranks_agree(spec->means.ranks, space_create(&space, &space_spec, e), e)) return false;
  engine_run(&space, &spec->means, others ? ENGINE_GRAPH : ENGINE_STATES, spec->check[1], &found);
  if (spec->check[1]) check_exclusion(&space, &spec->means, &found.breadth, &out->property[1]);
  if (found.breadth.violated != VIOLATED_NONE &&
      (others || csr || dead || out->n_invariants != 0)) { /* these need all states */
    engine_result_free(&found);
    engine_run(&space, &spec->means, others ? ENGINE_GRAPH : ENGINE_STATES, false, &found);
  }
  bool ok = explore_ranges(&space, found.taken, &capped, e);
  if (dead) check_dead(&space, &spec->means, found.dead, &out->property[6]);
  if (ok && others) search_regions(spec, &space, &found.breadth.visited, out);
  out->engine = found.engine;
  out->states = found.states;
  out->transitions = found.transitions;
  out->largest = largest_values(&space, &found.breadth);
  if (csr) out->property[EXPLORE_CSR] = (struct explored_property){.complete = true, .verdict = VERDICT_HOLDS};
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++) {
    out->property[k].capped = capped;
    out->property[k].complete &= found.complete;
    out->property[k].states = found.states;
  }
  const uint32_t broken = found.breadth.broken;
  for (uint32_t k = 0; k < out->n_invariants; k++)
    out->invariant[k] =
      (struct explored_property){.capped = capped, .complete = found.complete, .states = found.states};
  out->refused |= budget_refused(space.budget);
  engine_result_free(&found); /* makes room */
  if (ok) check_invariants(&space, &spec->means, broken, out);
  if (ok && csr) check_reentry(&space, &spec->means, broken, &out->property[EXPLORE_CSR]);
  space_free(&space);
  if (ok && spec->check[5] && algorithm_has_doorway(spec->setup.algorithm)) ok = check_order(spec, out, e);
  return ok;
}
