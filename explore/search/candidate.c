/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/candidate.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void candidate_create(struct candidate *candidate, const struct world *world)
{
  *candidate = (struct candidate){.ask = mem_new((size_t)world->system->n * world->open.n_asks, sizeof *candidate->ask),
                                  .initial = mem_new(world->open.n_initial, sizeof *candidate->initial)};
  for (size_t k = 0; k < (size_t)world->system->n * world->open.n_asks; k++) candidate->ask[k] = 1;
  for (uint32_t k = 0; k < world->open.n_initial; k++)
    candidate->initial[k] = system_initial_value(world->system, world->initial[k].var);
}

void candidate_free(struct candidate *candidate)
{
  free(candidate->move);
  free(candidate->ask);
  free(candidate->initial);
  *candidate = (struct candidate){0};
}

static void make_room(struct candidate *candidate, size_t n)
{
  if (n <= candidate->capacity) return;
  candidate->capacity = n + n / 2 + 64;
  candidate->move = mem_grow(candidate->move, candidate->capacity, sizeof *candidate->move);
}

void candidate_resize(struct candidate *candidate, size_t n)
{
  make_room(candidate, n);
  candidate->n = n;
}

void candidate_append(struct candidate *candidate, const struct move *move)
{
  make_room(candidate, candidate->n + 1);
  candidate->move[candidate->n++] = *move;
}

void candidate_copy(struct candidate *to, const struct candidate *from, const struct world *world)
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

void candidate_begin(const struct candidate *candidate, struct world *world)
{
  for (uint32_t p = 1; p <= world->system->n && world->open.n_asks != 0; p++)
    memcpy(world->asks[p].session, candidate->ask + (size_t)(p - 1) * world->open.n_asks,
           world->open.n_asks * sizeof *candidate->ask);
  for (uint32_t k = 0; k < world->open.n_initial; k++) world->initial[k].value = candidate->initial[k];
  world_begin(world, candidate->observed);
}

static uint64_t bit_of(uint64_t access)
{
  return UINT64_C(1) << (access * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

/* A step was made. A move that is played again ends at the first access that is its goal, so one that has come past
 * this access, or one that looks like it, is not added to. */
static void write_down(struct candidate *candidate, const struct world *world, const struct move *made, size_t fixed)
{
  const bool change = made->who > world->system->n;
  const uint64_t here = change ? TO_COUNT : sim_identity(&world_process(world, made->who)->pending);
  struct move *last = candidate->n > fixed ? &candidate->move[candidate->n - 1] : NULL;
  if (last == NULL || last->who != made->who || change || last->ends || made->rereads || (last->past & bit_of(here))) {
    make_room(candidate, candidate->n + 1);
    last = &candidate->move[candidate->n++];
    *last = (struct move){.who = made->who, .rereads = made->rereads};
  }
  last->count++;
  last->ends = made->ends;
  last->goal = here;
  last->past |= bit_of(here);
}

void candidate_step(struct candidate *candidate, struct world *world, uint32_t who, size_t fixed)
{
  if (who <= world->system->n && world_drains(world, who)) who = world->system->n + 1 + world_oldest(world, who);
  struct move made = {.who = who};
  if (who > world->system->n) {
    if (world_change(world, who - world->system->n - 1)) write_down(candidate, world, &made, fixed);
    return;
  }
  const struct rmr_process *me = world_process(world, who);
  const uint32_t passages = me->passages;
  made.rereads = me->status == RMR_PARKED;
  world_step(world, who);
  made.ends = me->passages != passages;
  write_down(candidate, world, &made, fixed);
}

void candidate_drain(struct candidate *candidate, struct world *world, uint32_t p, size_t fixed)
{
  while (!world->ended && sim_has_writes(world->sim, p))
    candidate_step(candidate, world, world->system->n + 1 + world_oldest(world, p), fixed);
}

void candidate_play(struct candidate *candidate, struct world *world, const struct move *move, size_t fixed)
{
  const uint32_t p = move->who;
  if (p > world->system->n) {
    candidate_step(candidate, world, p, fixed);
    return;
  }
  const struct rmr_process *me = world_process(world, p);
  const uint32_t passages = me->passages;
  const uint32_t most = move->goal < N_EXTENTS ? move->count : move->count + move->count / 2 + 2;
  if (me->status == RMR_PARKED && !move->rereads) return;
  for (uint32_t steps = 0; steps < most && world_can(world, p) && !world->ended && !world->sim->fault.raised; steps++) {
    const bool writes = rmr_kind_writes(me->pending.kind);
    if (steps > 0 && (me->status == RMR_PARKED || (move->goal == TO_WRITE && writes))) break;
    candidate_step(candidate, world, p, fixed);
    if (me->passages != passages || (move->goal == PAST_WRITE && writes)) break;
    if (move->goal >= N_EXTENTS && me->status != RMR_PARKED && sim_identity(&me->pending) == move->goal) break;
  }
}
