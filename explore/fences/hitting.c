/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/fences/hitting.h"

#include <stdlib.h>

#include "base/mem.h"

void hitting_create(struct hitting *h)
{
  *h = (struct hitting){.set = mem_new(1, sizeof *h->set), .n = 1};
}

void hitting_free(struct hitting *h)
{
  free(h->set);
  *h = (struct hitting){0};
}

static int by_size(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  const int sizes = __builtin_popcountll(x) - __builtin_popcountll(y);
  return sizes != 0 ? sizes : (x > y) - (x < y);
}

/* Whether a set of the first n is a part of this one. */
static bool has_part(const uint64_t *set, uint32_t n, uint64_t of)
{
  for (uint32_t k = 0; k < n; k++)
    if ((set[k] & ~of) == 0) return true;
  return false;
}

void hitting_add(struct hitting *h, uint64_t member)
{
  uint64_t *all = mem_new((size_t)h->n * 64 + 1, sizeof *all);
  size_t n = 0;
  for (uint32_t k = 0; k < h->n; k++) {
    if ((h->set[k] & member) != 0) all[n++] = h->set[k];
    for (uint64_t rest = (h->set[k] & member) == 0 ? member : 0; rest != 0; rest &= rest - 1)
      all[n++] = h->set[k] | (rest & -rest);
  }
  qsort(all, n, sizeof *all, by_size);
  uint32_t kept = 0; /* smaller sets come first, so a set without a part before it is minimal */
  for (size_t k = 0; k < n; k++)
    if (!has_part(all, kept, all[k])) all[kept++] = all[k];
  free(h->set);
  *h = (struct hitting){all, kept};
}
