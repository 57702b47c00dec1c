/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct playing_all {
  struct lone_all all;
  const struct reach_limits *limits;
  struct matches_found *out;
  enum match_counts counts;
  struct match_paid *paid;    /* [process]: by each process, in all of its matches so far */
  bool *charged[LONE_MOST_N]; /* [edge]: it accesses a register of one of them */
};

static bool is_within(uint64_t some, uint64_t of)
{
  return (some & ~of) == 0;
}

static bool is_one(uint64_t set)
{
  return (set & (set - 1)) == 0;
}

static bool stop(struct playing_all *w, enum reach_end end)
{
  w->out->end = end;
  return false;
}

/* --- regions ------------------------------------------------------------------------------------------------------ */

static void region_create(struct match_region *r, const struct lone_all *all, uint64_t set, bool has)
{
  *r = (struct match_region){.has = {NULL}};
  for (; set != 0; set &= set - 1) {
    const uint32_t p = (uint32_t)__builtin_ctzll(set);
    r->has[p] = mem_new(all->lone[p].n_states, sizeof **r->has);
    memset(r->has[p], has, all->lone[p].n_states * sizeof **r->has);
  }
}

static void region_free(struct match_region *r)
{
  for (uint32_t p = 0; p < LONE_MOST_N; p++) free(r->has[p]);
}

/* Whether a step accesses a register that only processes of the set access, but not one process alone. */
static bool is_inner(const struct lone_all *all, const struct lone_edge *e, uint64_t set)
{
  if (e->cell == LONE_NO_CELL) return false;
  const uint64_t by = all->cell[e->cell].accessed;
  return is_within(by, set) && !is_one(by);
}

/* The critical section, and accesses to registers that others access, too. */
static bool is_beyond(const struct lone_all *all, const struct lone *l, uint32_t state, uint64_t set)
{
  bool beyond = l->state[state].section == RMR_CS;
  for (uint32_t k = l->state[state].first; k < l->state[state + 1].first; k++)
    beyond |= l->edge[k].cell != LONE_NO_CELL && !is_within(all->cell[l->edge[k].cell].accessed, set);
  return beyond;
}

/* Spreads along steps that are not inner ones, or against them. */
static void spread(const struct lone_all *all, const struct lone *l, uint64_t set, bool forward, bool *has)
{
  for (bool more = true; more;) {
    more = false;
    for (uint32_t s = 0; s < l->n_states; s++)
      for (uint32_t k = l->state[s].first; k < l->state[s + 1].first; k++) {
        const uint32_t from = forward ? s : l->edge[k].to, to = forward ? l->edge[k].to : s;
        if (!has[from] || has[to] || is_inner(all, &l->edge[k], set)) continue;
        has[to] = true;
        more = true;
      }
  }
}

/* Where a process of the set has won it: from where it goes beyond to where it last does, but for what is inner. */
static void find_won(const struct lone_all *all, uint64_t set, struct match_region *won)
{
  region_create(won, all, set, false);
  for (uint64_t left = set; left != 0; left &= left - 1) {
    const uint32_t p = (uint32_t)__builtin_ctzll(left);
    const struct lone *l = &all->lone[p];
    bool *to = mem_new(l->n_states, sizeof *to), *has = won->has[p];
    for (uint32_t s = 0; s < l->n_states; s++) has[s] = to[s] = is_beyond(all, l, s, set);
    spread(all, l, set, true, has);
    spread(all, l, set, false, to);
    for (uint32_t s = 0; s < l->n_states; s++) has[s] &= to[s];
    free(to);
  }
}

/* --- one match ---------------------------------------------------------------------------------------------------- */

/* The sides of a set: the largest sets of processes of it, but not all, that access a register together; and each
 * process that is in none. False: they are not two. */
static bool find_sides(const struct lone_all *all, uint64_t set, uint64_t side[2])
{
  uint64_t left = set;
  uint32_t n = 0;
  while (left != 0) {
    uint64_t largest = left & ~(left - 1);
    for (size_t k = 0; k < all->cells.n; k++) {
      const uint64_t by = all->cell[k].accessed;
      const bool proper = is_within(by, set) && by != set;
      if (proper && (by & largest) != 0 && __builtin_popcountll(by) > __builtin_popcountll(largest)) largest = by;
    }
    if (!is_within(largest, left) || n == 2) return false;
    side[n++] = largest;
    left &= ~largest;
  }
  return n == 2;
}

/* The process whose own register it is: that of an array of processes; LONE_MOST_N: nobody's. */
static uint32_t owner_of(const struct lone_all *all, size_t cell)
{
  const struct lone_name name = lone_name(all, cell);
  const struct scene_group *g = &all->group[name.group];
  if (g->row == DIMENSION_PROCESSES) return (uint32_t)abstract_unpack(name.row).is - 1;
  if (g->column == DIMENSION_PROCESSES) return (uint32_t)abstract_unpack(name.column).is - 1;
  return LONE_MOST_N;
}

