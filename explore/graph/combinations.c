/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/combinations.h"

#include <stdlib.h>

#include "base/mem.h"
#include "model/buffer.h"

#define UNKNOWN UINT32_MAX
#define BETWEEN (UINT32_MAX - 1) /* at a fence that the order adds */

/* Bytes of the algorithm's own local state: where writes wait, the buffer of the process stands behind it
 * (model/buffer.h). */
static size_t own_size(const struct system *system)
{
  return order_buffers(&system->spec.order) ? rmr_state_size(system->buffered.plain, system->n) : system->state_size;
}

static bool is_between(const struct system *system, const void *local)
{
  return order_buffers(&system->spec.order) && buffer_adds_fence(system, local);
}

static uint32_t find(const struct lookup *all, const void *key, size_t size)
{
  const size_t at = lookup_find(all, key, size);
  return at < all->n ? (uint32_t)at : UNKNOWN;
}

void combinations_free(struct combinations *set)
{
  lookup_free(&set->local);
  lookup_free(&set->whole);
}

void combining_begin(struct combining *c, const struct space *space, struct combinations *set, bool new)
{
  const size_t size = own_size(space->automata.system);
  *c = (struct combining){.space = space, .set = set, .number = mem_new(space->n + 1, sizeof(uint32_t *))};
  for (uint32_t p = 1; p <= space->n; p++) {
    const struct automaton *process = &space->automata.process[p];
    c->number[p] = mem_new(process->n_locals, sizeof **c->number);
    for (uint32_t l = 0; l < process->n_locals; l++) {
      const unsigned char *state = process->state + (size_t)l * space->automata.system->state_size;
      c->number[p][l] = is_between(space->automata.system, state) ? BETWEEN
                        : new                                     ? (uint32_t)lookup_add(&set->local, state, size)
                                                                  : find(&set->local, state, size);
    }
  }
}

void combining_end(struct combining *c)
{
  for (uint32_t p = 1; c->number != NULL && p <= c->space->n; p++) free(c->number[p]);
  free(c->number);
  *c = (struct combining){0};
}

static void numbers_of(const struct combining *c, const uint64_t *state, uint32_t *number)
{
  for (uint32_t p = 1; p <= c->space->n; p++) number[p - 1] = c->number[p][space_local(c->space, state, p)];
}

static bool knows(const struct combinations *set, const uint32_t *number)
{
  for (uint32_t k = 0; k < set->n; k++)
    if (number[k] == BETWEEN) return true;
  return find(&set->whole, number, set->n * sizeof *number) != UNKNOWN;
}

void combining_add(struct combining *c, const uint64_t *state)
{
  uint32_t number[COMBINATIONS_MOST];
  numbers_of(c, state, number);
  lookup_add(&c->set->whole, number, c->space->n * sizeof *number);
}

bool combining_knows(const struct combining *c, const uint64_t *state)
{
  uint32_t number[COMBINATIONS_MOST];
  numbers_of(c, state, number);
  return knows(c->set, number);
}

bool combinations_know(const struct combinations *set, const void *const *local, const struct system *system)
{
  const size_t size = own_size(system);
  uint32_t number[COMBINATIONS_MOST];
  for (uint32_t p = 1; p <= set->n; p++)
    number[p - 1] = is_between(system, local[p]) ? BETWEEN : find(&set->local, local[p], size);
  return knows(set, number);
}
