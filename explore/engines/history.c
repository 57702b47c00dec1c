/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
  BLOCK_BITS = 11, /* records in a block */
  BLOCK = 1 << BLOCK_BITS,
  THREAD_SHIFT = 34, /* above this, a record's number says whose it is; it has 40 bits in all */
};

_Static_assert(BLOCK * sizeof(uint64_t) == SCRATCH_BLOCK, "blocks are put away whole");

void history_create(struct history *h, uint32_t threads, struct budget *budget, struct scratch *scratch)
{
  *h = (struct history){.threads = threads, .budget = budget, .scratch = scratch};
  h->thread = mem_aligned(threads, sizeof *h->thread, alignof(struct history_thread));
}

void history_free(struct history *h)
{
  for (uint32_t t = 0; t < h->threads; t++) {
    struct history_thread *own = &h->thread[t];
    for (uint64_t k = 0; own->full != NULL && k < own->n >> BLOCK_BITS && k < own->capacity; k++)
      budget_drop(h->budget, own->full[k], BLOCK, sizeof **own->full);
    budget_drop(h->budget, own->block, BLOCK, sizeof *own->block);
    free(own->full);
    free(own->away);
  }
  free(h->thread);
  free(h->origin);
  free(h->read);
  *h = (struct history){0};
}

uint64_t history_number(const struct history *h)
{
  uint64_t n = 0;
  for (uint32_t t = 0; t < h->threads; t++) n += h->thread[t].n;
  return n;
}

uint64_t history_origin(struct history *h, uint64_t state)
{
  h->origin = mem_another(h->origin, h->n_origins, sizeof *h->origin);
  h->origin[h->n_origins] = state;
  return history_from(h->n_origins++, HISTORY_ORIGIN);
}

uint64_t history_begin(const struct history *h, uint64_t from)
{
  return h->origin[history_parent(from)];
}

/* The full block goes with the others; a block that the disk does not take stays in memory. */
static void close_block(struct history *h, struct history_thread *own)
{
  const uint64_t k = (own->n >> BLOCK_BITS) - 1;
  if (k == own->capacity) {
    own->capacity = own->capacity * 2 + 64;
    own->full = mem_grow(own->full, own->capacity, sizeof *own->full);
    if (h->scratch != NULL) own->away = mem_grow(own->away, own->capacity, sizeof *own->away);
  }
  own->full[k] = NULL;
  if (h->scratch != NULL) own->away[k] = scratch_put(h->scratch, own->block);
  if (h->scratch != NULL && own->away[k] != SCRATCH_NOWHERE) return;
  own->full[k] = own->block;
  own->block = NULL;
}

uint64_t history_write(struct history *h, uint32_t thread, uint64_t from)
{
  struct history_thread *own = &h->thread[thread];
  if (own->block == NULL && !own->lost) own->block = budget_take(h->budget, BLOCK * sizeof *own->block);
  own->lost |= own->block == NULL;
  if (own->lost) return (uint64_t)thread << THREAD_SHIFT | own->n; /* the number of one that is never written */
  own->block[own->n & (BLOCK - 1)] = from;
  const uint64_t number = (uint64_t)thread << THREAD_SHIFT | own->n++;
  if ((own->n & (BLOCK - 1)) == 0) close_block(h, own);
  return number;
}

/* A block of the disk. */
static const uint64_t *fetch(struct history *h, uint32_t where)
{
  if (h->read == NULL) h->read = mem_new(BLOCK, sizeof *h->read);
  if (h->read_from == (uint64_t)where + 1) return h->read;
  h->read_from = 0;
  if (!scratch_get(h->scratch, where, h->read)) return NULL;
  h->read_from = (uint64_t)where + 1;
  return h->read;
}

bool history_read(struct history *h, uint64_t record, uint64_t *from)
{
  const struct history_thread *own = &h->thread[record >> THREAD_SHIFT];
  const uint64_t number = record & ((UINT64_C(1) << THREAD_SHIFT) - 1), k = number >> BLOCK_BITS;
  if (number >= own->n) return false;
  const uint64_t *block = k == own->n >> BLOCK_BITS ? own->block
                          : own->full[k] != NULL    ? own->full[k]
                                                    : fetch(h, own->away[k]);
  if (block == NULL) return false;
  *from = block[number & (BLOCK - 1)];
  return true;
}
