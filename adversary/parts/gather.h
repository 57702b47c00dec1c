/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Gathering, for strategies against the one-bit algorithm (adversary/burns_lamport.c and burns_lamport_cubic.c).
 *
 * Where that algorithm is a module of another, the processes must come to it together. So all go in step, one access
 * each in turn, to where each is about to announce itself: to write a 1 in its waiting room. In the one-bit algorithm
 * itself they stand there from the beginning. In step, so that nobody waits for somebody who came before it.
 */
#ifndef ADVERSARY_PARTS_GATHER_H
#define ADVERSARY_PARTS_GATHER_H

#include <rmr/adversary.h>

/* The group of a register. */
static inline uint32_t group_of(const struct rmr_algorithm *a, const struct rmr_view *view, uint32_t var)
{
  uint32_t group = a->n_shared;
  while (group > 0 && view->base[group - 1] > var) group--;
  return group;
}

static inline bool writes_one(const struct rmr_process *p)
{
  const struct rmr_op *next = &p->pending;
  return next->kind == RMR_WRITE && next->section == RMR_WAITING && next->value == 1;
}

/* Once P_N has come to a register to write a 1 to, only registers of the same array will do: where P_1 writes a 1
 * before that, it may be its session. */
static inline bool about_to_announce(const struct rmr_algorithm *a, const struct rmr_view *view, uint32_t p)
{
  const struct rmr_process *it = &view->process[p], *last = &view->process[view->n];
  return writes_one(it) &&
         (!writes_one(last) || group_of(a, view, it->pending.var) == group_of(a, view, last->pending.var));
}

/* About to announce itself, or past that, or not able to come nearer by itself. */
static inline bool is_gathered(const struct rmr_algorithm *a, const struct rmr_view *view, uint32_t p)
{
  const struct rmr_process *it = &view->process[p];
  return it->status != RMR_READY || it->section == RMR_CS || it->section == RMR_EXIT || about_to_announce(a, view, p);
}

/* The next one after `last` that is not there yet; 0: all are. */
static inline uint32_t next_to_gather(const struct rmr_algorithm *a, const struct rmr_view *view, uint32_t last)
{
  for (uint32_t k = 0; k < view->n; k++) {
    const uint32_t p = (last + k) % view->n + 1;
    if (!is_gathered(a, view, p)) return p;
  }
  return 0;
}

/* More steps than one act of one process can need, in an algorithm whose passage goes through all processes at most 4N
 * times. Where somebody has been found spinning, the next one will soon be thought to do so, too. */
static inline uint64_t steps_of_act(uint32_t n, bool gave_up)
{
  return gave_up ? 16 * (uint64_t)n + 64 : 4 * (uint64_t)n * n + 64 * (uint64_t)n + 64;
}

#endif
