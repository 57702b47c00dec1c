/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/graph/bitset.h"
#include "explore/graph/reduction.h"
#include "explore/search/pareto.h"
#include "explore/search/patience.h"

enum { BATCH = 64, MOST_INDEGREE = UINT8_MAX };

/* A state without copies, and its number. */
struct configuration {
  uint64_t state, number;
};

/* A step from a configuration. */
struct transition {
  struct configuration to;
  uint32_t move;
  uint8_t process, choice;
};

struct configurations {
  struct configuration *configuration;
  size_t n, capacity;
};

struct sweep {
  const struct space *space;
  const struct explore_means *means;
  struct sweep_result *out;
  struct bitset bitset;
  uint64_t copies;   /* the bits of a state that say what is held */
  uint8_t *indegree; /* [number]: steps to it that have not been made yet */
  struct configurations ready, next;
  struct transition *edge; /* [BATCH * n * choices] */
  struct pareto labels;
  struct pareto_front own; /* of the configuration that is gone on from */
  uint64_t swept;
  bool over;
};

/* --- configurations and steps ------------------------------------------------------------------------------------- */

static void push(struct budget *budget, struct configurations *p, struct configuration configuration)
{
  if (p->n == p->capacity) {
    const size_t more = p->capacity + p->capacity / 2 + 1024;
    p->configuration = budget_array_resize(budget, p->configuration, p->capacity, more, sizeof *p->configuration);
    p->capacity = more;
  }
  p->configuration[p->n++] = configuration;
}

/* The steps from a configuration, also those that change nothing but copies; what lies at their ends is fetched. */
static uint32_t transitions_of(const struct sweep *w, const struct configuration *from, struct transition *edge)
{
  const struct space *s = w->space;
  const struct space_shape shape = {1, false, false};
  const struct movers movers = space_movers(s, shape, &from->state);
  uint32_t n = 0;
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    const struct space_row *row = space_row_of(s, shape, &from->state, p);
    if (row->first == SPACE_DONE) continue;
    const uint32_t first = space_moves(s, shape, &from->state, row);
    for (uint32_t choice = 0; choice < s->choices; choice++) {
      const uint32_t move = first + choice;
      w->out->taken[move] = 1;
      if (s->flags[move] & (MOVE_NONE | MOVE_SAME)) continue;
      const struct configuration to = {from->state + s->add[move], from->number + w->bitset.add[move]};
      edge[n++] = (struct transition){to, move, (uint8_t)p, (uint8_t)choice};
      __builtin_prefetch(&w->indegree[to.number], 1);
    }
  }
  return n;
}

static void tell(struct sweep *w, const char *what, uint64_t configurations, uint64_t waiting)
{
  const struct explore_means *means = w->means;
  w->over |= budget_over(w->space->budget);
  w->over |= means_interrupted(means);
  if (means->tell == NULL) return;
  const struct explore_progress now = {.what = what,
                                       .states = configurations,
                                       .all = w->swept > 0 ? w->out->configurations : 0,
                                       .frontier = waiting,
                                       .bytes = budget_taken(w->space->budget),
                                       .best = w->out->most,
                                       .costs = true};
  means->tell(means->listener, &now);
}

/* --- first: find the configurations, and count the steps to each -------------------------------------------------- */

/* One step more leads to a configuration. */
static void count_step(struct sweep *w, const struct configuration *to)
{
  uint8_t *count = &w->indegree[to->number];
  if (*count == MOST_INDEGREE) {
    w->out->comes_back = w->over = true; /* nobody knows, but so many cannot be counted */
    return;
  }
  if ((*count)++ != 0) return;
  w->out->configurations++;
  push(w->space->budget, &w->next, *to);
}

static bool count_initial(void *self, const uint64_t *state)
{
  struct sweep *w = self;
  count_step(w, &(struct configuration){*state, bitset_number(&w->bitset, w->space, state)});
  if (w->out->configurations % BATCH == 0) tell(w, "configurations", w->out->configurations, w->next.n);
  return !w->over;
}

static void look_at_batch(struct sweep *w, const struct configuration *configuration, size_t n)
{
  uint32_t edges = 0;
  for (size_t k = 0; k < n; k++) {
    const uint32_t from = edges;
    edges += transitions_of(w, &configuration[k], w->edge + edges);
    w->out->transitions += edges - from;
    uint32_t kept = from;
    for (uint32_t j = from; j < edges; j++)
      if (w->edge[j].to.number != configuration[k].number) w->edge[kept++] = w->edge[j];
    edges = kept;
  }
  for (uint32_t j = 0; j < edges; j++) count_step(w, &w->edge[j].to);
}

