/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/analyses.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/analysis/known_metric.h"

struct analyses {
  struct lookup points;       /* of the series that were analysed */
  struct compound key;        /* room for those of one */
  struct analysis **analysis; /* [points.n] */
  struct analysis room;       /* for one that is being made */
};

struct analyses *analyses_new(void)
{
  return mem_new(1, sizeof(struct analyses));
}

void analyses_free(struct analyses *all)
{
  if (all == NULL) return;
  for (size_t k = 0; k < all->points.n; k++) free(all->analysis[k]);
  free(all->analysis);
  lookup_free(&all->points);
  compound_free(&all->key);
  free(all);
}

size_t analyses_made(const struct analyses *all)
{
  return all->points.n;
}

/* Equal numbers add equal bytes: there are two zeros, and many that are none. */
static void add_double(struct compound *key, double value)
{
  if (value == 0) value = 0;
  if (isnan(value)) value = NAN;
  compound_add(key, &value, sizeof value);
}

static void make_key(struct compound *key, const struct series *s)
{
  const enum known known = known_of(s->metric, false);
  compound_begin(key);
  compound_add(key, &known, sizeof known);
  compound_add_text(key, s->x_name);
  compound_add_number(key, (int64_t)s->n_missing);
  for (size_t k = 0; k < s->n; k++) {
    add_double(key, s->point[k].x);
    add_double(key, s->point[k].value);
    compound_add(key, &s->point[k].complete, sizeof s->point[k].complete);
  }
}

/* Without the room for candidates that there are not: it would be nearly all of it. Copied rather than cut, as a cut
 * leaves a hole that nothing else fits into. */
static struct analysis *analysis_kept(struct analyses *all, const struct series *s)
{
  analyse(s, &all->room);
  const size_t size = offsetof(struct analysis, candidate) + all->room.n_candidates * sizeof(struct fitted_class);
  return memcpy(mem_new(1, size), &all->room, size);
}

const struct analysis *analysis_of(struct analyses *all, const struct series *s)
{
  size_t k;
  make_key(&all->key, s);
  if (lookup_is_new(&all->points, all->key.bytes, all->key.length, &k)) {
    all->analysis = mem_another(all->analysis, k, sizeof *all->analysis);
    all->analysis[k] = analysis_kept(all, s);
  }
  return all->analysis[k];
}
