/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute_judge.c: questions asked of the whole graph. Most of them are about runs without end, and such a run stays in
 * one strongly connected component. A part of the graph is chosen (say, all states in which P_p is in its entry), its
 * components are found, and each is looked at: the processes that step inside it, and those in their remainder.
 *
 * Fairness is weak: a component is a way to go on for ever if every process makes a step in it or is in its remainder
 * there. The whole component may be taken and no smaller part need be tried, since a part that is fair makes the whole
 * fair. Where there is time it goes on: there is a tick in the component as well.
 */
#include "brute.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* A part of the graph, and its strongly connected components. An edge belongs to it if both its ends do. */
struct part {
  const struct brute_graph *graph;
  bool *inside;         /* [state] */
  bool without_entries; /* edges that complete an entry do not belong to it */
  uint32_t *component;  /* [state] numbered so that every edge goes to the same or to a lower one */
  uint32_t *order;      /* the states, component by component, from 0 on */
  uint32_t n_states, n_components;
};

static struct part part_new(const struct brute_graph *g)
{
  struct part part = {.graph = g};
  part.inside = brute_array(NULL, g->n_states, sizeof *part.inside);
  part.component = brute_array(NULL, g->n_states, sizeof *part.component);
  part.order = brute_array(NULL, g->n_states, sizeof *part.order);
  memset(part.inside, true, g->n_states * sizeof *part.inside);
  return part;
}

static void part_free(struct part *part)
{
  free(part->inside);
  free(part->component);
  free(part->order);
}

static bool belongs(const struct part *part, const struct brute_edge *edge)
{
  return part->inside[edge->to] && !(part->without_entries && edge->enters);
}

/* Tarjan's search, with a stack of its own. */
struct search {
  uint32_t *index, *low;  /* [state] 0: not seen */
  uint32_t *call, n_call; /* the path from the root */
  uint32_t *open, n_open; /* seen, and not in a component yet */
  size_t *at;             /* [state] the next edge to be looked at */
  uint32_t n_seen;
};

static void visit(struct search *s, const struct brute_graph *g, uint32_t state)
{
  s->index[state] = s->low[state] = ++s->n_seen;
  s->at[state] = g->first[state];
  s->call[s->n_call++] = s->open[s->n_open++] = state;
}

/* All edges of the last state of the path are seen. */
static void leave(struct search *s, struct part *part)
{
  const uint32_t state = s->call[--s->n_call];
  if (s->n_call > 0) {
    uint32_t *low = &s->low[s->call[s->n_call - 1]];
    if (s->low[state] < *low) *low = s->low[state];
  }
  if (s->low[state] != s->index[state]) return;
  do {
    const uint32_t member = s->open[--s->n_open];
    part->component[member] = part->n_components;
    part->order[part->n_states++] = member;
  } while (s->open[s->n_open] != state);
  part->n_components++;
}

static void follow(struct search *s, struct part *part, uint32_t root)
{
  const struct brute_graph *g = part->graph;
  visit(s, g, root);
  while (s->n_call > 0) {
    const uint32_t state = s->call[s->n_call - 1];
    if (s->at[state] == g->first[state + 1]) {
      leave(s, part);
      continue;
    }
    const struct brute_edge *edge = &g->edges[s->at[state]++];
    if (!belongs(part, edge)) continue;
    if (s->index[edge->to] == 0)
      visit(s, g, edge->to);
    else if (part->component[edge->to] == NONE && s->index[edge->to] < s->low[state])
      s->low[state] = s->index[edge->to];
  }
}

static void find_components(struct part *part)
{
  const size_t n = part->graph->n_states;
  struct search s = {0};
  s.index = brute_array(NULL, n, sizeof *s.index);
  s.low = brute_array(NULL, n, sizeof *s.low);
  s.call = brute_array(NULL, n, sizeof *s.call);
  s.open = brute_array(NULL, n, sizeof *s.open);
  s.at = brute_array(NULL, n, sizeof *s.at);
  memset(s.index, 0, n * sizeof *s.index);
  part->n_states = part->n_components = 0;
  for (uint32_t state = 0; state < n; state++) part->component[state] = NONE;
  for (uint32_t state = 0; state < n; state++)
    if (part->inside[state] && s.index[state] == 0) follow(&s, part, state);
  free(s.index);
  free(s.low);
  free(s.call);
  free(s.open);
  free(s.at);
}

