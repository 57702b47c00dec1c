/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/properties.h"
#include "explore/engines/grace_period.h"

struct sight {
  const struct space *space;
  const struct visited *visited;
};

static bool is_broken(void *self, uint32_t id)
{
  const struct sight *sight = self;
  return violated_in(sight->space, visited_state(sight->visited, id)) != VIOLATED_NONE;
}

struct look {
  struct unpacked room;
  const struct visited *visited;
  uint32_t invariant;
};

static bool is_not_so(void *self, uint32_t id)
{
  struct look *look = self;
  return invariants_broken(&look->room, visited_state(look->visited, id), look->invariant) != 0;
}

/* The path to a state of which `holds` is true, found by a second breadth-first search. A property fails only with a
 * witness: where none was found, memory or time ran out, or it is an internal error (confirm_answers). */
static void show(const struct space *space, const struct explore_limits *limits, struct breadth *found,
                 bool holds(void *self, uint32_t id), void *self, struct explored_property *property)
{
  struct path path;
  if (path_to(space, &found->visited, limits, holds, self, &path))
    witness_create(&property->witness, space, &found->visited, &path);
  else
    property->cut = path.cut || found->out_of_memory || budget_over(space->budget) || limits_interrupted(limits);
  path_free(&path);
  breadth_free(found);
}

void show_broken(const struct space *space, const struct explore_limits *limits, struct explored_property *property)
{
  struct breadth found;
  breadth_search(space, limits, WATCH_PROPERTY, true, &found);
  struct sight sight = {space, &found.visited};
  show(space, limits, &found, is_broken, &sight, property);
}

void show_not_so(struct space *space, const struct explore_limits *limits, uint32_t which,
                 struct explored_property *property)
{
  struct breadth found;
  const uint32_t asked = space->spec.invariants;
  space->spec.invariants = which;
  breadth_search(space, limits, WATCH_INVARIANTS, true, &found);
  space->spec.invariants = asked;
  struct look look = {.visited = &found.visited, .invariant = which};
  unpacked_create(&look.room, space);
  show(space, limits, &found, is_not_so, &look, property);
  unpacked_free(&look.room);
}
