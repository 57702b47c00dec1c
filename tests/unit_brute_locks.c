/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_brute_locks.c: the explorer against brute force (brute.h) on random locks (locks.h) whose registers the
 * environment changes as well: verdicts, bounds, states and steps, and costs, of two processes.
 *
 *     unit_brute_locks [SEED [FIRST LOCKS]]
 *
 * A lock about which they disagree is printed.
 */
#include "agree.h"
#include "client.h"
#include "tests/locks.h"

enum { USUAL = 250, MOST = 1500, CAP = 3 };

struct hunt {
  uint64_t seed, first, locks, agreed;
  struct lock lock; /* the present one */
};

static struct hunt hunt = {.seed = 1, .locks = USUAL};

static void compare(const struct lock *lock, uint64_t k)
{
  struct brute_system s = agree_system(&lock->machine->algorithm, 2, (uint32_t)k % 3, "distinct", CAP);
  struct brute_properties brute;
  struct sessions rule;
  struct error refused = {0};
  const struct explore_spec spec = agree_spec(&s, "distinct", &rule);
  struct system *system = system_create(&spec.setup, &refused);
  if (system == NULL) return; /* a value that is none of its register */
  system_free(system);
  s.most = MOST;
  brute_properties(&s, &brute);
  if (!brute.size.complete || brute.size.outside) return;
  s.most = 0;
  agree_on_properties(&s, "distinct", &brute);
  agree_on_cost(&s, "distinct", &(struct brute_question){.memory = k % 4, .observed = 1 + k / 4 % 2});
  if (k % 4 == 0) agree_on_other_costs(&s, "distinct", 1 + k / 8 % 2);
  hunt.agreed++;
}

static void test_locks(void **state)
{
  (void)state;
  for (uint64_t k = hunt.first; k < hunt.first + hunt.locks; k++) {
    lock_draw(hunt.seed, k, true, &hunt.lock);
    if (hunt.lock.machine != NULL && hunt.lock.machine->algorithm.n_changes != 0) compare(&hunt.lock, k);
    lock_free(&hunt.lock);
    hunt.lock = (struct lock){0};
  }
  print_message("of %llu locks they agree about %llu; the others are too large\n", (unsigned long long)hunt.locks,
                (unsigned long long)hunt.agreed);
  if (hunt.locks == USUAL) assert_in_range(hunt.agreed, USUAL / 4, USUAL);
}

static int show_last(void **state)
{
  (void)state;
  if (hunt.lock.text != NULL) print_message("%s", hunt.lock.text);
  lock_free(&hunt.lock);
  return 0;
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(test_locks, show_last)};
  if (argc > 1) hunt.seed = strtoull(argv[1], NULL, 10);
  if (argc > 3) {
    hunt.first = strtoull(argv[2], NULL, 10);
    hunt.locks = strtoull(argv[3], NULL, 10);
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
