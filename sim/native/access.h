/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * access.h: carries out a pending operation on an atomic register. Kind and order are constants of the caller, so that
 * each access is one instruction, or a few; native_reply makes a constant of an order that is known at run time alone.
 */
#ifndef SIM_NATIVE_ACCESS_H
#define SIM_NATIVE_ACCESS_H

#include "sim/native/native.h"

typedef _Atomic(rmr_word) native_register;

struct native_orders {
  memory_order read, write, both;
};

static inline __attribute__((always_inline)) struct native_orders native_orders_of(const enum native_order order)
{
  switch (order) {
#define X(id, name, read, write, both) \
  case NATIVE_##id: return (struct native_orders){read, write, both};
    NATIVE_ORDERS(X)
#undef X
  case N_NATIVE_ORDERS: break;
  }
  return (struct native_orders){memory_order_seq_cst, memory_order_seq_cst, memory_order_seq_cst};
}

/* The algorithm computes the result of an UPDATE, so the exchange is repeated until no other write intervenes. */
static inline rmr_word native_update(native_register *at, const struct rmr_op *op, const struct system *system,
                                     memory_order order)
{
  rmr_word before = atomic_load_explicit(at, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(at, &before, system_updated(system, op, before), order,
                                                memory_order_relaxed)) {
  }
  return before;
}

/* Returns the reply: the previous value of the register. */
static inline __attribute__((always_inline)) rmr_word native_access(native_register *at, const struct rmr_op *op,
                                                                    const struct system *system, const uint8_t kind,
                                                                    const enum native_order order)
{
  const struct native_orders with = native_orders_of(order);
  rmr_word expected;
  switch ((enum rmr_kind)kind) {
  case RMR_READ:
  case RMR_SPIN: return atomic_load_explicit(at, with.read);
  case RMR_WRITE: atomic_store_explicit(at, op->value, with.write); return 0;
  case RMR_CAS:
    expected = rmr_cas_expected(op);
    atomic_compare_exchange_strong_explicit(at, &expected, rmr_cas_desired(op), with.both, with.read);
    return expected;
  case RMR_FETCH_ADD: return atomic_fetch_add_explicit(at, op->value, with.both);
  case RMR_SWAP: return atomic_exchange_explicit(at, op->value, with.both);
  case RMR_TAS: return atomic_exchange_explicit(at, 1, with.both);
  case RMR_UPDATE: return native_update(at, op, system, with.both);
  case RMR_FENCE: atomic_thread_fence(memory_order_seq_cst); return 0;
  case RMR_LOCAL:
  case RMR_DELAY:
  case RMR_N_KINDS: break;
  }
  return 0;
}

/* The same in an order that the caller does not know. It is the same at every step, so the processor foresees it. */
static inline __attribute__((always_inline)) rmr_word native_reply(native_register *at, const struct rmr_op *op,
                                                                   const struct system *system, const uint8_t kind,
                                                                   enum native_order order)
{
  switch (order) {
#define X(id, name, read, write, both) \
  case NATIVE_##id: return native_access(at, op, system, kind, NATIVE_##id);
    NATIVE_ORDERS(X)
#undef X
  case N_NATIVE_ORDERS: break;
  }
  return 0;
}

#endif
