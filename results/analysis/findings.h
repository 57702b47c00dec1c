/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * findings.h: what the records of a directory tell of the claims about its algorithms, the gravest first:
 * findings.json, with which a report begins.
 *
 * A claim is what a row of a table says of an algorithm, or else what the algorithm's own file says, or a clause of
 * `expect`. What came of it gives its rank, in this order:
 *
 *   refuted             a property is said to hold and one schedule breaks it; a clause fails
 *   worse than claimed  a cost, or the number of registers, grows faster than is said
 *   unbounded           a cost that is said to have a bound has none
 *   undecided           nothing tells, or the failure is that of a stand-in, which is no proof against the original
 *   agrees              all that was seen is consistent with what is said
 *
 * Within a rank the order is that of the tables and algorithms in the results.
 */
#ifndef RESULTS_ANALYSIS_FINDINGS_H
#define RESULTS_ANALYSIS_FINDINGS_H

#include "results/analysis/benches.h"

/* X(rank, name) */
#define FINDING_RANKS(X)                 \
  X(FINDING_REFUTED, "refuted")          \
  X(FINDING_WORSE, "worse than claimed") \
  X(FINDING_UNBOUNDED, "unbounded")      \
  X(FINDING_UNDECIDED, "undecided")      \
  X(FINDING_AGREES, "agrees")

enum finding_rank {
#define X(rank, name) rank,
  FINDING_RANKS(X)
#undef X
    N_FINDING_RANKS
};

extern const char *const finding_rank_names[N_FINDING_RANKS];
enum finding_rank finding_rank_of(const json_t *finding); /* N_FINDING_RANKS: none */

/* {"findings": [{"rank", "subject", "claim", "text", ...}]}; docs/json.md has the form. The tables and the verdicts are
 * those of the same results. A new reference. */
json_t *findings_json(const struct results *r, const struct benches *benches, const json_t *tables,
                      const json_t *verdicts);

#endif
