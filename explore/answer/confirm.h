/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * confirm.h: nothing is told without evidence that holds. Before a schedule is given as the witness of a failed
 * property, an invariant or a cost, the simulator plays it, and a judge that knows neither the explorer's tables nor a
 * search's bookkeeping decides by the definitions of docs/model.md and docs/faults.md whether it shows what it is
 * said to show. A witness that does not is an error of ours.
 *
 * The steps behind `loop` are made three times. What a loop shows (starvation, deadlock, steps without end, a cost
 * without bound) must be so in all of its states in each round.
 *
 * What no single run can show is confirmed as far as one can: of P7, that the process has left its remainder, and that
 * neither it alone nor everybody in turn leads it out; of a property that holds, and of its largest bound, nothing but
 * that the schedule can be played.
 */
#ifndef EXPLORE_ANSWER_CONFIRM_H
#define EXPLORE_ANSWER_CONFIRM_H

#include "explore/answer/answer.h"

/* What a schedule is said to show. */
struct confirm_claim {
  const char *what;          /* for the message: "P1", "the cost" */
  enum property_id property; /* that fails; PROPERTY_INVARIANTS: none, or those below */
  uint32_t process;          /* of whom; 0: of nobody in particular */
  uint32_t other;            /* P5: who enters first */
  uint32_t ticks;            /* PROPERTY_RATE: from an entry to the next; response: without one */
  uint32_t invariants;       /* that do not hold: bit for each of the algorithm's */
  enum cost_id cost;         /* that a passage of the process has; COST_NONE: no cost is claimed */
  struct cost_lines lines;
  uint64_t paid;
  bool unbounded; /* each round of the loop costs something */
};

/* False: the schedule cannot be played, or shows something else; *e has the code EXIT_INTERNAL. */
bool confirm(const struct schedule *schedule, const struct confirm_claim *claim, struct error *e);

/* The same of everything that the explorer has found. A property that fails has a witness, or it is an error. Of an
 * algorithm that was changed nothing is played, as the simulator knows it as it was. */
bool confirm_answers(const struct explore_spec *spec, const struct explored *explored, struct error *e);

#endif
