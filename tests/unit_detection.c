/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_detection.c: mutants that must be caught, and by what; those that must not; and that the judge notices when it
 * is wrong itself.
 *
 * ctest: slow numbers
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/mutants/detection.h"
#include "explore/mutants/mutate.h"

#include <cmocka.h> /* last: its fail() is not ours */

static struct detection trial_of(const char *algorithm)
{
  const struct explore_limits limits = {.memory = (size_t)1 << 28, .threads = 1};
  struct error e = {0};
  struct detection detection;
  if (!detection_create(&detection, algorithm_find(algorithm, &e), UINT32_MAX, &limits, &e)) fail_msg("%s", e.text);
  return detection;
}

/* The mutation of that text; it must be among those that are made of the algorithm. */
static struct mutant named(const struct detection *detection, const char *text)
{
  struct error e = {0};
  uint32_t n, k = 0;
  char each[128];
  struct mutant *all = detection_mutations(detection, &n, &e);
  assert_non_null(all);
  while (k < n && strcmp(mutation_text(detection->algorithm, &all[k], each, sizeof each), text) != 0) k++;
  if (k == n) fail_msg("%s has no mutant '%s'", detection->algorithm->name, text);
  const struct mutant found = all[k];
  free(all);
  return found;
}

/* by: words of differences with a blank after each; all of them, and no other. */
static void expect_caught(const char *algorithm, const char *mutant, const char *by)
{
  struct detection detection = trial_of(algorithm);
  const struct mutant mutation = named(&detection, mutant);
  const struct detection_result v = detection_run(&detection, &mutation);
  char words[128] = "";
  assert_int_equal(v.outcome, DETECTION_CAUGHT);
  for (uint32_t d = 0; d < N_DIFFERENCES; d++)
    if (v.differences >> d & 1) strcat(strcat(words, difference_words[d]), " ");
  assert_string_equal(words, by);
  detection_free(&detection);
}

static void expect_outcome(const char *algorithm, const char *mutant, enum detection_outcome outcome)
{
  struct detection detection = trial_of(algorithm);
  const struct mutant mutation = mutant != NULL ? named(&detection, mutant) : (struct mutant){0};
  const struct detection_result v = detection_run(&detection, &mutation);
  assert_int_equal(v.outcome, outcome);
  assert_int_equal(v.differences, 0);
  detection_free(&detection);
}

static void test_dropped(void **state)
{
  (void)state;
  expect_caught("bakery", "line 1 dropped", "P1 cost value "); /* choosing stays 0 */
  expect_caught("glb", "line 3 dropped", "P1 cost value ");    /* Choosing stays false */
  expect_caught("burns_lamport", "line 3 dropped", "P1 cost ");
  expect_caught("burns_lamport", "line 4 dropped", "P2 P6 P7 cost ");
  expect_caught("bwbgme_repaired", "line 34 dropped", "P2 P4 P6 P7 cost ");
  expect_caught("two_stage", "line T1 dropped", "P1 P5 inv cost ");
  expect_caught("bwbgme_repaired", "line 28 dropped", "range "); /* the colour stays, the numbers grow */
}

static void test_stuck(void **state)
{
  (void)state;
  expect_caught("glb", "line 3 writes the initial value", "P1 cost value ");
  expect_caught("bakery", "line 2b writes the initial value", "P1 P5 cost value ");
}

static void test_flipped(void **state)
{
  (void)state;
  expect_caught("bakery", "line 7b decides the other way", "P1 P5 cost ");
  expect_caught("burns_lamport", "line 10 decides the other way", "P1 P2 P4 P6 P7 cost ");
}

/* Line 25 of BWBGME: if mynumber != 1. Left out: line 26a is reached where 34 should be. Always false: the other way
 * round. */
static void test_guard_of_line_25(void **state)
{
  (void)state;
  expect_caught("bwbgme_repaired", "line 26a instead of 34", "cost range ");
  expect_caught("bwbgme_repaired", "line 34 instead of 26a", "cost range ");
}

static void test_branches(void **state)
{
  (void)state;
  expect_caught("bakery", "line 7a instead of 6 after 6", "P1 cost "); /* does not wait */
  expect_caught("bwbgme_repaired", "line 26a instead of 28 after 26a", "P2 P3 P6 P7 ");
}

static void test_swapped(void **state)
{
  (void)state;
  expect_caught("burns_lamport", "lines 1 and 3 swapped", "P1 cost ");
  expect_outcome("glb", "lines 3 and 4 swapped", DETECTION_ALIKE);
}

