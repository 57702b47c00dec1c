/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_orders_more.c: as unit_orders.c, for larger questions.
 *
 * ctest: slow numbers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/orders.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const char *const of_peterson[] = {"2", "3", "6", "cs"}, *const of_burns[] = {"1", "1b", "4", "cs"};

static const struct family families[] = {{"peterson", of_peterson, 4, 2}, {"burns_1981", of_burns, 4, 1}};

static void test_all_subsets(void **unused)
{
  const struct counts counts = orders_compare(families, sizeof families / sizeof *families);
  (void)unused;
  assert_true(counts.right > 15 && counts.wrong > 30);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_subsets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
