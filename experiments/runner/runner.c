/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/runner.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "experiments/runner/unfinished.h"
#include "experiments/runner/workers.h"

enum {
  PROGRESS_EVERY_MS = 200,
  SHORTEST_REST_US = 50,  /* between two looks at what other ranks say, where nothing was said ... */
  LONGEST_REST_US = 2000, /* ... and in the end */
  MOST_JOBS = 1024
};

/* --- what it came to ---------------------------------------------------------------------------------------------- */

static void note_failure(struct crew *crew, const struct task *task, const struct error *why)
{
  char scope[512], text[1200];
  crew->out->failed++;
  if (!failures_note(&crew->failures, task->index, error_string(why, text, sizeof text))) return;
  progress_clear(&crew->progress);
  fprintf(crew->options->progress, "rmr run: task #%zu failed: %s: %s\n", task->index,
          task_text(task, scope, sizeof scope), text);
}

static void note_result(struct crew *crew, const struct task *task, const char *line, const struct error *why)
{
  if (line != NULL && journal_append(crew->journal, task->id, task->index, line, &crew->error)) {
    crew->out->done++;
    crew->there[task->index] = true;
    crew->weight_done += progress_weight(task);
  }
  if (line == NULL && why->code != EXIT_OK) note_failure(crew, task, why);
}

/* An exploration or a search can use all cores by itself, and all the memory that it gets (slots.h). */
static bool takes_seats(enum drive drive)
{
  return drive == DRIVE_EXPLORE || drive == DRIVE_SEARCH;
}

/* --- the threads -------------------------------------------------------------------------------------------------- */

static bool is_due(const struct crew *crew, size_t index)
{
  return !crew->there[index] && crew->plan->task[index].drive == crew->drive;
}

/* With the mutex held: the next task of this plan to do, or NULL. */
static const struct task *next_due(struct crew *crew)
{
  if (crew_is_interrupted(crew) || crew->error.code != EXIT_OK) return NULL;
  while (crew->next < crew->plan->n && !is_due(crew, crew->next)) crew->next++;
  return crew->next < crew->plan->n ? &crew->plan->task[crew->next] : NULL;
}

struct hand {
  struct crew *crew;
  unsigned number, cores; /* threads of its exploration */
  pthread_t thread;
};

/* With the mutex held: the next task that there is room for, once there is. */
static const struct task *take_seats(struct crew *crew, unsigned *cores)
{
  const struct task *task;
  while ((task = next_due(crew)) != NULL) {
    const bool alone = task->drive == DRIVE_SEARCH || crew_is_foreign(crew, task);
    *cores = seats_for(&crew->seats, progress_weight(task), alone);
    if (seats_free(&crew->seats, *cores, task->budget)) break;
    pthread_cond_wait(&crew->freed, &crew->mutex);
  }
  if (task == NULL) return NULL;
  seats_take(&crew->seats, *cores, task->budget, progress_weight(task));
  atomic_store(&crew->current, task);
  atomic_store(&crew->phase, NULL);
  atomic_store(&crew->effort, 0);
  return task;
}

static const struct task *next_task(struct hand *hand)
{
  struct crew *crew = hand->crew;
  hand->cores = crew->options->jobs;
  if (crew->server != NULL) {
    const int64_t task = server_take(crew->server);
    return task == REMOTE_NONE ? NULL : &crew->plan->task[task];
  }
  pthread_mutex_lock(&crew->mutex);
  const struct task *task = takes_seats(crew->drive) ? take_seats(crew, &hand->cores) : next_due(crew);
  crew->next += task != NULL;
  pthread_mutex_unlock(&crew->mutex);
  return task;
}

static void give_result(const struct hand *hand, const struct task *task, const char *line, const struct error *why)
{
  struct crew *crew = hand->crew;
  if (crew->server != NULL) {
    const bool interrupted = line == NULL && why->code == EXIT_OK;
    const char *unfinished = interrupted && crew->unfinished != NULL ? crew->unfinished : "";
    server_give(crew->server, task->index,
                line != NULL  ? REMOTE_DONE
                : interrupted ? REMOTE_INTERRUPTED
                              : REMOTE_FAILED,
                line != NULL ? line : unfinished, why);
    return;
  }
  pthread_mutex_lock(&crew->mutex);
  if (takes_seats(task->drive)) {
    if (atomic_load(&crew->current) == task) atomic_store(&crew->current, NULL);
    seats_give(&crew->seats, hand->cores, task->budget);
    pthread_cond_broadcast(&crew->freed);
  }
  note_result(crew, task, line, why);
  pthread_mutex_unlock(&crew->mutex);
}

