/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * judge_run.h: watches a run and says whether it violates a property, by the definitions alone (docs/model.md,
 * "Properties"; docs/faults.md, "What the properties mean"). It sees all events and the state behind them, and checks
 * everything after every action, without regard to speed. For confirm.c; at most 32 processes.
 */
#ifndef EXPLORE_ANSWER_JUDGE_RUN_H
#define EXPLORE_ANSWER_JUDGE_RUN_H

#include "base/property.h"
#include "explore/graph/combinations.h"
#include "sim/run.h"
#include "sim/state.h"

/* Sets of processes: bit p-1. */
typedef uint32_t judge_set;

struct judge {
  const struct sim *sim;
  uint8_t *section;           /* [p]: before the action that is judged; NULL: nothing is watched */
  uint32_t *session;          /* [p]: the same */
  judge_set restarted;        /* have crashed, and made no step since */
  judge_set *ahead;           /* [p]: those that waited behind their doorways when P_p began, and have not entered */
  judge_set owed;             /* have crashed in the CS and are not there again */
  uint32_t broken;            /* bit by enum property_id: some state has violated it */
  judge_set overtaken;        /* a process that was not ahead of them has entered before them ... */
  judge_set overtook;         /* ... and these have */
  uint64_t ticks, last_entry; /* since the beginning; 1 + that of the last entry, 0: there was none */
  uint64_t gap;               /* fewest ticks from an entry to the next */
  const struct combinations *familiar; /* those reached without buffers; NULL: they are not watched */
  /* of the loop */
  bool looping;
  judge_set moved;                                 /* have made a step in it */
  judge_set entry, exit, recover, alone, forsaken; /* have been there in all of its states; forsaken: owed */
  bool entered, ticked, wanted;                    /* wanted: in each of its states a process was in its entry */
  bool *pending; /* [change]: a lease that can run out, and must, in all of its states */
};

void judge_begin(struct judge *judge, const struct sim *sim);
void judge_free(struct judge *judge);

/* After every action. */
void judge_see(struct judge *judge, const struct rmr_event *event);

/* The loop begins here. */
void judge_loop(struct judge *judge);

/* Whether every process outside its remainder has moved in the loop, every lease that must run out has done so, and
 * time has passed where there is time. */
bool judge_is_fair(const struct judge *judge);

#endif
