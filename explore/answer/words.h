/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * words.h: results in words that the command line and the records share: an answer reads the same everywhere.
 */
#ifndef EXPLORE_ANSWER_WORDS_H
#define EXPLORE_ANSWER_WORDS_H

#include "explore/answer/answer.h"

/* "holds (bounded by 2 passages each)"; 128 bytes are enough. */
char *explored_verdict_text(const struct system_spec *setup, const struct explored *explored, uint32_t property,
                            char *out, size_t size);

/* The same for one property, or for an invariant. */
char *explored_holds_text(const struct system_spec *setup, const struct explored *explored,
                          const struct explored_property *p, char *out, size_t size);

/* All invariants together: the one that does not hold, with its text, or a list of them; "" if none was asked for.
 * 192 bytes are enough. */
char *explored_invariants_text(const struct system_spec *setup, const struct explored *explored, char *out,
                               size_t size);

/* The processes or the bound of a verdict: "P2 can starve"; "" where it has none. 96 bytes are enough. */
char *explored_detail_text(uint32_t property, const struct explored_property *p, char *out, size_t size);

/* "exact", "lower bound", "bounded by the cap". */
const char *explored_scope_text(const struct explored_cost *cost);

/* The worst-case cost over the processes; of equal ones the first. NULL: no costs were asked for. */
const struct explored_cost *explored_costliest(const struct explored *explored);

#endif
