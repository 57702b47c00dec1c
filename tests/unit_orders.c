/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_orders.c: where writes wait in buffers, the explorer and `rmr fences` beside brute force (orders.h), for small
 * questions.
 *
 * ctest: fast
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/orders.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const char *const of_peterson[] = {"2", "3", "6", "cs"}, *const of_one_bit[] = {"1", "4", "12", "cs"},
                         *const of_kessels[] = {"1", "2b", "4", "cs"}, *const of_mcs[] = {"4", "5", "10", "cs"};

static const struct family families[] = {{"peterson", of_peterson, 4, 1},
                                         {"kessels", of_kessels, 4, 1},
                                         {"burns_lamport", of_one_bit, 4, 1},
                                         {"mcs", of_mcs, 4, 2}};

static void test_all_subsets(void **unused)
{
  const struct counts counts = orders_compare(families, sizeof families / sizeof *families);
  (void)unused;
  assert_true(counts.right > 30 && counts.wrong > 30 && counts.stuck > 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_subsets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
