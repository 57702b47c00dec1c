/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/sweep.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "explore/graph/bitset.h"
#include "explore/search/configurations.h"
#include "explore/search/pareto.h"
#include "explore/search/patience.h"
#include "explore/search/stacks.h"

enum {
  LOOKED_AT = 64, /* configurations whose steps are made together when they are found, ... */
  GONE_ON = 8,    /* ... and when they are gone through: what is needed of memory is fetched in advance */
  POLL = 64,      /* batches between two looks at the memory and the interrupt */
  MOST_INDEGREE = UINT8_MAX,
};

/* What a thread has for itself. */
struct sweeper {
  alignas(64) struct transition *edge; /* [LOOKED_AT * n * choices] */
  uint32_t edges[GONE_ON + 1];         /* where those of a configuration of the batch begin */
  struct pareto_front own;             /* of the configuration that is gone on from */
  uint8_t *taken;                      /* [move] */
  uint64_t configurations, transitions, swept, batches;
  struct pareto_label best; /* the label that has paid most, its record, and whether it can go on */
  uint64_t record;
  bool any, ends;
};

struct sweep {
  const struct space *space;
  const struct explore_means *means;
  struct sweep_result *out;
  struct bitset bitset;
  uint64_t copies;
  atomic_uchar *indegree; /* [number]: steps to it that have not been made yet */
  struct stacks stacks;
  struct pareto labels;
  struct sweeper *sweeper; /* [thread] */
  uint32_t threads;
  atomic_ullong found, done; /* configurations, as it was last told */
  atomic_bool over, comes_back;
};

/* --- threads ------------------------------------------------------------------------------------------------------ */

static void come_to_an_end(struct sweep *w, bool comes_back)
{
  if (comes_back) atomic_store(&w->comes_back, true);
  atomic_store(&w->over, true);
  stacks_stop(&w->stacks);
}

static bool is_over(struct sweep *w)
{
  return atomic_load_explicit(&w->over, memory_order_relaxed);
}

static void tell(struct sweep *w, const char *what)
{
  const struct explore_means *means = w->means;
  if (means->tell == NULL) return;
  const uint64_t found = atomic_load(&w->found), done = atomic_load(&w->done);
  const struct explore_progress now = {.what = what,
                                       .states = done > 0 ? done : found,
                                       .all = done > 0 ? found : 0,
                                       .bytes = budget_taken(w->space->budget),
                                       .best = w->sweeper[0].best.cost,
                                       .costs = true};
  means->tell(means->listener, &now);
}

/* Between two batches: whether there is still memory, and nobody has interrupted. One thread tells what all do. */
static void poll(struct sweep *w, uint32_t thread, atomic_ullong *counter, uint64_t more, const char *what)
{
  struct sweeper *own = &w->sweeper[thread];
  atomic_fetch_add_explicit(counter, more, memory_order_relaxed);
  if (++own->batches % POLL != 0) return;
  if (budget_over(w->space->budget) || means_interrupted(w->means) || atomic_load(&w->labels.full))
    come_to_an_end(w, false);
  if (thread == 0 && own->batches % (POLL << 4) == 0) tell(w, what);
}

/* One more, or one less; returns what it was. A thread alone need not lock anything. */
static uint8_t count(const struct sweep *w, uint64_t number, uint8_t more)
{
  atomic_uchar *indegree = &w->indegree[number];
  if (w->threads > 1) return atomic_fetch_add_explicit(indegree, more, memory_order_acq_rel);
  const uint8_t before = atomic_load_explicit(indegree, memory_order_relaxed);
  atomic_store_explicit(indegree, (uint8_t)(before + more), memory_order_relaxed);
  return before;
}

static uint32_t steps_of(const struct sweep *w, struct sweeper *own, const struct configuration *from, uint32_t first)
{
  struct transition *edge = own->edge + first;
  const uint32_t n = configuration_steps(w->space, &w->bitset, from, own->taken, edge);
  for (uint32_t j = 0; j < n; j++) __builtin_prefetch((const void *)&w->indegree[edge[j].to.number], 1);
  return n;
}

