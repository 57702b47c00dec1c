/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * compare_runs.c: `rmr compare` runs an experiment like any other: a config, and a result directory, which is
 * gone afterwards.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/asking.h"
#include "cli/cli.h"
#include "cli/comparison.h"
#include "cli/interrupt.h"
#include "experiments/runner/directory.h"
#include "experiments/runner/runner.h"
#include "results/lock.h"

/* --- the config --------------------------------------------------------------------------------------------------- */

/* Numbers and ranges with commas between them are texts in a list. */
static json_t *numbers(const char *text)
{
  json_t *list = json_array();
  char *all = mem_text(text), *rest = all;
  for (char *one = strsep(&rest, ","); one != NULL; one = strsep(&rest, ",")) {
    char *end;
    const long long number = strtoll(one, &end, 10);
    json_array_append_new(list, *one != '\0' && *end == '\0' ? json_integer(number) : json_string(one));
  }
  free(all);
  return list;
}

static void set_text(json_t *config, const char *key, const char *value)
{
  if (value != NULL) json_object_set_new(config, key, json_string(value));
}

static json_t *config_of(const struct compare_options *o)
{
  json_t *config = json_object(), *contenders = json_array();
  for (size_t k = 0; k < o->n_contenders; k++) json_array_append_new(contenders, json_string(o->contender[k]));
  set_text(config, "algorithms", o->algorithm);
  set_text(config, "adversaries", o->adversary);
  set_text(config, "memories", o->memory);
  set_text(config, "sessions", o->sessions);
  set_text(config, "passages", o->passages);
  json_object_set_new(config, compared_names[o->kind], contenders);
  if (o->n != NULL) json_object_set_new(config, "n", numbers(o->n));
  if (o->passages != NULL && strcmp(o->passages, "inf") != 0)
    json_object_set_new(config, "passages", numbers(o->passages));
  if (o->seeded) json_object_set_new(config, "seed", json_integer((json_int_t)o->seed));
  set_text(config, "drive", o->explore ? "explore" : NULL);
  json_t *metrics = json_array();
  for (size_t k = 0; k < o->n_metrics; k++) json_array_append_new(metrics, json_string(o->metric[k]));
  json_object_set_new(config, "metrics", metrics);
  json_object_set_new(config, "fits", json_array());
  json_object_set_new(config, "plots", json_array());
  return config;
}

/* --- the directory ------------------------------------------------------------------------------------------------ */

static int show_records(const struct compare_options *o, const char *directory, show_fn *show, struct error *e)
{
  struct results r;
  if (!results_load(directory, &r, e)) return report_error("compare", e);
  const int code = show(o, &r);
  results_free(&r);
  return code;
}

static bool carry_out(const struct plan *plan, const char *directory, struct interrupt *interrupt,
                      struct runner_outcome *outcome, struct error *e)
{
  const struct runner_options how = {
    .jobs = usual_threads(NULL), .progress = stderr, .directory = directory, .interrupt = &interrupt->raised};
  struct journal journal;
  int lock;
  size_t dropped;
  if (!directory_open(directory, plan, false, &lock, &journal, &dropped, e)) return false;
  const bool ok = runner_go(plan, &journal, &how, outcome, e);
  const bool closed = journal_close(&journal, e);
  directory_unlock(lock);
  return ok && closed;
}

static int run_in(const struct compare_options *o, const struct plan *plan, const char *directory, show_fn *show)
{
  struct error e = {0};
  struct runner_outcome outcome;
  struct interrupt interrupt;
  interrupt_watch(&interrupt);
  const bool ok = carry_out(plan, directory, &interrupt, &outcome, &e);
  interrupt_done(&interrupt);
  if (!ok) return report_error("compare", &e);
  if (outcome.done > 0) {
    const int code = show_records(o, directory, show, &e);
    if (code != EXIT_OK) return code;
  }
  if (outcome.interrupted)
    fprintf(stderr, "rmr compare: interrupted with %zu of %zu runs done\n", outcome.done, plan->n);
  return outcome.interrupted || outcome.failed > 0 ? EXIT_INCOMPLETE : EXIT_OK;
}

static int run_somewhere(const struct compare_options *o, const struct plan *plan, show_fn *show)
{
  struct error e = {0};
  char *directory = file_temporary_directory("compare", &e);
  if (directory == NULL) return report_error("compare", &e);
  const int code = run_in(o, plan, directory, show);
  (void)file_remove_directory(directory);
  free(directory);
  return code;
}

/* Nobody has written the config, so its places tell nobody anything. */
static int report_plain(struct error *e)
{
  e->file[0] = '\0';
  e->line = e->column = 0;
  return report_error("compare", e);
}

int compare_runs(const struct compare_options *o, show_fn *show)
{
  json_t *json = config_of(o);
  char *text = json_dumps(json, 0);
  struct error e = {0};
  struct config config = {0};
  struct plan plan = {0};
  int code;
  if (config_parse(text, strlen(text), "compare", NULL, 0, &config, &e) && plan_create(&config, &plan, &e))
    code = run_somewhere(o, &plan, show);
  else
    code = report_plain(&e);
  plan_free(&plan);
  config_free(&config);
  free(text);
  json_decref(json);
  return code;
}
