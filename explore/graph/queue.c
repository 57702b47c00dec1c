/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/queue.h"

#include <assert.h>

#include "base/mem.h"

static_assert(PACKING_MAX_PROCESSES < 1 << TAG_PROCESS_BITS, "a tag has room for every process");
static_assert(PACKING_MAX_REGISTERS <= SPACE_NO_ACCESS / 2 &&
                SPACE_NO_ACCESS < 1 << (TAG_PLACE_SHIFT - TAG_PROCESS_BITS),
              "a tag has room for every access");

void queue_grow(struct queue *pile, uint32_t words)
{
  pile->capacity = pile->capacity * 2 + 64;
  pile->entry = mem_grow(pile->entry, pile->capacity, (words + 1) * sizeof *pile->entry);
}

uint64_t queues_states(const struct queue *pile)
{
  uint64_t n = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++) n += pile[p].n;
  return n;
}
