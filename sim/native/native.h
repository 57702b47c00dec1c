/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * native.h: an algorithm on real threads. The step functions are those that are simulated and explored; here each
 * process is a thread, the registers are C11 atomics, and nobody chooses who moves but the machine.
 *
 * Each thread makes passage after passage: a warm-up, and then so many repetitions of the same length. What a passage
 * takes is from the end of the one before to its own end. The critical section is empty, or lasts as long as is asked
 * for. Whoever enters it looks at whether somebody is inside with whom it must not be there (exclusion.h).
 *
 * Nobody crashes, and nothing changes by itself. There is time where somebody says how long a tick is: then all clocks
 * show the same, and a delay takes as long as it says; how late an access is made is up to the machine. A run is
 * nothing that could be repeated: the numbers are of this machine and this moment.
 */
#ifndef SIM_NATIVE_NATIVE_H
#define SIM_NATIVE_NATIVE_H

#include <stdatomic.h>

#include "base/error.h"
#include "model/system.h"
#include "sim/native/latency.h"

/* In which order others see the accesses of a thread. X(id, name, of reads, of writes, of read-modify-writes) */
#define NATIVE_ORDERS(X)                                                                                       \
  X(SEQ_CST, "seq-cst", memory_order_seq_cst, memory_order_seq_cst, memory_order_seq_cst) /* as it is meant */ \
  X(ACQ_REL, "acq-rel", memory_order_acquire, memory_order_release, memory_order_acq_rel)                      \
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
  bool packed;             /* registers stand side by side; false: each on a cache line of its own */
  bool floating;           /* threads go where the machine puts them; false: each stays on one processor */
  uint64_t tick;           /* nanoseconds; 0: there is no time */
  uint64_t stay;           /* nanoseconds in the critical section, at least */
  double warm_up, seconds; /* seconds: of each repetition */
  uint32_t repetitions;    /* 1..NATIVE_MAX_REPETITIONS */
  atomic_bool *interrupt;  /* ends the measurement; may be NULL */
};

/* Two who were inside together. */
struct native_clash {
  uint32_t p, q;
};

struct native_result {
  uint32_t processors;  /* on which the threads may run */
  bool pinned;          /* each thread stayed on one */
  bool interrupted;     /* there are fewer repetitions than were asked for */
  uint32_t repetitions; /* that were made */
  double *rate;         /* [repetitions]: passages of all threads per second */
  uint64_t passages;    /* in all repetitions */
  struct latency time;  /* of these passages, in nanoseconds */
  uint64_t entries;     /* into the critical section, warm-up included */
  uint64_t clashes;     /* of them: somebody was inside with whom that must not be */
  struct native_clash first;
  bool stuck; /* in the last repetition no passage came to its end, nor in the two seconds behind it */
};

/* False: *e tells why; the result is to be freed all the same. */
bool native_run(const struct native_spec *spec, struct native_result *out, struct error *e);
void native_free(struct native_result *result);

#endif
