/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/traces.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

/* A name that the table of fields allows (fields.c) is one of sim/trace.h. */
static enum trace_format format_named(const char *name)
{
  enum trace_format format = TRACE_NATIVE;
  while (format + 1 < TRACE_FORMATS && strcmp(trace_format_names[format], name) != 0) format++;
  return format;
}

/* "00017-bw_naive-n4.txt" */
static char *name_of(const struct task *task, enum trace_format format)
{
  return mem_format("%05zu-%s-n%u.%s", task->index, task->algorithm->name, task->n, trace_endings[format]);
}

bool traces_are_wanted(const struct config *config, const struct task *task)
{
  return task->drive == DRIVE_SIMULATE && json_array_size(config_list(config, "traces")) != 0;
}

bool traces_announce(const struct plan *plan, struct manifest *m, struct error *e)
{
  const json_t *formats = config_list(plan->config, "traces");
  bool ok = true;
  for (size_t k = 0; ok && k < plan->n; k++)
    for (size_t f = 0; ok && traces_are_wanted(plan->config, &plan->task[k]) && f < json_array_size(formats); f++) {
      char *name = name_of(&plan->task[k], format_named(json_string_value(json_array_get(formats, f))));
      ok = manifest_add(m, name, e);
      free(name);
    }
  return ok;
}

static char *path_of(const char *name, const struct task *task, const char *directory)
{
  char *file = name_of(task, format_named(name)), *path = mem_format("%s/" MANIFEST_TRACES "%s", directory, file);
  free(file);
  return path;
}

bool traces_are_there(const struct config *config, const struct task *task, const char *directory)
{
  const json_t *formats = config_list(config, "traces");
  bool there = true;
  for (size_t f = 0; there && traces_are_wanted(config, task) && f < json_array_size(formats); f++) {
    char *path = path_of(json_string_value(json_array_get(formats, f)), task, directory);
    there = file_exists(path);
    free(path);
  }
  return there;
}

static bool open_one(struct traces *traces, const char *name, const struct task *task, const char *directory,
                     struct run *run, struct error *e)
{
  char *path = path_of(name, task, directory);
  struct trace *trace = trace_open(path, format_named(name), run, e);
  free(path);
  if (trace != NULL) traces->trace[traces->n++] = trace;
  return trace != NULL;
}

bool traces_open(struct traces *traces, const struct config *config, const struct task *task, const char *directory,
                 struct run *run, struct error *e)
{
  *traces = (struct traces){0};
  const json_t *formats = config_list(config, "traces");
  if (json_array_size(formats) == 0) return true;
  char *folder = mem_format("%s/traces", directory);
  bool ok = file_make_directory(folder, e);
  free(folder);
  for (size_t k = 0; ok && k < json_array_size(formats) && k < TRACES_MOST; k++)
    ok = open_one(traces, json_string_value(json_array_get(formats, k)), task, directory, run, e);
  if (!ok) traces_close(traces, false, e);
  return ok;
}

bool traces_close(struct traces *traces, bool keep, struct error *e)
{
  bool ok = true;
  for (int k = 0; k < traces->n; k++) {
    if (keep)
      ok = trace_close(traces->trace[k], e) && ok;
    else
      trace_abandon(traces->trace[k]);
  }
  traces->n = 0;
  return ok;
}

void traces_forget(const struct config *config, const struct task *task, const char *directory)
{
  const json_t *formats = config_list(config, "traces");
  for (size_t k = 0; k < json_array_size(formats); k++) {
    char *path = path_of(json_string_value(json_array_get(formats, k)), task, directory);
    file_forget(path);
    unlink(path);
    free(path);
  }
}
