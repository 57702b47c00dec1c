/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/slots.h"

#include <math.h>
#include <stdint.h>

#include "base/platform.h"

void slots_create(struct slots *s, unsigned threads)
{
  *s = (struct slots){.all = threads > 0 ? threads : 1};
  s->memory = platform_memory() / 4 * 3;
}

unsigned slots_for(const struct slots *s, double weight, bool alone)
{
  if (alone || !(weight < s->weight)) return s->all;
  const double share = ceil(s->all * weight / s->weight);
  return share < 1 ? 1 : share < s->all ? (unsigned)share : s->all;
}

bool slots_free(const struct slots *s, unsigned threads, size_t bytes)
{
  return s->working == 0 || (threads <= s->all - s->taken && s->used <= s->memory && bytes <= s->memory - s->used);
}

void slots_take(struct slots *s, unsigned threads, size_t bytes, double weight)
{
  s->working++;
  s->taken += threads;
  s->used += bytes;
  s->weight -= weight;
}

void slots_give(struct slots *s, unsigned threads, size_t bytes)
{
  s->working--;
  s->taken -= threads;
  s->used -= bytes;
}
