/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/pareto.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/platform.h"
#include "explore/engines/history.h"

enum {
  LABELS_BITS = 31, /* labels, in blocks: ... */
  SMALL_BITS = 13,  /* ... of so many, ... */
  LARGE_BITS = 17,  /* ... or where there are many, so that a block is made of large pages */
  LEAST_BITS = 10,
  SHORT_BITS = 19, /* up to so many chains, which take 2 MiB, they are short; then longer, to save memory */
  MOST_BITS = 28,
  TUPLES_PER_SHORT_CHAIN_BITS = 1,
  TUPLES_PER_CHAIN_BITS = 3
};

/* Whether a dominates b: see sweep_line.h. Equal labels dominate each other. Most often nothing need be counted. */
static inline bool outdoes(const struct pareto_label *a, const struct pareto_label *b, uint64_t copies)
{
  const uint64_t more = a->state & ~b->state & copies;
  if (a->cost <= b->cost) return a->cost == b->cost && more == 0;
  return more == 0 || a->cost - b->cost >= (uint32_t)__builtin_popcountll(more);
}

static uint32_t most_blocks(const struct pareto *l)
{
  return 1u << (LABELS_BITS - l->block_bits);
}

void pareto_create(struct pareto *l, uint32_t threads, bool many, uint64_t copies, struct budget *budget)
{
  *l = (struct pareto){.copies = copies, .threads = threads, .budget = budget};
  l->block_bits = many ? LARGE_BITS : SMALL_BITS;
  l->label = mem_new(most_blocks(l), sizeof *l->label);
  l->thread = mem_aligned(threads, sizeof *l->thread, alignof(struct pareto_thread));
  atomic_store(&l->n_blocks, 1);
}

bool pareto_fit(struct pareto *l, uint64_t product_states)
{
  l->bits = LEAST_BITS;
  while (l->bits < SHORT_BITS && UINT64_C(1) << (l->bits + TUPLES_PER_SHORT_CHAIN_BITS) < product_states) l->bits++;
  while (l->bits < MOST_BITS && UINT64_C(1) << (l->bits + TUPLES_PER_CHAIN_BITS) < product_states) l->bits++;
  if (l->bits <= l->most_bits) return true;
  budget_give(l->budget, l->chain, l->chain != NULL ? sizeof *l->chain << l->most_bits : 0);
  l->chain = budget_take(l->budget, sizeof *l->chain << l->bits);
  l->most_bits = l->chain != NULL ? l->bits : 0;
  return l->chain != NULL;
}

void pareto_free(struct pareto *l)
{
  budget_give(l->budget, l->chain, l->chain != NULL ? sizeof *l->chain << l->most_bits : 0);
  for (uint32_t k = 1; l->label != NULL && k < atomic_load(&l->n_blocks) && k < most_blocks(l); k++)
    budget_give(l->budget, l->label[k], sizeof **l->label << l->block_bits);
  free(l->label);
  free(l->thread);
  *l = (struct pareto){0};
}

/* --- labels of configurations that wait --------------------------------------------------------------------------- */

/* 0: there is none. A label that was freed long ago has left the cache, so the one after this one is fetched. */
static uint32_t new_label(struct pareto *l, struct pareto_thread *own)
{
  const uint32_t reused = own->unused;
  if (reused != 0) {
    own->unused = pareto_label_at(l, reused)->next;
    if (own->unused != 0) __builtin_prefetch(pareto_label_at(l, own->unused), 1);
    return reused;
  }
  if (own->next == own->end) {
    const uint32_t block = atomic_fetch_add(&l->n_blocks, 1);
    if (block >= most_blocks(l)) {
      atomic_store(&l->n_blocks, most_blocks(l));
      atomic_store(&l->full, true);
      return 0;
    }
    l->label[block] = budget_take(l->budget, sizeof **l->label << l->block_bits);
    if (l->label[block] == NULL) {
      atomic_store(&l->full, true);
      return 0;
    }
    own->next = block << l->block_bits;
    own->end = own->next + (1u << l->block_bits);
  }
  return own->next++;
}

/* Takes the label at *link out of its chain. */
static void unlink_label(struct pareto *l, struct pareto_thread *own, uint32_t *link)
{
  const uint32_t k = *link;
  struct pareto_label *label = pareto_label_at(l, k);
  *link = label->next;
  label->next = own->unused;
  own->unused = k;
}

