/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_sort.c: base/sort.h puts numbers into the order that it is given, whatever order they come in: all orders of up
 * to seven, and longer ones drawn, beside what qsort makes of the same keys.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/sort.h"

#include <cmocka.h> /* last: its fail() is not ours */

enum { MOST = 3000 };

/* By a table of keys, no two of which are equal. */
static int by_key(const void *a, const void *b, void *self)
{
  const uint32_t *key = self;
  const uint32_t x = key[*(const uint32_t *)a], y = key[*(const uint32_t *)b];
  return (x > y) - (x < y);
}

static int by_value(const void *a, const void *b)
{
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The indices of the keys, sorted. */
static void check(uint32_t *key, size_t n)
{
  static uint32_t index[MOST], sorted[MOST];
  for (size_t k = 0; k < n; k++) index[k] = (uint32_t)k, sorted[k] = key[k];
  qsort(sorted, n, sizeof *sorted, by_value);
  sort_numbers(index, n, by_key, key);
  for (size_t k = 0; k < n; k++) assert_int_equal(key[index[k]], sorted[k]);
}

/* All orders of the keys from `from` on. */
static size_t permute(uint32_t *key, size_t from, size_t n)
{
  if (from == n) {
    check(key, n);
    return 1;
  }
  size_t count = 0;
  for (size_t k = from; k < n; k++) {
    const uint32_t here = key[from], there = key[k];
    key[from] = there, key[k] = here;
    count += permute(key, from + 1, n);
    key[from] = here, key[k] = there;
  }
  return count;
}

static void test_all_orders(void **state)
{
  (void)state;
  uint32_t key[7] = {3, 1, 4, 15, 9, 2, 6};
  size_t count = 0;
  for (size_t n = 0; n <= 7; n++) count += permute(key, 0, n);
  assert_int_equal(count, 1 + 1 + 2 + 6 + 24 + 120 + 720 + 5040);
}

static void test_long(void **state)
{
  (void)state;
  static uint32_t key[MOST];
  uint32_t seed = 7;
  for (uint32_t k = 0; k < MOST; k++) key[k] = (seed = seed * 1664525 + 1013904223) / MOST * MOST + k;
  for (size_t n = 8; n <= MOST; n += 199) check(key, n);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_orders), cmocka_unit_test(test_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
