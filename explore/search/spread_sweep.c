/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/spread_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/graph/bitset.h"
#include "explore/search/configurations.h"
#include "explore/search/history.h"
#include "explore/search/pareto.h"
#include "explore/search/patience.h"

enum {
  BLOCK = 1 << 14, /* configurations that a rank goes on from between two exchanges */
  MOST_INDEGREE = UINT8_MAX,
};

struct list {
  uint64_t *word;
  size_t n, capacity;
};

struct sweep {
  const struct space *space;
  const struct explore_means *means;
  struct ranks *ranks;
  struct sweep_result *out;
  struct bitset bitset;
  uint64_t copies;   /* the bits of a state that say what is held */
  uint8_t *indegree; /* [number / ranks]: steps to it that have not been made yet */
  size_t n_indegree;
  struct list ready, next; /* configurations of this rank */
  struct list *made;       /* [rank]: what others are told */
  uint64_t **out_words;    /* [rank]: of an exchange */
  size_t *n_out, *n_in;    /* [rank]: likewise */
  struct transition *edge; /* [n * choices] */
  struct pareto labels;
  struct history history;
  struct pareto_front own; /* of the configuration that is gone on from */
  uint64_t swept, best;
  bool over;
};

/* Words that are told of a step: in the first pass the state and the number to which it leads, in the second a label's
 * state, the number, its cost, and where it comes from. */
enum { FOUND_WORDS = 2, LABEL_WORDS = 4 };
#define ARRIVES (UINT64_C(1) << 32) /* beside a cost: this is the last label that comes by this step */

/* --- whose configurations are whose ------------------------------------------------------------------------------- */

/* Numbers that follow each other belong to different ranks, in an order that is not always the same: digits of numbers
 * (bitset.h) may be multiples of the ranks. */
static uint32_t rank_of(const struct sweep *w, uint64_t number)
{
  const uint64_t row = number / w->ranks->n;
  return (uint32_t)((number + (row * UINT64_C(0x9e3779b97f4a7c15) >> 40)) % w->ranks->n);
}

static uint8_t *indegree_of(const struct sweep *w, uint64_t number)
{
  return &w->indegree[number / w->ranks->n];
}

static bool is_mine(const struct sweep *w, uint64_t number)
{
  return rank_of(w, number) == w->ranks->rank;
}

static void push(struct sweep *w, struct list *list, const uint64_t *word, uint32_t n)
{
  if (list->n + n > list->capacity) {
    const size_t more = list->capacity + list->capacity / 2 + 1024;
    list->word = budget_array_resize(w->space->budget, list->word, list->capacity, more, sizeof *list->word);
    list->capacity = more;
  }
  memcpy(list->word + list->n, word, n * sizeof *word);
  list->n += n;
}

static void push_configuration(struct sweep *w, struct list *list, uint64_t state, uint64_t number)
{
  push(w, list, (const uint64_t[]){state, number}, FOUND_WORDS);
}

static uint32_t steps_of(struct sweep *w, const struct configuration *from)
{
  return configuration_steps(w->space, &w->bitset, from, w->out->taken, w->edge);
}

/* --- rounds ------------------------------------------------------------------------------------------------------- */

/* Joint: sends what was made; what has come, *n words of it. */
static const uint64_t *exchange(struct sweep *w, size_t *n)
{
  uint64_t *in;
  for (uint32_t r = 0; r < w->ranks->n; r++) {
    w->out_words[r] = w->made[r].word;
    w->n_out[r] = w->made[r].n;
  }
  w->ranks->exchange(w->ranks, w->out_words, w->n_out, &in, w->n_in);
  *n = 0;
  for (uint32_t r = 0; r < w->ranks->n; r++) {
    *n += w->n_in[r];
    w->made[r].n = 0;
  }
  return in;
}

