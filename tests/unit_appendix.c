/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_appendix.c: the appendix of "Distributed Arbitration", formula by formula, where numbers can decide it. It
 * proves that f(m + n) <= (n + 1) f(m) + (m + 1) f(n) for the f that is made of halves. Our copy sums its expression
 * (5) over 0 <= i <= 2; the terms that it goes on to name are those of i = 0 and 1, and only these give P.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "model/arbitration/minimum.h"

#include <cmocka.h> /* last: it takes the name fail for itself */

enum { MOST = 256 }; /* f(256) is about 2^38: no product here leaves 64 bits */

struct table {
  int64_t f[MOST + 1];
};

static struct table table_of_halves(void)
{
  struct table t = {{0}};
  for (uint32_t n = 1; n <= MOST; n++) {
    char *text = minimum_by_halves(n);
    t.f[n] = strtoll(text, NULL, 10);
    free(text);
  }
  return t;
}

/* (0) and (1) of the appendix. */
static int64_t P(const struct table *t, int64_t m, int64_t n)
{
  return (m + 1) * t->f[n] - t->f[m + n] + (n + 1) * t->f[m];
}

static int64_t Q(const struct table *t, int64_t m, int64_t n)
{
  return m * t->f[n] - n * t->f[m];
}

/* (5), the sum over i below `terms`. */
static int64_t expression_5(const struct table *t, int64_t m, int64_t n, unsigned terms)
{
  const int64_t x[4] = {m / 2, (m + 1) / 2, n / 2, (n + 1) / 2};
  int64_t sum = 0;
  for (unsigned i = 0; i < terms; i++)
    sum += (x[i ^ 1] + x[i ^ 2] + 1) * P(t, x[i], x[i ^ 3]) + (x[i ^ 3] - x[i ^ 1]) * Q(t, x[i], x[i ^ 2]);
  return sum;
}

static void test_differences(void **state)
{
  const struct table t = table_of_halves();
  (void)state;
  for (int n = 1; n + 2 <= MOST; n++) {
    const int64_t difference = t.f[n + 2] - 2 * t.f[n + 1] + t.f[n];
    const int k = n / 2;
    if (n == 1) assert_int_equal(difference, 4);
    if (n > 1 && n % 2 == 0) assert_int_equal(difference, 2 * (t.f[k + 1] - t.f[k]));
    if (n > 1 && n % 2 == 1) assert_int_equal(difference, (k + 2) * (t.f[k + 2] - 2 * t.f[k + 1] + t.f[k]));
    assert_true(difference > 0);
    assert_true(n * t.f[n + 1] - (n + 1) * t.f[n] > 0); /* (4) */
  }
}

static void test_expression_5(void **state)
{
  const struct table t = table_of_halves();
  unsigned three_terms = 0;
  (void)state;
  for (int m = 2; m <= MOST / 2; m++)
    for (int n = 2; n <= MOST / 2; n++) {
      assert_int_equal(expression_5(&t, m, n, 2), P(&t, m, n));
      three_terms += expression_5(&t, m, n, 3) != P(&t, m, n);
    }
  assert_true(three_terms > 0);
}

static void test_halves_are_best(void **state)
{
  const struct table t = table_of_halves();
  (void)state;
  for (int m = 1; m < MOST; m++)
    for (int n = 1; m + n <= MOST; n++) {
      if (m <= n) assert_true(Q(&t, m, n) >= 0); /* (2) */
      assert_true(P(&t, m, n) >= 0);
      if (m - n <= 1 && n - m <= 1) assert_int_equal(P(&t, m, n), 0);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_differences),
    cmocka_unit_test(test_expression_5),
    cmocka_unit_test(test_halves_are_best),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
