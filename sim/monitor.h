/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * monitor.h: watches every run for broken properties.
 *
 * P1: on entering the CS, a process meets a conflicting one there. In a renaming algorithm, where the CS is to hold a
 * name, nobody conflicts; there P1 is that a process that enters the CS has a name that exists, and that nobody who is
 * there has the same. P5: a process enters the CS while a conflicting one that had completed its doorway before this
 * one began its own is still waiting; watched where the algorithm has a doorway and claims P5. The first violation of
 * each property is kept in words, all are counted.
 *
 * CSR, where processes recover: a process enters the CS before a conflicting one that has crashed there while exclusion
 * held, and is not there again.
 *
 * Invariants, where the algorithm declares any, are looked at in the initial state and after every action. One that was
 * broken is kept in words and not looked at any more.
 */
#ifndef SIM_MONITOR_H
#define SIM_MONITOR_H

#include <rmr/event.h>

#include "sim/moment.h"

struct violation {
  char property[16];       /* "P1", "P5", "CSR", "invariants" */
  uint64_t step;           /* at which it was seen */
  uint32_t process, other; /* other: 0 where there is none */
  char text[200];          /* "P1: P3 (session 2) enters the CS while P1 (session 1) is there" */
};

enum { MONITOR_MAX_VIOLATIONS = 3 + RMR_MAX_INVARIANTS };

struct monitor {
  struct violation violation[MONITOR_MAX_VIOLATIONS]; /* the first of each property */
  uint32_t n_violations;
  uint64_t p1_count, p5_count, csr_count;
  /* the engine's own */
  uint32_t n, in_cs;
  uint32_t *in_cs_of_session;
  uint64_t *doorway_begun, *doorway_ended; /* [p]: step numbers; ended is 0 unless P_p waits behind its doorway */
  bool watch_fcfs;
  bool *owed; /* [p]: it has crashed in the CS and is not there again; NULL: nobody recovers */
  uint32_t n_owed;
  struct moment moment;                                      /* the state as invariants see it */
  uint32_t n_invariants;                                     /* that hold so far ... */
  const struct rmr_invariant *invariant[RMR_MAX_INVARIANTS]; /* ... and these they are */
};

void monitor_init(struct monitor *monitor, const struct sim *sim);
void monitor_fini(struct monitor *monitor);

/* Called for every step that changes section. The view is the one after the step. */
void monitor_section(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event);

/* Whether any invariant is to be looked at. */
static inline bool monitor_watches_states(const struct monitor *monitor)
{
  return monitor->n_invariants != 0;
}

/* Looks at the invariants before the first step. */
void monitor_begin(struct monitor *monitor, const struct sim *sim);

/* The same after an action: a step of a process, or (process 0) a change. The view is the one after it. */
void monitor_state(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event);

/* Called before every crash of a P_p: then it is in no critical section, and nobody overtakes it. */
void monitor_crash(struct monitor *monitor, const struct sim *sim, uint32_t p);

/* Looks at the invariants, tells which are broken, and puts those away. */
void monitor_look(struct monitor *monitor, uint64_t step, uint32_t process);

#endif
