/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/estimate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "experiments/runner/counting.h"
#include "experiments/runner/exploration.h"
#include "experiments/runner/progress.h"
#include "experiments/runner/proving.h"
#include "experiments/runner/task_search.h"

enum { TRIALS = 4 };
static const double all_seconds = 1; /* of all trials together */

/* --- one trial ---------------------------------------------------------------------------------------------------- */

/* Raises the flag when the time is over. */
struct alarm {
  double seconds;
  atomic_bool raised;
  bool over;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t done;
};

static void *wait_for_time(void *self)
{
  struct alarm *alarm = self;
  const struct timespec until = clock_deadline(alarm->seconds);
  pthread_mutex_lock(&alarm->mutex);
  int why = 0;
  while (!alarm->over && why == 0) why = pthread_cond_timedwait(&alarm->done, &alarm->mutex, &until);
  if (!alarm->over) atomic_store(&alarm->raised, true);
  pthread_mutex_unlock(&alarm->mutex);
  return NULL;
}

static void hear_effort(void *listener, const struct search_progress *told)
{
  *(uint64_t *)listener = told->effort;
}

static void simulate(const struct task *task, const struct config *config, atomic_bool *interrupt, struct error *e)
{
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct run_spec spec = task_spec(task, config, sessions);
  spec.interrupt = interrupt;
  struct run *run = run_create(&spec, e);
  if (run != NULL) run_go(run, e);
  run_free(run);
  free(sessions);
}

/* Does the task, or a part of it; returns which share of it that was, where it can be told, else 1. */
static double carry_out(const struct task *task, const struct config *config, unsigned jobs, atomic_bool *interrupt)
{
  struct error ignored = {0};
  uint64_t effort = 0;
  bool interrupted;
  const struct explore_limits explore = {.threads = jobs, .interrupt = interrupt};
  const struct search_limits search = {.effort = task->effort,
                                       .memory = task->budget,
                                       .threads = jobs,
                                       .interrupt = interrupt,
                                       .tell = hear_effort,
                                       .listener = &effort};
  const struct reach_limits prove = {.interrupt = interrupt};
  switch (task->drive) {
  case DRIVE_PROVE: free(proving_line(task, config, &prove, &ignored)); break;
  case DRIVE_COUNT: free(counting_line(task, config, &ignored)); break;
  case DRIVE_EXPLORE: free(exploration_line(task, config, &explore, &interrupted, &ignored)); break;
  case DRIVE_SEARCH: free(searching_line(task, config, &search, NULL, &ignored)); break;
  default: simulate(task, config, interrupt, &ignored); break;
  }
  return effort != 0 && task->effort > effort ? (double)effort / (double)task->effort : 1;
}

/* Its seconds, at most so many; *cut: they are those of its beginning. */
static double try_task(const struct task *task, const struct config *config, unsigned jobs, double most, bool *cut)
{
  struct alarm alarm = {.seconds = most, .mutex = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};
  const bool timed = pthread_create(&alarm.thread, NULL, wait_for_time, &alarm) == 0;
  if (!timed) return 0;
  const double from = clock_seconds(), share = carry_out(task, config, jobs, &alarm.raised),
               took = clock_seconds() - from;
  pthread_mutex_lock(&alarm.mutex);
  alarm.over = true;
  pthread_cond_signal(&alarm.done);
  pthread_mutex_unlock(&alarm.mutex);
  pthread_join(alarm.thread, NULL);
  if (share < 1) return took / share;
  *cut = *cut || atomic_load(&alarm.raised);
  return took;
}

/* --- all tasks ---------------------------------------------------------------------------------------------------- */

static int by_weight(const void *a, const void *b)
{
  const struct task *const *x = a, *const *y = b;
  const double one = progress_weight(*x), other = progress_weight(*y);
  return one != other ? (one > other) - (one < other) : ((*x)->index > (*y)->index) - ((*x)->index < (*y)->index);
}

/* From the small to the large, in at most so many seconds; no larger one is tried after one that was cut off. */
static void judge_group(const struct task **task, size_t n, const struct plan *plan, unsigned jobs, double most,
                        struct estimate *out)
{
  double all = 0, tried = 0, seconds = 0, last = 0;
  bool cut = false;
  qsort(task, n, sizeof *task, by_weight);
  for (size_t k = 0; k < n; k++) all += progress_weight(task[k]);
  const bool side_by_side = (task[0]->drive & (DRIVE_SIMULATE | DRIVE_COUNT | DRIVE_PROVE)) != 0;
  const double abreast = side_by_side ? (n < jobs ? (double)n : jobs) : 1;
  const size_t trials = n < TRIALS ? n : TRIALS;
  size_t smaller = 0; /* how many tasks are smaller than the one that is tried */
  for (size_t k = 1; k <= trials && !cut; k++) {
    const struct task *one = task[k * n / trials - 1];
    smaller = k * n / trials - 1;
    last = try_task(one, plan->config, jobs, most - seconds > 0 ? most - seconds : 0, &cut);
    seconds += last;
    tried += progress_weight(one);
    out->tried++;
  }
  if (cut) { /* each of those that are as large takes that long, at the least */
    out->seconds += (double)(n - smaller) * last / abreast;
    out->at_least = true;
    return;
  }
  const double rest = all > tried ? all : tried, share = tried > 0 ? seconds / tried : 0;
  out->seconds += rest * share / abreast;
}

/* Tasks take alike long for their weight if they do the same under the same adversary: one adversary looks ahead at
 * every step, another draws a number. */
static bool are_alike(const struct task *a, const struct task *b)
{
  return a->drive == b->drive && a->adversary == b->adversary;
}

/* Moves those that are like the first one to the front; returns how many there are. */
static size_t gather_group(const struct task **task, size_t n)
{
  size_t group = 1;
  for (size_t k = 1; k < n; k++) {
    if (!are_alike(task[0], task[k])) continue;
    const struct task *other = task[group];
    task[group++] = task[k];
    task[k] = other;
  }
  return group;
}

void estimate_make(const struct plan *plan, unsigned jobs, struct estimate *out)
{
  const struct task **task = mem_new(plan->n, sizeof *task);
  size_t n = 0, groups = 0;
  *out = (struct estimate){0};
  for (size_t k = 0; k < plan->n; k++)
    if (!task_is_foreign(&plan->task[k])) task[n++] = &plan->task[k];
  out->foreign = plan->n - n;
  for (size_t k = 0; k < n; k += gather_group(task + k, n - k)) groups++;
  const double from = clock_seconds();
  for (size_t k = 0, size; k < n; k += size, groups--) {
    const double left = all_seconds - (clock_seconds() - from);
    size = gather_group(task + k, n - k);
    judge_group(task + k, size, plan, jobs, left / (double)groups, out);
  }
  free(task);
}
