/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/depth_classes.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "explore/engines/descent.h"
#include "explore/engines/grace_period.h"
#include "explore/graph/progress_measure.h"

enum {
  MOST_CLASSES = 1 << 12, /* the more there are, the better the work can be shared */
  AHEAD = 16              /* states of a class that are fetched in advance */
};

struct by_classes {
  const struct space *space;
  const struct visited *visited;
  const struct region *region;
  const struct explore_limits *limits;
  struct progress_measure measure;
  uint32_t *begin;    /* [class]: where its states begin in `state`; one more at the end */
  uint32_t *next;     /* [part * classes + class]: where the next one of this part goes */
  uint32_t *state;    /* numbers of the region's states, by class, those of a class by part and slot */
  uint32_t level;     /* that is gone through */
  struct depth *own;  /* [thread]: the result of a descent, with the values of all */
  struct descent *of; /* [thread] */
  atomic_ullong done;
  atomic_bool over;
};

/* --- the states by class ------------------------------------------------------------------------------------------ */

static void each_state(struct by_classes *c, uint32_t part,
                       void visit(struct by_classes *, uint32_t, uint32_t, uint32_t))
{
  const struct visited_part *p = &c->visited->part[part];
  for (uint64_t k = 0; k < p->capacity; k++) {
    const uint64_t *state = p->slot + k * c->visited->words;
    if (state[0] != 0 && region_has(c->space, c->region, state) && region_keeps(c->space, c->region, state))
      visit(c, part, progress_measure_class(&c->measure, c->space, state), visited_id(part, k));
  }
}

static void count_one(struct by_classes *c, uint32_t part, uint32_t class, uint32_t id)
{
  (void)id;
  c->next[part * c->measure.classes + class]++;
}

static void place_one(struct by_classes *c, uint32_t part, uint32_t class, uint32_t id)
{
  c->state[c->next[part * c->measure.classes + class]++] = id;
}

static void count_part(void *self, uint32_t part, uint32_t thread)
{
  (void)thread;
  each_state(self, part, count_one);
}

static void place_part(void *self, uint32_t part, uint32_t thread)
{
  (void)thread;
  each_state(self, part, place_one);
}

static void sort_states(struct by_classes *c, struct thread_pool *pool)
{
  uint32_t sum = 0;
  thread_pool_run(pool, count_part, c, VISITED_PARTS);
  for (uint32_t class = 0; class < c->measure.classes; class ++) {
    c->begin[class] = sum;
    for (uint32_t part = 0; part < VISITED_PARTS; part++) {
      uint32_t *next = &c->next[part * c->measure.classes + class];
      const uint32_t n = *next;
      *next = sum;
      sum += n;
    }
  }
  c->begin[c->measure.classes] = sum;
  thread_pool_run(pool, place_part, c, VISITED_PARTS);
}

/* --- from level to level ------------------------------------------------------------------------------------------ */

static void fetch(const struct by_classes *c, uint32_t id)
{
  __builtin_prefetch(visited_state(c->visited, id));
  __builtin_prefetch(visited_map_at(&c->own->value, id), 1);
}

static void search_class(void *self, uint32_t item, uint32_t thread)
{
  struct by_classes *c = self;
  struct descent *d = &c->of[thread];
  const uint32_t class = c->measure.order[c->measure.level[c->level] + item];
  const uint32_t end = c->begin[class + 1];
  for (uint32_t k = c->begin[class]; k < end && !d->over; k++) {
    if (k + AHEAD < end) fetch(c, c->state[k + AHEAD]);
    if (atomic_load_explicit(&c->over, memory_order_relaxed)) return;
    descent_from(d, c->state[k]);
  }
  if (d->over) atomic_store(&c->over, true);
}

static void search_levels(struct by_classes *c, struct thread_pool *pool)
{
  for (c->level = c->measure.levels; c->level-- > 0 && !atomic_load(&c->over);)
    thread_pool_run(pool, search_class, c, c->measure.level[c->level + 1] - c->measure.level[c->level]);
}

static void search_by(struct by_classes *c, struct thread_pool *pool, struct depth *out)
{
  const uint32_t threads = thread_pool_size(pool);
  struct explore_limits quiet = *c->limits;
  quiet.tell = NULL;
  c->own = mem_new(threads, sizeof *c->own);
  c->of = mem_new(threads, sizeof *c->of);
  for (uint32_t t = 0; t < threads; t++) {
    c->own[t] = (struct depth){.from = VISITED_NONE, .way = REGION_WAY_OUT, .value = out->value};
    if (!descent_create(&c->of[t], c->space, c->visited, c->region, t == 0 ? c->limits : &quiet, &c->own[t]))
      atomic_store(&c->over, true);
    c->of[t].at_once = true;
    c->of[t].done = &c->done;
  }
  search_levels(c, pool);
  for (uint32_t t = 0; t < threads; t++) descent_free(&c->of[t]);
  free(c->of);
  free(c->own);
}

/* Somebody did not come to an end. A state that has been left has its value for good, unless it is in a fair component:
 * the search that goes on is to find for itself which one comes first. */
static void forget_paths(const struct visited *visited, struct visited_map *value)
{
  for (uint32_t part = 0; part < VISITED_PARTS; part++)
    for (uint64_t k = 0; k < visited->part[part].capacity; k++)
      if ((value->part[part][k] & DEPTH_LEFT) == 0 || value->part[part][k] == DEPTH_MEMBER) value->part[part][k] = 0;
}

/* False: it is not worth it. */
static bool cut(struct by_classes *c)
{
  if (c->space->env.any || c->space->symmetry != NULL) return false; /* a renaming leads to another class */
  progress_measure_create(&c->measure, c->space, 1, MOST_CLASSES);
  if (c->measure.classes > 1) return true;
  progress_measure_free(&c->measure);
  return false;
}

void depth_by_classes(const struct space *space, const struct visited *visited, const struct region *region,
                      const struct explore_limits *limits, struct depth *out)
{
  struct by_classes c = {.space = space, .visited = visited, .region = region, .limits = limits};
  if (!cut(&c)) return;
  struct budget *b = space->budget;
  const size_t states = visited_states(visited), counts = (size_t)VISITED_PARTS * c.measure.classes;
  if (budget_fits(b, (states + counts) * sizeof(uint32_t))) {
    struct thread_pool *pool = thread_pool_create(limits->threads);
    c.begin = mem_new(c.measure.classes + 1, sizeof *c.begin);
    c.next = budget_array(b, counts, sizeof *c.next);
    c.state = budget_array(b, states, sizeof *c.state);
    sort_states(&c, pool);
    search_by(&c, pool, out);
    budget_drop(b, c.next, counts, sizeof *c.next);
    budget_drop(b, c.state, states, sizeof *c.state);
    free(c.begin);
    thread_pool_free(pool);
  }
  progress_measure_free(&c.measure);
  if (atomic_load(&c.over)) forget_paths(visited, &out->value);
}
