/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * callbacks.c: the declarations of a text but for those of registers, as engines ask for them: names that are held,
 * time, changes, invariants, parameters.
 */
#include <stdio.h>
#include <string.h>

#include "language/callbacks.h"

static uint32_t name_held(const void *state, struct rmr_size size)
{
  const struct machine *m = size.self;
  struct surroundings_of_value in = around(m, size);
  in.slot = ((const struct machine_state *)state)->slot;
  const int64_t name = tree_value(m->tree->held, &in);
  return name > 0 && name <= UINT32_MAX ? (uint32_t)name : 0;
}

static uint32_t names_max(struct rmr_size size)
{
  const struct machine *m = size.self;
  const int64_t most_names = constant(m->tree, m->tree->held_most, size);
  return most_names > 0 && most_names <= UINT32_MAX ? (uint32_t)most_names : 0;
}

static rmr_word period(struct rmr_size size)
{
  const struct machine *m = size.self;
  return constant(m->tree, m->tree->period, size);
}

/* A change, a local time and an invariant have no place for their own data: one function for each of the first few. */
#define CHANGE_FUNCTIONS(k)                                         \
  static bool may_##k(rmr_word value, struct rmr_size size)         \
  {                                                                 \
    const struct machine *m = size.self;                            \
    struct surroundings_of_value in = around(m, size);              \
    in.value = value;                                               \
    return tree_value(m->tree->change[k].may, &in) != 0;            \
  }                                                                 \
  static rmr_word becomes_##k(rmr_word value, struct rmr_size size) \
  {                                                                 \
    const struct machine *m = size.self;                            \
    struct surroundings_of_value in = around(m, size);              \
    in.value = value;                                               \
    return tree_value(m->tree->change[k].becomes, &in);             \
  }
CHANGE_FUNCTIONS(0)
CHANGE_FUNCTIONS(1)
CHANGE_FUNCTIONS(2)
CHANGE_FUNCTIONS(3)

static bool (*const may[])(rmr_word, struct rmr_size) = {may_0, may_1, may_2, may_3};
static rmr_word (*const becomes[])(rmr_word, struct rmr_size) = {becomes_0, becomes_1, becomes_2, becomes_3};

#define HOLDS(k)                                      \
  static bool holds_##k(const struct rmr_moment *now) \
  {                                                   \
    return delta_holds(now->size.self, k, now);       \
  }
HOLDS(0)
HOLDS(1)
HOLDS(2)
HOLDS(3)
HOLDS(4)
HOLDS(5)
HOLDS(6)
HOLDS(7)
HOLDS(8)
HOLDS(9)
HOLDS(10)
HOLDS(11)
HOLDS(12)
HOLDS(13)
HOLDS(14)
HOLDS(15)

static bool (*const invariant[RMR_MAX_INVARIANTS])(const struct rmr_moment *) = {
  holds_0, holds_1, holds_2,  holds_3,  holds_4,  holds_5,  holds_6,  holds_7,
  holds_8, holds_9, holds_10, holds_11, holds_12, holds_13, holds_14, holds_15};

static uint32_t of_two(const struct expr *x, struct surroundings_of_value *in)
{
  return x != NULL ? process_or_none(tree_value(x, in), in->size) : 0;
}

static struct rmr_between between(const struct rmr_moment *now, uint32_t i, uint32_t j)
{
  const struct machine *m = now->size.self;
  struct surroundings_of_value in = around(m, now->size);
  in.moment = now;
  for (uint32_t k = 0; k < 2; k++) {
    in.is_bound[m->tree->between[k]] = true;
    in.bound[m->tree->between[k]] = k == 0 ? i : j;
  }
  return (struct rmr_between){.owned = m->tree->owner != NULL,
                              .owner = of_two(m->tree->owner, &in),
                              .ready = of_two(m->tree->ready, &in),
                              .arrow = of_two(m->tree->arrow, &in)};
}

/* All local times of a text have one horizon: its largest. */
static rmr_word local_horizon(struct rmr_size size)
{
  const struct machine *m = size.self;
  rmr_word n = 0;
  for (uint32_t k = 0; k < m->tree->n_locals; k++) {
    const struct type *t = &m->tree->local[k].type;
    if (t->kind != TYPE_TIME) continue;
    const rmr_word h = constant(m->tree, t->horizon, size);
    if (h > n) n = h;
  }
  return n;
}

static uint32_t watched(struct rmr_size size)
{
  const struct machine *m = size.self;
  uint64_t n = m->graph.watch;
  for (uint32_t k = 0; k < m->tree->n_groups; k++) {
    if (m->graph.watch_group[k] == 0) continue;
    size.shared = &m->shared[k];
    n += (uint64_t)m->graph.watch_group[k] * (m->shared[k].cells != NULL ? m->shared[k].cells(size) : 1);
  }
  return n < 60000 ? (uint32_t)n : 60000;
}

/* --- made --------------------------------------------------------------------------------------------------------- */

static void make_parameters(struct machine *m)
{
  const struct tree *t = m->tree;
  struct rmr_algorithm *a = &m->algorithm;
  for (uint32_t k = 0; k < t->n_parameters; k++) {
    const struct parameter *p = &t->parameter[k];
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)p->fallback);
    const char *fallback = p->type == RMR_GRAPH ? "complete" : p->type == RMR_ORDER ? "rank" : number;
    m->options[k] = (struct rmr_option){.key = p->name,
                                        .type = p->type,
                                        .offset = parameter_offset(t, k),
                                        .fallback = pool_copy(&m->pool, fallback, strlen(fallback)),
                                        .low = (double)p->low,
                                        .high = (double)p->high,
                                        .about = p->about};
  }
  if (t->n_parameters == 0) return;
  a->parameters = m->options;
  a->parameters_size = (uint32_t)parameter_offset(t, t->n_parameters);
}

static void make_times(struct machine *m)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < m->tree->n_locals; k++)
    if (m->tree->local[k].type.kind == TYPE_TIME)
      m->times[n++] = (struct rmr_local_time){
        (uint32_t)(sizeof(struct machine_state) + m->tree->local[k].slot * sizeof(int64_t)), local_horizon};
  if (n != 0) m->algorithm.times = m->times;
}

static void make_invariants(struct machine *m)
{
  const struct tree *t = m->tree;
  for (uint32_t k = 0; k < t->n_invariants; k++) {
    m->delta[k] = pool_new(&m->pool, 1, sizeof *m->delta[k]);
    delta_find(m->delta[k], t->invariant[k].holds);
    m->invariants[k] = (struct rmr_invariant){t->invariant[k].name, t->invariant[k].text, invariant[k]};
  }
  if (t->n_invariants != 0) m->algorithm.invariants = m->invariants;
}

bool make_callbacks(struct machine *m, struct error *e)
{
  const struct tree *t = m->tree;
  struct rmr_algorithm *a = &m->algorithm;
  for (uint32_t k = 0; k < t->n_groups; k++)
    if (!make_register(m, k, e)) return false;
  for (uint32_t k = 0; k < t->n_changes; k++)
    m->changes[k] = (struct rmr_change){t->change[k].name, t->change[k].group, may[k], becomes[k]};
  a->changes = t->n_changes != 0 ? m->changes : NULL;
  a->n_changes = t->n_changes;
  if (t->held != NULL) {
    a->name_held = name_held;
    a->names_max = names_max;
  }
  if (t->period != NULL) a->period = period;
  if (t->between[0] != 0) a->between = between;
  a->watch = watched;
  make_parameters(m);
  make_times(m);
  make_invariants(m);
  return true;
}
