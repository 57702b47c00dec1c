/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/analyses.h"

#include <stdlib.h>

#include "base/mem.h"

/* An analysis and the points that it was made of. */
struct made {
  size_t n;
  struct series_point *point;
  struct analysis *analysis;
};

struct analyses {
  size_t n;
  struct made *made;
};

struct analyses *analyses_new(void)
{
  return mem_new(1, sizeof(struct analyses));
}

void analyses_free(struct analyses *all)
{
  for (size_t k = 0; all != NULL && k < all->n; k++) {
    free(all->made[k].point);
    free(all->made[k].analysis);
  }
  if (all != NULL) free(all->made);
  free(all);
}

size_t analyses_made(const struct analyses *all)
{
  return all->n;
}

static bool same_number(double a, double b)
{
  return a == b || (a != a && b != b);
}

static bool same_points(const struct made *made, const struct series *s)
{
  bool same = made->n == s->n;
  for (size_t k = 0; same && k < s->n; k++)
    same = same_number(made->point[k].x, s->point[k].x) && same_number(made->point[k].value, s->point[k].value) &&
           made->point[k].complete == s->point[k].complete;
  return same;
}

const struct analysis *analysis_of(struct analyses *all, const struct series *s)
{
  for (size_t k = 0; k < all->n; k++)
    if (same_points(&all->made[k], s)) return all->made[k].analysis;
  all->made = mem_grow(all->made, all->n + 1, sizeof *all->made);
  struct made *made = &all->made[all->n++];
  *made = (struct made){s->n, mem_new(s->n, sizeof *made->point), mem_new(1, sizeof *made->analysis)};
  for (size_t k = 0; k < s->n; k++) made->point[k] = s->point[k];
  analyse(s, made->analysis);
  return made->analysis;
}
