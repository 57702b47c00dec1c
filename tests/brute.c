/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute.c: the walk: the effect of a step, and the graph of all states that steps lead to. brute_judge.c answers
 * questions on it.
 */
#include "brute_walk.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void brute_must(bool condition, const char *what)
{
  if (condition) return;
  fprintf(stderr, "brute force: %s\n", what);
  abort();
}

void *brute_array(void *old, size_t count, size_t each)
{
  void *array = realloc(old, (count + 1) * each);
  brute_must(array != NULL, "no memory");
  return array;
}

/* --- the setup ---------------------------------------------------------------------------------------------------- */

bool brute_sessions(struct brute_system *system, const char *text)
{
  system->any = 0;
  if (sscanf(text, "any:%u", &system->any) == 1) return system->any > 0;
  const bool distinct = strcmp(text, "distinct") == 0, same = strcmp(text, "same") == 0;
  for (uint32_t p = 1; p <= system->n; p++) {
    int length = 0;
    system->session[p] = distinct ? p : 1;
    if (distinct || same) continue;
    if (sscanf(text, "%u%n", &system->session[p], &length) != 1) return false;
    text += length;
    if (*text++ != (p < system->n ? ',' : '\0')) return false;
  }
  return true;
}

/* The sessions that a passage of P_p may ask for are first .. last. */
uint32_t brute_first_session(const struct brute_graph *g, uint32_t p)
{
  return g->system.any != 0 ? 1 : g->system.session[p];
}

uint32_t brute_last_session(const struct brute_graph *g, uint32_t p)
{
  return g->system.any != 0 ? g->system.any : g->system.session[p];
}

uint16_t brute_line_labelled(const struct rmr_algorithm *a, const char *label)
{
  for (uint32_t row = 0; row < a->n_rows; row++)
    if (a->lines[row].line != 0 && strcmp(a->lines[row].label, label) == 0) return a->lines[row].line;
  brute_must(false, "no such line");
  return 0;
}

/* --- one step ----------------------------------------------------------------------------------------------------- */

#define NO_REGISTER UINT32_MAX /* the algorithm has named one that there is not */

/* The algorithm is asked for the next operation of P_p. Before: the reply to its last one is `reply`, and if it begins
 * a new passage now, that one asks for `session`. */
struct rmr_op brute_ask(const struct brute_graph *g, uint32_t p, struct brute_process *me, bool given, rmr_word reply,
                        uint32_t session, rmr_word now)
{
  uint32_t sessions[BRUTE_N + 1] = {0};
  sessions[p] = session;
  const struct rmr_in in = {.i = p,
                            .n = g->system.n,
                            .id = p + me->before * g->system.n,
                            .value = reply,
                            .given = given,
                            .sessions = sessions,
                            .parameters = g->system.parameters,
                            .now = now,
                            .n_sessions = g->size_of.sessions,
                            .self = g->system.algorithm->self};
  struct rmr_op op = g->system.algorithm->step(me->local, &in);
  const uint32_t group = op.var >> RMR_CELL_BITS, cell = op.var % (1u << RMR_CELL_BITS); /* it names both */
  const bool there = group < g->system.algorithm->n_shared && cell < g->base[group + 1] - g->base[group];
  op.var = !rmr_kind_accesses(op.kind) ? 0 : there ? g->base[group] + cell : NO_REGISTER;
  return op;
}

struct rmr_op brute_pending(const struct brute_graph *g, const struct brute_state *s, uint32_t p)
{
  struct brute_process copy = s->process[p];
  const rmr_word since = copy.section == RMR_REMAINDER ? s->now : copy.since;
  return brute_ask(g, p, &copy, false, 0, 0, since + copy.ahead);
}

/* The section of a process that has made the access `done` and is poised to make `next`. It is in the critical section
 * from the step that completes its entry until its first access of the exit; coming back to a line of the entry ends
 * the passage. */
static uint8_t section_between(const struct rmr_op *done, const struct rmr_op *next)
{
  if (brute_is_entry_line(next)) return brute_is_entry_line(done) ? next->section : RMR_REMAINDER;
  if (next->section == RMR_EXIT && done->section == RMR_EXIT) return RMR_EXIT;
  brute_must(next->section == RMR_EXIT || next->section == RMR_CS, "a line that is in no section");
  return RMR_CS;
}

