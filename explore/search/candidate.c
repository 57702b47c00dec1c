/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/candidate.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void draft_create(struct draft *draft, const struct world *world)
{
  *draft = (struct draft){.ask = mem_new((size_t)world->system->n * world->open.n_asks, sizeof *draft->ask),
                          .initial = mem_new(world->open.n_initial, sizeof *draft->initial)};
  for (size_t k = 0; k < (size_t)world->system->n * world->open.n_asks; k++) draft->ask[k] = 1;
  for (uint32_t k = 0; k < world->open.n_initial; k++)
    draft->initial[k] = system_initial_value(world->system, world->initial[k].var);
}

void draft_free(struct draft *draft)
{
  free(draft->move);
  free(draft->ask);
  free(draft->initial);
  *draft = (struct draft){0};
}

static void make_room(struct draft *draft, size_t n)
{
  if (n <= draft->capacity) return;
  draft->capacity = n + n / 2 + 64;
  draft->move = mem_grow(draft->move, draft->capacity, sizeof *draft->move);
}

void draft_resize(struct draft *draft, size_t n)
{
  make_room(draft, n);
  draft->n = n;
}

void draft_append(struct draft *draft, const struct move *move)
{
  make_room(draft, draft->n + 1);
  draft->move[draft->n++] = *move;
}

void draft_copy(struct draft *to, const struct draft *from, const struct world *world)
{
  make_room(to, from->n);
  if (from->n != 0) memcpy(to->move, from->move, from->n * sizeof *to->move);
  memcpy(to->ask, from->ask, (size_t)world->system->n * world->open.n_asks * sizeof *to->ask);
  memcpy(to->initial, from->initial, world->open.n_initial * sizeof *to->initial);
  to->observed = from->observed;
  to->n = from->n;
  to->paid = from->paid;
  to->steps = from->steps;
  to->ended = from->ended;
}

void draft_begin(const struct draft *draft, struct world *world)
{
  for (uint32_t p = 1; p <= world->system->n && world->open.n_asks != 0; p++)
    memcpy(world->asks[p].session, draft->ask + (size_t)(p - 1) * world->open.n_asks,
           world->open.n_asks * sizeof *draft->ask);
  for (uint32_t k = 0; k < world->open.n_initial; k++) world->initial[k].value = draft->initial[k];
  world_begin(world, draft->observed);
}

static uint64_t bit_of(uint64_t access)
{
  return UINT64_C(1) << (access * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

/* A step was made. A move that is played again ends at the first access that is its goal, so one that has come past
 * this access, or one that looks like it, is not added to. */
static void write_down(struct draft *draft, const struct world *world, const struct move *made, size_t fixed)
{
  const bool change = made->who > world->system->n;
  const uint64_t here = change ? TO_COUNT : sim_identity(&world_process(world, made->who)->pending);
  struct move *last = draft->n > fixed ? &draft->move[draft->n - 1] : NULL;
  if (last == NULL || last->who != made->who || change || last->ends || made->rereads || (last->past & bit_of(here))) {
    make_room(draft, draft->n + 1);
    last = &draft->move[draft->n++];
    *last = (struct move){.who = made->who, .rereads = made->rereads};
  }
  last->count++;
  last->ends = made->ends;
  last->goal = here;
  last->past |= bit_of(here);
}

void draft_step(struct draft *draft, struct world *world, uint32_t who, size_t fixed)
{
  struct move made = {.who = who};
  if (who > world->system->n) {
    if (world_change(world, who - world->system->n - 1)) write_down(draft, world, &made, fixed);
    return;
  }
  const struct rmr_process *me = world_process(world, who);
  const uint32_t passages = me->passages;
  made.rereads = me->status == RMR_PARKED;
  world_step(world, who);
  made.ends = me->passages != passages;
  write_down(draft, world, &made, fixed);
}

void draft_play(struct draft *draft, struct world *world, const struct move *move, size_t fixed)
{
  const uint32_t p = move->who;
  if (p > world->system->n) {
    draft_step(draft, world, p, fixed);
    return;
  }
  const struct rmr_process *me = world_process(world, p);
  const uint32_t passages = me->passages;
  const uint32_t most = move->goal < N_EXTENTS ? move->count : move->count + move->count / 2 + 2;
  if (me->status == RMR_PARKED && !move->rereads) return;
  for (uint32_t steps = 0; steps < most && world_can(world, p) && !world->ended && !world->sim->fault.raised; steps++) {
    const bool writes = rmr_kind_writes(me->pending.kind);
    if (steps > 0 && (me->status == RMR_PARKED || (move->goal == TO_WRITE && writes))) break;
    draft_step(draft, world, p, fixed);
    if (me->passages != passages || (move->goal == PAST_WRITE && writes)) break;
    if (move->goal >= N_EXTENTS && me->status == RMR_READY && sim_identity(&me->pending) == move->goal) break;
  }
}
