/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/doubling.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* One more entry behind the place of `old`, in a list of n. */
static void stretch(uint32_t *list, uint32_t n, uint32_t old, uint32_t new)
{
  uint32_t at = 0;
  while (list[at] != old) at++;
  memmove(list + at + 2, list + at + 1, (n - at - 1) * sizeof *list);
  list[at + 1] = new;
}

/* list: a row of n for each philosopher; k of them are there, with k - 1 neighbours each. */
static void double_one(uint32_t *list, uint32_t n, uint32_t k, uint32_t old)
{
  uint32_t *of_old = list + (size_t)old * n, *of_new = list + (size_t)k * n;
  for (uint32_t i = 0; i < k; i++)
    if (i != old) stretch(list + (size_t)i * n, k - 1, old, k);
  memcpy(of_new + 1, of_old, (k - 1) * sizeof *of_new);
  memmove(of_old + 1, of_old, (k - 1) * sizeof *of_old);
  of_new[0] = old;
  of_old[0] = k;
}

void doubling_orders(const uint32_t *whom, struct orders *out)
{
  uint32_t *list = mem_new((size_t)out->n * out->n, sizeof *list);
  for (uint32_t k = 1; k < out->n; k++) double_one(list, out->n, k, whom[k]);
  for (uint32_t i = 0; i < out->n; i++) orders_set(out, i, list + (size_t)i * out->n);
  free(list);
}

/* The share of a philosopher is the number of those that come of it. The one with the largest share left is doubled and
 * hands half of it over: so every split of the recurrence is made. */
void doubling_balanced(uint32_t n, uint32_t *whom)
{
  uint32_t *share = mem_new(n, sizeof *share);
  share[0] = n;
  for (uint32_t k = 1; k < n; k++) {
    uint32_t most = 0;
    for (uint32_t i = 1; i < k; i++)
      if (share[i] > share[most]) most = i;
    whom[k] = most;
    share[k] = share[most] / 2;
    share[most] -= share[k];
  }
  free(share);
}
