/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/depth.h"

#include <stdlib.h>
#include <string.h>

#include "explore/engines/depth_classes.h"
#include "explore/engines/descent.h"
#include "explore/graph/region.h"

enum {
  SCAN_POLL = 1 << 20, /* slots tried for a beginning between two checks of the interrupt */
  FIRST_LOOK = 16      /* such a part of the states is visited before all cores begin */
};

/* --- where it was cut short --------------------------------------------------------------------------------------- */

static void write_begin(struct descent *d, size_t frame)
{
  path_begin(d->visited, d->frame[0].id, &d->out->begin);
  for (size_t k = 1; k <= frame; k++) path_append(&d->out->begin, d->frame[k].mover, d->frame[k].id);
}

/* The most that is known to be paid along the path that was being gone down, and from one of its states on. */
static void take_most(struct descent *d)
{
  uint64_t paid = 0, most = 0;
  size_t at = 0;
  struct descent_step edge, last = {0};
  for (size_t k = 0; k < d->n_frames; k++) {
    const struct descent_frame *f = &d->frame[k];
    paid = f->cut ? 0 : paid + f->weight;
    if (paid + f->best <= most || (f->best != 0 && !descent_find_edge(d, f->id, f->best, &edge))) continue;
    most = paid + f->best;
    at = k;
    last = f->best != 0 ? edge : (struct descent_step){0};
  }
  if (paid > most) most = paid, at = d->n_frames - 1, last = (struct descent_step){0};
  write_begin(d, at);
  if (last.mover != 0) path_append(&d->out->begin, last.mover, last.to);
  d->out->most = most;
  d->out->from = d->frame[0].id;
}

/* --- where to begin ----------------------------------------------------------------------------------------------- */

static bool search_at_initial(void *self, const uint64_t *state)
{
  struct descent *d = self;
  const uint32_t words = d->space->words;
  const uint32_t id = visited_lookup(d->visited, state, visited_hash(state, words), words);
  if (id == VISITED_NONE) return !d->over;
  descent_from(d, id);
  const uint32_t value = *visited_map_at(&d->out->value, id); /* as it was left now, or by others, class by class */
  if (!d->over) descent_count(d->out, id, value & ~DEPTH_LEFT);
  return !d->over;
}

static bool is_highest(const struct descent *d)
{
  return d->region->highest != 0 && d->out->most == d->region->highest;
}

static void search_everywhere(struct descent *d)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < d->visited->part[p].capacity && !d->over; k++) {
      if (k % SCAN_POLL == 0) descent_poll(d);
      const uint64_t *state = d->visited->part[p].slot + k * d->space->words;
      if (state[0] != 0 && region_has(d->space, d->region, state) && region_keeps(d->space, d->region, state))
        descent_from(d, visited_id(p, k));
      if (is_highest(d)) return;
    }
}

static void search_from_all(struct descent *d)
{
  if (d->region->kind == REGION_ALL)
    space_initial(d->space, search_at_initial, d);
  else
    search_everywhere(d);
}

/* If a cycle is paid for, or fair, one that goes down alone meets it soon; otherwise all cores go through the states.
 * The last search need not look again at states that they have left, and its result depends on no order of theirs. */
static void search_side_by_side(struct descent *d)
{
  d->enough = (uint32_t)(visited_states(d->visited) / FIRST_LOOK + 1);
  search_from_all(d);
  if (!d->had_enough || d->out->positive_cycle || d->out->fair || d->out->out_of_memory) return;
  d->enough = 0;
  descent_forget_path(d);
  depth_by_classes(d->space, d->visited, d->region, d->limits, d->out);
  search_from_all(d);
}

void depth_search(const struct space *space, const struct visited *visited, const struct region *region,
                  const struct explore_limits *limits, struct depth *out)
{
  struct descent d;
  const bool all = region->kind == REGION_ALL;
  *out = (struct depth){.from = VISITED_NONE, .way = REGION_WAY_OUT};
  out->out_of_memory = !visited_map_create(&out->value, visited);
  if (out->out_of_memory) return;
  d = (struct descent){0};
  d.over = !descent_create(&d, space, visited, region, limits, out);
  if ((all || region->kind == REGION_STUCK) && !region->partial && limits->threads > 1)
    search_side_by_side(&d);
  else
    search_from_all(&d);
  out->complete = !d.over || out->positive_cycle || out->fair || out->way == REGION_WAY_NONE;
  if (all && d.n_frames != 0 && !out->positive_cycle) take_most(&d);
  if (all && out->positive_cycle) write_begin(&d, d.n_frames - 1);
  if (out->fair) out->fair = visited_marks_create(&out->members, &out->value, DEPTH_MEMBER);
  const bool keeps = all || region->kind == REGION_WANTED ? !out->positive_cycle : out->way != REGION_WAY_OUT;
  if (!keeps) visited_map_free(&out->value); /* makes room for a witness */
  descent_free(&d);
}

void depth_free(struct depth *depth)
{
  visited_map_free(&depth->value);
  visited_marks_free(&depth->members);
  path_free(&depth->begin);
}
