/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * passages.h: the shared data of the threads of a native run, and the loop of one thread: passage after passage.
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
  uint32_t *sessions;         /* [1..n], only its own is used: the session of the next passage */
  _Atomic(uint64_t) passages; /* completed */
  uint64_t entries, clashes;  /* see native_result */
  uint32_t clash;             /* with this process, the first time */
  bool stray, ended;          /* the step function named no register; it reached its END */
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
  uint64_t began;                           /* the real time of `first` */
  rmr_word first;                           /* the time at the beginning: time 0 is long ago */
  _Alignas(NATIVE_LINE) _Atomic(int) phase; /* enum native_phase */
  atomic_bool failed;                       /* some step function failed */
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
