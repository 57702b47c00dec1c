/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/mutants/equivalence.h"

#include <stdlib.h>

#include "base/mem.h"

/* Two tables of one process that are followed at once. Local states that must agree are put together: those of x have
 * the numbers 0.., those of y come after them. */
struct walk {
  const struct reachable_moves *x, *y;
  const struct automaton *mx, *my;
  uint32_t p;
  uint32_t *parent; /* [local]: the representative's number is its own */
  uint32_t *pair;   /* still to be looked at: one of x, one of y */
  size_t n_pairs;
};

bool reachable_moves_find(struct reachable_moves *b, const struct space_spec *spec, const struct explore_limits *limits,
                          struct error *e)
{
  struct breadth found;
  *b = (struct reachable_moves){0};
  if (!space_create(&b->space, spec, e)) return false;
  breadth_search(&b->space, limits, WATCH_NOTHING, false, &found);
  b->complete = found.complete;
  b->taken = found.taken;
  found.taken = NULL;
  breadth_free(&found);
  return true;
}

void reachable_moves_free(struct reachable_moves *b)
{
  space_free(&b->space);
  free(b->taken);
  *b = (struct reachable_moves){0};
}

static uint32_t representative(struct walk *w, uint32_t local)
{
  while (w->parent[local] != local) local = w->parent[local] = w->parent[w->parent[local]];
  return local;
}

static void must_agree(struct walk *w, uint32_t x, uint32_t y)
{
  const uint32_t a = representative(w, x), b = representative(w, w->mx->n_locals + y);
  if (a == b) return;
  w->parent[b] = a;
  w->pair = mem_another(w->pair, w->n_pairs, 2 * sizeof *w->pair);
  w->pair[2 * w->n_pairs] = x;
  w->pair[2 * w->n_pairs++ + 1] = y;
}

/* Same access, same section, same session. (And the same name, where the algorithm renames: pair_agrees.) */
static bool look_alike(const struct automaton_local *a, const struct automaton_local *b)
{
  return a->done == b->done && a->session == b->session && a->section == b->section && a->op.section == b->op.section &&
         rmr_kind_reads(a->op.kind) == rmr_kind_reads(b->op.kind) &&
         rmr_kind_writes(a->op.kind) == rmr_kind_writes(b->op.kind) &&
         (!rmr_kind_accesses(a->op.kind) || a->op.var == b->op.var);
}

static const uint8_t *taken_by(const struct reachable_moves *b, uint32_t p, uint32_t local, uint32_t value)
{
  return b->taken + b->space.row[p][local].first + value * b->space.choices;
}

static uint32_t n_taken(const struct reachable_moves *b, uint32_t p, uint32_t local)
{
  uint32_t n = 0;
  const uint32_t values = automaton_values(&b->space.automata, &b->space.automata.process[p].local[local]);
  for (uint32_t v = 0; v < values; v++) n += *taken_by(b, p, local, v);
  return n;
}

static uint32_t number_of_value(const struct automata *a, uint32_t var, rmr_word value)
{
  uint32_t v = 0;
  while (v < a->values[var].n && a->values[var].value[v] != value) v++;
  return v;
}

/* Whether the moves are the same once x has found its value vx, and y the same value, numbered vy. */
static bool same_moves(struct walk *w, uint32_t x, uint32_t vx, uint32_t y, uint32_t vy)
{
  const struct automata *a = &w->x->space.automata, *b = &w->y->space.automata;
  const struct automaton_local *lx = &w->mx->local[x], *ly = &w->my->local[y];
  for (uint32_t c = 0; c < a->choices; c++) {
    const uint32_t to_x = w->mx->next[lx->first_next + vx * a->choices + c],
                   to_y = w->my->next[ly->first_next + vy * b->choices + c];
    if (!automaton_goes_on(to_x) || !automaton_goes_on(to_y)) {
      if (to_x != to_y) return false;
      continue;
    }
    if (rmr_kind_writes(lx->op.kind) && a->values[lx->op.var].value[w->mx->written[lx->first_value + vx]] !=
                                          b->values[ly->op.var].value[w->my->written[ly->first_value + vy]])
      return false;
    must_agree(w, to_x, to_y);
  }
  return true;
}

static bool pair_agrees(struct walk *w, uint32_t x, uint32_t y)
{
  const struct automata *a = &w->x->space.automata, *b = &w->y->space.automata;
  const struct automaton_local *lx = &w->mx->local[x], *ly = &w->my->local[y];
  if (!look_alike(lx, ly) || w->x->space.label[w->p][x].name != w->y->space.label[w->p][y].name) return false;
  if (lx->done) return true;
  if (n_taken(w->x, w->p, x) != n_taken(w->y, w->p, y)) return false;
  for (uint32_t v = 0; v < automaton_values(a, lx); v++) {
    if (!*taken_by(w->x, w->p, x, v)) continue;
    const uint32_t vy =
      !rmr_kind_accesses(lx->op.kind) ? 0 : number_of_value(b, ly->op.var, a->values[lx->op.var].value[v]);
    if (vy >= automaton_values(b, ly) || !*taken_by(w->y, w->p, y, vy) || !same_moves(w, x, v, y, vy)) return false;
  }
  return true;
}

static bool process_agrees(const struct reachable_moves *x, const struct reachable_moves *y, uint32_t p)
{
  struct walk w = {.x = x, .y = y, .mx = &x->space.automata.process[p], .my = &y->space.automata.process[p], .p = p};
  const uint32_t n = w.mx->n_locals + w.my->n_locals;
  w.parent = mem_new(n, sizeof *w.parent);
  for (uint32_t l = 0; l < n; l++) w.parent[l] = l;
  for (uint32_t c = 0; c < x->space.choices; c++) must_agree(&w, w.mx->initial[c], w.my->initial[c]);
  bool agrees = true;
  while (agrees && w.n_pairs > 0) {
    w.n_pairs--;
    agrees = pair_agrees(&w, w.pair[2 * w.n_pairs], w.pair[2 * w.n_pairs + 1]);
  }
  free(w.parent);
  free(w.pair);
  return agrees;
}

bool equivalent(const struct reachable_moves *x, const struct reachable_moves *y)
{
  bool agree = true;
  for (uint32_t p = 1; agree && p <= x->space.n; p++) agree = process_agrees(x, y, p);
  return agree;
}
