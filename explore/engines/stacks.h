/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * stacks.h: configurations that wait for expansion by several threads. Each thread pushes what it finds on a stack of
 * its own, and expands from its top, so that few wait at a time. When another thread has nothing left, half of a stack
 * is handed over, the half that has waited longest.
 */
#ifndef EXPLORE_ENGINES_STACKS_H
#define EXPLORE_ENGINES_STACKS_H

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>

#include "base/budget.h"
#include "explore/engines/configurations.h"

struct stack {
  alignas(64) struct configuration *item;
  size_t n, capacity;
  bool working; /* it has taken configurations, and has not yet asked for more in vain */
};

struct stacks {
  struct stack *of;     /* [thread] */
  struct stack offered; /* under the lock */
  uint32_t threads, working;
  bool stopped;
  atomic_uint hungry; /* threads that wait */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct budget *budget;
};

void stacks_create(struct stacks *stacks, uint32_t threads, struct budget *budget);
void stacks_free(struct stacks *stacks);

/* Empties all stacks, for another pass. No thread is at work. */
void stacks_clear(struct stacks *stacks);

/* Offers a configuration to all threads, before they begin. */
void stacks_offer(struct stacks *stacks, struct configuration configuration);

/* Takes at most `most` configurations, and waits while others may still find some. 0: no thread will, or all are to
 * stop. */
size_t stacks_take(struct stacks *stacks, uint32_t thread, struct configuration *out, size_t most);

/* Ends all threads: there is no more to take. */
void stacks_stop(struct stacks *stacks);

void stack_enlarge(struct stack *stack, struct budget *budget);

static inline void stacks_push(struct stacks *stacks, uint32_t thread, struct configuration configuration)
{
  struct stack *stack = &stacks->of[thread];
  if (stack->n == stack->capacity) stack_enlarge(stack, stacks->budget);
  stack->item[stack->n++] = configuration;
}

#endif
