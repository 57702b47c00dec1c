/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * native_loop.h: the loop of a thread: carry out the pending access, ask the algorithm for the next one. It is the loop
 * of the simulator without everything that is counted there.
 *
 * It is written twice. For all algorithms there is one loop that calls the step function through a pointer
 * (passages.c). For each algorithm that is a text the step function is compiled once more here, as in sim/loop.h, but
 * its end is no return: it goes on with the access of the next line, wherever that is in the text. So a thread never
 * asks at which line it is, and its code is nearly that of a lock written by hand. The order of accesses is no
 * constant: it would be three copies of each loop, and the processor foresees it.
 *
 * A thread that waits lets others run after a while: there may be more threads than processors, and the one that is
 * waited for may be none of those that run.
 */
#ifndef SIM_NATIVE_NATIVE_LOOP_H
#define SIM_NATIVE_NATIVE_LOOP_H

#include <sched.h>

#include "base/platform.h"
#include "sim/native/native_loops.h"

#define NATIVE_INLINE static inline __attribute__((always_inline))

/* Failed looks in a row, and steps of a passage, after which others may run. */
enum { NATIVE_SPINS = 64, NATIVE_STEPS = 4096 };

/* A thread at work. The compiler knows that the copies here stay as they are; in the originals it would have to look
 * again after every access. So nobody gets the address of it. */
struct native_work {
  struct native_thread *my;
  const struct system *system;
  native_register *memory;
  size_t stride;
  enum native_order order;
  bool alone, stays; /* there is no other process; there is something to do in the critical section */
  uint32_t p;
  /* where the process stands */
  struct rmr_op op;  /* pending; with the number of its register */
  uint32_t session;  /* of its passage */
  uint32_t failed;   /* looks in a row at a wait that is not over */
  uint32_t steps;    /* of its passage, modulo NATIVE_STEPS */
  uint32_t untimed;  /* ends of passages until the clock is read */
  uint64_t passages; /* completed */
  bool inside;
};

NATIVE_INLINE struct native_work native_work_of(struct native_thread *my)
{
  const struct native_shared *const shared = my->shared;
  my->sessions[my->p] = native_next_session(my);
  return (struct native_work){.my = my,
                              .system = shared->system,
                              .memory = shared->memory,
                              .stride = shared->stride,
                              .order = shared->order,
                              .alone = shared->system->n == 1,
                              .stays = shared->stay != 0,
                              .p = my->p,
                              .session = my->sessions[my->p],
                              .untimed = 1};
}

NATIVE_INLINE struct rmr_in native_in_of(const struct native_work *work)
{
  const struct system *const system = work->system;
  return (struct rmr_in){.i = work->p,
                         .id = work->p,
                         .n = system->n,
                         .given = true,
                         .sessions = work->my->sessions,
                         .parameters = system->spec.parameters,
                         .n_sessions = system->size.sessions,
                         .self = system->algorithm->self};
}

NATIVE_INLINE void native_leave_section(struct native_work *work)
{
  if (!work->alone) native_leave(work->my->shared->mark, work->p);
  work->inside = false;
}

/* The pending operation, whose kind it is. */
NATIVE_INLINE rmr_word native_carry_out(struct native_work *work, const uint8_t kind)
{
  native_register *const at = rmr_kind_accesses(kind) ? &work->memory[work->op.var * work->stride] : NULL;
  if (work->inside && work->op.section != RMR_CS) native_leave_section(work);
  return native_reply(at, &work->op, work->system, kind, work->order);
}

NATIVE_INLINE void native_enter_section(struct native_work *work)
{
  struct native_thread *my = work->my;
  work->inside = true;
  my->entries++;
  if (!work->alone || work->stays) native_go_in(my, work->session);
  if (work->system->spec.sessions->rule == SESSIONS_ANY) my->sessions[work->p] = native_next_session(my);
}

NATIVE_INLINE void native_end_passage(struct native_work *work, int phase)
{
  struct native_thread *my = work->my;
  if (--work->untimed == 0) work->untimed = native_read_clock(my, phase);
  work->steps = 0;
  work->session = my->sessions[work->p];
  atomic_store_explicit(&my->passages, ++work->passages, memory_order_relaxed);
}

/* A look at a wait that is not over, or one step more of a long passage. */
NATIVE_INLINE void native_be_kind(struct native_work *work, const struct rmr_op next)
{
  const struct rmr_op *done = &work->op;
  const bool again =
    next.kind == RMR_SPIN && done->kind == RMR_SPIN && next.var == done->var && next.line == done->line;
  work->failed = again ? work->failed + 1 : 0;
  if (again) platform_pause();
  if ((again && work->failed % NATIVE_SPINS == 0) || ++work->steps % NATIVE_STEPS == 0) sched_yield();
}

/* The operation, as the algorithm names it, to which the local computation has led after the pending one becomes the
 * pending one. False: the thread is to end. */
NATIVE_INLINE bool native_pend(struct native_work *work, struct rmr_op next)
{
  const int phase = atomic_load_explicit(&work->my->shared->phase, memory_order_relaxed);
  const uint8_t done = work->op.section, section = section_after(done, next.section);
  next.var = system_resolve(work->system, next.var);
  if (__builtin_expect(phase == NATIVE_OVER, 0)) return false;
  if (__builtin_expect(system_is_stray(&next) || next.line == 0, 0)) {
    native_fail(work->my, next.line == 0);
    return false;
  }
  if (section == RMR_REMAINDER && done >= RMR_CS) {
    if (work->inside) native_leave_section(work);
    native_end_passage(work, phase);
  } else if (section == RMR_CS && !work->inside) {
    native_enter_section(work);
  }
  native_be_kind(work, next);
  work->op = next;
  return true;
}

/* --- the loop of one algorithm ------------------------------------------------------------------------------------ */

/* The step function of a text (language/emit_c_step.c), which makes all steps. */
#undef RMR_LOOP_ /* of the simulator's loop, where that has come before */
#undef RMR_STEP_
#undef RMR_LINE_
#undef RMR_ACCESS_
#undef RMR_PEND_
#undef RMR_LOST_
#define RMR_LOOP_
#define RMR_STEP_ NATIVE_INLINE void step_on(void *state, const struct rmr_in *in, struct native_work *const work)

#define RMR_LINE_                              0
#define RMR_ACCESS_(line, kind, group, update) access_##line : reply = native_carry_out(work, kind)
#define RMR_PEND_(op, line)             \
  do {                                  \
    if (!native_pend(work, op)) return; \
    goto access_##line;                 \
  } while (0)
#define RMR_LOST_(op)      \
  do {                     \
    native_pend(work, op); \
    return;                \
  } while (0)

/* Makes the loop of the algorithm whose text stands above. */
#define RMR_NATIVE_LOOP(name)                       \
  extern native_loop_fn native_loop_##name;         \
  void native_loop_##name(struct native_thread *my) \
  {                                                 \
    struct native_work work = native_work_of(my);   \
    const struct rmr_in in = native_in_of(&work);   \
    step_on(my->state, &in, &work);                 \
  }

#endif
