/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * property.h: the properties of algorithms, P1 to P7 and related ones: one table. Options and their help, configs,
 * records, tables of claims, verdicts, traces and exit codes use it. docs/model.md defines the properties;
 * docs/add-a-property.md shows how to add one.
 *
 *   key      as on command lines, in configs and in JSON
 *   kind     the kind of its failure, and so the exit code: a forbidden state (SAFETY), steps without end or beyond a
 *            bound (BOUND), no process makes progress (PROGRESS), one process never does (STARVATION)
 *   needs    the condition under which it is defined
 *   bound    the bound that an exploration reports beside "holds": the most own steps, or ticks; for RATE the fewest
 *   judged   how it is decided over all schedules: in each state, for each pair of processes, or by searches through
 *            regions of the states (explore/answer/properties.c)
 *   seen     whether a simulation would detect a violation
 *   claimed  whether an algorithm can claim it (struct rmr_claims), and its default claim
 *   proved   whether `rmr prove` can prove it for every N
 *   words    its name in prose
 *
 * Number 0 stands for all invariants that an algorithm declares. The numbers up to the last that can be claimed are
 * those of rmr_claims.p.
 */
#ifndef BASE_PROPERTY_H
#define BASE_PROPERTY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum property_kind { PROPERTY_SAFETY, PROPERTY_BOUND, PROPERTY_PROGRESS, PROPERTY_STARVATION };
enum property_needs { NEEDS_NOTHING, NEEDS_INVARIANTS, NEEDS_DOORWAY, NEEDS_RECOVERY, NEEDS_TIME, NEEDS_BUFFERS };
enum property_bound { BOUND_NONE, BOUND_OWN_STEPS, BOUND_TICKS };

enum property_judged { JUDGED_STATES, JUDGED_PAIRS, JUDGED_REGIONS };

/* NEVER: no run can show it. CLAIMED: watched where the algorithm claims it. RECOVERY: where processes recover. */
enum property_seen { SEEN_NEVER, SEEN_ALWAYS, SEEN_CLAIMED, SEEN_RECOVERY };

/* NOT: it is never claimed. SAID: claimed where the algorithm says so. ALWAYS: claimed by default. TAKEN: the same
 * for properties that algorithms cannot declare. OWN: an algorithm claims what it declares. */
enum property_claimed { CLAIMED_NOT, CLAIMED_SAID, CLAIMED_ALWAYS, CLAIMED_TAKEN, CLAIMED_OWN };

/* P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) */
#define PROPERTIES(P)                                                                                     \
  P(INVARIANTS, "invariants", SAFETY, INVARIANTS, NONE, STATES, ALWAYS, OWN, NO, "invariants")            \
  P(P1, "P1", SAFETY, NOTHING, NONE, STATES, ALWAYS, ALWAYS, YES, "mutual exclusion")                     \
  P(P2, "P2", STARVATION, NOTHING, NONE, REGIONS, NEVER, SAID, NO, "no starvation")                       \
  P(P3, "P3", BOUND, NOTHING, OWN_STEPS, REGIONS, NEVER, SAID, YES, "bounded exit")                       \
  P(P4, "P4", BOUND, NOTHING, OWN_STEPS, REGIONS, NEVER, SAID, YES, "bounded entry without conflict")     \
  P(P5, "P5", SAFETY, DOORWAY, NONE, PAIRS, CLAIMED, SAID, YES, "first come, first served")               \
  P(P6, "P6", PROGRESS, NOTHING, NONE, REGIONS, ALWAYS, ALWAYS, NO, "no deadlock")                        \
  P(P7, "P7", PROGRESS, NOTHING, NONE, REGIONS, NEVER, ALWAYS, NO, "no process is lost")                  \
  P(CSR, "CSR", SAFETY, RECOVERY, NONE, STATES, RECOVERY, SAID, NO, "re-entry after a crash")             \
  P(BCSR, "BCSR", BOUND, RECOVERY, OWN_STEPS, REGIONS, NEVER, SAID, NO, "bounded re-entry after a crash") \
  P(RESPONSE, "response", PROGRESS, TIME, TICKS, REGIONS, NEVER, TAKEN, NO, "bounded response")           \
  P(RATE, "rate", SAFETY, TIME, TICKS, REGIONS, NEVER, NOT, NO, "rate of entries")                        \
  P(ROBUST, "robust", SAFETY, BUFFERS, NONE, STATES, NEVER, TAKEN, NO, "no process learns of the buffers")

enum property_id {
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) PROPERTY_##id,
  PROPERTIES(P)
#undef P
    N_PROPERTIES,
  PROPERTY_NONE = N_PROPERTIES,
  PROPERTY_LAST_CLAIMED = PROPERTY_BCSR
};

/* "P1 (mutual exclusion), ": all of them, for help. */
#define PROPERTY_HELP_OF(id, key, kind, needs, bound, judged, seen, claimed, proved, words) key " (" words "), "
#define PROPERTY_HELP                                                                       PROPERTIES(PROPERTY_HELP_OF)

/* " P1 P3": those that can be proved for every N, for help. */
#define PROPERTY_PROVED_YES(key) " " key
#define PROPERTY_PROVED_NO(key)
#define PROPERTY_PROVED_OF(id, key, kind, needs, bound, judged, seen, claimed, proved, words) \
  PROPERTY_PROVED_##proved(key)
#define PROPERTY_PROVED PROPERTIES(PROPERTY_PROVED_OF)

struct property {
  const char *key, *words;
  enum property_kind kind;
  enum property_needs needs;
  enum property_bound bound;
  enum property_judged judged;
  enum property_seen seen;
  enum property_claimed claimed;
  bool proved;
};

extern const struct property property_table[N_PROPERTIES];

/* The property with this key, whatever its case; PROPERTY_NONE: there is none. */
enum property_id property_of(const char *key);

static inline const char *property_key(enum property_id id)
{
  return property_table[id].key;
}

/* The exit code of a command after its failure. */
enum exit_code property_exit(enum property_id id);

/* Whether explorations with finitely many passages leave it open: it is about runs without end. */
static inline bool property_needs_no_end(enum property_id id)
{
  return property_table[id].kind == PROPERTY_PROGRESS || property_table[id].kind == PROPERTY_STARVATION;
}

#endif
