/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/visited.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 32, SMALL = 1 << 19 };

static size_t part_bytes(const struct visited *visited, uint64_t capacity)
{
  return capacity * visited->words * sizeof(uint64_t);
}

void visited_free(struct visited *visited)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    budget_give(visited->budget, visited->part[p].slot, part_bytes(visited, visited->part[p].capacity));
  *visited = (struct visited){0};
}

uint64_t visited_states(const struct visited *visited)
{
  uint64_t n = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++) n += visited->part[p].n;
  return n;
}

static uint64_t visited_slots(const struct visited *visited)
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
  uint64_t *slot = budget_take_copy(visited->budget, part_bytes(visited, capacity));
  if (slot == NULL) return false;
  *part = (struct visited_part){.slot = slot, .capacity = capacity, .n = old.n};
  if (visited->words == 1)
    move_all(&old, part, 1);
  else
    move_all(&old, part, visited->words);
  budget_give_copied(visited->budget, old.slot, part_bytes(visited, old.capacity));
  return true;
}

bool visited_create(struct visited *visited, uint32_t words, struct budget *budget)
{
  *visited = (struct visited){.words = words, .budget = budget};
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    if (!visited_grow(visited, p)) return false;
  return true;
}

/* --- beside the states -------------------------------------------------------------------------------------------- */

static size_t map_bytes(const struct visited *visited, uint32_t p)
{
  return visited->part[p].capacity * sizeof(uint32_t);
}

size_t visited_map_bytes(const struct visited *visited)
{
  return visited_slots(visited) * sizeof(uint32_t);
}

bool visited_map_create(struct visited_map *map, const struct visited *visited)
{
  *map = (struct visited_map){.visited = visited};
  bool ok = true;
  for (uint32_t p = 0; p < VISITED_PARTS && ok; p++) {
    map->part[p] = visited->part[p].capacity != 0 ? budget_take(visited->budget, map_bytes(visited, p)) : NULL;
    ok = map->part[p] != NULL || visited->part[p].capacity == 0;
  }
  if (!ok) visited_map_free(map);
  return ok;
}

void visited_map_free(struct visited_map *map)
{
  for (uint32_t p = 0; p < VISITED_PARTS && map->visited != NULL; p++)
    budget_give(map->visited->budget, map->part[p], map_bytes(map->visited, p));
  *map = (struct visited_map){0};
}

static size_t marks_bytes(const struct visited *visited, uint32_t p)
{
  return visited->part[p].capacity / 8 + 1;
}

bool visited_marks_create(struct visited_marks *marks, const struct visited_map *map, uint32_t value)
{
  const struct visited *visited = map->visited;
  *marks = (struct visited_marks){.visited = visited};
  for (uint32_t p = 0; p < VISITED_PARTS; p++) {
    marks->part[p] = budget_take(visited->budget, marks_bytes(visited, p));
    if (marks->part[p] == NULL) {
      visited_marks_free(marks);
      return false;
    }
    for (uint64_t k = 0; k < visited->part[p].capacity; k++)
      marks->part[p][k / 8] |= (uint8_t)((map->part[p][k] == value) << k % 8);
  }
  return true;
}

void visited_marks_free(struct visited_marks *marks)
{
  for (uint32_t p = 0; p < VISITED_PARTS && marks->visited != NULL; p++)
    budget_give(marks->visited->budget, marks->part[p], marks_bytes(marks->visited, p));
  *marks = (struct visited_marks){0};
}
