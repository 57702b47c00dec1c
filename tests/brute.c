/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute.c: the walk: what a step does, and the graph of all states that steps lead to. brute_judge.c answers questions
 * on it.
 */
#include "brute.h"

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
static uint32_t first_session(const struct brute_graph *g, uint32_t p)
{
  return g->system.any != 0 ? 1 : g->system.session[p];
}

static uint32_t last_session(const struct brute_graph *g, uint32_t p)
{
  return g->system.any != 0 ? g->system.any : g->system.session[p];
}

/* The largest age that matters to anybody. */
static rmr_word oldest(const struct brute_graph *g)
{
  const struct rmr_algorithm *a = g->system.algorithm;
  rmr_word most = a->period != NULL ? a->period(g->size_of) : 0;
#define NOTE(is_time, horizon)                                                   \
  do {                                                                           \
    if ((is_time) && (horizon)(g->size_of) > most) most = (horizon)(g->size_of); \
  } while (0)
  for (uint32_t group = 0; group < a->n_shared; group++) {
    NOTE(a->shared[group].time, a->shared[group].horizon);
    for (const struct rmr_field *f = a->shared[group].fields; f != NULL && f->name != NULL; f++)
      NOTE(f->time, f->horizon);
  }
  for (const struct rmr_local_time *t = a->times; t != NULL && t->horizon != NULL; t++) NOTE(true, t->horizon);
#undef NOTE
  return most;
}

static void lay_out(struct brute_graph *g)
{
  const struct rmr_algorithm *a = g->system.algorithm;
  const uint32_t n = g->system.n;
  brute_must(n >= 1 && n <= BRUTE_N && rmr_state_size(a, n) <= BRUTE_STATE,
             "too many processes, or too large local states");
  g->size_of.n = n;
  g->size_of.parameters = g->system.parameters;
  g->size_of.crashes = g->system.recovery == BRUTE_SYSTEM ? g->system.crashes : 0;
  g->size_of.arrivals = g->system.arrivals;
  for (uint32_t p = 1; p <= n; p++)
    if (last_session(g, p) > g->size_of.sessions) g->size_of.sessions = last_session(g, p);
  for (uint32_t group = 0; group < a->n_shared; group++) {
    const struct rmr_shared *shared = &a->shared[group];
    g->base[group] = g->n_registers;
    for (uint32_t cell = 0; cell < (shared->cells != NULL ? shared->cells(g->size_of) : 1); cell++) {
      brute_must(g->n_registers < BRUTE_REGISTERS, "too many registers");
      g->group[g->n_registers] = group;
      g->home[g->n_registers++] = shared->home != NULL ? shared->home(cell, g->size_of) : 0;
    }
  }
  g->base[a->n_shared] = g->n_registers;
  g->period = a->period != NULL ? a->period(g->size_of) : 1;
  if (g->system.slow != 0) g->begin = 1 + oldest(g) + g->system.skew;
}

static uint16_t line_labelled(const struct rmr_algorithm *a, const char *label)
{
  for (uint32_t row = 0; row < a->n_rows; row++)
    if (a->lines[row].line != 0 && strcmp(a->lines[row].label, label) == 0) return a->lines[row].line;
  brute_must(false, "no such line");
  return 0;
}

/* --- states as bytes ---------------------------------------------------------------------------------------------- */

