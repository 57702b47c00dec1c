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
 *   robust  where writes wait in buffers: no combination of local states that is not reached without them
 *   P7  no state in which a process is in its entry, or in its exit, and no steps of whomever lead it out
 *
 * and where processes recover from crashes:
 *
 *   CSR   no state in which somebody is in the critical section before one that has crashed there is there again
 *   BCSR  no cycle of steps of a process that has crashed there and is not there again; its longest way back
 *
 * Invariants of the algorithm are evaluated in each state that the breadth-first search finds.
 *
 * Fair: every process that is not in its remainder makes steps. P1 and P5 are looked for in breadth, so that their
 * witnesses are the shortest; the others are searches through a region each, and go side by side. P7 comes last: where
 * there is no way out, everybody can go on inside for ever, so there is one wherever P2 and P3 are known to hold.
 */
#include "explore/answer/properties.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/answer/words.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/combinations.h"

/* --- invariants --------------------------------------------------------------------------------------------------- */

static uint32_t declared(const struct rmr_algorithm *a)
{
  uint32_t n = 0;
  while (a->invariants != NULL && a->invariants[n].name != NULL) n++;
  return n;
}

static void check_invariants(struct space *space, const struct explore_limits *limits, uint32_t broken,
                             struct explored *out)
{
  for (uint32_t k = 0; k < out->n_invariants; k++) {
    struct explored_property *property = &out->invariant[k];
    property->verdict = (broken >> k & 1) != 0 ? VERDICT_FAILS : VERDICT_HOLDS;
    if (property->verdict == VERDICT_FAILS) show_not_so(space, limits, UINT32_C(1) << k, property);
  }
}

const struct explored_property *explored_invariants(const struct explored *explored)
{
  for (uint32_t k = 0; k < explored->n_invariants; k++)
    if (explored->invariant[k].verdict == VERDICT_FAILS) return &explored->invariant[k];
  return explored->n_invariants != 0 ? &explored->invariant[0] : NULL;
}

/* --- states that are wrong ---------------------------------------------------------------------------------------- */

/* P1, with a search that ends where it is broken. */
static void check_exclusion(const struct space *space, const struct explore_limits *limits, const struct breadth *found,
                            struct explored_property *property)
{
  *property = (struct explored_property){.verdict = VERDICT_HOLDS, .complete = found->complete};
  if (found->violated != VIOLATED_P1) return;
  property->verdict = VERDICT_FAILS;
  show_broken(space, limits, property);
}

/* A property that a state breaks, as an invariant of ours. */
static void check_state(struct space *space, const struct explore_limits *limits, uint32_t broken, enum property_id id,
                        struct explored_property *property)
{
  if ((broken & invariant_of(id)) == 0) return;
  property->verdict = VERDICT_FAILS;
  show_not_so(space, limits, invariant_of(id), property);
}

/* --- robustness --------------------------------------------------------------------------------------------------- */

static void add_combinations(const struct space *space, const struct visited *visited, struct combinations *out)
{
  struct combining combining;
  combining_begin(&combining, space, out, true);
  for (uint32_t part = 0; part < VISITED_PARTS; part++)
    for (uint64_t slot = 0; slot < visited->part[part].capacity; slot++) {
      const uint64_t *state = visited->part[part].slot + slot * visited->words;
      if (state[0] != 0) combining_add(&combining, state);
    }
  combining_end(&combining);
}

/* The combinations reached where each write is in memory at once. NULL without an error: not all are known, as memory
 * or time ended. */
