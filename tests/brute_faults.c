/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute_faults.c: crashes, what comes back after them, newcomers, and leases that run out.
 */
#include <stdlib.h>
#include <string.h>

#include "brute_walk.h"

static void drop_copies(const struct brute_graph *g, struct brute_state *s, uint32_t p)
{
  for (uint32_t var = 0; var < g->n_registers; var++) {
    s->copy[p][var] = false;
    if (s->owner[var] == p) s->owner[var] = 0;
  }
}

/* Whether P_p is in the critical section, and nobody who conflicts with it is. */
static bool has_it_alone(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  const bool group = g->system.algorithm->group;
  for (uint32_t q = 1; q <= g->system.n; q++)
    if (q != p && s->process[q].section == RMR_CS && (!group || s->process[p].session != s->process[q].session))
      return false;
  return s->process[p].section == RMR_CS;
}

/* In its remainder a process has nothing to forget but what it remembers from passage to passage. */
static bool can_be_noticed(const struct brute_graph *g, const struct brute_process *me)
{
  const bool recovers = g->system.recovery != BRUTE_STOP;
  return !me->done && !me->dead && (me->section != RMR_REMAINDER || (recovers && g->system.algorithm->remembers));
}

static void start_again(const struct brute_graph *g, const struct brute_state *from, uint32_t p, struct brute_state *to)
{
  struct brute_process *me = &to->process[p];
  if (g->question == NULL && has_it_alone(g, from, p)) me->owed = true;
  memset(me->local, 0, sizeof me->local);
  brute_ask(g, p, me, true, 0, me->session, from->now + me->ahead);
  me->since = from->now;
  me->entered = from->now;
  if (me->section == RMR_REMAINDER) return;
  me->section = RMR_RECOVER;
  me->restarted = true;
}

static void crash(struct brute_graph *g, const struct brute_state *from, uint32_t p)
{
  struct brute_state to;
  if (from->crashes == 0 || !can_be_noticed(g, &from->process[p])) return;
  if (g->system.spared != 0 && brute_pending(g, from, p).line == g->system.spared) return;
  if (g->system.crash_at != NULL &&
      brute_pending(g, from, p).line != brute_line_labelled(g->system.algorithm, g->system.crash_at))
    return;
  brute_copy_state(g, &to, from);
  drop_copies(g, &to, p);
  to.crashes--;
  if (g->system.recovery == BRUTE_RECOVER) {
    start_again(g, from, p, &to);
  } else {
    to.process[p] = (struct brute_process){.dead = true, .before = from->process[p].before};
    memset(to.lapsed[p], 0, sizeof to.lapsed[p]);
  }
  brute_add_edge(g, (struct brute_edge){brute_number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, (uint8_t)p});
}

static void crash_all(struct brute_graph *g, const struct brute_state *from)
{
  struct brute_state to;
  bool anybody = false;
  if (from->crashes == 0) return;
  brute_copy_state(g, &to, from);
  for (uint32_t p = 1; p <= g->system.n; p++) {
    anybody |= !from->process[p].done;
    drop_copies(g, &to, p);
    if (can_be_noticed(g, &from->process[p])) start_again(g, from, p, &to);
  }
  for (uint32_t var = 0; var < g->n_registers; var++) to.value[var] += g->system.algorithm->shared[g->group[var]].epoch;
  to.crashes--;
  if (!anybody) return;
  brute_add_edge(g,
                 (struct brute_edge){brute_number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, BRUTE_EVERYBODY});
}

void brute_crash_somebody(struct brute_graph *g, const struct brute_state *from)
{
  if (g->system.recovery == BRUTE_SYSTEM) crash_all(g, from);
  for (uint32_t p = 1; p <= g->system.n && g->system.recovery != BRUTE_SYSTEM; p++) crash(g, from, p);
}

void brute_arrive(struct brute_graph *g, const struct brute_state *from, uint32_t p)
{
  if (from->arrivals == 0 || !from->process[p].dead) return;
  for (uint32_t session = brute_first_session(g, p); session <= brute_last_session(g, p); session++) {
    struct brute_state to = *from;
    to.process[p] = (struct brute_process){.before = from->process[p].before + g->system.algorithm->identities,
                                           .session = session,
                                           .inherited = g->system.leases};
    brute_ask(g, p, &to.process[p], true, 0, session, from->now);
    to.arrivals--;
    brute_add_edge(g, (struct brute_edge){brute_number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
  }
}

bool brute_may_expire(const struct brute_graph *g, const struct brute_state *s, uint32_t var)
{
  return (g->system.leases >> g->group[var] & 1) != 0 && s->value[var] != brute_initial_value(g, var);
}

uint32_t brute_owner(const struct brute_graph *g, const struct brute_state *s, uint32_t var)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  const uint32_t cell = var - g->base[g->group[var]];
  if (shared->responsible == NULL && shared->multi_writer) return 0;
  if (shared->keeps != NULL) return 0;
  const uint32_t p =
    shared->responsible != NULL ? shared->responsible(cell, s->value[var], brute_of(g, shared)) : cell + 1;
  return p <= g->system.n ? p : 0;
}

bool brute_left_by(const struct brute_graph *g, const struct brute_state *s, uint32_t var, uint32_t q)
{
  return brute_may_expire(g, s, var) && brute_owner(g, s, var) == q &&
         (s->process[q].dead || (s->process[q].inherited >> g->group[var] & 1) != 0);
}

bool brute_kept_by(const struct brute_graph *g, const struct brute_state *s, uint32_t var, uint32_t p)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  if (shared->keeps != NULL)
    return !s->process[p].dead && shared->keeps(s->process[p].local, var - g->base[g->group[var]], brute_of(g, shared));
  return brute_owner(g, s, var) == p && !brute_left_by(g, s, var, p);
}

bool brute_is_kept(const struct brute_graph *g, const struct brute_state *s, uint32_t var)
{
  for (uint32_t p = 1; p <= g->system.n; p++)
    if (brute_kept_by(g, s, var, p)) return true;
  return false;
}

/* It runs out for P_q alone. */
static void lapse(struct brute_graph *g, const struct brute_state *from, uint32_t var, uint32_t q)
{
  struct brute_state to = *from;
  const bool in_life = brute_is_kept(g, from, var);
  if (!brute_may_expire(g, from, var) || from->lapsed[q][var] || from->process[q].dead) return;
  if (in_life && (from->expiries == 0 || brute_kept_by(g, from, var, q))) return;
  to.lapsed[q][var] = true;
  to.expiries -= in_life;
  brute_add_edge(g, (struct brute_edge){brute_number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
}

void brute_expire(struct brute_graph *g, const struct brute_state *from, uint32_t var)
{
  struct brute_state to;
  for (uint32_t q = 1; q <= g->system.n && g->system.at_readers; q++) lapse(g, from, var, q);
  if (g->system.at_readers || !brute_may_expire(g, from, var)) return;
  const bool in_life = brute_is_kept(g, from, var);
  if (in_life && from->expiries == 0) return;
  brute_copy_state(g, &to, from);
  to.value[var] = brute_initial_value(g, var);
  to.expiries -= in_life;
  brute_add_edge(g, (struct brute_edge){brute_number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
}