/* Copies the parts of a state that count, one after the other, to bytes or (load) from them. Returns how many bytes. */
static size_t transfer(const struct brute_graph *g, struct brute_state *s, unsigned char *bytes, bool load)
{
  size_t at = 0;
  const uint32_t n = g->system.n, v = g->n_registers;
#define PART(address, length)                                            \
  do {                                                                   \
    if (bytes != NULL && load) memcpy((address), bytes + at, (length));  \
    if (bytes != NULL && !load) memcpy(bytes + at, (address), (length)); \
    at += (length);                                                      \
  } while (0)
  for (uint32_t p = 1; p <= n; p++) {
    struct brute_process *me = &s->process[p];
    PART(me->local, rmr_state_size(g->system.algorithm, g->system.n));
    PART(&me->session, sizeof me->session);
    PART(&me->passages, sizeof me->passages);
    PART(&me->section, sizeof me->section);
    PART(&me->done, sizeof me->done);
    PART(&me->dead, sizeof me->dead);
    if (g->system.slow != 0) {
      PART(&me->since, sizeof me->since);
      PART(&me->ahead, sizeof me->ahead);
      PART(&me->entered, sizeof me->entered);
    }
    PART(&me->restarted, sizeof me->restarted);
    PART(&me->owed, sizeof me->owed);
    PART(&me->before, sizeof me->before);
    PART(&me->inherited, sizeof me->inherited);
    if (g->caches) PART(s->copy[p], v * sizeof s->copy[p][0]);
  }
  PART(s->value, v * sizeof s->value[0]);
  PART(&s->crashes, sizeof s->crashes);
  PART(&s->expiries, sizeof s->expiries);
  if (g->system.slow != 0) PART(&s->now, sizeof s->now);
  PART(&s->arrivals, sizeof s->arrivals);
  if (g->caches) PART(s->owner, v * sizeof s->owner[0]);
  for (uint32_t q = 1; q <= n && g->system.at_readers; q++) PART(s->lapsed[q], v * sizeof s->lapsed[q][0]);
#undef PART
  return at;
}

void brute_load(const struct brute_graph *g, uint32_t number, struct brute_state *out)
{
  memset(out, 0, sizeof *out);
  transfer(g, out, g->states + number * g->stride, true);
}

static uint64_t hash(const unsigned char *bytes, size_t length)
{
  uint64_t h = length;
  for (size_t at = 0; at < length; at += sizeof h) {
    uint64_t word;
    memcpy(&word, bytes + at, sizeof word);
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
  }
  return h;
}

/* The slot that holds the state with these bytes, or the empty one where it belongs. */
static uint32_t *slot_of(const struct brute_graph *g, const unsigned char *bytes)
{
  uint64_t at = hash(bytes, g->stride);
  for (;; at++) {
    uint32_t *slot = &g->slots[at & (g->n_slots - 1)];
    if (*slot == 0 || memcmp(g->states + (*slot - 1) * g->stride, bytes, g->stride) == 0) return slot;
  }
}

static void grow(struct brute_graph *g)
{
  g->capacity = g->capacity * 2 + 1024;
  brute_must(g->capacity < UINT32_MAX / 4, "too many states");
  g->states = brute_array(g->states, g->capacity, g->stride);
  g->first = brute_array(g->first, g->capacity + 1, sizeof *g->first);
  for (g->n_slots = 1; g->n_slots < 2 * g->capacity; g->n_slots *= 2) continue;
  free(g->slots);
  g->slots = calloc(g->n_slots, sizeof *g->slots);
  brute_must(g->slots != NULL, "no memory");
  for (uint32_t s = 0; s < g->n_states; s++) *slot_of(g, g->states + s * g->stride) = s + 1;
}

static void note_largest(struct brute_graph *g, const struct brute_state *s)
{
  for (uint32_t var = 0; var < g->n_registers; var++) {
    const uint32_t group = g->group[var];
    const struct rmr_field *f = g->system.algorithm->shared[group].fields;
    for (uint32_t k = 0; f == NULL ? k < 1 : f[k].name != NULL; k++) {
      brute_must(k < BRUTE_FIELDS, "too many fields");
      if (f != NULL ? f[k].time : g->system.algorithm->shared[group].time) continue;
      const rmr_word part = f != NULL ? rmr_field_of(&f[k], s->value[var]) : s->value[var];
      if (part > g->largest[group][k]) g->largest[group][k] = part;
    }
  }
}

/* --- time --------------------------------------------------------------------------------------------------------- */

/* A time that stands in a register, or with somebody whose clock is `ahead`, so much later told; too old: 0. */
static rmr_word retold(const struct brute_state *s, rmr_word time, rmr_word horizon, uint32_t ahead, rmr_word shift)
{
  return time == 0 || s->now + ahead - time >= horizon ? 0 : time - shift;
}

/* Whether it is the step by which somebody leaves the critical section. */
static bool leaves(const struct rmr_op *op)
{
  return op->kind == RMR_LOCAL || op->section == RMR_EXIT;
}

