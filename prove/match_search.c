/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * match_search.c: all states of a match: of each role where its process is, or that there is none inside; and what the
 * registers hold: those of the match, and the own ones of the two that are inside. CELL_ANY stands for any value until
 * one finds it. Of states that differ only by processes that can change places one is kept.
 *
 * Where something is counted of one role, a state has its place in the text, too, and for RMRs of which registers it
 * has a valid copy. One that is outside is shown as in its remainder, as a path ends there (reach_pay).
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/match.h"
#include "prove/quiet.h"

enum { POLL_EVERY = 1 << 10, MOST_HELD = MATCH_MOST_CELLS + 2 * MATCH_MOST_OWN };

/* The words of a state: where the observed role is in the text (STATE_NODE, STATE_SECTION), both roles, held values,
 * and of which of it the observed role has a copy. */
enum { STATE_ROLES = 2, STATE_HELD = 4, MOST_WORDS = STATE_HELD + 2 * MOST_HELD };

struct playing {
  const struct match *match;
  const struct lone_all *all;
  const struct reach_limits *limits;
  struct abstract_graph states;
  enum match_counts counts;
  uint32_t n_held, observed; /* observed: of what is counted */
  bool both;                 /* have won in some state */
  bool begun;
};

/* Where the own registers of a role's process begin. */
static uint32_t own_at(const struct match *m, uint32_t role)
{
  return STATE_HELD + m->n_cells + role * m->n_own;
}

static bool is_out(const int32_t *state, uint32_t role)
{
  return (uint32_t)state[STATE_ROLES + role] == ROLE_OUT;
}

static const struct role_state *role_of(const struct match *m, const int32_t *state, uint32_t role)
{
  return &m->role[role].state[state[STATE_ROLES + role]];
}

static bool has_won(const struct match *m, const int32_t *state, uint32_t role)
{
  return !is_out(state, role) && role_of(m, state, role)->won;
}

static bool has_copies(const struct playing *p)
{
  return p->counts == MATCH_RMRS;
}

/* A process comes or goes, and with it what its own registers hold. Of them no copy is known, nor of any one if it is
 * the observed one. */
static void set_own(const struct playing *p, int32_t *state, uint32_t role, int32_t value)
{
  const struct match *m = p->match;
  for (uint32_t k = 0; k < m->n_own; k++) state[own_at(m, role) + k] = value;
  if (!has_copies(p)) return;
  for (uint32_t k = 0; k < m->n_own; k++) state[own_at(m, role) + k + p->n_held] = 0;
  if (p->observed == role) memset(&state[STATE_HELD + p->n_held], 0, p->n_held * sizeof *state);
}

/* --- states that are one ------------------------------------------------------------------------------------------ */

static uint32_t group_of(const struct playing *p, const struct match_cell *cell)
{
  return (uint32_t)lone_name(p->all, cell->cell).group;
}

/* The state with two processes renamed. */
static void rename_two(const struct playing *p, const struct match_swap *s, const int32_t *state, int32_t *out)
{
  const struct match *m = p->match;
  memcpy(out, state, p->states.length * sizeof *out);
  for (uint32_t role = 0; role < 2; role++) {
    const bool is_in = !is_out(state, role);
    const uint32_t process = is_in ? role_of(m, state, role)->process : 0, word = STATE_ROLES + role;
    out[word] = is_in ? (int32_t)s->to[role][state[word]] : state[word];
    for (uint32_t k = 0; k < m->n_own; k++) {
      const uint32_t at = own_at(m, role) + k;
      const bool has = is_in && k < m->has_own[process];
      out[at] = has ? match_swapped(p->all, group_of(p, &m->own[process][k]), state[at], s) : state[at];
    }
  }
  for (uint32_t k = 0; k < m->n_cells; k++) {
    const uint32_t to = STATE_HELD + (uint32_t)s->cell[k];
    out[to] = match_swapped(p->all, group_of(p, &m->cell[k]), state[STATE_HELD + k], s);
    if (has_copies(p)) out[to + p->n_held] = state[STATE_HELD + k + p->n_held];
  }
}