/* --- the longest way ---------------------------------------------------------------------------------------------- */

/* Whether counting begins anew with an edge: a crash of the process whose steps are counted, or that pays. */
static bool cuts(const struct brute_graph *g, const struct brute_edge *edge, uint32_t p)
{
  const uint32_t who = p != 0 ? p : g->question->observed;
  return (edge->crashes == who || edge->crashes == BRUTE_EVERYBODY) && (p != 0 || g->question->cost != BRUTE_SUPER);
}

/* The most that a path in the part can weigh, its last edge perhaps leading out of it. An edge weighs its cost or, if a
 * process is given, 1 for each step of that process. Without end if some cycle of the part weighs anything. */
static uint64_t longest(struct part *part, uint32_t p)
{
  const struct brute_graph *g = part->graph;
  uint64_t most = 0;
  find_components(part);
  uint64_t *best = calloc(part->n_components + 1, sizeof *best); /* from any state of the component on */
  brute_must(best != NULL, "no memory");
  for (uint32_t k = 0; k < part->n_states && most != BRUTE_UNBOUNDED; k++) {
    const uint32_t state = part->order[k], here = part->component[state];
    for (size_t at = g->first[state]; at < g->first[state + 1]; at++) {
      const struct brute_edge *edge = &g->edges[at];
      const uint64_t weight = p != 0 ? edge->process == p : edge->cost;
      const bool inside = belongs(part, edge);
      if (inside && part->component[edge->to] == here && weight > 0) most = BRUTE_UNBOUNDED;
      const uint64_t whole = weight + (inside && !cuts(g, edge, p) ? best[part->component[edge->to]] : 0);
      if (whole > best[here]) best[here] = whole;
    }
    if (best[here] > most) most = best[here];
  }
  free(best);
  return most;
}

/* --- runs without end --------------------------------------------------------------------------------------------- */

/* The doings of processes in a component: a bit for each process. */
struct doings {
  uint32_t steps;                /* makes a step from one of its states to another, or to the same */
  uint32_t resting;              /* is in its remainder in all its states */
  uint32_t entry;                /* is in its entry section in all its states */
  uint64_t expires[BRUTE_N + 1]; /* bit for each register: a lease that can run out in all its states, as its owner is
                                    dead: [q] for P_q alone, [0] for all */
};

/* The leases that must run out if nothing else happens. */
static uint64_t expiring(const struct brute_graph *g, const struct brute_state *s, uint32_t q)
{
  uint64_t set = 0;
  for (uint32_t var = 0; var < g->n_registers; var++)
    if ((q != 0) == g->system.at_readers && !s->process[q].dead && !s->lapsed[q][var] && brute_may_expire(g, s, var) &&
        !brute_is_kept(g, s, var))
      set |= UINT64_C(1) << var;
  return set;
}