static struct combinations *familiar_combinations(const struct explore_spec *spec, struct error *e)
{
  struct space_spec plain = explore_space(spec);
  struct space space;
  plain.setup.order = (struct order_spec){0};
  plain.up_to_renaming = false; /* each combination is to be told as it is */
  if (!space_create(&space, &plain, e)) return NULL;
  struct breadth *found = mem_new(1, sizeof *found); /* too large for the stack beside another one */
  breadth_search(&space, &spec->limits, WATCH_NOTHING, true, found);
  struct combinations *out = NULL;
  if (found->complete) {
    out = mem_new(1, sizeof *out);
    *out = (struct combinations){.n = spec->setup.n};
    add_combinations(&space, &found->visited, out);
  }
  breadth_free(found);
  free(found);
  space_free(&space);
  return out;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

bool explore_applies(const struct system_spec *setup, enum property_id id)
{
  switch (property_table[id].needs) {
  case NEEDS_NOTHING: break;
  case NEEDS_INVARIANTS: return declared(setup->algorithm) != 0;
  case NEEDS_DOORWAY: return algorithm_has_doorway(setup->algorithm);
  case NEEDS_RECOVERY: return faults_recover(&setup->faults);
  case NEEDS_TIME: return time_passes(&setup->time);
  case NEEDS_BUFFERS: return order_buffers(&setup->order);
  }
  return true;
}

static bool asks(const struct explore_spec *spec, enum property_id id)
{
  return spec->check[id] && explore_applies(&spec->setup, id);
}

bool explore_asks_properties(const struct explore_spec *spec)
{
  bool any = spec->check[PROPERTY_INVARIANTS] && declared(spec->setup.algorithm) != 0;
  for (uint32_t k = 1; k < N_PROPERTIES; k++) any |= spec->check[k];
  return any;
}

bool explore_asks_regions(const struct explore_spec *spec)
{
  bool any = false;
  for (uint32_t k = 1; k < N_PROPERTIES; k++) any |= asks(spec, k) && property_table[k].judged == JUDGED_REGIONS;
  return any;
}

/* Whether it is asked, and found by looking at each state as an invariant of ours; for P1 the search ends. */
static bool is_state(const struct explore_spec *spec, enum property_id id)
{
  return id != PROPERTY_P1 && id != PROPERTY_INVARIANTS && property_table[id].judged == JUDGED_STATES && asks(spec, id);
}

/* The purpose for which states are searched. */
struct purpose {
  bool regions; /* to be gone through again, and so to be kept */
  bool states;  /* to look at each, beside P1 */
  uint32_t invariants;
};

static struct purpose purpose_of(const struct explore_spec *spec, uint32_t n_invariants)
{
  struct purpose purpose = {.invariants = (UINT32_C(1) << n_invariants) - 1};
  for (uint32_t k = 0; k < N_PROPERTIES; k++)
    if (is_state(spec, k)) purpose.invariants |= invariant_of(k);
  purpose.states = purpose.invariants != 0;
  purpose.regions = explore_asks_regions(spec);
  return purpose;
}

/* The search ends where P1 is broken. Every other question needs all states, and then the search is made once more. */
static void find_states(const struct explore_spec *spec, const struct space *space, const struct purpose *purpose,
                        struct explored *out, struct engine_result *found)
{
  struct engine_query query = {purpose->regions ? ENGINE_GRAPH : ENGINE_STATES, .watch = spec->check[PROPERTY_P1]};
  engine_run(space, &spec->limits, &query, found);
  if (spec->check[PROPERTY_P1]) check_exclusion(space, &spec->limits, &found->breadth, &out->property[PROPERTY_P1]);
  if (found->breadth.violated == VIOLATED_NONE || !(purpose->regions || purpose->states)) return;
  engine_result_free(found);
  query.watch = false;
  engine_run(space, &spec->limits, &query, found);
}

/* The results over all states that the breadth-first search has found. */
static void note_found(const struct space *space, const struct engine_result *found, bool capped, bool full,
                       struct explored *out)
{
  out->engine = found->engine;
  out->states = found->states;
  out->transitions = found->transitions;
  out->largest = largest_values(space, &found->breadth);
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    out->property[k].capped = capped;
    out->property[k].full = full;
    out->property[k].complete &= found->complete;
    out->property[k].states = found->states;
  }
  for (uint32_t k = 0; k < out->n_invariants; k++)
    out->invariant[k] =
      (struct explored_property){.capped = capped, .full = full, .complete = found->complete, .states = found->states};
}

/* --- process by process ------------------------------------------------------------------------------------------- */

/* Whether it is asked, and about each process. */
static bool is_of_processes(const struct explore_spec *spec, enum property_id id)
{
  return id != PROPERTY_P6 && property_table[id].judged == JUDGED_REGIONS && asks(spec, id);
}

/* The properties of P_p alone. It keeps its name where states are taken up to renaming of the others. */
static bool check_process(const struct explore_spec *spec, uint32_t p, struct explored *out, struct error *e)
{
  struct space_spec space_spec = explore_space(spec);
  struct space *space = mem_new(1, sizeof *space); /* both are too large for the stack beside others */
  struct breadth *found = mem_new(1, sizeof *found);
  space_spec.up_to_renaming = true;
  space_spec.apart = p;
  limits_tell(&spec->limits, "tables");
  const bool ok = space_create(space, &space_spec, e);
  if (ok) {
    breadth_search(space, &spec->limits, WATCH_NOTHING, true, found);
    search_regions(spec, space, &found->visited, out);
    out->refused |= budget_refused(space->budget);
  }
  for (uint32_t k = 1; ok && k < N_PROPERTIES; k++) {
    if (!is_of_processes(spec, k) || found->complete) continue;
    out->property[k].complete = false;
    out->property[k].states = found->states;
  }
  if (ok) {
    breadth_free(found);
    space_free(space);
  }
  free(found);
  free(space);
  return ok;
}

