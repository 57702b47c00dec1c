/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/analyses.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/lookup.h"
#include "base/mem.h"

struct analyses {
  struct lookup points;       /* of the series that were analysed */
  struct compound key;        /* room for those of one */
  struct analysis **analysis; /* [points.n] */
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
  compound_begin(key);
  for (size_t k = 0; k < s->n; k++) {
    add_double(key, s->point[k].x);
    add_double(key, s->point[k].value);
    compound_add(key, &s->point[k].complete, sizeof s->point[k].complete);
  }
}

/* Without the room for candidates that there are not: it would be nearly all of it. */
static struct analysis *analysis_kept(const struct series *s)
{
  struct analysis *a = mem_new(1, sizeof *a);
  analyse(s, a);
  return mem_grow(a, 1, offsetof(struct analysis, candidate) + a->n_candidates * sizeof a->candidate[0]);
}

const struct analysis *analysis_of(struct analyses *all, const struct series *s)
{
  size_t k;
  make_key(&all->key, s);
  if (lookup_is_new(&all->points, all->key.bytes, all->key.length, &k)) {
    all->analysis = mem_grow(all->analysis, all->points.n, sizeof *all->analysis);
    all->analysis[k] = analysis_kept(s);
  }
  return all->analysis[k];
}