/* --- first: find the configurations, and count the steps to each -------------------------------------------------- */

/* One step more leads to a configuration. True: it is the first. */
static bool count_step(struct sweep *w, struct sweeper *own, uint64_t number)
{
  const uint8_t before = count(w, number, 1);
  if (before == MOST_INDEGREE) come_to_an_end(w, true); /* nobody knows, but so many cannot be counted */
  own->configurations += before == 0;
  return before == 0;
}

static bool count_initial(void *self, const uint64_t *state)
{
  struct sweep *w = self;
  const struct configuration begin = {*state, bitset_number(&w->bitset, w->space, state)};
  if (count_step(w, &w->sweeper[0], begin.number)) stacks_offer(&w->stacks, begin);
  if (w->sweeper[0].configurations % LOOKED_AT == 0) poll(w, 0, &w->found, 0, "configurations");
  return !is_over(w);
}

static void look_at_batch(struct sweep *w, uint32_t thread, const struct configuration *configuration, size_t n)
{
  struct sweeper *own = &w->sweeper[thread];
  uint32_t edges = 0;
  for (size_t k = 0; k < n; k++) {
    const uint32_t from = edges;
    edges += steps_of(w, own, &configuration[k], from);
    own->transitions += edges - from;
    uint32_t kept = from;
    for (uint32_t j = from; j < edges; j++)
      if (own->edge[j].to.number != configuration[k].number) own->edge[kept++] = own->edge[j];
    edges = kept;
  }
  for (uint32_t j = 0; j < edges; j++)
    if (count_step(w, own, own->edge[j].to.number)) stacks_push(&w->stacks, thread, own->edge[j].to);
}

static void find_configurations(void *self, uint32_t thread, uint32_t member)
{
  struct sweep *w = self;
  struct configuration batch[LOOKED_AT];
  size_t n;
  (void)member;
  while (!is_over(w) && (n = stacks_take(&w->stacks, thread, batch, LOOKED_AT)) != 0) {
    look_at_batch(w, thread, batch, n);
    poll(w, thread, &w->found, n, "configurations");
  }
}

/* --- then: go through them in order ------------------------------------------------------------------------------- */

static bool begin_at_initial(void *self, const uint64_t *state)
{
  struct sweep *w = self;
  const struct configuration begin = {*state, bitset_number(&w->bitset, w->space, state)};
  pareto_add(&w->labels, 0, &(struct pareto_label){.state = *state, .from = pareto_origin(&w->labels, *state)});
  if (count(w, begin.number, UINT8_MAX) == 1) stacks_offer(&w->stacks, begin);
  poll(w, 0, &w->done, 0, "configurations in order");
  return !is_over(w);
}

/* Whether a label that comes of the k-th has paid for coming back to where it was at this configuration, or was at it
 * already. Its predecessors at the configuration have consecutive records, which come before its own. */
static bool goes_round(const struct sweep *w, const struct pareto_front *own, size_t k, const struct pareto_label *to)
{
  const uint64_t first = own->record[0];
  while (own->label[k].state != to->state) {
    const uint64_t record = own->record[k];
    if (pareto_move(&w->labels, record) == PARETO_ORIGIN) return false;
    const uint64_t parent = pareto_parent(&w->labels, record);
    if (parent < first || parent >= record) return false;
    k = parent - first;
  }
  return to->cost > own->label[k].cost;
}

/* The steps that lead to the same configuration: what a process reads while it waits. Where they go round at a cost,
 * there would be no end of labels: two that wait by test-and-set take the register from each other. */
static void stay(struct sweep *w, uint32_t thread, const struct configuration *at, const struct transition *edge,
                 uint32_t n)
{
  struct pareto_front *own = &w->sweeper[thread].own;
  for (size_t k = 0; k < own->n; k++) {
    const uint64_t record = pareto_remember(&w->labels, thread, &own->label[k]);
    own->record[k] = record;
    for (uint32_t j = 0; j < n; j++) {
      if (edge[j].to.number != at->number) continue;
      const struct pareto_label to = label_after(w->space, &own->label[k], record, &edge[j]);
      if (goes_round(w, own, k, &to)) {
        come_to_an_end(w, true);
        return;
      }
      if (to.state != own->label[k].state) pareto_front_add(own, &to, w->copies);
    }
  }
}

