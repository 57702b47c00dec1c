/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/ranks.h"

#include <inttypes.h>

uint64_t ranks_sum(struct ranks *ranks, uint64_t value)
{
  if (ranks_several(ranks)) ranks->combine(ranks, &value, 1, RANKS_SUM);
  return value;
}

uint64_t ranks_most(struct ranks *ranks, uint64_t value)
{
  if (ranks_several(ranks)) ranks->combine(ranks, &value, 1, RANKS_MOST);
  return value;
}

bool ranks_agree(struct ranks *ranks, bool well, struct error *e)
{
  if (!ranks_several(ranks)) return well;
  uint64_t first = well ? ranks->n : ranks->rank;
  ranks->combine(ranks, &first, 1, RANKS_LEAST);
  if (first == ranks->n) return true;
  struct error why = *e;
  ranks->share(ranks, (uint32_t)first, &why, sizeof why);
  *e = (struct error){0};
  if (first == 0) {
    *e = why;
    return false;
  }
  char text[1200];
  return fail(e, why.code, "rank %" PRIu64 ": %s", first, error_string(&why, text, sizeof text));
}

bool ranks_same(struct ranks *ranks, uint64_t value)
{
  if (!ranks_several(ranks)) return true;
  uint64_t least = value;
  ranks->combine(ranks, &least, 1, RANKS_LEAST);
  return ranks_most(ranks, value) == least;
}
