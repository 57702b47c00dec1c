/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * exclusion.h: checks mutual exclusion. Each process has a mark of its own, which is up while it is in its critical
 * section. It raises its mark and then reads those of all others; of two processes inside together at least the later
 * one sees that. As the mark is raised after the last access of the entry and lowered before the first one of the exit,
 * there are no false alarms.
 *
 * Marks are raised and read in sequentially consistent order, whatever that of the registers is. The fences keep the
 * accesses of the entry and the exit on their side of the mark, and do not order them among themselves. A process that
 * is alone has no mark: nobody would read it.
 */
#ifndef SIM_NATIVE_EXCLUSION_H
#define SIM_NATIVE_EXCLUSION_H

#include "sim/native/native.h"

enum { NATIVE_LINE = 128 }; /* bytes: two cache lines, as some processors fetch pairs of them */

struct native_mark {
  _Alignas(NATIVE_LINE) _Atomic(uint32_t) session; /* 0: outside; for renaming: the name held */
};

/* Whether two processes must not be inside together. */
static inline bool native_excludes(const struct system *system, uint32_t p, uint32_t of_p, uint32_t q, uint32_t of_q)
{
  if (of_q == 0) return false;
  if (system->algorithm->name_held != NULL) return of_p == of_q;
  return system_conflict(system, p, of_p, q, of_q);
}

/* P_p enters. Returns a process that must not be inside now, or 0. */
static inline uint32_t native_enter(struct native_mark *mark, const struct system *system, uint32_t p, uint32_t session)
{
  uint32_t clash = 0;
  if (system->n == 1) return 0;
  atomic_thread_fence(memory_order_acquire);
  atomic_store(&mark[p].session, session);
  for (uint32_t q = 1; q <= system->n; q++)
    if (q != p && native_excludes(system, p, session, q, atomic_load(&mark[q].session))) clash = q;
  return clash;
}

static inline void native_leave(struct native_mark *mark, uint32_t p)
{
  atomic_store_explicit(&mark[p].session, 0, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
}

#endif
