/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The values of registers where processes crash and leases run out: numbers beyond what is enough where nothing
 * goes wrong, within the range that the algorithm declares for that; and steps that leave every range.
 *
 * ctest: slow
 */
#include "explore/explore.h"

#include "client.h"

/* With sanitizers the two questions with the most states are left out. */
#ifdef __SANITIZE_ADDRESS__
enum { SKIPPED = 2 };
#else
enum { SKIPPED = 0 };
#endif

static struct faults faults_from(const char *algorithm, const char *text)
{
  struct faults faults;
  struct error e = {0};
  if (!faults_of_text(text, algorithm_named(algorithm), &faults, &e)) fail_msg("%s", e.text);
  return faults;
}

static bool explore_it(const char *algorithm, uint32_t n, const char *faults, uint32_t property, struct explored *out,
                       struct error *e)
{
  struct sessions distinct = {0};
  struct explore_spec spec = {.setup = {.algorithm = algorithm_named(algorithm),
                                        .n = n,
                                        .sessions = &distinct,
                                        .faults = faults_from(algorithm, faults)},
                              .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  spec.check[property] = true;
  assert_true(sessions_parse("distinct", &distinct, e));
  return explore(&spec, out, e);
}

/* Where a dead process's number is gone for some and there for others, those others count on from it. The range says
 * how far, and so far it goes. */
static void test_numbers_behind_the_dead(void **state)
{
  static const struct {
    const char *algorithm, *faults;
    uint32_t n, number;
  } known[] = {{"bw_bakery", "stop:1 leases:all", 3, 3},
               {"bw_bakery", "stop:2 leases:all,at:reader", 2, 2},
               {"bw_bakery", "stop:1 leases:all,at:reader", 3, 5},
               {"bwbgme", "stop:1 leases:all,at:reader", 3, 4},
               {"bw_bakery", "stop:2 leases:all,at:reader", 3, 5}};
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof *known - SKIPPED; k++) {
    struct error e = {0};
    struct explored found;
    const struct rmr_algorithm *a = algorithm_named(known[k].algorithm);
    uint32_t group, field;
    if (!explore_it(known[k].algorithm, known[k].n, known[k].faults, 1, &found, &e)) fail_msg("%s", e.text);
    assert_int_equal(found.property[1].verdict, VERDICT_HOLDS);
    assert_true(
      algorithm_part(a, strcmp(a->name, "bwbgme") == 0 ? "Token.number" : "ticket.number", &group, &field, &e));
    assert_int_equal(found.largest[group * RMR_MAX_FIELDS + field], known[k].number);
    explored_free(&found);
  }
}

/* More of them than can be explored: beyond what is enough where leases run out for all at once, within the range. */
static void test_numbers_of_four(void **state)
{
  static const struct {
    const char *algorithm, *number;
    rmr_word at_once, most;
  } known[] = {{"bw_bakery", "ticket.number", 4, 7}, {"bwbgme", "Token.number", 5, 8}};
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    rmr_word largest = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
      rmr_word here;
      struct error e = {0};
      struct client *c =
        client_run(&(struct request){.algorithm = algorithm_named(known[k].algorithm),
                                     .n = 4,
                                     .adversary = "crashing:rate=0.01,expire=0.005,then=bursty",
                                     .passages = ENDLESS,
                                     .faults = faults_from(known[k].algorithm, "stop:1 leases:all,at:reader"),
                                     .seed = seed,
                                     .max_steps = 3000},
                   NULL, NULL);
      assert_true(sim_largest(run_sim(c->run), known[k].number, &here, &e));
      if (here > largest) largest = here;
      client_close(c);
    }
    assert_in_range(largest, known[k].at_once + 1, known[k].most);
  }
}

/* Where there is no end to it, the more can go wrong, the range is that of what the algorithm is made for, and the
 * step that leaves it is told. */
static void test_registers_without_bound(void **state)
{
  static const struct {
    const char *algorithm, *faults, *words;
    uint32_t n;
  } known[] = {{"bounded_bakery", "leases:all expire:1", "P1 at line 8b writes 0 to X", 1},
               {"bw_bakery", "leases:all expire:1", "number 3) to ticket[1]", 2},
               {"bw_bakery", "restart:1", "number 2) to ticket[1]", 1},
               {"bw_bakery", "stop:1,new:1 leases:all", "number 2) to ticket[1]", 1},
               {"bwbgme_repaired", "restart:1", "number 4) to Token[1]", 2},
               {"grid_stamped", "restart:2", "there is no X[5], only X[0] to X[2]", 1}};
  (void)state;
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct error e = {0};
    struct explored found;
    assert_false(explore_it(known[k].algorithm, known[k].n, known[k].faults, 7, &found, &e));
    assert_int_equal(e.code, EXIT_SAFETY);
    if (strstr(e.text, known[k].words) == NULL) fail_msg("%s, %s: %s", known[k].algorithm, known[k].faults, e.text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_numbers_behind_the_dead),
    cmocka_unit_test(test_numbers_of_four),
    cmocka_unit_test(test_registers_without_bound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
