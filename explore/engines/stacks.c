/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { LEAST_OFFER = 16 }; /* configurations: fewer are not worth waking another thread */

void stack_enlarge(struct stack *stack, struct budget *budget)
{
  const size_t more = stack->capacity + stack->capacity / 2 + 1024;
  stack->item = budget_array_resize(budget, stack->item, stack->capacity, more, sizeof *stack->item);
  stack->capacity = more;
}

static void append(struct stacks *s, struct stack *to, const struct configuration *item, size_t n)
{
  while (to->capacity - to->n < n) stack_enlarge(to, s->budget);
  memcpy(to->item + to->n, item, n * sizeof *item);
  to->n += n;
}

void stacks_create(struct stacks *s, uint32_t threads, struct budget *budget)
{
  *s = (struct stacks){.threads = threads, .budget = budget};
  s->of = mem_aligned(threads, sizeof *s->of, alignof(struct stack));
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
}

void stacks_free(struct stacks *s)
{
  for (uint32_t t = 0; t < s->threads; t++)
    budget_drop(s->budget, s->of[t].item, s->of[t].capacity, sizeof *s->of[t].item);
  budget_drop(s->budget, s->offered.item, s->offered.capacity, sizeof *s->offered.item);
  pthread_cond_destroy(&s->changed);
  pthread_mutex_destroy(&s->lock);
  free(s->of);
}

void stacks_clear(struct stacks *s)
{
  for (uint32_t t = 0; t < s->threads; t++) {
    s->of[t].n = 0;
    s->of[t].working = false;
  }
  s->offered.n = 0;
  s->working = 0;
  s->stopped = false;
}

void stacks_offer(struct stacks *s, struct configuration configuration)
{
  append(s, &s->offered, &configuration, 1);
}

void stacks_stop(struct stacks *s)
{
  pthread_mutex_lock(&s->lock);
  s->stopped = true;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
}

/* The half that has waited longest goes to a waiting thread. */
static void hand_over(struct stacks *s, struct stack *from)
{
  const size_t half = from->n / 2;
  pthread_mutex_lock(&s->lock);
  if (s->offered.n == 0) {
    append(s, &s->offered, from->item, half);
    from->n -= half;
    memmove(from->item, from->item + half, from->n * sizeof *from->item);
    pthread_cond_signal(&s->changed);
  }
  pthread_mutex_unlock(&s->lock);
}

/* Takes some offered configurations; waits for them as long as a thread is at work. */
static void fetch(struct stacks *s, struct stack *to)
{
  pthread_mutex_lock(&s->lock);
  s->working -= to->working;
  to->working = false;
  atomic_fetch_add(&s->hungry, 1);
  while (s->offered.n == 0 && s->working != 0 && !s->stopped) pthread_cond_wait(&s->changed, &s->lock);
  const size_t hungry = atomic_fetch_sub(&s->hungry, 1);
  if (s->offered.n != 0 && !s->stopped) {
    const size_t n = (s->offered.n + hungry - 1) / hungry;
    s->offered.n -= n;
    append(s, to, s->offered.item + s->offered.n, n);
    to->working = true;
    s->working++;
  }
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
}

size_t stacks_take(struct stacks *s, uint32_t thread, struct configuration *out, size_t most)
{
  struct stack *own = &s->of[thread];
  if (own->n == 0) fetch(s, own);
  if (own->n >= LEAST_OFFER && atomic_load_explicit(&s->hungry, memory_order_relaxed) != 0) hand_over(s, own);
  const size_t n = own->n < most ? own->n : most;
  if (n == 0) return 0;
  own->n -= n;
  memcpy(out, own->item + own->n, n * sizeof *out);
  return n;
}
