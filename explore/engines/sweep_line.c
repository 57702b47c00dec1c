/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/sweep_line.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/sort.h"
#include "explore/engines/crossing.h"
#include "explore/engines/grace_period.h"

enum {
  CLASS = 1 << 20,        /* product states of a class, where that can be: then its data lie in the cache */
  MOST_CLASSES = 1 << 18, /* labels that wait for one of them lie in a list of its own */
  MOST_THREADS = 64,      /* the number of a record includes its thread */
};

/* --- from level to level ------------------------------------------------------------------------------------------ */

/* Where classes are gone through: those that are too large to be cut by all threads together, the others by one
 * each. */
struct crossings {
  struct crossing together, *alone; /* [thread] */
  struct thread_pool *pool;
  uint32_t *class, n; /* of one level */
  uint32_t first;     /* those from here on are for one thread each */
};

static bool add_initial(void *self, const uint64_t *state)
{
  struct sweep *w = self;
  const struct pareto_label label = {.state = *state, .from = history_origin(&w->history, *state)};
  pending_add(&w->pending, progress_measure_class(&w->measure, w->space, state), &label);
  return !budget_over(w->space->budget);
}

struct level_job {
  struct sweep *sweep;
  struct crossings *crossings;
};

static void take_alone(void *self, uint32_t item, uint32_t thread)
{
  struct level_job *job = self;
  if (!sweep_is_over(job->sweep))
    crossing_take(&job->crossings->alone[thread], job->crossings->class[job->crossings->first + item], NULL, thread);
}

/* The largest first. */
static int compare_sizes(const void *a, const void *b, void *self)
{
  const struct pending *p = self;
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (p->class[x].n != p->class[y].n) return p->class[x].n < p->class[y].n ? 1 : -1;
  return x < y ? -1 : 1;
}

/* The classes of a level have nothing to do with each other. One in which there is more to do than a thread's share is
 * gone through by all threads together; how much that is tells what has come into it. */
static void take_level(struct sweep *w, struct crossings *c)
{
  const struct progress_measure *g = &w->measure;
  struct level_job job = {w, c};
  uint64_t all = 0;
  uint32_t first = 0;
  c->n = 0;
  for (uint32_t k = g->level[w->level]; k < g->level[w->level + 1]; k++) {
    if (!pending_any(&w->pending, g->order[k])) continue;
    c->class[c->n++] = g->order[k];
    all += w->pending.class[g->order[k]].n;
  }
  sort_numbers(c->class, c->n, compare_sizes, &w->pending);
  for (; first < c->n && w->threads > 1 && w->pending.class[c->class[first]].n > all / w->threads; first++)
    crossing_take(&c->together, c->class[first], c -> pool, 0);
  c->first = first;
  thread_pool_run(c->pool, take_alone, &job, c->n - first);
}

/* --- the witness -------------------------------------------------------------------------------------------------- */

