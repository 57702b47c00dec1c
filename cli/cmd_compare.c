/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_compare.c: `rmr compare`: algorithms, adversaries, memories or result directories side by side.
 */
#include "cli/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "cli/table.h"
#include "model/memory.h"
#include "plots/alone.h"
#include "plots/figure.h"
#include "results/analysis/compare.h"
#include "results/analysis/verdicts.h"
#include "results/scope.h"
#include "results/selection.h"

/* --- the command line --------------------------------------------------------------------------------------------- */

enum { KEY_PASSAGES = 256, KEY_SESSIONS, KEY_SEED, KEY_EXPLORE, KEY_METRIC, KEY_CHANGED, KEY_JSON };

static const struct argp_option argp_options[] = {
  {"algorithm", 'a', "ALGO[:k=v,...]", 0,
   "the algorithm, if adversaries or memories are compared; of directories: "
   "only this",
   0},
  {"processes", 'n', "N[,N...]", 0,
   "how many processes, also as a range, 2..64*2 (default: 2,4,8,16,32; explored: 2,3)", 0},
  {"adversary", 's', "ADVERSARY[:k=v,...]", 0, "the adversary (default: random); of directories: only this", 0},
  {"memory", 'm', "MEMORY", 0, "cc (default), cc-keep, cc-writeback or dsm; of directories: only this", 0},
  {"passages", KEY_PASSAGES, "K", 0, "passages per process (default: 1)", 0},
  {"sessions", KEY_SESSIONS, "SPEC", 0, "distinct (default), same, any:K, or a list such as 1,1,2", 0},
  {"seed", KEY_SEED, "S", 0, "seed of all random choices (default: 1)", 0},
  {"explore", KEY_EXPLORE, NULL, 0, "explore every schedule, without an adversary: exact values", 0},
  {"metric", KEY_METRIC, "METRIC", OPTION_LIST,
   "the metric to compare (default: rmr.max), once for each metric; of directories also `all`", 0},
  {"changed", KEY_CHANGED, NULL, 0, "only the rows that differ", 0},
  {"output", 'o', "FILE", 0, "a figure: FILE.svg, FILE.png or FILE.pdf", 0},
  {"json", KEY_JSON, NULL, 0, "the table as JSON", 0},
  {0},
};

static void add_contender(struct compare_options *o, const char *text, struct argp_state *state)
{
  for (size_t k = 0; k < o->n_contenders; k++)
    if (strcmp(o->contender[k], text) == 0) argp_error(state, "'%s' is given twice", text);
  if (o->n_contenders == COMPARE_MOST_COLUMNS) argp_error(state, "more than %d to compare", COMPARE_MOST_COLUMNS);
  o->contender = mem_another(o->contender, o->n_contenders, sizeof *o->contender);
  o->contender[o->n_contenders++] = text;
}

