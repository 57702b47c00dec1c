/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/counted_claims.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "language/machine.h"
#include "model/guarded.h"
#include "model/system.h"
#include "results/formula.h"

enum { MOST_N = 8 };

/* A claim that is no formula of N, as where it names the sessions, is not counted. */
static char *wrong_space(const struct algorithm_choice *choice)
{
  const char *claimed = choice->algorithm->claims.space;
  struct formula formula;
  struct error ignored = {0};
  if (claimed == NULL || !formula_parse(claimed, &formula, &ignored)) return NULL;
  for (uint32_t n = 2; n <= MOST_N; n++) {
    const struct rmr_size size = {
      .n = n, .sessions = n, .passages = n, .parameters = choice->parameters, .self = guarded_self(choice->algorithm)};
    const uint64_t there = algorithm_space(choice->algorithm, size);
    if (formula_value(&formula, n, 0) != (double)there)
      return mem_format("space: %s is claimed, and there are %" PRIu64 " registers at N = %" PRIu32, claimed, there, n);
  }
  return NULL;
}

/* Of a time only the age matters, which is bounded. */
static char *wrong_bounds(const struct rmr_algorithm *a)
{
  const struct rmr_shared *unbounded = NULL;
  for (uint32_t g = 0; g < a->n_shared && unbounded == NULL; g++)
    if (!algorithm_bounds(&a->shared[g]) && !a->shared[g].time) unbounded = &a->shared[g];
  if (a->claims.bounded == RMR_YES && unbounded != NULL)
    return mem_format("bounded is claimed, and %s has no range", unbounded->name);
  if (a->claims.bounded == RMR_NO && unbounded == NULL)
    return mem_text("unbounded is claimed, and all registers have a range");
  return NULL;
}

/* An update is what the algorithm says that it is. */
static char *wrong_primitives(const struct algorithm_choice *choice)
{
  const struct rmr_algorithm *a = choice->algorithm;
  if (choice->machine == NULL || a->claims.primitives == NULL) return NULL;
  const struct flow *g = &choice->machine->graph;
  for (uint32_t line = 1; line <= g->n_lines; line++) {
    const uint8_t kind = g->node[g->at_line[line]].access;
    if (!rmr_kind_accesses(kind) || kind == RMR_UPDATE || strstr(a->claims.primitives, rmr_kind_text(kind)) != NULL)
      continue;
    return mem_format("%s: that is all that is claimed, and line %s is a %s", a->claims.primitives,
                      rmr_line_of(a, (uint16_t)line)->label, rmr_kind_text(kind));
  }
  return NULL;
}

uint32_t counted_claims_wrong(const struct algorithm_choice *choice, char *wrong[MOST_COUNTED_CLAIMS])
{
  char *const all[MOST_COUNTED_CLAIMS] = {wrong_space(choice), wrong_bounds(choice->algorithm),
                                          wrong_primitives(choice)};
  uint32_t n = 0;
  for (uint32_t k = 0; k < MOST_COUNTED_CLAIMS; k++)
    if (all[k] != NULL) wrong[n++] = all[k];
  return n;
}
