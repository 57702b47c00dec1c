/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/task_search.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "experiments/runner/exploration.h"
#include "experiments/runner/write_record.h"
#include "explore/answer/words.h"
#include "explore/answer_json.h"
#include "results/seal.h"

enum { MOST_BYTES = 1 << 30 };

static bool is_interrupted(const struct search_limits *limits)
{
  return limits->interrupt != NULL && atomic_load(limits->interrupt);
}

/* Whether what is found is what the metric asks for. */
static bool is_of(const struct metric *metric, const struct task *task, uint32_t process)
{
  const uint32_t wanted = metric->name.process == METRIC_LAST ? task->n : metric->name.process;
  return metric->name.split == METRIC_NUMBER &&
         (wanted == METRIC_ANYBODY || (task->observed != 0 && wanted == process));
}

/* Goes on with the search that is kept, if it is this one. */
static bool search_on(const struct search_spec *asked, struct searched *found, struct error *e)
{
  struct search_spec spec = *asked;
  struct error another = {0};
  spec.limits.resume = spec.limits.keep != NULL && file_exists(spec.limits.keep);
  bool ok = spec.limits.resume && search(&spec, found, &another);
  if (!ok) {
    spec.limits.resume = false;
    ok = search(&spec, found, e);
  }
  if (ok && !found->interrupted && spec.limits.keep != NULL) unlink(spec.limits.keep);
  return ok;
}

/* Searches for one cost, and enters it. False: it failed, or was interrupted. */
static bool search_for(const struct task *task, const struct metric *metric, const struct search_spec *spec,
                       json_t *numbers, json_t *costs, struct error *e)
{
  struct searched *found = mem_new(1, sizeof *found);
  const bool ok = search_on(spec, found, e) && !found->interrupted;
  if (ok && is_of(metric, task, found->process)) {
    char name[EXPLORATION_COST_SIZE];
    struct explored_cost *cost = mem_new(1, sizeof *cost);
    cost->process = found->process;
    cost->worst = found->worst;
    cost->witness = found->witness;
    json_object_set_new(numbers, metric->name.text, json_integer((json_int_t)found->worst));
    exploration_cost_name(spec->goal.cost, metric->name.argument, name);
    json_array_append_new(costs, answers_cost(name, cost));
    free(cost);
  }
  searched_free(found);
  free(found);
  return ok;
}

/* Whether the cost of a metric has been searched for under another name. */
static bool is_known(const struct metric *metric, const struct config *config, json_t *numbers)
{
  for (const struct metric *m = config->metrics; m < metric; m++) {
    json_t *value = json_object_get(numbers, m->name.text);
    if (value == NULL || m->kind != metric->kind || strcmp(m->name.argument, metric->name.argument) != 0) continue;
    json_object_set(numbers, metric->name.text, value);
    return true;
  }
  return false;
}

/* --- the values of a record --------------------------------------------------------------------------------------- */

/* Writes the record as it is so far: some of its costs are searched for, others not yet. */
static bool keep_costs(const char *path, const json_t *record, struct error *e)
{
  if (path == NULL) return true;
  char *line = seal_line(record);
  const bool ok = file_write(path, line, strlen(line), e);
  free(line);
  return ok;
}

/* NULL: there is no such file, or it has been altered. */
static json_t *read_costs(const char *path)
{
  struct error ignored = {0};
  size_t length = 0;
  char *line = path != NULL && file_exists(path) ? file_read(path, MOST_BYTES, &length, &ignored) : NULL;
  const bool whole = length != 0 && line[length - 1] == '\n' && seal_check_line(line, length - 1, path, 1, &ignored);
  json_t *record = whole ? json_loadb(line, length, 0, NULL) : NULL;
  free(line);
  return record;
}

/* The costs that were found before an interrupt, if they are of this task. */
static void take_costs(const char *path, json_t *record)
{
  json_t *before = read_costs(path);
  if (before != NULL && json_equal(json_object_get(before, "id"), json_object_get(record, "id")) &&
      json_equal(json_object_get(before, "version"), json_object_get(record, "version"))) {
    json_object_update(json_object_get(record, "metrics"), json_object_get(before, "metrics"));
    json_array_extend(json_object_get(record, "costs"), json_object_get(before, "costs"));
  }
  json_decref(before);
}

/* --- all costs ---------------------------------------------------------------------------------------------------- */

static bool search_all(const struct task *task, const struct config *config, const struct search_limits *limits,
                       const char *kept, json_t *record, struct error *e)
{
  json_t *numbers = json_object_get(record, "metrics"), *costs = json_object_get(record, "costs");
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct search_spec spec = {.goal = {.setup = task_setup(task, sessions)},
                             .observed = task->observed,
                             .seed = task->seed,
                             .methods = SEARCH_ALL,
                             .limits = *limits};
  bool ok = true;
  if (task->methods != NULL) ok = search_methods_parse(task->methods, &spec.methods, e);
  spec.goal.setup.seed = 1; /* chance is drawn from the search's */
  for (size_t k = 0; ok && k < config->n_metrics; k++) {
    const struct metric *metric = &config->metrics[k];
    if ((metric->kind->drives & DRIVE_SEARCH) == 0 || !metric_lines(metric, task->algorithm, &spec.goal.lines))
      continue;
    spec.goal.cost = metric_cost(metric);
    if (json_object_get(numbers, metric->name.text) != NULL || is_known(metric, config, numbers)) continue;
    ok = search_for(task, metric, &spec, numbers, costs, e) && keep_costs(kept, record, e);
  }
  free(sessions);
  return ok;
}

char *searching_line(const struct task *task, const struct config *config, const struct search_limits *limits,
                     const char *kept, struct error *e)
{
  json_t *record = record_head(task);
  char *line = NULL;
  json_object_update_new(record, json_pack("{s:s, s:s, s:{}, s:{}, s:[], s:[], s:[]}", "kind", "sample", "end",
                                           "completed", "metrics", "vectors", "costs", "lines", "violations"));
  take_costs(kept, record);
  if (search_all(task, config, limits, kept, record, e)) line = seal_line(record);
  if (line != NULL && kept != NULL) unlink(kept);
  if (line == NULL && is_interrupted(limits)) *e = (struct error){0}; /* nothing is wrong with the task */
  json_decref(record);
  return line;
}