/* The same state as early as can be, without what is too old to matter. */
static void make_early(const struct brute_graph *g, struct brute_state *s)
{
  const struct rmr_algorithm *a = g->system.algorithm;
  bool somebody_lives = false;
  for (uint32_t p = 1; p <= g->system.n; p++) somebody_lives |= !s->process[p].done && !s->process[p].dead;
  const rmr_word all = s->now - g->begin, shift = somebody_lives ? all / g->period * g->period : all;
  for (uint32_t var = 0; var < g->n_registers; var++) {
    const struct rmr_shared *shared = &a->shared[g->group[var]];
    if (shared->time) s->value[var] = retold(s, s->value[var], shared->horizon(g->size_of), 0, shift);
    for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++) {
      if (!f->time) continue;
      const rmr_word time = rmr_field_of(f, s->value[var]);
      s->value[var] += (retold(s, time, f->horizon(g->size_of), 0, shift) - time) * ((rmr_word)1 << f->shift);
    }
  }
  for (uint32_t p = 1; p <= g->system.n; p++) {
    struct brute_process *me = &s->process[p];
    if (me->done || me->dead) continue;
    for (const struct rmr_local_time *t = a->times; t != NULL && t->horizon != NULL; t++) {
      rmr_word time;
      memcpy(&time, me->local + t->offset, sizeof time);
      time = retold(s, time, t->horizon(g->size_of) + g->system.skew, me->ahead, shift); /* others may be told of it */
      memcpy(me->local + t->offset, &time, sizeof time);
    }
    const struct rmr_op op = brute_pending(g, s, p);
    const rmr_word delay = op.kind == RMR_DELAY ? op.value : 0;
    if (me->section == RMR_CS && op.kind != RMR_DELAY && leaves(&op)) { /* it is due by when it has entered */
      struct brute_state later = *s;
      later.process[p].since = s->now;
      if (brute_pending(g, &later, p).value == op.value) me->since = s->now;
    }
    if (me->section == RMR_REMAINDER || op.kind == RMR_DELAY)
      if (s->now - me->since > delay) me->since = s->now - delay;
  }
  for (uint32_t p = 1; p <= g->system.n; p++) {
    struct brute_process *me = &s->process[p];
    if (me->done || me->dead) continue;
    if (me->section != RMR_CS || me->entered < s->now - g->system.cs) me->entered = s->now - g->system.cs;
    me->since -= shift;
    me->entered -= shift;
  }
  s->now -= shift;
}

/* How many ticks are left to somebody until it makes its pending access: at least, and at most. */
static void time_left(const struct brute_graph *g, const struct brute_state *s, uint32_t p, rmr_word *least,
                      rmr_word *most)
{
  const struct brute_process *me = &s->process[p];
  const struct rmr_op op = brute_pending(g, s, p);
  const rmr_word passed = s->now - me->since;
  *least = op.kind == RMR_DELAY ? op.value - passed : 0;
  *most = op.kind == RMR_DELAY ? *least : g->system.slow - passed;
  if (me->section == RMR_CS && op.kind != RMR_DELAY) {
    const rmr_word stay = me->entered + g->system.cs - s->now;
    if (leaves(&op) || stay < *most) *most = stay > 0 ? stay : 0;
  }
  if (me->section == RMR_REMAINDER) *most = INT64_MAX;
}

/* The number of a state, which is stored if it is new. */
static uint32_t number_of(struct brute_graph *g, struct brute_state *s)
{
  if (g->system.slow != 0) make_early(g, s);
  if (g->n_states == g->capacity) grow(g);
  unsigned char *bytes = g->states + g->n_states * g->stride;
  memset(bytes, 0, g->stride);
  transfer(g, s, bytes, false);
  uint32_t *slot = slot_of(g, bytes);
  if (*slot == 0) {
    *slot = ++g->n_states;
    note_largest(g, s);
  }
  return *slot - 1;
}

/* --- one step ----------------------------------------------------------------------------------------------------- */

#define NO_REGISTER UINT32_MAX /* the algorithm has named one that there is not */

/* The algorithm is asked for the next operation of P_p. Before: the reply to its last one is `reply`, and if it begins
 * a new passage now, that one asks for `session`. */
