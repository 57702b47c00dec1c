/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * facets.h: the parts of a scope, in words. A series is what agrees in all of them; its name tells those that differ.
 * Only results/ includes this.
 */
#ifndef RESULTS_FACETS_H
#define RESULTS_FACETS_H

#include "results/load.h"

/* In the order in which names and scopes tell them. */
#define FACETS(FACET)                                                         \
  FACET(ALGORITHM) /* glb */                                                  \
  FACET(N)         /* N = 8; a facet only of series over another parameter */ \
  FACET(MEMORY)    /* cc */                                                   \
  FACET(ADVERSARY) /* random; "all schedules" where nobody chose */           \
  FACET(SESSIONS)  /* distinct sessions */                                    \
  FACET(PASSAGES)  /* 2 passages */                                           \
  FACET(START)     /* cold caches */                                          \
  FACET(DRIVE)     /* simulate */                                             \
  FACET(KIND)      /* sample */

enum facet {
#define FACET(name) FACET_##name,
  FACETS(FACET)
#undef FACET
    N_FACETS
};

enum { FACET_SIZE = 160 };

/* The words for one facet of a record into out; returns out. */
const char *facet_words(const struct record *r, enum facet facet, char out[FACET_SIZE]);

/* Whether two records agree in a facet. */
bool facet_equal(const struct record *a, const struct record *b, enum facet facet);

/* The words of the facets that `wanted` marks, with commas between them. The caller frees the text. */
char *facets_joined(const struct record *r, const bool wanted[N_FACETS]);

#endif
