/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/parts.h"
#include "explore/search/patience.h"
#include "explore/search/spread.h"

struct sight {
  const struct space *space;
  const struct visited *visited;
};

/* A property fails only with a witness. Where none was found, that was for want of memory or time, or is our mistake
 * (confirm_answers). */
static void note_cut(const struct space *space, const struct explore_means *means, struct explored_property *property)
{
  if (!property->witness.found) property->cut = budget_over(space->budget) || means_interrupted(means);
}

static bool is_broken(void *self, uint32_t id)
{
  const struct sight *sight = self;
  return violated_in(sight->space, visited_state(sight->visited, id)) != VIOLATED_NONE;
}

/* In a dead state, for ever: everybody who is outside the remainder makes a step that changes nothing. */
static void stand_still(const struct space *space, struct spread *found)
{
  struct path *path = &found->path;
  const uint32_t id = path_end(path);
  for (uint32_t p = 1; p <= space->n; p++)
    if (space_label_of(space, visited_state(&found->visited, id), p)->section != RMR_REMAINDER)
      path_append(path, p, id);
}

void show_spread(const struct space *space, const struct explore_means *means, struct spread_watch watch,
                 struct explored_property *property)
{
  struct spread found;
  spread_search(space, means, watch, true, &found);
  if (found.path.state != NULL && watch.dead) stand_still(space, &found);
  if (found.path.state != NULL) witness_create(&property->witness, space, &found.visited, &found.path);
  note_cut(space, means, property);
  spread_free(&found);
}

void show_broken(const struct space *space, const struct explore_means *means, struct explored_property *property)
{
  if (ranks_several(means->ranks)) {
    show_spread(space, means, (struct spread_watch){WATCH_PROPERTY, false}, property);
    return;
  }
  struct breadth found;
  breadth_search(space, means, true, true, &found);
  struct sight sight = {space, &found.visited};
  struct path path;
  if (path_to(space, &found.visited, means, is_broken, &sight, &path))
    witness_create(&property->witness, space, &found.visited, &path);
  note_cut(space, means, property);
  if (!property->witness.found) property->cut |= found.out_of_memory || path.cut;
  path_free(&path);
  breadth_free(&found);
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

void show_not_so(struct space *space, const struct explore_means *means, uint32_t which,
                 struct explored_property *property)
{
  struct breadth found;
  const uint32_t asked = space->spec.invariants;
  space->spec.invariants = which;
  if (ranks_several(means->ranks)) {
    show_spread(space, means, (struct spread_watch){WATCH_INVARIANTS, false}, property);
    space->spec.invariants = asked;
    return;
  }
  breadth_search(space, means, WATCH_INVARIANTS, true, &found);
  space->spec.invariants = asked;
  struct look look = {.visited = &found.visited, .invariant = which};
  struct path path;
  unpacked_create(&look.room, space);
  if (path_to(space, &found.visited, means, is_not_so, &look, &path))
    witness_create(&property->witness, space, &found.visited, &path);
  note_cut(space, means, property);
  if (!property->witness.found) property->cut |= found.out_of_memory || path.cut;
  path_free(&path);
  unpacked_free(&look.room);
  breadth_free(&found);
}