static void *work(void *argument)
{
  struct hand *hand = argument;
  struct crew *crew = hand->crew;
  const struct task *task;
  while ((task = next_task(hand)) != NULL) {
    struct error why = {0};
    char *line = crew_do(crew, hand->number, task, hand->cores, &why);
    give_result(hand, task, line, &why);
    free(line);
  }
  pthread_mutex_lock(&crew->mutex);
  crew->working--;
  pthread_cond_signal(&crew->ended);
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

/* --- tasks at other ranks ----------------------------------------------------------------------------------------- */

static int64_t take_for_other(void *self)
{
  struct crew *crew = self;
  const struct task *task = next_due(crew);
  if (task == NULL) return REMOTE_NONE;
  crew->next++;
  crew->seats.weight -= progress_weight(task);
  return (int64_t)task->index;
}

/* An interrupt of one rank is meant for all. */
static void other_ended(void *self, size_t index, enum remote_end how, const char *text, const struct error *why)
{
  struct crew *crew = self;
  struct error ignored = {0};
  if (how != REMOTE_INTERRUPTED) {
    note_result(crew, &crew->plan->task[index], how == REMOTE_DONE ? text : NULL, why);
    return;
  }
  if (crew->interrupt != NULL) atomic_store(crew->interrupt, true);
  if (*text != '\0') (void)unfinished_keep(crew->options->directory, text, &ignored);
}

/* With the mutex held. True: something has happened. */
static bool look_at_others(struct crew *crew)
{
  if (crew->remote == NULL) return false;
  if (crew_is_interrupted(crew)) remote_interrupt(crew->remote);
  return remote_look(crew->remote, takes_seats(crew->drive));
}

/* What is being done, for people. */
static const char *say_what(struct crew *crew, char *out, size_t size)
{
  const struct task *task = atomic_load(&crew->current);
  const char *phase = atomic_load(&crew->phase);
  if (task == NULL) return NULL;
  snprintf(out, size, "%s, N = %" PRIu32 ": %s", task->choice->text, task->n,
           phase != NULL                 ? phase
           : task->drive == DRIVE_SEARCH ? "search"
                                         : "exploration");
  return out;
}

/* A search knows how far it is: each of its costs takes as long. What was done of those before is not told. */
static double weight_begun(struct crew *crew)
{
  const struct task *task = atomic_load(&crew->current);
  if (task == NULL || task->drive != DRIVE_SEARCH) return 0;
  const double share = (double)atomic_load(&crew->effort) / (double)task->effort;
  return progress_weight(task) * (share < 1 ? share : 1);
}

static void show_progress(struct crew *crew)
{
  char doing[256];
  const struct progress_state state = {.done = crew->out->there + crew->out->done,
                                       .total = crew->plan->n - crew->out->others,
                                       .failed = crew->out->failed,
                                       .weight_done = crew->weight_done + weight_begun(crew),
                                       .doing = say_what(crew, doing, sizeof doing),
                                       .steps = atomic_load(crew->steps) + workers_steps(crew->workers) +
                                                remote_steps(crew->remote)};
  progress_show(&crew->progress, &state);
}

/* Waits until a thread has ended, or for so long. */
static void rest(struct crew *crew, long microseconds)
{
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += microseconds * 1000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  pthread_cond_timedwait(&crew->ended, &crew->mutex, &until);
}

/* Until every thread has ended, and the other ranks have no task; meanwhile the progress line. */
static void wait_for_all(struct crew *crew)
{
  const long longest = crew->remote != NULL ? LONGEST_REST_US : PROGRESS_EVERY_MS * 1000L;
  long pause = crew->remote != NULL ? SHORTEST_REST_US : longest, rested = 0;
  pthread_mutex_lock(&crew->mutex);
  for (;;) {
    const bool any = look_at_others(crew);
    if (crew->working == 0 && remote_out(crew->remote) == 0) break;
    if (crew_is_interrupted(crew)) workers_interrupt(crew->workers);
    pause = any ? SHORTEST_REST_US : pause;
    rest(crew, pause);
    rested += pause;
    pause = pause * 2 < longest ? pause * 2 : longest;
    if (rested < PROGRESS_EVERY_MS * 1000L) continue;
    rested = 0;
    show_progress(crew);
  }
  pthread_mutex_unlock(&crew->mutex);
  progress_clear(&crew->progress);
}

/* Of the drive whose tasks are being done. */
static unsigned jobs_due(const struct crew *crew)
{
  size_t due = 0;
  for (size_t k = 0; k < crew->plan->n; k++) due += is_due(crew, k);
  const unsigned jobs = crew->options->jobs < MOST_JOBS ? crew->options->jobs : MOST_JOBS;
  return jobs < due ? jobs : (unsigned)due;
}

static double weight_due(const struct crew *crew)
{
  double sum = 0;
  for (size_t k = 0; k < crew->plan->n; k++)
    if (is_due(crew, k)) sum += progress_weight(&crew->plan->task[k]);
  return sum;
}

static bool start_threads(struct crew *crew, unsigned jobs, struct hand *hand, unsigned *started, struct error *e)
{
  crew->working = jobs;
  for (*started = 0; *started < jobs; (*started)++) {
    hand[*started] = (struct hand){.crew = crew, .number = *started};
    const int why = pthread_create(&hand[*started].thread, NULL, work, &hand[*started]);
    if (why == 0) continue;
    pthread_mutex_lock(&crew->mutex);
    crew->working -= jobs - *started;
    pthread_mutex_unlock(&crew->mutex);
    return *started > 0 || fail(e, EXIT_INTERNAL, "no thread could be started: %s", strerror(why));
  }
  return true;
}

/* --- a drive after the other -------------------------------------------------------------------------------------- */

/* As many as there will be threads that may meet a task of a plug-in. */
static unsigned keepers_for(struct crew *crew)
{
  static const enum drive drives[] = {DRIVE_COUNT, DRIVE_SIMULATE, DRIVE_EXPLORE, DRIVE_SEARCH};
  bool any = false;
  unsigned most = 1;
  for (size_t k = 0; k < crew->plan->n && !any; k++)
    any = !crew->there[k] && crew_is_foreign(crew, &crew->plan->task[k]);
  for (size_t k = 0; k < sizeof drives / sizeof *drives; k++) {
    crew->drive = drives[k];
    if (jobs_due(crew) > most) most = jobs_due(crew);
  }
  return any ? most : 0;
}

static bool do_all_of(struct crew *crew, enum drive drive, struct error *e)
{
  struct hand *hand = mem_new(MOST_JOBS, sizeof *hand);
  unsigned started;
  crew->drive = drive;
  crew->next = 0;
  crew->seats.weight = weight_due(crew);
  const bool ok = start_threads(crew, jobs_due(crew), hand, &started, e);
  if (ok) wait_for_all(crew);
  for (unsigned k = 0; k < started; k++) pthread_join(hand[k].thread, NULL);
  free(hand);
  return ok;
}

/* Of a rank that serves. Its threads wait for what rank 0 gives them, of whatever drive. */
static bool serve(struct crew *crew, struct error *e)
{
  struct hand *hand = mem_new(MOST_JOBS, sizeof *hand);
  unsigned started;
  const unsigned jobs = crew->options->jobs < MOST_JOBS ? crew->options->jobs : MOST_JOBS;
  const bool ok = start_threads(crew, jobs, hand, &started, e);
  if (ok) server_go(crew->server, crew->steps);
  for (unsigned k = 0; k < started; k++) pthread_join(hand[k].thread, NULL);
  free(hand);
  return ok;
}

/* All drives, one after the other. */
static bool do_all(struct crew *crew, struct error *e)
{
  const struct remote_job job = {.take = take_for_other, .ended = other_ended, .self = crew};
  if (crew->server != NULL) return serve(crew, e);
  if (ranks_several(crew->options->ranks)) crew->remote = remote_begin(crew->options->ranks, &job);
  const bool ok = do_all_of(crew, DRIVE_COUNT, e) && do_all_of(crew, DRIVE_SIMULATE, e) &&
                  do_all_of(crew, DRIVE_EXPLORE, e) && do_all_of(crew, DRIVE_SEARCH, e);
  remote_end(crew->remote);
  return ok;
}

static bool do_the_rest(struct crew *crew, struct error *e)
{
  progress_start(&crew->progress, crew->options->progress, crew_weight_left(crew));
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->ended, NULL);
  pthread_cond_init(&crew->freed, NULL);
  seats_create(&crew->seats, crew->options->jobs);
  const struct worker_job job = crew_job(crew, crew->options->patience != 0 ? crew->options->patience : WATCH_SECONDS);
  const unsigned keepers = keepers_for(crew);
  const bool ok = (keepers == 0 || (crew->workers = workers_start(keepers, &job, e)) != NULL) && do_all(crew, e);
  workers_end(crew->workers);
  pthread_cond_destroy(&crew->ended);
  pthread_cond_destroy(&crew->freed);
  pthread_mutex_destroy(&crew->mutex);
  return ok;
}

