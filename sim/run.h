/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * run.h: one simulated run, from its description to its numbers. The command line and the experiment runner use the
 * simulator through this interface.
 *
 *   struct run *run = run_create(&spec, &error);      NULL: see error
 *   if (run == NULL || !run_go(run, &error)) ...      false: a plug-in failed, or the like
 *   ... run_ended(run), run_ledger(run) ...           sim/ledger.h has the numbers
 *   run_free(run);
 *
 * A run is a function of its description: same spec, same events. No globals; any number of runs in parallel, each in a
 * thread of its own.
 */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include <rmr/adversary.h>
#include <stdatomic.h>

#include "base/error.h"
#include "sim/ledger.h"
#include "sim/monitor.h"
#include "sim/sim.h"

/* An observer of every event: a trace writer, a test. */
struct run_observer {
  void (*observe)(void *self, const struct rmr_event *);
  void *self;
};

enum { RUN_MAX_OBSERVERS = 12 }; /* a trace of each format, and others */

struct schedule;

struct run_spec {
  struct system_spec setup;        /* algorithm, n, memory, passages, sessions, seed */
  const char *adversary;           /* "random", "pct:depth=3", "./my.so:key=value"; NULL: "random" */
  const struct schedule *schedule; /* the run follows this, its loop `repeat` times, and `adversary` is only its
                                      name; NULL: the adversary chooses */
  uint64_t repeat;                 /* from 1 */
  const char *directory;  /* against which relative schedule and plug-in paths are read; NULL: the current one */
  uint64_t max_steps;     /* 0: no limit */
  uint64_t stall;         /* most steps in which no passage begins or ends; 0: RUN_STALL */
  uint32_t observed;      /* the process whose blockings are counted by variable; 0: P_N */
  atomic_bool *interrupt; /* polled every few thousand steps; may be NULL */
  atomic_uint_fast64_t *progress; /* steps are added to it every few thousand; may be NULL */
};

#define RUN_STALL UINT64_C(50000000)

/* The end of a run. One table: enum, the word in records. A pending change happens some time, but not in this run:
 * its adversary does not choose the expiry, or its clock has no room for later times. */
#define RUN_ENDS(END)                                                                          \
  END(COMPLETED, "completed")     /* every process made all its passages                    */ \
  END(STOPPED, "stopped")         /* the adversary ended the run                            */ \
  END(STEP_LIMIT, "step limit")   /* max_steps reached                                      */ \
  END(DEADLOCK, "deadlock")       /* none can move and one is not in its remainder          */ \
  END(PENDING, "change pending")  /* the same, until a lease runs out, or the clock goes on */ \
  END(STALLED, "stalled")         /* no passage began or ended in `stall` steps             */ \
  END(INTERRUPTED, "interrupted") /* the interrupt flag was raised                          */

enum run_end {
#define END(name, text) RUN_##name,
  RUN_ENDS(END)
#undef END
    RUN_N_ENDS
};

const char *run_end_name(enum run_end end);

struct run;

struct run *run_create(const struct run_spec *spec, struct error *e);
bool run_go(struct run *run, struct error *e); /* to the end; call it once */
void run_free(struct run *run);                /* NULL is fine */

/* Adds an observer, before run_go; at most RUN_MAX_OBSERVERS. */
void run_observe(struct run *run, struct run_observer observer);

/* When it is over: observers and what may interrupt it are forgotten, and need not live any longer. */
void run_forget(struct run *run);

enum run_end run_ended(const struct run *run);
bool run_gave_up(const struct run *run); /* the adversary met a limit of its own: passages may cost more without it */
const struct sim *run_sim(const struct run *run);
const struct ledger *run_ledger(const struct run *run);
const struct monitor *run_monitor(const struct run *run);
const struct rmr_adversary *run_adversary(const struct run *run);
const char *run_specification(const struct run *run);      /* the adversary as given, options and all */
double run_measure(const struct run *run, uint32_t which); /* value of the adversary's measures[which] */

#endif
