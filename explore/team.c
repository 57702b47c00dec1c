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
  pthread_mutex_t lock;
  pthread_cond_t begin, end;
  uint64_t job; /* counts the jobs */
  uint32_t busy;
  bool over;
  team_work *work;
  void *self;
  uint32_t n;
  atomic_uint next;
};

static void do_items(struct team *team, uint32_t thread)
{
  for (uint32_t item; (item = atomic_fetch_add(&team->next, 1)) < team->n;) team->work(team->self, item, thread);
}

static void *member_main(void *self)
{
  struct member *m = self;
  struct team *team = m->team;
  uint64_t job = 0;
  pthread_mutex_lock(&team->lock);
  for (;;) {
    while (team->job == job && !team->over) pthread_cond_wait(&team->begin, &team->lock);
    if (team->over) break;
    job = team->job;
    pthread_mutex_unlock(&team->lock);
    do_items(team, m->number);
    pthread_mutex_lock(&team->lock);
    if (--team->busy == 0) pthread_cond_signal(&team->end);
  }
  pthread_mutex_unlock(&team->lock);
  return NULL;
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
  team->over = true;
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
  pthread_mutex_lock(&team->lock);
  team->work = work;
  team->self = self;
  team->n = n;
  atomic_store(&team->next, 0);
  team->busy = team->size - 1;
  team->job++;
  pthread_cond_broadcast(&team->begin);
  pthread_mutex_unlock(&team->lock);
  do_items(team, 0);
  pthread_mutex_lock(&team->lock);
  while (team->busy != 0) pthread_cond_wait(&team->end, &team->lock);
  pthread_mutex_unlock(&team->lock);
}
