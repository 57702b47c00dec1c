/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * findings.h: the results of a directory for the claims about its algorithms: findings.json, with which a report
 * begins. First comes what a reader of the claims would not expect, and last what everybody says.
 *
 * A claim is made by a row of a table, or else by the algorithm's own file, or by a clause of `expect`. Its result
 * gives its rank, in this order:
 *
 *   worse than claimed  a cost, or the number of registers, grows faster than claimed
 *   unbounded           a cost claimed to be bounded is not
 *   refuted             a property is claimed to hold and one schedule violates it, or the other way round with a
 *                       proof; a clause fails
 *   less than claimed   a cost or the number of registers is less than claimed, or grows more slowly
 *   known to fail       a schedule violates a property of an algorithm that is known to be wrong
 *   undecided           there is no evidence, or only the failure of a stand-in, which proves nothing for the original
 *   proved              a proof for every N confirms the claim
 *   agrees              all evidence is consistent with the claim
 *
 * Within a rank the order is that of the tables and algorithms in the results.
 */
#ifndef RESULTS_ANALYSIS_FINDINGS_H
#define RESULTS_ANALYSIS_FINDINGS_H

#include "results/analysis/benches.h"

/* X(rank, name) */
#define FINDING_RANKS(X)                 \
  X(FINDING_WORSE, "worse than claimed") \
  X(FINDING_UNBOUNDED, "unbounded")      \
  X(FINDING_REFUTED, "refuted")          \
  X(FINDING_LESS, "less than claimed")   \
  X(FINDING_KNOWN, "known to fail")      \
  X(FINDING_UNDECIDED, "undecided")      \
  X(FINDING_PROVED, "proved")            \
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
