/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_explore.c: the exact worst case of one passage, and P1 to P7, over all schedules. The Burns-Lamport numbers for
 * N = 2, 3, 4 were found by another checker before; the paper's own schedule reaches 6, 15, 28.
 *
 * ctest: threads
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "explore/explore.h"

#include <cmocka.h> /* last: its fail() is not ours */

enum { NO_END = 0 };

/* The exploration that is wanted. Zeroes are sensible but for algorithm, n and passages: cc, distinct sessions, no
 * costs, nothing checked. */
struct question {
  const char *algorithm;
  uint32_t n, passages;
  const char *sessions, *memory;
  uint32_t observed;
  enum cost_id cost;
  const char *line, *check; /* check: the digits of the properties */
  size_t bytes;
  uint32_t threads;
};

static struct explored answer(const struct question *q)
{
  struct error e = {0};
  struct sessions rule;
  struct explore_spec spec = {.observed = q->observed, .cost = q->cost};
  spec.limits = (struct explore_limits){.memory = q->bytes != 0 ? q->bytes : (size_t)1 << 30,
                                        .threads = q->threads != 0 ? q->threads : 1};
  assert_true(sessions_parse(q->sessions != NULL ? q->sessions : "distinct", &rule, &e));
  spec.setup = (struct system_spec){
    .algorithm = algorithm_find(q->algorithm, &e), .n = q->n, .passages = q->passages, .sessions = &rule, .seed = 1};
  assert_true(memory_parse(q->memory != NULL ? q->memory : "cc", &spec.setup.memory, &e));
  if (q->line != NULL) {
    const uint16_t line = algorithm_label(spec.setup.algorithm, q->line, &e);
    spec.lines = (struct cost_lines){.first = line, .last = line};
  }
  for (const char *k = q->check; k != NULL && *k != '\0'; k++) spec.check[*k - '0'] = true;
  struct explored out;
  if (!explore(&spec, &out, &e)) fail_msg("%s", e.text);
  return out;
}

static void expect_cost(const char *algorithm, uint32_t n, uint32_t passages, const char *sessions, uint32_t observed,
                        uint64_t cost)
{
  struct explored x = answer(&(struct question){.algorithm = algorithm,
                                                .n = n,
                                                .passages = passages,
                                                .sessions = sessions,
                                                .observed = observed,
                                                .cost = COST_RMR});
  assert_true(x.complete);
  assert_int_equal(x.n_costs, 1);
  assert_false(x.cost[0].unbounded);
  assert_int_equal(x.cost[0].worst, cost);
  explored_free(&x);
}

static void expect_unbounded(const struct question *q)
{
  struct explored x = answer(q);
  assert_true(x.complete);
  assert_true(x.cost[0].unbounded);
  assert_true(x.cost[0].witness.found && x.cost[0].witness.schedule.n_loop > 0);
  explored_free(&x);
}

static void test_burns_lamport(void **state)
{
  (void)state;
  expect_cost("burns_lamport", 2, 1, "distinct", 2, 6);
  expect_cost("burns_lamport", 3, 1, "distinct", 3, 15);
  expect_cost("burns_lamport", 4, 1, "distinct", 4, 32);
  expect_cost("burns_lamport", 4, 1, "distinct", 3, 18);
  expect_cost("burns_lamport", 4, 1, "distinct", 2, 12);
  expect_cost("burns_lamport", 4, 1, "distinct", 1, 10);
  expect_cost("burns_lamport", 2, 2, "distinct", 2, 10);
  expect_cost("burns_lamport", 3, 2, "distinct", 3, 27);
}

static void test_blockings(void **state)
{
  static const uint64_t blockings[] = {0, 0, 1, 3, 7};
  (void)state;
  for (uint32_t n = 2; n <= 4; n++) {
    struct explored x = answer(&(struct question){
      .algorithm = "burns_lamport", .n = n, .passages = 1, .observed = n, .cost = COST_LINE, .line = "4"});
    assert_int_equal(x.cost[0].worst, blockings[n]);
    explored_free(&x);
  }
}

static void test_bwbgme(void **state)
{
  (void)state;
  expect_cost("bwbgme", 2, 1, "same", 1, 14);
  expect_cost("bwbgme", 2, 2, "same", 1, 16);
  expect_cost("bwbgme", 2, 3, "same", 1, 18);
  expect_unbounded(&(struct question){
    .algorithm = "bwbgme", .n = 2, .passages = NO_END, .sessions = "same", .observed = 1, .cost = COST_RMR});
  expect_cost("bwbgme_repaired", 2, 1, "same", 1, 14);
  expect_cost("bwbgme_repaired", 2, 3, "same", 1, 14);
  expect_cost("bwbgme_repaired", 2, NO_END, "same", 1, 14);
}

