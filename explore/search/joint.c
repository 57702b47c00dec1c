/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/joint.h"

#include <string.h>

static struct ranks *ranks_of(const struct search_run *run)
{
  return run->spec->limits.ranks;
}

static uint32_t rank_of(const struct search_run *run, uint32_t climber)
{
  return climber % ranks_of(run)->n;
}

bool joint_is_mine(const struct search_run *run, uint32_t climber)
{
  return !ranks_several(ranks_of(run)) || rank_of(run, climber) == ranks_of(run)->rank;
}

void joint_look(const struct search_run *run, const struct level *level, struct joint_table *table)
{
  *table = (struct joint_table){{0}, {0}};
  for (uint32_t k = 0; k < CLIMBERS; k++) {
    if (!joint_is_mine(run, k)) continue;
    table->paid[k] = level->climber[k].best.paid;
    table->n[k] = level->climber[k].best.n;
  }
  if (!ranks_several(ranks_of(run))) return;
  uint64_t all[2 * CLIMBERS];
  memcpy(all, table, sizeof all);
  ranks_of(run)->combine(ranks_of(run), all, 2 * CLIMBERS, RANKS_SUM);
  memcpy(table, all, sizeof all);
}

void joint_share(const struct search_run *run, uint32_t climber, struct candidate *candidate, const struct world *world)
{
  struct ranks *ranks = ranks_of(run);
  if (!ranks_several(ranks)) return;
  const uint32_t from = rank_of(run, climber);
  uint64_t head[] = {candidate->observed, candidate->n, candidate->paid, candidate->steps, candidate->ended};
  ranks->share(ranks, from, head, sizeof head);
  candidate_resize(candidate, (size_t)head[1]);
  candidate->observed = (uint32_t)head[0];
  candidate->paid = head[2];
  candidate->steps = head[3];
  candidate->ended = head[4] != 0;
  ranks->share(ranks, from, candidate->move, candidate->n * sizeof *candidate->move);
  ranks->share(ranks, from, candidate->ask, (size_t)world->system->n * world->open.n_asks * sizeof *candidate->ask);
  ranks->share(ranks, from, candidate->initial, world->open.n_initial * sizeof *candidate->initial);
}
