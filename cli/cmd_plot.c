/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_plot.c: `rmr plot DIR` draws the figures of a result directory again, from its files alone; `rmr report DIR`
 * writes DIR/report.html, for one result directory or for a directory that holds several.
 */
#include "plots/plots.h"

#include <stdio.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "plots/report/report.h"
#include "results/lock.h"

struct options {
  const char *expected, *directory;
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case ARGP_KEY_ARG:
    if (options->directory != NULL) argp_error(state, "one DIR at a time; '%s' is too many", text);
    options->directory = text;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "DIR is missing: %s", options->expected); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp plot_argp = {
  .parser = parse_option,
  .args_doc = "DIR",
  .doc = "Draws the figures of a result directory again: DIR/plots/NAME.svg, .png and .pdf (for a paper also "
         "NAME-latex.tex), with the .dat and .gp that make them.\vThe figures are listed under \"plots\" in "
         "DIR/config.json; docs/plots.md explains them and how to restyle them.",
};

static const struct argp report_argp = {
  .parser = parse_option,
  .args_doc = "DIR",
  .doc = "Writes DIR/report.html, one page that needs nothing else: claims and verdicts, growth, figures, annotated "
         "listings, traces, provenance.\vWhere DIR holds several result directories, the page has a section for each "
         "and a table of all verdicts on top. Figures are taken from DIR/plots as they are; `rmr plot DIR` draws them.",
};

/* The work on the directory, which nobody else writes into meanwhile. */
static int make(const char *command, const char *directory, const char *last_words,
                bool work(const char *directory, struct plots_outcome *outcome, struct error *e),
                struct plots_outcome *outcome)
{
  struct error e = {0};
  struct interrupt interrupt;
  int lock;
  interrupt_watch(&interrupt);
  interrupt_ends(&interrupt, last_words);
  bool ok = directory_lock(directory, &lock, &e);
  if (ok) {
    ok = work(directory, outcome, &e);
    directory_unlock(lock);
  }
  interrupt_done(&interrupt);
  return ok ? EXIT_OK : report_error(command, &e);
}

int command_plot(int argc, char **argv)
{
  struct options o = {.expected = "the directory that `rmr run` wrote"};
  struct plots_outcome outcome;
  parse_arguments(&plot_argp, argc, argv, &o);
  const int code =
    make("plot", o.directory, "rmr plot: interrupted; the same command makes all figures\n", plots_draw, &outcome);
  if (code != EXIT_OK) return code;
  if (outcome.drawn)
    fprintf(stderr, "rmr plot: %zu figures in %s/plots\n", outcome.figures - outcome.failed, o.directory);
  else
    fprintf(stderr, "rmr plot: gnuplot is not installed; %zu scripts (.gp) with their data (.dat) are in %s/plots\n",
            outcome.figures, o.directory);
  return outcome.failed > 0 ? (int)report_undrawn("plot", &outcome) : EXIT_OK;
}

static bool write_report(const char *directory, struct plots_outcome *outcome, struct error *e)
{
  (void)outcome;
  return report_write(directory, e);
}

int command_report(int argc, char **argv)
{
  struct options o = {.expected = "a result directory, or a directory of them"};
  parse_arguments(&report_argp, argc, argv, &o);
  const int code =
    make("report", o.directory, "rmr report: interrupted; the same command makes it\n", write_report, NULL);
  if (code == EXIT_OK) fprintf(stderr, "rmr report: %s/report.html\n", o.directory);
  return code;
}

enum exit_code report_undrawn(const char *command, const struct plots_outcome *plots)
{
  char text[sizeof plots->complaint.text + sizeof plots->complaint.file + 32];
  fprintf(stderr, "rmr %s: %zu of %zu figures were not drawn: %s\n", command, plots->failed, plots->figures,
          error_string(&plots->complaint, text, sizeof text));
  return plots->complaint.code;
}
