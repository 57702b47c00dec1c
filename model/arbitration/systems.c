/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/systems.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static uint64_t times(uint64_t a, uint64_t b)
{
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* UINT64_MAX: so much or more. */
static uint64_t factorial(uint32_t n)
{
  uint64_t product = 1;
  for (uint32_t k = 2; k <= n; k++) product = times(product, k);
  return product;
}

uint64_t systems_count(const struct orders *orders)
{
  uint64_t count = 1;
  for (uint32_t i = 0; i < orders->n; i++) count = times(count, factorial(orders_degree(orders, i)));
  return count;
}

static int ascending(const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* The permutation of an ascending list that has so many others before it. */
static void permute(uint32_t *list, uint32_t n, uint64_t before)
{
  for (uint32_t k = 0; k + 1 < n; k++) {
    const uint64_t each = factorial(n - 1 - k);
    const uint32_t at = k + (uint32_t)(before / each), chosen = list[at];
    before %= each;
    memmove(list + k + 1, list + k, (at - k) * sizeof *list);
    list[k] = chosen;
  }
}

void systems_at(struct orders *orders, uint64_t number)
{
  uint32_t *list = mem_new(orders->n, sizeof *list);
  for (uint32_t i = orders->n; i-- > 0;) {
    const uint32_t degree = orders_degree(orders, i);
    const uint64_t each = factorial(degree);
    memcpy(list, orders_of(orders, i), degree * sizeof *list);
    qsort(list, degree, sizeof *list, ascending);
    permute(list, degree, number % each);
    orders_set(orders, i, list);
    number /= each;
  }
  assert(number == 0);
  free(list);
}
