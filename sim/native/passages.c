/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * passages.c: the loop of a thread: carry out the pending access, ask the algorithm for the next one. It is the loop of
 * the simulator without everything that is counted there.
 *
 * Whoever waits lets others run after a while: there may be more threads than processors, and the one that is waited
 * for may be none of those that run.
 */
#include "sim/native/passages.h"

#include <sched.h>

#include "base/platform.h"

enum { SPINS = 64, STEPS = 4096 }; /* failed looks in a row, and steps of a passage, after which others may run */

/* Where a process stands. */
struct place {
  struct rmr_op op; /* pending */
  uint32_t session; /* of its passage */
  uint32_t asked;   /* passages whose session is known */
  uint32_t failed;  /* looks in a row at a wait that is not over */
  uint32_t steps;   /* of its passage, modulo STEPS */
  bool inside;
  uint64_t began;
};

static uint32_t next_session(struct native_thread *my, uint32_t *asked)
{
  return system_session(&my->shared->system->spec, my->p, ++*asked);
}

/* Keeps the processor, as somebody would who has something to do. */
static void stay(uint64_t nanoseconds)
{
  for (const uint64_t begin = native_nanoseconds(); native_nanoseconds() - begin < nanoseconds;) platform_pause();
}

/* What the clocks show. */
static rmr_word ticks_now(const struct native_shared *shared)
{
  return shared->first + (rmr_word)((native_nanoseconds() - shared->began) / shared->tick);
}

/* Until so many ticks are over, or the run is. */
static void delay(const struct native_shared *shared, rmr_word ticks)
{
  const rmr_word end = ticks_now(shared) + ticks;
  while (ticks_now(shared) < end && atomic_load_explicit(&shared->phase, memory_order_relaxed) != NATIVE_OVER)
    platform_pause();
}

static void enter(struct native_thread *my, struct place *at)
{
  const struct system *system = my->shared->system;
  const uint32_t mark =
    system->algorithm->name_held != NULL ? system->algorithm->name_held(my->state, system->size) : at->session;
  const uint32_t clash = native_enter(my->shared->mark, system, my->p, mark);
  at->inside = true;
  my->entries++;
  if (clash != 0 && my->clashes++ == 0) my->clash = clash;
  if (my->shared->stay != 0) stay(my->shared->stay);
}

static void leave(struct native_thread *my, struct place *at)
{
  native_leave(my->shared->mark, my->p);
  at->inside = false;
}

static void end_passage(struct native_thread *my, struct place *at, int phase)
{
  const uint64_t now = native_nanoseconds();
  if (phase == NATIVE_MEASURED) latency_add(&my->time, now - at->began);
  at->began = now;
  at->steps = 0;
  at->session = my->sessions[my->p];
  my->sessions[my->p] = next_session(my, &at->asked);
  atomic_store_explicit(&my->passages, atomic_load_explicit(&my->passages, memory_order_relaxed) + 1,
                        memory_order_relaxed);
}

/* A look at a wait that is not over, or one step more of a long passage. */
static inline void be_kind(struct place *at, const struct rmr_op *done)
{
  const bool again =
    done->kind == RMR_SPIN && at->op.kind == RMR_SPIN && at->op.var == done->var && at->op.line == done->line;
  at->failed = again ? at->failed + 1 : 0;
  if (again) platform_pause();
  if ((again && at->failed % SPINS == 0) || ++at->steps % STEPS == 0) sched_yield();
}

/* False: the step function has failed. */
static bool is_sound(struct native_thread *my, const struct place *at)
{
  my->stray = system_is_stray(&at->op);
  my->ended = at->op.line == 0;
  if (my->stray || my->ended) atomic_store(&my->shared->failed, true);
  return !my->stray && !my->ended;
}

static inline __attribute__((always_inline)) void go(struct native_thread *my, const enum native_order order)
{
  struct native_shared *shared = my->shared;
  const struct system *system = shared->system;
  struct rmr_in in = {.i = my->p,
                      .id = my->p,
                      .n = system->n,
                      .given = true,
                      .sessions = my->sessions,
                      .parameters = system->spec.parameters,
                      .n_sessions = system->size.sessions,
                      .self = system->algorithm->self};
  if (shared->tick != 0) in.now = ticks_now(shared);
  struct place at = {.began = native_nanoseconds()};
  my->sessions[my->p] = at.session = next_session(my, &at.asked);
  at.op = system_step(system, my->state, &in);
  my->sessions[my->p] = next_session(my, &at.asked);
  int phase;
  while ((phase = atomic_load_explicit(&shared->phase, memory_order_relaxed)) != NATIVE_OVER && is_sound(my, &at)) {
    const struct rmr_op done = at.op;
    if (at.inside && done.section != RMR_CS) leave(my, &at);
    if (rmr_kind_accesses(done.kind))
      in.value = native_access(&shared->memory[done.var * shared->stride], &done, system, order);
    if (done.kind == RMR_FENCE) atomic_thread_fence(memory_order_seq_cst);
    if (shared->tick != 0) {
      if (done.kind == RMR_DELAY) delay(shared, done.value);
      in.now = ticks_now(shared);
    }
    at.op = system_step(system, my->state, &in);
    const uint8_t section = system_section_after(system, done.section, at.op.section);
    if (section == RMR_REMAINDER && done.section >= RMR_CS) {
      if (at.inside) leave(my, &at);
      end_passage(my, &at, phase);
    } else if (section == RMR_CS && !at.inside) {
      enter(my, &at);
    }
    be_kind(&at, &done);
  }
}

void *native_passages(void *thread)
{
  struct native_thread *my = thread;
  while (atomic_load(&my->shared->phase) == NATIVE_NOT_YET) sched_yield();
  switch (my->shared->order) {
#define X(id, name, read, write, both) \
  case NATIVE_##id: go(my, NATIVE_##id); break;
    NATIVE_ORDERS(X)
#undef X
  case N_NATIVE_ORDERS: break;
  }
  return NULL;
}
