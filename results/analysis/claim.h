/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * claim.h: judges whether the measurements confirm a claim about an algorithm. The claim is one cell of a table like
 * Table 1 of the GME paper: a property, the growth of a cost, the number of registers, or whether they are bounded.
 * These are pure functions of the evidence, which results/analysis/tables.h provides.
 *
 * A disagreement always has evidence: a failure with its witness, a cost without bound, growth outside the claimed
 * class, counted registers. Missing evidence refutes no claim. If a property is claimed not to hold and no exploration
 * of three processes violates it, the cell is undecided; so it is if a cost is claimed to be unbounded and no run shows
 * it. On the other side an agreement is no proof: all evidence is consistent with the claim, and the scope says how
 * much that is. A lower bound that stays in O(f) never proves O(f). A proof for every N does: then the claim
 * does not only agree, it is proved.
 */
#ifndef RESULTS_ANALYSIS_CLAIM_H
#define RESULTS_ANALYSIS_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

#include "results/analysis/analyses.h"
#include "results/analysis/judge.h"
#include "results/analysis/property_evidence.h"
#include "results/bound.h"

#define AGREEMENTS(X)                     \
  X(AGREEMENT_NOT_DECIDED, "not decided") \
  X(AGREEMENT_AGREES, "agrees")           \
  X(AGREEMENT_DISAGREES, "disagrees")     \
  X(AGREEMENT_PROVED, "proved")           \
  X(AGREEMENT_NOTHING_SAID, "nothing said")

enum agreement {
#define X(agreement, name) agreement,
  AGREEMENTS(X)
#undef X
    N_AGREEMENTS
};

#define HOWS(X)                                                                  \
  X(HOW_NOT_DECIDED, "not decided")                                              \
  X(HOW_PROVED, "proved for every N")                                            \
  X(HOW_EXPLORED, "explored exhaustively") /* all schedules of the scope */      \
  X(HOW_REFUTED, "refuted with a witness") /* one schedule shows it           */ \
  X(HOW_RECOGNISED, "recognised exactly")  /* a formula fits every point      */ \
  X(HOW_FITTED, "fitted over N")                                                 \
  X(HOW_COMPARED, "compared at each N") /* with the claimed formula        */    \
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
  bool less;                   /* it disagrees, as the seen value is less than the claimed one */
  char value[192], scope[256]; /* the result, in a few words; its scope */
  char reason[2 * REASON_TEXT];
  const char *why; /* why it is not decided, in a few words that fit into a cell; "" where it is         */
  size_t shown;    /* the evidence item that shows it, or has the largest value, or NOTHING_SHOWN        */
};

struct cost_trial {
  struct scope scope;
  double value; /* INFINITY: without bound */
  bool exact;   /* else a lower bound */
};

/* The values of one register, or field of one, in one exploration. */
struct reach {
  struct scope scope;
  const char *name;
  double largest, max; /* max: as declared; NAN: unbounded */
  bool complete;       /* the exploration did not run out of memory */
  bool capped;         /* it reached the cap */
};

extern const char *const agreement_names[N_AGREEMENTS];
enum agreement cell_agreement(const json_t *cell); /* of tables.json, or of a finding */
extern const char *const how_names[N_HOWS];

/* Each judges a claim by the evidence. `said` is "yes", "no" or "" (nothing) for properties and for bounded
 * registers, and the text of an `expect` clause or "" for the others. */
void claim_property(const char *said, enum property_id property, const struct property_trial *trial, size_t n,
                    struct ruling *out);

/* `known` caches the analyses. `exact` has the worst cases of explorations, `lower` the largest simulated values;
 * either may be without points. `proved`: for every N; NULL: no bound is. */
void claim_cost(const char *said, const struct cost_trial *trial, size_t n, const struct series *exact,
                const struct series *lower, const struct bound *proved, struct analyses *known, struct ruling *out);

/* `formula`: the formula of the algorithm's file, "N ceil(lg N) + 3N", or "": it allows a comparison where no law is
 * recognised. */
void claim_space(const char *said, const char *formula, const struct series *counted, struct analyses *known,
                 struct ruling *out);

/* The values of a metric at each N, explored or simulated. */
void claim_metric(const char *said, const struct series *s, struct analyses *known, struct ruling *out);

void claim_bounded(const char *said, const struct reach *reach, size_t n, struct ruling *out);

#endif
