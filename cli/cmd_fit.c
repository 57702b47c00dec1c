/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_fit.c: `rmr fit RECORDS [--json]`. RECORDS is a result directory, its records.jsonl, or a CSV with the columns
 * series, N and value. For people, each series is a small table of its own, because formulas and reasons have no common
 * width.
 */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "results/analysis/fits.h"
#include "results/load.h"

struct arguments {
  const char *path;
  bool json;
};

static const struct argp_option options[] = {{"json", 'j', 0, 0, "print JSON", 0}, {0}};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
  struct arguments *a = state->input;
  switch (key) {
  case 'j': a->json = true; return 0;
  case ARGP_KEY_ARG:
    if (a->path != NULL) argp_error(state, "one RECORDS at a time; '%s' is too many", text);
    a->path = text;
    return 0;
  case ARGP_KEY_NO_ARGS:
    argp_error(state, "RECORDS is missing: a result directory, a records.jsonl or a CSV file");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = options,
  .parser = parse_option,
  .args_doc = "RECORDS",
  .doc = "Reports how series grow with N: an exact formula where one holds, else the best fit, else "
         "\"undecided\".\vRECORDS is a result directory, a records.jsonl, or a CSV file with the columns "
         "series,N,value in any order. How to read the answer: docs/analysis.md.",
};

static void print_row(const char *name, const char *text)
{
  if (text[0] != '\0') printf("  %-11s %s\n", name, text);
}

/* One line for each contender that has not won and for the next few; the first line carries the row's name. */
static void print_runners(const struct analysis *a)
{
  const char *name = "runners-up";
  for (size_t k = analysis_winner(a) != NULL; k < analysis_shown(a); k++) {
    const struct fitted_class *c = &a->candidate[k];
    printf("  %-11s %-14s %s, ", name, c->class, c->formula);
    if (c->exact)
      printf("exact");
    else
      printf("error %.3g %% of the mean", 100 * c->error);
    printf(", ratio %s%s\n", trend_name(c->trend), k < a->n_contenders ? ", explains the data" : "");
    name = "";
  }
}

static void print_series(const struct series *s, const struct analysis *a)
{
  char formula[FORMULA_SHOWN];
  const struct fitted_class *winner = analysis_winner(a);
  printf("%s%s%s%s\n", s->name, s->metric[0] != '\0' ? " [" : "", s->metric, s->metric[0] != '\0' ? "]" : "");
  print_row("class", winner != NULL ? winner->class : "undecided");
  print_row("formula", winner != NULL ? analysis_formula(a, formula) : "");
  print_row("verdict", verdict_name(a->verdict));
  print_row("because", a->reason);
  if (a->n_points != 0)
    printf("  %-11s %s = %.15g..%.15g, %zu points\n", "range", s->x_name, a->from, a->to, a->n_points);
  if (a->verdict == VERDICT_RECOGNISED) printf("  %-11s %zu points\n", "held out", a->held_out);
  if (a->exponent.known)
    printf("  %-11s %.2f (95 %%: %.2f to %.2f)\n", "exponent", a->exponent.value, a->exponent.low, a->exponent.high);
  print_runners(a);
  print_row("scope", s->scope);
}

static int fit_all(const struct series_list *list, bool json)
{
  struct analyses *known = analyses_new();
  int code = EXIT_OK;
  if (json) {
    code = print_json(fits_json(list, known), EXIT_OK);
  } else {
    for (size_t k = 0; k < list->n; k++) {
      if (k != 0) putchar('\n');
      print_series(&list->series[k], analysis_of(known, &list->series[k]));
    }
  }
  analyses_free(known);
  return code;
}

int command_fit(int argc, char **argv)
{
  struct arguments a = {0};
  struct series_list list = {0};
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &a);
  struct interrupt interrupt;
  interrupt_watch(&interrupt);
  interrupt_ends(&interrupt, a.json ? "rmr fit: interrupted\n" : "rmr fit: interrupted; the fits so far are printed\n");
  const int code = series_load(a.path, &list, &e) ? fit_all(&list, a.json) : report_error("fit", &e);
  interrupt_done(&interrupt);
  series_list_free(&list);
  return code;
}
