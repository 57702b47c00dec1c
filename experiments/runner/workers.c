/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/workers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "experiments/runner/counting.h"
#include "experiments/runner/exploration.h"
#include "experiments/runner/inputs.h"
#include "experiments/runner/proving.h"
#include "experiments/runner/task_search.h"
#include "experiments/runner/traces.h"
#include "experiments/runner/unfinished.h"
#include "experiments/runner/write_record.h"

bool workers_are_interrupted(const struct workers *workers)
{
  return workers->interrupt != NULL && atomic_load(workers->interrupt);
}

/* --- existing records --------------------------------------------------------------------------------------------- */

void workers_find_done(struct workers *workers)
{
  for (size_t k = 0; k < workers->journal->n; k++) {
    const uint64_t index = workers->journal->entry[k].index;
    if (index < workers->plan->n && !workers->there[index]) workers->out->there++;
    if (index < workers->plan->n) workers->there[index] = true;
  }
}

void workers_leave_to_others(struct workers *workers)
{
  const struct runner_options *o = workers->options;
  for (size_t k = 0; k < workers->plan->n && o->shards != 0; k++) {
    if (workers->there[k] || k % o->shards == o->shard) continue;
    workers->there[k] = true;
    workers->out->others++;
  }
}

double workers_weight_left(const struct workers *workers)
{
  double sum = 0;
  for (size_t k = 0; k < workers->plan->n; k++)
    if (!workers->there[k]) sum += progress_weight(&workers->plan->task[k]);
  return sum;
}

/* --- one task ----------------------------------------------------------------------------------------------------- */

