/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * facets.h: the parts of a scope. The records of a series agree in all of them; its name lists those that differ from
 * other series. Each has a key, under which scope.h keeps it, and only this file puts it in words. Only results/
 * includes this.
 */
#ifndef RESULTS_FACETS_H
#define RESULTS_FACETS_H

#include "base/lookup.h"
#include "results/load.h"

/* FACET(name, key), in the order of names and scopes. */
#define FACETS(FACET)                                                                        \
  FACET(ALGORITHM, "algorithm") /* glb */                                                    \
  FACET(N, "n")                 /* N = 8; a facet only in series over another parameter */   \
  FACET(MEMORY, "memory")       /* cc */                                                     \
  FACET(ADVERSARY, "adversary") /* random; "all schedules" without adversary */              \
  FACET(OBSERVED, "observed")   /* P_N alone; empty where the cost is that of any process */ \
  FACET(SESSIONS, "sessions")   /* distinct sessions */                                      \
  FACET(PASSAGES, "passages")   /* 2 passages */                                             \
  FACET(FAULTS, "faults")       /* at most 1 crash; empty without faults */                  \
  FACET(TIME, "time")           /* slow=1; empty without time */                             \
  FACET(ORDER, "order")         /* tso; empty where writes do not wait */                    \
  FACET(START, "start")         /* cold caches */                                            \
  FACET(DRIVE, "drive")         /* simulate */                                               \
  FACET(KIND, "kind")           /* sample */

enum facet {
#define FACET(name, key) FACET_##name,
  FACETS(FACET)
#undef FACET
    N_FACETS
};

enum { FACET_SIZE = 160 };

const char *facet_key(enum facet facet);

/* Whether nothing is said of the facet where all is as usual: any process, no faults, no clock, no buffers. */
static inline bool facet_may_be_unsaid(enum facet facet)
{
  return facet == FACET_OBSERVED || facet == FACET_FAULTS || facet == FACET_TIME || facet == FACET_ORDER;
}

/* The value of a facet: a text, a number, or null (no adversary). A new reference. */
json_t *facet_value(const struct record *r, enum facet facet);

/* The facet as it is in the record, whole, where it is a text there; NULL: it is a number. */
const char *facet_text(const struct record *r, enum facet facet);

/* The words for such a value into out; returns out. */
const char *facet_value_words(enum facet facet, const json_t *value, char out[FACET_SIZE]);

/* Whether two records agree in a facet. */
bool facet_equal(const struct record *a, const struct record *b, enum facet facet);

/* Appends the facet to a key: equal facets add equal bytes, others do not. */
void facet_add_to(struct compound *key, const struct record *r, enum facet facet);

/* Adds the facets that records of the same worst case share, whatever the adversary. */
void facets_add_question(struct compound *key, const struct record *r);

/* The words of the facets that `wanted` marks, separated by commas. The caller frees the text. */
char *facets_joined(const struct record *r, const bool wanted[N_FACETS]);

#endif