static void find_configurations(struct sweep *w)
{
  space_initial(w->space, count_initial, w);
  while (w->next.n != 0 && !w->over) {
    const struct configurations level = w->next;
    w->next = w->ready;
    w->next.n = 0;
    w->ready = level;
    for (size_t k = 0; k < level.n && !w->over; k += BATCH) {
      look_at_batch(w, level.configuration + k, level.n - k < BATCH ? level.n - k : BATCH);
      w->over |= means_interrupted(w->means); /* the first steps to a large page take their time */
      if (k % (BATCH << 8) == 0) tell(w, "configurations", w->out->configurations, level.n - k + w->next.n);
    }
  }
  w->ready.n = w->next.n = 0;
}

/* --- then: go through them in order ------------------------------------------------------------------------------- */

/* A step to a configuration has been made. */
static void arrive(struct sweep *w, const struct configuration *to)
{
  if (--w->indegree[to->number] == 0) push(w->space->budget, &w->ready, *to);
}

static bool begin_at_initial(void *self, const uint64_t *state)
{
  struct sweep *w = self;
  pareto_add(&w->labels, &(struct pareto_label){.state = *state, .from = pareto_origin(&w->labels, *state)});
  arrive(w, &(struct configuration){*state, bitset_number(&w->bitset, w->space, state)});
  if (w->labels.n_origins % BATCH == 0) tell(w, "configurations in order", w->swept, w->ready.n);
  return !w->over;
}

static struct pareto_label after(const struct sweep *w, const struct pareto_label *from, uint64_t record,
                                 const struct transition *by)
{
  const struct space *s = w->space;
  const struct space_row *row = &s->row[by->process][space_local(s, &from->state, by->process)];
  return (struct pareto_label){
    .state = ((from->state + s->add[by->move]) & s->keep[by->move]) | s->put[by->move],
    .cost = from->cost + space_weigh(s, &from->state, by->process, row, s->flags[by->move]),
    .from = pareto_from(record, by->process, by->choice),
  };
}

/* Whether a label that comes of the k-th has paid for coming back to where it was at this configuration, or was at it
 * already. Its predecessors at the configuration have consecutive records. */
static bool goes_round(const struct sweep *w, size_t k, const struct pareto_label *to)
{
  const uint64_t first = w->own.record[0];
  while (w->own.label[k].state != to->state) {
    const uint64_t record = w->own.record[k];
    if (pareto_process(&w->labels, record) == 0 || pareto_parent(&w->labels, record) < first) return false;
    k = pareto_parent(&w->labels, record) - first;
  }
  return to->cost > w->own.label[k].cost;
}

/* The steps that lead to the same configuration: what a process reads while it waits. Where they go round at a cost,
 * there would be no end of labels: two that wait by test-and-set take the register from each other. */
static void stay(struct sweep *w, const struct configuration *configuration, const struct transition *edge, uint32_t n)
{
  for (size_t k = 0; k < w->own.n; k++) {
    const uint64_t record = pareto_remember(&w->labels, &w->own.label[k]);
    w->own.record[k] = record;
    for (uint32_t j = 0; j < n; j++) {
      if (edge[j].to.number != configuration->number) continue;
      const struct pareto_label to = after(w, &w->own.label[k], record, &edge[j]);
      if (goes_round(w, k, &to)) {
        w->out->comes_back = w->over = true;
        return;
      }
      if (to.state != w->own.label[k].state) pareto_front_add(&w->own, &to, w->copies);
    }
  }
}

/* Ties go to the later one: it comes nearer to the end of the passage. */
static void take_best(struct sweep *w, uint64_t *best)
{
  for (size_t k = 0; k < w->own.n; k++) {
    if (w->own.label[k].cost < w->out->most) continue;
    w->out->most = w->own.label[k].cost;
    *best = w->own.record[k];
  }
}

static void leave(struct sweep *w, const struct configuration *configuration, uint64_t *best)
{
  const uint32_t n = transitions_of(w, configuration, w->edge);
  pareto_take(&w->labels, configuration->state, &w->own);
  stay(w, configuration, w->edge, n);
  take_best(w, best);
  for (uint32_t j = 0; j < n; j++) {
    if (w->edge[j].to.number == configuration->number) continue;
    for (size_t k = 0; k < w->own.n; k++) {
      if (pareto_front_is_dominated(&w->own, k, w->copies)) continue;
      const struct pareto_label to = after(w, &w->own.label[k], w->own.record[k], &w->edge[j]);
      pareto_add(&w->labels, &to);
    }
    arrive(w, &w->edge[j].to);
  }
}