/* Where the process, which is of either side, is inside; NULL: it is of none. */
static const bool *inside_of(const struct match_region inside[2], uint32_t p)
{
  return inside[0].has[p] != NULL ? inside[0].has[p] : inside[1].has[p];
}

/* The registers of a match: those that both sides access (or the one that there is), and that are written only by
 * processes of them that are inside. For each register its number among them. False: they are too many. */
static bool find_cells(const struct lone_all *all, const struct match_region inside[2], struct match *m,
                       int32_t *number)
{
  const uint64_t set = m->side[0] | m->side[1];
  for (size_t k = 0; k < all->cells.n; k++) {
    const uint64_t by = all->cell[k].accessed;
    const bool of_both = is_within(by, set) && (by & m->side[0]) != 0 && (m->side[1] == 0 || (by & m->side[1]) != 0);
    number[k] = of_both ? 0 : MATCH_NO_CELL;
  }
  for (uint32_t p = 0; p < all->n; p++) {
    const struct lone *l = &all->lone[p];
    const bool *has = inside_of(inside, p);
    for (uint32_t s = 0; s < l->n_states; s++)
      for (uint32_t k = l->state[s].first; k < l->state[s + 1].first; k++)
        if (l->edge[k].writes && (has == NULL || !has[s])) number[l->edge[k].cell] = MATCH_NO_CELL;
  }
  for (size_t k = 0; k < all->cells.n; k++) {
    if (number[k] == MATCH_NO_CELL) continue;
    const uint32_t owner = owner_of(all, k);
    const struct match_cell cell = {k, all->cell[k].first};
    const bool own = owner != LONE_MOST_N && (set >> owner & 1) != 0;
    if (own ? m->has_own[owner] == MATCH_MOST_OWN : m->n_cells == MATCH_MOST_CELLS) return false;
    if (own) {
      number[k] = match_own(owner, m->has_own[owner]);
      m->own[owner][m->has_own[owner]++] = cell;
      if (m->has_own[owner] > m->n_own) m->n_own = m->has_own[owner];
    } else {
      number[k] = (int32_t)m->n_cells;
      m->cell[m->n_cells++] = cell;
    }
  }
  return true;
}

/* Whether all that have won are inside: else the roles would not show them. */
static bool are_shown(const struct lone_all *all, const struct match_region inside[2], const struct match_region *won)
{
  bool shown = true;
  for (uint32_t p = 0; p < all->n; p++) {
    const bool *has = inside_of(inside, p);
    for (uint32_t s = 0; won->has[p] != NULL && s < all->lone[p].n_states; s++) shown &= !won->has[p][s] || has[s];
  }
  return shown;
}

/* --- the cost ----------------------------------------------------------------------------------------------------- */

/* Whether a process of a side that has gone out comes inside again in the same passage; or ends it inside. */
static bool comes_again(const struct lone *l, const bool *inside)
{
  bool *met = mem_new(l->n_states, sizeof *met), again = false;
  for (uint32_t s = 0; s < l->n_states; s++) {
    again |= inside[s] && l->state[s].section == RMR_REMAINDER;
    for (uint32_t k = l->state[s].first; inside[s] && k < l->state[s + 1].first; k++)
      met[l->edge[k].to] |= !inside[l->edge[k].to];
  }
  for (bool more = true; more && !again;) {
    more = false;
    for (uint32_t s = 0; s < l->n_states; s++)
      for (uint32_t k = l->state[s].first; k < l->state[s + 1].first; k++) {
        const uint32_t to = l->edge[k].to;
        if (!met[s] || l->state[s].section == RMR_REMAINDER || met[to]) continue;
        met[to] = more = true;
        again |= inside[to];
      }
  }
  free(met);
  return again;
}

/* Adds the count of another match. Of an entry, one match counts in full, and all others their part outside. */
static void add_match(const struct playing_all *w, struct match_paid *to, const struct match_paid *more)
{
  if (w->counts != MATCH_ENTRY || to->paid.most == REACH_NO_BOUND || more->paid.most == REACH_NO_BOUND) {
    reach_add_paid(&to->paid, &more->paid, 1);
    return;
  }
  const uint64_t here = more->paid.most - more->outside, before = to->paid.most - to->outside;
  to->outside += more->outside;
  to->paid.most = to->outside + (here > before ? here : before);
}

/* Each process of a side pays in this match at most what its role does. */
static enum reach_end pay(struct playing_all *w, const struct match *m, uint32_t role,
                          const struct match_region *inside, const int32_t *number)
{
  struct match_paid paid = {.outside = 0};
  const enum reach_end end = match_search(m, &w->all, w->limits, w->counts, role, &paid, &w->out->n_states);
  if (paid.paid.most > w->out->match.most) w->out->match = paid.paid;
  if (paid.outside > w->out->outside) w->out->outside = paid.outside;
  for (uint64_t left = m->side[role]; left != 0; left &= left - 1) {
    const uint32_t p = (uint32_t)__builtin_ctzll(left);
    const struct lone *l = &w->all.lone[p];
    add_match(w, &w->paid[p], &paid);
    if (!is_one(m->side[role]) && comes_again(l, inside->has[p])) w->paid[p].paid.most = REACH_NO_BOUND;
    for (uint32_t s = 0; s < l->n_states; s++)
      for (uint32_t k = l->state[s].first; inside->has[p][s] && k < l->state[s + 1].first; k++)
        w->charged[p][k] |= l->edge[k].cell != LONE_NO_CELL && number[l->edge[k].cell] != MATCH_NO_CELL;
  }
  return end;
}

