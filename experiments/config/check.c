/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "experiments/config/metric.h"
#include "explore/engines/depth.h"
#include "explore/search/search.h"
#include "model/loader.h"
#include "results/columns.h"
#include "results/formula.h"
#include "sim/scheduler.h"

bool check_name(const char *text, struct error *e)
{
  const size_t length = strlen(text);
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  if (length >= 1 && length <= 100 && text[0] != '.' && strspn(text, allowed) == length) return true;
  return fail(e, EXIT_USAGE,
              "\"%.100s\" is not a name; expected 1 to 100 letters, digits, '-', '_' or '.', not beginning with '.'",
              text);
}

bool check_algorithm(const char *text, struct error *e)
{
  if (plug_in_is(text)) return true; /* relative to a directory that is not known here */
  struct algorithm_choice *choice = algorithm_choose(text, NULL, e);
  algorithm_release(choice);
  return choice != NULL;
}

bool check_axis(const char *text, struct error *e)
{
  static const char *const words[] = {"N", "passages", "algorithm", "adversary"};
  const size_t length = strcspn(text, ".");
  const bool option = strncmp(text, "algorithm.", 10) == 0 || strncmp(text, "adversary.", 10) == 0;
  if (strcmp(text, "N") == 0 || strcmp(text, "passages") == 0 || (option && text[10] != '\0')) return true;
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  const char *near = text[length] == '\0' ? suggest(name, words, 2) : suggest(name, words + 2, 2);
  if (near != NULL && strcmp(near, name) == 0) near = NULL; /* the key is wrong */
  return fail(e, EXIT_USAGE, "\"x\" is \"%.80s\"; expected N, passages, algorithm.KEY or adversary.KEY%s%s%s", text,
              near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "");
}

/* Plug-ins are loaded when the tasks are planned, not while a text is being read. */
bool check_adversary(const char *text, struct error *e)
{
  return plug_in_among(text) || scheduler_check(text, e);
}

bool check_memory(const char *text, struct error *e)
{
  enum memory memory;
  return memory_parse(text, &memory, e);
}

bool check_sessions(const char *text, struct error *e)
{
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  const bool ok = sessions_parse(text, sessions, e);
  free(sessions);
  return ok;
}

bool check_faults(const char *text, struct error *e)
{
  struct fault_words words;
  return faults_split(text, &words, e);
}

bool check_time(const char *text, struct error *e)
{
  struct time_spec time;
  return time_parse(text, &time, e);
}

bool check_order_of_writes(const char *text, struct error *e)
{
  struct order_spec order;
  return order_parse(text, NULL, &order, e);
}

bool check_observed(const char *text, struct error *e)
{
  char name[96];
  struct metric metric;
  struct error inner = {0};
  if (strlen(text) < 32 && snprintf(name, sizeof name, "steps of %s", text) > 0 && metric_parse(name, &metric, &inner))
    return true;
  return fail(e, EXIT_USAGE, "\"%.40s\" is not a process; expected P_N, or P_1 to P_%d", text, SYSTEM_MAX_N);
}

bool check_observe(const char *text, struct error *e)
{
  struct error inner = {0};
  if (strcmp(text, "all") == 0 || check_observed(text, &inner)) return true;
  return fail(e, EXIT_USAGE, "\"%.40s\" is not a process; expected all, P_N, or P_1 to P_%d", text,
              DEPTH_MOST_PROCESSES);
}

bool check_metric(const char *text, struct error *e)
{
  struct metric metric;
  return metric_parse(text, &metric, e);
}

bool check_scalar_metric(const char *text, struct error *e)
{
  struct metric metric;
  if (!metric_parse(text, &metric, e)) return false;
  if (metric.name.split == METRIC_NUMBER) return true;
  return fail(e, EXIT_USAGE, "\"%s\" is one number per process; expected a metric with one number, such as \"%s\"",
              text, metric_forms[metric.name.id].example);
}

bool check_column(const char *text, struct error *e)
{
  struct column column;
  return (column_of(text, &column) && (column.kind != COLUMN_METRIC || check_scalar_metric(text, e))) ||
         fail(e, EXIT_USAGE, "\"%s\" is not a column", text);
}

bool check_methods(const char *text, struct error *e)
{
  unsigned methods;
  return search_methods_parse(text, &methods, e);
}

bool check_formula(const char *text, struct error *e)
{
  struct formula formula;
  struct error inner = {0};
  if (!formula_parse(text, &formula, &inner)) return fail(e, inner.code, "\"%.80s\": %s", text, inner.text);
  if (!formula.uses_j) return true;
  return fail(e, EXIT_USAGE, "\"%s\" uses j; expected a formula in N", text);
}

bool check_is_property(const char *text)
{
  const struct column *column = column_find(text);
  return strcmp(text, "invariants") == 0 || (column != NULL && column->kind == COLUMN_PROPERTY);
}
