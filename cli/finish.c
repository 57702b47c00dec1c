/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/finish.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"
#include "analysis/tables.h"
#include "base/mem.h"
#include "cli/claims.h"
#include "cli/table.h"
#include "cli/verdicts.h"
#include "plots/plots.h"
#include "report/report.h"
#include "results/export.h"
#include "results/load.h"
#include "results/nearness.h"
#include "results/write.h"

/* --- fits --------------------------------------------------------------------------------------------------------- */

static void fitted_series(const struct results *r, struct series_list *out)
{
  const json_t *fits = json_object_get(r->config, "fits");
  const size_t n = json_array_size(fits);
  const char **metrics = mem_new(n, sizeof *metrics);
  for (size_t k = 0; k < n; k++) metrics[k] = json_string_value(json_array_get(fits, k));
  results_series_of(r, metrics, n, results_x_name(r), out);
  free(metrics);
}

static bool write_fits(const struct results *r, struct error *e)
{
  struct series_list list;
  fitted_series(r, &list);
  json_t *fits = analysis_json(&list);
  const bool ok = results_write_json(r->directory, "fits.json", fits, e);
  json_decref(fits);
  series_list_free(&list);
  return ok;
}

/* Only where something was both explored and simulated. */
static bool write_nearness(const struct results *r, struct error *e)
{
  struct nearness_list list;
  results_nearness(r, &list);
  json_t *nearness = nearness_json(&list);
  const bool ok = list.n == 0 || results_write_json(r->directory, "nearness.json", nearness, e);
  json_decref(nearness);
  nearness_list_free(&list);
  return ok;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

enum { GROWTH_SIZE = 256 };

/* Exact values for themselves: "6, 15, 32"; ">= 41" is a lower bound. */
static void list_values(const struct series *s, char out[GROWTH_SIZE])
{
  size_t unbounded = 0, used = 0;
  for (size_t p = 0; p < s->n; p++) {
    const struct series_point *q = &s->point[p];
    unbounded += q->value == INFINITY;
    if (used > 60) {
      snprintf(out + used, GROWTH_SIZE - used, ", ...");
      break;
    }
    const char *comma = p > 0 ? ", " : "", *sign = q->complete ? "" : ">= ";
    if (q->value == INFINITY)
      used += (size_t)snprintf(out + used, GROWTH_SIZE - used, "%sunbounded", comma);
    else
      used += (size_t)snprintf(out + used, GROWTH_SIZE - used, "%s%s%.15g", comma, sign, q->value);
  }
  if (unbounded == s->n) snprintf(out, GROWTH_SIZE, "unbounded");
}

/* "7N+3", or the class of a fit; where there is none, the values if they are exact, or "undecided". */
static const char *growth_of(const struct series *s, struct analysis *room, char out[GROWTH_SIZE])
{
  analyse(s, room);
  const struct candidate *winner = analysis_winner(room);
  if (winner != NULL && room->verdict == VERDICT_RECOGNISED)
    snprintf(out, GROWTH_SIZE, "%s", winner->formula);
  else if (winner == NULL && strcmp(s->kind, "exact") == 0)
    list_values(s, out);
  else
    snprintf(out, GROWTH_SIZE, "%s", winner != NULL ? winner->class : "undecided");
  return out;
}

/* A series by name and metric; NULL for a property or a vector. */
static const struct series *find_series(const struct series_list *list, const char *name)
{
  for (size_t k = 0; k < list->n; k++)
    if (strcmp(list->series[k].name, name) == 0) return &list->series[k];
  return NULL;
}

/* One row for each verdict. Verdicts of one metric stand together, so its series are made once. */
static void add_verdicts(struct table *table, const struct results *r, const json_t *verdicts)
{
  struct analysis *room = mem_new(1, sizeof *room);
  struct series_list list = {0};
  const char *of = "";
  for (size_t k = 0; k < json_array_size(verdicts); k++) {
    const json_t *v = json_array_get(verdicts, k);
    const char *metric = text_of(v, "metric");
    if (strcmp(metric, of) != 0) {
      series_list_free(&list);
      results_series(r, metric, results_x_name(r), &list);
      of = metric;
    }
    const struct series *s = find_series(&list, text_of(v, "series"));
    char growth[GROWTH_SIZE];
    table_row(table, (const char *[]){text_of(v, "series"), metric, s != NULL ? growth_of(s, room, growth) : "",
                                      text_of(v, "expect"), text_of(v, "verdict")});
  }
  series_list_free(&list);
  free(room);
}

/* One row for each fitted series whose metric no clause speaks of. */
static void add_fits(struct table *table, const struct results *r)
{
  struct analysis *room = mem_new(1, sizeof *room);
  const json_t *fits = json_object_get(r->config, "fits");
  for (size_t k = 0; k < json_array_size(fits); k++) {
    const char *metric = json_string_value(json_array_get(fits, k));
    if (json_object_get(json_object_get(r->config, "expect"), metric) != NULL) continue;
    struct series_list list;
    results_series(r, metric, results_x_name(r), &list);
    for (size_t s = 0; s < list.n; s++) {
      char growth[GROWTH_SIZE];
      table_row(table, (const char *[]){list.series[s].name, metric, growth_of(&list.series[s], room, growth), "", ""});
    }
    series_list_free(&list);
  }
  free(room);
}

static void print_reasons(const json_t *verdicts)
{
  for (size_t k = 0; k < json_array_size(verdicts); k++) {
    const json_t *v = json_array_get(verdicts, k);
    if (strcmp(text_of(v, "verdict"), "holds") == 0) continue;
    printf("%s: %s, %s %s: %s\n", text_of(v, "verdict"), text_of(v, "series"), text_of(v, "metric"),
           text_of(v, "expect"), text_of(v, "reason"));
  }
}

static void print_summary(const struct results *r, const json_t *verdicts)
{
  struct table table;
  table_init(&table, (const char *[]){"series", "metric", "fit", "expect", "verdict"}, 5);
  add_verdicts(&table, r, verdicts);
  add_fits(&table, r);
  table_print(&table, stdout);
  table_free(&table);
  print_reasons(verdicts);
}

/* --- the exit code ------------------------------------------------------------------------------------------------ */

/* Of explorations, or of simulations. */
static size_t count_cut_short(const struct results *r, bool explorations)
{
  size_t n = 0;
  for (size_t k = 0; k < r->n; k++)
    n += record_is_exploration(&r->record[k]) == explorations && !record_complete(&r->record[k]) &&
         strcmp(r->record[k].end, "deadlock") != 0;
  return n;
}

/* What is worse decides: a broken property, then a broken clause, then runs that were cut short. */
static enum exit_code judge_all(const struct results *r, const json_t *verdicts)
{
  char *why = NULL;
  const enum exit_code surprise = verdicts_surprise(r, &why);
  if (surprise != EXIT_OK) printf("%s\n", why);
  free(why);
  const size_t cut = count_cut_short(r, false), bounds = count_cut_short(r, true);
  if (bounds > 0) printf("%zu explorations ran out of memory (budget): their values are lower bounds\n", bounds);
  if (cut > 0) printf("%zu of %zu runs ended before their passages were done (max_steps, or a stall)\n", cut, r->n);
  if (surprise != EXIT_OK) return surprise;
  for (size_t k = 0; k < json_array_size(verdicts); k++)
    if (strcmp(text_of(json_array_get(verdicts, k), "verdict"), "fails") == 0) return EXIT_EXPECT;
  return cut + bounds > 0 ? EXIT_INCOMPLETE : EXIT_OK;
}

/* Into the directory and, for the summary, into the results: the report reads the file. */
static bool write_tables(struct results *r, struct error *e)
{
  r->tables = tables_json(r);
  return r->tables == NULL || results_write_json(r->directory, "tables.json", r->tables, e);
}

static bool write_analysis(struct results *r, json_t **verdicts, struct error *e)
{
  json_t *all = verdicts_json(r);
  *verdicts = json_incref(json_object_get(all, "verdicts"));
  const bool ok = export_csv(r, e) && export_extrap(r, e) && write_fits(r, e) && write_nearness(r, e) &&
                  results_write_json(r->directory, "verdicts.json", all, e) && write_tables(r, e);
  json_decref(all);
  return ok;
}

bool finish_results(const char *directory, enum exit_code *code, struct error *e)
{
  struct results r;
  json_t *verdicts = NULL;
  struct plots_outcome plots = {0};
  results_forget(directory);
  if (!results_load(directory, &r, e)) return false;
  const bool ok = write_analysis(&r, &verdicts, e) && plots_draw(directory, &plots, e) && report_write(directory, e);
  if (ok) {
    print_summary(&r, verdicts);
    claims_print(r.tables, stdout);
    *code = judge_all(&r, verdicts);
    if (!plots.drawn) fprintf(stderr, "rmr run: gnuplot is not installed; the scripts are in %s/plots\n", directory);
    printf("report: %s/report.html\n", directory);
  }
  json_decref(verdicts);
  results_free(&r);
  return ok;
}
