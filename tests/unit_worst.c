/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_worst.c: the exact worst case of one passage over all schedules. The Burns-Lamport numbers for N = 2, 3, 4 were found by
 * another checker before; the paper's own schedule reaches 6, 15, 28.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "explore/worst.h"
#include "sim/run.h"

#include <cmocka.h> /* last: its fail() is not ours */

enum { NO_END = 0 };

static struct worst explored(const char *algorithm, uint32_t n, uint32_t passages, const char *sessions,
                             const char *memory, uint32_t observed, enum worst_cost cost, const char *line)
{
  struct error e = {0};
  struct sim_sessions rule;
  struct worst_spec spec = {.observed = observed, .cost = cost, .cap = 16, .memory = (size_t)1 << 30};
  assert_true(sim_sessions_parse(sessions, &rule, &e));
  spec.setup = (struct sim_setup){
    .algorithm = algorithm_find(algorithm, &e), .n = n, .passages = passages, .sessions = &rule, .seed = 1};
  assert_true(sim_memory_parse(memory, &spec.setup.memory, &e));
  if (line != NULL) spec.line = algorithm_label(spec.setup.algorithm, line, &e);
  struct worst out;
  if (!worst_case(&spec, &out, &e)) fail_msg("%s", e.text);
  assert_true(out.complete);
  return out;
}

static void expect_cost(const char *algorithm, uint32_t n, uint32_t passages, const char *sessions, uint32_t observed,
                        uint64_t cost)
{
  struct worst w = explored(algorithm, n, passages, sessions, "cc", observed, COST_RMR, NULL);
  assert_false(w.unbounded);
  assert_int_equal(w.cost, cost);
  worst_free(&w);
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
    struct worst w = explored("burns_lamport", n, 1, "distinct", "cc", n, COST_LINE, "4");
    assert_int_equal(w.cost, blockings[n]);
    worst_free(&w);
  }
}

static void test_bwbgme(void **state)
{
  (void)state;
  expect_cost("bwbgme", 2, 1, "same", 1, 14);
  expect_cost("bwbgme", 2, 2, "same", 1, 16);
  expect_cost("bwbgme", 2, 3, "same", 1, 18);
  struct worst w = explored("bwbgme", 2, NO_END, "same", "cc", 1, COST_RMR, NULL);
  assert_true(w.unbounded);
  worst_free(&w);
  expect_cost("bwbgme_repaired", 2, 1, "same", 1, 14);
  expect_cost("bwbgme_repaired", 2, 3, "same", 1, 14);
  expect_cost("bwbgme_repaired", 2, NO_END, "same", 1, 14);
}

static void test_remote_spinning_is_unbounded(void **state)
{
  (void)state;
  struct worst w = explored("burns_lamport", 2, 1, "distinct", "dsm", 2, COST_RMR, NULL);
  assert_true(w.unbounded);
  worst_free(&w);
}

static void test_few_bytes(void **state)
{
  struct error e = {0};
  struct sim_sessions rule;
  struct worst_spec spec = {.observed = 5, .memory = (size_t)1 << 18};
  struct worst out;
  (void)state;
  assert_true(sim_sessions_parse("distinct", &rule, &e));
  spec.setup = (struct sim_setup){
    .algorithm = algorithm_find("burns_lamport", &e), .n = 5, .passages = 1, .sessions = &rule, .seed = 1};
  assert_true(worst_case(&spec, &out, &e));
  assert_false(out.complete);
  assert_true(out.cost <= 59);
  worst_free(&out);
}

/* The schedule of a heaviest path, simulated, costs what the search says. */
static void test_witness(void **state)
{
  (void)state;
  struct worst w = explored("burns_lamport", 4, 1, "distinct", "cc", 4, COST_RMR, NULL);
  char path[] = "/tmp/rmr-witness-XXXXXX", spec_text[64];
  const int file = mkstemp(path);
  assert_true(file >= 0);
  FILE *out = fdopen(file, "w");
  fputs("rmr-schedule 1\nalgorithm burns_lamport\nn 4\n", out);
  for (size_t k = 0; k < w.n_schedule; k++) fprintf(out, "P%u x1\n", w.schedule[k]);
  fclose(out);
  snprintf(spec_text, sizeof spec_text, "replay:file=%s", path);
  struct error e = {0};
  const struct run_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", &e), .n = 4, .passages = 1, .seed = 1},
    .adversary = spec_text};
  struct run *run = run_create(&spec, &e);
  if (run == NULL || !run_go(run, &e)) fail_msg("%s", e.text);
  assert_int_equal(ledger_max_passage(run_ledger(run), 4), w.cost);
  run_free(run);
  remove(path);
  worst_free(&w);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_burns_lamport), cmocka_unit_test(test_blockings),
    cmocka_unit_test(test_bwbgme),        cmocka_unit_test(test_remote_spinning_is_unbounded),
    cmocka_unit_test(test_few_bytes),     cmocka_unit_test(test_witness)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
