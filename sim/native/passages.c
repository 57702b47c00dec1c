/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * passages.c: the work of a thread once in a passage; and the loop for algorithms that have none of their own, and for
 * runs with a clock.
 */
#include "sim/native/passages.h"

#include "sim/native/native_loop.h"

/* If the first so many passages take less each, in nanoseconds, one in so many is timed from then on. */
enum { SHORT = 1000, SAMPLED = 64 };

/* --- once in a passage -------------------------------------------------------------------------------------------- */

uint32_t native_next_session(struct native_thread *my)
{
  return system_session(&my->shared->system->spec, my->p, ++my->asked);
}

/* Keeps the processor, as somebody would who has something to do. */
static void stay(uint64_t nanoseconds)
{
  for (const uint64_t begin = native_nanoseconds(); native_nanoseconds() - begin < nanoseconds;) platform_pause();
}

void native_go_in(struct native_thread *my, uint32_t session)
{
  const struct system *system = my->shared->system;
  const uint32_t mark =
    system->algorithm->name_held != NULL ? system->algorithm->name_held(my->state, system->size) : session;
  const uint32_t clash = native_enter(my->shared->mark, system, my->p, mark);
  if (clash != 0 && my->clashes++ == 0) my->clash = clash;
  if (my->shared->stay != 0) stay(my->shared->stay);
}

uint32_t native_read_clock(struct native_thread *my, int phase)
{
  struct native_timing *t = &my->timing;
  const uint64_t now = native_nanoseconds();
  if (phase == NATIVE_MEASURED && !t->skips) latency_add(&my->time, now - t->began, t->each > 1 ? t->each : 1);
  if (t->each == 0 && ++t->seen == SAMPLED) t->each = now - t->first < SAMPLED * SHORT ? SAMPLED : 1;
  t->began = now;
  t->skips = !t->skips && t->each > 1;
  return t->skips ? t->each - 1 : 1;
}

void native_fail(struct native_thread *my, bool ended)
{
  my->ended = ended;
  my->stray = !ended;
  atomic_store(&my->shared->failed, true);
}

/* --- the loop for all --------------------------------------------------------------------------------------------- */

/* The time that the clocks show. */
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

static void go_by_pointer(struct native_thread *my)
{
  const struct native_shared *shared = my->shared;
  struct native_work work = native_work_of(my);
  struct rmr_in in = native_in_of(&work);
  do { /* the first time, before the first access, there is no operation */
    in.value = native_carry_out(&work, work.op.kind);
    if (shared->tick != 0) {
      if (work.op.kind == RMR_DELAY) delay(shared, work.op.value);
      in.now = ticks_now(shared);
    }
  } while (native_pend(&work, shared->system->algorithm->step(my->state, &in)));
}

native_loop_fn *native_find_loop(const struct system *system, uint64_t tick)
{
  const struct native_loop_of *at = rmr_native_loops;
  while (at->algorithm != NULL && at->algorithm != system->algorithm) at++;
  return at->algorithm != NULL && tick == 0 ? at->go : go_by_pointer;
}

void *native_passages(void *thread)
{
  struct native_thread *my = thread;
  while (atomic_load(&my->shared->phase) == NATIVE_NOT_YET) sched_yield();
  my->timing.first = my->timing.began = native_nanoseconds();
  my->shared->loop(my);
  return NULL;
}
