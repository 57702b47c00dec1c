/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/crossing.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/engines/grace_period.h"

enum {
  LOOKED_AT = 64, /* configurations whose steps are made together when they are found, ... */
  GONE_ON = 8,    /* ... and when they are gone through: the memory that they need is fetched in advance */
  POLL = 64,      /* batches between two checks of memory and interrupt */
  MOST_INDEGREE = UINT8_MAX,
};

/* From here on there are millions of labels, and room for them. */
#define MANY_PRODUCT_STATES (1 << 26)
#define MUCH_MEMORY         ((size_t)1 << 28)

/* A thread at a crossing: the number that it has there, and its own data. */
struct worker {
  struct crossing *at;
  uint32_t number, thread;
  struct sweeper *own;
};

/* --- threads ------------------------------------------------------------------------------------------------------ */

void sweeper_create(struct sweeper *own, const struct space *s)
{
  *own = (struct sweeper){.edge = mem_new((size_t)LOOKED_AT * s->n_actors * s->choices, sizeof *own->edge),
                          .taken = mem_new(s->n_moves, 1)};
}

void sweeper_free(struct sweeper *own)
{
  free(own->edge);
  free(own->taken);
  pareto_front_free(&own->own);
}

/* For all threads. The others at the crossing may be waiting for more. */
static void come_to_an_end(struct crossing *c, bool comes_back)
{
  if (comes_back) atomic_store(&c->sweep->comes_back, true);
  atomic_store(&c->sweep->over, true);
  stacks_stop(&c->stacks);
}

/* How many there will be is not known before the end; the product states of the classes tell about. */
static void tell(const struct sweep *w, uint64_t done)
{
  const struct explore_limits *limits = w->limits;
  const double part = w->measure.weight[w->level + 1];
  if (limits->tell == NULL) return;
  const struct explore_progress now = {.what = "configurations",
                                       .states = done,
                                       .all = (uint64_t)((double)done / part),
                                       .bytes = budget_taken(w->space->budget),
                                       .best = w->sweeper[0].best.cost,
                                       .costs = true};
  limits->tell(limits->listener, &now);
}

/* Between two batches: whether there is still memory, and nobody has interrupted. One thread tells what all do. */
static void poll(struct worker *o, uint64_t done)
{
  struct crossing *c = o->at;
  struct sweep *w = c->sweep;
  if (done != 0) atomic_fetch_add_explicit(&w->done, done, memory_order_relaxed);
  if (++o->own->batches % POLL != 0) return;
  if (budget_over(w->space->budget) || limits_interrupted(w->limits) || atomic_load(&c->labels.full) ||
      (w->limits->scratch != NULL && scratch_failed(w->limits->scratch)))
    come_to_an_end(c, false);
  if (o->thread == 0 && o->own->batches % (POLL << 4) == 0) tell(w, atomic_load(&w->done));
}

/* One more, or one less; returns what it was. A thread alone need not lock anything. */
static uint8_t count(const struct crossing *c, uint64_t number, uint8_t more)
{
  atomic_uchar *indegree = &c->indegree[number];
  if (c->threads > 1) return atomic_fetch_add_explicit(indegree, more, memory_order_acq_rel);
  const uint8_t before = atomic_load_explicit(indegree, memory_order_relaxed);
  atomic_store_explicit(indegree, (uint8_t)(before + more), memory_order_relaxed);
  return before;
}

static bool leads_back(const struct transition *by, const struct configuration *to)
{
  return by->ahead == 0 && by->to.number == to->number;
}

/* --- labels that come into the class ------------------------------------------------------------------------------ */

static void push_entry(struct crossing *c, struct configuration entry)
{
  if (c->n_entries == c->entries_capacity) {
    const size_t more = c->entries_capacity + c->entries_capacity / 2 + 1024;
    c->entry = budget_array_resize(c->sweep->space->budget, c->entry, c->entries_capacity, more, sizeof *c->entry);
    c->entries_capacity = more;
  }
  c->entry[c->n_entries++] = entry;
}

/* All labels that enter a configuration from outside count as one step. */
static void enter(void *self, const struct pareto_label *label)
{
  struct worker *o = self;
  struct crossing *c = o->at;
  const struct configuration at = {label->state, bitset_number(&c->bitset, c->sweep->space, &label->state)};
  pareto_add(&c->labels, o->number, at.number, label);
  if (c->indegree[at.number] != 0) return;
  (void)count(c, at.number, 1);
  o->own->configurations++;
  push_entry(c, at);
}

/* --- first: find the configurations, and count the steps to each -------------------------------------------------- */

/* One step more leads to a configuration. True: it is the first. */
static bool count_step(struct worker *o, uint64_t number)
{
  const uint8_t before = count(o->at, number, 1);
  if (before == MOST_INDEGREE) come_to_an_end(o->at, true); /* nobody knows, but so many cannot be counted */
  o->own->configurations += before == 0;
  return before == 0;
}

