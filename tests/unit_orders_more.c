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
  struct counts counts = {0};
  (void)unused;
  for (size_t k = 0; k < sizeof families / sizeof *families; k++)
    for (int partial = 0; partial < 2; partial++) orders_compare(&families[k], partial, &counts);
  print_message("%zu right, %zu wrong, %zu stuck; %zu costs\n", counts.right, counts.wrong, counts.stuck, counts.costs);
  assert_true(counts.right > 15 && counts.wrong > 30);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_subsets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