static bool same_configuration(const struct pareto *l, uint64_t a, uint64_t b)
{
  return ((a ^ b) & ~l->copies) == 0;
}

/* The first label of a chain, which no other thread touches until it is unlocked. */
static uint32_t lock(const struct pareto *l, _Atomic uint32_t *chain)
{
  if (l->threads == 1) return atomic_load_explicit(chain, memory_order_relaxed);
  for (;;) {
    const uint32_t first = atomic_fetch_or_explicit(chain, PARETO_LOCKED, memory_order_acquire);
    if ((first & PARETO_LOCKED) == 0) return first;
    while (atomic_load_explicit(chain, memory_order_relaxed) & PARETO_LOCKED) platform_pause();
  }
}

static void unlock(_Atomic uint32_t *chain, uint32_t first)
{
  atomic_store_explicit(chain, first, memory_order_release);
}

/* Whether a label is of use beside those of a chain; those that are of none beside it go. */
static bool makes_room(struct pareto *l, struct pareto_thread *own, uint32_t *first, const struct pareto_label *label)
{
  for (uint32_t *link = first; *link != 0;) {
    struct pareto_label *other = pareto_label_at(l, *link);
    if (same_configuration(l, other->state, label->state)) {
      if (outdoes(other, label, l->copies)) {
        if (other->state == label->state && other->cost == label->cost &&
            history_move(label->from) < history_move(other->from))
          other->from = label->from;
        return false;
      }
      if (outdoes(label, other, l->copies)) {
        unlink_label(l, own, link);
        continue;
      }
    }
    link = &other->next;
  }
  return true;
}

void pareto_add(struct pareto *l, uint32_t thread, uint64_t number, const struct pareto_label *label)
{
  struct pareto_thread *own = &l->thread[thread];
  _Atomic uint32_t *const chain = pareto_chain(l, number);
  uint32_t first = lock(l, chain);
  if (makes_room(l, own, &first, label)) {
    const uint32_t k = new_label(l, own);
    if (k != 0) {
      struct pareto_label *added = pareto_label_at(l, k);
      *added = *label;
      added->next = first;
      first = k;
    }
  }
  unlock(chain, first);
}

/* Where it goes among those that have been taken: there are few. */
static void put_in_order(struct pareto_front *list, const struct pareto_label *label, uint64_t copies)
{
  pareto_front_add(list, label, copies);
  for (size_t k = list->n - 1; k > 0 && list->label[k].state < list->label[k - 1].state; k--) {
    const struct pareto_label before = list->label[k - 1];
    list->label[k - 1] = list->label[k];
    list->label[k] = before;
  }
}

void pareto_take(struct pareto *l, uint32_t thread, uint64_t number, uint64_t configuration, struct pareto_front *out)
{
  _Atomic uint32_t *const chain = pareto_chain(l, number);
  uint32_t first = lock(l, chain);
  out->n = 0;
  for (uint32_t *link = &first; *link != 0;) {
    struct pareto_label *label = pareto_label_at(l, *link);
    if (same_configuration(l, label->state, configuration)) {
      put_in_order(out, label, l->copies);
      unlink_label(l, &l->thread[thread], link);
    } else {
      link = &label->next;
    }
  }
  unlock(chain, first);
}

/* --- of one configuration ----------------------------------------------------------------------------------------- */

void pareto_front_add(struct pareto_front *list, const struct pareto_label *label, uint64_t copies)
{
  for (size_t k = 0; k < list->n; k++)
    if (outdoes(&list->label[k], label, copies)) return;
  if (list->n == list->capacity) {
    list->capacity = list->capacity * 2 + 16;
    list->label = mem_grow(list->label, list->capacity, sizeof *list->label);
    list->record = mem_grow(list->record, list->capacity, sizeof *list->record);
  }
  list->record[list->n] = 0;
  list->label[list->n++] = *label;
}

bool pareto_front_is_dominated(const struct pareto_front *list, size_t k, uint64_t copies)
{
  for (size_t j = 0; j < list->n; j++)
    if (j != k && outdoes(&list->label[j], &list->label[k], copies)) return true;
  return false;
}

void pareto_front_free(struct pareto_front *list)
{
  free(list->label);
  free(list->record);
  *list = (struct pareto_front){0};
}
