/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cli/bare.c, the loop that `rmr bench` measures the engine against, is also a second implementation of the model:
 * given the choices of the adversary `random`, it must count the very same RMRs.
 */
#include "tests/bench/bare.h"

#include "client.h"

static void test_bare_counts_what_the_engine_counts(void **state)
{
  (void)state;
  static const uint32_t sizes[] = {1, 2, 3, 8, 64, 65};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (uint64_t seed = 1; seed <= 3; seed++) {
      const uint64_t steps = 30000;
      struct client *c = client_run(&(struct request){.algorithm = algorithm_named("bakery"),
                                                      .n = sizes[k],
                                                      .adversary = "random",
                                                      .passages = ENDLESS,
                                                      .seed = seed,
                                                      .max_steps = steps},
                                    NULL, NULL);
      uint64_t rng = seed;
      rmr_random(&rng); /* as the host does before the first choice */
      const struct bare_result bare = bare_bakery(sizes[k], steps, rng);
      assert_int_equal(bare.steps, steps);
      assert_int_equal(bare.rmr, ledger_rmr(run_ledger(c->run), 0, 0));
      client_close(c);
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_bare_counts_what_the_engine_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
