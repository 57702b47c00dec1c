/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_sweep_threads.c: the sweep (explore/engines/sweep_line.h) on several threads. The stacks give out each
 * configuration once and end when nobody can find more; and the result of one thread, with its way, is that of any
 * number of threads.
 *
 * ctest: threads
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/thread_pool.h"
#include "explore/engines/stacks.h"
#include "explore/engines/sweep_line.h"
#include "explore/graph/reduction.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

/* --- stacks: a tree whose nodes are found one from another -------------------------------------------------------- */

enum { DEPTH = 16, THREADS = 3, BATCH = 5 };

struct walk {
  struct stacks stacks;
  size_t taken[THREADS];
  size_t stop_after; /* of one thread; 0: never */
};

static void walk(void *self, uint32_t thread, uint32_t member)
{
  struct walk *w = self;
  struct configuration batch[BATCH];
  size_t n;
  (void)member;
  while ((n = stacks_take(&w->stacks, thread, batch, BATCH)) != 0) {
    w->taken[thread] += n;
    if (w->stop_after != 0 && w->taken[thread] >= w->stop_after) {
      stacks_stop(&w->stacks);
      return;
    }
    for (size_t k = 0; k < n; k++)
      for (uint64_t child = 0; batch[k].number < DEPTH && child < 2; child++)
        stacks_push(&w->stacks, thread, (struct configuration){child, batch[k].number + 1});
  }
}

static size_t walk_all(struct walk *w, struct thread_pool *pool)
{
  size_t sum = 0;
  stacks_offer(&w->stacks, (struct configuration){0, 0});
  thread_pool_run(pool, walk, w, THREADS);
  for (uint32_t t = 0; t < THREADS; t++) {
    sum += w->taken[t];
    w->taken[t] = 0;
  }
  return sum;
}

static void test_each_is_taken_once(void **state)
{
  (void)state;
  struct walk w = {0};
  struct thread_pool *pool = thread_pool_create(THREADS);
  stacks_create(&w.stacks, THREADS, NULL);
  for (int round = 0; round < 5; round++) {
    assert_int_equal(walk_all(&w, pool), (2u << DEPTH) - 1);
    stacks_clear(&w.stacks);
  }
  stacks_free(&w.stacks);
  thread_pool_free(pool);
}

static void test_nobody_waits_for_one_that_has_stopped(void **state)
{
  (void)state;
  struct walk w = {.stop_after = 1000};
  struct thread_pool *pool = thread_pool_create(THREADS);
  stacks_create(&w.stacks, THREADS, NULL);
  assert_true(walk_all(&w, pool) >= w.stop_after);
  stacks_free(&w.stacks);
  thread_pool_free(pool);
}

/* --- the sweep ---------------------------------------------------------------------------------------------------- */

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};

static void assert_same(const struct sweep_result *a, const struct sweep_result *b, uint32_t n_moves)
{
  assert_int_equal(a->complete, b->complete);
  assert_int_equal(a->comes_back, b->comes_back);
  if (!a->complete) return;
  assert_int_equal(a->most, b->most);
  assert_int_equal(a->configurations, b->configurations);
  assert_int_equal(a->transitions, b->transitions);
  assert_int_equal(a->labels, b->labels);
  assert_memory_equal(a->taken, b->taken, n_moves);
  assert_int_equal(a->path.n, b->path.n);
  assert_memory_equal(a->path.process, b->path.process, a->path.n * sizeof *a->path.process);
  for (size_t k = 0; k <= a->path.n; k++)
    assert_int_equal(*visited_state(&a->visited, a->path.state[k]), *visited_state(&b->visited, b->path.state[k]));
}

static bool sweep_by_many(const char *name, uint32_t n, enum memory memory, const struct sessions *sessions)
{
  struct error e = {0};
  struct space s;
  struct explore_limits limits = {.memory = (size_t)1 << 28, .threads = 1};
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find(name, &e), .n = n, .passages = 1, .sessions = sessions, .memory = memory},
    .cap = 8,
    .observer.process = n,
    .observer.cost = COST_RMR};
  assert_true(space_create(&s, &spec, &e));
  reduction_prepare(&s);
  assert_int_not_equal(sweep_product_states(&s), 0);
  struct sweep_result one, many;
  sweep_search(&s, &limits, &one);
  limits.threads = 3;
  sweep_search_cut(&s, &limits, 1, &many);
  assert_same(&one, &many, s.n_moves);
  sweep_free(&many);
  for (limits.threads = 2; limits.threads <= 4; limits.threads++) {
    sweep_search(&s, &limits, &many);
    assert_same(&one, &many, s.n_moves);
    sweep_free(&many);
  }
  const bool complete = one.complete;
  sweep_free(&one);
  space_free(&s);
  return complete;
}

static void test_any_number_finds_the_same(void **state)
{
  (void)state;
  for (enum memory m = MEMORY_CC; m <= MEMORY_CC_WRITEBACK; m++) {
    assert_true(sweep_by_many("burns_lamport", 4, m, &distinct));
    assert_true(sweep_by_many("mcs", 3, m, &distinct));
  }
  assert_true(sweep_by_many("burns_lamport", 5, MEMORY_CC, &distinct));
  assert_false(sweep_by_many("glb", 2, MEMORY_CC_WRITEBACK, &any_of_two)); /* these two come back */
  assert_false(sweep_by_many("tas", 3, MEMORY_CC_WRITEBACK, &distinct));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_each_is_taken_once),
    cmocka_unit_test(test_nobody_waits_for_one_that_has_stopped),
    cmocka_unit_test(test_any_number_finds_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
