/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print_fences.h: the output of `rmr fences`, as text and as JSON.
 */
#ifndef CLI_PRINT_FENCES_H
#define CLI_PRINT_FENCES_H

#include <jansson.h>

#include "explore/fences/fences.h"

/* The question and its answer; sessions: as the user wrote them; weight: the RMRs for which a fence counts. */
struct fences_told {
  const struct fences_spec *spec;
  const struct fences *fences;
  const char *sessions;
  uint32_t weight;
};

/* "2+3+cs", "none" into out; returns out. */
char *fences_places_text(const struct fences_told *told, uint64_t places, char *out, size_t size);

/* "N = 2, memory cc, sessions distinct, passages without end, order tso"; the caller frees it. */
char *fences_scope(const struct fences_told *told);

void print_fences(const struct fences_told *told, double seconds);

json_t *fences_json(const struct fences_told *told);

#endif
