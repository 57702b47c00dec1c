/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * worst.c: the exact worst case of one passage of the observed process, over all schedules.
 *
 * The reachable states are a graph whose edges are steps, and an edge weighs what the step costs the observed process. First all
 * states are found, then one descent finds the heaviest path. States after the end of the observed passage are not gone
 * on from, as nothing more is paid.
 */
#include "explore/explore.h"

static void show(const struct space *space, const struct store *store, struct descent *descent,
                 struct explored_cost *out)
{
  const struct region everywhere = {.kind = REGION_ALL};
  struct path path;
  bool found;
  if (descent->endless) {
    notes_free(&descent->notes); /* makes room for the search */
    found = path_endless(space, store, &everywhere, descent, &path);
  } else {
    found = path_heaviest(space, store, descent, &path);
  }
  if (found) witness_create(&out->witness, space, store, &path);
  path_free(&path);
}

bool explore_cost(const struct explore_spec *spec, uint32_t observed, struct explored_cost *out, struct error *e)
{
  const struct space_spec space_spec = {.setup = spec->setup,
                                        .mutation = spec->mutation,
                                        .cap = spec->cap,
                                        .observed = observed,
                                        .cost = spec->cost,
                                        .lines = spec->lines};
  const struct region everywhere = {.kind = REGION_ALL};
  struct space space;
  struct discovery found;
  *out = (struct explored_cost){.process = observed};
  if (!space_create(&space, &space_spec, e)) return false;
  discover(&space, &spec->means, false, true, &found);
  const bool ok = explore_ranges(&space, &found, &out->capped, e);
  if (ok) {
    struct descent descent;
    struct explore_means means = spec->means;
    if (found.interrupted) means.interrupt = NULL; /* what was found is still worth looking at */
    descend(&space, &found.store, &everywhere, &means, &descent);
    out->unbounded = descent.endless;
    out->complete = (found.complete && descent.complete) || descent.endless;
    out->worst = descent.most;
    out->states = found.states;
    out->transitions = found.transitions;
    show(&space, &found.store, &descent, out);
    descent_free(&descent);
  }
  discovery_free(&found);
  space_free(&space);
  return ok;
}
