/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/runner.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "experiments/runner/unfinished.h"
#include "experiments/runner/workers.h"

enum {
  PROGRESS_EVERY_MS = 200,
  SHORTEST_REST_US = 50,  /* between two looks at what other ranks say, where nothing was said ... */
  LONGEST_REST_US = 2000, /* ... and in the end */
};

/* --- the outcome -------------------------------------------------------------------------------------------------- */

static void note_failure(struct workers *workers, const struct task *task, const struct error *why)
{
  char scope[512], text[1200];
  workers->out->failed++;
  if (!failures_note(&workers->failures, task->index, error_string(why, text, sizeof text))) return;
  progress_clear(&workers->progress);
  fprintf(workers->options->progress, "rmr run: task #%zu failed: %s: %s\n", task->index,
          task_text(task, scope, sizeof scope), text);
}

static void note_result(struct workers *workers, const struct task *task, const char *line, const struct error *why)
{
  if (line != NULL && journal_append(workers->journal, task->id, task->index, line, &workers->error)) {
    workers->out->done++;
    workers->there[task->index] = true;
    workers->weight_done += progress_weight(task);
  }
  if (line == NULL && why->code != EXIT_OK) note_failure(workers, task, why);
}

/* An exploration or a search can use all cores by itself, and like a proof all the memory that it gets (slots.h). */
static bool takes_slots(enum drive drive)
{
  return drive == DRIVE_EXPLORE || drive == DRIVE_SEARCH || drive == DRIVE_PROVE;
}

/* --- the threads -------------------------------------------------------------------------------------------------- */

static bool is_due(const struct workers *workers, size_t index)
{
  return !workers->there[index] && workers->plan->task[index].drive == workers->drive;
}

static void begin_drive(struct workers *workers, enum drive drive)
{
  workers->drive = drive;
  workers->next = 0;
}

/* The drive that follows another without a wait; 0: none. A proof takes one core, and some take long: the other cores
 * go on to the explorations. */
static enum drive drive_behind(enum drive drive)
{
  return drive == DRIVE_PROVE ? DRIVE_EXPLORE : 0;
}

/* With the mutex held: the next task of this plan to do, or NULL. */
static const struct task *next_due(struct workers *workers)
{
  if (workers_are_interrupted(workers) || workers->error.code != EXIT_OK) return NULL;
  for (;;) {
    while (workers->next < workers->plan->n && !is_due(workers, workers->next)) workers->next++;
    if (workers->next < workers->plan->n) return &workers->plan->task[workers->next];
    if (drive_behind(workers->drive) == 0) return NULL;
    begin_drive(workers, drive_behind(workers->drive));
  }
}

struct hand {
  struct workers *workers;
  unsigned number, cores; /* threads of its exploration */
  pthread_t thread;
};

/* With the mutex held: the next task that there is room for, once there is. */
static const struct task *take_slots(struct workers *workers, unsigned *cores)
{
  const struct task *task;
  while ((task = next_due(workers)) != NULL) {
    const bool alone = task->drive == DRIVE_SEARCH || workers_are_foreign(workers, task);
    *cores = task->drive == DRIVE_PROVE ? 1 : slots_for(&workers->slots, progress_weight(task), alone);
    if (slots_free(&workers->slots, *cores, task->budget)) break;
    pthread_cond_wait(&workers->freed, &workers->mutex);
  }
  if (task == NULL) return NULL;
  slots_take(&workers->slots, *cores, task->budget, progress_weight(task));
  atomic_store(&workers->current, task);
  atomic_store(&workers->phase, NULL);
  atomic_store(&workers->effort, 0);
  return task;
}

static const struct task *next_task(struct hand *hand)
{
  struct workers *workers = hand->workers;
  hand->cores = workers->options->jobs;
  if (workers->server != NULL) {
    const int64_t task = server_take(workers->server);
    return task == REMOTE_NONE ? NULL : &workers->plan->task[task];
  }
  pthread_mutex_lock(&workers->mutex);
  const struct task *task = takes_slots(workers->drive) ? take_slots(workers, &hand->cores) : next_due(workers);
  workers->next += task != NULL;
  pthread_mutex_unlock(&workers->mutex);
  return task;
}

static void give_result(const struct hand *hand, const struct task *task, const char *line, const char *unfinished,
                        const struct error *why)
{
  struct workers *workers = hand->workers;
  if (workers->server != NULL) {
    const bool interrupted = line == NULL && why->code == EXIT_OK;
    server_give(workers->server, task->index,
                line != NULL  ? REMOTE_DONE
                : interrupted ? REMOTE_INTERRUPTED
                              : REMOTE_FAILED,
                line != NULL         ? line
                : unfinished != NULL ? unfinished
                                     : "",
                why);
    return;
  }
  pthread_mutex_lock(&workers->mutex);
  if (takes_slots(task->drive)) {
    if (atomic_load(&workers->current) == task) atomic_store(&workers->current, NULL);
    slots_give(&workers->slots, hand->cores, task->budget);
    pthread_cond_broadcast(&workers->freed);
  }
  note_result(workers, task, line, why);
  pthread_mutex_unlock(&workers->mutex);
}

