/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute_states.c: states as bytes, so that equal ones are one, and their numbers; the part of time that matters to
 * them.
 */
#include <stdlib.h>
#include <string.h>

#include "brute_walk.h"

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

void brute_lay_out(struct brute_graph *g)
{
  const struct rmr_algorithm *a = g->system.algorithm;
  const uint32_t n = g->system.n;
  brute_must(n >= 1 && n <= BRUTE_N && rmr_state_size(a, n) <= BRUTE_STATE,
             "too many processes, or too large local states");
  g->local = rmr_state_size(a, n);
  g->size_of.n = n;
  g->size_of.self = a->self;
  g->size_of.parameters = g->system.parameters;
  g->size_of.crashes = g->system.recovery == BRUTE_SYSTEM ? g->system.crashes : 0;
  g->size_of.arrivals = g->system.arrivals;
  g->size_of.lapsing = g->system.at_readers && g->system.recovery == BRUTE_STOP ? g->system.crashes : 0;
  g->size_of.passages = (n + g->system.arrivals) * g->system.passages;
  for (uint32_t p = 1; p <= n; p++)
    if (brute_last_session(g, p) > g->size_of.sessions) g->size_of.sessions = brute_last_session(g, p);
  for (uint32_t group = 0; group < a->n_shared; group++) {
    const struct rmr_shared *shared = &a->shared[group];
    g->base[group] = g->n_registers;
    for (uint32_t cell = 0; cell < (shared->cells != NULL ? shared->cells(brute_of(g, shared)) : 1); cell++) {
      brute_must(g->n_registers < BRUTE_REGISTERS, "too many registers");
      g->group[g->n_registers] = group;
      g->home[g->n_registers++] = shared->home != NULL ? shared->home(cell, brute_of(g, shared)) : 0;
    }
  }
  g->base[a->n_shared] = g->n_registers;
  g->period = a->period != NULL ? a->period(g->size_of) : 1;
  if (g->system.slow != 0) g->begin = 1 + oldest(g) + g->system.skew;
}

/* Copies the parts of a state that count, one after the other, to bytes or (load) from them. Returns how many bytes. */
size_t brute_transfer(const struct brute_graph *g, struct brute_state *s, unsigned char *bytes, bool load)
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
    PART(me->local, g->local);
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

/* Only what there is of it: a state is some kilobytes long, of which few are used. */
void brute_copy_state(const struct brute_graph *g, struct brute_state *to, const struct brute_state *from)
{
  const size_t v = g->n_registers, behind = offsetof(struct brute_process, session),
               tail = offsetof(struct brute_state, crashes);
  for (uint32_t p = 0; p <= g->system.n; p++) {
    memcpy(to->process[p].local, from->process[p].local, g->local);
    memcpy((unsigned char *)&to->process[p] + behind, (const unsigned char *)&from->process[p] + behind,
           sizeof to->process[p] - behind);
    memcpy(to->copy[p], from->copy[p], v * sizeof from->copy[p][0]);
    memcpy(to->lapsed[p], from->lapsed[p], v * sizeof from->lapsed[p][0]);
  }
  memcpy(to->value, from->value, v * sizeof from->value[0]);
  memcpy(to->owner, from->owner, v * sizeof from->owner[0]);
  memcpy((unsigned char *)to + tail, (const unsigned char *)from + tail, sizeof *to - tail);
}

void brute_load(const struct brute_graph *g, uint32_t number, struct brute_state *out)
{
  static const struct brute_state none;
  brute_copy_state(g, out, &none);
  brute_transfer(g, out, g->states + number * g->stride, true);
}

static uint32_t hash(const unsigned char *bytes, size_t length)
{
  uint64_t h = length;
  for (size_t at = 0; at < length; at += sizeof h) {
    uint64_t word;
    memcpy(&word, bytes + at, sizeof word);
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
  }
  return (uint32_t)(h >> 16);
}

/* The slot that holds the state with these bytes, or the empty one where it belongs. */
static struct brute_slot *slot_of(const struct brute_graph *g, const unsigned char *bytes, uint32_t hash)
{
  for (uint32_t at = hash;; at++) {
    struct brute_slot *slot = &g->slots[at & (g->n_slots - 1)];
    if (slot->state == 0) return slot;
    if (slot->hash == hash && memcmp(g->states + (slot->state - 1) * g->stride, bytes, g->stride) == 0) return slot;
  }
}

/* Twice the slots, and what they hold. */
static void grow_slots(struct brute_graph *g)
{
  struct brute_slot *const old = g->slots;
  const uint32_t n_old = g->n_slots;
  for (g->n_slots = 1; g->n_slots < 2 * g->capacity; g->n_slots *= 2) continue;
  g->slots = calloc(g->n_slots, sizeof *g->slots);
  brute_must(g->slots != NULL, "no memory");
  for (uint32_t k = 0; k < n_old; k++) {
    uint32_t at = old[k].hash;
    if (old[k].state == 0) continue;
    while (g->slots[at & (g->n_slots - 1)].state != 0) at++;
    g->slots[at & (g->n_slots - 1)] = old[k];
  }
  free(old);
}

static void grow(struct brute_graph *g)
{
  g->capacity = g->capacity * 2 + 1024;
  brute_must(g->capacity < UINT32_MAX / 4, "too many states");
  g->states = brute_array(g->states, g->capacity, g->stride);
  g->first = brute_array(g->first, g->capacity + 1, sizeof *g->first);
  grow_slots(g);
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
    if (shared->time) s->value[var] = retold(s, s->value[var], shared->horizon(brute_of(g, shared)), 0, shift);
    for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++) {
      if (!f->time) continue;
      const rmr_word time = rmr_field_of(f, s->value[var]);
      s->value[var] += (retold(s, time, f->horizon(brute_of(g, shared)), 0, shift) - time) * ((rmr_word)1 << f->shift);
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
void brute_time_left(const struct brute_graph *g, const struct brute_state *s, uint32_t p, rmr_word *least,
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
uint32_t brute_number_of(struct brute_graph *g, struct brute_state *s)
{
  if (g->system.slow != 0) make_early(g, s);
  if (g->n_states == g->capacity) grow(g);
  unsigned char *bytes = g->states + g->n_states * g->stride;
  memset(bytes, 0, g->stride);
  brute_transfer(g, s, bytes, false);
  const uint32_t hashed = hash(bytes, g->stride);
  struct brute_slot *slot = slot_of(g, bytes, hashed);
  if (slot->state == 0) {
    *slot = (struct brute_slot){hashed, ++g->n_states};
    note_largest(g, s);
  }
  return slot->state - 1;
}
