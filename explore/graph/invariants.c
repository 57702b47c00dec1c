/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/invariants.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/graph/combinations.h"

void unpacked_create(struct unpacked *room, const struct space *space)
{
  const struct automata *a = &space->automata;
  *room = (struct unpacked){.space = space};
  room->memory = mem_new(a->n_registers, sizeof *room->memory);
  room->varies = mem_new(a->n_registers, sizeof *room->varies);
  room->process = mem_new(space->n + 1, sizeof *room->process);
  for (uint32_t g = 0; g < a->system->algorithm->n_shared; g++) room->base[g] = a->system->group[g].first;
  room->base[a->system->algorithm->n_shared] = a->n_registers;
  for (uint32_t var = 0; var < a->n_registers; var++) {
    room->memory[var] = a->values[var].value[0];
    if (a->values[var].n > 1) room->varies[room->n_varies++] = var;
  }
  room->moment = (struct rmr_moment){.size = a->system->size,
                                     .process = room->process,
                                     .memory = room->memory,
                                     .base = room->base,
                                     .written = RMR_NOWHERE};
}

void unpacked_free(struct unpacked *room)
{
  free(room->memory);
  free(room->varies);
  free(room->process);
  *room = (struct unpacked){0};
}

static bool is_forestalled(const struct space *s, const uint64_t *state, uint32_t p)
{
  const struct space_label *me = space_label_of(s, state, p);
  for (uint32_t q = 1; q <= s->n; q++) {
    const struct space_label *other = space_label_of(s, state, q);
    if (other->section == RMR_CS && space_conflict(s, p, me, q, other)) return true;
  }
  return false;
}

/* Whether a process is in the critical section before another that is owed it. */
static bool breaks_reentry(const struct space *s, const uint64_t *state)
{
  const uint32_t owed = field_get(state, &s->layout.owed);
  for (uint32_t p = 1; owed >> (p - 1) != 0 && p <= s->n; p++)
    if ((owed >> (p - 1) & 1) != 0 && is_forestalled(s, state, p)) return true;
  return false;
}

static bool is_new(const struct space *s, const uint64_t *state)
{
  return !combining_knows(s->familiar, state);
}

/* The properties that a state violates. */
static const struct {
  enum property_id id;
  bool (*breaks)(const struct space *space, const uint64_t *state);
} judges[] = {{PROPERTY_CSR, breaks_reentry}, {PROPERTY_ROBUST, is_new}};

uint32_t invariants_broken(struct unpacked *room, const uint64_t *state, uint32_t asked)
{
  const struct space *s = room->space;
  const struct rmr_invariant *invariant = s->automata.system->algorithm->invariants;
  uint32_t broken = 0;
  for (size_t k = 0; k < sizeof judges / sizeof *judges; k++)
    if ((asked & invariant_of(judges[k].id)) != 0 && judges[k].breaks(s, state)) broken |= invariant_of(judges[k].id);
  asked &= (UINT32_C(1) << RMR_MAX_INVARIANTS) - 1;
  if (asked == 0) return broken;
  for (uint32_t p = 1; p <= s->n; p++) room->process[p] = &s->seen[p][space_local(s, state, p)];
  for (uint32_t k = 0; k < room->n_varies; k++) {
    const uint32_t var = room->varies[k];
    room->memory[var] = s->automata.values[var].value[field_get(state, &s->layout.value[var])];
  }
  for (uint32_t k = 0; asked >> k != 0; k++)
    if ((asked >> k & 1) != 0 && !invariant[k].holds(&room->moment)) broken |= UINT32_C(1) << k;
  return broken;
}
