/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_tightness.c: where a directory has explored and simulated the same thing: the exact worst case, the best that
 * was simulated, and how near that is.
 */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "plots/report/grid.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "results/tightness.h"

enum { SCOPES = 4 }; /* columns that tell what a row is true for */

static void number_cell(struct grid *t, double value)
{
  fprintf(grid_cell(t, "number"), "%.15g", value);
}

static void pair_row(struct grid *t, const struct tightness *p)
{
  grid_row(t);
  grid_text(t, "", p->exact->algorithm);
  grid_text(t, "", p->exact->memory);
  grid_text(t, "", p->exact->sessions);
  if (p->exact->passages == 0)
    grid_text(t, "", "endless");
  else
    number_cell(t, (double)p->exact->passages);
  number_cell(t, (double)p->exact->n);
  if (isinf(p->worst))
    grid_text(t, "number", "unbounded");
  else
    fprintf(grid_cell(t, "number"), "%s%.15g", p->verdict == NEARNESS_NOT_EXACT ? "≥ " : "", p->worst);
  number_cell(t, p->reached);
  grid_text(t, "", p->nearest->adversary);
  if (isnan(p->ratio))
    grid_text(t, "number", "–");
  else /* rounded down, so that 100 % and 90 % are reached only where they are */
    fprintf(grid_cell(t, "number"), "%.0f %%", floor(100 * p->ratio + 1e-9));
  grid_text(t, "", tightness_words(p->verdict));
}

static size_t count(const struct tightness_list *list, bool (*which)(const struct tightness *))
{
  size_t n = 0;
  for (size_t k = 0; k < list->n; k++) n += which(&list->pair[k]);
  return n;
}

static bool is_comparable(const struct tightness *p)
{
  return !isnan(p->ratio);
}

static bool is_near(const struct tightness *p)
{
  return is_comparable(p) && p->ratio >= NEARNESS_WANTED;
}

static bool is_several(const struct tightness *p)
{
  return p->exact->passages != 1;
}

/* The quantities that are compared, how often they come near, and, where it matters, why the two are not quite the
 * same. */
static char *caption_of(const struct tightness_list *list)
{
  const size_t all = count(list, is_comparable), near = count(list, is_near), several = count(list, is_several);
  char *counts = mem_format("%zu of %zu reach %.0f %% of the exact value; those below that are marked \"%s\".", near,
                            all, 100 * NEARNESS_WANTED, tightness_words(NEARNESS_SHORT));
  char *caption = mem_format(
    "The most RMRs of one passage, exactly and as simulated. Exact: over all schedules and processes, the observed "
    "one making one passage from cold caches while the others make the given number of passages each. Simulated: "
    "the worst passage of any process under any of the adversaries, a lower bound, with the adversary that reached "
    "it first.%s%s Simulated processes that wait are parked (docs/model.md), which hides some schedules from every "
    "adversary but recorded ones. %s",
    several < list->n ? " Where each process makes one passage the two are the same quantity." : "",
    several > 0
      ? " Where each makes more, they are not quite: a simulated passage may be a later one, with warm caches "
        "and used registers, and cost less or more than any first one; the ratio is a guide then."
      : "",
    counts);
  free(counts);
  return caption;
}

void part_tightness(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"algorithm", "memory",    "sessions", "passages", "N", "exact",
                                      "simulated", "adversary", "ratio",    "verdict",  NULL};
  struct tightness_list list;
  results_tightness(s->results, &list);
  if (list.n > 0) {
    char *caption = caption_of(&list);
    part_heading(out, s, "nearness", "Simulated and exact worst cases");
    struct grid *t = grid_new(caption, heads, SCOPES);
    for (size_t k = 0; k < list.n && k < ROWS_MOST; k++) pair_row(t, &list.pair[k]);
    grid_end_cut(t, out, list.n, "nearness.json");
    free(caption);
  }
  tightness_list_free(&list);
}
