/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * action_kinds.h: two tables: the kinds of actions in a run, whose names and words are in rmr/action.h, and the limits
 * on their number. Schedules and their reader, traces, pictures, the limits of simulator and explorer, and the export
 * use them. docs/add-a-fault.md shows how to add one.
 *
 * Actions:
 *   befalls    the kind of number in `who` of such an action: a process, a register, or ticks
 *   everybody  process number 0 means all of them
 *   ends       it ends the passages of the processes that it befalls
 *   limit      the limit on their number; for an expiry only while the owner lives
 *   told       prose before a process, in traces to read; NULL: as in schedules
 *   spin       why a model for SPIN has no such action; NULL: it has one
 *
 * Limits, each of which is a number in struct faults, in the state of a simulation, and a field of a state of an
 * exploration:
 *   word       in --faults, before a colon and the number; NULL: it has another syntax
 *   beside     it needs processes that crash for good
 *   one, many  the noun in prose
 */
#ifndef MODEL_ACTION_KINDS_H
#define MODEL_ACTION_KINDS_H

#include <rmr/types.h>

enum action_befalls { BEFALLS_PROCESS, BEFALLS_REGISTER, BEFALLS_CLOCK };

/* L(id, word, beside, one, many) */
#define LIMITS(L)                                                \
  L(CRASHES, NULL, false, "crash", "crashes")                    \
  L(EXPIRIES, NULL, false, "expiry in life", "expiries in life") \
  L(ARRIVALS, "new", true, "new process", "new processes")

enum limit_id {
#define L(id, word, beside, one, many) LIMIT_##id,
  LIMITS(L)
#undef L
    N_LIMITS,
  LIMIT_NONE = N_LIMITS
};

struct limit {
  const char *word;
  bool beside;
  const char *one, *many;
};

extern const struct limit limit_table[N_LIMITS];

/* A(id, befalls, everybody, ends, limit, told, spin) */
#define ACTIONS(A)                                                                                      \
  A(STEP, PROCESS, false, false, NONE, NULL, NULL)                                                      \
  A(CHANGE, REGISTER, false, false, NONE, NULL, NULL)                                                   \
  A(CRASH, PROCESS, true, true, CRASHES, NULL, NULL)                                                    \
  A(EXPIRE, REGISTER, false, false, EXPIRIES, NULL, NULL)                                               \
  A(NEW, PROCESS, false, false, ARRIVALS, "a new process replaces", "new processes; expected no new:A") \
  A(TICK, CLOCK, false, false, NONE, NULL, "time; expected no --time")                                  \
  A(COMMIT, PROCESS, false, false, NONE, NULL, NULL)

struct action {
  enum action_befalls befalls;
  bool everybody, ends;
  enum limit_id limit;
  const char *told, *spin;
};

extern const struct action action_table[RMR_N_ACTIONS];

/* The kind with this word; RMR_N_ACTIONS: there is none. */
enum rmr_action_kind action_named(const char *word);

/* Whether it befalls processes, and is not one of their steps. */
static inline bool action_moves(uint32_t kind)
{
  return kind != RMR_STEP && action_table[kind].befalls == BEFALLS_PROCESS;
}

/* The processes of 1..n that an action befalls, first to last; none: first is the larger one. */
struct befallen {
  uint32_t first, last;
};

static inline struct befallen action_befallen(uint32_t kind, uint32_t who, uint32_t n)
{
  if (!action_moves(kind)) return (struct befallen){1, 0};
  return who != 0 ? (struct befallen){who, who} : (struct befallen){1, n};
}

/* Whether such an action ends the passage of P_p. */
static inline bool action_ends(uint32_t kind, uint32_t who, uint32_t p)
{
  return action_table[kind].ends && (who == 0 || who == p);
}

#endif
