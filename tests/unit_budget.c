/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_budget.c: memory taken from a budget is counted, comes zeroed, grows without losing anything, and is counted no
 * more when it is given back.
 *
 * ctest: threads
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/budget.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const size_t sizes[] = {0, 1, 63, 64, 4096, 131071, 131072, 1 << 20, 2 << 20, (2 << 20) + 1, 40 << 20};
enum { SIZES = sizeof sizes / sizeof *sizes };

static bool is_zero(const unsigned char *block, size_t bytes)
{
  for (size_t k = 0; k < bytes; k++)
    if (block[k] != 0) return false;
  return true;
}

static void test_counting(void **state)
{
  (void)state;
  struct budget *b = budget_new(0);
  void *block[SIZES];
  size_t sum = 0;
  for (int k = 0; k < SIZES; k++) {
    block[k] = budget_take(b, sizes[k]);
    assert_non_null(block[k]);
    assert_true(is_zero(block[k], sizes[k]));
    memset(block[k], 0xff, sizes[k]); /* so that a block that is used again is not zero by chance */
    sum += sizes[k];
    assert_in_range(budget_taken(b), sum, sum + sum / 50 + 64 * SIZES + (2 << 20));
  }
  const size_t most = budget_taken(b);
  for (int k = 0; k < SIZES; k++) budget_give(b, block[k], sizes[k]);
  assert_int_equal(budget_taken(b), 0);
  assert_int_equal(budget_most(b), most);
  assert_false(budget_over(b));
  budget_free(b);
}

static void test_growing(void **state)
{
  (void)state;
  struct budget *b = budget_new(0);
  uint32_t *array = NULL;
  size_t capacity = 0;
  for (uint32_t k = 0; k < 3000000; k++) {
    if (k == capacity) {
      const size_t before = capacity;
      array = budget_grow(b, array, &capacity, sizeof *array);
      assert_non_null(array);
      assert_true(capacity > before);
      assert_int_equal(array[capacity - 1], 0);
    }
    array[k] = k;
  }
  for (uint32_t k = 0; k < 3000000; k++) assert_int_equal(array[k], k);
  assert_in_range(budget_taken(b), capacity * sizeof *array, capacity * sizeof *array + 4096);
  budget_give(b, array, capacity * sizeof *array);
  assert_int_equal(budget_taken(b), 0);
  budget_free(b);
}

static void test_limit(void **state)
{
  (void)state;
  struct budget *b = budget_new(1 << 20);
  void *first = budget_take(b, 1 << 19);
  assert_true(budget_fits(b, 1 << 19));
  assert_false(budget_fits(b, (1 << 19) + 1));
  void *second = budget_take(b, 1 << 20); /* counting does not refuse */
  assert_non_null(second);
  assert_true(budget_over(b));
  assert_false(budget_fits(b, 0));
  budget_give(b, second, 1 << 20);
  assert_false(budget_over(b));
  assert_false(budget_refused(b));
  assert_null(budget_take(b, SIZE_MAX / 2)); /* the system does */
  assert_true(budget_over(b));
  assert_true(budget_refused(b));
  budget_give(b, first, 1 << 19);
  budget_free(b);
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

enum { COPY = 1 << 20, THREADS = 8, ROUNDS = 50 };

static void *copy_often(void *self)
{
  struct budget *b = self;
  void *block = budget_take(b, COPY);
  for (int k = 0; k < ROUNDS; k++) {
    void *copy = budget_take_copy(b, COPY);
    memset(copy, k, COPY);
    budget_give_copied(b, block, COPY);
    block = copy;
  }
  budget_give(b, block, COPY);
  return NULL;
}

/* Each thread has a block, and there is room for one copy: they take turns. */
static void test_copies(void **state)
{
  (void)state;
  struct budget *b = budget_new((THREADS + 1) * (size_t)COPY);
  pthread_t thread[THREADS];
  for (int k = 0; k < THREADS; k++) assert_int_equal(pthread_create(&thread[k], NULL, copy_often, b), 0);
  for (int k = 0; k < THREADS; k++) pthread_join(thread[k], NULL);
  assert_int_equal(budget_taken(b), 0);
  assert_in_range(budget_most(b), 2 * COPY, (2 * THREADS - 1) * (size_t)COPY);
  budget_free(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_counting), cmocka_unit_test(test_growing),
                                     cmocka_unit_test(test_limit), cmocka_unit_test(test_copies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