/* Joint: whether there is more to do for anybody, and nothing against it. */
static bool goes_on(struct sweep *w, size_t waiting, const char *what)
{
  const struct explore_means *means = w->means;
  w->over |= budget_over(w->space->budget) || means_interrupted(means);
  uint64_t all[] = {w->over, w->out->comes_back, waiting};
  w->ranks->combine(w->ranks, all, 3, RANKS_MOST);
  w->over = all[0] != 0 || all[1] != 0;
  w->out->comes_back = all[1] != 0;
  if (means->tell != NULL) {
    const struct explore_progress now = {.what = what,
                                         .states = w->swept != 0 ? w->swept : w->out->configurations,
                                         .frontier = waiting,
                                         .bytes = budget_taken(w->space->budget),
                                         .best = w->out->most,
                                         .costs = true};
    means->tell(means->listener, &now);
  }
  return !w->over && all[2] != 0;
}

/* --- first: find the configurations, and count the steps to each -------------------------------------------------- */

static void count_step(struct sweep *w, uint64_t state, uint64_t number)
{
  uint8_t *count = indegree_of(w, number);
  if (*count == MOST_INDEGREE) {
    w->out->comes_back = w->over = true; /* nobody knows, but so many cannot be counted */
    return;
  }
  if ((*count)++ != 0) return;
  w->out->configurations++;
  push_configuration(w, &w->next, state, number);
}

static bool count_initial(void *self, const uint64_t *state)
{
  struct sweep *w = self;
  const uint64_t number = bitset_number(&w->bitset, w->space, state);
  if (is_mine(w, number)) count_step(w, *state, number);
  return !w->over;
}

static void look_from(struct sweep *w, const struct configuration *from)
{
  const uint32_t n = steps_of(w, from);
  w->out->transitions += n;
  for (uint32_t j = 0; j < n; j++) {
    const struct configuration *to = &w->edge[j].to;
    if (to->number != from->number) push_configuration(w, &w->made[rank_of(w, to->number)], to->state, to->number);
  }
}

/* Takes the last configuration of a list. */
static struct configuration pop(struct list *list)
{
  list->n -= FOUND_WORDS;
  return (struct configuration){list->word[list->n], list->word[list->n + 1]};
}

static void find_configurations(struct sweep *w)
{
  space_initial(w->space, count_initial, w);
  while (goes_on(w, w->next.n, "configurations on this rank")) {
    for (uint32_t k = 0; k < BLOCK && w->next.n != 0; k++) {
      const struct configuration from = pop(&w->next);
      look_from(w, &from);
    }
    size_t n;
    const uint64_t *in = exchange(w, &n);
    for (size_t k = 0; k < n && !w->over; k += FOUND_WORDS) count_step(w, in[k], in[k + 1]);
  }
}

/* --- then: go through them in order ------------------------------------------------------------------------------- */

/* The number of a record among those of all ranks. */
static uint64_t everywhere(const struct sweep *w, uint64_t record)
{
  return record * w->ranks->n + w->ranks->rank;
}

static void arrive(struct sweep *w, uint64_t state, uint64_t number)
{
  if (--*indegree_of(w, number) == 0) push_configuration(w, &w->ready, state, number);
}

static bool begin_at_initial(void *self, const uint64_t *state)
{
  struct sweep *w = self;
  const uint64_t number = bitset_number(&w->bitset, w->space, state);
  if (!is_mine(w, number)) return true;
  pareto_add(&w->labels, 0, &(struct pareto_label){.state = *state, .from = history_origin(&w->history, *state)});
  arrive(w, *state, number);
  return true;
}

static struct pareto_label after(const struct sweep *w, size_t k, const struct transition *by)
{
  return label_after(w->space, &w->own.label[k], everywhere(w, w->own.record[k]), by);
}

/* As in sweep.c: the predecessors at the configuration have consecutive records, of this rank. */
static bool goes_round(const struct sweep *w, size_t k, const struct pareto_label *to)
{
  const uint64_t first = w->own.record[0];
  while (w->own.label[k].state != to->state) {
    const uint64_t from = w->own.label[k].from, parent = history_parent(from);
    if (history_move(from) == HISTORY_ORIGIN) return false;
    if (parent % w->ranks->n != w->ranks->rank || parent / w->ranks->n < first) return false;
    k = parent / w->ranks->n - first;
  }
  return to->cost > w->own.label[k].cost;
}