static struct rmr_op ask(const struct brute_graph *g, uint32_t p, struct brute_process *me, bool given, rmr_word reply,
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
                            .now = now};
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
  return ask(g, p, &copy, false, 0, 0, since + copy.ahead);
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
  case RMR_READ:
  case RMR_SPIN:
  case RMR_N_KINDS: return before;
  case RMR_WRITE:
  case RMR_SWAP: return op->value;
  case RMR_CAS: return before == rmr_cas_expected(op) ? rmr_cas_desired(op) : before;
  case RMR_FETCH_ADD: return before + op->value;
  case RMR_TAS: return 1;
  case RMR_UPDATE: return g->system.algorithm->shared[g->group[op->var]].update(before, op->value, g->size_of);
  }
  return before;
}

/* Is it in the declared range? Where there is no largest value, the cap is. */
static bool is_allowed(const struct brute_graph *g, uint32_t var, rmr_word value)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  if (shared->time) return true;
  if (value < shared->min) return false;
  if (shared->fields == NULL) return value <= (shared->max != NULL ? shared->max(g->size_of) : g->system.cap);
  for (const struct rmr_field *f = shared->fields; f->name != NULL; f++)
    if (!f->time && rmr_field_of(f, value) > (f->max != NULL ? f->max(g->size_of) : g->system.cap)) return false;
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

/* The copies of those who are not observed are left out of the state. Whoever owns a register holds its only copy, so a
 * read by another is a miss for certain when P_observed is the owner, and when it is not, whether it is one changes
 * nothing for it. */
static void forget_others(const struct brute_graph *g, struct brute_state *s)
{
  for (uint32_t var = 0; var < g->n_registers; var++) {
    for (uint32_t q = 1; q <= g->system.n; q++)
      if (q != g->question->observed) s->copy[q][var] = false;
    if (s->owner[var] != g->question->observed) s->owner[var] = 0;
  }
}

/* What the step of P_p costs P_observed; `s` is the state before it, but for the copies, which are moved. */
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
  case BRUTE_BYPASS: return !mine && enters && s->process[observed].section == RMR_WAITING;
  }
  return 0;
}

static uint32_t passages_of(const struct brute_graph *g, uint32_t p)
{
  return g->question != NULL && g->question->observed == p ? 1 : g->system.passages;
}

/* P_p stands in its remainder again; its next passage asks for `session`. */
static void end_passage(const struct brute_graph *g, struct brute_process *me, uint32_t p, uint32_t session)
{
  const uint32_t all = passages_of(g, p), made = me->passages + 1;
  me->session = session;
  if (all == 0) return;
  me->passages = made;
  if (made < all) return;
  *me = (struct brute_process){.passages = made, .inherited = me->inherited};
  me->done = true;
}

static void add_edge(struct brute_graph *g, struct brute_edge edge)
{
  if (g->size.transitions == g->edge_capacity) {
    g->edge_capacity = g->edge_capacity * 2 + 4096;
    g->edges = brute_array(g->edges, g->edge_capacity, sizeof *g->edges);
  }
  g->edges[g->size.transitions++] = edge;
}

static rmr_word initial_value(const struct brute_graph *g, uint32_t var)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  return shared->initial_of != NULL ? shared->initial_of(var - g->base[g->group[var]], g->size_of) : shared->initial;
}

/* The same state, but for the local state of whom there is not. */
static void copy_state(const struct brute_graph *g, struct brute_state *to, const struct brute_state *from)
{
  const size_t begin = offsetof(struct brute_state, value);
  memcpy(to, from, (g->system.n + 1) * sizeof from->process[0]);
  memcpy((unsigned char *)to + begin, (const unsigned char *)from + begin, sizeof *to - begin);
}