/* Is there a component in which all that are not resting make steps, and somebody is in its entry? */
static bool goes_on_in_entry(struct part *part)
{
  const struct brute_graph *g = part->graph;
  const uint32_t everybody = (1u << (g->system.n + 1)) - 2, clock = g->system.n + 2;
  bool found = false;
  find_components(part);
  struct doings *doings = brute_array(NULL, part->n_components, sizeof *doings);
  for (uint32_t c = 0; c < part->n_components; c++) {
    doings[c] = (struct doings){0, everybody, everybody, {0}};
    memset(doings[c].expires, 0xff, sizeof doings[c].expires);
  }
  for (uint32_t k = 0; k < part->n_states; k++) {
    const uint32_t state = part->order[k];
    struct doings *here = &doings[part->component[state]];
    struct brute_state s;
    brute_load(g, state, &s);
    for (uint32_t q = 0; q <= g->system.n; q++) here->expires[q] &= expiring(g, &s, q);
    for (uint32_t p = 1; p <= g->system.n; p++) {
      if (s.process[p].section != RMR_REMAINDER) here->resting &= ~(1u << p);
      if (!brute_in_entry(&s.process[p])) here->entry &= ~(1u << p);
    }
    for (size_t at = g->first[state]; at < g->first[state + 1]; at++) {
      const struct brute_edge *edge = &g->edges[at];
      if (belongs(part, edge) && part->component[edge->to] == part->component[state])
        here->steps |= 1u << edge->process;
    }
  }
  for (uint32_t c = 0; c < part->n_components; c++) {
    uint64_t expires = 0;
    for (uint32_t q = 0; q <= g->system.n; q++) expires |= doings[c].expires[q];
    found |= ((doings[c].steps | doings[c].resting) & everybody) == everybody && doings[c].entry != 0 && expires == 0 &&
             (doings[c].steps >> clock & 1) == (g->system.slow != 0);
  }
  free(doings);
  return found;
}

/* --- the properties ----------------------------------------------------------------------------------------------- */

/* P1: no two that conflict are in the critical section. */
static bool excludes(const struct brute_graph *g)
{
  for (uint32_t state = 0; state < g->n_states; state++) {
    struct brute_state s;
    brute_load(g, state, &s);
    for (uint32_t p = 1; p <= g->system.n; p++)
      for (uint32_t q = 1; q < p; q++)
        if (s.process[p].section == RMR_CS && s.process[q].section == RMR_CS && brute_conflict(g, &s, p, q))
          return false;
  }
  return true;
}

typedef bool choose_fn(const struct brute_graph *g, const struct brute_state *s, uint32_t p);

/* Keeps of the part what `choose` chooses for P_p. */
static void choose_states(struct part *part, choose_fn *choose, uint32_t p)
{
  for (uint32_t state = 0; state < part->graph->n_states; state++) {
    struct brute_state s;
    brute_load(part->graph, state, &s);
    part->inside[state] = choose(part->graph, &s, p);
  }
}

static bool in_entry(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  (void)g;
  return brute_in_entry(&s->process[p]);
}

/* Its next step is one of the exit. */
static bool before_exit_step(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  const uint8_t section = s->process[p].section;
  return section == RMR_EXIT || (section == RMR_CS && brute_pending(g, s, p).section == RMR_EXIT);
}

/* Whether a register holds a time that is not too old to matter. */
static bool is_young(const struct brute_graph *g, const struct brute_state *s, uint32_t var)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  bool young = shared->time && s->value[var] != 0;
  for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++)
    young |= f->time && rmr_field_of(f, s->value[var]) != 0;
  return young && g->system.slow != 0;
}

/* Its next step is one of Recover, where processes do recover. */
static bool before_recover_step(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  return g->system.crashes != 0 && g->system.recovery != BRUTE_STOP && !s->process[p].done && !s->process[p].dead &&
         brute_pending(g, s, p).section == RMR_RECOVER;
}

/* It has crashed in the critical section, and is not there again. */
static bool is_owed(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  (void)g;
  return s->process[p].owed;
}

/* Dead, and a lease of its has not run out for P_p; or in the place of such a one. */
static bool haunts(const struct brute_graph *g, const struct brute_state *s, uint32_t q, uint32_t p)
{
  for (uint32_t var = 0; var < g->n_registers; var++)
    if ((brute_left_by(g, s, var, q) && !s->lapsed[p][var]) ||
        (s->process[q].dead && is_young(g, s, var) && brute_owner(g, s, var) == q))
      return true;
  return false;
}

/* Its next step is one of the entry, and all who conflict with it are in their remainders. */
static bool before_free_entry_step(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  const struct brute_process *me = &s->process[p];
  if (me->done || me->dead || !(brute_in_entry(me) || me->section == RMR_REMAINDER)) return false;
  for (uint32_t q = 1; q <= g->system.n; q++)
    if ((brute_conflict(g, s, p, q) && s->process[q].section != RMR_REMAINDER) || haunts(g, s, q, p)) return false;
  return true;
}

