/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * successors.h: the inner loop: the successors of a packed state. Everything that traverses the state graph uses these
 * functions. They take a `shape`, constants of the search, so that the compiler makes one loop for each.
 */
#ifndef EXPLORE_GRAPH_SUCCESSORS_H
#define EXPLORE_GRAPH_SUCCESSORS_H

#include "explore/tables/space.h"

#define INNER static inline __attribute__((always_inline))

/* The constants of a loop. plain: no copies, no costs and no pair are kept, there is no choice of sessions, and the
 * only events are commits and changes, or processes that stop and leases that run out for all. harmless: there is no
 * fault at all. */
struct space_shape {
  uint32_t words;
  bool plain, harmless;
};

/* Calls f(shape, ...) with a constant shape where one is worth a loop of its own. */
#define WITH_SHAPE(space, f, ...)                                       \
  do {                                                                  \
    const struct space_shape shape_ = space_shape(space);               \
    if (shape_.words == 1 && shape_.plain && shape_.harmless)           \
      f((struct space_shape){1, true, true}, __VA_ARGS__);              \
    else if (shape_.words == 1 && shape_.plain)                         \
      f((struct space_shape){1, true, false}, __VA_ARGS__);             \
    else if (shape_.words == 1)                                         \
      f((struct space_shape){1, false, false}, __VA_ARGS__);            \
    else if (shape_.words == 2)                                         \
      f((struct space_shape){2, false, false}, __VA_ARGS__);            \
    else                                                                \
      f((struct space_shape){shape_.words, false, false}, __VA_ARGS__); \
  } while (0)

static inline struct space_shape space_shape(const struct space *s)
{
  return (struct space_shape){s->words,
                              s->spec.observer.cost == COST_NONE && s->spec.observer.pair_first == 0 &&
                                s->choices == 1 && s->symmetry == NULL &&
                                (!s->env.any || s->env.commits || (s->env.stops && !s->env.per_reader)),
                              !s->env.any};
}

/* A step that can be made. */
struct successor {
  uint64_t state[PACKING_MAX_WORDS];
  uint32_t move;
  uint8_t flags, weight;
};

INNER uint64_t word_of(struct space_shape shape, const uint64_t *state, uint32_t word)
{
  return state[shape.words == 1 ? 0 : word];
}

/* First come, first served between two processes: the bit is set when the second begins while the first, which
 * conflicts with it, is in its waiting room. It is cleared when the first enters. */
static inline void space_watch_pair(const struct space *s, const uint64_t *from, uint32_t p, uint8_t flags,
                                    uint64_t *to)
{
  const uint32_t first = s->spec.observer.pair_first, second = s->spec.observer.pair_second;
  if (p == second && (flags & MOVE_BEGINS)) {
    const struct space_label *waits = space_label_of(s, from, first), *begins = space_label_of(s, from, second);
    field_set(to, &s->layout.pair, waits->section == RMR_WAITING && space_conflict(s, first, waits, second, begins));
  }
  if (p == first && (flags & MOVE_ENTERS)) field_set(to, &s->layout.pair, 0);
}

/* One tick later. False: a process is overdue. */
bool space_tick(const struct space *space, const uint64_t *from, uint64_t *to);

/* Whether a live process is responsible for the lease of an expiry, where local states determine that. */
bool space_is_kept(const struct space *space, const uint64_t *state, uint32_t actor);

/* The expiry of a lease for one reader alone: from `from`, to `to`. False: it cannot happen. */
bool space_expire_for(const struct space *space, const uint64_t *from, uint32_t actor, uint64_t *to);

/* The effects of a crash by the actor that are in no table: see crashes.c. False: it cannot happen. */
bool space_crash(const struct space *space, const uint64_t *from, uint32_t actor, uint64_t *to);

/* Whether a fault is left for the step of the actor p, which is no process's. */
static inline bool space_affords(const struct space *s, const uint64_t *from, uint32_t p, uint64_t *to)
{
  if (p == s->env.tick) return space_tick(s, from, to);
  if (s->env.per_reader && rmr_action_kind(s->automata.event[p].action) == RMR_EXPIRE)
    return space_expire_for(s, from, p, to);
  for (uint32_t w = 0; w < s->words; w++)
    if ((to[w] & s->layout.solvent[w]) != s->layout.solvent[w]) return false;
  if (s->env.keeps != NULL && s->automata.event[p].process == 0 &&
      rmr_action_kind(s->automata.event[p].action) == RMR_EXPIRE &&
      space_is_kept(s, to, p) != s->automata.event[p].in_life)
    return false;
  return s->env.crashes[p] == 0 || space_crash(s, from, p, to);
}