static void test_the_unchanged(void **state)
{
  (void)state;
  expect_outcome("bakery", NULL, DETECTION_EQUIVALENT);
  expect_outcome("bwbgme_repaired", NULL, DETECTION_EQUIVALENT);
  expect_outcome("bwbgme", NULL, DETECTION_EQUIVALENT);
  expect_outcome("bakery", "line 2a decides the other way", DETECTION_EQUIVALENT); /* in states that are not reached */
}

/* The tables of a mutant. */
static void mutant_of(const struct rmr_algorithm *algorithm, const struct mutant *mutation, struct automata *out)
{
  static const uint32_t passages[] = {0, 1, 1};
  static const struct sessions sessions = {.rule = SESSIONS_DISTINCT};
  struct error e = {0};
  const struct system_spec setup = {.algorithm = algorithm, .n = 2, .sessions = &sessions};
  const struct automata_change change = mutation != NULL ? mutate_by(mutation) : (struct automata_change){0};
  if (!automata_create(out, &setup, passages, 4, mutation != NULL ? &change : NULL,
                       (struct table_limits){.locals = 1u << 16}, &e))
    fail_msg("%s: %s", algorithm->name, e.text);
}

static void assert_same_tables(const struct automata *a, const struct automata *b)
{
  for (uint32_t p = 1; p <= a->n; p++) {
    const struct automaton *x = &a->process[p], *y = &b->process[p];
    assert_int_equal(x->n_locals, y->n_locals);
    assert_memory_equal(x->state, y->state, (size_t)x->n_locals * rmr_state_size(a->system->algorithm, a->n));
    for (uint32_t l = 0; l < x->n_locals; l++)
      for (uint32_t k = 0; k < automaton_values(a, &x->local[l]) * a->choices; k++)
        assert_int_equal(x->next[x->local[l].first_next + k], y->next[y->local[l].first_next + k]);
  }
}

/* An array at the end of a local state belongs to it: mutants are the same whether its bytes are declared per process
 * or as a whole. */
static void test_arrays_at_the_end_of_a_state(void **state)
{
  (void)state;
  size_t algorithms = 0, swaps = 0, branches = 0;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    if ((*a)->state_each == 0) continue;
    struct rmr_algorithm whole = **a;
    whole.state_size = rmr_state_size(*a, 2);
    whole.state_each = 0;
    algorithms++;
    uint32_t n;
    struct automata original, x, y;
    mutant_of(*a, NULL, &original);
    struct mutant *all = mutations_of(&original, &n);
    for (uint32_t k = 0; k < n; k++) {
      mutant_of(*a, &all[k], &x);
      mutant_of(&whole, &all[k], &y);
      assert_same_tables(&x, &y);
      swaps += all[k].kind == MUTATION_SWAP;
      branches += all[k].kind == MUTATION_BRANCH || all[k].kind == MUTATION_FLIP;
      automata_free(&x);
      automata_free(&y);
    }
    free(all);
    automata_free(&original);
  }
  assert_true(algorithms >= 4 && swaps > 0 && branches > 0);
}

/* One process alone makes the same accesses in the other order and comes to the same local state. */
static void test_swap_is_a_swap(void **state)
{
  static const uint32_t passages[] = {0, 1, 1};
  static const struct sessions sessions = {.rule = SESSIONS_DISTINCT};
  struct error e = {0};
  const struct rmr_algorithm *glb = algorithm_find("glb", &e);
  const struct system_spec setup = {.algorithm = glb, .n = 2, .sessions = &sessions};
  const struct mutant swap = {
    .kind = MUTATION_SWAP, .line = algorithm_label(glb, "3", &e), .to = algorithm_label(glb, "4", &e)};
  struct automata original, mutant;
  (void)state;
  assert_true(automata_create(&original, &setup, passages, 4, NULL, (struct table_limits){.locals = 1000}, &e));
  const struct automata_change change = mutate_by(&swap);
  assert_true(automata_create(&mutant, &setup, passages, 4, &change, (struct table_limits){.locals = 1000}, &e));
  const struct automaton *a = &original.process[1], *b = &mutant.process[1];
  uint32_t x = a->initial[0], y = b->initial[0];
  const struct rmr_op first = a->local[x].op;
  x = a->next[a->local[x].first_next];
  assert_memory_equal(&b->local[y].op, &a->local[x].op, sizeof first);
  y = b->next[b->local[y].first_next];
  assert_memory_equal(&b->local[y].op, &first, sizeof first);
  assert_int_equal(b->local[y].section, RMR_DOORWAY);
  x = a->next[a->local[x].first_next];
  y = b->next[b->local[y].first_next];
  assert_int_equal(y, x);
  assert_memory_equal(&b->local[y].op, &a->local[x].op, sizeof first);
  automata_free(&original);
  automata_free(&mutant);
}