/* Returns the record of the label that has paid most. */
static uint64_t go_through(struct sweep *w)
{
  uint64_t best = 0;
  space_initial(w->space, begin_at_initial, w);
  while (w->ready.n != 0 && !w->over) {
    const struct configuration configuration = w->ready.configuration[--w->ready.n];
    leave(w, &configuration, &best);
    if ((++w->swept & 0x3fff) == 0) tell(w, "configurations in order", w->swept, w->ready.n);
  }
  return best;
}

/* --- the witness -------------------------------------------------------------------------------------------------- */

/* The states on the way to the label of a record, in a visited set of their own, and the path through it. */
static void retrace(struct sweep *w, uint64_t record)
{
  const struct space *s = w->space;
  struct sweep_result *out = w->out;
  size_t n = 0;
  for (uint64_t r = record; pareto_process(&w->labels, r) != 0; r = pareto_parent(&w->labels, r)) n++;
  uint64_t *state = mem_new(n + 1, sizeof *state);
  uint8_t *choice = mem_new(n + 1, 1);
  out->path = (struct path){.n = n, .loop = n};
  out->path.state = mem_new(n + 1, sizeof *out->path.state);
  out->path.process = mem_new(n + 1, sizeof *out->path.process);
  for (size_t k = n; k > 0; k--) {
    out->path.process[k - 1] = (uint16_t)pareto_process(&w->labels, record);
    choice[k - 1] = (uint8_t)pareto_choice(&w->labels, record);
    record = pareto_parent(&w->labels, record);
  }
  state[0] = *out->path.begin = pareto_begin(&w->labels, record);
  for (size_t k = 0; k < n; k++) {
    const uint32_t p = out->path.process[k];
    const struct space_shape shape = {1, false, false};
    const uint32_t move = space_moves(s, shape, &state[k], space_row_of(s, shape, &state[k], p)) + choice[k];
    state[k + 1] = ((state[k] + s->add[move]) & s->keep[move]) | s->put[move];
  }
  bool full = !visited_create(&out->visited, 1, s->budget);
  for (size_t k = 0; k <= n && !full; k++) {
    const uint64_t hash = visited_hash(&state[k], 1);
    visited_insert(&out->visited, visited_part_of(hash), &state[k], hash, 1, &full);
  }
  for (size_t k = 0; k <= n && !full; k++) /* only now that the visited set does not grow any more */
    out->path.state[k] = visited_lookup(&out->visited, &state[k], visited_hash(&state[k], 1), 1);
  if (full) path_free(&out->path);
  free(state);
  free(choice);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

uint64_t sweep_tuples(const struct space *space)
{
  struct bitset d;
  if (space->words != 1 || space->choices > PARETO_MOST_CHOICES || !bitset_create(&d, space)) return 0;
  const uint64_t tuples = d.size;
  bitset_free(&d);
  return tuples;
}

static uint64_t copies_of(const struct space *s)
{
  uint64_t copies = 0;
  for (uint32_t var = 0; var < s->automata.n_registers; var++) {
    const struct bit_field *valid = &s->layout.valid[var], *owned = &s->layout.owned[var];
    copies |= valid->mask << valid->shift | owned->mask << owned->shift;
  }
  return copies;
}

static void sweep(struct sweep *w)
{
  struct sweep_result *out = w->out;
  find_configurations(w);
  if (!w->over) {
    const uint64_t best = go_through(w);
    out->comes_back |= !w->over && w->swept != out->configurations;
    out->complete = !w->over && !out->comes_back;
    out->labels = pareto_remembered(&w->labels);
    if (!out->comes_back && out->labels != 0) retrace(w, best);
  }
}

void sweep_search(const struct space *space, const struct explore_means *means, struct sweep_result *out)
{
  *out = (struct sweep_result){.taken = mem_new(space->n_moves, 1)};
  struct sweep w = {.space = space, .means = means, .out = out, .copies = copies_of(space)};
  budget_set_limit(space->budget, means->memory);
  bitset_create(&w.bitset, space);
  w.indegree = budget_take(space->budget, w.bitset.size);
  w.edge = mem_new((size_t)BATCH * space->n_actors * space->choices, sizeof *w.edge);
  if (w.indegree != NULL && pareto_create(&w.labels, w.bitset.size, w.copies, space->budget)) sweep(&w);
  pareto_free(&w.labels);
  pareto_front_free(&w.own);
  budget_give(space->budget, w.indegree, w.bitset.size);
  budget_drop(space->budget, w.ready.configuration, w.ready.capacity, sizeof *w.ready.configuration);
  budget_drop(space->budget, w.next.configuration, w.next.capacity, sizeof *w.next.configuration);
  free(w.edge);
  bitset_free(&w.bitset);
}

void sweep_free(struct sweep_result *h)
{
  visited_free(&h->visited);
  path_free(&h->path);
  free(h->taken);
  *h = (struct sweep_result){0};
}