static rmr_word value_after(const struct brute_graph *g, const struct rmr_op *op, rmr_word before)
{
  switch ((enum rmr_kind)op->kind) {
  case RMR_LOCAL:
  case RMR_DELAY:
  case RMR_FENCE:
  case RMR_READ:
  case RMR_SPIN:
  case RMR_N_KINDS: return before;
  case RMR_WRITE:
  case RMR_SWAP: return op->value;
  case RMR_CAS: return before == rmr_cas_expected(op) ? rmr_cas_desired(op) : before;
  case RMR_FETCH_ADD: return before + op->value;
  case RMR_TAS: return 1;
  case RMR_UPDATE:
    return g->system.algorithm->shared[g->group[op->var]].update(
      before, op->value, brute_of(g, &g->system.algorithm->shared[g->group[op->var]]));
  }
  return before;
}

/* Is it in the declared range? Where there is no largest value, the cap is. */
static bool is_allowed(const struct brute_graph *g, uint32_t var, rmr_word value)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  if (shared->time) return true;
  if (value < shared->min) return false;
  if (shared->fields == NULL) return value <= (shared->max != NULL ? shared->max(brute_of(g, shared)) : g->system.cap);
  for (const struct rmr_field *f = shared->fields; f->name != NULL; f++)
    if (!f->time && (rmr_field_of(f, value) < f->min ||
                     rmr_field_of(f, value) > (f->max != NULL ? f->max(brute_of(g, shared)) : g->system.cap)))
      return false;
  return true;
}

/* Does the access cost an RMR? Moves the copies. */
static bool charge(const struct brute_graph *g, struct brute_state *s, uint32_t p, const struct rmr_op *op)
{
  const enum brute_memory memory = g->question->memory;
  const uint32_t var = op->var;
  if (!rmr_kind_accesses(op->kind)) return false;
  if (memory == BRUTE_DSM) return g->home[var] != p;
  if (!rmr_kind_writes(op->kind)) {
    const bool miss = !s->copy[p][var];
    s->copy[p][var] = true;
    if (miss) s->owner[var] = 0;
    return miss;
  }
  if (memory == BRUTE_CC_WRITEBACK && s->owner[var] == p) return false;
  for (uint32_t q = 1; q <= g->system.n; q++) s->copy[q][var] = false;
  if (memory != BRUTE_CC) s->copy[p][var] = true;
  if (memory == BRUTE_CC_WRITEBACK) s->owner[var] = (uint8_t)p;
  return true;
}

/* The copies of other processes than the observed one are left out of the state. The owner of a register holds its only
 * copy, so a read by another is a miss for certain when P_observed is the owner, and when it is not, whether it is one
 * changes nothing for it. */
static void forget_others(const struct brute_graph *g, struct brute_state *s)
{
  for (uint32_t var = 0; var < g->n_registers; var++) {
    for (uint32_t q = 1; q <= g->system.n; q++)
      if (q != g->question->observed) s->copy[q][var] = false;
    if (s->owner[var] != g->question->observed) s->owner[var] = 0;
  }
}

/* The cost of P_p's step for P_observed; `s` is the state before it, but for the copies, which are moved. */
static uint8_t price(const struct brute_graph *g, struct brute_state *s, uint32_t p, const struct rmr_op *op,
                     bool enters)
{
  if (g->question == NULL) return 0;
  const uint32_t observed = g->question->observed;
  const bool mine = p == observed, here = mine && op->line == g->line;
  const bool remote = (g->caches || g->question->memory == BRUTE_DSM) && charge(g, s, p, op);
  if (g->caches && !g->question->all_caches) forget_others(g, s);
  switch (g->question->cost) {
  case BRUTE_RMR:
  case BRUTE_SUPER: return mine && remote;
  case BRUTE_LINE: return here;
  case BRUTE_RMR_AT_LINE: return here && remote;
  case BRUTE_STEPS: return mine;
  case BRUTE_TICKS: return false; /* no step takes any */
  case BRUTE_BYPASS: return enters && s->process[observed].section == RMR_WAITING && brute_conflict(g, s, p, observed);
  }
  return 0;
}

static uint32_t passages_of(const struct brute_graph *g, uint32_t p)
{
  return g->question != NULL && g->question->observed == p ? 1 : g->system.passages;
}

static bool keeps_any(const struct brute_graph *g)
{
  bool any = false;
  for (uint32_t k = 0; k < g->system.algorithm->n_shared; k++)
    any |= (g->system.leases >> k & 1) != 0 && g->system.algorithm->shared[k].keeps != NULL;
  return any;
}

