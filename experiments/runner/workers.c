/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/workers.h"

#include <stdlib.h>

#include "base/mem.h"
#include "experiments/runner/counting.h"
#include "experiments/runner/exploration.h"
#include "experiments/runner/inputs.h"
#include "experiments/runner/task_search.h"
#include "experiments/runner/traces.h"
#include "experiments/runner/unfinished.h"
#include "experiments/runner/write_record.h"

bool crew_is_interrupted(const struct crew *crew)
{
  return crew->interrupt != NULL && atomic_load(crew->interrupt);
}

/* --- what is there already ---------------------------------------------------------------------------------------- */

void crew_find_done(struct crew *crew)
{
  for (size_t k = 0; k < crew->journal->n; k++) {
    const uint64_t index = crew->journal->entry[k].index;
    if (index < crew->plan->n && !crew->there[index]) crew->out->there++;
    if (index < crew->plan->n) crew->there[index] = true;
  }
}

void crew_leave_to_others(struct crew *crew)
{
  const struct runner_options *o = crew->options;
  for (size_t k = 0; k < crew->plan->n && o->shards != 0; k++) {
    if (crew->there[k] || k % o->shards == o->shard) continue;
    crew->there[k] = true;
    crew->out->others++;
  }
}

double crew_weight_left(const struct crew *crew)
{
  double sum = 0;
  for (size_t k = 0; k < crew->plan->n; k++)
    if (!crew->there[k]) sum += progress_weight(&crew->plan->task[k]);
  return sum;
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

/* Who hears what an exploration or a search tells while it works. */
struct listener {
  struct crew *crew;
  const struct task *task;
  uint64_t heard; /* states or steps */
};

static void hear(struct listener *listener, uint64_t now)
{
  if (now > listener->heard) atomic_fetch_add(listener->crew->steps, now - listener->heard);
  listener->heard = now;
}

/* The explorer counts the states of each search anew. */
static void hear_states(void *self, const struct explore_progress *now)
{
  struct listener *listener = self;
  hear(listener, now->states);
  if (atomic_load(&listener->crew->current) == listener->task) atomic_store(&listener->crew->phase, now->what);
}

/* Several may be interrupted at once. */
static void keep_unfinished(struct crew *crew, const char *line, struct error *e)
{
  pthread_mutex_lock(&crew->mutex);
  (void)unfinished_keep(crew->options->directory, line, e);
  pthread_mutex_unlock(&crew->mutex);
}

static char *explore_task(struct crew *crew, const struct task *task, unsigned cores, struct error *e)
{
  struct listener listener = {.crew = crew, .task = task};
  const struct explore_means means = {
    .threads = cores, .interrupt = crew->interrupt, .heart = crew->heart, .tell = hear_states, .listener = &listener};
  bool interrupted;
  char *line = exploration_line(task, crew->plan->config, &means, &interrupted, e);
  if (line == NULL || !interrupted) return line;
  if (crew->server != NULL) {
    crew->unfinished = line; /* rank 0 keeps it */
    return NULL;
  }
  keep_unfinished(crew, line, e);
  free(line);
  return NULL;
}

/* The steps of a search. */
static void hear_effort(void *self, const struct search_progress *now)
{
  struct listener *listener = self;
  hear(listener, now->effort);
  atomic_store(&listener->crew->effort, now->effort);
}

/* Another rank keeps none: each would write over those of the others. */
static char *search_task(struct crew *crew, const struct task *task, struct error *e)
{
  struct listener listener = {.crew = crew, .task = task};
  char *keep = crew->server == NULL ? unfinished_search(crew->options->directory) : NULL;
  char *costs = crew->server == NULL ? unfinished_costs(crew->options->directory) : NULL;
  const struct search_means means = {.effort = task->effort,
                                     .memory = task->budget,
                                     .threads = crew->options->jobs,
                                     .keep = keep,
                                     .interrupt = crew->interrupt,
                                     .heart = crew->heart,
                                     .tell = hear_effort,
                                     .listener = &listener};
  char *line = searching_line(task, crew->plan->config, &means, costs, e);
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
static char *carry_out(struct crew *crew, const struct task *task, unsigned cores, struct error *e)
{
  if (task->choice->fallen != NULL) return fail(e, EXIT_INCOMPLETE, "%s", task->choice->fallen), NULL;
  if (!files_are_the_same(task, e)) return NULL;
  char *line = task->drive == DRIVE_COUNT     ? counting_line(task, crew->plan->config, e)
               : task->drive == DRIVE_EXPLORE ? explore_task(crew, task, cores, e)
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
  crew->server = NULL;
  pthread_mutex_init(&crew->mutex, NULL); /* somebody may have held it at the fork */
  crew->heart = heart;
  crew->steps = &heart->beats;
  crew->interrupt = interrupt;
  return carry_out(crew, &crew->plan->task[task], crew->options->jobs, e);
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

bool crew_is_foreign(const struct crew *crew, const struct task *task)
{
  return crew->options->isolate_all || task_is_foreign(task);
}

/* A worker that fell may have left half a trace. */
char *crew_do(struct crew *crew, unsigned thread, const struct task *task, unsigned cores, struct error *e)
{
  if (!crew_is_foreign(crew, task) || task->choice->fallen != NULL) return carry_out(crew, task, cores, e);
  char *line = workers_do(crew->workers, thread, task->index, e);
  if (line == NULL) traces_forget(crew->plan->config, task, crew->options->directory);
  return line;
}

struct worker_job crew_job(struct crew *crew, unsigned seconds)
{
  return (struct worker_job){
    .carry_out = carry_out_apart, .apart = are_apart, .name = name_plug_ins, .self = crew, .seconds = seconds};
}
