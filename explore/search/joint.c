/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/joint.h"

#include <string.h>

static struct ranks *ranks_of(const struct search_run *run)
{
  return run->spec->means.ranks;
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

void joint_share(const struct search_run *run, uint32_t climber, struct draft *draft, const struct world *world)
{
  struct ranks *ranks = ranks_of(run);
  if (!ranks_several(ranks)) return;
  const uint32_t from = rank_of(run, climber);
  uint64_t head[] = {draft->observed, draft->n, draft->paid, draft->steps, draft->ended};
  ranks->share(ranks, from, head, sizeof head);
  draft_resize(draft, (size_t)head[1]);
  draft->observed = (uint32_t)head[0];
  draft->paid = head[2];
  draft->steps = head[3];
  draft->ended = head[4] != 0;
  ranks->share(ranks, from, draft->move, draft->n * sizeof *draft->move);
  ranks->share(ranks, from, draft->ask, (size_t)world->system->n * world->open.n_asks * sizeof *draft->ask);
  ranks->share(ranks, from, draft->initial, world->open.n_initial * sizeof *draft->initial);
}