/* COST_MEALS: whether the step of P_p ends a meal at the end of a blocking path of the observed process, which
 * begins with the observed process; each further process is one that the last process waits for. */
bool space_ends_meal(const struct space *space, const uint64_t *from, const uint64_t *to, uint32_t p);

/* The same for the step of another process, or a tick: a bypass, or a tick of the observed process's entry. */
static inline bool space_weigh_other(const struct space *s, const uint64_t *from, uint32_t p, uint8_t flags)
{
  const uint32_t observed = s->spec.observer.process;
  const struct space_label *waits = space_label_of(s, from, observed);
  if (s->spec.observer.cost == COST_TICKS)
    return p == s->env.tick && waits->section >= RMR_RECOVER && waits->section <= RMR_WAITING;
  return (flags & MOVE_ENTERS) && waits->section == RMR_WAITING &&
         space_conflict(s, p, space_label_of(s, from, p), observed, waits);
}

/* The weight of a step; row is that of the process in `from`. */
INNER uint8_t space_weigh(const struct space *s, const uint64_t *from, uint32_t p, const struct space_row *row,
                          uint8_t flags)
{
  if (p == s->spec.observer.process)
    return (uint8_t)(row->fence + (row->weigh == SPACE_WEIGHT_ALWAYS ||
                                   (row->weigh == SPACE_WEIGHT_UNLESS && (from[row->unless_word] & row->unless) == 0)));
  return cost_counts_others(s->spec.observer.cost) && space_weigh_other(s, from, p, flags);
}

INNER const struct space_row *space_row_of(const struct space *s, struct space_shape shape, const uint64_t *from,
                                           uint32_t p)
{
  const struct bit_field *at = &s->layout.local[p];
  return &s->row[p][word_of(shape, from, at->word) >> at->shift & at->mask];
}

/* The first move from a state in which a process stands at this row, which is not done. There is one move for each
 * choice of a session. */
INNER uint32_t space_moves(const struct space *s, struct space_shape shape, const uint64_t *from,
                           const struct space_row *row)
{
  uint32_t value = (uint32_t)(word_of(shape, from, row->word) >> row->shift & row->mask);
  if (!shape.plain && !shape.harmless && row->looks && (from[row->expired_word] >> row->expired_shift & 1) != 0)
    value = 0;
  return row->first + (shape.plain ? value : value * s->choices);
}

INNER bool space_same(struct space_shape shape, const uint64_t *a, const uint64_t *b)
{
  uint64_t differ = 0;
  for (uint32_t w = 0; w < shape.words; w++) differ |= a[w] ^ b[w];
  return differ == 0;
}

/* The step of P_p by the given move, which is there. False: a fault or a tick that cannot happen. Where states are
 * taken up to renaming, it leads to the state that stands for all. */
INNER bool space_make_step(const struct space *s, struct space_shape shape, const uint64_t *from, uint32_t p,
                           uint32_t move, struct successor *out)
{
  out->move = move;
  const size_t at = (size_t)move * shape.words;
  for (uint32_t w = 0; w < shape.words; w++) {
    out->state[w] = from[w] + s->add[at + w];
    if (!shape.plain) out->state[w] = (out->state[w] & s->keep[at + w]) | s->put[at + w];
  }
  out->weight = 0;
  if (!shape.harmless && p > s->n && s->env.any && !space_affords(s, from, p, out->state)) return false;
  if (shape.plain) return true;
  out->flags = s->flags[move];
  if (s->layout.pair.width != 0 && (out->flags & (MOVE_BEGINS | MOVE_ENTERS)))
    space_watch_pair(s, from, p, out->flags, out->state);
  if (s->spec.observer.cost == COST_MEALS)
    out->weight = space_ends_meal(s, from, out->state, p);
  else if (s->spec.observer.cost != COST_NONE)
    out->weight = space_weigh(s, from, p, &s->row[p][space_local(s, from, p)], out->flags);
  if (s->symmetry != NULL && !space_same(shape, from, out->state)) canonical_state(s->symmetry, out->state, NULL);
  return true;
}

/* The same for a move that need not be there. */
INNER bool space_step(const struct space *s, struct space_shape shape, const uint64_t *from, uint32_t p, uint32_t move,
                      struct successor *out)
{
  out->flags = s->flags[move];
  return (out->flags & (MOVE_NONE | MOVE_SAME)) == 0 && space_make_step(s, shape, from, p, move, out);
}

#endif
