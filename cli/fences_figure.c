/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/fences_figure.h"

#include <stdlib.h>

#include "base/mem.h"
#include "plots/alone.h"
#include "results/load.h"

/* The costs to draw: where they have no end, those of one passage each. NULL: none are known. */
static const struct fences_costs *drawn(const struct fences_set *set)
{
  const struct fences_costs *c = set->costs.unbounded ? &set->one_shot : &set->costs;
  return c->known && !c->unbounded ? c : NULL;
}

/* Whether another set has no more of both, and less of one. */
static bool is_beaten(const struct fences *f, const struct fences_costs *c)
{
  for (uint32_t k = 0; k < f->n_sets; k++) {
    const struct fences_costs *other = drawn(&f->set[k]);
    if (other != NULL && other->rmr <= c->rmr && other->fences <= c->fences &&
        (other->rmr < c->rmr || other->fences < c->fences))
      return true;
  }
  return false;
}

static void add_series(struct series_list *list, const char *name, double fences, double rmr)
{
  struct series s = series_plain(name, "RMRs of a passage", "fences of a passage", KIND_EXACT);
  series_add_point(&s, fences, rmr);
  list->series[list->n++] = s;
}

bool fences_draw(const struct fences *f, const struct system_spec *setup, const char *question, const char *path,
                 struct error *e)
{
  struct series_list list = {.series = mem_new((size_t)f->n_sets + 2, sizeof *list.series)};
  struct series front = series_plain("cheapest by some weight", "RMRs of a passage", "fences of a passage", KIND_EXACT);
  for (uint32_t k = 0; k < f->n_sets && list.n + 1 < ALONE_MOST; k++) {
    const struct fences_costs *c = drawn(&f->set[k]);
    char name[ORDER_SIZE];
    if (c == NULL) continue;
    const struct order_spec order = fences_order(f, &setup->order, f->set[k].places);
    add_series(&list, order_fences_text(&order, setup->algorithm, name, sizeof name), (double)c->fences,
               (double)c->rmr);
    if (!is_beaten(f, c)) series_add_point(&front, (double)c->fences, (double)c->rmr);
  }
  series_put_in_order(&front);
  if (front.n > 1)
    list.series[list.n++] = front;
  else
    series_free(&front);
  char *caption = mem_format("%s. A mark for each minimal set of fences.", question);
  const struct alone alone = {
    .list = &list, .metric = "RMRs of a passage", .title = "RMRs against fences", .caption = caption, .unguided = true};
  const bool ok =
    list.n > 0 ? alone_draw(&alone, path, e) : fail(e, EXIT_INCOMPLETE, "nothing to draw: no cost is known");
  free(caption);
  series_list_free(&list);
  return ok;
}
