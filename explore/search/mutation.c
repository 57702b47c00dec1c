/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/mutation.h"

#include "base/rng.h"

/* The data from which an edit is drawn. */
struct source {
  const struct world *world;
  struct candidate *candidate;
  uint64_t *rng;
};

/* --- places and segments ------------------------------------------------------------------------------------------ */

/* A place between moves: any, or often one at which the observed process moves, or a passage has ended. */
static size_t draw_place(const struct source *s)
{
  const struct candidate *candidate = s->candidate;
  size_t k = rng_below(s->rng, (uint32_t)candidate->n + 1);
  const uint32_t manner = rng_below(s->rng, 8);
  if (manner < 5)
    while (k < candidate->n && candidate->move[k].who != candidate->observed) k++;
  else if (manner < 6)
    while (k > 0 && !candidate->move[k - 1].ends) k--;
  return k;
}

/* So many moves of the observed process on from a place, or back. */
static size_t walk(const struct candidate *candidate, size_t from, uint32_t moves, bool back)
{
  while (moves != 0 && (back ? from > 0 : from < candidate->n)) {
    from = back ? from - 1 : from + 1;
    if (from == candidate->n || candidate->move[from].who == candidate->observed) moves--;
  }
  return from;
}

/* Mostly short ones: some moves, or some moves of the observed process; or between two places. */
static void draw_segment(const struct source *s, size_t *first, size_t *last)
{
  const size_t n = s->candidate->n;
  const uint32_t manner = rng_below(s->rng, 8), most = 1u << rng_below(s->rng, 6);
  *first = draw_place(s);
  *last = manner < 3   ? *first + 1 + rng_below(s->rng, most)
          : manner < 7 ? walk(s->candidate, *first, 1 + rng_below(s->rng, most), false)
                       : draw_place(s);
  if (*last > n) *last = n;
  if (*last < *first) {
    const size_t other = *first;
    *first = *last;
    *last = other;
  }
}

static void add_piece(struct mutation *mutation, size_t first, size_t last)
{
  mutation->piece[mutation->n++] = (struct piece){.first = first, .last = last};
}

static void add_move(struct mutation *mutation, struct move move)
{
  mutation->extra[mutation->n_extra] = move;
  mutation->piece[mutation->n++] =
    (struct piece){.first = mutation->n_extra, .last = mutation->n_extra + 1, .extra = true};
  mutation->n_extra++;
}

/* --- changes ------------------------------------------------------------------------------------------------------ */

static void draw_cut(const struct source *s, struct mutation *mutation)
{
  size_t first, last;
  draw_segment(s, &first, &last);
  mutation->from = first;
  add_piece(mutation, last, s->candidate->n);
}

static void draw_shift(const struct source *s, struct mutation *mutation)
{
  size_t first, last;
  draw_segment(s, &first, &last);
  const size_t n = s->candidate->n;
  const size_t near = rng_below(s->rng, 16),
               to = rng_below(s->rng, 3) != 0
                      ? (rng_below(s->rng, 2) ? (first > near ? first - near : 0) : (last + near < n ? last + near : n))
                      : draw_place(s);
  if (to <= first) {
    mutation->from = to;
    add_piece(mutation, first, last);
    add_piece(mutation, to, first);
    add_piece(mutation, last, n);
  } else {
    mutation->from = first;
    add_piece(mutation, last, to > last ? to : last);
    add_piece(mutation, first, last);
    add_piece(mutation, to > last ? to : last, n);
  }
}

/* Those from P_low to P_high, but for the observed process, take the place of the next one, up or down. */
static void move_others(const struct world *world, const struct candidate *candidate, struct mutation *mutation,
                        bool up, uint32_t low, uint32_t high)
{
  const uint32_t n = world->system->n, v = candidate->observed;
  for (uint32_t p = 0; p <= n; p++) mutation->who[p] = p;
  for (uint32_t p = low; p <= high; p++) {
    if (p == v) continue;
    uint32_t q = up ? p + 1 : p - 1;
    if (q == v) q = up ? q + 1 : q - 1;
    mutation->who[p] = q <= n ? q : 0;
  }
}

