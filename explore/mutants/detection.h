/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * detection.h: an algorithm and its mutants in a few scopes: does the explorer distinguish them?
 *
 * A mutant is explored like its original, one scope after the other, from the cheapest on. It is caught in the first
 * scope in which an answer differs; the other scopes with as many processes are explored, too, for further differences.
 * The behaviour of a mutant that is caught nowhere is compared (equivalence.h) in all scopes. So there are three
 * outcomes: caught; equivalent, which is proved for these scopes; and alike: all answers are the same, and nothing more
 * is known.
 *
 * The two methods check each other: a caught mutant must not have the behaviour of the original in that scope.
 * Otherwise one of them is wrong, and that is an outcome, too.
 */
#ifndef EXPLORE_MUTANTS_DETECTION_H
#define EXPLORE_MUTANTS_DETECTION_H

#include "explore/explore.h"
#include "explore/mutants/equivalence.h"
#include "explore/mutants/mutant.h"

/* The differences between a mutant and its original: a property that holds for the original and fails for the mutant
 * (one that needs no crashes, clock or buffers, as mutants have none); or one of these. One table: enum, word. */
#define DIFFERENCES(DIFFERENCE)                                                                                 \
  DIFFERENCE(INVARIANT, "inv") /* the same for an invariant that the algorithm declares */                      \
  DIFFERENCE(COST, "cost")     /* a worst case differs: RMRs, or own steps of an exit or of an entry alone */   \
  DIFFERENCE(RANGE, "range")   /* a register leaves its declared range */                                       \
  DIFFERENCE(VALUE, "value")   /* the largest value of a register differs, or exceeds what passages can need */ \
  DIFFERENCE(BETTER, "better") /* a property fails for the original and holds for the mutant */

#define DIFFERENCE_NOTHING(entry) entry,
#define DIFFERENCE_DOORWAY(entry) entry,
#define DIFFERENCE_INVARIANTS(entry)
#define DIFFERENCE_RECOVERY(entry)
#define DIFFERENCE_TIME(entry)
#define DIFFERENCE_BUFFERS(entry)

enum detection_difference {
#define P(id, key, kind, needs, bound, judged, seen, claimed, proved, words) DIFFERENCE_##needs(DIFFERS_##id)
  PROPERTIES(P)
#undef P
#define DIFFERENCE(id, word) DIFFERS_##id,
    DIFFERENCES(DIFFERENCE)
#undef DIFFERENCE
      N_DIFFERENCES
};

extern const char *const difference_words[N_DIFFERENCES];

enum { DETECTION_SCOPES = 6, DETECTION_SCOPE_SIZE = 96 };

/* An original in one scope. */
struct detection_scope {
  struct explore_spec spec;
  const char *sessions_text;
  struct sessions sessions;
  struct explored explored;
  struct reachable_moves reachable;
};

struct detection {
  const struct rmr_algorithm *algorithm;
  uint32_t most_n; /* processes */
  struct explore_limits limits;
  struct detection_scope *scope;
  uint32_t n_scopes;
  char left_out[DETECTION_SCOPES][DETECTION_SCOPE_SIZE]; /* the scopes that do not fit into the memory */
  uint32_t n_left_out;
};

enum detection_outcome {
  DETECTION_CAUGHT,
  DETECTION_EQUIVALENT,
  DETECTION_ALIKE,
  DETECTION_CUT_SHORT,
  DETECTION_CONTRADICTION,
  N_DETECTIONS
};

struct detection_result {
  enum detection_outcome outcome;
  uint32_t differences; /* CAUGHT, CONTRADICTION: bit d for each enum detection_difference */
  uint32_t scope;       /* the first of these scopes: index in detection.scope */
};

/* Explores the original in all scopes of at most so many processes that fit into a sixteenth of the memory. False: in
 * none. */
bool detection_create(struct detection *detection, const struct rmr_algorithm *algorithm, uint32_t most_n,
                      const struct explore_limits *limits, struct error *e);
void detection_free(struct detection *detection);

/* All mutants of the algorithm; the caller frees them. */
struct mutant *detection_mutations(const struct detection *detection, uint32_t *n, struct error *e);

/* May be called from several threads at once. MUTATION_NONE: the original once more, which must be EQUIVALENT. */
struct detection_result detection_run(const struct detection *detection, const struct mutant *mutation);

/* The word of a check that caught no mutant, given the number that each check has caught; NULL: there is none.
 * BETTER is not required. */
const char *detection_untripped(const uint32_t caught[N_DIFFERENCES]);

/* "line 4 dropped"; "26a instead of 34 after line 19". Returns out. */
char *mutation_text(const struct rmr_algorithm *a, const struct mutant *mutation, char *out, size_t size);

/* "N = 2, sessions distinct, 1 passage each". Returns out. */
char *detection_scope_text(const struct detection_scope *scope, char *out, size_t size);

#endif
