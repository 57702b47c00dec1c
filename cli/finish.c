/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/finish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "base/terminal.h"
#include "cli/claims.h"
#include "cli/cli.h"
#include "cli/table.h"
#include "cli/witnesses.h"
#include "plots/plots.h"
#include "plots/report/report.h"
#include "results/analysis/judge.h"
#include "results/analysis/verdicts.h"
#include "results/selection.h"

/* --- the table ---------------------------------------------------------------------------------------------------- */

/* One row for each verdict. */
static void add_verdicts(struct table *table, const json_t *verdicts)
{
  for (size_t k = 0; k < json_array_size(verdicts); k++) {
    const json_t *v = json_array_get(verdicts, k);
    table_row(table, (const char *[]){text_of(v, "series"), text_of(v, "metric"), text_of(v, "growth"),
                                      text_of(v, "expect"), text_of(v, "verdict")});
  }
}

/* Whether nothing was told yet of the metric of this series. */
static bool is_new(struct lookup *told, const char *metric, const char *series)
{
  char *key = mem_format("%s\n%s", metric, series); /* names are of one line */
  const bool fresh = lookup_is_new_text(told, key);
  free(key);
  return fresh;
}

/* One row for each fitted series of which no clause speaks. */
static void add_fits(struct table *table, const struct evaluation *v)
{
  const struct results *r = &v->results;
  size_t n;
  struct wish *wish = wishes_of(json_object_get(r->config, "fits"), &n);
  const json_t *verdicts = json_object_get(v->verdicts, "verdicts");
  struct lookup told = {0};
  for (size_t k = 0; k < json_array_size(verdicts); k++)
    is_new(&told, text_of(json_array_get(verdicts, k), "metric"), text_of(json_array_get(verdicts, k), "series"));
  for (size_t k = 0; k < n; k++) {
    struct series_list list;
    results_series_of(r, &wish[k], 1, results_x_name(r), &list);
    for (size_t s = 0; s < list.n; s++) {
      const struct series *one = &list.series[s];
      char growth[GROWTH_TEXT];
      if (!is_new(&told, one->metric, one->name)) continue;
      growth_text(one, analysis_of(v->known, one), growth);
      table_row(table, (const char *[]){one->name, one->metric, growth, "", ""});
    }
    series_list_free(&list);
  }
  lookup_free(&told);
  free(wish);
}

static void print_reasons(const json_t *verdicts)
{
  for (size_t k = 0; k < json_array_size(verdicts); k++) {
    const json_t *v = json_array_get(verdicts, k);
    if (verdict_outcome(v) == OUTCOME_HOLDS) continue;
    printf("%s: %s, %s %s: %s\n", text_of(v, "verdict"), text_of(v, "series"), text_of(v, "metric"),
           text_of(v, "expect"), text_of(v, "reason"));
  }
}

static void print_summary(const struct evaluation *v)
{
  const json_t *verdicts = json_object_get(v->verdicts, "verdicts");
  struct table table;
  table_init(&table, (const char *[]){"series", "metric", "fit", "expect", "verdict"}, 5);
  add_verdicts(&table, verdicts);
  add_fits(&table, v);
  table_end(&table, stdout);
  print_reasons(verdicts);
}

/* --- the exit code ------------------------------------------------------------------------------------------------ */

/* Of explorations, or of simulations. An adversary that ends a run means to. */
static size_t count_cut_short(const struct results *r, bool explorations)
{
  size_t n = 0;
  for (size_t k = 0; k < r->n; k++)
    n += record_is_exploration(&r->record[k]) == explorations && !record_complete(&r->record[k]) &&
         !record_stopped(&r->record[k]) && !record_deadlocked(&r->record[k]);
  return n;
}

/* The worse result decides: a broken property, then a broken clause, then runs that were cut short. */
static enum exit_code judge_all(const struct evaluation *v, bool strict)
{
  const struct results *r = &v->results;
  const json_t *verdicts = json_object_get(v->verdicts, "verdicts");
  char *why = NULL;
  const enum exit_code surprise = verdicts_surprise(r, &why);
  if (surprise != EXIT_OK) printf("%s\n", why);
  free(why);
  const size_t cut = count_cut_short(r, false), bounds = count_cut_short(r, true);
  if (bounds > 0) printf("%zu explorations ran out of memory (budget): their values are lower bounds\n", bounds);
  if (cut > 0)
    printf(
      "%zu of %zu runs ended before their passages were done (max_steps, a stall, or a lease that did not run out)\n",
      cut, r->n);
  if (surprise != EXIT_OK) return surprise;
  for (size_t k = 0; k < json_array_size(verdicts); k++) {
    const enum outcome outcome = verdict_outcome(json_array_get(verdicts, k));
    if (outcome == OUTCOME_FAILS || (strict && outcome == OUTCOME_UNDECIDED)) return EXIT_EXPECT;
  }
  return cut + bounds > 0 ? EXIT_INCOMPLETE : EXIT_OK;
}

/* --- progress ----------------------------------------------------------------------------------------------------- */

/* A line on a terminal, rewritten in place; "" takes it away. */
static void show_phase(const char *what)
{
  char text[64] = "";
  if (what[0] != '\0') snprintf(text, sizeof text, "%s ...", what);
  terminal_line(stderr, text);
}

static void stay_silent(const char *what)
{
  (void)what;
}

static bool make_all(const char *directory, evaluation_listener *tell, struct evaluation *v,
                     struct plots_outcome *plots, struct error *e)
{
  struct figure_list figures = {0};
  if (!evaluate(directory, tell, v, e)) return false;
  tell("replaying witnesses");
  bool ok = witnesses_write(v, e);
  if (ok) tell("drawing figures, writing the report");
  ok = ok && figures_plan(v, &figures, e) && figures_draw(&v->results, &figures, plots, e) &&
       report_write_section(v, &figures, e);
  figure_list_free(&figures);
  if (!ok) evaluation_free(v);
  return ok;
}

bool finish_results(const char *command, const char *directory, bool strict, enum exit_code *code, struct error *e)
{
  evaluation_listener *tell = isatty(STDERR_FILENO) ? show_phase : stay_silent;
  struct evaluation v;
  struct plots_outcome plots;
  const bool made = make_all(directory, tell, &v, &plots, e);
  tell("");
  if (!made) return false;
  print_summary(&v);
  claims_print(v.tables, stdout);
  *code = judge_all(&v, strict);
  if (!plots.drawn)
    fprintf(stderr, "rmr %s: gnuplot is not installed; the scripts are in %s/plots\n", command, directory);
  if (plots.failed > 0) {
    const enum exit_code undrawn = report_undrawn(command, &plots);
    if (*code == EXIT_OK) *code = undrawn; /* the earlier findings tell more */
  }
  printf("report: %s/report.html\n", directory);
  evaluation_free(&v);
  return true;
}
