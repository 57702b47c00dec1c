/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tidy.h: the last changes to a graph, once it is complete.
 */
#ifndef LANGUAGE_TIDY_H
#define LANGUAGE_TIDY_H

#include "language/flow.h"

/* Where a passage can end behind the critical section without an access, it is a step of its own: on those ways
 * only. */
void tidy_critical(struct flow *graph, struct pool *pool, uint32_t critical);

/* False: a passage may go from its entry to its exit or its end and pass by the critical section `critical`; or the
 * entry has no step at all; or, where there are sessions, a passage may go back to its entry behind the critical
 * section, and would keep the session of the one before. After tidy_critical, before tidy. */
bool tidy_passages(const struct flow *graph, uint32_t critical, bool sessions, const struct text_source *source,
                   struct error *e);

/* Leaves out what does nothing, finds the reads that begin rounds, and what is live. */
void tidy(struct flow *graph, struct pool *pool, uint64_t always);

/* False: a loop without an access that changes nothing. */
bool tidy_check(const struct flow *graph, const struct text_source *source, struct error *e);

#endif