/* All that one step of P_p can lead to: one state, or one for each session that its next passage may ask for. */
static void step(struct brute_graph *g, const struct brute_state *from, uint32_t p)
{
  const struct rmr_op op = brute_pending(g, from, p);
  const rmr_word before = rmr_kind_accesses(op.kind) ? from->value[op.var] : 0, after = value_after(g, &op, before);
  const bool lapsed = (op.kind == RMR_READ || op.kind == RMR_SPIN) && from->lapsed[p][op.var];
  const rmr_word reply = lapsed ? initial_value(g, op.var) : before;
  brute_must(op.line != 0, "a step that belongs to no line");
  if (g->system.slow != 0) {
    rmr_word least, most;
    time_left(g, from, p, &least, &most);
    brute_must(most >= 0, "somebody is late");
    if (least > 0) return;
  }
  if (rmr_kind_accesses(op.kind) && !is_allowed(g, op.var, after)) {
    g->size.outside = true;
    return;
  }
  for (uint32_t session = first_session(g, p); session <= last_session(g, p); session++) {
    struct brute_state to;
    copy_state(g, &to, from);
    struct brute_process *me = &to.process[p];
    const struct rmr_op next = ask(g, p, me, true, reply, session, from->now + me->ahead);
    if (next.var == NO_REGISTER) {
      g->size.outside = true;
      return;
    }
    if (rmr_kind_accesses(op.kind)) to.value[op.var] = after;
    const bool fails = op.kind == RMR_CAS && before != rmr_cas_expected(&op);
    for (uint32_t q = 1; q <= g->system.n && rmr_kind_writes(op.kind) && !fails; q++) to.lapsed[q][op.var] = false;
    if (rmr_kind_writes(op.kind)) me->inherited &= ~(1u << g->group[op.var]);
    me->section = section_between(&op, &next);
    const bool enters = brute_is_entry_line(&op) && me->section == RMR_CS, ends = me->section == RMR_REMAINDER;
    const uint8_t cost = price(g, &to, p, &op, enters);
    me->since = from->now;
    if (me->section != RMR_CS || from->process[p].section != RMR_CS) me->entered = from->now;
    me->restarted = false;
    if (enters) me->owed = false;
    if (ends) end_passage(g, me, p, session);
    const bool done = me->done;
    add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)p, cost, enters, 0});
    if (!ends || done) break;
  }
}

/* What happens by itself to a register: nobody pays, and nobody's copy goes. */
static void change(struct brute_graph *g, const struct brute_state *from, const struct rmr_change *c, uint32_t var)
{
  struct brute_state to;
  if (g->group[var] != c->group || !c->may(from->value[var], g->size_of)) return;
  copy_state(g, &to, from);
  to.value[var] = c->becomes(from->value[var], g->size_of);
  for (uint32_t q = 1; q <= g->system.n; q++) to.lapsed[q][var] = false;
  if (is_allowed(g, var, to.value[var]))
    add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
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
    time_left(g, from, p, &least, &most);
    if (most == 0) return;
  }
  to.now++;
  const bool counts =
    g->question != NULL && g->question->cost == BRUTE_TICKS && brute_in_entry(&from->process[g->question->observed]);
  add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)(g->system.n + 2), counts, false, 0});
}

/* --- faults ------------------------------------------------------------------------------------------------------- */

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
  ask(g, p, me, true, 0, me->session, from->now + me->ahead);
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
      brute_pending(g, from, p).line != line_labelled(g->system.algorithm, g->system.crash_at))
    return;
  copy_state(g, &to, from);
  drop_copies(g, &to, p);
  to.crashes--;
  if (g->system.recovery == BRUTE_RECOVER) {
    start_again(g, from, p, &to);
  } else {
    to.process[p] = (struct brute_process){.dead = true, .before = from->process[p].before};
    memset(to.lapsed[p], 0, sizeof to.lapsed[p]);
  }
  add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, (uint8_t)p});
}

static void crash_all(struct brute_graph *g, const struct brute_state *from)
{
  struct brute_state to;
  bool anybody = false;
  if (from->crashes == 0) return;
  copy_state(g, &to, from);
  for (uint32_t p = 1; p <= g->system.n; p++) {
    anybody |= !from->process[p].done;
    drop_copies(g, &to, p);
    if (can_be_noticed(g, &from->process[p])) start_again(g, from, p, &to);
  }
  for (uint32_t var = 0; var < g->n_registers; var++) to.value[var] += g->system.algorithm->shared[g->group[var]].epoch;
  to.crashes--;
  if (!anybody) return;
  add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, BRUTE_EVERYBODY});
}

static void crash_somebody(struct brute_graph *g, const struct brute_state *from)
{
  if (g->system.recovery == BRUTE_SYSTEM) crash_all(g, from);
  for (uint32_t p = 1; p <= g->system.n && g->system.recovery != BRUTE_SYSTEM; p++) crash(g, from, p);
}

static void arrive(struct brute_graph *g, const struct brute_state *from, uint32_t p)
{
  if (from->arrivals == 0 || !from->process[p].dead) return;
  for (uint32_t session = first_session(g, p); session <= last_session(g, p); session++) {
    struct brute_state to = *from;
    to.process[p] = (struct brute_process){.before = from->process[p].before + g->system.algorithm->identities,
                                           .session = session,
                                           .inherited = g->system.leases};
    ask(g, p, &to.process[p], true, 0, session, from->now);
    to.arrivals--;
    add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
  }
}

