/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/worst.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/layout.h"
#include "explore/store.h"

struct search {
  const struct worst_spec *spec;
  struct automata automata;
  struct layout layout;
  struct store store;
  uint32_t *passages;
  struct list {
    uint32_t *number, n, capacity;
  } now, next;      /* states to look at in this round of `correct`, and in the next; `settle` uses `now` as a stack */
  uint64_t *queued; /* bit set over states: in `next` already */
  struct worst *out;
  uint32_t n_initial; /* states 0 .. n_initial-1 are initial */
  uint32_t looping;   /* a state on a cycle of positive weight, or STORE_NONE */
};

/* --- one step in the packed state ------------------------------------------------------------------------------------- */

/* A step of P_p from `from`: the state after it, and its weight. choice: the session of the passage after a finished one. */
struct move {
  uint64_t state[LAYOUT_MAX_WORDS];
  uint32_t weight;
};

enum outcome { MOVE_NONE, MOVE_MADE, MOVE_OUTSIDE };

/* Is the pending access of the observed process an RMR? Its copies change on the way. */
static bool charge(const struct search *s, const struct rmr_op *op, uint64_t *state)
{
  const enum sim_memory memory = s->spec->setup.memory;
  const struct bit_field *valid = &s->layout.valid[op->var], *owned = &s->layout.owned[op->var];
  if (op->kind == RMR_LOCAL) return false;
  if (memory == SIM_DSM) return s->automata.home[op->var] != s->spec->observed;
  if (!rmr_kind_writes(op->kind)) {
    const bool hit = field_get(state, valid) != 0;
    field_set(state, valid, 1);
    return !hit;
  }
  const bool mine = owned->width != 0 && field_get(state, owned) != 0;
  if (valid->width != 0) field_set(state, valid, memory != SIM_CC);
  if (owned->width != 0) field_set(state, owned, 1);
  return !mine;
}

/* What a step of somebody else does to the copies of the observed process. */
static void disturb(const struct search *s, const struct rmr_op *op, uint64_t *state)
{
  if (op->kind == RMR_LOCAL) return;
  if (rmr_kind_writes(op->kind)) field_set(state, &s->layout.valid[op->var], 0);
  field_set(state, &s->layout.owned[op->var], 0);
}

static uint32_t weigh(const struct search *s, uint32_t p, const struct local *from, const struct local *to, bool rmr,
                      bool observed_waits)
{
  const struct worst_spec *spec = s->spec;
  const bool mine = p == spec->observed;
  switch (spec->cost) {
  case COST_RMR: return mine && rmr;
  case COST_LINE: return mine && from->op.line == spec->line;
  case COST_RMR_AT_LINE: return mine && rmr && from->op.line == spec->line;
  case COST_STEPS: return mine;
  case COST_BYPASS: return !mine && observed_waits && to->section == RMR_CS && from->section != RMR_CS;
  }
  return 0;
}

static enum outcome make_move(const struct search *s, const uint64_t *from, uint32_t p, uint32_t choice,
                              struct move *move)
{
  const struct automaton *m = &s->automata.process[p];
  const struct local *local = &m->local[field_get(from, &s->layout.local[p])];
  if (local->done) return MOVE_NONE;
  const bool accesses = local->op.kind != RMR_LOCAL;
  const uint32_t value = accesses ? field_get(from, &s->layout.value[local->op.var]) : 0;
  const uint32_t *next = &m->next[local->first_next + value * s->automata.choices];
  if (choice > 0 && next[choice] == next[0]) return MOVE_NONE;
  if (next[choice] == AUTOMATON_OUTSIDE) return MOVE_OUTSIDE;
  const struct local *to = &m->local[next[choice]];
  const uint32_t observed = s->spec->observed;
  const struct local *watched = &s->automata.process[observed].local[field_get(from, &s->layout.local[observed])];

