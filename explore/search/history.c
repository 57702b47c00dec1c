/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
  BLOCK_BITS = 11, /* records in a block */
  BLOCK = 1 << BLOCK_BITS,
  THREAD_SHIFT = 34, /* above this, a record's number says whose it is; it has 40 bits in all */
};

_Static_assert(BLOCK * sizeof(uint64_t) == SCRATCH_BLOCK, "blocks are put away whole");

void history_create(struct history *r, uint32_t threads, struct budget *budget, struct scratch *scratch)
{
  *r = (struct history){.threads = threads, .budget = budget, .scratch = scratch};
  r->thread = mem_aligned(threads, sizeof *r->thread, alignof(struct history_thread));
}

void history_free(struct history *r)
{
  for (uint32_t t = 0; t < r->threads; t++) {
    struct history_thread *own = &r->thread[t];
    for (uint64_t k = 0; own->full != NULL && k < own->n >> BLOCK_BITS && k < own->capacity; k++)
      budget_drop(r->budget, own->full[k], BLOCK, sizeof **own->full);
    budget_drop(r->budget, own->block, BLOCK, sizeof *own->block);
    free(own->full);
    free(own->away);
  }
  free(r->thread);
  free(r->origin);
  free(r->read);
  *r = (struct history){0};
}

uint64_t history_number(const struct history *r)
{
  uint64_t n = 0;
  for (uint32_t t = 0; t < r->threads; t++) n += r->thread[t].n;
  return n;
}

uint64_t history_origin(struct history *r, uint64_t state)
{
  r->origin = mem_grow(r->origin, r->n_origins + 1, sizeof *r->origin);
  r->origin[r->n_origins] = state;
  return history_from(r->n_origins++, HISTORY_ORIGIN);
}

uint64_t history_begin(const struct history *r, uint64_t from)
{
  return r->origin[history_parent(from)];
}

/* The block that is full goes with the others. */
static void close_block(struct history *r, struct history_thread *own)
{
  const uint64_t k = (own->n >> BLOCK_BITS) - 1;
  if (k == own->capacity) {
    own->capacity = own->capacity * 2 + 64;
    if (r->scratch != NULL)
      own->away = mem_grow(own->away, own->capacity, sizeof *own->away);
    else
      own->full = mem_grow(own->full, own->capacity, sizeof *own->full);
  }
  if (r->scratch != NULL) {
    own->away[k] = scratch_put(r->scratch, own->block);
  } else {
    own->full[k] = own->block;
    own->block = NULL;
  }
}

uint64_t history_write(struct history *r, uint32_t thread, uint64_t from)
{
  struct history_thread *own = &r->thread[thread];
  if (own->block == NULL && !own->lost) own->block = budget_take(r->budget, BLOCK * sizeof *own->block);
  own->lost |= own->block == NULL;
  if (own->lost) return (uint64_t)thread << THREAD_SHIFT | own->n; /* the number of one that is never written */
  own->block[own->n & (BLOCK - 1)] = from;
  const uint64_t number = (uint64_t)thread << THREAD_SHIFT | own->n++;
  if ((own->n & (BLOCK - 1)) == 0) close_block(r, own);
  return number;
}

/* A block of the disk. */
static const uint64_t *fetch(struct history *r, uint32_t where)
{
  if (r->read == NULL) r->read = mem_new(BLOCK, sizeof *r->read);
  if (r->read_from == (uint64_t)where + 1) return r->read;
  r->read_from = 0;
  if (where == SCRATCH_NOWHERE || !scratch_get(r->scratch, where, r->read)) return NULL;
  r->read_from = (uint64_t)where + 1;
  return r->read;
}

bool history_read(struct history *r, uint64_t record, uint64_t *from)
{
  const struct history_thread *own = &r->thread[record >> THREAD_SHIFT];
  const uint64_t number = record & ((UINT64_C(1) << THREAD_SHIFT) - 1), k = number >> BLOCK_BITS;
  if (number >= own->n) return false;
  const uint64_t *block = k == own->n >> BLOCK_BITS ? own->block
                          : r->scratch != NULL      ? fetch(r, own->away[k])
                                                    : own->full[k];
  if (block == NULL) return false;
  *from = block[number & (BLOCK - 1)];
  return true;
}
