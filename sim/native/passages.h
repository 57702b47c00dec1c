/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * passages.h: the shared data of the threads of a native run, and what the loop of a thread (native_loop.h) does once
 * in a passage.
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

/* The timing of passages: reading the clock takes longer than a short one, so then not each is timed. */
struct native_timing {
  uint64_t first; /* when the first passage began */
  uint64_t began; /* the passage that is being timed */
  uint32_t seen;  /* passages until `each` is known */
  uint32_t each;  /* one of so many is timed; 0: not known yet, so all are */
  bool skips;     /* the present passages are not timed */
};

/* One process. Only its thread writes here. */
struct native_thread {
  _Alignas(NATIVE_LINE) struct native_shared *shared;
  pthread_t thread;
  uint32_t p;
  void *state;                /* the algorithm's */
  uint32_t *sessions;         /* [1..n], only its own is used: the session of the next passage */
  uint32_t asked;             /* passages whose session is known */
  _Atomic(uint64_t) passages; /* completed */
  uint64_t entries, clashes;  /* see native_result */
  uint32_t clash;             /* with this process, the first time */
  bool stray, ended;          /* the step function named no register; it reached its END */
  struct native_timing timing;
  struct latency time;
};

/* The loop of a thread: passage after passage, until the run is over. */
typedef void native_loop_fn(struct native_thread *my);

struct native_shared {
  const struct system *system;
  native_loop_fn *loop;
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

/* The loop that is made for the algorithm, if there is one and the run needs nothing that it leaves out; else one for
 * all. */
native_loop_fn *native_find_loop(const struct system *system, uint64_t tick);

/* --- for native_loop.h -------------------------------------------------------------------------------------------- */

/* The step function has reached its END, or named a register that there is not. */
void native_fail(struct native_thread *my, bool ended);

/* The session of the next passage. */
uint32_t native_next_session(struct native_thread *my);

/* The process enters for that session. */
void native_go_in(struct native_thread *my, uint32_t session);

/* Reads the clock at the end of a passage. Returns how many passages later it is to be read again. */
uint32_t native_read_clock(struct native_thread *my, int phase);

#endif