/* There was no time or no room to begin with a process. */
static void leave_open(const struct explore_spec *spec, struct explored *out)
{
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    struct explored_property *property = &out->property[k];
    if (!is_of_processes(spec, k)) continue;
    if (property->verdict == VERDICT_NOT_CHECKED) property->verdict = VERDICT_HOLDS;
    property->unfinished = true;
  }
}

/* The first process of each block stands for all of it. */
static bool check_blocks(const struct explore_spec *spec, struct explored *out, struct error *e)
{
  bool any = false;
  for (uint32_t k = 1; k < N_PROPERTIES; k++) any |= is_of_processes(spec, k);
  for (uint32_t p = 1; any && p <= spec->setup.n; p++) {
    struct error why = {0};
    if (!likeness_is_first(out->alike, p)) continue;
    if (!limits_interrupted(&spec->limits) && check_process(spec, p, out, &why)) continue;
    if (why.code != EXIT_OK && why.code != EXIT_INCOMPLETE) return fail(e, why.code, "%s", why.text);
    leave_open(spec, out);
  }
  return true;
}

/* --- all of it, together ------------------------------------------------------------------------------------------ */

/* The space that these questions need. */
static struct space_spec space_of(const struct explore_spec *spec, const struct purpose *purpose)
{
  struct space_spec space = explore_space(spec);
  space.minimise = !purpose->regions;
  space.invariants = purpose->invariants;
  space.owed = asks(spec, PROPERTY_CSR) || asks(spec, PROPERTY_BCSR);
  return space;
}

/* All that is said of single states and of the regions of states. */
static bool search_space(const struct explore_spec *spec, const struct purpose *purpose, struct space *space,
                         struct explored *out, struct error *e)
{
  struct engine_result found;
  bool capped = false, full = false;
  find_states(spec, space, purpose, out, &found);
  const bool ok = explore_ranges(space, found.taken, &capped, &full, e);
  if (ok && purpose->regions) search_regions(spec, space, &found.breadth.visited, out);
  for (uint32_t k = 0; k < N_PROPERTIES; k++)
    if (is_state(spec, k)) out->property[k] = (struct explored_property){.complete = true, .verdict = VERDICT_HOLDS};
  note_found(space, &found, capped, full, out);
  const uint32_t broken = found.breadth.broken;
  out->refused |= budget_refused(space->budget);
  engine_result_free(&found); /* makes room */
  if (ok) check_invariants(space, &spec->limits, broken, out);
  for (uint32_t k = 0; ok && k < N_PROPERTIES; k++)
    if (is_state(spec, k)) check_state(space, &spec->limits, broken, k, &out->property[k]);
  return ok;
}

static bool find_properties(const struct explore_spec *spec, struct explored *out, struct error *e)
{
  struct combining combining = {0};
  out->n_invariants = spec->check[PROPERTY_INVARIANTS] ? declared(spec->setup.algorithm) : 0;
  const struct purpose purpose = purpose_of(spec, out->n_invariants);
  const struct space_spec space_spec = space_of(spec, &purpose);
  struct space space;
  limits_tell(&spec->limits, "tables");
  if (!space_create(&space, &space_spec, e)) return false;
  if (out->familiar != NULL) {
    combining_begin(&combining, &space, out->familiar, false);
    space.familiar = &combining;
  }
  if (purpose.regions) out->alike = likeness_create(&space);
  bool ok = search_space(spec, &purpose, &space, out, e);
  combining_end(&combining);
  out->renamed = space.symmetry != NULL;
  space_free(&space);
  ok = ok && (!out->renamed || check_blocks(spec, out, e));
  if (ok && asks(spec, PROPERTY_P5)) ok = check_order(spec, out, e);
  return ok;
}

/* No copies are asked for, so writes that say the same again need not be told apart. */
bool explore_properties(const struct explore_spec *given, struct explored *out, struct error *e)
{
  struct explore_spec spec = *given;
  spec.setup.order.merge = order_buffers(&spec.setup.order);
  if (asks(&spec, PROPERTY_ROBUST)) {
    out->familiar = familiar_combinations(&spec, e);
    if (out->familiar == NULL && e->code != EXIT_OK) return false;
    if (out->familiar == NULL) out->property[PROPERTY_ROBUST].verdict = VERDICT_NOT_DECIDED;
    spec.check[PROPERTY_ROBUST] = out->familiar != NULL;
  }
  return find_properties(&spec, out, e);
}
