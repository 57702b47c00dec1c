/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/store.h"

#include <stdlib.h>

static size_t bytes_per_state(const struct store *store)
{
  return store->words * sizeof *store->state + sizeof *store->cost + sizeof *store->parent + sizeof *store->edges_in;
}

static bool fits(const struct store *store, uint64_t slots, uint64_t states)
{
  return slots * sizeof *store->slot + states * bytes_per_state(store) <= store->limit;
}

static void *resize(void *old, size_t count, size_t size, bool *ok)
{
  void *block = realloc(old, count * size);
  if (block == NULL) *ok = false;
  return block != NULL ? block : old;
}

/* Room for more states: half as many again, or as many as the limit allows. */
static bool grow_states(struct store *store)
{
  const size_t room = (store->limit - store->n_slots * sizeof *store->slot) / bytes_per_state(store);
  uint64_t capacity = store->capacity + store->capacity / 2 + 4096;
  if (capacity > room) capacity = room;
  if (capacity >= STORE_NONE) capacity = STORE_NONE - 1;
  if (capacity <= store->n) return false;
  bool ok = true;
  store->state = resize(store->state, capacity * store->words, sizeof *store->state, &ok);
  store->cost = resize(store->cost, capacity, sizeof *store->cost, &ok);
  store->parent = resize(store->parent, capacity, sizeof *store->parent, &ok);
  store->edges_in = resize(store->edges_in, capacity, sizeof *store->edges_in, &ok);
  if (ok) store->capacity = (uint32_t)capacity;
  return ok;
}

static bool grow_slots(struct store *store)
{
  const uint64_t n_slots = store->n_slots * 2;
  if (!fits(store, n_slots, store->capacity)) return false;
  bool ok = true;
  store->slot = resize(store->slot, n_slots, sizeof *store->slot, &ok);
  if (!ok) return false;
  store->n_slots = n_slots;
  memset(store->slot, 0xff, n_slots * sizeof *store->slot);
  for (uint32_t k = 0; k < store->n; k++) {
    uint64_t at = store_hash(store_state(store, k), store->words) & (n_slots - 1);
    while (store->slot[at] != STORE_NONE) at = (at + 1) & (n_slots - 1);
    store->slot[at] = k;
  }
  return true;
}

bool store_create(struct store *store, uint32_t words, size_t limit)
{
  *store = (struct store){.words = words, .limit = limit, .n_slots = 1 << 12};
  if (!fits(store, store->n_slots, 4096)) return false;
  store->slot = malloc(store->n_slots * sizeof *store->slot);
  if (store->slot == NULL) return false;
  memset(store->slot, 0xff, store->n_slots * sizeof *store->slot);
  return grow_states(store);
}

void store_free(struct store *store)
{
  free(store->state);
  free(store->cost);
  free(store->parent);
  free(store->edges_in);
  free(store->slot);
  *store = (struct store){0};
}

uint32_t store_insert(struct store *store, const uint64_t *state, bool *added)
{
  const uint32_t words = store->words;
  uint64_t at = store_hash(state, words) & (store->n_slots - 1);
  *added = false;
  for (; store->slot[at] != STORE_NONE; at = (at + 1) & (store->n_slots - 1))
    if (memcmp(store_state(store, store->slot[at]), state, words * sizeof *state) == 0) return store->slot[at];
  if ((uint64_t)store->n * 4 >= store->n_slots * 3) {
    if (!grow_slots(store)) return STORE_NONE;
    at = store_hash(state, words) & (store->n_slots - 1);
    while (store->slot[at] != STORE_NONE) at = (at + 1) & (store->n_slots - 1);
  }
  if (store->n == store->capacity && !grow_states(store)) return STORE_NONE;
  memcpy(store->state + (size_t)store->n * words, state, words * sizeof *state);
  store->slot[at] = store->n;
  store->cost[store->n] = 0;
  store->parent[store->n] = STORE_NONE;
  store->edges_in[store->n] = 0;
  *added = true;
  return store->n++;
}