static void look_at_batch(struct worker *o, const struct configuration *configuration, size_t n)
{
  struct crossing *c = o->at;
  struct transition *edge = o->own->edge;
  uint32_t edges = 0, all;
  for (size_t k = 0; k < n; k++) {
    const uint32_t from = edges;
    const uint32_t to =
      from + configuration_steps(c->sweep->space, &c->bitset, &configuration[k], o->own->taken, edge + from, &all);
    o->own->transitions += all;
    for (uint32_t j = from; j < to; j++) {
      edge[edges] = edge[j];
      if (edge[j].ahead == 0) __builtin_prefetch((const void *)&c->indegree[edge[j].to.number], 1);
      edges += edge[j].ahead == 0 && edge[j].to.number != configuration[k].number;
    }
  }
  for (uint32_t j = 0; j < edges; j++)
    if (count_step(o, edge[j].to.number)) stacks_push(&c->stacks, o->number, edge[j].to);
}

static void find_configurations(struct worker *o)
{
  struct configuration batch[LOOKED_AT];
  size_t n;
  while (!sweep_is_over(o->at->sweep) && (n = stacks_take(&o->at->stacks, o->number, batch, LOOKED_AT)) != 0) {
    look_at_batch(o, batch, n);
    poll(o, 0);
  }
}

/* --- then: traverse them in order --------------------------------------------------------------------------------- */

/* Whether a label that comes of the k-th has paid for coming back to where it was at this configuration, or was at it
 * already. Its predecessors at the configuration have consecutive records, which come before its own. */
static bool goes_round(const struct pareto_front *own, size_t k, const struct pareto_label *to)
{
  const uint64_t first = own->record[0];
  while (own->label[k].state != to->state) {
    const uint64_t from = own->label[k].from, parent = history_parent(from);
    if (history_move(from) == HISTORY_ORIGIN || parent < first || parent >= own->record[k]) return false;
    k = parent - first;
  }
  return to->cost > own->label[k].cost;
}

/* The steps that lead to the same configuration: reads of a process that waits. Where they go round at a cost,
 * there would be no end of labels: two that wait by test-and-set take the register from each other. */
static void stay(struct worker *o, const struct configuration *at, const struct transition *edge, uint32_t n)
{
  struct sweep *w = o->at->sweep;
  struct pareto_front *own = &o->own->own;
  for (size_t k = 0; k < own->n; k++) {
    const uint64_t record = history_write(&w->history, o->thread, own->label[k].from);
    own->record[k] = record;
    for (uint32_t j = 0; j < n; j++) {
      if (!leads_back(&edge[j], at)) continue;
      const struct pareto_label to = label_after(w->space, &own->label[k], record, &edge[j]);
      if (goes_round(own, k, &to)) {
        come_to_an_end(o->at, true);
        return;
      }
      if (to.state != own->label[k].state) pareto_front_add(own, &to, w->copies);
    }
  }
}

bool sweeper_is_better(const struct pareto_label *a, bool ends, const struct sweeper *best)
{
  if (!best->any || a->cost != best->best.cost) return !best->any || a->cost > best->best.cost;
  return ends != best->ends ? ends : a->state < best->best.state;
}

static void take_best(struct sweeper *own, bool ends)
{
  for (size_t k = 0; k < own->own.n; k++) {
    if (!sweeper_is_better(&own->own.label[k], ends, own)) continue;
    own->best = own->own.label[k];
    own->record = own->own.record[k];
    own->any = true;
    own->ends = ends;
  }
}

/* The labels go along all steps, into the classes where they lead. */
static void lead_on(struct worker *o, uint32_t class, const struct configuration *at, const struct transition *edge,
                    uint32_t n)
{
  struct crossing *c = o->at;
  struct sweep *w = c->sweep;
  const struct pareto_front *own = &o->own->own;
  for (size_t k = 0; k < own->n; k++) {
    if (pareto_front_is_dominated(own, k, w->copies)) continue;
    for (const struct transition *by = edge; by < edge + n; by++) {
      if (leads_back(by, at)) continue;
      const struct pareto_label to = label_after(w->space, &own->label[k], own->record[k], by);
      if (by->ahead == 0)
        pareto_add(&c->labels, o->number, by->to.number, &to);
      else
        pending_add(&w->pending, class + by->ahead, &to);
    }
  }
}

/* A configuration to which no step is left has all of its labels. */
static void leave(struct worker *o, uint32_t class, const struct configuration *at, const struct transition *edge,
                  uint32_t n)
{
  struct crossing *c = o->at;
  bool ends = true;
  pareto_take(&c->labels, o->number, at->number, at->state, &o->own->own);
  stay(o, at, edge, n);
  lead_on(o, class, at, edge, n);
  for (uint32_t j = 0; j < n; j++) {
    if (leads_back(&edge[j], at)) continue;
    ends = false;
    if (edge[j].ahead == 0 && count(c, edge[j].to.number, UINT8_MAX) == 1)
      stacks_push(&c->stacks, o->number, edge[j].to);
  }
  take_best(o->own, ends);
}

