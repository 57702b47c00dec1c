/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * visited.h: the set of states that have been found.
 *
 * Open addressing; the slot holds the state itself and nothing else, as most of the memory of a search goes here. The
 * top bit of a state's first word is always set, so an empty slot is a zero. The top bits of the hash divide the
 * visited set into 64 parts. One thread at a time touches a part, so there are no locks and no atomic operations. Each
 * part grows by itself, a large one by a quarter. So it is always between 64 and 80 percent full, and growing never
 * needs a second copy of more than a 64th. Within a part the first slot is the hash scaled to the capacity: growing
 * keeps the order, so it reads and writes memory from one end to the other.
 *
 * When no more states will be added, the position of a state (part and slot) is its number: see visited_id.
 */
#ifndef EXPLORE_GRAPH_VISITED_H
#define EXPLORE_GRAPH_VISITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/budget.h"

enum { VISITED_PART_BITS = 6, VISITED_PARTS = 1 << VISITED_PART_BITS, VISITED_SLOT_BITS = 32 - VISITED_PART_BITS };

enum { VISITED_LINE = 8 };

/* Only the first bits of a hash are used, the others are 0: the key kept beside a state until it is inserted
 * (breadth.c) must lead to the same slot as the hash that is computed again when a part grows. */
enum { VISITED_HASH_BITS = 40 };

#define VISITED_NONE UINT32_MAX

struct visited_part {
  uint64_t *slot;       /* [capacity * words] */
  uint64_t capacity, n; /* capacity: a multiple of VISITED_LINE */
  uint8_t apart[64];    /* threads that work on neighbours must not share a cache line */
};

struct visited {
  uint32_t words;
  struct budget *budget; /* pays for the set, and for all that is kept beside it */
  struct visited_part part[VISITED_PARTS];
};

/* False: no memory; call visited_free all the same. */
bool visited_create(struct visited *visited, uint32_t words, struct budget *budget);
void visited_free(struct visited *visited);
uint64_t visited_states(const struct visited *visited);
size_t visited_bytes(const struct visited *visited);

/* Makes room in a part for one more state. False: no memory, or the part has nearly 2^26 slots already. */
bool visited_grow(struct visited *visited, uint32_t part);

static inline uint64_t visited_hash(const uint64_t *state, uint32_t words)
{
  uint64_t h = state[0] * UINT64_C(0x9e3779b97f4a7c15);
  for (uint32_t w = 1; w < words; w++) h = (h ^ h >> 29 ^ state[w]) * UINT64_C(0xbf58476d1ce4e5b9);
  h ^= h >> 32;
  h *= UINT64_C(0xd6e8feb86659fd93);
  return h >> (64 - VISITED_HASH_BITS) << (64 - VISITED_HASH_BITS);
}

static inline uint32_t visited_part_of(uint64_t hash)
{
  return (uint32_t)(hash >> (64 - VISITED_PART_BITS));
}

__extension__ typedef unsigned __int128 visited_wide;

/* The slot where the search for a state begins: the first of a cache line, for states of one word. */
static inline uint64_t visited_home(const struct visited_part *part, uint64_t hash)
{
  const uint64_t lines = part->capacity / VISITED_LINE;
  return (uint64_t)((visited_wide)(hash << VISITED_PART_BITS) * lines >> 64) * VISITED_LINE;
}

static inline void visited_prefetch(const struct visited_part *part, uint64_t hash, uint32_t words)
{
  __builtin_prefetch(part->slot + visited_home(part, hash) * words);
}

/* The slot with the state, or the empty slot where it would go. */
static inline uint64_t visited_find(const struct visited_part *part, const uint64_t *state, uint64_t hash,
                                    uint32_t words)
{
  for (uint64_t at = visited_home(part, hash);;) {
    const uint64_t *slot = part->slot + at * words;
    bool same = slot[0] == state[0];
    for (uint32_t w = 1; w < words; w++) same &= slot[w] == state[w];
    if (same || slot[0] == 0) return at;
    if (++at == part->capacity) at = 0;
  }
}

/* True: the state is new. False: it was there, or (then *full) there is no memory for it. */
static inline bool visited_insert(struct visited *visited, uint32_t p, const uint64_t *state, uint64_t hash,
                                  uint32_t words, bool *full)
{
  struct visited_part *part = &visited->part[p];
  uint64_t at = visited_find(part, state, hash, words);
  if (part->slot[at * words] != 0) return false;
  if ((part->n + 1) * 5 > part->capacity * 4) {
    if (!visited_grow(visited, p)) {
      *full = true;
      return false;
    }
    at = visited_find(part, state, hash, words);
  }
  for (uint32_t w = 0; w < words; w++) part->slot[at * words + w] = state[w];
  part->n++;
  return true;
}

/* --- a complete visited set --------------------------------------------------------------------------------------- */

static inline uint32_t visited_id(uint32_t part, uint64_t slot)
{
  return part << VISITED_SLOT_BITS | (uint32_t)slot;
}

static inline uint32_t visited_id_part(uint32_t id)
{
  return id >> VISITED_SLOT_BITS;
}

static inline uint32_t visited_id_slot(uint32_t id)
{
  return id & ((UINT32_C(1) << VISITED_SLOT_BITS) - 1);
}

static inline const uint64_t *visited_state(const struct visited *visited, uint32_t id)
{
  return visited->part[visited_id_part(id)].slot + (size_t)visited_id_slot(id) * visited->words;
}

/* The number of a state; VISITED_NONE if it is not there. */
static inline uint32_t visited_lookup(const struct visited *visited, const uint64_t *state, uint64_t hash,
                                      uint32_t words)
{
  const uint32_t p = visited_part_of(hash);
  const struct visited_part *part = &visited->part[p];
  const uint64_t at = visited_find(part, state, hash, words);
  return part->slot[at * words] != 0 ? visited_id(p, at) : VISITED_NONE;
}

/* A number for each state, zero at first. */
struct visited_map {
  uint32_t *part[VISITED_PARTS];
  const struct visited *visited;
};

bool visited_map_create(struct visited_map *map, const struct visited *visited); /* false: no memory */
size_t visited_map_bytes(const struct visited *visited);                         /* the size of one map */
void visited_map_free(struct visited_map *map);

static inline uint32_t *visited_map_at(const struct visited_map *map, uint32_t id)
{
  return &map->part[visited_id_part(id)][visited_id_slot(id)];
}

/* Fetches the number of a state together with its slot: both lie near the slot where the search for it begins. */
static inline void visited_map_prefetch(const struct visited_map *map, uint64_t hash)
{
  const uint32_t p = visited_part_of(hash);
  __builtin_prefetch(map->part[p] + visited_home(&map->visited->part[p], hash), 1);
}

/* A bit for each state: whether its number was a given one. */
struct visited_marks {
  uint8_t *part[VISITED_PARTS];
  const struct visited *visited;
};

bool visited_marks_create(struct visited_marks *marks, const struct visited_map *map, uint32_t value);
void visited_marks_free(struct visited_marks *marks);

static inline bool visited_marks_has(const struct visited_marks *marks, uint32_t id)
{
  const uint32_t slot = visited_id_slot(id);
  return marks->part[visited_id_part(id)][slot / 8] >> slot % 8 & 1;
}

#endif
