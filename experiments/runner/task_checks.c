/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/task_checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/mem.h"
#include "experiments/config/selections.h"
#include "explore/engines/depth.h"
#include "prove/prove.h"
#include "results/selection.h"

static struct place place_of(const json_t *list, const char *text, const struct place *key)
{
  size_t k = 0;
  while (k + 1 < json_array_size(list) && strcmp(json_string_value(json_array_get(list, k)), text) != 0) k++;
  return PLACE_ITEM(key, k);
}

/* A list of sessions fits one N only. */
static bool sessions_fit(const struct config *config, const struct task *task, struct error *e)
{
  struct error ignored = {0};
  if (task->drive == DRIVE_COUNT || task->drive == DRIVE_PROVE) return true;
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  sessions_parse(task->sessions, sessions, &ignored);
  const bool listed = sessions->rule == SESSIONS_LIST;
  const uint32_t n_listed = sessions->n_list;
  free(sessions);
  if (!listed || n_listed == task->n) return true;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "sessions");
  const struct place at = place_of(config_list(config, "sessions"), task->sessions, &key);
  return source_fail(
    &config->source, &at, false, e,
    "\"%.40s\" has sessions for %u processes, but N = %u is asked for; expected a list for that N, or an "
    "\"exclude\" such as {\"sessions\": \"%.40s\", \"n\": %u}",
    task->sessions, n_listed, task->n, task->sessions, task->n);
}

/* A graph with a size fits one N only; and there must be such a graph, with such orders. */
static bool graph_fits(const struct config *config, const struct task *task, struct error *e)
{
  const struct algorithm_choice *choice = task->choice;
  const uint32_t own = config_processes(config, choice);
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "n"), list = PLACE_KEY(&root, "algorithms");
  if (!neighbours_has(choice->algorithm) || task->n == 0) return true;
  if (own != 0 && own != task->n)
    return source_fail(&config->source, &key, false, e,
                       "the graph of \"%s\" has %u philosophers, but N = %u is asked for; expected no \"n\", or an "
                       "\"exclude\" such as {\"algorithm\": \"%s\", \"n\": %u}",
                       choice->text, own, task->n, choice->text, task->n);
  struct error inner = {0};
  if (algorithm_fits(choice, task->n, &inner)) return true;
  const struct place at = place_of(config_list(config, "algorithms"), choice->text, &list);
  return source_pass_on(&config->source, &at, false, &inner, e);
}

/* Leases are registers of the algorithm. */
static bool faults_fit(const struct config *config, const struct task *task, struct error *e)
{
  struct error inner = {0};
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "faults");
  struct task again = *task;
  if (task->faults_text == NULL || task->choice->fallen != NULL) return true;
  if (faults_of_text(task->faults_text, task->algorithm, &again.faults, &inner) && task_combine_faults(&again, &inner))
    return true;
  const struct place at = place_of(config_list(config, "faults"), task->faults_text, &key);
  return source_pass_on(&config->source, &at, false, &inner, e);
}

/* So many processes and passages fit into a state. */
static bool exploration_fits(const struct config *config, const struct task *task, struct error *e)
{
  if (task->drive != DRIVE_EXPLORE) return true;
  const bool few = task->n <= DEPTH_MOST_PROCESSES;
  if (few && task->passages <= EXPLORE_MOST_PASSAGES) return true;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, few ? "passages" : "n");
  return source_fail(
    &config->source, &key, false, e,
    "%s = %u is too much for an exploration; expected at most %d, or an \"exclude\" such as {\"drive\": "
    "\"explore\", \"%s\": %u}",
    few ? "passages" : "N", few ? task->passages : task->n, few ? EXPLORE_MOST_PASSAGES : DEPTH_MOST_PROCESSES,
    few ? "passages" : "n", few ? task->passages : task->n);
}

/* A search has no clock. */
static bool search_fits(const struct config *config, const struct task *task, struct error *e)
{
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "time");
  if (task->drive != DRIVE_SEARCH || !time_passes(&task->time)) return true;
  const struct place at = place_of(config_list(config, "time"), task->time_text, &key);
  return source_fail(&config->source, &at, false, e,
                     "no clock ticks in a search; expected \"none\", or an \"exclude\" such as {\"drive\": \"search\", "
                     "\"time\": \"%s\"}",
                     task->time_text);
}

/* There is a text to prove from. */
static bool proof_fits(const struct config *config, const struct task *task, struct error *e)
{
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "n"), list = PLACE_KEY(&root, "algorithms");
  if (task->drive != DRIVE_PROVE || task->choice->fallen != NULL) return true;
  if (task->n == 1 || task->n > PROVE_MOST_N)
    return source_fail(&config->source, &key, false, e,
                       "N = %u is none for a proof; expected \"any\", 2 to %d, or an \"exclude\" such as {\"drive\": "
                       "\"prove\", \"n\": %u}",
                       task->n, PROVE_MOST_N, task->n);
  const struct place at = place_of(config_list(config, "algorithms"), task->choice->text, &list);
  return task->choice->machine != NULL || task->algorithm->text != NULL ||
         source_fail(&config->source, &at, false, e,
                     "\"%s\" is written in C, and proofs are from texts; expected an \"exclude\" such as {\"drive\": "
                     "\"prove\", \"algorithm\": \"%s\"}",
                     task->choice->text, task->choice->text);
}