static void *work(void *argument)
{
  struct hand *hand = argument;
  struct workers *workers = hand->workers;
  const struct task *task;
  while ((task = next_task(hand)) != NULL) {
    struct error why = {0};
    char *unfinished, *line = workers_do(workers, hand->number, task, hand->cores, &unfinished, &why);
    give_result(hand, task, line, unfinished, &why);
    free(unfinished);
    free(line);
  }
  pthread_mutex_lock(&workers->mutex);
  workers->working--;
  pthread_cond_signal(&workers->ended);
  pthread_mutex_unlock(&workers->mutex);
  return NULL;
}

/* --- tasks at other ranks ----------------------------------------------------------------------------------------- */

static int64_t take_for_other(void *self)
{
  struct workers *workers = self;
  const struct task *task = next_due(workers);
  if (task == NULL) return REMOTE_NONE;
  workers->next++;
  workers->slots.weight -= progress_weight(task);
  return (int64_t)task->index;
}

/* An interrupt of one rank is meant for all. */
static void other_ended(void *self, size_t index, enum remote_end how, const char *text, const struct error *why)
{
  struct workers *workers = self;
  struct error ignored = {0};
  if (how != REMOTE_INTERRUPTED) {
    note_result(workers, &workers->plan->task[index], how == REMOTE_DONE ? text : NULL, why);
    return;
  }
  if (workers->interrupt != NULL) atomic_store(workers->interrupt, true);
  if (*text != '\0') (void)unfinished_keep(workers->options->directory, text, &ignored);
}

/* With the mutex held. True: something has happened. */
static bool look_at_others(struct workers *workers)
{
  if (workers->remote == NULL) return false;
  if (workers_are_interrupted(workers)) remote_interrupt(workers->remote);
  return remote_look(workers->remote, takes_slots(workers->drive));
}

/* Waits until a thread has ended, or for so long. */
static void rest(struct workers *workers, long microseconds)
{
  const struct timespec until = clock_deadline(1e-6 * (double)microseconds);
  pthread_cond_timedwait(&workers->ended, &workers->mutex, &until);
}

/* Until every thread has ended, and the other ranks have no task; meanwhile the progress line. */
static void wait_for_all(struct workers *workers)
{
  const long longest = workers->remote != NULL ? LONGEST_REST_US : PROGRESS_EVERY_MS * 1000L;
  long pause = workers->remote != NULL ? SHORTEST_REST_US : longest, rested = 0;
  pthread_mutex_lock(&workers->mutex);
  for (;;) {
    const bool any = look_at_others(workers);
    if (workers->working == 0 && remote_out(workers->remote) == 0) break;
    if (workers_are_interrupted(workers)) worker_processes_interrupt(workers->processes);
    pause = any ? SHORTEST_REST_US : pause;
    rest(workers, pause);
    rested += pause;
    pause = pause * 2 < longest ? pause * 2 : longest;
    if (rested < PROGRESS_EVERY_MS * 1000L) continue;
    rested = 0;
    workers_show_progress(workers);
  }
  pthread_mutex_unlock(&workers->mutex);
  progress_clear(&workers->progress);
}

/* Whether the task is due before the threads are joined again. */
static bool is_due_soon(const struct workers *workers, size_t index)
{
  const bool follows = workers->plan->task[index].drive == drive_behind(workers->drive);
  return is_due(workers, index) || (follows && !workers->there[index]);
}

static unsigned most_jobs(const struct workers *workers)
{
  return workers->options->jobs < RUNNER_MOST_JOBS ? workers->options->jobs : RUNNER_MOST_JOBS;
}

static unsigned jobs_due(const struct workers *workers)
{
  size_t due = 0;
  for (size_t k = 0; k < workers->plan->n; k++) due += is_due_soon(workers, k);
  return most_jobs(workers) < due ? most_jobs(workers) : (unsigned)due;
}

static double weight_due(const struct workers *workers)
{
  double sum = 0;
  for (size_t k = 0; k < workers->plan->n; k++)
    if (is_due_soon(workers, k)) sum += progress_weight(&workers->plan->task[k]);
  return sum;
}

static bool start_threads(struct workers *workers, unsigned jobs, struct hand *hand, unsigned *started, struct error *e)
{
  workers->working = jobs;
  for (*started = 0; *started < jobs; (*started)++) {
    hand[*started] = (struct hand){.workers = workers, .number = *started};
    const int why = pthread_create(&hand[*started].thread, NULL, work, &hand[*started]);
    if (why == 0) continue;
    pthread_mutex_lock(&workers->mutex);
    workers->working -= jobs - *started;
    pthread_mutex_unlock(&workers->mutex);
    return *started > 0 || fail(e, EXIT_INTERNAL, "no thread could be started: %s", strerror(why));
  }
  return true;
}

/* --- a drive after the other -------------------------------------------------------------------------------------- */

