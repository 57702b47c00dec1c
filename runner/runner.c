/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/runner.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "runner/counting.h"
#include "runner/exploration.h"
#include "runner/failures.h"
#include "runner/progress.h"
#include "runner/record.h"
#include "runner/searching.h"
#include "runner/traces.h"
#include "runner/unfinished.h"
#include "runner/workers.h"

enum { PROGRESS_EVERY_MS = 200, MOST_JOBS = 1024 };

/* What the threads share; everything but the steps under the mutex. */
struct crew {
  const struct plan *plan;
  const struct runner_options *options;
  struct journal *journal;
  struct runner_outcome *out;
  bool *there;      /* [index]: has the journal this task, or is it another shard's? */
  enum drive drive; /* whose tasks are being done: those of the others wait */
  size_t next;      /* the first task that nobody has taken */
  struct failures failures;
  struct workers *workers; /* NULL: no task is foreign */
  unsigned working;        /* threads that have not ended */
  struct error error;      /* of the journal: ends the work */
  double weight_done;
  atomic_uint_fast64_t own_steps, *steps; /* in a worker: its heart; else own_steps */
  struct heartbeat *heart;                /* in a worker; else NULL */
  atomic_bool *interrupt;                 /* may be NULL */
  uint64_t heard;                         /* states of the search that is being made */
  pthread_mutex_t mutex;
  pthread_cond_t ended; /* a thread has ended */
  struct progress progress;
};

static bool is_interrupted(const struct crew *crew)
{
  return crew->interrupt != NULL && atomic_load(crew->interrupt);
}

/* --- one task ----------------------------------------------------------------------------------------------------- */

static char *simulate(struct crew *crew, const struct task *task, struct error *e)
{
  const struct config *config = crew->plan->config;
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct run_spec spec = task_spec(task, config, sessions);
  spec.interrupt = crew->interrupt;
  spec.progress = crew->steps;
  struct traces traces = {0};
  char *line = NULL;
  struct run *run = run_create(&spec, e);
  if (run != NULL && traces_open(&traces, config, task, crew->options->directory, run, e) && run_go(run, e) &&
      run_ended(run) != RUN_INTERRUPTED)
    line = record_line(task, run, config->metrics, config->n_metrics);
  if (!traces_close(&traces, line != NULL, e)) {
    free(line);
    line = NULL;
  }
  run_free(run);
  free(sessions);
  return line;
}

/* What the explorer tells while it works. It counts the states of each search anew. */
static void hear_states(void *listener, const struct explore_progress *now)
{
  struct crew *crew = listener;
  if (now->states > crew->heard) atomic_fetch_add(crew->steps, now->states - crew->heard);
  crew->heard = now->states;
}

static char *explore_task(struct crew *crew, const struct task *task, struct error *e)
{
  const struct explore_means means = {.threads = crew->options->jobs,
                                      .interrupt = crew->interrupt,
                                      .heart = crew->heart,
                                      .tell = hear_states,
                                      .listener = crew};
  crew->heard = 0;
  bool interrupted;
  char *line = exploration_line(task, crew->plan->config, &means, &interrupted, e);
  if (line == NULL || !interrupted) return line;
  (void)unfinished_keep(crew->options->directory, line, e);
  free(line);
  return NULL;
}

/* The steps of a search. */
static void hear_effort(void *listener, const struct search_progress *now)
{
  struct crew *crew = listener;
  atomic_fetch_add(crew->steps, now->effort - crew->heard);
  crew->heard = now->effort;
}

static char *search_task(struct crew *crew, const struct task *task, struct error *e)
{
  const struct search_means means = {.effort = task->effort,
                                     .memory = task->budget,
                                     .threads = crew->options->jobs,
                                     .interrupt = crew->interrupt,
                                     .heart = crew->heart,
                                     .tell = hear_effort,
                                     .listener = crew};
  crew->heard = 0;
  return searching_line(task, crew->plan->config, &means, e);
}

static bool files_are_the_same(const struct task *task, struct error *e)
{
  return inputs_unchanged(task->algorithm_inputs, e) &&
         (task->adversary_inputs == NULL || inputs_unchanged(task->adversary_inputs, e));
}

