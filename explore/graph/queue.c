/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/queue.h"

#include <assert.h>

static_assert(PACKING_MAX_PROCESSES < 1 << TAG_PROCESS_BITS, "a tag has room for every process");
static_assert(PACKING_MAX_REGISTERS <= SPACE_NO_ACCESS / 2 && SPACE_NO_ACCESS < 1 << (TAG_KEY_SHIFT - TAG_PROCESS_BITS),
              "a tag has room for every access");

bool queue_grow(struct budget *budget, struct queue *queue, uint32_t words)
{
  uint64_t *entry = budget_grow(budget, queue->entry, &queue->capacity, (words + 1) * sizeof *entry);
  if (entry != NULL) queue->entry = entry;
  return entry != NULL;
}

void queue_free(struct budget *budget, struct queue *queue, uint32_t words)
{
  budget_give(budget, queue->entry, queue->capacity * (words + 1) * sizeof *queue->entry);
  *queue = (struct queue){0};
}

uint64_t queues_states(const struct queue *queue)
{
  uint64_t n = 0;
  for (uint32_t p = 0; p < VISITED_PARTS; p++) n += queue[p].n;
  return n;
}
