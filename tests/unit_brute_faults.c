/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_brute_faults.c: the explorer against brute force (brute.h) where processes crash, recover or are replaced, and
 * leases run out: for every shipped lock at N = 2, and for some at N = 3.
 *
 * ctest: slow numbers long
 */
#include "agree.h"
#include "client.h"

#define NO_END 0u

/* The groups of registers that can be leases. */
static uint32_t possible_leases(const struct rmr_algorithm *a)
{
  uint32_t set = 0;
  for (uint32_t g = 0; g < a->n_shared; g++)
    if (!a->shared[g].arbitrary &&
        (!a->shared[g].multi_writer || a->shared[g].responsible != NULL || a->shared[g].keeps != NULL))
      set |= 1u << g;
  return set;
}

/* Verdicts, bounds, states and steps, and costs. Where a lease that runs out, or a restart, leads out of a
 * register's range, both notice, and there is nothing to agree on, nor where there are too many states: false. */
static bool agree_with_faults(struct brute_system *s, const char *sessions, uint32_t crashes, uint32_t leases,
                              uint32_t expiries)
{
  struct brute_properties brute;
  s->crashes = crashes;
  s->leases = leases;
  s->expiries = leases != 0 ? expiries : 0;
  brute_properties(s, &brute);
  if (!brute.size.complete) return false;
  s->most = 0;
  if (brute.size.outside) {
    struct sessions rule;
    struct error e = {0};
    struct explored found;
    struct explore_spec spec = agree_spec(s, sessions, &rule);
    spec.check[1] = true;
    const bool noticed =
      !explore(&spec, &found, &e) || found.property[1].capped || found.property[1].verdict == VERDICT_FAILS;
    assert_true(noticed);
    if (e.code == EXIT_OK) explored_free(&found);
    return false;
  }
  if (s->algorithm->name_held == NULL) agree_on_properties(s, sessions, &brute); /* P1 of those is about names */
  for (uint32_t memory = BRUTE_CC; memory <= BRUTE_DSM; memory++)
    for (uint32_t super = 0; super <= (s->recovery != BRUTE_STOP); super++)
      agree_on_cost(s, sessions,
                    &(struct brute_question){.memory = memory,
                                             .cost = super ? BRUTE_SUPER : BRUTE_RMR,
                                             .observed = 1 + (memory + crashes) % s->n});
  return true;
}

/* The other costs, of those that have few enough states. */
static void agree_on_lines(struct brute_system *s, const char *sessions, uint32_t observed)
{
  enum { MOST = 1500 };
  struct brute_properties size;
  s->most = MOST;
  brute_properties(s, &size);
  s->most = 0;
  if (size.size.complete && !size.size.outside) agree_on_other_costs(s, sessions, observed);
}

/* Where many expire in many ways, with so many crashes as there are not more states than that. */
static void test_two_who_crash(void **state)
{
  enum { MOST_EXPIRING = 8000 };
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++) {
    const struct rmr_algorithm *a = rmr_algorithms[k];
    struct brute_system s = agree_system(a, 2, 1, "distinct", 3);
    for (uint32_t crashes = 0; crashes <= 2; crashes++) {
      agree_with_faults(&s, "distinct", crashes, 0, 0);
      if (possible_leases(a) == 0) continue;
      if (crashes != 0) agree_with_faults(&s, "distinct", crashes, possible_leases(a), 0);
      if (crashes == 1) agree_on_lines(&s, "distinct", 1 + (uint32_t)k % 2);
      s.most = MOST_EXPIRING;
      agree_with_faults(&s, "distinct", crashes, possible_leases(a), 1);
      s.most = 0;
    }
  }
}

/* The cost where a lease runs out after its owner has done all that others notice: only a crash behind that, and
 * before its passage ends, makes it dear. */
static void test_who_dies_late(void **state)
{
  (void)state;
  const struct brute_question grief = {.cost = BRUTE_LINE, .label = "3", .observed = 1};
  struct brute_system s = agree_system(&rmr_algorithm_bereaved, 2, 1, "distinct", 3);
  assert_int_equal(agree_brute_cost(&s, &grief), 0);
  s.crashes = 1;
  s.leases = 1;
  assert_int_equal(agree_brute_cost(&s, &grief), 1);
  agree_on_other_costs(&s, "distinct", 1);
}

/* Three are the fewest where somebody is left who has not died and whom nobody who lives keeps out. Every algorithm
 * that has few enough states. */
static void test_three_who_crash(void **state)
{
  enum { MOST = 8000, MOST_EXPIRING = 2000, FEWEST = 20 };
  static const char *const among[] = {"burns_lynch", "peterson", "szymanski"};
  uint32_t n = 0, named = 0;
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++) {
    const struct rmr_algorithm *a = rmr_algorithms[k];
    const uint32_t passages = client_is_bounded(a) ? NO_END : 1;
    struct brute_system s = agree_system(a, 3, passages, "distinct", 3);
    struct brute_properties size;
    s.most = MOST;
    s.crashes = 1;
    s.leases = possible_leases(a);
    brute_properties(&s, &size);
    if (!size.size.complete) continue;
    s.most = 0;
    agree_with_faults(&s, "distinct", 1, 0, 0);
    if (possible_leases(a) != 0) agree_with_faults(&s, "distinct", 1, possible_leases(a), 0);
    n++;
    for (size_t b = 0; b < sizeof among / sizeof *among; b++) named += strcmp(a->name, among[b]) == 0;
    if (possible_leases(a) != 0 && size.size.states <= MOST_EXPIRING)
      agree_with_faults(&s, "distinct", 1, possible_leases(a), 1);
  }
  assert_true(n >= FEWEST);
  assert_int_equal(named, sizeof among / sizeof *among);
}