/* Not everything can be combined with an order. */
static bool order_agrees(const struct task *task, struct error *e)
{
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  const struct system_spec setup = task_setup(task, sessions);
  const bool ok = system_check(&setup, e);
  free(sessions);
  return ok;
}

/* Its fences are at lines of the algorithm. */
static bool order_fits(const struct config *config, const struct task *task, struct error *e)
{
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "order");
  if (task->order_text == NULL) return true;
  const struct place at = place_of(config_list(config, "order"), task->order_text, &key);
  struct order_spec order;
  struct error inner = {0};
  const bool parsed = order_parse(task->order_text, task->algorithm, &order, &inner) &&
                      (task->drive == DRIVE_SIMULATE || order_leaves_commits(&order, &inner));
  return (parsed && order_agrees(task, &inner)) || source_pass_on(&config->source, &at, false, &inner, e);
}

struct selection_trial {
  const struct plan *plan;
  struct error *e;
};

struct trial {
  const struct config *config;
  const struct task *task;
};

static bool try_run(void *self, struct heartbeat *heart, struct error *e)
{
  const struct trial *trial = self;
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct run_spec spec = task_spec(trial->task, trial->config, sessions);
  struct run *run = run_create(&spec, e);
  (void)heart;
  run_free(run);
  free(sessions);
  return run != NULL;
}

/* A plug-in is tried in a child. Where that falls, nothing is said here: the tasks will, each for itself. */
static bool try_task(const struct config *config, const struct task *task, struct error *e)
{
  struct trial trial = {config, task};
  struct error inner = {0};
  if (task->choice->fallen != NULL) return true;
  if (task_is_foreign(task) ? child_try(try_run, &trial, "", &inner) != CHILD_REFUSED : try_run(&trial, NULL, &inner))
    return true;
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "adversaries");
  const struct place at = place_of(config_list(config, "adversaries"), task->adversary, &key);
  return source_pass_on(&config->source, &at, false, &inner, e);
}

/* The simulation with the smallest n of each pair of algorithm and adversary. Tasks of a pair stand together. */
static bool try_pairs(const struct plan *plan, struct error *e)
{
  for (size_t k = 0; k < plan->n;) {
    const struct task *first = &plan->task[k], *least = first;
    for (; k < plan->n && plan->task[k].drive == first->drive && plan->task[k].choice == first->choice &&
           plan->task[k].adversary == first->adversary;
         k++)
      if (plan->task[k].n < least->n) least = &plan->task[k];
    if (first->drive == DRIVE_SIMULATE && !try_task(plan->config, least, e)) return false;
  }
  return true;
}

/* As that of the task before. */
static bool same_system(const struct plan *plan, size_t k)
{
  return k > 0 && plan->task[k].choice == plan->task[k - 1].choice && plan->task[k].n == plan->task[k - 1].n;
}

static const char *text_or_none(const char *text)
{
  return text != NULL ? text : "";
}

/* A task has all that a selection asks of a record. */
static bool is_selected(const json_t *selection, const struct task *task)
{
  char drive[DRIVES_SIZE];
  const struct record record = {.drive = drives_text(task->drive, "", drive),
                                .algorithm = task->choice->text,
                                .adversary = text_or_none(task->adversary),
                                .memory = text_or_none(task->memory_name),
                                .sessions = text_or_none(task->sessions),
                                .faults = text_or_none(task->faults_text),
                                .time = text_or_none(task->time_text),
                                .order = text_or_none(task->order_text)};
  return selection_allows(selection, &record);
}

/* There are runs of these series, and of a drive that knows the metric. */
static bool selection_fits(void *self, const char *name, const json_t *selection, const struct place *place)
{
  const struct selection_trial *trial = self;
  struct metric metric;
  struct error ignored = {0};
  const bool property = !metric_parse(name, &metric, &ignored);
  bool any = false;
  for (size_t k = 0; k < trial->plan->n; k++) {
    const struct task *task = &trial->plan->task[k];
    if (!is_selected(selection, task)) continue;
    if (property || (metric.kind->drives & task->drive) != 0) return true;
    any = true;
  }
  const struct source *source = &trial->plan->config->source;
  if (!any)
    return source_fail(source, place, false, trial->e,
                       "no run belongs to these \"series\"; expected some that \"exclude\" leaves");
  return source_fail(source, place, false, trial->e,
                     "the runs of these \"series\" do not measure \"%s\"; expected other \"series\"", name);
}

bool plan_fits(const struct plan *plan, struct error *e)
{
  const struct config *config = plan->config;
  bool ok = true;
  for (size_t k = 0; ok && k < plan->n; k++)
    ok = (same_system(plan, k) || graph_fits(config, &plan->task[k], e)) && sessions_fit(config, &plan->task[k], e) &&
         faults_fit(config, &plan->task[k], e) && order_fits(config, &plan->task[k], e) &&
         exploration_fits(config, &plan->task[k], e) && search_fits(config, &plan->task[k], e) &&
         proof_fits(config, &plan->task[k], e);
  struct selection_trial selections = {plan, e};
  return ok && selections_each(config->json, selection_fits, &selections) && try_pairs(plan, e);
}
