/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/properties.h"
#include "explore/engines/grace_period.h"

/* First come, first served for one pair. False: an error, or it could not be begun (EXIT_INCOMPLETE). */
static bool check_pair(const struct explore_spec *spec, uint32_t first, uint32_t second, struct explored *out,
                       struct error *e)
{
  struct explored_property *property = &out->property[PROPERTY_P5];
  struct space_spec space_spec = explore_space(spec);
  struct space space;
  struct engine_result found;
  space_spec.observer = (struct observer){.pair_first = first, .pair_second = second};
  space_spec.minimise = true;
  limits_tell(&spec->limits, "tables");
  if (!space_create(&space, &space_spec, e)) return false;
  engine_run(&space, &spec->limits, &(struct engine_query){ENGINE_STATES, .watch = true}, &found);
  bool capped = false, full = false;
  const bool ok = explore_ranges(&space, found.taken, &capped, &full, e);
  property->full |= full;
  property->capped |= capped;
  if (found.breadth.violated == VIOLATED_P5) {
    property->verdict = VERDICT_FAILS;
    property->process = first;
    property->other = second;
    show_broken(&space, &spec->limits, property);
  } else {
    property->complete &= found.complete;
    property->unfinished |= found.breadth.interrupted;
    if (!found.complete && (property->states == 0 || found.states < property->states)) property->states = found.states;
  }
  out->refused |= budget_refused(space.budget);
  engine_result_free(&found);
  space_free(&space);
  return ok;
}

bool check_order(const struct explore_spec *spec, struct explored *out, struct error *e)
{
  struct explored_property *property = &out->property[PROPERTY_P5];
  *property = (struct explored_property){.verdict = VERDICT_HOLDS, .complete = true};
  for (uint32_t first = 1; first <= spec->setup.n; first++)
    for (uint32_t second = 1; second <= spec->setup.n && !property->unfinished; second++) {
      struct error why = {0};
      if (first == second || likeness_answers_pair(out->alike, first, second)) continue;
      if (!limits_interrupted(&spec->limits) && check_pair(spec, first, second, out, &why)) {
        if (property->verdict == VERDICT_FAILS) return true;
        continue;
      }
      if (why.code != EXIT_OK && why.code != EXIT_INCOMPLETE) return fail(e, why.code, "%s", why.text);
      property->unfinished = true;
    }
  return true;
}