/* Whether each access of a process is to a register of a match of it; and no step that is counted is without one: none
 * of the matches has it. */
static bool are_charged(const struct playing_all *w, uint32_t p)
{
  const struct lone *l = &w->all.lone[p];
  bool all = true;
  for (uint32_t s = 0; s < l->n_states; s++) {
    const bool counted = match_counts_section(w->counts, w->all.machine->graph.node[l->state[s].node].section);
    for (uint32_t k = l->state[s].first; k < l->state[s + 1].first; k++)
      all &= l->edge[k].cell != LONE_NO_CELL ? w->charged[p][k] : !counted;
  }
  return all;
}

/* The cost of the process that pays most. */
static void find_most(struct playing_all *w)
{
  for (uint32_t p = 0; p < w->all.n; p++) {
    if (!are_charged(w, p)) w->paid[p].paid.most = REACH_NO_BOUND;
    if (p == 0 || w->paid[p].paid.most > w->out->paid.most) w->out->paid = w->paid[p].paid;
  }
}

static bool play(struct playing_all *w, const uint64_t side[2], const struct match_region inside[2],
                 const struct match_region *won)
{
  struct match m = {.side = {side[0], side[1]}};
  int32_t *number = mem_new(w->all.cells.n, sizeof *number);
  enum reach_end end = REACH_STUCK;
  if (are_shown(&w->all, inside, won) && find_cells(&w->all, inside, &m, number)) {
    for (uint32_t k = 0; k < 2; k++) role_create(&m.role[k], &w->all, side[k], &inside[k], won, number, m.n_own != 0);
    match_find_swaps(&m, &w->all);
    end = match_search(&m, &w->all, w->limits, MATCH_NOTHING, 0, NULL, &w->out->n_states);
    for (uint32_t k = 0; w->counts != MATCH_NOTHING && end == REACH_ALL && k < 2; k++)
      if (side[k] != 0) end = pay(w, &m, k, &inside[k], number);
    match_free_swaps(&m);
    for (uint32_t k = 0; k < 2; k++) role_free(&m.role[k]);
  }
  free(number);
  return end == REACH_ALL || stop(w, end);
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* Proves of a set of processes that at most one has won: of its sides first. One process alone always has; its cost for
 * registers that nobody else accesses, such as a node of its own, is that of a match without another side. */
static bool prove_set(struct playing_all *w, uint64_t set, struct match_region *won)
{
  uint64_t side[2];
  struct match_region inside[2] = {{.has = {NULL}}, {.has = {NULL}}};
  if (is_one(set)) {
    region_create(won, &w->all, set, true);
    region_create(&inside[0], &w->all, set, true);
    const bool ok = w->counts == MATCH_NOTHING || play(w, (const uint64_t[]){set, 0}, inside, won);
    region_free(&inside[0]);
    return ok;
  }
  find_won(&w->all, set, won);
  if (!find_sides(&w->all, set, side)) return stop(w, REACH_STUCK);
  bool ok = true;
  for (uint32_t k = 0; ok && k < 2; k++) ok = prove_set(w, side[k], &inside[k]);
  ok = ok && play(w, side, inside, won);
  for (uint32_t k = 0; k < 2; k++) region_free(&inside[k]);
  return ok;
}

void matches_search(const struct scene *like, const struct reach_limits *limits, enum match_counts counts,
                    const struct ascent *ascent, struct matches_found *out)
{
  struct playing_all w = {.limits = limits, .out = out, .counts = counts, .paid = mem_new(LONE_MOST_N, sizeof *w.paid)};
  struct match_region won = {.has = {NULL}};
  *out = (struct matches_found){.end = REACH_ALL};
  out->end = lone_create(&w.all, like, limits);
  if (out->end == REACH_ALL && ascent != NULL && !ascent_shows(ascent, &w.all)) out->end = REACH_STUCK;
  for (uint32_t p = 0; counts != MATCH_NOTHING && p < w.all.n; p++)
    w.charged[p] = mem_new(w.all.lone[p].n_edges, sizeof **w.charged);
  const bool all = out->end == REACH_ALL && prove_set(&w, UINT64_MAX >> (LONE_MOST_N - like->n), &won);
  if (all && counts != MATCH_NOTHING) find_most(&w);
  for (uint32_t p = 0; p < LONE_MOST_N; p++) free(w.charged[p]);
  free(w.paid);
  region_free(&won);
  lone_free(&w.all);
}
