/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * claim.h: does what was measured bear out what is said of an algorithm? One cell of a table like Table 1 of the GME
 * paper: a property, the growth of a cost, the number of registers, or whether they are bounded. Pure functions of
 * the evidence; where it comes from is results/analysis/tables.h.
 *
 * A disagreement has always something to show: a failure with its witness, a cost without bound, growth that leaves the
 * class that is said, registers that were counted. That something was not seen refutes no claim: that no exploration of
 * three processes breaks a property which is said not to hold leaves the cell undecided, and so does a cost that is
 * said to be unbounded and was not seen to be. On the other side an agreement is no proof: it means that all that was
 * seen is consistent with what is said, and the scope says how much that is. A lower bound that stays in O(f) never
 * proves O(f).
 */
#ifndef RESULTS_ANALYSIS_CLAIM_H
#define RESULTS_ANALYSIS_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

#include "results/analysis/analyses.h"
#include "results/analysis/judge.h"
#include "results/analysis/property_evidence.h"

#define AGREEMENTS(X)                     \
  X(AGREEMENT_NOT_DECIDED, "not decided") \
  X(AGREEMENT_AGREES, "agrees")           \
  X(AGREEMENT_DISAGREES, "disagrees")     \
  X(AGREEMENT_NOTHING_SAID, "nothing said")

enum agreement {
#define X(agreement, name) agreement,
  AGREEMENTS(X)
#undef X
    N_AGREEMENTS
};

#define HOWS(X)                                                                  \
  X(HOW_NOT_DECIDED, "not decided")                                              \
  X(HOW_EXPLORED, "explored exhaustively") /* all schedules, within the scope */ \
  X(HOW_REFUTED, "refuted with a witness") /* one schedule shows it           */ \
  X(HOW_RECOGNISED, "recognised exactly")  /* a formula meets every point     */ \
  X(HOW_FITTED, "fitted over N")                                                 \
  X(HOW_COMPARED, "compared at each N") /* with the formula that is said   */    \
  X(HOW_SIMULATED, "simulated")         /* samples                         */

enum how {
#define X(how, name) how,
  HOWS(X)
#undef X
    N_HOWS
};

struct ruling {
  enum agreement agreement;
  enum how how;
  char value[128], scope[256]; /* what came out, in a few words; what it is true for */
  char reason[2 * REASON_TEXT];
  const char *why; /* why nothing is decided, in a few words that fit into a cell; "" where something is */
  size_t shown;    /* the item of the evidence that shows it, or has the largest value, or NOTHING_SHOWN */
};

struct cost_trial {
  struct scope scope;
  double value; /* INFINITY: without bound */
  bool exact;   /* else a lower bound */
};

/* What one register, or field of one, came to in one exploration. */
struct reach {
  struct scope scope;
  const char *name;
  double largest, max; /* max: what is declared; NAN: unbounded */
  bool complete;       /* the exploration did not run out of memory */
  bool capped;         /* it met the largest value that was looked at */
};

extern const char *const agreement_names[N_AGREEMENTS];
enum agreement cell_agreement(const json_t *cell); /* of tables.json, or of a finding */
extern const char *const how_names[N_HOWS];

/* Each says what the evidence tells of a claim. `said` is "yes", "no" or "" (nothing) of properties and of bounded
 * registers, and the text of an `expect` clause or "" of the others. */
void claim_property(const char *said, enum property_id property, const struct property_trial *trial, size_t n,
                    struct ruling *out);

/* `known` keeps the analyses that are asked for. `exact` has the worst cases of explorations, `lower` the largest
 * values that were simulated; either may be without points. */
void claim_cost(const char *said, const struct cost_trial *trial, size_t n, const struct series *exact,
                const struct series *lower, struct analyses *known, struct ruling *out);

/* `formula`: what the algorithm's file says, "N ceil(lg N) + 3N", or "": a law that is not recognised by itself can
 * be compared. */
void claim_space(const char *said, const char *formula, const struct series *counted, struct analyses *known,
                 struct ruling *out);

/* The values of a metric at each N, explored or simulated. */
void claim_metric(const char *said, const struct series *s, struct analyses *known, struct ruling *out);

void claim_bounded(const char *said, const struct reach *reach, size_t n, struct ruling *out);

#endif