bool runner_serve(const struct plan *plan, const struct runner_options *options, struct error *e)
{
  struct runner_outcome nothing = {0};
  struct crew crew = {.plan = plan, .options = options, .out = &nothing, .interrupt = options->interrupt};
  crew.steps = &crew.own_steps;
  crew.there = mem_new(plan->n, sizeof *crew.there);
  crew.server = server_begin(options->ranks, options->jobs, options->interrupt);
  const bool ok = do_the_rest(&crew, e);
  server_free(crew.server);
  free(crew.unfinished);
  free(crew.there);
  return ok;
}

bool runner_go(const struct plan *plan, struct journal *journal, const struct runner_options *options,
               struct runner_outcome *out, struct error *e)
{
  *out = (struct runner_outcome){0};
  struct crew crew = {.plan = plan, .options = options, .journal = journal, .out = out};
  crew.steps = &crew.own_steps;
  crew.interrupt = options->interrupt;
  crew.there = mem_new(plan->n, sizeof *crew.there);
  crew_find_done(&crew);
  crew_leave_to_others(&crew);
  bool ok = do_the_rest(&crew, e);
  if (ok && crew.error.code != EXIT_OK) {
    *e = crew.error;
    ok = false;
  }
  out->interrupted = crew_is_interrupted(&crew) && out->there + out->done + out->others < plan->n;
  if (ok && out->there + out->done + out->failed == plan->n) ok = journal_sort(journal, e);
  failures_tell(&crew.failures, options->progress);
  if (ok) ok = failures_write(&crew.failures, plan, options->directory, e);
  failures_free(&crew.failures);
  free(crew.there);
  return ok;
}