bool brute_may_expire(const struct brute_graph *g, const struct brute_state *s, uint32_t var)
{
  return (g->system.leases >> g->group[var] & 1) != 0 && s->value[var] != initial_value(g, var);
}

uint32_t brute_owner(const struct brute_graph *g, const struct brute_state *s, uint32_t var)
{
  const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
  const uint32_t cell = var - g->base[g->group[var]];
  if (shared->responsible == NULL && shared->multi_writer) return 0;
  if (shared->keeps != NULL) return 0;
  const uint32_t p = shared->responsible != NULL ? shared->responsible(cell, s->value[var], g->size_of) : cell + 1;
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
    return !s->process[p].dead && !s->process[p].done &&
           shared->keeps(s->process[p].local, var - g->base[g->group[var]], g->size_of);
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
  add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
}

static void expire(struct brute_graph *g, const struct brute_state *from, uint32_t var)
{
  struct brute_state to;
  for (uint32_t q = 1; q <= g->system.n && g->system.at_readers; q++) lapse(g, from, var, q);
  if (g->system.at_readers || !brute_may_expire(g, from, var)) return;
  const bool in_life = brute_is_kept(g, from, var);
  if (in_life && from->expiries == 0) return;
  copy_state(g, &to, from);
  to.value[var] = initial_value(g, var);
  to.expiries -= in_life;
  add_edge(g, (struct brute_edge){number_of(g, &to), (uint8_t)(g->system.n + 1), 0, false, 0});
}

/* --- all steps ---------------------------------------------------------------------------------------------------- */

/* All initial states: registers from `var` on and processes from p on are still to be filled in. */
static void begin(struct brute_graph *g, struct brute_state *s, uint32_t var, uint32_t p)
{
  if (var < g->n_registers) {
    const struct rmr_shared *shared = &g->system.algorithm->shared[g->group[var]];
    brute_must(!shared->arbitrary || shared->max != NULL, "an arbitrary value out of no range");
    const uint32_t cell = var - g->base[g->group[var]];
    const rmr_word initial = shared->initial_of != NULL ? shared->initial_of(cell, g->size_of) : shared->initial;
    const rmr_word low = shared->arbitrary ? shared->min : initial;
    const rmr_word high = shared->arbitrary ? shared->max(g->size_of) : initial;
    for (s->value[var] = low; s->value[var] <= high; s->value[var]++) begin(g, s, var + 1, p);
  } else if (p <= g->system.n) {
    for (uint32_t session = first_session(g, p); session <= last_session(g, p); session++)
      for (uint32_t ahead = 0; ahead <= g->system.skew; ahead++) {
        struct brute_process *me = &s->process[p];
        memset(me, 0, sizeof *me);
        ask(g, p, me, true, 0, session, s->now + ahead);
        me->session = session;
        me->since = s->now;
        me->ahead = ahead;
        begin(g, s, var, p + 1);
      }
  } else {
    struct brute_state copy = *s;
    number_of(g, &copy);
  }
}

void brute_walk(struct brute_graph *g, const struct brute_system *system, const struct brute_question *question)
{
  *g = (struct brute_graph){.system = *system, .question = question, .size.complete = true};
  lay_out(g);
  if (question != NULL) {
    const bool rmr =
      question->cost == BRUTE_RMR || question->cost == BRUTE_SUPER || question->cost == BRUTE_RMR_AT_LINE;
    brute_must(question->observed >= 1 && question->observed <= system->n, "nobody is observed");
    g->caches = rmr && question->memory != BRUTE_DSM;
    if (question->label != NULL) g->line = line_labelled(system->algorithm, question->label);
  }
  struct brute_state s = {
    .crashes = system->crashes, .expiries = system->expiries, .arrivals = system->arrivals, .now = g->begin};
  g->stride = (transfer(g, &s, NULL, false) + 7) / 8 * 8;
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
    crash_somebody(g, &s);
    for (uint32_t p = 1; p <= system->n; p++) arrive(g, &s, p);
    for (uint32_t var = 0; var < g->n_registers; var++) expire(g, &s, var);
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