/* P_p stands in its remainder again; its next passage asks for `session`. */
static void end_passage(const struct brute_graph *g, struct brute_process *me, uint32_t p, uint32_t session)
{
  const uint32_t all = passages_of(g, p), made = me->passages + 1;
  me->session = session;
  if (all == 0) return;
  me->passages = made;
  if (made < all) return;
  const struct brute_process rests = *me;
  *me = (struct brute_process){.passages = made, .inherited = me->inherited, .done = true};
  if (keeps_any(g)) memcpy(me->local, rests.local, sizeof me->local); /* it may keep a lease */
}

void brute_add_edge(struct brute_graph *g, struct brute_edge edge)
{
  if (g->size.transitions == g->edge_capacity) {
    g->edge_capacity = g->edge_capacity * 2 + 4096;
    g->edges = brute_array(g->edges, g->edge_capacity, sizeof *g->edges);
  }
  g->edges[g->size.transitions++] = edge;
}

rmr_word brute_initial_value(const struct brute_graph *g, uint32_t var)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  return shared->initial_of != NULL ? shared->initial_of(var - g->base[g->group[var]], brute_of(g, shared))
                                    : shared->initial;
}

/* All that one step of P_p can lead to: one state, or one for each session that its next passage may ask for. */
static void step(struct brute_graph *g, const struct brute_state *from, uint32_t p)
{
  const struct rmr_op op = brute_pending(g, from, p);
  const rmr_word before = rmr_kind_accesses(op.kind) ? from->value[op.var] : 0, after = value_after(g, &op, before);
  const bool lapsed = (op.kind == RMR_READ || op.kind == RMR_SPIN) && from->lapsed[p][op.var];
  const rmr_word reply = lapsed ? brute_initial_value(g, op.var) : before;
  brute_must(op.line != 0, "a step that belongs to no line");
  if (g->system.slow != 0) {
    rmr_word least, most;
    brute_time_left(g, from, p, &least, &most);
    brute_must(most >= 0, "somebody is late");
    if (least > 0) return;
  }
  if (rmr_kind_accesses(op.kind) && !is_allowed(g, op.var, after)) {
    g->size.outside = true;
    return;
  }
  for (uint32_t session = brute_first_session(g, p); session <= brute_last_session(g, p); session++) {
    struct brute_state to;
    brute_copy_state(g, &to, from);
    struct brute_process *me = &to.process[p];
    const struct rmr_op next = brute_ask(g, p, me, true, reply, session, from->now + me->ahead);
    if (next.var == NO_REGISTER) {
      g->size.outside = true;
      return;
    }
    if (rmr_kind_accesses(op.kind)) to.value[op.var] = after;
    const bool fails = op.kind == RMR_CAS && before != rmr_cas_expected(&op);
    for (uint32_t q = 1; q <= g->system.n && rmr_kind_writes(op.kind) && !fails; q++) to.lapsed[q][op.var] = false;
    if (rmr_kind_writes(op.kind) && !fails) me->inherited &= ~(1u << g->group[op.var]);
    me->section = section_between(&op, &next);
    const bool enters = brute_is_entry_line(&op) && me->section == RMR_CS, ends = me->section == RMR_REMAINDER;
    const uint8_t cost = price(g, &to, p, &op, enters);
    me->since = from->now;
    if (me->section != RMR_CS || from->process[p].section != RMR_CS) me->entered = from->now;
    me->restarted = false;
    if (enters) me->owed = false;
    if (ends) end_passage(g, me, p, session);
    const bool done = me->done;
    brute_add_edge(g, (struct brute_edge){brute_number_of(g, &to), (uint8_t)p, cost, enters, 0});
    if (!ends || done) break;
  }
}

