/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * match_swap.c: where a register holds the name of a process, a match has states for each process of a side. Two
 * neighbours can often change places. A hash of what can happen from a state guesses which state comes of which; then
 * it is checked, step by step, that the guess is right.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/match.h"

enum { MOST_ROUNDS = 24 };

struct coloured {
  uint64_t colour;
  uint32_t state;
};

struct swapping {
  const struct match *match;
  const struct lone_all *all;
  struct coloured *known[2]; /* of each role: [state], by colour */
  uint32_t n_rounds[2];
};

/* --- names -------------------------------------------------------------------------------------------------------- */

static uint32_t renamed(uint32_t p, const struct match_swap *s)
{
  return p == s->one ? s->other : p == s->other ? s->one : p;
}

static int32_t identity_renamed(int32_t value, const struct match_swap *s)
{
  const struct abstract a = abstract_unpack(value);
  if (a.kind != ABSTRACT_PLAIN || a.is < 1) return value;
  return abstract_pack(abstract_plain((int32_t)renamed((uint32_t)a.is - 1, s) + 1));
}

int32_t match_swapped(const struct lone_all *all, uint32_t group, int32_t value, const struct match_swap *s)
{
  const struct type *t = &all->machine->tree->group[group].type;
  if (value == CELL_ANY) return value;
  if (t->kind == TYPE_PROCESS) return identity_renamed(value, s);
  if (t->kind != TYPE_RECORD) return value;
  struct abstract_record record = record_of(all->records, abstract_unpack(value));
  for (uint32_t k = 0; k < t->n_fields; k++)
    if (t->field[k].type.kind == TYPE_PROCESS)
      record.part[k] = abstract_unpack(identity_renamed(abstract_pack(record.part[k]), s));
  return abstract_pack(record_number(all->records, &record));
}

/* The register that comes of one; as many as there are: there is none. */
static size_t cell_renamed(const struct lone_all *all, size_t cell, const struct match_swap *s)
{
  struct lone_name name = lone_name(all, cell);
  const struct scene_group *g = &all->group[name.group];
  if (g->row == DIMENSION_PROCESSES) name.row = identity_renamed(name.row, s);
  if (g->column == DIMENSION_PROCESSES) name.column = identity_renamed(name.column, s);
  return lookup_find(&all->cells, &name, sizeof name);
}

static uint32_t group_of(const struct swapping *w, int32_t cell)
{
  const struct match *m = w->match;
  const size_t at = cell < MATCH_MOST_CELLS ? m->cell[cell].cell : m->own[match_owner(cell)][match_place(cell)].cell;
  return (uint32_t)lone_name(w->all, at).group;
}