/* As many as there will be threads that may meet a task of a plug-in. A rank that serves has all its threads from the
 * beginning. */
static unsigned keepers_for(struct workers *workers)
{
  static const enum drive drives[] = {DRIVE_COUNT, DRIVE_SIMULATE, DRIVE_PROVE, DRIVE_SEARCH};
  bool any = false;
  unsigned most = 1;
  for (size_t k = 0; k < workers->plan->n && !any; k++)
    any = !workers->there[k] && workers_are_foreign(workers, &workers->plan->task[k]);
  for (size_t k = 0; k < sizeof drives / sizeof *drives; k++) {
    workers->drive = drives[k];
    if (jobs_due(workers) > most) most = jobs_due(workers);
  }
  if (workers->server != NULL) most = most_jobs(workers);
  return any ? most : 0;
}

static bool do_all_of(struct workers *workers, enum drive drive, struct error *e)
{
  struct hand *hand = mem_new(RUNNER_MOST_JOBS, sizeof *hand);
  unsigned started;
  begin_drive(workers, drive);
  workers->slots.weight = weight_due(workers);
  const bool ok = start_threads(workers, jobs_due(workers), hand, &started, e);
  if (ok) wait_for_all(workers);
  for (unsigned k = 0; k < started; k++) pthread_join(hand[k].thread, NULL);
  free(hand);
  return ok;
}

/* Of a rank that serves. Its threads wait for what rank 0 gives them, of whatever drive. */
static bool serve(struct workers *workers, struct error *e)
{
  struct hand *hand = mem_new(RUNNER_MOST_JOBS, sizeof *hand);
  unsigned started;
  const bool ok = start_threads(workers, most_jobs(workers), hand, &started, e);
  if (ok) server_go(workers->server, workers->steps);
  for (unsigned k = 0; k < started; k++) pthread_join(hand[k].thread, NULL);
  free(hand);
  return ok;
}

/* All drives, one after the other; explorations are done with the proofs. */
static bool do_all(struct workers *workers, struct error *e)
{
  const struct remote_job job = {.take = take_for_other, .ended = other_ended, .self = workers};
  if (workers->server != NULL) return serve(workers, e);
  if (ranks_several(workers->options->ranks)) workers->remote = remote_begin(workers->options->ranks, &job);
  const bool ok = do_all_of(workers, DRIVE_COUNT, e) && do_all_of(workers, DRIVE_SIMULATE, e) &&
                  do_all_of(workers, DRIVE_PROVE, e) && do_all_of(workers, DRIVE_SEARCH, e);
  remote_end(workers->remote);
  return ok;
}

static bool do_the_rest(struct workers *workers, struct error *e)
{
  progress_start(&workers->progress, workers->options->progress, workers_weight_left(workers));
  pthread_mutex_init(&workers->mutex, NULL);
  pthread_cond_init(&workers->ended, NULL);
  pthread_cond_init(&workers->freed, NULL);
  slots_create(&workers->slots, workers->options->jobs);
  const struct worker_job job = workers_job(workers);
  const unsigned keepers = keepers_for(workers);
  const bool ok =
    (keepers == 0 || (workers->processes = worker_processes_start(keepers, &job, e)) != NULL) && do_all(workers, e);
  worker_processes_end(workers->processes);
  pthread_cond_destroy(&workers->ended);
  pthread_cond_destroy(&workers->freed);
  pthread_mutex_destroy(&workers->mutex);
  return ok;
}

bool runner_serve(const struct plan *plan, const struct runner_options *options, struct error *e)
{
  struct runner_outcome nothing = {0};
  struct workers workers = {.plan = plan, .options = options, .out = &nothing, .interrupt = options->interrupt};
  workers.steps = &workers.own_steps;
  workers.there = mem_new(plan->n, sizeof *workers.there);
  workers.server = server_begin(options->ranks, options->jobs, options->interrupt);
  const bool ok = do_the_rest(&workers, e);
  server_free(workers.server);
  free(workers.there);
  return ok;
}

bool runner_go(const struct plan *plan, struct journal *journal, const struct runner_options *options,
               struct runner_outcome *out, struct error *e)
{
  *out = (struct runner_outcome){0};
  struct workers workers = {.plan = plan, .options = options, .journal = journal, .out = out};
  workers.steps = &workers.own_steps;
  workers.interrupt = options->interrupt;
  workers.there = mem_new(plan->n, sizeof *workers.there);
  workers_find_done(&workers);
  workers_leave_to_others(&workers);
  bool ok = do_the_rest(&workers, e);
  if (ok && workers.error.code != EXIT_OK) {
    *e = workers.error;
    ok = false;
  }
  out->interrupted = workers_are_interrupted(&workers) && out->there + out->done + out->others < plan->n;
  if (ok && out->there + out->done + out->failed == plan->n) ok = journal_sort(journal, e);
  failures_tell(&workers.failures, options->progress);
  if (ok) ok = failures_write(&workers.failures, plan, options->directory, e);
  failures_free(&workers.failures);
  free(workers.there);
  return ok;
}
