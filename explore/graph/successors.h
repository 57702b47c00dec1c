/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * successors.h: the inner loop: what follows a packed state. Everything that walks through the state graph uses these
 * functions. They take a `shape`, constants of the search, so that the compiler makes one loop for each.
 */
#ifndef EXPLORE_GRAPH_SUCCESSORS_H
#define EXPLORE_GRAPH_SUCCESSORS_H

#include "explore/tables/space.h"

#define INNER static inline __attribute__((always_inline))

/* What a loop is made for. plain: no copies, no costs and no pair are kept, and there is no choice of sessions. */
struct shape {
  uint32_t words;
  bool plain;
};

/* Calls f(shape, ...) with a constant shape where there is one that is worth a loop of its own. */
#define WITH_SHAPE(space, f, ...)                          \
  do {                                                     \
    const struct shape shape_ = space_shape(space);        \
    if (shape_.words == 1 && shape_.plain)                 \
      f((struct shape){1, true}, __VA_ARGS__);             \
    else if (shape_.words == 1)                            \
      f((struct shape){1, false}, __VA_ARGS__);            \
    else if (shape_.words == 2)                            \
      f((struct shape){2, false}, __VA_ARGS__);            \
    else                                                   \
      f((struct shape){shape_.words, false}, __VA_ARGS__); \
  } while (0)

static inline struct shape space_shape(const struct space *s)
{
  return (struct shape){s->words, s->spec.cost == COST_NONE && s->spec.pair_first == 0 && s->choices == 1};
}

/* A step that can be made. */
struct successor {
  uint64_t state[PACKING_MAX_WORDS];
  uint32_t move;
  uint8_t flags, weight;
};

INNER uint64_t word_of(struct shape shape, const uint64_t *state, uint32_t word)
{
  return state[shape.words == 1 ? 0 : word];
}

/* First come, first served between two processes: the bit is set when the second begins while the first, which conflicts with it, is
 * in its waiting room, and goes when the first enters. */
static inline void space_watch_pair(const struct space *s, const uint64_t *from, uint32_t p, uint8_t flags,
                                    uint64_t *to)
{
  const uint32_t first = s->spec.pair_first, second = s->spec.pair_second;
  if (p == second && (flags & MOVE_BEGINS)) {
    const struct mark *waits = space_mark(s, from, first), *begins = space_mark(s, from, second);
    if (waits->section == RMR_WAITING && space_conflict(s, waits, begins)) field_set(to, &s->layout.pair, 1);
  }
  if (p == first && (flags & MOVE_ENTERS)) field_set(to, &s->layout.pair, 0);
}

/* What a step is worth; row is that of the process in `from`. */
INNER uint8_t space_weigh(const struct space *s, const uint64_t *from, uint32_t p, const struct row *row, uint8_t flags)
{
  if (p == s->spec.observed)
    return row->weigh == WEIGH_ALWAYS || (row->weigh == WEIGH_UNLESS && (from[row->unless_word] & row->unless) == 0);
  return s->spec.cost == COST_BYPASS && (flags & MOVE_ENTERS) &&
         space_mark(s, from, s->spec.observed)->section == RMR_WAITING;
}

INNER const struct row *space_row(const struct space *s, struct shape shape, const uint64_t *from, uint32_t p)
{
  const struct bit_field *at = &s->layout.local[p];
  return &s->row[p][word_of(shape, from, at->word) >> at->shift & at->mask];
}

/* The number of the first move from a state in which a process stands at this row, which is not done; one for each choice of a
 * session. */
INNER uint32_t space_moves(const struct space *s, struct shape shape, const uint64_t *from, const struct row *row)
{
  const uint32_t value = (uint32_t)(word_of(shape, from, row->word) >> row->shift & row->mask);
  return row->first + (shape.plain ? value : value * s->choices);
}

/* The step of P_p by the given move. False: there is no such step. */
INNER bool space_step(const struct space *s, struct shape shape, const uint64_t *from, uint32_t p, uint32_t move,
                      struct successor *out)
{
  out->move = move;
  out->flags = s->flags[move];
  if (out->flags & (MOVE_OUTSIDE | MOVE_CAPPED | MOVE_SAME)) return false;
  const size_t at = (size_t)move * shape.words;
  for (uint32_t w = 0; w < shape.words; w++) {
    out->state[w] = from[w] + s->add[at + w];
    if (!shape.plain) out->state[w] = (out->state[w] & s->keep[at + w]) | s->put[at + w];
  }
  out->weight = 0;
  if (shape.plain) return true;
  if (s->layout.pair.width != 0 && (out->flags & (MOVE_BEGINS | MOVE_ENTERS)))
    space_watch_pair(s, from, p, out->flags, out->state);
  if (s->spec.cost != COST_NONE) out->weight = space_weigh(s, from, p, &s->row[p][space_local(s, from, p)], out->flags);
  return true;
}

/* A process whose pending access conflicts with nothing that anybody else will ever do, and leads it onward; 0: there is none. A
 * register is in the others' outlook if it is in that of two processes, or in that of one, and not one's own. */
INNER uint32_t space_indifferent(const struct space *s, struct shape shape, const uint64_t *state)
{
  struct outlook once = {0}, twice = {0};
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct outlook *o = &s->outlook[p][space_local(s, state, p)];
    twice.writes |= once.writes & o->writes;
    twice.accesses |= once.accesses & o->accesses;
    once.writes |= o->writes;
    once.accesses |= o->accesses;
  }
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct row *row = space_row(s, shape, state, p);
    if (row->first == SPACE_DONE) continue;
    const struct outlook *own = &s->outlook[p][space_local(s, state, p)];
    const uint64_t others =
      row->access & 1 ? twice.accesses | (once.accesses & ~own->accesses) : twice.writes | (once.writes & ~own->writes);
    if (row->access != SPACE_NO_ACCESS && (others >> (row->access >> 1) & 1) != 0) continue;
    const uint32_t first = space_moves(s, shape, state, row);
    bool onward = true;
    for (uint32_t choice = 0; choice < s->choices; choice++)
      onward &= (s->flags[first + choice] & (MOVE_OUTSIDE | MOVE_CAPPED | MOVE_ONWARD)) == MOVE_ONWARD;
    if (onward) return p;
  }
  return 0;
}

/* Whose steps are to be looked at in a state: first..last. Nobody's when the observed process is done, only its own when what it
 * still pays is settled, and only one's whose step may as well be made now. */
struct movers {
  uint32_t first, last;
};

INNER struct movers space_movers(const struct space *s, struct shape shape, const uint64_t *state)
{
  if (!shape.plain && s->spec.cost != COST_NONE) {
    const struct mark *mark = space_mark(s, state, s->spec.observed);
    if (mark->done) return (struct movers){1, 0};
    if (mark->alone) return (struct movers){s->spec.observed, s->spec.observed};
    const uint32_t p = s->outlook != NULL ? space_indifferent(s, shape, state) : 0;
    if (p != 0) return (struct movers){p, p};
  }
  return (struct movers){1, s->n};
}

INNER bool space_same(struct shape shape, const uint64_t *a, const uint64_t *b)
{
  uint64_t differ = 0;
  for (uint32_t w = 0; w < shape.words; w++) differ |= a[w] ^ b[w];
  return differ == 0;
}

#endif
