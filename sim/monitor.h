/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * monitor.h: watches every run for violated properties.
 *
 * P1: a process that enters the CS meets a conflicting one there. In a renaming algorithm, where the CS is to hold a
 * name, no processes conflict; there P1 requires that a process that enters the CS has a name that exists, and that no
 * process there has the same. P5: a process enters the CS before a conflicting one that was in its waiting section, its
 * doorway behind it, when the first began its passage; watched where the algorithm has a doorway and claims P5. After a
 * crash, a process begins anew with its next step. The first violation of each property is kept in words, all are
 * counted.
 *
 * CSR, where processes recover: a process enters the CS before a conflicting one that crashed there while exclusion
 * held, and has not returned there.
 *
 * Invariants, where the algorithm declares any, are evaluated in the initial state and after every action. A violated
 * one is kept in words and not evaluated any more.
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
  uint64_t *begun;   /* of P5: [p]: the number of the step, or crash, that begins its passage */
  uint64_t *waiting; /* of P5: the processes in their waiting sections, a bit each, from P_1 on ... */
  uint64_t *ahead;   /* [p * words ...]: ... and those that were when P_p began its passage */
  uint32_t words;    /* of a set of processes; 0: P5 is not watched */
  bool *owed;        /* [p]: it has crashed in the CS and is not there again; NULL: no process recovers */
  uint32_t n_owed;
  struct moment moment;                                      /* the state for invariants */
  uint32_t n_invariants;                                     /* the number that hold so far ... */
  const struct rmr_invariant *invariant[RMR_MAX_INVARIANTS]; /* ... and the list */
};

void monitor_init(struct monitor *monitor, const struct sim *sim);
void monitor_fini(struct monitor *monitor);

/* Called for every step that changes section. The view is the one after the step. */
void monitor_section(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event);

/* Whether any invariant is still evaluated. */
static inline bool monitor_watches_states(const struct monitor *monitor)
{
  return monitor->n_invariants != 0;
}

/* Evaluates the invariants before the first step. */
void monitor_begin(struct monitor *monitor, const struct sim *sim);

/* The same after an action: a step of a process, or (process 0) a change. The view is the one after it. */
void monitor_state(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event);

/* Called before every crash of a P_p: afterwards it is in no critical section, and no process overtakes it. */
void monitor_crash(struct monitor *monitor, const struct sim *sim, uint32_t p);

/* Evaluates the invariants, records the violated ones, and removes them. */
void monitor_look(struct monitor *monitor, uint64_t step, uint32_t process);

#endif
