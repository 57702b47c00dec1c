/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * costs.c: the exact worst case of one passage of the observed process, over all schedules.
 *
 * The reachable states are a graph whose edges are steps, and an edge weighs what the step costs the observed process.
 * First all states are found, then one depth-first search finds the longest path. States after the end of the observed
 * passage are not expanded, as nothing more is paid. Where there are too many, another engine may still find the answer
 * (explore/engines/engine.c).
 */
#include "explore/answer/answer.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/reduction.h"

/* A witness; of an exact cost only one that shows all of it, of a bound what there was time for, and then that is the
 * bound. */
static void show(const struct space *space, const struct visited *visited, const struct explore_limits *limits,
                 struct depth *depth, struct explored_cost *out)
{
  const struct region everywhere = {.kind = REGION_ALL};
  struct path path = {0};
  uint64_t unpaid = 0;
  bool found;
  limits_tell(limits, "witness");
  if (depth->positive_cycle)
    found = path_positive_cycle(space, visited, limits, &everywhere, depth, &path);
  else
    found = path_longest(space, visited, limits, &everywhere, depth, &path, &unpaid);
  if (!out->complete) out->worst -= unpaid;
  if (found && (unpaid == 0 || !out->complete)) witness_create(&out->witness, space, visited, &path);
  path_free(&path);
}

static void take(const struct space *space, const struct explore_limits *limits, struct engine_result *found,
                 struct explored_cost *out)
{
  out->engine = found->engine;
  out->unbounded = found->positive_cycle;
  out->complete = found->complete;
  out->capped = out->capped && !found->positive_cycle; /* a loop is one with any cap */
  out->full = out->full && !found->positive_cycle;
  out->worst = found->most;
  out->states = found->states;
  out->transitions = found->transitions;
  if (found->engine == ENGINE_DEPTH)
    show(space, &found->breadth.visited, limits, &found->depth, out);
  else if (found->sweep.path.n != 0)
    witness_create(&out->witness, space, &found->sweep.visited, &found->sweep.path);
}

bool explore_cost(const struct explore_spec *spec, uint32_t observed, struct explored_cost *out, struct error *e)
{
  struct space_spec space_spec = explore_space(spec);
  struct space space;
  struct engine_result found;
  space_spec.observer = (struct observer){.process = observed, .cost = spec->cost, .lines = spec->lines};
  space_spec.minimise = true;
  *out = (struct explored_cost){.process = observed};
  limits_tell(&spec->limits, "tables");
  if (!space_create(&space, &space_spec, e)) return false;
  reduction_prepare(&space);
  engine_run(&space, &spec->limits, &(struct engine_query){.question = ENGINE_COST}, &found);
  const bool ok = explore_ranges(&space, found.taken, &out->capped, &out->full, e);
  if (ok) take(&space, &spec->limits, &found, out);
  out->renamed = space.symmetry != NULL;
  out->refused = budget_refused(space.budget);
  engine_result_free(&found);
  space_free(&space);
  return ok;
}