/* Of two labels that have paid the same, the better one cannot go on: the passage is over. Then any order will do that
 * does not depend on the threads. */
static bool is_better(const struct pareto_label *a, bool ends, const struct sweeper *best)
{
  if (!best->any || a->cost != best->best.cost) return !best->any || a->cost > best->best.cost;
  return ends != best->ends ? ends : a->state < best->best.state;
}

static void take_best(struct sweeper *own, bool ends)
{
  for (size_t k = 0; k < own->own.n; k++) {
    if (!is_better(&own->own.label[k], ends, own)) continue;
    own->best = own->own.label[k];
    own->record = own->own.record[k];
    own->any = true;
    own->ends = ends;
  }
}

/* The labels go along each step that leads on, and a configuration to which no step is left has all of its own. */
static void leave(struct sweep *w, uint32_t thread, const struct configuration *at, const struct transition *edge,
                  uint32_t n)
{
  struct sweeper *own = &w->sweeper[thread];
  bool ends = true;
  pareto_take(&w->labels, thread, at->state, &own->own);
  stay(w, thread, at, edge, n);
  for (uint32_t j = 0; j < n; j++) {
    if (edge[j].to.number == at->number) continue;
    ends = false;
    for (size_t k = 0; k < own->own.n; k++) {
      if (pareto_front_is_dominated(&own->own, k, w->copies)) continue;
      const struct pareto_label to = label_after(w->space, &own->own.label[k], own->own.record[k], &edge[j]);
      pareto_add(&w->labels, thread, &to);
    }
    if (count(w, edge[j].to.number, UINT8_MAX) == 1) stacks_push(&w->stacks, thread, edge[j].to);
  }
  take_best(own, ends);
}

static void leave_batch(struct sweep *w, uint32_t thread, const struct configuration *batch, size_t n)
{
  struct sweeper *own = &w->sweeper[thread];
  for (size_t k = 0; k < n; k++) {
    pareto_prefetch(&w->labels, batch[k].state);
    own->edges[k + 1] = own->edges[k] + steps_of(w, own, &batch[k], own->edges[k]);
  }
  for (uint32_t j = 0; j < own->edges[n]; j++) pareto_prefetch(&w->labels, own->edge[j].to.state);
  for (size_t k = 0; k < n && !is_over(w); k++)
    leave(w, thread, &batch[k], own->edge + own->edges[k], own->edges[k + 1] - own->edges[k]);
  own->swept += n;
}

static void go_through(void *self, uint32_t thread, uint32_t member)
{
  struct sweep *w = self;
  struct configuration batch[GONE_ON];
  size_t n;
  (void)member;
  while (!is_over(w) && (n = stacks_take(&w->stacks, thread, batch, GONE_ON)) != 0) {
    leave_batch(w, thread, batch, n);
    poll(w, thread, &w->done, n, "configurations in order");
  }
}

/* --- the witness -------------------------------------------------------------------------------------------------- */

