/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * native.h: an algorithm on real threads. The step functions are the same as in simulation and exploration; here each
 * process is a thread, the registers are C11 atomics, and only the machine schedules.
 *
 * Each thread makes passage after passage: a warm-up, and then several repetitions of the same length. The time of a
 * passage is from the end of the one before to its own end. The critical section is empty, or lasts a given time. A
 * thread that enters it checks whether a conflicting process is inside (exclusion.h).
 *
 * There are no crashes, and no declared changes. There is time if the length of a tick is given: then all clocks show
 * the same, and a delay takes its full length; how late an access is made depends on the machine. A run is not
 * reproducible: the numbers are of this machine and this moment.
 */
#ifndef SIM_NATIVE_NATIVE_H
#define SIM_NATIVE_NATIVE_H

#include <stdatomic.h>

#include "base/error.h"
#include "model/system.h"
#include "sim/native/latency.h"

/* The memory order of accesses. X(id, name, of reads, of writes, of read-modify-writes) */
#define NATIVE_ORDERS(X)                                                                                           \
  X(SEQ_CST, "seq-cst", memory_order_seq_cst, memory_order_seq_cst, memory_order_seq_cst) /* the intended order */ \
  X(ACQ_REL, "acq-rel", memory_order_acquire, memory_order_release, memory_order_acq_rel)                          \
  X(RELAXED, "relaxed", memory_order_relaxed, memory_order_relaxed, memory_order_relaxed)

enum native_order {
#define X(id, name, read, write, both) NATIVE_##id,
  NATIVE_ORDERS(X)
#undef X
    N_NATIVE_ORDERS
};

const char *native_order_name(enum native_order order);
bool native_order_parse(const char *text, enum native_order *order, struct error *e);

enum { NATIVE_MAX_N = 256, NATIVE_MAX_REPETITIONS = 1000 };

struct native_spec {
  struct system_spec setup; /* passages 0, no faults, no time; without a tick, an algorithm that needs none */
  enum native_order order;
  bool packed;             /* registers are adjacent; false: each is on a cache line of its own */
  bool floating;           /* threads may migrate; false: each stays on one processor */
  uint64_t tick;           /* nanoseconds; 0: there is no time */
  uint64_t stay;           /* nanoseconds in the critical section, at least */
  double warm_up, seconds; /* seconds: of each repetition */
  uint32_t repetitions;    /* 1..NATIVE_MAX_REPETITIONS */
  atomic_bool *interrupt;  /* ends the measurement; may be NULL */
};

/* Two processes that were inside together. */
struct native_clash {
  uint32_t p, q;
};

struct native_result {
  uint32_t processors;  /* on which the threads may run */
  bool pinned;          /* each thread stayed on one */
  bool interrupted;     /* some repetitions are missing */
  uint32_t repetitions; /* made */
  double *rate;         /* [repetitions]: passages of all threads per second */
  uint64_t passages;    /* in all repetitions, */
  double seconds;       /* which took so long */
  struct latency time;  /* of these passages, in nanoseconds: of those that were timed */
  uint64_t entries;     /* into the critical section, warm-up included */
  uint64_t clashes;     /* of them: with a conflicting process inside */
  struct native_clash first;
  bool stuck; /* no passage ended in some repetition, nor in the two seconds after it */
};

/* False: *e says why; free the result all the same. */
bool native_run(const struct native_spec *spec, struct native_result *out, struct error *e);
void native_free(struct native_result *result);

/* The mean time of a passage of so many threads, in nanoseconds, from the end of the one before: passages follow each
 * other without a gap. NAN: there are none. */
double native_mean_time(const struct native_result *result, uint32_t threads);

#endif
