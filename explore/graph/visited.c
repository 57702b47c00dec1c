/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/visited.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_SLOTS = 32, SMALL = 1 << 19, LINE_BYTES = 64, PAGE = 4096, LARGE = 1 << 21 };

/* Large blocks are mapped, for large pages; small ones begin at a cache line. */
static size_t round_up(size_t bytes)
{
  const size_t unit = bytes < LARGE ? LINE_BYTES : bytes < 8 * (size_t)LARGE ? PAGE : LARGE;
  return (bytes + unit - 1) / unit * unit;
}

static void *map(size_t bytes)
{
  unsigned char *block =
    mmap(NULL, bytes + LARGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) return NULL;
  const size_t before = (LARGE - (uintptr_t)block % LARGE) % LARGE; /* large pages begin at multiples of their size */
  if (before != 0) (void)munmap(block, before);
  (void)munmap(block + before + bytes, LARGE - before);
  (void)madvise(block + before, bytes, MADV_HUGEPAGE);
  return block + before;
}

void *visited_block(size_t bytes)
{
  if (bytes >= LARGE) return map(round_up(bytes));
  void *block = aligned_alloc(LINE_BYTES, round_up(bytes));
  if (block != NULL) memset(block, 0, round_up(bytes));
  return block;
}

void visited_block_free(void *block, size_t bytes)
{
  if (bytes < LARGE)
    free(block);
  else if (block != NULL)
    (void)munmap(block, round_up(bytes));
}

static size_t part_bytes(const struct visited *visited, uint64_t capacity)
{
  return capacity * visited->words * sizeof(uint64_t);
}

void visited_free(struct visited *visited)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    visited_block_free(visited->part[p].slot, part_bytes(visited, visited->part[p].capacity));
  *visited = (struct visited){0};
}

uint64_t visited_states(const struct visited *visited)
{
  uint64_t n = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++) n += visited->part[p].n;
  return n;
}

uint64_t visited_slots(const struct visited *visited)
{
  uint64_t slots = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++) slots += visited->part[p].capacity;
  return slots;
}

size_t visited_bytes(const struct visited *visited)
{
  return part_bytes(visited, visited_slots(visited));
}

static inline __attribute__((always_inline)) void move_all(const struct visited_part *from, struct visited_part *to,
                                                           uint32_t words)
{
  for (uint64_t k = 0; k < from->capacity; k++) {
    const uint64_t *state = from->slot + k * words;
    if (state[0] == 0) continue;
    const uint64_t at = visited_find(to, state, visited_hash(state, words), words);
    for (uint32_t w = 0; w < words; w++) to->slot[at * words + w] = state[w];
  }
}

bool visited_grow(struct visited *visited, uint32_t p)
{
  struct visited_part old = visited->part[p], *part = &visited->part[p];
  uint64_t capacity = old.capacity + old.capacity / (old.capacity < SMALL ? 2 : 4);
  if (capacity < FIRST_SLOTS) capacity = FIRST_SLOTS;
  capacity -= capacity % VISITED_LINE;
  if (capacity >= UINT64_C(1) << VISITED_SLOT_BITS) return false;
  uint64_t *slot = visited_block(part_bytes(visited, capacity));
  if (slot == NULL) return false;
  *part = (struct visited_part){.slot = slot, .capacity = capacity, .n = old.n};
  if (visited->words == 1)
    move_all(&old, part, 1);
  else
    move_all(&old, part, visited->words);
  visited_block_free(old.slot, part_bytes(visited, old.capacity));
  return true;
}

bool visited_create(struct visited *visited, uint32_t words)
{
  *visited = (struct visited){.words = words};
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    if (!visited_grow(visited, p)) return false;
  return true;
}

bool visited_map_create(struct visited_map *map, const struct visited *visited)
{
  *map = (struct visited_map){.visited = visited};
  for (uint32_t p = 0; p < VISITED_PARTS; p++) {
    map->part[p] = visited_block(visited->part[p].capacity * sizeof **map->part);
    if (map->part[p] == NULL && visited->part[p].capacity != 0) {
      visited_map_free(map);
      return false;
    }
  }
  return true;
}

void visited_map_clear(struct visited_map *map)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    if (map->part[p] != NULL) memset(map->part[p], 0, map->visited->part[p].capacity * sizeof **map->part);
}

void visited_map_free(struct visited_map *map)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    visited_block_free(map->part[p], map->visited != NULL ? map->visited->part[p].capacity * sizeof **map->part : 0);
  *map = (struct visited_map){0};
}
