/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * store.h: the set of states that have been found. States are kept one behind the other in the order of discovery, so a state is a
 * number, and the hash table holds numbers only: 4 bytes per slot, linear probing, at most three quarters full. The numbers
 * depend on nothing but the order of insertion.
 */
#ifndef EXPLORE_STORE_H
#define EXPLORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STORE_NONE UINT32_MAX

struct store {
  uint32_t words;  /* of 64 bits, per state */
  size_t limit;    /* bytes that states, slots and payloads may take */
  uint64_t *state; /* [number * words] */
  uint32_t n, capacity;
  uint32_t *slot;
  uint64_t n_slots; /* a power of two */
  /* payloads, one per state */
  uint16_t *cost;     /* the most that a path to it is known to cost */
  uint32_t *parent;   /* the state before it on that path */
  uint16_t *edges_in; /* edges into it from states that have not been settled yet */
};

bool store_create(struct store *store, uint32_t words, size_t limit); /* false: limit too small */
void store_free(struct store *store);

/* The number of the state, which is added if it is new (*added). STORE_NONE: the limit is reached. */
uint32_t store_insert(struct store *store, const uint64_t *state, bool *added);

static inline const uint64_t *store_state(const struct store *store, uint32_t number)
{
  return store->state + (size_t)number * store->words;
}

static inline uint64_t store_hash(const uint64_t *state, uint32_t words)
{
  uint64_t h = 0;
  for (uint32_t w = 0; w < words; w++) {
    h = (h ^ state[w]) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 32;
  }
  h *= UINT64_C(0xbf58476d1ce4e5b9);
  return h ^ h >> 29;
}

static inline void store_prefetch(const struct store *store, const uint64_t *state)
{
  __builtin_prefetch(&store->slot[store_hash(state, store->words) & (store->n_slots - 1)]);
}

#endif
