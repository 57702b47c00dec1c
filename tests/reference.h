/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * reference.h: the semantics of docs/model.md written down a second time, as plainly as possible and for small N only.
 * It knows the algorithms' interface and nothing of the engine.
 *
 * A register has a version, which every write raises; P_p holds a valid copy of v if it has seen the present version.
 * The parked processes are not remembered: they are found anew after every step, by evaluating the waits of those who
 * have failed once. That somebody is parked only says that he need not move: ref_step moves him like any other.
 */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <rmr/event.h>

enum ref_memory { REF_CC, REF_CC_KEEP, REF_CC_WRITEBACK, REF_DSM };
enum { REF_N = 8, REF_REGISTERS = 512, REF_STATE = 2048, REF_SESSIONS = 64 };

struct ref_process {
  unsigned char local[REF_STATE];
  struct rmr_op pending;
  struct rmr_op wait;    /* the first read of the evaluation it is in; line 0 if it has written since */
  struct rmr_op blocked; /* of the last wait that failed */
  bool failed;           /* it stands at the beginning of a wait whose last evaluation failed */
  uint8_t section;
  uint32_t passages, rmr, steps;
  uint32_t seen[REF_REGISTERS]; /* the version of which it holds a copy; 0: never any */
};

struct reference {
  const struct rmr_algorithm *algorithm;
  const void *parameters;
  enum ref_memory memory;
  uint32_t n;
  uint32_t passages[REF_N + 1]; /* [p]; 0: no end */
  uint32_t base[RMR_MAX_GROUPS];
  uint32_t home[REF_REGISTERS], version[REF_REGISTERS], owner[REF_REGISTERS];
  rmr_word value[REF_REGISTERS];
  uint32_t session[REF_N + 1][REF_SESSIONS]; /* [p][k] of passage k = 1, 2, ... of P_p: filled in by the user */
  uint32_t next_session[REF_N + 1];
  uint32_t n_sessions; /* the largest of them */
  uint64_t step;
  struct ref_process process[REF_N + 1];
};

static inline struct rmr_op ref_ask(const struct reference *r, uint32_t p, void *local, rmr_word reply)
{
  const struct rmr_in in = {.i = p,
                            .n = r->n,
                            .id = p,
                            .value = reply,
                            .given = true,
                            .sessions = r->next_session,
                            .parameters = r->parameters,
                            .n_sessions = r->n_sessions,
                            .self = r->algorithm->self};
  struct rmr_op op = r->algorithm->step(local, &in);
  op.var = r->base[op.var >> RMR_CELL_BITS] + op.var % (1u << RMR_CELL_BITS); /* group and cell */
  return op;
}

/* algorithm, memory, n, passages and session are set; the rest is made. Values may be changed afterwards, before the
 * first step. */
static inline void ref_start(struct reference *r)
{
  uint32_t var = 0;
  r->n_sessions = 1;
  for (uint32_t p = 1; p <= r->n; p++)
    for (uint32_t k = 1; k < REF_SESSIONS; k++)
      if (r->session[p][k] > r->n_sessions) r->n_sessions = r->session[p][k];
  bool ends = true;
  uint32_t passages = 0;
  for (uint32_t p = 1; p <= r->n; p++) {
    ends = ends && r->passages[p] != 0;
    passages += r->passages[p];
  }
  const struct rmr_size size = {
    .n = r->n, .sessions = r->n_sessions, .parameters = r->parameters, .passages = ends ? passages : 0};
  for (uint32_t g = 0; g < r->algorithm->n_shared; g++) {
    const struct rmr_shared *shared = &r->algorithm->shared[g];
    r->base[g] = var;
    for (uint32_t cell = 0; cell < (shared->cells != NULL ? shared->cells(size) : 1); cell++, var++) {
      assert(var < REF_REGISTERS && r->n <= REF_N && rmr_state_size(r->algorithm, r->n) <= REF_STATE);
      r->home[var] = shared->home != NULL ? shared->home(cell, size) : 0;
      r->value[var] = shared->initial_of != NULL ? shared->initial_of(cell, size) : shared->initial;
      r->version[var] = 1;
    }
  }
  for (uint32_t p = 1; p <= r->n; p++) {
    r->next_session[p] = r->session[p][1];
    r->process[p].pending = ref_ask(r, p, r->process[p].local, 0);
    r->next_session[p] = r->session[p][2];
  }
}

static inline bool ref_holds(const struct reference *r, uint32_t p, uint32_t var)
{
  return r->process[p].seen[var] == r->version[var];
}

static inline bool ref_same_place(const struct rmr_op *a, const struct rmr_op *b)
{
  return a->kind == b->kind && a->line == b->line && a->var == b->var;
}

/* Would evaluating its wait again read valid copies only (dsm: of its own registers), and leave everything as it is? */
static inline bool ref_is_parked(const struct reference *r, uint32_t p)
{
  const struct ref_process *me = &r->process[p];
  unsigned char local[REF_STATE];
  struct rmr_op op = me->pending;
  if (!me->failed) return false;
  memcpy(local, me->local, rmr_state_size(r->algorithm, r->n));
  do {
    if (op.kind != RMR_READ && op.kind != RMR_SPIN) return false;
    if (!ref_holds(r, p, op.var) || (r->memory == REF_DSM && r->home[op.var] != p)) return false;
    op = ref_ask(r, p, local, r->value[op.var]);
  } while (!ref_same_place(&op, &me->pending));
  return memcmp(local, me->local, rmr_state_size(r->algorithm, r->n)) == 0;
}