static void check_options(const struct compare_options *o, struct argp_state *state)
{
  if (o->n_contenders < 2)
    argp_error(state, "%s to compare; expected two names or result directories, such as mcs ticket",
               o->n_contenders == 0 ? "nothing" : "only one");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct compare_options *o = state->input;
  switch (key) {
  case 'a': o->algorithm = argument; return 0;
  case 'n': o->n = argument; return 0;
  case 's': o->adversary = argument; return 0;
  case 'm': o->memory = argument; return 0;
  case KEY_PASSAGES: o->passages = argument; return 0;
  case KEY_SESSIONS: o->sessions = argument; return 0;
  case KEY_SEED:
    o->seed = parse_number("--seed", argument, 0, INT64_MAX, state);
    o->seeded = true;
    return 0;
  case KEY_EXPLORE: o->explore = true; return 0;
  case KEY_METRIC:
    o->metric = mem_another(o->metric, o->n_metrics, sizeof *o->metric);
    o->metric[o->n_metrics++] = argument;
    return 0;
  case KEY_CHANGED: o->changed = true; return 0;
  case 'o': o->picture = parse_picture("-o", argument, state); return 0;
  case KEY_JSON: o->json = true; return 0;
  case ARGP_KEY_ARG: add_contender(o, argument, state); return 0;
  case ARGP_KEY_END: check_options(o, state); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "A B [...]",
  .doc =
    "Sets algorithms, adversaries, memories or result directories side by side, with the ratios to the first of them.\v"
    "Examples: rmr compare mcs ticket -n 2..64*2\n"
    "rmr compare random greedy -a glb\n"
    "rmr compare cc dsm -a yang_anderson -o memories.svg\n"
    "rmr compare mcs ticket --explore -n 2,3\n"
    "rmr compare out/old out/new --changed\n"
    "Exit codes: 0 ok, 11 deadlock, 12 a safety property was broken, 20 result directories differ, 30 a run did not "
    "complete, 64 usage.",
};

/* --- the figure --------------------------------------------------------------------------------------------------- */

/* Of the first metric, in one figure as long as there are not too many series. */
static bool draw(const struct compare_options *o, struct series_list *list, const json_t *algorithms, struct error *e)
{
  struct series_list shown = {.series = mem_new(list->n + 1, sizeof *shown.series)};
  for (size_t k = 0; k < list->n; k++)
    if (strcmp(list->series[k].metric, list->series[0].metric) == 0) shown.series[shown.n++] = list->series[k];
  if (shown.n > ALONE_MOST) {
    fprintf(stderr, "rmr compare: %zu of %zu series are drawn; -a, -s and -m leave fewer\n", (size_t)ALONE_MOST,
            shown.n);
    shown.n = ALONE_MOST;
  }
  char *quantity = metric_words(shown.series[0].metric),
       *title = mem_format("%s of %s", quantity, compared_names[o->kind]);
  const bool ok = alone_draw(
    &(struct alone){.list = &shown, .algorithms = algorithms, .metric = shown.series[0].metric, .title = title},
    o->picture, e);
  free(quantity);
  free(title);
  free(shown.series);
  return ok;
}

/* --- showing all of it -------------------------------------------------------------------------------------------- */

static int print_all(const struct compare_options *o, const struct comparison *c, json_t *verdicts)
{
  if (o->json) {
    json_t *json = comparison_json(c, o->changed);
    if (verdicts != NULL) json_object_set(json, "verdicts", verdicts);
    return print_json(json, EXIT_OK);
  }
  if (c->n > 0) {
    compare_table_print(c, o->changed);
  }
  compare_table_foot(c, o->kind == COMPARED_DIRECTORIES);
  compare_verdicts_print(o, verdicts, stdout);
  return EXIT_OK;
}

/* Ends the comparison, and tells it. `verdicts`: of directories those that differ, of `judged` in all; else NULL. */
static int show(const struct compare_options *o, struct comparison *c, struct series_list *list,
                const json_t *algorithms, json_t *verdicts, size_t judged)
{
  struct error e = {0};
  const bool filtered =
    o->kind == COMPARED_DIRECTORIES && (o->algorithm != NULL || o->adversary != NULL || o->memory != NULL);
  comparison_end(c);
  if (c->n == 0 && (judged == 0 || o->n_metrics > 0 || o->picture != NULL))
    fail(&e, EXIT_USAGE, "nothing to compare: no record%s has the metric '%s'",
         filtered ? " that -a, -s and -m leave" : "", o->n_metrics > 0 ? o->metric[0] : "rmr.max");
  else if (c->n_columns > COMPARE_MOST_COLUMNS)
    fail(&e, EXIT_USAGE, "%zu %s to compare; expected at most %d", c->n_columns, compared_names[o->kind],
         COMPARE_MOST_COLUMNS);
  int code = e.code != EXIT_OK ? report_error("compare", &e) : print_all(o, c, verdicts);
  if (code == EXIT_OK && o->picture != NULL && !draw(o, list, algorithms, &e)) code = report_error("compare", &e);
  return code;
}

/* The exit code for the runs that were made: a broken property, or a run that is not complete. */
static int judge(const struct results *r)
{
  char *why = NULL;
  const enum exit_code surprise = verdicts_surprise(r, &why);
  if (surprise != EXIT_OK) fprintf(stderr, "rmr compare: %s\n", why);
  free(why);
  if (surprise != EXIT_OK) return surprise;
  for (size_t k = 0; k < r->n; k++)
    if (!record_complete(&r->record[k]) && !record_stopped(&r->record[k])) return EXIT_INCOMPLETE;
  return EXIT_OK;
}

static int show_runs(const struct compare_options *o, const struct results *r)
{
  static const char *const key[] = {"algorithm", "adversary", "memory"};
  struct series_list list;
  struct comparison c = {0};
  struct wish *wish = wishes_for(o->metric, o->n_metrics);
  results_series_of(r, wish, o->n_metrics, results_x_name(r), &list);
  free(wish);
  comparison_add(&c, NULL, key[o->kind], &list);
  const int code = show(o, &c, &list, r->algorithms, NULL, 0);
  comparison_free(&c);
  series_list_free(&list);
  return code == EXIT_OK ? judge(r) : code;
}

/* --- directories -------------------------------------------------------------------------------------------------- */

/* The parameter over which all of them are: N, unless all name another one that each of their records has. */
static const char *common_x(const struct results *r, size_t n)
{
  const char *x = results_x_name(&r[0]);
  for (size_t k = 0; k < n; k++)
    if (strcmp(results_x_name(&r[k]), x) != 0 || !results_have_x(&r[k], x)) return "N";
  return x;
}

static int tell_directories(const struct compare_options *o, const struct results *r)
{
  const char *x = common_x(r, o->n_contenders);
  struct comparison c = {0};
  struct series_list all = {0};
  json_t *verdicts = json_object();
  for (size_t k = 0; k < o->n_contenders; k++) {
    compare_series(o, k, &r[k], x, &c, &all);
    compare_verdicts(o, k, &r[k], verdicts);
  }
  const size_t judged = json_object_size(verdicts);
  verdicts = compare_verdicts_end(verdicts);
  int code = show(o, &c, &all, r[0].algorithms, verdicts, judged);
  bool differ = json_array_size(verdicts) > 0;
  for (size_t k = 0; k < c.n; k++) differ = differ || comparison_differs(&c, k);
  if (code == EXIT_OK && differ) code = EXIT_EXPECT;
  json_decref(verdicts);
  comparison_free(&c);
  series_list_free(&all);
  return code;
}

/* A metric that no directory has; NULL: each is somewhere. */
static const char *unknown_metric(const struct compare_options *o, const struct results *r)
{
  for (size_t m = 0; m < o->n_metrics; m++) {
    bool known = strcmp(o->metric[m], "all") == 0;
    for (size_t k = 0; k < o->n_contenders && !known; k++) known = results_have_metric(&r[k], o->metric[m]);
    if (!known) return o->metric[m];
  }
  return NULL;
}

static int compare_directories(const struct compare_options *o)
{
  struct error e = {0};
  struct results *r = mem_new(o->n_contenders, sizeof *r);
  size_t n = 0;
  while (n < o->n_contenders && results_load(o->contender[n], &r[n], &e)) n++;
  const char *unknown = n == o->n_contenders ? unknown_metric(o, r) : NULL;
  if (unknown != NULL) fail(&e, EXIT_USAGE, "nothing to compare: no record has the metric '%s'", unknown);
  const int code = e.code != EXIT_OK ? report_error("compare", &e) : tell_directories(o, r);
  while (n > 0) results_free(&r[--n]);
  free(r);
  return code;
}

/* --- doing it ----------------------------------------------------------------------------------------------------- */

/* Refuses options that have no effect where directories are compared, or where an option says the same as an argument.
 * */
static bool check_kind(const struct compare_options *o, struct error *e)
{
  const char *const made[] = {o->n, o->passages, o->sessions};
  static const char *const names[] = {"-n", "--passages", "--sessions"};
  static const char *const option[] = {"-a", "-s", "-m"};
  const char *const fixed[] = {o->algorithm, o->adversary, o->memory};
  if (o->kind == COMPARED_DIRECTORIES) {
    enum memory memory;
    if (o->memory != NULL && !memory_parse(o->memory, &memory, e)) return false;
    for (size_t k = 0; k < sizeof made / sizeof *made; k++)
      if (made[k] != NULL) return fail(e, EXIT_USAGE, "%s: result directories hold finished runs", names[k]);
    if (o->seeded || o->explore)
      return fail(e, EXIT_USAGE, "%s: result directories hold finished runs", o->seeded ? "--seed" : "--explore");
    return true;
  }
  if (fixed[o->kind] != NULL)
    return fail(e, EXIT_USAGE, "%s %s: the %s are compared; expected no such option", option[o->kind], fixed[o->kind],
                compared_names[o->kind]);
  if (o->explore && (o->kind == COMPARED_ADVERSARIES || o->adversary != NULL))
    return fail(e, EXIT_USAGE, "--explore explores every schedule, so it uses no adversary");
  if (o->kind != COMPARED_ALGORITHMS && o->algorithm == NULL)
    return fail(e, EXIT_USAGE, "%s are compared, but no algorithm is given; expected -a ALGO", compared_names[o->kind]);
  return true;
}

static int compare(struct compare_options *o)
{
  static const char *usual[] = {"rmr.max"};
  struct error e = {0};
  if (!compared_kind(o, &o->kind, &e) || !check_kind(o, &e)) return report_error("compare", &e);
  if (o->kind == COMPARED_DIRECTORIES) return compare_directories(o);
  struct compare_options asked = *o;
  if (asked.n_metrics == 0) {
    asked.metric = usual;
    asked.n_metrics = 1;
  }
  if (asked.n == NULL) asked.n = o->explore ? "2,3" : "2,4,8,16,32";
  return compare_runs(&asked, show_runs);
}

int command_compare(int argc, char **argv)
{
  struct compare_options options = {0};
  parse_arguments(&argp, argc, argv, &options);
  const int code = compare(&options);
  free(options.contender);
  free(options.metric);
  return code;
}
