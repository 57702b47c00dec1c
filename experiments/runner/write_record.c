/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/write_record.h"

#include "experiments/runner/counting.h"
#include "experiments/runner/measure.h"
#include "explore/answer_json.h"
#include "results/seal.h"
#include "version.h"

void record_add_value(json_t *record, const struct metric *metric, json_t *value)
{
  if (value == NULL) return;
  json_object_set_new(json_object_get(record, json_is_array(value) ? "vectors" : "metrics"), metric->name.text, value);
}

static void add_metrics(json_t *record, const struct task *task, const struct run *run, const struct metric *metrics,
                        size_t n)
{
  struct counting counting = counting_begin(task);
  for (size_t k = 0; k < n; k++)
    record_add_value(record, &metrics[k],
                     metric_is_counted(&metrics[k]) ? counting_value(&counting, &metrics[k])
                                                    : measure(&metrics[k], run));
  counting_end(&counting);
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

json_t *record_head(const struct task *task)
{
  return json_pack("{s:i, s:s, s:I, s:s, s:o}", "format", RECORD_FORMAT, "id", task->id, "index",
                   (json_int_t)task->index, "version", RMR_VERSION, "scope", task_scope(task));
}

char *record_line(const struct task *task, const struct run *run, const struct metric *metrics, size_t n_metrics)
{
  const struct ledger *ledger = run_ledger(run);
  json_t *record = record_head(task);
  json_object_update_new(record, json_pack("{s:s, s:s, s:b, s:I, s:{}, s:{}}", "kind", "sample", "end",
                                           run_end_name(run_ended(run)), "gave_up", run_gave_up(run), "steps",
                                           (json_int_t)ledger_steps(ledger, 0, 0), "metrics", "vectors"));
  add_metrics(record, task, run, metrics, n_metrics);
  json_object_set_new(record, "lines", line_list(task->algorithm, ledger));
  json_object_set_new(record, "violations", answers_violations(run_monitor(run)));
  char *line = seal_line(record);
  json_decref(record);
  return line;
}