  memcpy(move->state, from, s->store.words * sizeof *from);
  field_set(move->state, &s->layout.local[p], next[choice]);
  if (rmr_kind_writes(local->op.kind))
    field_set(move->state, &s->layout.value[local->op.var], m->written[local->first_value + value]);
  bool rmr = false;
  if (p == observed)
    rmr = charge(s, &local->op, move->state);
  else
    disturb(s, &local->op, move->state);
  move->weight = weigh(s, p, local, to, rmr, watched->section == RMR_WAITING);
  if (p == observed && to->done)
    for (uint32_t w = 0; w < s->store.words; w++) move->state[w] &= ~s->layout.caches[w];
  return MOVE_MADE;
}

/* --- discover ------------------------------------------------------------------------------------------------------------- */

/* What is to be done with each edge; false: stop. */
typedef bool edge_fn(struct search *s, uint32_t from, const struct move *move);

static bool interrupted(const struct search *s, uint32_t k)
{
  return (k & 4095) == 0 && s->spec->interrupt != NULL && atomic_load(s->spec->interrupt);
}

/* All edges out of a state but those that change nothing and cost nothing. */
static bool for_each_edge(struct search *s, uint32_t number, edge_fn *edge)
{
  uint64_t from[LAYOUT_MAX_WORDS];
  memcpy(from, store_state(&s->store, number), s->store.words * sizeof *from);
  const uint32_t observed = s->spec->observed;
  if (s->automata.process[observed].local[field_get(from, &s->layout.local[observed])].done)
    return true; /* all is paid */
  for (uint32_t p = 1; p <= s->automata.n; p++)
    for (uint32_t choice = 0; choice < s->automata.choices; choice++) {
      struct move move;
      const enum outcome outcome = make_move(s, from, p, choice, &move);
      if (outcome == MOVE_NONE) break;
      s->out->outside |= outcome == MOVE_OUTSIDE;
      if (outcome == MOVE_OUTSIDE) continue;
      if (move.weight == 0 && memcmp(move.state, from, s->store.words * sizeof *from) == 0) continue;
      if (!edge(s, number, &move)) return false;
    }
  return true;
}

static bool discover_edge(struct search *s, uint32_t from, const struct move *move)
{
  (void)from;
  bool added;
  const uint32_t to = store_insert(&s->store, move->state, &added);
  if (to == STORE_NONE || s->store.edges_in[to] == UINT16_MAX) return false;
  s->store.edges_in[to]++;
  s->out->transitions++;
  return true;
}

static bool discover(struct search *s)
{
  for (uint32_t k = 0; k < s->store.n; k++)
    if (interrupted(s, k) || !for_each_edge(s, k, discover_edge)) return false;
  return true;
}

/* --- settle ---------------------------------------------------------------------------------------------------------------- */

static void push(struct list *list, uint32_t number)
{
  if (list->n == list->capacity) {
    list->capacity = list->capacity * 2 + 1024;
    list->number = mem_grow(list->number, list->capacity, sizeof *list->number);
  }
  list->number[list->n++] = number;
}

/* A path to a state at this cost. True: it is the first, or heavier than those known. */
static bool improve(struct search *s, uint32_t to, uint32_t from, uint32_t cost)
{
  struct store *store = &s->store;
  const bool first = store->parent[to] == STORE_NONE && to >= s->n_initial;
  if (!first && cost <= store->cost[to]) return false;
  store->cost[to] = (uint16_t)cost;
  store->parent[to] = from;
  return true;
}

static bool settle_edge(struct search *s, uint32_t from, const struct move *move)
{
  bool added;
  const uint32_t to = store_insert(&s->store, move->state, &added), cost = s->store.cost[from] + move->weight;
  improve(s, to, from, cost);
  if (--s->store.edges_in[to] == 0) push(&s->now, to);
  return cost < UINT16_MAX;
}

static bool settle(struct search *s)
{
  for (uint32_t k = 0; k < s->store.n; k++)
    if (s->store.edges_in[k] == 0) push(&s->now, k);
  for (uint32_t k = 0; s->now.n != 0; k++)
    if (interrupted(s, k) || !for_each_edge(s, s->now.number[--s->now.n], settle_edge)) return false;
  return true;
}

/* --- correct --------------------------------------------------------------------------------------------------------------- */