/* P2: nobody can be kept in its entry for ever. */
static bool starves_nobody(struct part *part)
{
  bool starves = false;
  for (uint32_t p = 1; p <= part->graph->system.n; p++) {
    choose_states(part, in_entry, p);
    starves |= goes_on_in_entry(part);
  }
  return !starves;
}

/* P3 and P4: most steps of each process in a row of states that are so chosen; bound[0] is the largest. */
static bool is_bounded(struct part *part, choose_fn *choose, uint64_t *bound)
{
  for (uint32_t p = 1; p <= part->graph->system.n; p++) {
    choose_states(part, choose, p);
    const uint64_t most = longest(part, p);
    if (most > bound[p]) bound[p] = most;
    if (bound[p] > bound[0]) bound[0] = bound[p];
  }
  return bound[0] != BRUTE_UNBOUNDED;
}

/* P5 for one pair. Every state is taken twice: 2 * state + 1 says that P_p has been waiting since before P_q began its
 * passage. The step `edge` from state s, taken with that bit: sets *violated if P_q overtakes, returns the bit
 * afterwards. */
static bool still_ahead(const struct brute_graph *g, const struct brute_edge *edge, const struct brute_state *s,
                        uint32_t p, uint32_t q, bool ahead, bool *violated)
{
  const bool waiting = s->process[p].section == RMR_WAITING;
  if (edge->process == p || edge->process > g->system.n) { /* it may have crashed */
    struct brute_state to;
    brute_load(g, edge->to, &to);
    return ahead && to.process[p].section == RMR_WAITING;
  }
  if (edge->process != q) return ahead;
  if (s->process[q].section == RMR_REMAINDER || s->process[q].restarted) ahead = waiting && brute_conflict(g, s, p, q);
  if (ahead && edge->enters) *violated = true;
  return ahead && !edge->enters;
}

static bool is_never_overtaken(const struct brute_graph *g, uint32_t p, uint32_t q)
{
  bool violated = false, *seen = calloc(2 * (size_t)g->n_states, sizeof *seen);
  uint32_t *queue = brute_array(NULL, 2 * (size_t)g->n_states, sizeof *queue), n_queue = 0;
  brute_must(seen != NULL, "no memory");
  for (uint32_t state = 0; state < g->n_initial; state++) seen[2 * state] = true, queue[n_queue++] = 2 * state;
  for (uint32_t k = 0; k < n_queue && !violated; k++) {
    const uint32_t state = queue[k] / 2;
    struct brute_state s;
    brute_load(g, state, &s);
    for (size_t at = g->first[state]; at < g->first[state + 1]; at++) {
      const bool ahead = still_ahead(g, &g->edges[at], &s, p, q, queue[k] % 2 == 1, &violated);
      const uint32_t to = 2 * g->edges[at].to + ahead;
      if (!seen[to]) seen[to] = true, queue[n_queue++] = to;
    }
  }
  free(seen);
  free(queue);
  return !violated;
}

static enum brute_verdict first_come_first_served(const struct brute_graph *g)
{
  const struct rmr_algorithm *a = g->system.algorithm;
  bool has_doorway = false, violated = false;
  for (uint32_t row = 0; row < a->n_rows; row++)
    has_doorway |= a->lines[row].line != 0 && a->lines[row].section == RMR_DOORWAY;
  if (!has_doorway) return BRUTE_DOES_NOT_APPLY;
  for (uint32_t p = 1; p <= g->system.n; p++)
    for (uint32_t q = 1; q <= g->system.n; q++) violated |= p != q && !is_never_overtaken(g, p, q);
  return violated ? BRUTE_FAILS : BRUTE_HOLDS;
}

/* P6: while somebody is in its entry, somebody gets through. */
static bool never_deadlocks(const struct brute_graph *g)
{
  struct part part = part_new(g);
  part.without_entries = true;
  const bool deadlocks = goes_on_in_entry(&part);
  part_free(&part);
  return !deadlocks;
}