/* A change of a register by itself: nobody pays, and nobody's copy goes. */
static void change(struct brute_graph *g, const struct brute_state *from, const struct rmr_change *c, uint32_t var)
{
  struct brute_state to;
  if (g->group[var] != c->group || !c->may(from->value[var], g->size_of)) return;
  brute_copy_state(g, &to, from);
  to.value[var] = c->becomes(from->value[var], g->size_of);
  for (uint32_t q = 1; q <= g->system.n; q++) to.lapsed[q][var] = false;
  if (is_allowed(g, var, to.value[var]))
    brute_add_edge(g, (struct brute_edge){brute_number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
  else
    g->size.outside = true;
}

/* A tick, if nobody is late by then. */
static void tick(struct brute_graph *g, const struct brute_state *from)
{
  struct brute_state to = *from;
  rmr_word least, most;
  for (uint32_t p = 1; p <= g->system.n; p++) {
    if (from->process[p].done || from->process[p].dead) continue;
    brute_time_left(g, from, p, &least, &most);
    if (most == 0) return;
  }
  to.now++;
  const bool counts =
    g->question != NULL && g->question->cost == BRUTE_TICKS && brute_in_entry(&from->process[g->question->observed]);
  brute_add_edge(g, (struct brute_edge){brute_number_of(g, &to), (uint8_t)(g->system.n + 2), counts, false, 0});
}

/* --- all steps ---------------------------------------------------------------------------------------------------- */

/* All initial states: registers from `var` on and processes from p on are still to be filled in. */
static void begin(struct brute_graph *g, struct brute_state *s, uint32_t var, uint32_t p)
{
  if (var < g->n_registers) {
    const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
    brute_must(!shared->arbitrary || shared->max != NULL, "an arbitrary value out of no range");
    const uint32_t cell = var - g->base[g->group[var]];
    const rmr_word initial =
      shared->initial_of != NULL ? shared->initial_of(cell, brute_of(g, shared)) : shared->initial;
    const rmr_word low = shared->arbitrary ? shared->min : initial;
    const rmr_word high = shared->arbitrary ? shared->max(brute_of(g, shared)) : initial;
    for (s->value[var] = low; s->value[var] <= high; s->value[var]++) begin(g, s, var + 1, p);
  } else if (p <= g->system.n) {
    for (uint32_t session = brute_first_session(g, p); session <= brute_last_session(g, p); session++)
      for (uint32_t ahead = 0; ahead <= g->system.skew; ahead++) {
        struct brute_process *me = &s->process[p];
        memset(me, 0, sizeof *me);
        brute_ask(g, p, me, true, 0, session, s->now + ahead);
        me->session = session;
        me->since = s->now;
        me->ahead = ahead;
        begin(g, s, var, p + 1);
      }
  } else {
    struct brute_state copy = *s;
    brute_number_of(g, &copy);
  }
}

void brute_walk(struct brute_graph *g, const struct brute_system *system, const struct brute_question *question)
{
  *g = (struct brute_graph){.system = *system, .question = question, .size.complete = true};
  brute_lay_out(g);
  if (question != NULL) {
    const bool rmr =
      question->cost == BRUTE_RMR || question->cost == BRUTE_SUPER || question->cost == BRUTE_RMR_AT_LINE;
    brute_must(question->observed >= 1 && question->observed <= system->n, "nobody is observed");
    g->caches = rmr && question->memory != BRUTE_DSM;
    if (question->label != NULL) g->line = brute_line_labelled(system->algorithm, question->label);
  }
  struct brute_state s = {
    .crashes = system->crashes, .expiries = system->expiries, .arrivals = system->arrivals, .now = g->begin};
  g->stride = (brute_transfer(g, &s, NULL, false) + 7) / 8 * 8;
  begin(g, &s, 0, 1);
  g->n_initial = g->n_states;
  for (uint32_t number = 0; number < g->n_states; number++) {
    g->first[number] = g->size.transitions;
    if (system->most != 0 && g->n_states > system->most) g->size.complete = false;
    if (!g->size.complete) break;
    brute_load(g, number, &s);
    if (question != NULL && (s.process[question->observed].done || s.process[question->observed].dead))
      continue; /* nothing more is paid */
    for (uint32_t p = 1; p <= system->n; p++)
      if (!s.process[p].done && !s.process[p].dead) step(g, &s, p);
    if (system->slow != 0) tick(g, &s);
    brute_crash_somebody(g, &s);
    for (uint32_t p = 1; p <= system->n; p++) brute_arrive(g, &s, p);
    for (uint32_t var = 0; var < g->n_registers; var++) brute_expire(g, &s, var);
    for (uint32_t k = 0; k < system->algorithm->n_changes; k++)
      for (uint32_t var = 0; var < g->n_registers; var++) change(g, &s, &system->algorithm->changes[k], var);
  }
  g->first[g->n_states] = g->size.transitions;
  g->size.states = g->n_states;
}

void brute_free(struct brute_graph *g)
{
  free(g->states);
  free(g->slots);
  free(g->first);
  free(g->edges);
}