/* P_p takes the place of P_q, mostly of one that is next to it. */
static void draw_pair(const struct source *s, struct mutation *mutation, uint32_t *p, uint32_t *q)
{
  const uint32_t n = s->world->system->n;
  for (uint32_t k = 0; k <= n; k++) mutation->who[k] = k;
  *p = 1 + rng_below(s->rng, n);
  const uint32_t next = rng_below(s->rng, 2) ? *p % n + 1 : (*p + n - 2) % n + 1;
  *q = rng_below(s->rng, 4) ? next : 1 + rng_below(s->rng, n);
  mutation->who[*p] = *q;
}

/* Draws who takes whose place: all others, or some in a row, one up or one down; or two change places, or one takes
 * that of another, mostly of those that are next to each other. */
static void draw_others(const struct source *s, struct mutation *mutation)
{
  const uint32_t n = s->world->system->n;
  const uint32_t manner = rng_below(s->rng, 6);
  if (manner < 2) {
    const bool all = rng_below(s->rng, 2);
    const uint32_t a = all ? 1 : 1 + rng_below(s->rng, n), b = all ? n : 1 + rng_below(s->rng, n);
    move_others(s->world, s->candidate, mutation, manner == 0, a < b ? a : b, a < b ? b : a);
    return;
  }
  uint32_t p, q;
  draw_pair(s, mutation, &p, &q);
  if (manner == 2) mutation->who[q] = p;
}

/* One to four steps on or back. In the arguments of one call, the compiler would choose which is drawn first. */
static size_t draw_walk(const struct source *s, size_t from)
{
  const bool back = rng_below(s->rng, 2);
  return walk(s->candidate, from, 1 + rng_below(s->rng, 4), back);
}

static void draw_repeat(const struct source *s, struct mutation *mutation)
{
  size_t first, last;
  draw_segment(s, &first, &last);
  const uint32_t manner = rng_below(s->rng, 8);
  mutation->from = manner < 3 ? first : manner < 6 ? last : manner < 7 ? draw_walk(s, last) : draw_place(s);
  if (mutation->kind == REPEAT_OTHERS) draw_others(s, mutation);
  add_piece(mutation, first, last);
  mutation->piece[0].relabelled = mutation->kind == REPEAT_OTHERS;
  add_piece(mutation, mutation->from, s->candidate->n);
}

/* Mostly in a short segment, but also in all of one between ends of passages. */
static void draw_twin(const struct source *s, struct mutation *mutation)
{
  const struct candidate *candidate = s->candidate;
  size_t first, last;
  draw_segment(s, &first, &last);
  if (rng_below(s->rng, 4) == 0) {
    while (first > 0 && !candidate->move[first - 1].ends) first--;
    while (last < candidate->n && (last == 0 || !candidate->move[last - 1].ends)) last++;
  }
  mutation->from = first;
  add_piece(mutation, first, last);
  draw_pair(s, mutation, &mutation->piece[0].model, &mutation->piece[0].twin);
  mutation->piece[0].before = rng_below(s->rng, 2);
  add_piece(mutation, last, candidate->n);
}

static void draw_insert(const struct source *s, struct mutation *mutation)
{
  const uint32_t n = s->world->system->n, changes = rng_below(s->rng, 4) == 0 ? s->world->n_changes : 0;
  const size_t at = draw_place(s);
  mutation->from = at;
  size_t rest = at;
  if (at < s->candidate->n && s->candidate->move[at].count > 1 && rng_below(s->rng, 2)) {
    struct move head = s->candidate->move[at];
    head.count = 1 + rng_below(s->rng, head.count - 1);
    head.goal = TO_COUNT;
    add_move(mutation, head);
    rest = at + 1;
  }
  struct move move = {.who = 1 + rng_below(s->rng, n + changes)};
  move.rereads = rng_below(s->rng, 8) == 0;
  move.goal = rng_below(s->rng, N_EXTENTS);
  move.count = move.goal == TO_COUNT ? 1 + rng_below(s->rng, 1u << rng_below(s->rng, 6)) : 8 * n + 64;
  add_move(mutation, move);
  if (rest != at) add_move(mutation, s->candidate->move[at]);
  add_piece(mutation, rest, s->candidate->n);
}