/* Whether the registers change places as well, with what they hold at first. */
static bool find_cells(const struct swapping *w, struct match_swap *s)
{
  const struct match *m = w->match;
  for (uint32_t k = 0; k < m->n_cells; k++) {
    const size_t to = cell_renamed(w->all, m->cell[k].cell, s);
    s->cell[k] = MATCH_NO_CELL;
    for (uint32_t o = 0; o < m->n_cells; o++)
      if (m->cell[o].cell == to) s->cell[k] = (int32_t)o;
    if (s->cell[k] == MATCH_NO_CELL) return false;
    if (m->cell[s->cell[k]].first != match_swapped(w->all, group_of(w, (int32_t)k), m->cell[k].first, s)) return false;
  }
  for (uint32_t p = 0; p < LONE_MOST_N; p++) {
    const uint32_t q = renamed(p, s);
    if (m->has_own[p] != m->has_own[q]) return false;
    for (uint32_t k = 0; k < m->has_own[p]; k++)
      if (cell_renamed(w->all, m->own[p][k].cell, s) != m->own[q][k].cell) return false;
  }
  return true;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t a, uint64_t b)
{
  const uint64_t h = (a ^ b) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

/* A step with other names. */
static struct lone_edge edge_renamed(const struct swapping *w, const struct lone_edge *e, const struct match_swap *s)
{
  struct lone_edge out = *e;
  if (s == NULL || e->cell == MATCH_NO_CELL) return out;
  const uint32_t group = group_of(w, e->cell);
  out.cell =
    e->cell < MATCH_MOST_CELLS ? s->cell[e->cell] : match_own(renamed(match_owner(e->cell), s), match_place(e->cell));
  out.before = match_swapped(w->all, group, e->before, s);
  out.after = match_swapped(w->all, group, e->after, s);
  return out;
}

static uint64_t colour_of_edge(const struct lone_edge *e)
{
  const uint64_t how = (uint64_t)e->reads | (uint64_t)e->writes << 1 | (uint64_t)e->home << 2;
  return mixed(mixed(mixed(how, (uint32_t)e->cell), (uint32_t)e->before), (uint32_t)e->after);
}

/* Where it is in the text, whose it is, and what is known of it. */
static uint64_t label_of(const struct role_state *at, const struct match_swap *s)
{
  const uint64_t flags = (uint64_t)at->won | (uint64_t)at->initial << 1 | (uint64_t)at->entered << 2;
  return mixed(mixed(mixed(at->node, at->section), flags), s == NULL ? at->process : renamed(at->process, s));
}

static bool are_apart(const uint64_t *colour, uint32_t n, struct coloured *sorted);

/* A number for the steps that can follow each state, so many deep. With no swap: as deep as it takes to tell all
 * states apart. */
static void find_colours(struct swapping *w, uint32_t role, const struct match_swap *s, uint64_t *colour)
{
  const struct role *r = &w->match->role[role];
  const uint32_t n_edges = r->state[r->n_states].first;
  uint64_t *of_edge = mem_new(n_edges, sizeof *of_edge), *next = mem_new(r->n_states, sizeof *next);
  for (uint32_t k = 0; k < n_edges; k++) {
    const struct lone_edge e = edge_renamed(w, &r->edge[k], s);
    of_edge[k] = colour_of_edge(&e);
  }
  for (uint32_t k = 0; k < r->n_states; k++) colour[k] = label_of(&r->state[k], s);
  for (uint32_t round = 0; round < (s == NULL ? MOST_ROUNDS : w->n_rounds[role]); round++) {
    for (uint32_t k = 0; k < r->n_states; k++) {
      uint64_t sum = 0;
      for (uint32_t at = r->state[k].first; at < r->state[k + 1].first; at++) {
        const uint32_t to = r->edge[at].to;
        sum += mixed(of_edge[at], to == ROLE_OUT ? 1 : colour[to] * 3);
      }
      next[k] = mixed(colour[k], sum);
    }
    memcpy(colour, next, r->n_states * sizeof *colour);
    if (s != NULL) continue;
    w->n_rounds[role] = round + 1;
    if (are_apart(colour, r->n_states, w->known[role])) break;
  }
  free(of_edge);
  free(next);
}

static int compare_colours(const void *a, const void *b)
{
  const struct coloured *x = a, *y = b;
  return (x->colour > y->colour) - (x->colour < y->colour);
}

static bool are_apart(const uint64_t *colour, uint32_t n, struct coloured *sorted)
{
  bool apart = true;
  for (uint32_t k = 0; k < n; k++) sorted[k] = (struct coloured){colour[k], k};
  qsort(sorted, n, sizeof *sorted, compare_colours);
  for (uint32_t k = 1; k < n; k++) apart &= sorted[k].colour != sorted[k - 1].colour;
  return apart;
}

/* Whether a state has the steps of the one that it comes of, renamed. */
static bool has_steps(const struct swapping *w, uint32_t role, uint32_t from, const struct match_swap *s,
                      struct lone_edge *room)
{
  const struct role *r = &w->match->role[role];
  const struct role_state *was = &r->state[from], *is = &r->state[s->to[role][from]];
  const uint32_t n = was[1].first - was[0].first;
  struct lone_edge *now = room + n;
  if (is[1].first - is[0].first != n) return false;
  for (uint32_t k = 0; k < n; k++) {
    room[k] = edge_renamed(w, &r->edge[was->first + k], s);
    if (room[k].to != ROLE_OUT) room[k].to = s->to[role][room[k].to];
    now[k] = r->edge[is->first + k];
  }
  qsort(room, n, sizeof *room, lone_compare_edges);
  qsort(now, n, sizeof *now, lone_compare_edges);
  return memcmp(room, now, n * sizeof *room) == 0;
}

static bool is_right(const struct swapping *w, uint32_t role, const struct match_swap *s)
{
  const struct role *r = &w->match->role[role];
  struct lone_edge *room = mem_new(2 * (size_t)r->state[r->n_states].first + 1, sizeof *room);
  bool right = true;
  for (uint32_t k = 0; k < r->n_states && right; k++) {
    const struct role_state *was = &r->state[k], *is = &r->state[s->to[role][k]];
    right = is->process == renamed(was->process, s) && is->node == was->node && is->section == was->section &&
            is->won == was->won && is->initial == was->initial && is->entered == was->entered &&
            s->to[role][s->to[role][k]] == k && has_steps(w, role, k, s, room);
  }
  free(room);
  return right;
}

static bool find_states(struct swapping *w, uint32_t role, struct match_swap *s)
{
  const struct role *r = &w->match->role[role];
  uint64_t *colour = mem_new(r->n_states, sizeof *colour);
  bool found = true;
  s->to[role] = mem_new(r->n_states, sizeof *s->to[role]);
  find_colours(w, role, s, colour);
  for (uint32_t k = 0; k < r->n_states && found; k++) {
    const struct coloured key = {colour[k], 0};
    const struct coloured *to = bsearch(&key, w->known[role], r->n_states, sizeof key, compare_colours);
    found = to != NULL;
    if (found) s->to[role][k] = to->state;
  }
  free(colour);
  return found && is_right(w, role, s);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static void swap_free(struct match_swap *s)
{
  free(s->to[0]);
  free(s->to[1]);
}

static void try_swap(struct swapping *w, struct match *m, uint32_t one, uint32_t other)
{
  struct match_swap s = {.one = one, .other = other};
  if (find_cells(w, &s) && find_states(w, 0, &s) && find_states(w, 1, &s))
    m->swap[m->n_swaps++] = s;
  else
    swap_free(&s);
}

void match_find_swaps(struct match *m, const struct lone_all *all)
{
  struct swapping w = {.match = m, .all = all};
  m->swap = mem_new(LONE_MOST_N, sizeof *m->swap);
  if (m->n_own == 0) return;
  for (uint32_t role = 0; role < 2; role++) {
    uint64_t *colour = mem_new(m->role[role].n_states, sizeof *colour);
    w.known[role] = mem_new(m->role[role].n_states, sizeof *w.known[role]);
    find_colours(&w, role, NULL, colour);
    free(colour);
  }
  for (uint32_t role = 0; role < 2; role++)
    for (uint64_t left = m->side[role]; (left & (left - 1)) != 0;) {
      const uint32_t one = (uint32_t)__builtin_ctzll(left);
      left &= left - 1;
      try_swap(&w, m, one, (uint32_t)__builtin_ctzll(left));
    }
  for (uint32_t role = 0; role < 2; role++) free(w.known[role]);
}

void match_free_swaps(struct match *m)
{
  for (uint32_t k = 0; k < m->n_swaps; k++) swap_free(&m->swap[k]);
  free(m->swap);
}
