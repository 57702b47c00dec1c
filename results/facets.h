/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * facets.h: the parts of a scope. A series is what agrees in all of them; its name tells those that differ. Each has a
 * key, under which scope.h keeps it, and this is the one place that says it in words. Only results/ includes this.
 */
#ifndef RESULTS_FACETS_H
#define RESULTS_FACETS_H

#include "base/lookup.h"
#include "results/load.h"

/* FACET(name, key), in the order in which names and scopes tell them. */
#define FACETS(FACET)                                                                      \
  FACET(ALGORITHM, "algorithm") /* glb */                                                  \
  FACET(N, "n")                 /* N = 8; a facet only of series over another parameter */ \
  FACET(MEMORY, "memory")       /* cc */                                                   \
  FACET(ADVERSARY, "adversary") /* random; "all schedules" where nobody chose */           \
  FACET(SESSIONS, "sessions")   /* distinct sessions */                                    \
  FACET(PASSAGES, "passages")   /* 2 passages */                                           \
  FACET(FAULTS, "faults")       /* at most 1 crash; nothing where there are none */        \
  FACET(TIME, "time")           /* slow=1; nothing where there is none */                  \
  FACET(START, "start")         /* cold caches */                                          \
  FACET(DRIVE, "drive")         /* simulate */                                             \
  FACET(KIND, "kind")           /* sample */

enum facet {
#define FACET(name, key) FACET_##name,
  FACETS(FACET)
#undef FACET
    N_FACETS
};

enum { FACET_SIZE = 160 };

const char *facet_key(enum facet facet);

/* The value of a facet: a text, a number, or null (nobody chose). A new reference. */
json_t *facet_value(const struct record *r, enum facet facet);

/* The words for such a value into out; returns out. */
const char *facet_value_words(enum facet facet, const json_t *value, char out[FACET_SIZE]);

/* Whether two records agree in a facet. */
bool facet_equal(const struct record *a, const struct record *b, enum facet facet);

/* Puts the facet at the end of a key: records that agree in it add the same, others do not. */
void facet_add_to(struct compound *key, const struct record *r, enum facet facet);

/* All that two records have in common where they ask for the same worst case, whoever schedules. */
void facets_add_question(struct compound *key, const struct record *r);

/* The words of the facets that `wanted` marks, with commas between them. The caller frees the text. */
char *facets_joined(const struct record *r, const bool wanted[N_FACETS]);

#endif
