/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/counting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/runner/write_record.h"
#include "model/arbitration/minimum.h"
#include "results/json_number.h"
#include "results/seal.h"

enum { MOST_SUBSETS = 1000000, MOST_PATHS = 100000000 };

struct counting counting_begin(const struct task *task)
{
  return (struct counting){.task = task};
}

void counting_end(struct counting *counting)
{
  paths_counts_free(&counting->paths);
  neighbours_free(&counting->neighbours);
  free(counting->block);
  *counting = (struct counting){0};
}

/* Finds the graph, its cycles and its paths when one of them is first asked for. */
static bool look(struct counting *c, struct error *e)
{
  const struct task *task = c->task;
  const struct rmr_algorithm *a = task->algorithm;
  c->looked = true;
  if (!neighbours_has_orders(a)) return true;
  c->block = algorithm_defaults(a);
  memcpy(c->block, task->choice->parameters, a->parameters_size);
  c->ordered = neighbours_fill(a, c->block, task->n, task->choice->directory, &c->neighbours, e);
  if (!c->ordered) return false;
  struct danger_cycle cycle;
  c->danger = danger_find(&c->neighbours.order, MOST_SUBSETS, &cycle);
  danger_cycle_free(&cycle);
  if (c->danger != DANGER_NONE || !paths_count(&c->neighbours.order, MOST_PATHS, &c->paths)) c->paths.n = 0;
  return true;
}

static json_t *decimal(const char *text)
{
  return json_number(strtod(text, NULL));
}

/* Of one philosopher, of all, or of the one with most. */
static json_t *paths(const struct counting *c, const struct metric *metric)
{
  const uint32_t process = metric->name.process == METRIC_LAST ? c->paths.n : metric->name.process;
  if (process > c->paths.n) return NULL;
  if (process != METRIC_ANYBODY) return decimal(c->paths.delay[process - 1]);
  json_t *all = json_array();
  uint32_t most = 0;
  for (uint32_t i = 0; i < c->paths.n; i++) {
    json_array_append_new(all, decimal(c->paths.delay[i]));
    if (strtod(c->paths.delay[i], NULL) > strtod(c->paths.delay[most], NULL)) most = i;
  }
  if (metric->name.split == METRIC_BY_PROCESS && json_array_size(all) == c->paths.n) return all;
  json_decref(all);
  return metric->name.split == METRIC_BY_PROCESS ? NULL : decimal(c->paths.delay[most]);
}

static json_t *least(const struct counting *c)
{
  char *text = minimum_by_halves(c->neighbours.order.n);
  json_t *value = decimal(text);
  free(text);
  return value;
}

json_t *counting_value(struct counting *c, const struct metric *metric)
{
  struct error ignored = {0}; /* the run or the exploration tells it */
  if (!c->looked) (void)look(c, &ignored);
  if (!c->ordered) return NULL;
  if (metric->name.id == METRIC_DANGER)
    return c->danger == DANGER_UNKNOWN ? NULL : json_integer(c->danger == DANGER_PRESENT);
  if (metric->name.id == METRIC_PATHS_LEAST) return least(c);
  if (c->paths.n == 0) return NULL;
  return metric->name.id == METRIC_PATHS_TOTAL ? decimal(c->paths.total) : paths(c, metric);
}

char *counting_line(const struct task *task, const struct config *config, struct error *e)
{
  struct counting counting = counting_begin(task);
  char *line = NULL;
  if (look(&counting, e)) {
    json_t *record = record_head(task);
    json_object_update_new(record, json_pack("{s:s, s:s, s:{}, s:{}, s:[], s:[]}", "kind", "exact", "end", "completed",
                                             "metrics", "vectors", "lines", "violations"));
    for (size_t k = 0; k < config->n_metrics; k++)
      if (metric_is_counted(&config->metrics[k]))
        record_add_value(record, &config->metrics[k], counting_value(&counting, &config->metrics[k]));
    line = seal_line(record);
    json_decref(record);
  }
  counting_end(&counting);
  return line;
}
