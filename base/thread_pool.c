/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/thread_pool.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/platform.h"

struct member {
  struct thread_pool *pool;
  uint32_t number;
  pthread_t thread;
};

struct thread_pool {
  uint32_t size;
  struct member *member; /* 1 .. size - 1 are threads; 0 is the caller */
  pthread_mutex_t lock;  /* held by a thread that goes to sleep or changes what a sleeper waits for */
  pthread_cond_t begin, end;
  atomic_uint job;  /* counts the jobs */
  atomic_uint busy; /* members that have not finished this one */
  atomic_bool over;
  thread_pool_work *work;
  void *self;
  uint32_t n;
  atomic_uint next;
};

static void do_items(struct thread_pool *pool, uint32_t thread)
{
  for (uint32_t item; (item = atomic_fetch_add(&pool->next, 1)) < pool->n;) pool->work(pool->self, item, thread);
}

/* The jobs of a search are short and come one after another, so a waiting thread looks a while before it sleeps. */
enum { LOOKS = 4000 };

static bool has_work(struct thread_pool *pool, uint32_t done)
{
  return atomic_load(&pool->job) != done || atomic_load(&pool->over);
}

static void wait_for_work(struct thread_pool *pool, uint32_t done)
{
  for (int k = 0; k < LOOKS && !has_work(pool, done); k++) platform_pause();
  if (has_work(pool, done)) return;
  pthread_mutex_lock(&pool->lock);
  while (!has_work(pool, done)) pthread_cond_wait(&pool->begin, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

static void wait_for_others(struct thread_pool *pool)
{
  for (int k = 0; k < LOOKS && atomic_load(&pool->busy) != 0; k++) platform_pause();
  if (atomic_load(&pool->busy) == 0) return;
  pthread_mutex_lock(&pool->lock);
  while (atomic_load(&pool->busy) != 0) pthread_cond_wait(&pool->end, &pool->lock);
  pthread_mutex_unlock(&pool->lock);
}

static void finish(struct thread_pool *pool)
{
  if (atomic_fetch_sub(&pool->busy, 1) != 1) return;
  pthread_mutex_lock(&pool->lock);
  pthread_cond_signal(&pool->end);
  pthread_mutex_unlock(&pool->lock);
}

static void *member_main(void *self)
{
  struct member *m = self;
  struct thread_pool *pool = m->pool;
  for (uint32_t done = 0;; done++) {
    wait_for_work(pool, done);
    if (atomic_load(&pool->over)) return NULL;
    do_items(pool, m->number);
    finish(pool);
  }
}

struct thread_pool *thread_pool_create(uint32_t threads)
{
  struct thread_pool *pool = mem_new(1, sizeof *pool);
  pool->member = mem_new(threads + 1, sizeof *pool->member);
  pool->size = 1;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->begin, NULL);
  pthread_cond_init(&pool->end, NULL);
  for (; pool->size < threads; pool->size++) {
    struct member *m = &pool->member[pool->size];
    *m = (struct member){.pool = pool, .number = pool->size};
    if (pthread_create(&m->thread, NULL, member_main, m) != 0) break;
  }
  return pool;
}

void thread_pool_free(struct thread_pool *pool)
{
  if (pool == NULL) return;
  pthread_mutex_lock(&pool->lock);
  atomic_store(&pool->over, true);
  pthread_cond_broadcast(&pool->begin);
  pthread_mutex_unlock(&pool->lock);
  for (uint32_t k = 1; k < pool->size; k++) pthread_join(pool->member[k].thread, NULL);
  pthread_cond_destroy(&pool->begin);
  pthread_cond_destroy(&pool->end);
  pthread_mutex_destroy(&pool->lock);
  free(pool->member);
  free(pool);
}

uint32_t thread_pool_size(const struct thread_pool *pool)
{
  return pool->size;
}

/* A single item is not worth waking anybody. */
void thread_pool_run(struct thread_pool *pool, thread_pool_work *work, void *self, uint32_t n)
{
  if (pool->size == 1 || n <= 1) {
    for (uint32_t item = 0; item < n; item++) work(self, item, 0);
    return;
  }
  pool->work = work;
  pool->self = self;
  pool->n = n;
  atomic_store(&pool->next, 0);
  atomic_store(&pool->busy, pool->size - 1);
  pthread_mutex_lock(&pool->lock);
  atomic_fetch_add(&pool->job, 1);
  pthread_cond_broadcast(&pool->begin);
  pthread_mutex_unlock(&pool->lock);
  do_items(pool, 0);
  wait_for_others(pool);
}
