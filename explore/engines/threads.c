/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/threads.h"

#include <string.h>

#include "explore/graph/steps.h"

struct threads {
  const struct descent *d;
  struct space plain;     /* the space, in which each state stands for itself */
  const uint32_t *member; /* in the order of their visits */
  uint32_t n_members, root;
  uint32_t *up;   /* [member * n + process-1]: towards the representative of its class */
  uint8_t *moves; /* the same: it makes a step inside */
};

static uint32_t class_of(uint32_t *up, uint32_t k)
{
  while (up[k] != k) k = up[k] = up[up[k]];
  return k;
}

static uint32_t visit_of(const struct threads *t, uint32_t id)
{
  return *visited_map_at(&t->d->out->value, id);
}

/* The place of a state in the component; n_members: it is outside. */
static uint32_t place_of(const struct threads *t, const uint64_t *state)
{
  const uint32_t words = t->plain.words;
  const uint32_t id = visited_lookup(t->d->visited, state, visited_hash(state, words), words);
  const uint32_t visit = id != VISITED_NONE ? visit_of(t, id) : 0;
  if (visit == 0 || (visit & DEPTH_LEFT) != 0 || visit < t->root) return t->n_members;
  uint32_t least = 0, most = t->n_members - 1;
  while (least < most) {
    const uint32_t middle = least + (most - least) / 2;
    if (visit_of(t, t->member[middle]) < visit)
      least = middle + 1;
    else
      most = middle;
  }
  return least;
}

/* A step of P_p to another state, or the same. Each process has a name here and one there, both in one class. */
static void follow(struct threads *t, uint32_t place, uint32_t p, uint64_t *to)
{
  const uint32_t n = t->plain.n;
  uint8_t name[CANONICAL_MOST_PROCESSES + 1];
  canonical_state(t->d->space->symmetry, to, name);
  const uint32_t there = place_of(t, to);
  if (there == t->n_members) return;
  t->moves[place * n + p - 1] = 1;
  for (uint32_t q = 1; q <= n; q++)
    t->up[class_of(t->up, there * n + name[q] - 1u)] = class_of(t->up, place * n + q - 1);
}

static void follow_all(struct threads *t, uint32_t place)
{
  const struct space *s = &t->plain;
  const struct space_shape shape = {.words = s->words};
  const uint64_t *from = visited_state(t->d->visited, t->member[place]);
  struct actor a = actors_begin((struct actors){1, s->n});
  while (actors_next(s, shape, from, &a))
    for (uint32_t move = a.first; move < a.end; move++) {
      struct successor to;
      if (space_step(s, shape, from, a.p, move, &to) && !region_leaves_out(s, t->d->region, a.p, &to) &&
          region_has(s, t->d->region, to.state))
        follow(t, place, a.p, to.state);
    }
}

/* Each process outside its remainder makes steps, and somebody wants to enter. */
static bool all_move(struct threads *t)
{
  const struct space *s = &t->plain;
  const uint32_t n = s->n;
  for (uint32_t k = 0; k < t->n_members * n; k++)
    if (t->moves[k]) t->moves[class_of(t->up, k)] = 1;
  const uint64_t *state = visited_state(t->d->visited, t->member[0]);
  for (uint32_t p = 1; p <= n; p++)
    if (space_label_of(s, state, p)->section != RMR_REMAINDER && !t->moves[class_of(t->up, p - 1)]) return false;
  return region_somebody_wants(s, state);
}

bool threads_are_fair(struct descent *d, const struct descent_frame *root)
{
  struct budget *b = d->space->budget;
  struct threads t = {.d = d, .plain = *d->space, .root = root->index};
  if (root->movers == 0) return false;
  size_t first = d->n_open - 1;
  while (d->open[first] != root->id) first--;
  t.plain.symmetry = NULL;
  t.member = d->open + first;
  t.n_members = (uint32_t)(d->n_open - first);
  const size_t pairs = (size_t)t.n_members * d->space->n;
  t.up = pairs < UINT32_MAX ? budget_take(b, pairs * sizeof *t.up) : NULL;
  t.moves = t.up != NULL ? budget_take(b, pairs) : NULL;
  bool fair = false;
  if (t.moves != NULL) {
    for (uint32_t k = 0; k < pairs; k++) t.up[k] = k;
    for (uint32_t k = 0; k < t.n_members; k++) follow_all(&t, k);
    fair = all_move(&t);
  } else {
    d->out->out_of_memory = d->over = true;
  }
  budget_give(b, t.moves, pairs);
  budget_give(b, t.up, pairs * sizeof *t.up);
  return fair;
}