static void leave_batch(struct worker *o, uint32_t class, const struct configuration *batch, size_t n)
{
  struct crossing *c = o->at;
  struct transition *edge = o->own->edge;
  uint32_t first[GONE_ON + 1] = {0}, all;
  for (size_t k = 0; k < n; k++) {
    pareto_prefetch(&c->labels, batch[k].number);
    first[k + 1] =
      first[k] + configuration_steps(c->sweep->space, &c->bitset, &batch[k], o->own->taken, edge + first[k], &all);
    for (uint32_t j = first[k]; j < first[k + 1]; j++)
      if (edge[j].ahead == 0) {
        __builtin_prefetch((const void *)&c->indegree[edge[j].to.number], 1);
        pareto_prefetch(&c->labels, edge[j].to.number);
      }
  }
  for (size_t k = 0; k < n; k++) pareto_prefetch_labels(&c->labels, batch[k].number);
  for (uint32_t j = 0; j < first[n]; j++)
    if (edge[j].ahead == 0) pareto_prefetch_labels(&c->labels, edge[j].to.number);
  for (size_t k = 0; k < n && !sweep_is_over(c->sweep); k++)
    leave(o, class, &batch[k], edge + first[k], first[k + 1] - first[k]);
  o->own->swept += n;
}

static void go_through(struct worker *o, uint32_t class)
{
  struct configuration batch[GONE_ON];
  size_t n;
  while (!sweep_is_over(o->at->sweep) && (n = stacks_take(&o->at->stacks, o->number, batch, GONE_ON)) != 0) {
    leave_batch(o, class, batch, n);
    poll(o, n);
  }
}

/* --- a class ------------------------------------------------------------------------------------------------------ */

struct job {
  struct crossing *crossing;
  uint32_t class;
};

static struct worker worker_of(struct crossing *c, uint32_t number, uint32_t thread)
{
  return (struct worker){c, number, thread, &c->sweep->sweeper[thread]};
}

static void find_together(void *self, uint32_t item, uint32_t thread)
{
  const struct job *job = self;
  struct worker o = worker_of(job->crossing, thread, thread);
  (void)item;
  find_configurations(&o);
}

static void go_through_together(void *self, uint32_t item, uint32_t thread)
{
  const struct job *job = self;
  struct worker o = worker_of(job->crossing, thread, thread);
  (void)item;
  go_through(&o, job->class);
}

/* The numbers of the class, with a byte for each. False: no memory. */
static bool make_room(struct crossing *c, uint32_t class)
{
  struct budget *budget = c->sweep->space->budget;
  if (!bitset_choose(&c->bitset, c->sweep->space, class) || !pareto_fit(&c->labels, c->bitset.size)) return false;
  if (c->bitset.size <= c->capacity) return true;
  atomic_uchar *more = budget_resize(budget, c->indegree, c->capacity, c->bitset.size);
  if (more == NULL) return false;
  c->indegree = more;
  c->capacity = c->bitset.size;
  return true;
}

void crossing_take(struct crossing *c, uint32_t class, struct thread_pool *pool, uint32_t thread)
{
  struct worker o = worker_of(c, 0, thread);
  struct job job = {c, class};
  c->n_entries = 0;
  if (!make_room(c, class) || !pending_take(&c->sweep->pending, class, enter, &o)) {
    come_to_an_end(c, false);
    return;
  }
  stacks_clear(&c->stacks);
  for (size_t k = 0; k < c->n_entries; k++) stacks_offer(&c->stacks, c->entry[k]);
  if (pool != NULL)
    thread_pool_run(pool, find_together, &job, c->threads);
  else
    find_configurations(&o);
  if (sweep_is_over(c->sweep)) return;
  stacks_clear(&c->stacks);
  for (size_t k = 0; k < c->n_entries; k++)
    if (count(c, c->entry[k].number, UINT8_MAX) == 1) stacks_offer(&c->stacks, c->entry[k]);
  if (pool != NULL)
    thread_pool_run(pool, go_through_together, &job, c->threads);
  else
    go_through(&o, class);
}

bool crossing_create(struct crossing *c, struct sweep *w, uint32_t threads)
{
  const bool many = w->measure.product_states >= MANY_PRODUCT_STATES && w->limits->memory >= MUCH_MEMORY;
  *c = (struct crossing){.sweep = w, .threads = threads};
  stacks_create(&c->stacks, threads, w->space->budget);
  pareto_create(&c->labels, threads, many, w->copies, w->space->budget);
  return bitset_create_for_classes(&c->bitset, w->space, &w->measure);
}

void crossing_free(struct crossing *c)
{
  struct budget *budget = c->sweep->space->budget;
  pareto_free(&c->labels);
  budget_give(budget, c->indegree, c->capacity);
  budget_drop(budget, c->entry, c->entries_capacity, sizeof *c->entry);
  stacks_free(&c->stacks);
  bitset_free(&c->bitset);
}