static inline bool ref_is_done(const struct reference *r, uint32_t p)
{
  return r->passages[p] != 0 && r->process[p].passages == r->passages[p];
}

static inline bool ref_is_ready(const struct reference *r, uint32_t p)
{
  return !ref_is_done(r, p) && !ref_is_parked(r, p);
}

/* The cost of P_p's pending access, and its cause. */
static inline uint8_t ref_cause(const struct reference *r, uint32_t p)
{
  const struct rmr_op *op = &r->process[p].pending;
  const bool writes = rmr_kind_writes(op->kind);
  if (!rmr_kind_accesses(op->kind)) return RMR_FREE;
  if (r->memory == REF_DSM && r->home[op->var] == p) return RMR_FREE;
  if (r->memory == REF_DSM) return writes ? RMR_WRITTEN : RMR_REMOTE;
  if (writes) return r->memory == REF_CC_WRITEBACK && r->owner[op->var] == p ? RMR_FREE : RMR_WRITTEN;
  if (ref_holds(r, p, op->var)) return RMR_FREE;
  return r->process[p].seen[op->var] != 0 ? RMR_INVALIDATED : RMR_COLD;
}

static inline rmr_word ref_updated(const struct reference *r, const struct rmr_op *op, rmr_word old)
{
  uint32_t g = r->algorithm->n_shared - 1;
  while (r->base[g] > op->var) g--;
  return r->algorithm->shared[g].update(old, op->value, (struct rmr_size){.n = r->n, .parameters = r->parameters});
}

static inline void ref_access(struct reference *r, uint32_t p, struct rmr_event *event)
{
  struct ref_process *me = &r->process[p];
  const struct rmr_op op = me->pending;
  const uint32_t var = op.var;
  if (!rmr_kind_accesses(op.kind)) return;
  const rmr_word old = r->value[var];
  event->before = old;
  if (op.kind == RMR_WRITE || op.kind == RMR_SWAP) r->value[var] = op.value;
  if (op.kind == RMR_FETCH_ADD) r->value[var] = old + op.value;
  if (op.kind == RMR_TAS) r->value[var] = 1;
  if (op.kind == RMR_UPDATE) r->value[var] = ref_updated(r, &op, old);
  if (op.kind == RMR_CAS && old == rmr_cas_expected(&op)) r->value[var] = rmr_cas_desired(&op);
  event->after = r->value[var];
  if (!rmr_kind_writes(op.kind)) {
    if (event->cause != RMR_FREE) r->owner[var] = 0;
    me->seen[var] = r->version[var];
    return;
  }
  if (r->memory != REF_CC_WRITEBACK || r->owner[var] != p) r->version[var]++;
  r->owner[var] = p;
  if (r->memory == REF_CC_KEEP || r->memory == REF_CC_WRITEBACK) me->seen[var] = r->version[var];
}

/* In the CS from the step that completes the entry until the first exit access. */
static inline uint8_t ref_section(const struct rmr_op *done, const struct rmr_op *next)
{
  const bool was_entry = done->section >= RMR_RECOVER && done->section <= RMR_WAITING;
  const bool is_entry = next->section >= RMR_RECOVER && next->section <= RMR_WAITING;
  if (is_entry) return was_entry ? next->section : RMR_REMAINDER;
  if (next->section == RMR_EXIT && done->section == RMR_EXIT) return RMR_EXIT;
  return RMR_CS;
}

static inline void ref_end_passage(struct reference *r, uint32_t p)
{
  struct ref_process *me = &r->process[p];
  me->passages++;
  me->rmr = me->steps = 0;
  me->wait.line = me->blocked.line = 0;
  r->next_session[p] = r->session[p][me->passages + 2];
}

/* The step of P_p, as an event. */
static inline struct rmr_event ref_step(struct reference *r, uint32_t p)
{
  struct ref_process *me = &r->process[p];
  const struct rmr_op op = me->pending;
  bool slept[REF_N + 1];
  for (uint32_t q = 1; q <= r->n; q++) slept[q] = ref_is_parked(r, q);
  struct rmr_event event = {.step = ++r->step, .process = p, .var = op.var, .line = op.line, .kind = op.kind};
  event.session = r->session[p][me->passages + 1];
  event.from = me->section;
  event.cause = ref_cause(r, p);
  ref_access(r, p, &event);
  event.passage_rmr = me->rmr += event.cause != RMR_FREE;
  event.passage_steps = ++me->steps;
  if (op.kind == RMR_SPIN) me->wait = op;
  if (rmr_kind_writes(op.kind)) me->wait.line = me->blocked.line = 0;

  me->pending = ref_ask(r, p, me->local, event.before);
  event.to = me->section = ref_section(&op, &me->pending);
  me->failed = me->wait.line != 0 && ref_same_place(&me->pending, &me->wait);
  if (me->failed) {
    event.blocked = me->blocked.line == 0 || !ref_same_place(&me->blocked, &me->wait);
    me->blocked = me->wait;
  }
  if (event.to == RMR_REMAINDER) ref_end_passage(r, p);
  event.parked = ref_is_parked(r, p);
  for (uint32_t q = 1; q <= r->n; q++) event.woken += q != p && slept[q] && !ref_is_parked(r, q);
  return event;
}

#endif