static bool somebody_wants(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  (void)p;
  for (uint32_t q = 1; q <= g->system.n; q++)
    if (brute_in_entry(&s->process[q])) return true;
  return false;
}

/* Most ticks in a row in which somebody is in its entry, and nobody gets through. */
static uint64_t longest_wait(const struct brute_graph *g)
{
  struct part part = part_new(g);
  part.without_entries = true;
  choose_states(&part, somebody_wants, 0);
  const uint64_t most = longest(&part, g->system.n + 2);
  part_free(&part);
  return most;
}

/* Fewest ticks from an entry to the next: of each state, how few since some entry, made smaller until nothing
 * changes. */
static uint64_t shortest_gap(const struct brute_graph *g)
{
  uint64_t least = BRUTE_UNBOUNDED, *since = brute_array(NULL, g->n_states, sizeof *since);
  for (uint32_t state = 0; state < g->n_states; state++) since[state] = BRUTE_UNBOUNDED;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t state = 0; state < g->n_states; state++)
      for (size_t at = g->first[state]; at < g->first[state + 1]; at++) {
        const struct brute_edge *edge = &g->edges[at];
        if (!edge->enters && since[state] == BRUTE_UNBOUNDED) continue;
        const uint64_t ticks = edge->enters ? 0 : since[state] + (edge->process == g->system.n + 2);
        if (edge->enters && since[state] < least) least = since[state];
        if (ticks >= since[edge->to]) continue;
        since[edge->to] = ticks;
        more = true;
      }
  }
  free(since);
  return least;
}

/* P_p has nothing to get through: it is in its remainder, or at a line of the critical section that is no exit. */
static bool is_free(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  return !s->process[p].dead && !brute_in_entry(&s->process[p]) && !before_exit_step(g, s, p);
}

/* Every process that is not done can make a step, if only one that changes nothing; else it was left out. */
static bool lacks_a_step(const struct brute_graph *g, const struct brute_state *s, uint32_t state)
{
  uint32_t movers = 0;
  for (size_t at = g->first[state]; at < g->first[state + 1]; at++) movers |= 1u << g->edges[at].process;
  for (uint32_t p = 1; p <= g->system.n; p++)
    if (!s->process[p].done && !s->process[p].dead && !(movers >> p & 1)) return true;
  return false;
}

static bool somebody_is_done(const struct brute_graph *g, const struct brute_state *s)
{
  for (uint32_t p = 1; p <= g->system.n; p++)
    if (s->process[p].done) return true;
  return false;
}

/* Whether every state, but those in which P_p is dead, has a way to one that is marked; those that have one are marked,
 * too. A crash is no way. */
static bool all_lead_there(const struct brute_graph *g, bool *marked, const bool *dead)
{
  bool all = true;
  for (bool more = true; more;) {
    more = false;
    all = true;
    for (uint32_t state = g->n_states; state-- > 0; all &= marked[state] || dead[state])
      for (size_t at = g->first[state]; at < g->first[state + 1] && !marked[state]; at++)
        more |= marked[state] = marked[g->edges[at].to] && g->edges[at].crashes == 0;
  }
  return all;
}

/* P7: in every state, everybody can still get through. */
static enum brute_verdict nobody_is_lost(const struct brute_graph *g, bool *rests)
{
  bool lost = false, for_good = false, *marked = brute_array(NULL, g->n_states, sizeof *marked);
  bool *dead = brute_array(NULL, g->n_states, sizeof *dead);
  for (uint32_t p = 1; p <= g->system.n; p++)
    for (int further = 0; further <= 1; further++) {
      for (uint32_t state = 0; state < g->n_states; state++) {
        struct brute_state s;
        brute_load(g, state, &s);
        dead[state] = s.process[p].dead;
        marked[state] = is_free(g, &s, p) || lacks_a_step(g, &s, state) || (further && somebody_is_done(g, &s));
      }
      *(further ? &for_good : &lost) |= !all_lead_there(g, marked, dead);
    }
  free(marked);
  free(dead);
  *rests = lost && !for_good;
  return lost ? BRUTE_FAILS : BRUTE_HOLDS;
}

