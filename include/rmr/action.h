/* SPDX-License-Identifier: MIT
 *
 * action.h: actions. A run is a sequence of them; adversaries choose them, schedules list them, traces and witnesses
 * show them, the explorer branches over them.
 *
 *   kind     who                     choice             does
 *   STEP     a process, 1..n         0                  makes its pending access and computes up to the next
 *   CHANGE   a register, from 0      which change       a change of the algorithm's table `changes`, which is no
 *                                                       process's access (struct rmr_change in types.h)
 *   CRASH    a process, 1..n,        0                  it dies: it makes no more steps. Its writes stay.
 *            0: all of them                             Where processes recover it starts again, at its first line,
 *                                                       and has forgotten everything
 *   NEW      a process, 1..n         0                  a new process replaces this one, which is dead
 *   EXPIRE   a register, from 0      a process; or 0    a lease runs out: the register holds its initial value again;
 *                                                       or only this process finds that in it until it is written to
 *   TICK     how many, from 1        0                  so many ticks of the clock pass
 *   COMMIT   a process, 1..n         0; or 1 + a        the oldest write in the buffer of the process goes to memory;
 *                                    register           where each register has a buffer, that to this register
 *
 * An action is one number. A plain process number is its step, and 0 is no process's: RMR_STOP.
 */
#ifndef RMR_ACTION_H
#define RMR_ACTION_H

#include <stdint.h>

typedef uint64_t rmr_action;

/* One table: enum, word in schedules and elsewhere. */
#define RMR_ACTIONS(ACTION) \
  ACTION(STEP, "step")      \
  ACTION(CHANGE, "change")  \
  ACTION(CRASH, "crash")    \
  ACTION(EXPIRE, "expire")  \
  ACTION(NEW, "new")        \
  ACTION(TICK, "tick")      \
  ACTION(COMMIT, "commit")

enum rmr_action_kind {
#define ACTION(name, word) RMR_##name,
  RMR_ACTIONS(ACTION)
#undef ACTION
    RMR_N_ACTIONS
};

static inline const char *rmr_action_word(uint32_t kind)
{
#define ACTION(name, word) word,
  static const char *const words[] = {RMR_ACTIONS(ACTION)};
#undef ACTION
  return words[kind];
}

#define RMR_STOP UINT64_C(0) /* chosen by an adversary: end the run here */

/* From the lowest bits up: who (32), choice (24), kind (8). */
static inline rmr_action rmr_action_of(enum rmr_action_kind kind, uint32_t who, uint32_t choice)
{
  return (uint64_t)kind << 56 | (uint64_t)(choice & 0xffffff) << 32 | who;
}

static inline uint32_t rmr_action_kind(rmr_action action)
{
  return (uint32_t)(action >> 56);
}

static inline uint32_t rmr_action_choice(rmr_action action)
{
  return (uint32_t)(action >> 32) & 0xffffff;
}

static inline uint32_t rmr_action_who(rmr_action action)
{
  return (uint32_t)action;
}

#endif
