/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * passages.h: what the threads of a native run share, and what one of them does: passage after passage.
 */
#ifndef SIM_NATIVE_PASSAGES_H
#define SIM_NATIVE_PASSAGES_H

#include <pthread.h>
#include <time.h>

#include "model/time.h"
#include "sim/native/access.h"
#include "sim/native/exclusion.h"

enum native_phase { NATIVE_NOT_YET, NATIVE_WARM_UP, NATIVE_MEASURED, NATIVE_OVER };

struct native_shared;

/* One process. Only its thread writes here. */
struct native_thread {
  _Alignas(NATIVE_LINE) struct native_shared *shared;
  pthread_t thread;
  uint32_t p;
  void *state;                /* the algorithm's */
  uint32_t *sessions;         /* [1..n], of which it looks at its own: what the next passage asks for */
  _Atomic(uint64_t) passages; /* completed */
  uint64_t entries, clashes;  /* see native_result */
  uint32_t clash;             /* with whom, the first time */
  bool stray, ended;          /* the step function named no register; it came to its END */
  struct latency time;
};

struct native_shared {
  const struct system *system;
  native_register *memory; /* [var * stride] */
  size_t stride;
  struct native_mark *mark;     /* [1..n] */
  struct native_thread *thread; /* [1..n] */
  enum native_order order;
  uint64_t stay, tick;                      /* nanoseconds */
  uint64_t began;                           /* when it was `first` */
  rmr_word first;                           /* the time at the beginning: what is 0 is long ago */
  _Alignas(NATIVE_LINE) _Atomic(int) phase; /* enum native_phase */
  atomic_bool failed;                       /* somebody's step function */
};

static inline uint64_t native_nanoseconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* The thread's function; its argument is a struct native_thread. */
void *native_passages(void *thread);

#endif
