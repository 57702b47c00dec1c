/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_views_more.c: proofs by views of two processes of shipped algorithms (prove/views.h), which take long: P1 that
 * two processes among anything do not prove, and bounds that are reached. Wrong locks stand in unit_views.c.
 *
 * ctest: slow numbers
 */
#include "proving.h"

/* Bounds by views beside what passages without end cost at N = 2 and 3: they are reached. */
static void test_costs(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint32_t n;
    enum memory memory;
  } cases[] = {{"mcs", 0, MEMORY_CC},    {"mcs", 0, MEMORY_CC_KEEP},    {"mcs", 0, MEMORY_DSM},
               {"ticket", 0, MEMORY_CC}, {"ticket", 0, MEMORY_CC_KEEP}, {"clh", 3, MEMORY_CC},
               {"clh", 0, MEMORY_CC},    {"clh", 0, MEMORY_CC_KEEP}};
  struct counts counts = {.endless = true, .memory = MEMORY};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct error e = {0};
    struct machine *m = machine_of(algorithm_named(cases[k].name), &e);
    compare(m, cases[k].n, cases[k].memory, 3, &counts);
    machine_free(m);
  }
  tell("costs", &counts);
  assert_int_equal(counts.bounds_by_views, 8);
  assert_int_equal(counts.tight, 15);
}

/* Properties that two processes among anything do not prove, and views do, at every N or at one. */
static void test_proved(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint32_t n;
  } cases[] = {{"tas", 0},
               {"ttas", 0},
               {"ticket", 0},
               {"mcs", 0},
               {"lamport_fast", 0},
               {"recoverable_owner", 0},
               {"tas", 5},
               {"mcs", 3},
               {"kessels", 2},
               {"clh", 0},
               {"clh", 3},
               {"peterson_fischer", 4},
               {"recoverable_peterson", 2}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct error e = {0};
    struct machine *m = machine_of(algorithm_named(cases[k].name), &e);
    const struct prove_spec spec = {.machine = m, .n = cases[k].n, .check = {true}, .limits.memory = MEMORY};
    struct proved proved;
    if (!prove(&spec, &proved, &e)) fail_msg("%s", e.text);
    if (proved.property[PROVE_P1].verdict != PROVE_HOLDS || (proved.property[PROVE_P1].basis & PROVE_BY_VIEWS) == 0)
      fail_msg("%s, n = %u: not proved by views", cases[k].name, cases[k].n);
    proved_free(&proved);
    machine_free(m);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_costs), cmocka_unit_test(test_proved)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