/* The record of the task, or NULL: it failed, with an error, or was interrupted, without one. */
static char *carry_out(struct crew *crew, const struct task *task, struct error *e)
{
  if (task->choice->fallen != NULL) return fail(e, EXIT_INCOMPLETE, "%s", task->choice->fallen), NULL;
  if (!files_are_the_same(task, e)) return NULL;
  char *line = task->drive == DRIVE_COUNT     ? counting_line(task, crew->plan->config, e)
               : task->drive == DRIVE_EXPLORE ? explore_task(crew, task, e)
               : task->drive == DRIVE_SEARCH  ? search_task(crew, task, e)
                                              : simulate(crew, task, e);
  if (line == NULL || files_are_the_same(task, e)) return line;
  free(line);
  return NULL;
}

/* --- tasks of plug-ins -------------------------------------------------------------------------------------------- */

/* In a worker, which has a crew of its own, as it was at the fork. */
static char *carry_out_apart(void *self, size_t task, struct heartbeat *heart, atomic_bool *interrupt, struct error *e)
{
  struct crew *crew = self;
  crew->heart = heart;
  crew->steps = &heart->beats;
  crew->interrupt = interrupt;
  return carry_out(crew, &crew->plan->task[task], e);
}

static bool are_apart(const void *self, size_t one, size_t other)
{
  const struct crew *crew = self;
  const struct task *a = &crew->plan->task[one], *b = &crew->plan->task[other];
  return a->choice != b->choice || a->adversary != b->adversary;
}

static void name_plug_ins(const void *self, size_t task, char *out, size_t size)
{
  const struct crew *crew = self;
  task_plug_ins(&crew->plan->task[task], out, size);
}

static bool is_foreign(const struct crew *crew, const struct task *task)
{
  return crew->options->isolate_all || task_is_foreign(task);
}

/* A worker that fell may have left half a trace. */
static char *have_done(struct crew *crew, unsigned thread, const struct task *task, struct error *e)
{
  if (!is_foreign(crew, task) || task->choice->fallen != NULL) return carry_out(crew, task, e);
  char *line = workers_do(crew->workers, thread, task->index, e);
  if (line == NULL) traces_forget(crew->plan->config, task, crew->options->directory);
  return line;
}

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

/* --- the threads -------------------------------------------------------------------------------------------------- */

static bool is_due(const struct crew *crew, size_t index)
{
  return !crew->there[index] && crew->plan->task[index].drive == crew->drive;
}

/* With the mutex held: the next task to do, or NULL. */
static const struct task *take(struct crew *crew)
{
  if (is_interrupted(crew) || crew->error.code != EXIT_OK) return NULL;
  while (crew->next < crew->plan->n && !is_due(crew, crew->next)) crew->next++;
  return crew->next < crew->plan->n ? &crew->plan->task[crew->next++] : NULL;
}

struct hand {
  struct crew *crew;
  unsigned number;
  pthread_t thread;
};

