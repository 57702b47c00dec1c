/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_seats.c: which explorations are made side by side (experiments/runner/slots.h): small ones, as far as threads
 * and memory reach; large ones, and the last one, by all threads; and nobody waits for ever.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "experiments/runner/slots.h"

#include <cmocka.h> /* last: its fail() is not ours */

static void test_a_task_gets_its_share(void **state)
{
  (void)state;
  struct slots s;
  slots_create(&s, 8);
  s.weight = 80;
  assert_int_equal(slots_for(&s, 1, false), 1);
  assert_int_equal(slots_for(&s, 10, false), 1);
  assert_int_equal(slots_for(&s, 11, false), 2);
  assert_int_equal(slots_for(&s, 70, false), 7);
  assert_int_equal(slots_for(&s, 79, false), 8);
  assert_int_equal(slots_for(&s, 80, false), 8); /* the last one */
  assert_int_equal(slots_for(&s, 1, true), 8);   /* alone */
  s.weight = 0;                                  /* rounded away */
  assert_int_equal(slots_for(&s, 1, false), 8);
}

static void test_threads_and_memory_are_limits(void **state)
{
  (void)state;
  struct slots s;
  slots_create(&s, 4);
  assert_true(s.memory > 0);
  s.memory = 100;
  s.weight = 10;
  assert_true(slots_free(&s, 4, 1000)); /* the first one is not kept waiting */
  slots_take(&s, 2, 60, 1);
  assert_true(s.weight == 9);
  assert_true(slots_free(&s, 2, 40));
  assert_false(slots_free(&s, 3, 40));
  assert_false(slots_free(&s, 2, 41));
  slots_take(&s, 2, 40, 1);
  assert_false(slots_free(&s, 1, 0));
  slots_give(&s, 2, 60);
  assert_true(slots_free(&s, 2, 60));
  slots_give(&s, 2, 40);
  slots_take(&s, 4, 1000, 1);
  assert_false(slots_free(&s, 1, 1));
  slots_give(&s, 4, 1000);
  assert_int_equal(s.working, 0);
  assert_int_equal(s.taken, 0);
  assert_int_equal(s.used, 0);
  slots_create(&s, 0);
  assert_int_equal(s.all, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_task_gets_its_share),
    cmocka_unit_test(test_threads_and_memory_are_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
