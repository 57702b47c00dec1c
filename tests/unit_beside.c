/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bound that a passage exceeds is noticed where results are set beside it (cli/proof_beside.h): over all schedules,
 * and under an adversary. No proof has such a bound, so the answers here are made up.
 */
#include "cli/proof_beside.h"

#include "client.h"

/* The ticket lock pays 3 + (N-1). */
static bool bears(uint64_t own, uint64_t each, struct error *e)
{
  atomic_bool interrupt = false;
  struct searching searching;
  struct algorithm_choice *choice = algorithm_choose("ticket", NULL, e);
  assert_non_null(choice);
  const struct prove_spec spec = {.memory = MEMORY_CC, .limits = {.memory = 256 << 20}};
  struct proof_answer answer = {.spec = &spec, .algorithm = "ticket"};
  struct prove_cost *cost = &answer.proved.cost;
  *cost = (struct prove_cost){.verdict = PROVE_HOLDS, .own = {.most = own}};
  cost->below.most = cost->above.most = each;
  cost->two.most = 2 * each;
  searching_start(&searching, stderr);
  const bool ok = proof_set_beside(&answer, choice, &(struct prove_range){2, 3}, &interrupt, &searching, e);
  searching_stop(&searching);
  algorithm_release(choice);
  return ok;
}

static void test_bounds(void **state)
{
  (void)state;
  struct error e = {0};
  assert_true(bears(3, 1, &e));
  assert_false(bears(2, 1, &e));
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_non_null(strstr(e.text, "at N = 2 costs more than the 3"));
  e = (struct error){0};
  assert_false(bears(5, 0, &e)); /* enough at N = 3 */
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_non_null(strstr(e.text, "at N = 64 costs more than the 5"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bounds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
