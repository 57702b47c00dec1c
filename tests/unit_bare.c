/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tests/bench/bare.c, whose loops `rmr bench` measures the engine against, is also a second implementation of the
 * model: given the choices of the adversary `random`, it must count the very same RMRs.
 */
#include "tests/bench/bare.h"

#include "client.h"

static void check_bare(const char *algorithm, bare_fn *loop)
{
  static const uint32_t sizes[] = {1, 2, 3, 8, 64, 65};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (uint64_t seed = 1; seed <= 3; seed++) {
      const uint64_t steps = 30000;
      struct client *c = client_run(&(struct request){.algorithm = algorithm_named(algorithm),
                                                      .n = sizes[k],
                                                      .adversary = "random",
                                                      .sessions = "any:4",
                                                      .passages = ENDLESS,
                                                      .seed = seed,
                                                      .max_steps = steps},
                                    NULL, NULL);
      const struct bare_result bare = loop(sizes[k], steps, seed);
      assert_int_equal(bare.steps, steps);
      assert_int_equal(bare.rmr, ledger_rmr(run_ledger(c->run), 0, 0));
      client_close(c);
    }
}

static void test_bakery(void **state)
{
  (void)state;
  check_bare("bakery", bare_bakery);
}

static void test_burns_lamport(void **state)
{
  (void)state;
  check_bare("burns_lamport", bare_burns_lamport);
}

static void test_glb(void **state)
{
  (void)state;
  check_bare("glb", bare_glb);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_bakery),
    cmocka_unit_test(test_burns_lamport),
    cmocka_unit_test(test_glb),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