static void enqueue(struct search *s, uint32_t number)
{
  if (s->queued[number / 64] >> number % 64 & 1) return;
  s->queued[number / 64] |= UINT64_C(1) << number % 64;
  push(&s->next, number);
}

/* Whether the path to a state, as far as it is known, runs through the state itself. (It may also run into a cycle beside it:
 * a mark that is moved at every power of two tells.) */
static bool runs_through_itself(const struct search *s, uint32_t number)
{
  uint32_t mark = number, at = s->store.parent[number];
  for (uint64_t k = 1; at != STORE_NONE; k++) {
    if (at == number) return true;
    if (at == mark) return false;
    if ((k & (k - 1)) == 0) mark = at;
    at = s->store.parent[at];
  }
  return false;
}

static bool correct_edge(struct search *s, uint32_t from, const struct move *move)
{
  bool added;
  const uint32_t to = store_insert(&s->store, move->state, &added), before = s->store.cost[to];
  const uint32_t cost = s->store.cost[from] + move->weight;
  if (!improve(s, to, from, cost)) return true;
  s->out->corrections++;
  enqueue(s, to);
  if (cost >= 16 && (before ^ cost) > before && runs_through_itself(s, to)) {
    s->looping = to;
    return false;
  }
  return cost < UINT16_MAX;
}

/* The first round looks at what is left and has been reached. */
static bool correct(struct search *s)
{
  s->queued = mem_new(s->store.n / 64 + 1, sizeof *s->queued);
  for (uint32_t k = 0; k < s->store.n; k++)
    if (s->store.edges_in[k] != 0 && (k < s->n_initial || s->store.parent[k] != STORE_NONE)) enqueue(s, k);
  while (s->next.n != 0) {
    const struct list list = s->now;
    s->now = s->next;
    s->next = list;
    s->next.n = 0;
    for (uint32_t k = 0; k < s->now.n; k++) {
      const uint32_t number = s->now.number[k];
      s->queued[number / 64] &= ~(UINT64_C(1) << number % 64);
      if (interrupted(s, k) || !for_each_edge(s, number, correct_edge)) return false;
    }
  }
  return true;
}

/* --- the beginning and the end -------------------------------------------------------------------------------------------- */

/* All initial states: every choice of first sessions, and every value of registers that are initialised arbitrarily. Digit d of
 * the odometer is the choice of P_d+1, then the value of register d-n. */
static bool insert_initial(struct search *s)
{
  const struct automata *a = &s->automata;
  const uint32_t digits = a->n + a->n_registers;
  uint32_t *digit = mem_new(digits, sizeof *digit);
  bool ok = true, more = true;
  while (ok && more) {
    uint64_t state[LAYOUT_MAX_WORDS] = {0};
    bool added;
    for (uint32_t p = 1; p <= a->n; p++) field_set(state, &s->layout.local[p], a->process[p].initial[digit[p - 1]]);
    for (uint32_t var = 0; var < a->n_registers; var++)
      field_set(state, &s->layout.value[var], a->values[var].first_initial + digit[a->n + var]);
    ok = store_insert(&s->store, state, &added) != STORE_NONE;
    more = false;
    for (uint32_t d = 0; d < digits && !more; d++) {
      const uint32_t most = d < a->n ? a->choices : a->values[d - a->n].n_initial;
      digit[d] = digit[d] + 1 < most ? digit[d] + 1 : 0;
      more = digit[d] != 0;
    }
  }
  free(digit);
  s->n_initial = s->store.n;
  return ok;
}

/* Who moved from one state to the next on the path. */
static uint32_t mover(const struct search *s, uint32_t from, uint32_t to)
{
  const uint64_t *before = store_state(&s->store, from), *after = store_state(&s->store, to);
  for (uint32_t p = 1; p <= s->automata.n; p++)
    for (uint32_t choice = 0; choice < s->automata.choices; choice++) {
      struct move move;
      const enum outcome outcome = make_move(s, before, p, choice, &move);
      if (outcome == MOVE_MADE && memcmp(move.state, after, s->store.words * sizeof *after) == 0) return p;
    }
  return 0;
}