static void retrace(struct sweep *w, uint64_t record)
{
  struct sweep_result *out = w->out;
  uint32_t *move = NULL;
  size_t n = 0;
  for (; pareto_move(&w->labels, record) != PARETO_ORIGIN; record = pareto_parent(&w->labels, record)) {
    move = mem_grow(move, n + 1, sizeof *move);
    move[n++] = pareto_move(&w->labels, record);
  }
  configuration_path(w->space, pareto_begin(&w->labels, record), move, n, &out->visited, &out->path);
  free(move);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

uint64_t sweep_tuples(const struct space *space)
{
  struct bitset d;
  if (space->words != 1 || space->n_moves >= PARETO_ORIGIN || !bitset_create(&d, space)) return 0;
  const uint64_t tuples = d.size;
  bitset_free(&d);
  return tuples;
}

/* What the threads have counted, and the best that one of them has. */
static const struct sweeper *add_up(struct sweep *w, uint64_t *swept)
{
  struct sweep_result *out = w->out;
  const struct sweeper *best = &w->sweeper[0];
  for (uint32_t t = 0; t < w->threads; t++) {
    const struct sweeper *own = &w->sweeper[t];
    out->configurations += own->configurations;
    out->transitions += own->transitions;
    *swept += own->swept;
    for (uint32_t m = 0; m < w->space->n_moves; m++) out->taken[m] |= own->taken[m];
    if (own->any && is_better(&own->best, own->ends, best)) best = own;
  }
  out->most = best->best.cost;
  out->labels = pareto_remembered(&w->labels);
  return best;
}

static void sweep(struct sweep *w, struct thread_pool *pool)
{
  struct sweep_result *out = w->out;
  uint64_t swept = 0;
  space_initial(w->space, count_initial, w);
  thread_pool_run(pool, find_configurations, w, w->threads);
  stacks_clear(&w->stacks);
  if (!is_over(w)) {
    atomic_store(&w->done, 1); /* the second pass has begun */
    space_initial(w->space, begin_at_initial, w);
    thread_pool_run(pool, go_through, w, w->threads);
  }
  const struct sweeper *best = add_up(w, &swept);
  out->comes_back = atomic_load(&w->comes_back) || (!is_over(w) && swept != out->configurations);
  out->complete = !is_over(w) && !out->comes_back;
  if (!out->comes_back && best->any) retrace(w, best->record);
}

static void sweepers_create(struct sweep *w)
{
  const struct space *s = w->space;
  w->sweeper = mem_aligned(w->threads, sizeof *w->sweeper, alignof(struct sweeper));
  for (uint32_t t = 0; t < w->threads; t++) {
    w->sweeper[t].edge = mem_new((size_t)LOOKED_AT * s->n_actors * s->choices, sizeof *w->sweeper->edge);
    w->sweeper[t].taken = mem_new(s->n_moves, 1);
  }
}

static void sweepers_free(struct sweep *w)
{
  for (uint32_t t = 0; t < w->threads; t++) {
    free(w->sweeper[t].edge);
    free(w->sweeper[t].taken);
    pareto_front_free(&w->sweeper[t].own);
  }
  free(w->sweeper);
}

static void sweep_by(const struct space *space, const struct explore_means *means, uint32_t threads,
                     struct sweep_result *out)
{
  struct sweep w = {.space = space, .means = means, .out = out, .copies = configuration_copies(space)};
  struct thread_pool *pool = thread_pool_create(threads < PARETO_MOST_THREADS ? threads : PARETO_MOST_THREADS);
  *out = (struct sweep_result){.taken = mem_new(space->n_moves, 1)};
  w.threads = thread_pool_size(pool);
  bitset_create(&w.bitset, space);
  sweepers_create(&w);
  stacks_create(&w.stacks, w.threads, space->budget);
  w.indegree = budget_take(space->budget, w.bitset.size);
  if (w.indegree != NULL && pareto_create(&w.labels, w.threads, w.bitset.size, w.copies, space->budget))
    sweep(&w, pool);
  pareto_free(&w.labels);
  budget_give(space->budget, w.indegree, w.bitset.size);
  stacks_free(&w.stacks);
  sweepers_free(&w);
  bitset_free(&w.bitset);
  thread_pool_free(pool);
}

/* How far several threads come in too little memory is left to chance. One thread comes as far each time. */
void sweep_search(const struct space *space, const struct explore_means *means, struct sweep_result *out)
{
  budget_set_limit(space->budget, means->memory);
  sweep_by(space, means, means->threads, out);
  if (out->complete || out->comes_back || means->threads == 1 || means_interrupted(means)) return;
  sweep_free(out);
  sweep_by(space, means, 1, out);
}

void sweep_free(struct sweep_result *h)
{
  visited_free(&h->visited);
  path_free(&h->path);
  free(h->taken);
  *h = (struct sweep_result){0};
}