static void test_remote_spinning_is_unbounded(void **state)
{
  (void)state;
  expect_unbounded(&(struct question){
    .algorithm = "burns_lamport", .n = 2, .passages = 1, .memory = "dsm", .observed = 2, .cost = COST_RMR});
}

/* Cut short by the memory: a lower bound with its witness, the same for any number of threads. */
static void test_few_bytes(void **state)
{
  struct question q = {
    .algorithm = "burns_lamport", .n = 6, .passages = 1, .observed = 6, .cost = COST_RMR, .bytes = (size_t)5 << 20};
  (void)state;
  struct explored one = answer(&q);
  q.threads = 3;
  struct explored three = answer(&q);
  assert_false(one.complete);
  assert_in_range(one.cost[0].worst, 10, 97);
  assert_true(one.cost[0].witness.found);
  assert_int_equal(one.states, three.states);
  assert_int_equal(one.cost[0].worst, three.cost[0].worst);
  const struct schedule *x = &one.cost[0].witness.schedule, *y = &three.cost[0].witness.schedule;
  assert_int_equal(x->n_steps, y->n_steps);
  assert_memory_equal(x->step, y->step, x->n_steps * sizeof *x->step);
  explored_free(&one);
  explored_free(&three);
}

/* One verdict for each of P1 .. P7: h holds, f fails, . it has no doorway. */
static void expect_verdicts(const char *algorithm, uint32_t n, uint32_t passages, const char *sessions,
                            const char *verdicts)
{
  for (uint32_t threads = 1; threads <= 2; threads++) {
    struct explored x = answer(&(struct question){.algorithm = algorithm,
                                                  .n = n,
                                                  .passages = passages,
                                                  .sessions = sessions,
                                                  .check = "1234567",
                                                  .threads = threads});
    for (uint32_t k = 1; k <= 7; k++) {
      const struct explored_property *p = &x.property[k];
      static const char letters[] = {'.', '?', 'h', 'f'}; /* by enum explored_verdict */
      if (letters[p->verdict] != verdicts[k - 1]) fail_msg("%s, N = %u, %s: P%u", algorithm, n, sessions, k);
      if (p->verdict == VERDICT_FAILS) assert_true(p->witness.found);
    }
    explored_free(&x);
  }
}

static void test_properties(void **state)
{
  (void)state;
  expect_verdicts("burns_lamport", 2, NO_END, "distinct", "hfhh.hh");
  expect_verdicts("burns_lamport", 3, NO_END, "distinct", "hfhh.hh");
  expect_verdicts("bakery", 2, 3, "distinct", "hhhhhhh");
  expect_verdicts("glb", 2, 3, "any:2", "hhhhhhh");
  expect_verdicts("glb", 3, 1, "1,1,2", "hhhhhhh");
  expect_verdicts("bwbgme", 2, NO_END, "same", "hfhfhhh");
  expect_verdicts("bwbgme", 2, NO_END, "any:2", "hfhfhhh");
  expect_verdicts("bwbgme_repaired", 2, NO_END, "any:2", "hhhhhhh");
}

/* The cap (here 4) bounds what is exact, but not a loop, which is there with any cap. */
static void test_a_loop_needs_no_cap(void **state)
{
  (void)state;
  for (int dsm = 0; dsm <= 1; dsm++) {
    struct explored x = answer(&(struct question){.algorithm = "ticket",
                                                  .n = 2,
                                                  .passages = NO_END,
                                                  .memory = dsm ? "dsm" : "cc",
                                                  .observed = 1,
                                                  .cost = COST_RMR});
    assert_int_equal(x.cost[0].unbounded, dsm);
    assert_int_equal(x.cost[0].capped, !dsm);
    explored_free(&x);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_burns_lamport),
                                     cmocka_unit_test(test_blockings),
                                     cmocka_unit_test(test_bwbgme),
                                     cmocka_unit_test(test_remote_spinning_is_unbounded),
                                     cmocka_unit_test(test_few_bytes),
                                     cmocka_unit_test(test_properties),
                                     cmocka_unit_test(test_a_loop_needs_no_cap)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
