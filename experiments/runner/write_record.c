/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/write_record.h"

#include "experiments/runner/counting.h"
#include "experiments/runner/measure.h"
#include "results/seal.h"
#include "version.h"

/* Numbers go to "metrics", lists to "vectors"; a metric that the run does not have goes nowhere. */
static void add_metrics(json_t *record, const struct task *task, const struct run *run, const struct metric *metrics,
                        size_t n)
{
  json_t *numbers = json_object(), *vectors = json_object();
  struct counting counting = counting_begin(task);
  for (size_t k = 0; k < n; k++) {
    json_t *value = metric_is_counted(&metrics[k]) ? counting_value(&counting, &metrics[k]) : measure(&metrics[k], run);
    if (value != NULL) json_object_set_new(json_is_array(value) ? vectors : numbers, metrics[k].name.text, value);
  }
  counting_end(&counting);
  json_object_set_new(record, "metrics", numbers);
  json_object_set_new(record, "vectors", vectors);
}

static json_t *line_list(const struct rmr_algorithm *algorithm, const struct ledger *ledger)
{
  json_t *out = json_array();
  for (uint32_t row = 0; row < algorithm->n_rows; row++) {
    const struct rmr_line *line = &algorithm->lines[row];
    if (line->line == 0) continue;
    json_array_append_new(out, json_pack("{s:s, s:s, s:I, s:I}", "label", line->label, "text", line->text, "steps",
                                         (json_int_t)ledger_steps(ledger, 0, line->line), "rmr",
                                         (json_int_t)ledger_rmr(ledger, 0, line->line)));
  }
  return out;
}

static json_t *violation_list(const struct monitor *monitor)
{
  json_t *out = json_array();
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    const struct violation *v = &monitor->violation[k];
    json_array_append_new(
      out, json_pack("{s:s, s:I, s:s}", "property", v->property, "step", (json_int_t)v->step, "text", v->text));
  }
  return out;
}

json_t *record_head(const struct task *task)
{
  return json_pack("{s:i, s:s, s:I, s:s, s:o}", "format", RECORD_FORMAT, "id", task->id, "index",
                   (json_int_t)task->index, "version", RMR_VERSION, "scope", task_scope(task));
}

char *record_line(const struct task *task, const struct run *run, const struct metric *metrics, size_t n_metrics)
{
  const struct ledger *ledger = run_ledger(run);
  json_t *record = record_head(task);
  json_object_update_new(record,
                         json_pack("{s:s, s:s, s:b, s:I}", "kind", "sample", "end", run_end_name(run_ended(run)),
                                   "gave_up", run_gave_up(run), "steps", (json_int_t)ledger_steps(ledger, 0, 0)));
  add_metrics(record, task, run, metrics, n_metrics);
  json_object_set_new(record, "lines", line_list(task->algorithm, ledger));
  json_object_set_new(record, "violations", violation_list(run_monitor(run)));
  char *line = seal_line(record);
  json_decref(record);
  return line;
}