static void retrace(struct sweep *w, uint64_t record, struct sweep_result *out)
{
  uint32_t *move = NULL;
  size_t n = 0;
  uint64_t from;
  bool ok;
  for (; (ok = history_read(&w->history, record, &from)) && history_move(from) != HISTORY_ORIGIN;
       record = history_parent(from)) {
    move = mem_another(move, n, sizeof *move);
    move[n++] = history_move(from);
  }
  if (ok) configuration_path(w->space, history_begin(&w->history, from), move, n, &out->visited, &out->path);
  free(move);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* The sums over the threads, and the best of their labels. */
static const struct sweeper *add_up(const struct sweep *w, uint64_t *swept, struct sweep_result *out)
{
  const struct sweeper *best = &w->sweeper[0];
  for (uint32_t t = 0; t < w->threads; t++) {
    const struct sweeper *own = &w->sweeper[t];
    out->configurations += own->configurations;
    out->transitions += own->transitions;
    *swept += own->swept;
    for (uint32_t m = 0; m < w->space->n_moves; m++) out->taken[m] |= own->taken[m];
    if (own->any && sweeper_is_better(&own->best, own->ends, best)) best = own;
  }
  out->most = best->best.cost;
  out->labels = history_number(&w->history);
  return best;
}

static void sweep(struct sweep *w, struct crossings *c, struct sweep_result *out)
{
  uint64_t swept = 0;
  space_initial(w->space, add_initial, w);
  for (w->level = 0; w->level < w->measure.levels && !sweep_is_over(w); w->level++) take_level(w, c);
  const struct sweeper *best = add_up(w, &swept, out);
  out->comes_back = atomic_load(&w->comes_back) || (!sweep_is_over(w) && swept != out->configurations);
  out->complete = !sweep_is_over(w) && !out->comes_back;
  if (!out->comes_back && best->any) retrace(w, best->record, out);
}

static bool crossings_create(struct crossings *c, struct sweep *w)
{
  bool ok = crossing_create(&c->together, w, w->threads);
  c->class = mem_new(w->measure.classes, sizeof *c->class);
  c->alone = mem_aligned(w->threads, sizeof *c->alone, alignof(struct crossing));
  for (uint32_t t = 0; t < w->threads; t++) ok &= crossing_create(&c->alone[t], w, 1);
  return ok;
}

static void crossings_free(struct crossings *c, const struct sweep *w)
{
  crossing_free(&c->together);
  for (uint32_t t = 0; t < w->threads; t++) crossing_free(&c->alone[t]);
  free(c->alone);
  free(c->class);
}

static void sweep_by(const struct space *space, const struct explore_limits *limits, uint32_t threads,
                     uint64_t product_states, struct sweep_result *out)
{
  struct sweep w = {.space = space, .limits = limits, .copies = configuration_copies(space)};
  struct crossings c = {.pool = thread_pool_create(threads < MOST_THREADS ? threads : MOST_THREADS)};
  *out = (struct sweep_result){.taken = mem_new(space->n_moves, 1)};
  if (limits->scratch != NULL) scratch_clear(limits->scratch);
  w.threads = thread_pool_size(c.pool);
  w.sweeper = mem_aligned(w.threads, sizeof *w.sweeper, alignof(struct sweeper));
  for (uint32_t t = 0; t < w.threads; t++) sweeper_create(&w.sweeper[t], space);
  progress_measure_create(&w.measure, space, product_states, MOST_CLASSES);
  pending_create(&w.pending, w.measure.classes, w.threads, space->budget, limits->scratch, limits->memory / 2);
  history_create(&w.history, w.threads, space->budget, limits->scratch);
  if (crossings_create(&c, &w)) sweep(&w, &c, out);
  crossings_free(&c, &w);
  history_free(&w.history);
  pending_free(&w.pending);
  progress_measure_free(&w.measure);
  for (uint32_t t = 0; t < w.threads; t++) sweeper_free(&w.sweeper[t]);
  free(w.sweeper);
  thread_pool_free(c.pool);
}

/* How far several threads come in too little memory is left to chance. One thread comes as far each time. */
void sweep_search_cut(const struct space *space, const struct explore_limits *limits, uint64_t product_states,
                      struct sweep_result *out)
{
  budget_set_limit(space->budget, limits->memory);
  sweep_by(space, limits, limits->threads, product_states, out);
  if (out->complete || out->comes_back || limits->threads == 1 || limits_interrupted(limits)) return;
  sweep_free(out);
  sweep_by(space, limits, 1, product_states, out);
}

void sweep_search(const struct space *space, const struct explore_limits *limits, struct sweep_result *out)
{
  sweep_search_cut(space, limits, CLASS, out);
}

void sweep_free(struct sweep_result *h)
{
  visited_free(&h->visited);
  path_free(&h->path);
  free(h->taken);
  *h = (struct sweep_result){0};
}

/* --- whether it can be done --------------------------------------------------------------------------------------- */

static uint64_t where_it_applies(const struct space *space, double product_states)
{
  if (space->words != 1 || space->n_moves >= HISTORY_ORIGIN) return 0;
  return product_states < (double)(UINT64_MAX / 2) ? (uint64_t)product_states : UINT64_MAX / 2;
}

uint64_t sweep_product_states(const struct space *space)
{
  return where_it_applies(space, progress_measure_all(space));
}

uint64_t sweep_largest(const struct space *space)
{
  return where_it_applies(space, progress_measure_largest(space, CLASS, MOST_CLASSES));
}