static void draw_redraw(const struct source *s, struct mutation *mutation)
{
  mutation->from = draw_place(s);
  mutation->piece[mutation->n++].redraw = 1 + rng_below(s->rng, 1u << rng_below(s->rng, 9));
  size_t skip = rng_below(s->rng, 2) ? rng_below(s->rng, 1u << rng_below(s->rng, 6)) : 0;
  if (mutation->from + skip > s->candidate->n) skip = s->candidate->n - mutation->from;
  add_piece(mutation, mutation->from + skip, s->candidate->n);
}

static void draw_reopen(const struct source *s, struct mutation *mutation)
{
  const struct world *w = s->world;
  const uint32_t asks = w->system->n * w->open.n_asks;
  if (asks != 0 && (w->open.n_initial == 0 || rng_below(s->rng, 2))) {
    const uint32_t k =
      rng_below(s->rng, 4) ? rng_below(s->rng, w->system->n) * w->open.n_asks : rng_below(s->rng, asks);
    s->candidate->ask[k] = 1 + rng_below(s->rng, w->goal->setup.sessions->any);
  } else if (w->open.n_initial != 0) {
    const uint32_t k = rng_below(s->rng, w->open.n_initial);
    const struct rmr_shared *shared = system_shared(w->system, w->initial[k].var);
    s->candidate->initial[k] =
      shared->min + rng_below(s->rng, (uint32_t)(shared->max(size_for(w->system->size, shared)) - shared->min) + 1);
  }
  mutation->from = 0;
  add_piece(mutation, 0, s->candidate->n);
}

void mutation_draw(struct mutation *mutation, const struct world *world, struct candidate *candidate, uint64_t *rng)
{
  static const uint32_t share[N_EDITS] = {3, 4, 3, 6, 5, 5, 2, 1, 1};
  const struct source s = {world, candidate, rng};
  const bool open = world->open.n_asks != 0 || world->open.n_initial != 0;
  uint32_t sum = 0, k = 0;
  for (uint32_t j = 0; j + !open < N_EDITS; j++) sum += share[j];
  uint32_t drawn = rng_below(rng, sum);
  while (drawn >= share[k]) drawn -= share[k++];
  mutation->kind = k;
  switch (mutation->kind) {
  case CUT: draw_cut(&s, mutation); break;
  case SHIFT: draw_shift(&s, mutation); break;
  case REPEAT:
  case REPEAT_OTHERS: draw_repeat(&s, mutation); break;
  case TWIN: draw_twin(&s, mutation); break;
  case INSERT: draw_insert(&s, mutation); break;
  case REDRAW: draw_redraw(&s, mutation); break;
  case REDRAW_REST: mutation->from = draw_place(&s); break;
  case REOPEN: draw_reopen(&s, mutation); break;
  case N_EDITS: break;
  }
  mutation->repairs = rng_below(rng, 2);
}

void mutation_repeat(struct mutation *mutation, const struct world *world, const struct candidate *candidate,
                     size_t first, size_t last, uint32_t manner)
{
  mutation->kind = REPEAT_OTHERS;
  mutation->from = manner % 2 ? first : last;
  move_others(world, candidate, mutation, manner / 2 == 0, 1, world->system->n);
  add_piece(mutation, first, last);
  mutation->piece[0].relabelled = manner / 2 != 2;
  add_piece(mutation, mutation->from, candidate->n);
}