/* Those that have no Recover line, too, start again at their first one, one at a time or all at once. Few are too large
 * for brute force. */
static void test_two_who_recover(void **state)
{
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++)
    for (uint32_t crashes = 1; crashes <= 2; crashes++)
      for (int all = 0; all <= 1; all++) {
        struct brute_system s = agree_system(rmr_algorithms[k], 2, 1, "distinct", 3);
        s.most = 4000;
        s.recovery = all ? BRUTE_SYSTEM : BRUTE_RECOVER;
        if (agree_with_faults(&s, "distinct", crashes, 0, 0) && crashes == 1)
          agree_on_other_costs(&s, "distinct", 1 + (uint32_t)k % 2);
      }
}

/* Three of them, one crash; and of those that stop, two. All that have few enough states. */
static void test_three_who_recover(void **state)
{
  enum { MOST = 12000, FEWEST = 20 };
  static const char *const among[] = {"recoverable_owner", "recoverable_bakery", "burns_lynch"};
  uint32_t n = 0, named = 0;
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++)
    for (int recovery = BRUTE_STOP; recovery <= BRUTE_SYSTEM; recovery++) {
      struct brute_system s = agree_system(rmr_algorithms[k], 3, 1, "distinct", 3);
      s.most = MOST;
      s.recovery = (enum brute_recovery)recovery;
      if (!agree_with_faults(&s, "distinct", recovery == BRUTE_STOP ? 2 : 1, 0, 0)) continue;
      n += recovery == BRUTE_RECOVER;
      for (size_t b = 0; b < sizeof among / sizeof *among && recovery == BRUTE_RECOVER; b++)
        named += strcmp(rmr_algorithms[k]->name, among[b]) == 0;
    }
  assert_true(n >= FEWEST);
  assert_int_equal(named, sizeof among / sizeof *among);
}

/* The queue that recovers weakly: a crash between lines 10 and 11 breaks exclusion, and none elsewhere does. */
static void test_sensitive_instruction(void **state)
{
  (void)state;
  struct error e = {0};
  const struct rmr_algorithm *a = algorithm_named("recoverable_queue");
  struct brute_system s = agree_system(a, 2, 1, "distinct", 0);
  struct brute_properties found;
  s.recovery = BRUTE_RECOVER;
  s.crashes = 1;
  brute_properties(&s, &found);
  assert_int_equal(found.p[1], BRUTE_FAILS);
  s.spared = algorithm_label(a, "11", &e);
  brute_properties(&s, &found);
  assert_int_equal(found.p[1], BRUTE_HOLDS);
  assert_int_equal(found.p[6], BRUTE_HOLDS);
}

/* A dead one's place is taken; and crashes happen at one line only. Every algorithm that has few enough states. */
static void test_two_who_are_replaced(void **state)
{
  enum { MOST = 8000 };
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++) {
    const struct rmr_algorithm *a = rmr_algorithms[k];
    struct brute_system s = agree_system(a, 2, 1, "distinct", 3);
    struct brute_properties size;
    s.arrivals = s.crashes = 1;
    s.leases = possible_leases(a);
    s.most = MOST;
    brute_properties(&s, &size);
    s.most = 0;
    if (!size.size.complete) continue;
    agree_with_faults(&s, "distinct", 1, possible_leases(a), 1);
    s.crash_at = a->lines[a->n_rows - 1].line != 0 ? a->lines[a->n_rows - 1].label : NULL;
    if (s.crash_at != NULL) agree_with_faults(&s, "distinct", 1, possible_leases(a), 0);
  }
}

/* Clocks differ: a lease runs out for one reader and not yet for another. Every algorithm that has few enough states,
 * where a place is taken, too; a lone process may be the reader of values that one before it has left. And the few of
 * three processes that are small enough. */
static void test_leases_at_readers(void **state)
{
  enum { MOST = 8000, FEWEST = 80 };
  static const char *const three[] = {"burns_lynch", "peterson", "szymanski"};
  uint32_t agreed = 0;
  (void)state;
  for (size_t k = 0; rmr_algorithms[k] != NULL; k++)
    for (uint32_t n = 1; n <= 2; n++) {
      const struct rmr_algorithm *a = rmr_algorithms[k];
      struct brute_system s = agree_system(a, n, 1, "distinct", 3);
      s.at_readers = true;
      for (s.arrivals = 0; s.arrivals <= 1 && possible_leases(a) != 0; s.arrivals++) {
        s.most = MOST;
        agreed += agree_with_faults(&s, "distinct", 1, possible_leases(a), s.arrivals == 0);
      }
    }
  assert_true(agreed >= FEWEST);
  for (size_t k = 0; k < sizeof three / sizeof *three; k++) {
    struct brute_system s = agree_system(algorithm_named(three[k]), 3, NO_END, "distinct", 3);
    s.at_readers = true;
    assert_true(agree_with_faults(&s, "distinct", 1, possible_leases(s.algorithm), 0));
  }
}

/* Each of them asks for what it likes. */
static void test_heirs_of_other_sessions(void **state)
{
  (void)state;
  struct brute_system s = agree_system(algorithm_named("glb"), 2, 1, "any:2", 3);
  s.arrivals = 1;
  agree_with_faults(&s, "any:2", 1, possible_leases(s.algorithm), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_two_who_crash),           cmocka_unit_test(test_who_dies_late),
    cmocka_unit_test(test_three_who_crash),         cmocka_unit_test(test_two_who_recover),
    cmocka_unit_test(test_three_who_recover),       cmocka_unit_test(test_sensitive_instruction),
    cmocka_unit_test(test_two_who_are_replaced),    cmocka_unit_test(test_leases_at_readers),
    cmocka_unit_test(test_heirs_of_other_sessions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