/* Each state is laid out as it is, and everything is looked at. */
static void judge_invariants(const struct brute_graph *g, struct brute_properties *out)
{
  const struct rmr_invariant *all = g->system.algorithm->invariants;
  const uint32_t n = g->system.n;
  struct brute_state s;
  struct rmr_seen seen[BRUTE_N + 1];
  const struct rmr_seen *process[BRUTE_N + 1];
  struct rmr_moment now = {
    .size = g->size_of, .process = process, .memory = s.value, .written = RMR_NOWHERE, .base = g->base};
  for (; all != NULL && all[out->n_invariants].name != NULL; out->n_invariants++)
    out->invariant[out->n_invariants] = true;
  for (uint32_t number = 0; number < g->n_states && out->n_invariants != 0; number++) {
    brute_load(g, number, &s);
    for (uint32_t p = 1; p <= n; p++) {
      seen[p] = (struct rmr_seen){.state = s.process[p].local};
      process[p] = &seen[p];
      if (s.process[p].dead) seen[p].section = RMR_N_SECTIONS;
      if (s.process[p].done || s.process[p].dead) continue;
      seen[p].pending = brute_pending(g, &s, p);
      seen[p].section = s.process[p].section;
    }
    for (uint32_t k = 0; k < out->n_invariants; k++) out->invariant[k] &= all[k].holds(&now);
  }
}

/* CSR: a process that crashed in the critical section is there again before any process that conflicts with it. */
static bool nobody_is_forestalled(const struct brute_graph *g)
{
  for (uint32_t state = 0; state < g->n_states; state++) {
    struct brute_state s;
    brute_load(g, state, &s);
    for (uint32_t p = 1; p <= g->system.n; p++)
      for (uint32_t q = 1; q <= g->system.n; q++)
        if (s.process[p].owed && s.process[q].section == RMR_CS && brute_conflict(g, &s, p, q)) return false;
  }
  return true;
}

static enum brute_verdict verdict(bool holds)
{
  return holds ? BRUTE_HOLDS : BRUTE_FAILS;
}

void brute_properties(const struct brute_system *system, struct brute_properties *out)
{
  struct brute_graph g;
  memset(out, 0, sizeof *out);
  brute_walk(&g, system, NULL);
  out->size = g.size;
  memcpy(out->largest, g.largest, sizeof out->largest);
  if (g.size.complete) {
    struct part part = part_new(&g);
    out->p[1] = verdict(excludes(&g));
    out->p[2] = verdict(starves_nobody(&part));
    out->p[3] =
      verdict(is_bounded(&part, before_exit_step, out->exit) && is_bounded(&part, before_recover_step, out->exit));
    out->p[4] = verdict(is_bounded(&part, before_free_entry_step, out->entry));
    out->p[5] = first_come_first_served(&g);
    out->p[6] = verdict(never_deadlocks(&g));
    out->p[7] = nobody_is_lost(&g, &out->rests);
    if (system->slow != 0) {
      out->response = longest_wait(&g);
      out->gap = shortest_gap(&g);
    }
    judge_invariants(&g, out);
    out->p[8] = out->p[9] = BRUTE_DOES_NOT_APPLY;
    if (system->recovery != BRUTE_STOP) {
      out->p[8] = verdict(nobody_is_forestalled(&g));
      out->p[9] = verdict(is_bounded(&part, is_owed, out->reentry));
    }
    part_free(&part);
  }
  brute_free(&g);
}

void brute_worst(const struct brute_system *system, const struct brute_question *question, struct brute_worst *out)
{
  struct brute_graph g;
  memset(out, 0, sizeof *out);
  brute_walk(&g, system, question);
  out->size = g.size;
  if (g.size.complete) {
    struct part part = part_new(&g);
    out->cost = longest(&part, 0);
    part_free(&part);
  }
  brute_free(&g);
}
