/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ruling.h: how a ruling is written down. Only claim.c and claim_cost.c include this.
 */
#ifndef ANALYSIS_RULING_H
#define ANALYSIS_RULING_H

#include "analysis/claim.h"

/* Nothing decided, nothing shown. */
void ruling_begin(struct ruling *out);

/* The end: where nothing is said, there is nothing to agree with. */
void ruling_conclude(struct ruling *out, const char *said, enum agreement agreement, enum how how);

/* Puts more at the end of a text of `size` bytes, and cuts off what has no room. */
void ruling_add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#define ADD(array, ...) ruling_add(array, sizeof(array), __VA_ARGS__)

/* Fewer processes, or as many and fewer passages. Passages without end are the most. */
bool scope_fewer(const struct scope *a, const struct scope *b);

#endif
