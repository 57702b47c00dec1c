/* SPDX-License-Identifier: MIT
 *
 * event.h: the effects of one step. Observers (traces, monitors, adversaries that listen) get a const pointer to one,
 * valid during the call only, and nothing else of the engine.
 */
#ifndef RMR_EVENT_H
#define RMR_EVENT_H

#include <rmr/types.h>

/* Why a step cost an RMR. One table: enum, JSON key, words for a trace. REMOTE occurs in the `dsm` model only, where a
 * read has no cache to miss. */
#define RMR_CAUSES(CAUSE)                          \
  CAUSE(FREE, "free", "")                          \
  CAUSE(COLD, "cold", "cold")                      \
  CAUSE(INVALIDATED, "invalidated", "invalidated") \
  CAUSE(WRITTEN, "write", "write")                 \
  CAUSE(REMOTE, "remote", "remote")

enum rmr_cause {
#define CAUSE(name, key, text) RMR_##name,
  RMR_CAUSES(CAUSE)
#undef CAUSE
    RMR_N_CAUSES
};

static inline const char *rmr_cause_key(uint8_t cause)
{
#define CAUSE(name, key, text) key,
  static const char *const keys[] = {RMR_CAUSES(CAUSE)};
#undef CAUSE
  return keys[cause];
}

static inline const char *rmr_cause_text(uint8_t cause)
{
#define CAUSE(name, key, text) text,
  static const char *const texts[] = {RMR_CAUSES(CAUSE)};
#undef CAUSE
  return texts[cause];
}

/* The effects of an action. Valid fields: for a CHANGE or an EXPIRE only step, before, after, var, woken and choice
 * (where a lease runs out for one process only, `after` is the value that it finds); for a CRASH step, from, to,
 * session, passage_rmr and passage_steps, and `var` is the number of the process; for one of all processes, where
 * `var` is 0, only step; for a NEW step and var, the number of the process; for a COMMIT step, before, after, woken,
 * choice and committed, and `var` is the number of the process. */
struct rmr_event {
  uint64_t step;      /* number of this action, from 1                                           */
  rmr_word before;    /* the register before the access (0 for LOCAL)                            */
  rmr_word after;     /* and after it; a read leaves it unchanged                                */
  uint32_t process;   /* the process of the step, 1..n; 0: none                                  */
  uint32_t var;       /* register number; of a CRASH, NEW or COMMIT, the process                 */
  uint32_t session;   /* of the passage that the step belongs to                                 */
  uint16_t woken;     /* number of parked processes that this step woke: see view.woken          */
  uint16_t line;      /* the line executed; line 0 never occurs                                  */
  uint8_t kind;       /* enum rmr_kind                                                           */
  uint8_t cause;      /* enum rmr_cause; RMR_FREE: the step cost nothing                         */
  uint8_t from, to;   /* enum rmr_section before and after the step                              */
  uint8_t action;     /* enum rmr_action_kind                                                    */
  bool blocked;       /* it completed an evaluation of its wait to false, the first of this wait */
  bool parked;        /* that (or a later) evaluation failed on valid copies only: the process sleeps now */
  bool buffered : 1;  /* the access was to the process's own buffer: memory is as before       */
  bool merged : 1;    /* a write that is left out, as the newest in the buffer says the same   */
  bool added : 1;     /* a fence that is added behind the line, and no access of the line      */
  uint32_t choice;    /* of the action                                                         */
  uint32_t committed; /* of a COMMIT: the register; RMR_NOWHERE: the write of a critical section */
  uint32_t passage_rmr, passage_steps; /* of its passage so far, this step included            */
};

/* The action of the event. */
static inline rmr_action rmr_event_action(const struct rmr_event *event)
{
  return event->action == RMR_STEP ? event->process
                                   : rmr_action_of((enum rmr_action_kind)event->action, event->var, event->choice);
}

#endif
