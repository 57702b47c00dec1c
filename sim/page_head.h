/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * page_head.h: the head of the page of a run, which no step changes: the scope in words, the rows of the
 * pseudocode, the kinds of accesses.
 */
#ifndef SIM_PAGE_HEAD_H
#define SIM_PAGE_HEAD_H

#include "sim/trace_internal.h"

/* As a JSON string that may stand inside a script: "<" could begin a tag. */
void page_string(FILE *out, const char *text);

void page_scope(struct trace *trace, FILE *out);

/* Keys, each behind a comma. */
void page_rows(const struct rmr_algorithm *algorithm, FILE *out);
void page_kinds(FILE *out);

#endif
