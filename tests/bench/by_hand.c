/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * by_hand.c. Deliberately no algorithm of the house, but a type with two functions each, as in a library of locks.
 * Every object that threads share has cache lines of its own, as the registers of a native run have.
 */
#include "tests/bench/by_hand.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/platform.h"

enum { LINE = 128 };

/* --- test-and-set ------------------------------------------------------------------------------------------------- */

struct tas {
  _Alignas(LINE) atomic_bool taken;
};

static inline void tas_lock(struct tas *lock)
{
  while (atomic_exchange(&lock->taken, true)) platform_pause();
}

static inline void tas_unlock(struct tas *lock)
{
  atomic_store(&lock->taken, false);
}

/* --- the queue of Mellor-Crummey and Scott ------------------------------------------------------------------------ */

struct mcs_node {
  _Alignas(LINE) _Atomic(struct mcs_node *) next;
  _Alignas(LINE) atomic_bool locked;
};

struct mcs {
  _Alignas(LINE) _Atomic(struct mcs_node *) last;
};

static inline void mcs_lock(struct mcs *lock, struct mcs_node *me)
{
  atomic_store(&me->next, NULL);
  struct mcs_node *const before = atomic_exchange(&lock->last, me);
  if (before == NULL) return;
  atomic_store(&me->locked, true);
  atomic_store(&before->next, me);
  while (atomic_load(&me->locked)) platform_pause();
}

static inline void mcs_unlock(struct mcs *lock, struct mcs_node *me)
{
  struct mcs_node *next = atomic_load(&me->next), *last = me;
  if (next == NULL) {
    if (atomic_compare_exchange_strong(&lock->last, &last, NULL)) return;
    while ((next = atomic_load(&me->next)) == NULL) platform_pause();
  }
  atomic_store(&next->locked, false);
}

/* --- passages ----------------------------------------------------------------------------------------------------- */

uint64_t by_hand_tas(uint64_t passages)
{
  static struct tas lock;
  uint64_t inside = 0;
  for (uint64_t k = 0; k < passages; k++) {
    tas_lock(&lock);
    inside++;
    tas_unlock(&lock);
  }
  return inside;
}

uint64_t by_hand_mcs(uint64_t passages)
{
  static struct mcs lock;
  static struct mcs_node me;
  uint64_t inside = 0;
  for (uint64_t k = 0; k < passages; k++) {
    mcs_lock(&lock, &me);
    inside++;
    mcs_unlock(&lock, &me);
  }
  return inside;
}
