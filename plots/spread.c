/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * spread.c: labels that would overlap stick together and move as one block to the mean of the places that its members
 * want; blocks that meet become one, until none meets another.
 */
#include "plots/spread.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

struct block {
  size_t first, n;
  double height, want; /* want: the sum of where each member would like the block's lower end to be */
  double low;          /* its lower end */
};

static void settle(struct block *b, double low, double high)
{
  b->low = fmax(fmin(b->want / (double)b->n, high - b->height), low);
}

/* The upper block, whose members come after those of the lower. */
static struct block joined(const struct block *lower, const struct block *upper)
{
  return (struct block){.first = lower->first,
                        .n = lower->n + upper->n,
                        .height = lower->height + upper->height,
                        .want = lower->want + upper->want - (double)upper->n * lower->height};
}

void spread(size_t n, const double *wanted, const double *height, double low, double high, double *middle)
{
  struct block *block = mem_new(n, sizeof *block);
  size_t blocks = 0;
  for (size_t k = 0; k < n; k++) {
    block[blocks] = (struct block){.first = k, .n = 1, .height = height[k], .want = wanted[k] - height[k] / 2};
    settle(&block[blocks++], low, high);
    while (blocks > 1 && block[blocks - 2].low + block[blocks - 2].height > block[blocks - 1].low) {
      block[blocks - 2] = joined(&block[blocks - 2], &block[blocks - 1]);
      settle(&block[--blocks - 1], low, high);
    }
  }
  for (size_t b = 0; b < blocks; b++) {
    double at = block[b].low;
    for (size_t k = block[b].first; k < block[b].first + block[b].n; k++) {
      middle[k] = at + height[k] / 2;
      at += height[k];
    }
  }
  free(block);
}