static int compare(const struct playing *p, const int32_t *a, const int32_t *b)
{
  for (uint32_t k = 0; k < p->states.length; k++)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

/* Swaps for as long as the state becomes a smaller one: of most states like it the same one comes. */
static void sort_names(const struct playing *p, int32_t *state)
{
  for (bool more = p->match->n_swaps != 0; more;) {
    more = false;
    for (uint32_t k = p->match->n_swaps; k-- > 0;) {
      int32_t other[MOST_WORDS];
      rename_two(p, &p->match->swap[k], state, other);
      if (compare(p, other, state) >= 0) continue;
      memcpy(state, other, p->states.length * sizeof *state);
      more = true;
    }
  }
}

/* A state, and the step to it, if it may be one of those among which is counted. */
static void add(struct playing *p, int32_t *state, bool counted, uint32_t weight)
{
  state[STATE_NODE] = 0;
  state[STATE_SECTION] = RMR_REMAINDER;
  if (p->counts != MATCH_NOTHING && !is_out(state, p->observed)) {
    state[STATE_NODE] = (int32_t)role_of(p->match, state, p->observed)->node;
    state[STATE_SECTION] = role_of(p->match, state, p->observed)->section;
  }
  sort_names(p, state);
  const uint32_t to = reach_add_state(&p->states, state);
  p->both |= has_won(p->match, state, 0) && has_won(p->match, state, 1);
  if (p->begun && counted) reach_add_edge(&p->states, (struct abstract_edge){.to = to, .weight = (uint8_t)weight});
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* The word of a register; NULL: it is the own one of a process that is not inside. */
static int32_t *word_of(const struct match *m, int32_t *state, int32_t cell)
{
  if (cell < MATCH_MOST_CELLS) return &state[STATE_HELD + cell];
  for (uint32_t role = 0; role < 2; role++)
    if (!is_out(state, role) && role_of(m, state, role)->process == match_owner(cell))
      return &state[own_at(m, role) + match_place(cell)];
  return NULL;
}

/* The cost of an access for the observed role, and its effect on the copy; as in abstract_step.c. */
static uint32_t charge(const struct playing *p, uint32_t role, const struct lone_edge *e, int32_t *held)
{
  const enum memory memory = p->all->memory;
  if (e->cell == MATCH_NO_CELL) return 0;
  int32_t none = 0, *copy = held != NULL ? held + p->n_held : &none;
  const bool moves = role == p->observed;
  const bool remote =
    e->writes ? memory_write_costs(memory, false, e->home) : memory_read_costs(memory, *copy != 0, e->home);
  if (e->writes) *copy = 0;
  if (moves && memory_has_caches(memory) && (!e->writes || memory_writer_holds(memory))) *copy = 1;
  return moves && remote;
}

/* Whether nobody of the role's side is in a passage. */
static bool rests(const struct playing *p, const int32_t *state, uint32_t role)
{
  return is_out(state, role) || role_of(p->match, state, role)->section == RMR_REMAINDER;
}

bool match_counts_section(enum match_counts counts, uint8_t section)
{
  switch (counts) {
  case MATCH_EXIT: return section == RMR_EXIT;
  case MATCH_ENTRY: return rmr_section_is_entry(section);
  default: return false;
  }
}

/* The count of a step. False: the path that is counted does not have it. */
static bool count(const struct playing *p, const int32_t *from, uint32_t role, const struct lone_edge *e, int32_t *held,
                  uint32_t *weight)
{
  const uint8_t section = p->all->machine->graph.node[role_of(p->match, from, role)->node].section;
  const bool moves = role == p->observed;
  *weight = moves && e->cell != MATCH_NO_CELL;
  switch (p->counts) {
  case MATCH_RMRS: *weight = charge(p, role, e, held); return true;
  case MATCH_EXIT: *weight &= match_counts_section(p->counts, section); return true;
  case MATCH_ENTRY: return moves && match_counts_section(p->counts, section) && rests(p, from, 1 - role);
  default: return false;
  }
}

/* Those of a side that can change places with the one before them, where the state remains: they come inside as that
 * one does. */
static uint64_t alike(const struct playing *p, const int32_t *state)
{
  uint64_t out = 0;
  for (uint32_t k = 0; k < p->match->n_swaps; k++) {
    int32_t other[MOST_WORDS];
    rename_two(p, &p->match->swap[k], state, other);
    if (compare(p, other, state) == 0) out |= lone_bit(p->match->swap[k].other);
  }
  return out;
}

/* A process comes inside. The values of its own registers are not known. */
static void enter(struct playing *p, const int32_t *from, uint32_t role)
{
  const struct role *r = &p->match->role[role];
  const uint64_t left_out = alike(p, from);
  for (uint32_t k = 0; k < r->n_states; k++) {
    int32_t to[MOST_WORDS];
    if (!r->state[k].entered || (left_out >> r->state[k].process & 1) != 0) continue;
    memcpy(to, from, p->states.length * sizeof *to);
    to[STATE_ROLES + role] = (int32_t)k;
    set_own(p, to, role, CELL_ANY);
    add(p, to, p->counts != MATCH_NOTHING && p->counts != MATCH_ENTRY, 0);
  }
}

static void step(struct playing *p, const int32_t *from, uint32_t role)
{
  const struct role *r = &p->match->role[role];
  const struct role_state *at = role_of(p->match, from, role);
  for (uint32_t k = at[0].first; k < at[1].first; k++) {
    const struct lone_edge *e = &r->edge[k];
    int32_t to[MOST_WORDS];
    memcpy(to, from, p->states.length * sizeof *to);
    int32_t *held = e->cell != MATCH_NO_CELL ? word_of(p->match, to, e->cell) : NULL;
    if (held != NULL && e->reads && *held != CELL_ANY && *held != e->before) continue;
    if (held != NULL && e->reads) *held = e->before;
    if (held != NULL && e->writes) *held = e->after;
    uint32_t weight;
    const bool counted = count(p, from, role, e, held, &weight);
    to[STATE_ROLES + role] = (int32_t)e->to;
    if (is_out(to, role)) set_own(p, to, role, 0);
    add(p, to, counted, weight);
  }
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* A role begins in one of its states, or with nobody inside. */
static bool begins(const struct playing *p, uint32_t role, uint32_t k, int32_t *state)
{
  const struct match *m = p->match;
  const struct role *r = &m->role[role];
  const bool out = k == r->n_states;
  if (out ? !r->may_be_out : !r->state[k].initial) return false;
  state[STATE_ROLES + role] = out ? (int32_t)ROLE_OUT : (int32_t)k;
  set_own(p, state, role, 0);
  for (uint32_t own = 0; !out && own < m->has_own[r->state[k].process]; own++)
    state[own_at(m, role) + own] = m->own[r->state[k].process][own].first;
  return true;
}

static void begin(struct playing *p)
{
  const struct match *m = p->match;
  for (uint32_t a = 0; a <= m->role[0].n_states; a++)
    for (uint32_t b = 0; b <= m->role[1].n_states; b++) {
      int32_t state[MOST_WORDS] = {0};
      for (uint32_t k = 0; k < m->n_cells; k++) state[STATE_HELD + k] = m->cell[k].first;
      if (begins(p, 0, a, state) && begins(p, 1, b, state)) add(p, state, false, 0);
    }
  p->begun = true;
}

static enum reach_end go_on(const struct playing *p, uint32_t at)
{
  const struct abstract_graph *g = &p->states;
  return at % POLL_EVERY != 0 ? REACH_ALL : reach_poll(p->limits, g->n_states, g->n_states - at, reach_bytes(g));
}

static enum reach_end play(struct playing *p)
{
  const struct match *m = p->match;
  enum reach_end end = REACH_ALL;
  p->n_held = m->n_cells + 2 * m->n_own;
  p->states.length = STATE_HELD + (has_copies(p) ? 2 : 1) * p->n_held;
  begin(p);
  for (uint32_t k = 0; k < p->states.n_states && !p->both && end == REACH_ALL; k++) {
    int32_t from[MOST_WORDS];
    memcpy(from, reach_state(&p->states, k), p->states.length * sizeof *from);
    p->states.first[k] = (uint32_t)p->states.n_edges;
    for (uint32_t role = 0; role < 2; role++) {
      if (is_out(from, role))
        enter(p, from, role);
      else
        step(p, from, role);
    }
    end = go_on(p, k);
  }
  if (p->states.n_states != 0) p->states.first[p->states.n_states] = (uint32_t)p->states.n_edges;
  return p->both ? REACH_EXCLUSION : end;
}

/* States of a role in which the process has not accessed a register of the match; to be freed. */
static bool *find_fresh(const struct role *r)
{
  bool *fresh = mem_new(r->n_states, sizeof *fresh);
  for (uint32_t k = 0; k < r->n_states; k++) fresh[k] = r->state[k].entered || r->state[k].section == RMR_REMAINDER;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 0; k < r->n_states; k++)
      for (uint32_t e = r->state[k].first; fresh[k] && e < r->state[k + 1].first; e++) {
        const struct lone_edge *edge = &r->edge[e];
        if (edge->cell != MATCH_NO_CELL || edge->to == ROLE_OUT || fresh[edge->to]) continue;
        fresh[edge->to] = more = true;
      }
  }
  return fresh;
}

static void pay(const struct playing *p, struct match_paid *out)
{
  const struct scene scene = {.machine = p->all->machine, .members = 1};
  uint64_t *most;
  bool *fresh = find_fresh(&p->match->role[p->observed]);
  reach_pay(&scene, &p->states, &most, &out->paid);
  for (uint32_t k = 0; k < p->states.n_states && out->paid.most != REACH_NO_BOUND; k++) {
    const int32_t *state = reach_state(&p->states, k);
    const bool is_outside =
      is_out(state, p->observed) || has_won(p->match, state, p->observed) || fresh[state[STATE_ROLES + p->observed]];
    if (is_outside && most[k] > out->outside) out->outside = most[k];
  }
  if (out->paid.most == REACH_NO_BOUND) out->outside = REACH_NO_BOUND;
  free(fresh);
  free(most);
}

enum reach_end match_search(const struct match *m, const struct lone_all *all, const struct reach_limits *limits,
                            enum match_counts counts, uint32_t observed, struct match_paid *out, uint32_t *most_states)
{
  struct playing p = {.match = m, .all = all, .limits = limits, .counts = counts, .observed = observed};
  const enum reach_end end = play(&p);
  if (p.states.n_states > *most_states) *most_states = p.states.n_states;
  if (end == REACH_ALL && counts != MATCH_NOTHING) pay(&p, out);
  reach_free(&p.states);
  return end;
}
