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

static size_t part_bytes(const struct visited *store, uint64_t capacity)
{
  return capacity * store->words * sizeof(uint64_t);
}

void visited_free(struct visited *store)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    visited_block_free(store->part[p].slot, part_bytes(store, store->part[p].capacity));
  *store = (struct visited){0};
}

uint64_t visited_states(const struct visited *store)
{
  uint64_t n = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++) n += store->part[p].n;
  return n;
}

uint64_t visited_slots(const struct visited *store)
{
  uint64_t slots = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++) slots += store->part[p].capacity;
  return slots;
}

size_t visited_bytes(const struct visited *store)
{
  return part_bytes(store, visited_slots(store));
}

static inline __attribute__((always_inline)) void move_all(const struct part *from, struct part *to, uint32_t words)
{
  for (uint64_t k = 0; k < from->capacity; k++) {
    const uint64_t *state = from->slot + k * words;
    if (state[0] == 0) continue;
    const uint64_t at = visited_find(to, state, visited_hash(state, words), words);
    for (uint32_t w = 0; w < words; w++) to->slot[at * words + w] = state[w];
  }
}

bool visited_grow(struct visited *store, uint32_t p)
{
  struct part old = store->part[p], *part = &store->part[p];
  uint64_t capacity = old.capacity + old.capacity / (old.capacity < SMALL ? 2 : 4);
  if (capacity < FIRST_SLOTS) capacity = FIRST_SLOTS;
  capacity -= capacity % VISITED_LINE;
  if (capacity >= UINT64_C(1) << VISITED_SLOT_BITS) return false;
  uint64_t *slot = visited_block(part_bytes(store, capacity));
  if (slot == NULL) return false;
  *part = (struct part){.slot = slot, .capacity = capacity, .n = old.n};
  if (store->words == 1)
    move_all(&old, part, 1);
  else
    move_all(&old, part, store->words);
  visited_block_free(old.slot, part_bytes(store, old.capacity));
  return true;
}

bool visited_create(struct visited *store, uint32_t words)
{
  *store = (struct visited){.words = words};
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    if (!visited_grow(store, p)) return false;
  return true;
}

bool notes_create(struct notes *notes, const struct visited *store)
{
  *notes = (struct notes){.store = store};
  for (uint32_t p = 0; p < VISITED_PARTS; p++) {
    notes->part[p] = visited_block(store->part[p].capacity * sizeof **notes->part);
    if (notes->part[p] == NULL && store->part[p].capacity != 0) {
      notes_free(notes);
      return false;
    }
  }
  return true;
}

void notes_clear(struct notes *notes)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    if (notes->part[p] != NULL) memset(notes->part[p], 0, notes->store->part[p].capacity * sizeof **notes->part);
}

void notes_free(struct notes *notes)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    visited_block_free(notes->part[p],
                       notes->store != NULL ? notes->store->part[p].capacity * sizeof **notes->part : 0);
  *notes = (struct notes){0};
}