static void *work(void *argument)
{
  const struct hand *hand = argument;
  struct crew *crew = hand->crew;
  const struct task *task;
  pthread_mutex_lock(&crew->mutex);
  while ((task = take(crew)) != NULL) {
    pthread_mutex_unlock(&crew->mutex);
    struct error why = {0};
    char *line = have_done(crew, hand->number, task, &why);
    pthread_mutex_lock(&crew->mutex);
    note_result(crew, task, line, &why);
    free(line);
  }
  crew->working--;
  pthread_cond_signal(&crew->ended);
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

static void show_progress(struct crew *crew)
{
  const struct progress_state state = {.done = crew->out->there + crew->out->done,
                                       .total = crew->plan->n - crew->out->others,
                                       .failed = crew->out->failed,
                                       .weight_done = crew->weight_done,
                                       .steps = atomic_load(crew->steps) + workers_steps(crew->workers)};
  progress_show(&crew->progress, &state);
}

/* Until every thread has ended; meanwhile the progress line. */
static void wait_for_all(struct crew *crew)
{
  pthread_mutex_lock(&crew->mutex);
  while (crew->working > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PROGRESS_EVERY_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    if (pthread_cond_timedwait(&crew->ended, &crew->mutex, &until) == ETIMEDOUT) show_progress(crew);
    if (is_interrupted(crew)) workers_interrupt(crew->workers);
  }
  pthread_mutex_unlock(&crew->mutex);
  progress_clear(&crew->progress);
}

/* An exploration or a search uses all cores by itself, and all the memory it gets: they are made one after another. */
static unsigned jobs_for(const struct crew *crew, enum drive drive)
{
  size_t due = 0;
  for (size_t k = 0; k < crew->plan->n; k++) due += is_due(crew, k);
  const bool alone = drive == DRIVE_EXPLORE || drive == DRIVE_SEARCH;
  const unsigned jobs = alone ? 1 : crew->options->jobs < MOST_JOBS ? crew->options->jobs : MOST_JOBS;
  return jobs < due ? jobs : (unsigned)due;
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

/* --- what is there already ---------------------------------------------------------------------------------------- */

/* Marks the tasks that the journal has; that they are the plan's was seen to (runner/known.h). */
static void find_done(struct crew *crew)
{
  for (size_t k = 0; k < crew->journal->n; k++) {
    const uint64_t index = crew->journal->entry[k].index;
    if (index < crew->plan->n && !crew->there[index]) crew->out->there++;
    if (index < crew->plan->n) crew->there[index] = true;
  }
}

/* Nor are those to be done that are another shard's. */
static void leave_to_others(struct crew *crew)
{
  const struct runner_options *o = crew->options;
  for (size_t k = 0; k < crew->plan->n && o->shards != 0; k++) {
    if (crew->there[k] || k % o->shards == o->shard) continue;
    crew->there[k] = true;
    crew->out->others++;
  }
}

static double weight_left(const struct crew *crew)
{
  double sum = 0;
  for (size_t k = 0; k < crew->plan->n; k++)
    if (!crew->there[k]) sum += progress_weight(&crew->plan->task[k]);
  return sum;
}

/* As many as there will be threads that may meet a task of a plug-in. */
static unsigned keepers_for(struct crew *crew)
{
  bool any = false;
  for (size_t k = 0; k < crew->plan->n && !any; k++) any = !crew->there[k] && is_foreign(crew, &crew->plan->task[k]);
  crew->drive = DRIVE_SIMULATE;
  const unsigned jobs = jobs_for(crew, DRIVE_SIMULATE);
  return !any ? 0 : jobs > 0 ? jobs : 1;
}

static bool do_all_of(struct crew *crew, enum drive drive, struct error *e)
{
  struct hand *hand = mem_new(MOST_JOBS, sizeof *hand);
  unsigned started;
  crew->drive = drive;
  crew->next = 0;
  const bool ok = start_threads(crew, jobs_for(crew, drive), hand, &started, e);
  if (ok) wait_for_all(crew);
  for (unsigned k = 0; k < started; k++) pthread_join(hand[k].thread, NULL);
  free(hand);
  return ok;
}

static bool do_the_rest(struct crew *crew, struct error *e)
{
  progress_start(&crew->progress, crew->options->progress, weight_left(crew));
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->ended, NULL);
  const struct worker_job job = {.carry_out = carry_out_apart,
                                 .apart = are_apart,
                                 .name = name_plug_ins,
                                 .self = crew,
                                 .seconds = crew->options->patience != 0 ? crew->options->patience : WATCH_SECONDS};
  const unsigned keepers = keepers_for(crew);
  const bool ok = (keepers == 0 || (crew->workers = workers_start(keepers, &job, e)) != NULL) &&
                  do_all_of(crew, DRIVE_COUNT, e) && do_all_of(crew, DRIVE_SIMULATE, e) &&
                  do_all_of(crew, DRIVE_EXPLORE, e) && do_all_of(crew, DRIVE_SEARCH, e);
  workers_end(crew->workers);
  pthread_cond_destroy(&crew->ended);
  pthread_mutex_destroy(&crew->mutex);
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
  find_done(&crew);
  leave_to_others(&crew);
  bool ok = do_the_rest(&crew, e);
  if (ok && crew.error.code != EXIT_OK) {
    *e = crew.error;
    ok = false;
  }
  out->interrupted = is_interrupted(&crew) && out->there + out->done + out->others < plan->n;
  if (ok && out->there + out->done + out->failed == plan->n) ok = journal_sort(journal, e);
  failures_tell(&crew.failures, options->progress);
  if (ok) ok = failures_write(&crew.failures, plan, options->directory, e);
  failures_free(&crew.failures);
  free(crew.there);
  return ok;
}
