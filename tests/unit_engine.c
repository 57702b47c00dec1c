/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_engine.c: which engine answers (explore/engines/engine.h), and that it makes no difference to the answer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/engines/engine.h"
#include "explore/graph/reduction.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

static struct space space_of(uint32_t n, uint32_t passages, enum cost_id cost)
{
  struct error e = {0};
  struct space s;
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", &e), .n = n, .passages = passages, .sessions = &distinct},
    .cap = 1,
    .observer.process = cost != COST_NONE ? n : 0,
    .observer.cost = cost,
    .minimise = true};
  if (!space_create(&s, &spec, &e)) fail_msg("%s", e.text);
  reduction_prepare(&s);
  return s;
}

/* Returns the most. */
static uint64_t expect(enum engine_kind engine, uint32_t n, uint32_t passages, enum cost_id cost,
                       enum engine_question question, size_t memory, bool complete)
{
  struct space s = space_of(n, passages, cost);
  const struct explore_limits limits = {.memory = memory, .threads = 1};
  struct engine_result found;
  engine_run(&s, &limits, &(struct engine_query){question, .watch = true}, &found);
  assert_string_equal(engine_name(found.engine), engine_name(engine));
  assert_int_equal(found.complete, complete);
  assert_true(found.states > 0 && found.taken != NULL);
  const uint64_t most = found.most;
  engine_result_free(&found);
  space_free(&s);
  return most;
}

static const size_t much = (size_t)1 << 28;

static void test_states(void **state)
{
  (void)state;
  expect(ENGINE_BITS, 6, 0, COST_NONE, ENGINE_STATES, much, true);
  expect(ENGINE_BREADTH, 7, 0, COST_NONE, ENGINE_STATES, 1 << 20, false); /* the bits would not fit */
  expect(ENGINE_BREADTH, 6, 0, COST_NONE, ENGINE_GRAPH, much, true);
  expect(ENGINE_BREADTH, 6, 0, COST_NONE, ENGINE_GRAPH, 1 << 20, false);
}

static void test_costs(void **state)
{
  (void)state;
  const uint64_t most = expect(ENGINE_DEPTH, 5, 1, COST_RMR, ENGINE_COST, much, true);
  const size_t few = (size_t)2 << 20; /* too few for the states, enough for the configurations */
  assert_int_equal(expect(ENGINE_SWEEP, 5, 1, COST_RMR, ENGINE_COST, few, true), most);
  assert_true(expect(ENGINE_DEPTH, 5, 1, COST_RMR, ENGINE_COST, 1 << 18, false) < most); /* not even for these */
  expect(ENGINE_DEPTH, 4, 0, COST_RMR, ENGINE_COST, much, true); /* without end: configurations are come back to */
}

static void test_words(void **state)
{
  (void)state;
  assert_null(engine_name(ENGINE_NONE));
  assert_null(engine_states_are(ENGINE_NONE));
  for (enum engine_kind k = ENGINE_BREADTH; k < N_ENGINES; k++) {
    assert_non_null(engine_name(k));
    assert_non_null(engine_states_are(k));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_states), cmocka_unit_test(test_costs),
                                     cmocka_unit_test(test_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