static char *simulate(struct workers *workers, const struct task *task, struct error *e)
{
  const struct config *config = workers->plan->config;
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct run_spec spec = task_spec(task, config, sessions);
  spec.interrupt = workers->interrupt;
  spec.progress = workers->steps;
  struct traces traces = {0};
  char *line = NULL;
  struct run *run = run_create(&spec, e);
  if (run != NULL && traces_open(&traces, config, task, workers->options->directory, run, e) && run_go(run, e) &&
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

/* The receiver of the reports of an exploration or a search at work. */
struct listener {
  struct workers *workers;
  const struct task *task;
  uint64_t heard; /* states or steps */
};

static void hear(struct listener *listener, uint64_t now)
{
  if (now > listener->heard) atomic_fetch_add(listener->workers->steps, now - listener->heard);
  listener->heard = now;
}

/* The explorer counts the states of each search anew. */
static void hear_states(void *self, const struct explore_progress *now)
{
  struct listener *listener = self;
  hear(listener, now->states);
  if (atomic_load(&listener->workers->current) == listener->task) atomic_store(&listener->workers->phase, now->what);
}

/* Several may be interrupted at once. */
static void keep_unfinished(struct workers *workers, const char *line, struct error *e)
{
  pthread_mutex_lock(&workers->mutex);
  (void)unfinished_keep(workers->options->directory, line, e);
  pthread_mutex_unlock(&workers->mutex);
}

static char *explore_task(struct workers *workers, const struct task *task, unsigned cores, char **unfinished,
                          struct error *e)
{
  struct listener listener = {.workers = workers, .task = task};
  const struct explore_limits limits = {.threads = cores,
                                        .interrupt = workers->interrupt,
                                        .heart = workers->heart,
                                        .tell = hear_states,
                                        .listener = &listener};
  bool interrupted;
  char *line = exploration_line(task, workers->plan->config, &limits, &interrupted, e);
  if (line == NULL || !interrupted) return line;
  if (workers->server != NULL) {
    *unfinished = line; /* rank 0 keeps it */
    return NULL;
  }
  keep_unfinished(workers, line, e);
  free(line);
  return NULL;
}

/* The prover, too, counts the states of each search anew. */
static void hear_scenes(void *self, const struct reach_progress *now)
{
  struct listener *listener = self;
  if (now->states < listener->heard) listener->heard = 0;
  hear(listener, now->states);
  if (atomic_load(&listener->workers->current) == listener->task) atomic_store(&listener->workers->phase, now->what);
}

static char *prove_task(struct workers *workers, const struct task *task, struct error *e)
{
  struct listener listener = {.workers = workers, .task = task};
  const struct reach_limits limits = {.interrupt = workers->interrupt, .tell = hear_scenes, .listener = &listener};
  return proving_line(task, workers->plan->config, &limits, e);
}

/* The steps of a search. */
static void hear_effort(void *self, const struct search_progress *now)
{
  struct listener *listener = self;
  hear(listener, now->effort);
  atomic_store(&listener->workers->effort, now->effort);
}

/* Another rank keeps none: each would write over those of the others. */
static char *search_task(struct workers *workers, const struct task *task, struct error *e)
{
  struct listener listener = {.workers = workers, .task = task};
  char *keep = workers->server == NULL ? unfinished_search(workers->options->directory) : NULL;
  char *costs = workers->server == NULL ? unfinished_costs(workers->options->directory) : NULL;
  const struct search_limits limits = {.effort = task->effort,
                                       .memory = task->budget,
                                       .threads = workers->options->jobs,
                                       .keep = keep,
                                       .interrupt = workers->interrupt,
                                       .heart = workers->heart,
                                       .tell = hear_effort,
                                       .listener = &listener};
  char *line = searching_line(task, workers->plan->config, &limits, costs, e);
  free(keep);
  free(costs);
  return line;
}

static bool files_are_the_same(const struct task *task, struct error *e)
{
  return inputs_unchanged(task->algorithm_inputs, e) &&
         (task->adversary_inputs == NULL || inputs_unchanged(task->adversary_inputs, e));
}

/* The record of the task, or NULL: it failed, with an error, or was interrupted, without one. */
static char *carry_out(struct workers *workers, const struct task *task, unsigned cores, char **unfinished,
                       struct error *e)
{
  if (task->choice->fallen != NULL) return fail(e, EXIT_INCOMPLETE, "%s", task->choice->fallen), NULL;
  if (!files_are_the_same(task, e)) return NULL;
  char *line = task->drive == DRIVE_COUNT     ? counting_line(task, workers->plan->config, e)
               : task->drive == DRIVE_EXPLORE ? explore_task(workers, task, cores, unfinished, e)
               : task->drive == DRIVE_SEARCH  ? search_task(workers, task, e)
               : task->drive == DRIVE_PROVE   ? prove_task(workers, task, e)
                                              : simulate(workers, task, e);
  if (line == NULL || files_are_the_same(task, e)) return line;
  free(line);
  return NULL;
}

/* --- tasks of plug-ins -------------------------------------------------------------------------------------------- */

/* In a worker, which has a workers of its own, as it was at the fork. */
static char *carry_out_apart(void *self, size_t task, struct heartbeat *heart, atomic_bool *interrupt, struct error *e)
{
  struct workers *workers = self;
  workers->server = NULL;
  pthread_mutex_init(&workers->mutex, NULL); /* somebody may have held it at the fork */
  workers->heart = heart;
  workers->steps = &heart->beats;
  workers->interrupt = interrupt;
  char *none; /* only a rank that serves gives it away */
  return carry_out(workers, &workers->plan->task[task], workers->options->jobs, &none, e);
}

static bool are_apart(const void *self, size_t one, size_t other)
{
  const struct workers *workers = self;
  const struct task *a = &workers->plan->task[one], *b = &workers->plan->task[other];
  return a->choice != b->choice || a->adversary != b->adversary;
}

static void name_plug_ins(const void *self, size_t task, char *out, size_t size)
{
  const struct workers *workers = self;
  task_plug_ins(&workers->plan->task[task], out, size);
}

bool workers_are_foreign(const struct workers *workers, const struct task *task)
{
  return workers->options->isolate_all || task_is_foreign(task);
}

/* A worker that fell may have left half a trace. */
char *workers_do(struct workers *workers, unsigned thread, const struct task *task, unsigned cores, char **unfinished,
                 struct error *e)
{
  *unfinished = NULL;
  if (!workers_are_foreign(workers, task) || task->choice->fallen != NULL)
    return carry_out(workers, task, cores, unfinished, e);
  char *line = worker_processes_do(workers->processes, thread, task->index, e);
  if (line == NULL) traces_forget(workers->plan->config, task, workers->options->directory);
  return line;
}

struct worker_job workers_job(struct workers *workers)
{
  return (struct worker_job){.carry_out = carry_out_apart, .apart = are_apart, .name = name_plug_ins, .self = workers};
}

/* --- the progress line -------------------------------------------------------------------------------------------- */

/* The present work, for people. */
static const char *say_what(struct workers *workers, char *out, size_t size)
{
  const struct task *task = atomic_load(&workers->current);
  const char *phase = atomic_load(&workers->phase);
  if (task == NULL) return NULL;
  char n[24] = "every N";
  if (task->n != 0) snprintf(n, sizeof n, "N = %" PRIu32, task->n);
  snprintf(out, size, "%s, %s: %s", task->choice->text, n,
           phase != NULL                 ? phase
           : task->drive == DRIVE_SEARCH ? "search"
           : task->drive == DRIVE_PROVE  ? "proof"
                                         : "exploration");
  return out;
}

/* A search knows how far it is: each of its costs takes as long. Its work on earlier costs is not told. */
static double weight_begun(struct workers *workers)
{
  const struct task *task = atomic_load(&workers->current);
  if (task == NULL || task->drive != DRIVE_SEARCH) return 0;
  const double share = (double)atomic_load(&workers->effort) / (double)task->effort;
  return progress_weight(task) * (share < 1 ? share : 1);
}

void workers_show_progress(struct workers *workers)
{
  char doing[256];
  const struct progress_state state = {
    .done = workers->out->there + workers->out->done,
    .total = workers->plan->n - workers->out->others,
    .failed = workers->out->failed,
    .weight_done = workers->weight_done + weight_begun(workers),
    .doing = say_what(workers, doing, sizeof doing),
    .steps = atomic_load(workers->steps) + worker_processes_steps(workers->processes) + remote_steps(workers->remote)};
  progress_show(&workers->progress, &state);
}
