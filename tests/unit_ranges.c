/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_ranges.c: proofs of texts whose numbers have a range that N determines (struct proved, unbounded): of right
 * ones, of wrong ones, and of one that leaves its range. Beside them stands what comes out over all schedules
 * (proving.h), where a value that leaves its range ends the exploration.
 *
 * ctest: slow numbers
 */
#include "changing.h"
#include "proving.h"

/* One change of so many is tried, at N = 2 and 3. */
enum { EVERY_AT_TWO = 2, EVERY_AT_THREE = 6 };

static struct machine *machine_named(const char *name)
{
  struct error e = {0};
  struct machine *m = machine_of(algorithm_named(name), &e);
  assert_non_null(m);
  return m;
}

static void test_as_they_are(void **state)
{
  (void)state;
  static const char *const names[] = {"bw_bakery", "bwbgme", "bwbgme_repaired"};
  struct counts counts = {.ranges = true, .memory = MEMORY / 4};
  for (size_t a = 0; a < sizeof names / sizeof *names; a++) {
    struct machine *m = machine_named(names[a]);
    for (enum memory memory = 0; memory < N_MEMORIES; memory++) compare(m, 2, memory, 2, &counts);
    machine_free(m);
  }
  struct machine *m = machine_named("bw_bakery");
  compare(m, 3, MEMORY_CC, 3, &counts);
  machine_free(m);
  tell("numbers without their ranges", &counts);
  assert_int_equal(counts.not_followed, 0);
  assert_true(counts.proved[PROVE_P1] == 4 && counts.by_views == 4 && counts.proved[PROVE_P5] >= 2);
}

/* The printed text of BWBGME has no bound, and an entry that nobody disturbs may take for ever. */
static void test_printed(void **state)
{
  (void)state;
  struct machine *m = machine_named("bwbgme");
  struct proved proved;
  struct error e = {0};
  const struct prove_spec spec = {
    .machine = m, .n = 2, .check = {[PROVE_P4] = true}, .cost = true, .assume_ranges = true, .limits.memory = MEMORY};
  assert_true(prove(&spec, &proved, &e));
  assert_int_equal(proved.property[PROVE_P4].verdict, PROVE_NOT_PROVED);
  assert_int_equal(proved.cost.verdict, PROVE_NOT_PROVED);
  assert_true(proved.unbounded);
  proved_free(&proved);
  machine_free(m);
}

static void compare_changed(const char *name, uint32_t of, uint32_t every, struct counts *counts)
{
  uint32_t n = 0;
  for (uint32_t node = 0, k = 0, more = 1; more;) {
    struct machine *m = machine_named(name);
    bool same;
    more = node < m->graph.n_nodes;
    if (more && change_node(&m->graph.node[node], k, &same)) {
      if (!same && n++ % every == 0) compare(m, of, MEMORY_CC, of, counts);
      k++;
    } else {
      node++;
      k = 0;
    }
    machine_free(m);
  }
}

static void test_wrong_ones(void **state)
{
  (void)state;
  struct counts two = {.ranges = true}, three = {.ranges = true};
  compare_changed("bw_bakery", 2, EVERY_AT_TWO, &two);
  compare_changed("bwbgme_repaired", 2, 2 * EVERY_AT_TWO, &two);
  compare_changed("bw_bakery", 3, EVERY_AT_THREE, &three);
  tell("wrong ones at N = 2", &two);
  tell("wrong ones at N = 3", &three);
  assert_true(two.proved[PROVE_P1] > 10 && two.by_views > 5 && two.not_proved[PROVE_P1] > 10 && two.compared > 20);
  assert_true(three.not_proved[PROVE_P1] > 2 && three.compared > 2);
}

/* A process counts its own register up, without end: as long as it stays below 2N, two exclude. */
static const char leaving[] = "algorithm leaving \"A number that leaves its range\"\n"
                              "source \"tests/unit_ranges.c\"\nnote \"\"\n"
                              "shared lock : boolean\n"
                              "shared count[1..N] : 0..2 * N\n"
                              "process i\n"
                              "  local own : natural\n"
                              "  waiting\n"
                              "  1   own := count[i]\n"
                              "  2   count[i] := own + 1\n"
                              "  3   repeat until not test_and_set(lock)\n"
                              "      critical section\n"
                              "  exit\n"
                              "  4   lock := false\n";

static void test_leaving(void **state)
{
  (void)state;
  struct error e = {0};
  struct machine *m = machine_read("leaving", leaving, strlen(leaving), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  for (uint32_t n = 0; n <= 2; n += 2) {
    struct prove_spec spec = {.machine = m, .n = n, .check = {[PROVE_P1] = true}, .limits.memory = MEMORY};
    struct proved proved;
    assert_false(prove(&spec, &proved, &e));
    assert_non_null(strstr(e.text, n == 0 ? "registers of this type are not followed" : "may leave its range"));
    proved_free(&proved);
    e = (struct error){0};
    spec.assume_ranges = true;
    assert_true(prove(&spec, &proved, &e));
    assert_true(proved.unbounded && proved.property[PROVE_P1].verdict == PROVE_HOLDS);
    assert_int_equal(e.code, 0);
    proved_free(&proved);
  }
  machine_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_they_are), cmocka_unit_test(test_printed),
                                     cmocka_unit_test(test_wrong_ones), cmocka_unit_test(test_leaving)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