/* A mutation that leaves an order as it is would be none. */
static void test_what_does_not_apply(void **state)
{
  struct detection detection = trial_of("bakery");
  struct error e = {0};
  uint32_t n;
  char text[128];
  struct mutant *all = detection_mutations(&detection, &n, &e);
  (void)state;
  for (uint32_t k = 0; k < n; k++) {
    mutation_text(detection.algorithm, &all[k], text, sizeof text);
    assert_string_not_equal(text, "line 3 writes the initial value"); /* as it does anyway */
    assert_string_not_equal(text, "line 1 decides the other way");    /* it decides nothing */
    assert_string_not_equal(text, "lines 1 and 2a swapped");          /* 2a is a loop */
  }
  free(all);
  detection_free(&detection);
}

static bool never(const struct rmr_moment *now)
{
  return now->size.n == 0;
}

/* Equal systems cannot differ: a wrong answer for the original is noticed. */
static void test_contradiction(void **state)
{
  struct detection detection = trial_of("tas");
  const struct mutant none = {0};
  (void)state;
  detection.scope[0].explored.property[1].verdict = VERDICT_FAILS;
  const struct detection_result v = detection_run(&detection, &none);
  assert_int_equal(v.outcome, DETECTION_CONTRADICTION);
  assert_int_equal(v.differences, 1u << DIFFERS_BETTER);
  detection_free(&detection);
}

/* An invariant may look at what tells no behaviour. */
static void test_no_contradiction(void **state)
{
  struct detection detection = trial_of("tas");
  const struct mutant none = {0};
  static const struct rmr_invariant invariants[] = {{"no", "never", never}, {.name = NULL}};
  (void)state;
  struct rmr_algorithm a = *detection.algorithm;
  a.invariants = invariants;
  detection.scope[0].spec.setup.algorithm = &a;
  detection.scope[0].spec.check[PROPERTY_INVARIANTS] = true;
  detection.scope[0].explored.n_invariants = 1;
  detection.scope[0].explored.invariant[0].verdict = VERDICT_HOLDS;
  const struct detection_result v = detection_run(&detection, &none);
  assert_int_equal(v.outcome, DETECTION_CAUGHT);
  assert_int_equal(v.differences, 1u << DIFFERS_INVARIANT);
  detection_free(&detection);
}

static void test_cut_short(void **state)
{
  struct detection detection = trial_of("glb");
  const struct mutant alike = named(&detection, "lines 3 and 4 swapped");
  (void)state;
  for (uint32_t k = 0; k < detection.n_scopes; k++) detection.scope[k].spec.limits.memory = 1;
  detection.limits.memory = 1;
  assert_int_equal(detection_run(&detection, &alike).outcome, DETECTION_CUT_SHORT);
  detection_free(&detection);
}

static void test_untripped(void **state)
{
  uint32_t caught[N_DIFFERENCES];
  (void)state;
  for (uint32_t d = 0; d < N_DIFFERENCES; d++) caught[d] = d != DIFFERS_BETTER;
  assert_null(detection_untripped(caught));
  caught[DIFFERS_P3] = 0;
  assert_string_equal(detection_untripped(caught), "P3");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_dropped),
                                     cmocka_unit_test(test_stuck),
                                     cmocka_unit_test(test_flipped),
                                     cmocka_unit_test(test_guard_of_line_25),
                                     cmocka_unit_test(test_branches),
                                     cmocka_unit_test(test_swapped),
                                     cmocka_unit_test(test_the_unchanged),
                                     cmocka_unit_test(test_swap_is_a_swap),
                                     cmocka_unit_test(test_arrays_at_the_end_of_a_state),
                                     cmocka_unit_test(test_what_does_not_apply),
                                     cmocka_unit_test(test_contradiction),
                                     cmocka_unit_test(test_no_contradiction),
                                     cmocka_unit_test(test_cut_short),
                                     cmocka_unit_test(test_untripped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