/* The steps from the state `from` (STORE_NONE: from an initial state) to `to`, along the parents, behind what is there already. */
static void append_path(struct search *s, uint32_t from, uint32_t to)
{
  struct worst *out = s->out;
  size_t n = 0;
  uint32_t at = to;
  do {
    if (s->store.parent[at] == STORE_NONE) break;
    at = s->store.parent[at];
    n++;
  } while (at != from);
  out->schedule = mem_grow(out->schedule, out->n_schedule + n, sizeof *out->schedule);
  at = to;
  for (size_t k = n; k > 0; k--, at = s->store.parent[at])
    out->schedule[out->n_schedule + k - 1] = mover(s, s->store.parent[at], at);
  out->n_schedule += n;
}

static bool parent_edge(struct search *s, uint32_t from, const struct move *move)
{
  bool added;
  const uint32_t to = store_insert(&s->store, move->state, &added);
  if (to >= s->n_initial && s->store.parent[to] == STORE_NONE) s->store.parent[to] = from;
  return true;
}

/* Makes the parents those of shortest paths. States are numbered in breadth, so one pass in that order will do. */
static void find_shortest_paths(struct search *s)
{
  for (uint32_t k = 0; k < s->store.n; k++) s->store.parent[k] = STORE_NONE;
  for (uint32_t k = 0; k < s->store.n; k++) for_each_edge(s, k, parent_edge);
}

/* A lasso: the shortest way to a state on the cycle, then once around. */
static void write_lasso(struct search *s)
{
  struct worst *out = s->out;
  append_path(s, s->looping, s->looping);
  uint32_t *loop = out->schedule;
  const size_t n_loop = out->n_schedule;
  out->schedule = NULL;
  out->n_schedule = 0;
  find_shortest_paths(s);
  append_path(s, STORE_NONE, s->looping);
  out->loop = out->n_schedule;
  out->schedule = mem_grow(out->schedule, out->loop + n_loop, sizeof *out->schedule);
  memcpy(out->schedule + out->loop, loop, n_loop * sizeof *loop);
  out->n_schedule += n_loop;
  free(loop);
}

static bool prepare(struct search *s, struct error *e)
{
  const struct worst_spec *spec = s->spec;
  s->passages = mem_new(spec->setup.n + 1, sizeof *s->passages);
  for (uint32_t p = 1; p <= spec->setup.n; p++) s->passages[p] = p == spec->observed ? 1 : spec->setup.passages;
  if (!automata_create(&s->automata, &spec->setup, s->passages, spec->cap, 1u << 22, e)) return false;
  if (!layout_create(&s->layout, &s->automata, spec->observed, e)) return false;
  if (store_create(&s->store, s->layout.words, spec->memory)) return true;
  return fail(e, EXIT_USAGE, "%zu bytes are too little to begin with", spec->memory);
}

bool worst_case(const struct worst_spec *spec, struct worst *out, struct error *e)
{
  *out = (struct worst){0};
  struct search s = {.spec = spec, .out = out, .looping = STORE_NONE};
  const bool ok = prepare(&s, e);
  if (ok) {
    const bool all = insert_initial(&s) && discover(&s) && settle(&s) && correct(&s);
    uint32_t heaviest = 0;
    for (uint32_t k = 0; k < s.store.n; k++)
      if (s.store.cost[k] > s.store.cost[heaviest]) heaviest = k;
    out->unbounded = s.looping != STORE_NONE;
    out->complete = (all && !out->outside) || out->unbounded;
    out->states = s.store.n;
    out->cost = s.store.cost[heaviest];
    if (out->unbounded)
      write_lasso(&s);
    else
      append_path(&s, STORE_NONE, heaviest);
  }
  free(s.now.number);
  free(s.next.number);
  free(s.queued);
  store_free(&s.store);
  layout_free(&s.layout);
  automata_free(&s.automata);
  free(s.passages);
  return ok;
}

void worst_free(struct worst *worst)
{
  free(worst->schedule);
  *worst = (struct worst){0};
}
