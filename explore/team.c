/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

struct member {
  struct team *team;
  uint32_t number;
  pthread_t thread;
};

struct team {
  uint32_t size;
  struct member *member; /* 1 .. size - 1 are threads; 0 is the caller */
  pthread_mutex_t lock;  /* held by whoever goes to sleep or changes what a sleeper waits for */
  pthread_cond_t begin, end;
  atomic_uint job;  /* counts the jobs */
  atomic_uint busy; /* members that have not finished this one */
  atomic_bool over;
  team_work *work;
  void *self;
  uint32_t n;
  atomic_uint next;
};

static void do_items(struct team *team, uint32_t thread)
{
  for (uint32_t item; (item = atomic_fetch_add(&team->next, 1)) < team->n;) team->work(team->self, item, thread);
}

/* The jobs of a search are short and come one after another, so whoever waits looks a while before it goes to sleep. */
enum { LOOKS = 4000 };

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

static bool has_work(struct team *team, uint32_t done)
{
  return atomic_load(&team->job) != done || atomic_load(&team->over);
}

static void wait_for_work(struct team *team, uint32_t done)
{
  for (int k = 0; k < LOOKS && !has_work(team, done); k++) pause_briefly();
  if (has_work(team, done)) return;
  pthread_mutex_lock(&team->lock);
  while (!has_work(team, done)) pthread_cond_wait(&team->begin, &team->lock);
  pthread_mutex_unlock(&team->lock);
}

static void wait_for_others(struct team *team)
{
  for (int k = 0; k < LOOKS && atomic_load(&team->busy) != 0; k++) pause_briefly();
  if (atomic_load(&team->busy) == 0) return;
  pthread_mutex_lock(&team->lock);
  while (atomic_load(&team->busy) != 0) pthread_cond_wait(&team->end, &team->lock);
  pthread_mutex_unlock(&team->lock);
}

static void finish(struct team *team)
{
  if (atomic_fetch_sub(&team->busy, 1) != 1) return;
  pthread_mutex_lock(&team->lock);
  pthread_cond_signal(&team->end);
  pthread_mutex_unlock(&team->lock);
}

static void *member_main(void *self)
{
  struct member *m = self;
  struct team *team = m->team;
  for (uint32_t done = 0;; done++) {
    wait_for_work(team, done);
    if (atomic_load(&team->over)) return NULL;
    do_items(team, m->number);
    finish(team);
  }
}

struct team *team_create(uint32_t threads)
{
  struct team *team = mem_new(1, sizeof *team);
  team->member = mem_new(threads + 1, sizeof *team->member);
  team->size = 1;
  pthread_mutex_init(&team->lock, NULL);
  pthread_cond_init(&team->begin, NULL);
  pthread_cond_init(&team->end, NULL);
  for (; team->size < threads; team->size++) {
    struct member *m = &team->member[team->size];
    *m = (struct member){.team = team, .number = team->size};
    if (pthread_create(&m->thread, NULL, member_main, m) != 0) break;
  }
  return team;
}

void team_free(struct team *team)
{
  if (team == NULL) return;
  pthread_mutex_lock(&team->lock);
  atomic_store(&team->over, true);
  pthread_cond_broadcast(&team->begin);
  pthread_mutex_unlock(&team->lock);
  for (uint32_t k = 1; k < team->size; k++) pthread_join(team->member[k].thread, NULL);
  pthread_cond_destroy(&team->begin);
  pthread_cond_destroy(&team->end);
  pthread_mutex_destroy(&team->lock);
  free(team->member);
  free(team);
}

uint32_t team_size(const struct team *team)
{
  return team->size;
}

/* A single item is not worth waking anybody. */
void team_run(struct team *team, team_work *work, void *self, uint32_t n)
{
  if (team->size == 1 || n <= 1) {
    for (uint32_t item = 0; item < n; item++) work(self, item, 0);
    return;
  }
  team->work = work;
  team->self = self;
  team->n = n;
  atomic_store(&team->next, 0);
  atomic_store(&team->busy, team->size - 1);
  pthread_mutex_lock(&team->lock);
  atomic_fetch_add(&team->job, 1);
  pthread_cond_broadcast(&team->begin);
  pthread_mutex_unlock(&team->lock);
  do_items(team, 0);
  wait_for_others(team);
}
