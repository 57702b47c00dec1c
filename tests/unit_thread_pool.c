/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_thread_pool.c: every item of a job is done exactly once, and its effects are seen by the caller and by the items
 * of the next job, for any number of threads, however short the jobs are and however long the pauses between them.
 *
 * ctest: threads
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "base/thread_pool.h"

#include <cmocka.h>

enum { MOST = 1000, SIZES = 5 };
static const uint32_t sizes[SIZES] = {1, 2, 3, 4, 9};

struct job {
  uint32_t n, threads;
  uint32_t done[MOST]; /* plain numbers: nothing but the pool keeps the threads apart */
  uint32_t by[MOST];
};

static void count(void *self, uint32_t item, uint32_t thread)
{
  struct job *job = self;
  job->done[item]++;
  job->by[item] = thread;
}

static void check(const struct job *job, uint32_t times)
{
  for (uint32_t k = 0; k < MOST; k++) {
    assert_int_equal(job->done[k], k < job->n ? times : 0);
    assert_true(job->by[k] < job->threads);
  }
}

static void test_every_item_once(void **state)
{
  (void)state;
  static const uint32_t items[] = {0, 1, 2, 8, MOST};
  for (size_t s = 0; s < SIZES; s++) {
    struct thread_pool *pool = thread_pool_create(sizes[s]);
    assert_true(thread_pool_size(pool) >= 1 && thread_pool_size(pool) <= sizes[s]);
    for (size_t k = 0; k < sizeof items / sizeof *items; k++) {
      struct job job = {.n = items[k], .threads = thread_pool_size(pool)};
      thread_pool_run(pool, count, &job, job.n);
      check(&job, 1);
    }
    thread_pool_free(pool);
  }
}

/* Jobs that follow each other at once, and after a pause in which the threads have gone to sleep. */
static void test_many_jobs(void **state)
{
  (void)state;
  for (size_t s = 0; s < SIZES; s++) {
    struct thread_pool *pool = thread_pool_create(sizes[s]);
    struct job job = {.n = 7, .threads = thread_pool_size(pool)};
    for (uint32_t round = 1; round <= 300; round++) {
      if (round % 100 == 0) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
      thread_pool_run(pool, count, &job, job.n);
      check(&job, round);
    }
    thread_pool_free(pool);
  }
}

/* One job is over before the next begins: each item adds up what all items of the job before have written. */
struct chain {
  uint64_t before[MOST], after[MOST];
};

static void add_up(void *self, uint32_t item, uint32_t thread)
{
  struct chain *chain = self;
  (void)thread;
  chain->after[item] = 1;
  for (uint32_t k = 0; k < 64; k++) chain->after[item] += chain->before[k];
}

static void test_one_job_after_another(void **state)
{
  (void)state;
  for (size_t s = 0; s < SIZES; s++) {
    struct thread_pool *pool = thread_pool_create(sizes[s]);
    struct chain chain = {0};
    for (uint64_t round = 1, expected = 1; round <= 10; round++, expected = 64 * expected + 1) {
      thread_pool_run(pool, add_up, &chain, 64);
      for (uint32_t k = 0; k < 64; k++) {
        assert_true(chain.after[k] == expected);
        chain.before[k] = chain.after[k];
      }
    }
    thread_pool_free(pool);
  }
}

/* One thread is the caller itself, and does the items in order. */
static void note_order(void *self, uint32_t item, uint32_t thread)
{
  uint32_t *next = self;
  assert_int_equal(thread, 0);
  assert_int_equal(item, *next);
  ++*next;
}

static void test_one_thread(void **state)
{
  (void)state;
  uint32_t next = 0;
  struct thread_pool *pool = thread_pool_create(1);
  assert_int_equal(thread_pool_size(pool), 1);
  thread_pool_run(pool, note_order, &next, 50);
  assert_int_equal(next, 50);
  thread_pool_free(pool);
}

static void test_without_a_job(void **state)
{
  (void)state;
  for (size_t s = 0; s < SIZES; s++) thread_pool_free(thread_pool_create(sizes[s]));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_item_once),       cmocka_unit_test(test_many_jobs),
    cmocka_unit_test(test_one_job_after_another), cmocka_unit_test(test_one_thread),
    cmocka_unit_test(test_without_a_job),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