static void stay(struct sweep *w, const struct configuration *at, uint32_t n)
{
  for (size_t k = 0; k < w->own.n; k++) {
    w->own.record[k] = history_write(&w->history, 0, w->own.label[k].from);
    for (uint32_t j = 0; j < n; j++) {
      if (w->edge[j].to.number != at->number) continue;
      const struct pareto_label to = after(w, k, &w->edge[j]);
      if (goes_round(w, k, &to)) {
        w->out->comes_back = w->over = true;
        return;
      }
      if (to.state != w->own.label[k].state) pareto_front_add(&w->own, &to, w->copies);
    }
  }
}

static void take_best(struct sweep *w)
{
  for (size_t k = 0; k < w->own.n; k++) {
    if (w->own.label[k].cost < w->out->most) continue;
    w->out->most = w->own.label[k].cost;
    w->best = w->own.record[k];
  }
}

/* Every label that is of use goes along every step that leads on; the last one says that no more will come by it. */
static void leave(struct sweep *w, const struct configuration *at)
{
  const uint32_t n = steps_of(w, at);
  size_t last = 0;
  pareto_take(&w->labels, 0, at->state, &w->own);
  stay(w, at, n);
  take_best(w);
  for (size_t k = 0; k < w->own.n; k++)
    if (!pareto_front_is_dominated(&w->own, k, w->copies)) last = k;
  for (uint32_t j = 0; j < n; j++) {
    const struct configuration *to = &w->edge[j].to;
    if (to->number == at->number) continue;
    for (size_t k = 0; k <= last; k++) {
      if (k != last && pareto_front_is_dominated(&w->own, k, w->copies)) continue;
      const struct pareto_label label = after(w, k, &w->edge[j]);
      push(w, &w->made[rank_of(w, to->number)],
           (const uint64_t[]){label.state, to->number, label.cost | (k == last ? ARRIVES : 0), label.from},
           LABEL_WORDS);
    }
  }
}

static void take_label(struct sweep *w, const uint64_t *in)
{
  pareto_add(&w->labels, 0, &(struct pareto_label){.state = in[0], .cost = (uint32_t)in[2], .from = in[3]});
  if (in[2] & ARRIVES) arrive(w, in[0] & ~w->copies, in[1]);
}

static void go_through(struct sweep *w)
{
  space_initial(w->space, begin_at_initial, w);
  while (goes_on(w, w->ready.n, "configurations in order on this rank")) {
    for (uint32_t k = 0; k < BLOCK && w->ready.n != 0 && !w->over; k++, w->swept++) {
      const struct configuration at = pop(&w->ready);
      leave(w, &at);
    }
    size_t n;
    const uint64_t *in = exchange(w, &n);
    for (size_t k = 0; k < n; k += LABEL_WORDS) take_label(w, in + k);
  }
}

/* --- the witness -------------------------------------------------------------------------------------------------- */

struct way {
  uint32_t *move; /* [n], the last one first */
  size_t n;
  uint64_t begin;
};

/* Joint: from rank to rank, back to where it begins. */
static void trace(struct sweep *w, uint32_t rank, struct way *way)
{
  uint64_t at[] = {everywhere(w, w->best)};
  w->ranks->share(w->ranks, rank, at, sizeof at);
  for (;;) {
    const uint64_t record = *at / w->ranks->n;
    uint64_t told[2] = {0};
    rank = (uint32_t)(*at % w->ranks->n);
    if (rank == w->ranks->rank) {
      uint64_t from = 0;
      history_read(&w->history, record, &from);
      told[0] = history_move(from);
      told[1] = told[0] != HISTORY_ORIGIN ? history_parent(from) : history_begin(&w->history, from);
    }
    w->ranks->share(w->ranks, rank, told, sizeof told);
    way->begin = *at = told[1];
    if (told[0] == HISTORY_ORIGIN) return;
    way->move = mem_grow(way->move, way->n + 1, sizeof *way->move);
    way->move[way->n++] = (uint32_t)told[0];
  }
}

