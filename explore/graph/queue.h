/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * queue.h: waiting states in the order in which they were found. Each has a tag: its place in the set, and how it was
 * found. The search in breadth (breadth.c) has one queue for each part of the visited set in a level, and in each chunk
 * of successors.
 */
#ifndef EXPLORE_GRAPH_QUEUE_H
#define EXPLORE_GRAPH_QUEUE_H

#include <stdalign.h>

#include "explore/graph/successors.h"
#include "explore/graph/visited.h"

/* States in a row, each followed by its tag. A zeroed queue is empty. */
struct queue {
  alignas(64) uint64_t *entry; /* [n * (words + 1)]; threads that work on neighbours must not share a cache line */
  uint32_t n;
  size_t capacity;
};

/* Makes room for at least one state more. False: the system has no memory (base/budget.h). */
bool queue_grow(struct budget *budget, struct queue *queue, uint32_t words);
void queue_free(struct budget *budget, struct queue *queue, uint32_t words);

/* The number of states in the queues of all parts. */
uint64_t queues_states(const struct queue *queue);

INNER uint64_t *queue_entry(struct space_shape shape, const struct queue *queue, uint32_t k)
{
  return queue->entry + (size_t)k * (shape.words + 1);
}

/* Appends a state to a queue if `really`. It has no branch, as the processor cannot predict which steps change
 * nothing. Without memory the state is lost; the budget notes that, and the search ends soon. */
INNER void queue_push(struct budget *budget, struct space_shape shape, struct queue *queue, const uint64_t *state,
                      uint64_t tag, bool really)
{
  if (queue->n == queue->capacity && !queue_grow(budget, queue, shape.words)) return;
  uint64_t *entry = queue_entry(shape, queue, queue->n);
  for (uint32_t w = 0; w < shape.words; w++) entry[w] = state[w];
  entry[shape.words] = tag;
  queue->n += really;
}

/* --- tags --------------------------------------------------------------------------------------------------------- */

/* A tag has 64 bits. Some are the state's place in the set (the hash, or the number). The others say how it was
 * found: the process and access of the step or, where costs are asked for, what the observed process has paid on the
 * path. */
enum { TAG_PROCESS_BITS = 8, TAG_KEY_SHIFT = 64 - VISITED_HASH_BITS };

static inline uint64_t tag_of(uint64_t key, uint32_t process, uint32_t access)
{
  return key << TAG_KEY_SHIFT | (uint64_t)access << TAG_PROCESS_BITS | process;
}

static inline uint64_t tag_of_cost(uint64_t key, uint32_t paid)
{
  const uint32_t most = (1u << TAG_KEY_SHIFT) - 1;
  return key << TAG_KEY_SHIFT | (paid < most ? paid : most);
}

static inline uint64_t tag_key(uint64_t tag)
{
  return tag >> TAG_KEY_SHIFT;
}

/* The key as a hash that the visited set knows. */
static inline uint64_t tag_hash(uint64_t tag)
{
  return tag_key(tag) << TAG_KEY_SHIFT;
}

static inline uint32_t tag_process(uint64_t tag)
{
  return tag & ((1u << TAG_PROCESS_BITS) - 1);
}

static inline uint32_t tag_access(uint64_t tag)
{
  return tag >> TAG_PROCESS_BITS & ((1u << (TAG_KEY_SHIFT - TAG_PROCESS_BITS)) - 1);
}

static inline uint32_t tag_paid(uint64_t tag)
{
  return tag & ((1u << TAG_KEY_SHIFT) - 1);
}

#endif
