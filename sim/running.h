/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * running.h: the inside of `struct run`, for its two loops: the general one of run.c, and those that are made for one
 * algorithm (loop.h).
 */
#ifndef SIM_RUNNING_H
#define SIM_RUNNING_H

#include "sim/loops.h"
#include "sim/run.h"
#include "sim/scheduler.h"

/* The present evaluation of a wait: the own steps in the passage, and the local state, before its first read. */
struct run_look {
  _Alignas(16) unsigned char before[48];
  uint32_t since;
};

struct run {
  struct ledger ledger; /* first, as the step loop touches it */
  struct run_spec spec;
  struct system *system;
  struct sim *sim;
  struct scheduler *scheduler;
  struct monitor monitor;
  enum run_end end;
  struct run_observer observer[RUN_MAX_OBSERVERS];
  int n_observers;
  char *adversary;       /* the spec's, kept: the caller's may be gone when the run is told of */
  bool listening;        /* observers, or an adversary that observes */
  loop_fn *loop;         /* made for the algorithm; NULL: the general one  */
  struct run_look *look; /* [p], for that loop */
  uint64_t last_passage; /* the step at which a passage last began or ended */
};

/* The part of a step of P_p that most steps do not need: the section has changed, a wait has failed, or somebody
 * listens. */
void run_settle(struct run *run, uint32_t p);

/* After a step of P_p that has broken an invariant: notes which, and leaves the rest of the run to the general loop. */
void run_break(struct run *run, uint32_t p);

/* At the end of a slice. True: the run goes on; false: it has ended, or *e is filled. */
bool run_goes_on(struct run *run, struct error *e);

#endif