/* Joint: a way that costs most, of the first rank that has one. */
static void retrace(struct sweep *w)
{
  struct sweep_result *out = w->out;
  struct way way = {0};
  const bool any = history_number(&w->history) != 0;
  const uint64_t most = ranks_most(w->ranks, out->most);
  uint64_t rank = any && out->most == most ? w->ranks->rank : w->ranks->n;
  w->ranks->combine(w->ranks, &rank, 1, RANKS_LEAST);
  out->most = most;
  if (rank == w->ranks->n) return;
  trace(w, (uint32_t)rank, &way);
  configuration_path(w->space, way.begin, way.move, way.n, &out->visited, &out->path);
  free(way.move);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* Joint: what all ranks have counted. */
static void add_up(struct sweep *w)
{
  struct sweep_result *out = w->out;
  const uint32_t n = w->space->n_moves;
  uint64_t sums[] = {out->configurations, out->transitions, w->swept, history_number(&w->history)};
  w->ranks->combine(w->ranks, sums, 4, RANKS_SUM);
  out->comes_back |= !w->over && sums[2] != sums[0];
  out->configurations = sums[0];
  out->transitions = sums[1];
  out->labels = sums[3];
  out->complete = !w->over && !out->comes_back;
  uint64_t *taken = mem_new(n, sizeof *taken);
  for (uint32_t m = 0; m < n; m++) taken[m] = out->taken[m];
  w->ranks->combine(w->ranks, taken, n, RANKS_MOST);
  for (uint32_t m = 0; m < n; m++) out->taken[m] = taken[m] != 0;
  free(taken);
}

static void sweep(struct sweep *w)
{
  find_configurations(w);
  if (!w->over) go_through(w);
  add_up(w);
  if (!w->out->comes_back) retrace(w);
}

uint64_t spread_sweep_bytes(const struct space *space, const struct ranks *ranks)
{
  struct bitset d;
  if (sweep_tuples(space) == 0 || !bitset_create(&d, space)) return 0;
  const uint64_t bytes = d.size / ranks->n + 1;
  bitset_free(&d);
  return bytes;
}

static void drop(struct sweep *w, struct list *list)
{
  budget_drop(w->space->budget, list->word, list->capacity, sizeof *list->word);
}

void spread_sweep(const struct space *space, const struct explore_means *means, struct sweep_result *out)
{
  *out = (struct sweep_result){.taken = mem_new(space->n_moves, 1)};
  struct sweep w = {
    .space = space, .means = means, .ranks = means->ranks, .out = out, .copies = configuration_copies(space)};
  const uint32_t n = w.ranks->n;
  budget_set_limit(space->budget, means->memory);
  bitset_create(&w.bitset, space);
  w.n_indegree = w.bitset.size / n + 1;
  w.indegree = budget_take(space->budget, w.n_indegree);
  w.edge = mem_new((size_t)space->n_actors * space->choices, sizeof *w.edge);
  w.made = mem_new(n, sizeof *w.made);
  history_create(&w.history, 1, space->budget, NULL);
  w.out_words = mem_new(n, sizeof *w.out_words);
  w.n_out = mem_new(n, sizeof *w.n_out);
  w.n_in = mem_new(n, sizeof *w.n_in);
  pareto_create(&w.labels, 1, false, w.copies, space->budget);
  const bool room = w.indegree != NULL && pareto_fit(&w.labels, w.bitset.size / n);
  if (ranks_sum(w.ranks, room) == n) sweep(&w);
  pareto_free(&w.labels);
  history_free(&w.history);
  pareto_front_free(&w.own);
  budget_give(space->budget, w.indegree, w.n_indegree);
  drop(&w, &w.ready);
  drop(&w, &w.next);
  for (uint32_t r = 0; r < n; r++) drop(&w, &w.made[r]);
  free(w.made);
  free(w.out_words);
  free(w.n_out);
  free(w.n_in);
  free(w.edge);
  bitset_free(&w.bitset);
}
