/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * confirm.h: confirms every witness before it is reported. The simulator plays the schedule of a failed property, an
 * invariant or a cost. A judge that knows neither the explorer's tables nor a search's bookkeeping decides, by the
 * definitions of docs/model.md and docs/faults.md, whether it shows the claim. A witness that does not is an internal
 * error.
 *
 * The steps behind `loop` are made three times. The claim of a loop (starvation, deadlock, steps without end, a cost
 * without bound) must hold in all of its states in each round.
 *
 * A claim that no single run can show is confirmed as far as a run can: for P7, that the process has left its
 * remainder, and that neither its own steps nor steps of all in turn lead it out; for a property that holds, and its
 * largest bound, only that the schedule can be played.
 */
#ifndef EXPLORE_ANSWER_CONFIRM_H
#define EXPLORE_ANSWER_CONFIRM_H

#include "explore/answer/answer.h"

/* The claim that a schedule is to show. */
struct confirm_claim {
  const char *what;                    /* for the message: "P1", "the cost" */
  enum property_id property;           /* that fails; PROPERTY_INVARIANTS: none, or those below */
  uint32_t process;                    /* of this process; 0: of no particular one */
  uint32_t other;                      /* P5: the process that enters first */
  uint32_t ticks;                      /* PROPERTY_RATE: from an entry to the next; response: without one */
  const struct combinations *familiar; /* PROPERTY_ROBUST: those reached without buffers */
  uint32_t invariants;                 /* the violated ones: bit for each of the algorithm's */
  enum cost_id cost;                   /* of a passage of the process; COST_NONE: no cost is claimed */
  struct cost_lines lines;
  uint64_t paid;
  bool unbounded; /* each round of the loop costs something */
};

/* False: the schedule cannot be played, or shows something else; *e has the code EXIT_INTERNAL. */
bool confirm(const struct schedule *schedule, const struct confirm_claim *claim, struct error *e);

/* The same for all findings of the explorer. A failed property without a witness is an error. For a changed
 * algorithm nothing is played, as the simulator knows only the original. */
bool confirm_answers(const struct explore_spec *spec, const struct explored *explored, struct error *e);

#endif
