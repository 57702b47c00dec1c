/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * costs.c: the exact worst case of one passage of the observed process, over all schedules.
 *
 * The reachable states are a graph whose edges are steps, and an edge weighs what the step costs the observed process. First all
 * states are found, then one search in depth finds the heaviest path. States after the end of the observed passage are not gone
 * on from, as nothing more is paid. Where there are too many, another way may still lead to the answer (sweep.h).
 */
#include "explore/explore.h"
#include "explore/graph/reduction.h"
#include "explore/search/sweep.h"

/* With so many tuples it is worth trying to do without a visited set. */
#define MANY_TUPLES (UINT64_C(1) << 26)

/* Whether it is likely that no configuration can be come back to. Where passages are without end, or a wait goes round several registers, one
 * can. */
static bool goes_forward(const struct space *space)
{
  return space->spec.setup.passages != 0 && space->future != NULL && !space->roams && space->spec.cost != COST_STEPS;
}

/* A witness; of an exact cost only one that shows all of it, of a bound what there was time for, and then that is the bound. */
static void show(const struct space *space, const struct visited *visited, const struct explore_means *means,
                 struct depth *depth, struct explored_cost *out)
{
  const struct region everywhere = {.kind = REGION_ALL};
  struct path path = {0};
  uint64_t unpaid = 0;
  bool found;
  if (depth->endless) {
    visited_map_free(&depth->value); /* makes room for the search */
    found = path_endless(space, visited, means, &everywhere, depth, &path);
  } else {
    found = path_heaviest(space, visited, means, depth, &path, &unpaid);
  }
  if (!out->complete) out->worst -= unpaid;
  if (found && (unpaid == 0 || !out->complete)) witness_create(&out->witness, space, visited, &path);
  path_free(&path);
}

/* One search in depth through all states that were found. After an interrupt, through what there is time for. */
static void search_depth(const struct space *space, const struct explore_means *means, struct breadth *found,
                         struct explored_cost *out)
{
  const struct region everywhere = {.kind = REGION_ALL};
  struct depth depth;
  depth_search(space, &found->visited, &everywhere, means, &depth);
  out->unbounded = depth.endless;
  out->complete = (found->complete && depth.complete) || depth.endless;
  out->capped = out->capped && !depth.endless; /* a loop is one with any cap */
  out->worst = depth.most;
  out->states = found->states;
  out->transitions = found->transitions;
  show(space, &found->visited, means, &depth, out);
  depth_free(&depth);
}

/* Where the states do not fit, what they are without copies may. False: nothing came of it. */
static bool search_sweep(const struct space *space, const struct explore_means *means, struct explored_cost *out,
                         bool *ok, struct error *e)
{
  struct sweep_result h;
  sweep_search(space, means, &h);
  const bool answers = h.complete || (h.most > 0 && !h.comes_back);
  if (answers) {
    *ok = explore_ranges(space, h.taken, &out->capped, e);
    out->complete = h.complete;
    out->worst = h.most;
    out->states = h.configurations;
    out->transitions = h.transitions;
    if (*ok && h.path.n != 0) witness_create(&out->witness, space, &h.visited, &h.path);
  }
  sweep_free(&h);
  return answers;
}

/* All states are found and gone through. */
static bool search_all(const struct space *space, const struct explore_means *means, bool may_sweep,
                       struct explored_cost *out, struct error *e)
{
  struct breadth found;
  bool ok = true;
  breadth_search(space, means, false, true, &found);
  if (found.out_of_memory && may_sweep) {
    breadth_free(&found); /* makes room */
    if (search_sweep(space, means, out, &ok, e)) return ok;
    breadth_search(space, means, false, true, &found);
  }
  ok = explore_ranges(space, found.taken, &out->capped, e);
  if (ok) search_depth(space, means, &found, out);
  breadth_free(&found);
  return ok;
}

bool explore_cost(const struct explore_spec *spec, uint32_t observed, struct explored_cost *out, struct error *e)
{
  const struct space_spec space_spec = {.setup = spec->setup,
                                        .change = spec->change,
                                        .cap = spec->cap,
                                        .observed = observed,
                                        .cost = spec->cost,
                                        .lines = spec->lines,
                                        .merge = true,
                                        .memory = spec->means.memory,
                                        .interrupt = spec->means.interrupt};
  struct space space;
  bool ok = true;
  *out = (struct explored_cost){.process = observed};
  if (!space_create(&space, &space_spec, e)) return false;
  reduction_prepare(&space);
  const uint64_t tuples = sweep_tuples(&space);
  const bool sweeps = tuples != 0 && tuples <= spec->means.memory / 2 && goes_forward(&space),
             many = tuples >= MANY_TUPLES;
  if (!sweeps || !many || !search_sweep(&space, &spec->means, out, &ok, e))
    ok = search_all(&space, &spec->means, sweeps && !many, out, e);
  space_free(&space);
  return ok;
}
