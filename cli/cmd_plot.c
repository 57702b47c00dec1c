/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_plot.c: `rmr plot DIR`: draws the figures of a result directory again, from its files alone.
 */
#include "plots/plots.h"

#include <stdio.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "results/lock.h"

static error_t parse_option(int key, char *text, struct argp_state *state)
{
  const char **directory = state->input;
  switch (key) {
  case ARGP_KEY_ARG:
    if (*directory != NULL) argp_error(state, "one DIR at a time; '%s' is too many", text);
    *directory = text;
    return 0;
  case ARGP_KEY_NO_ARGS: argp_error(state, "DIR is missing: the directory that `rmr run` wrote"); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .parser = parse_option,
  .args_doc = "DIR",
  .doc =
    "Draws the figures of a result directory again: DIR/plots/NAME.svg, .png and .pdf (for a paper also "
    "NAME-latex.tex), with the .dat and .gp that make "
    "them.\vWhich figures there are is written under \"plots\" in DIR/config.json. What they show and how to restyle "
    "them: docs/plots.md.",
};

int command_plot(int argc, char **argv)
{
  const char *directory = NULL;
  struct plots_outcome outcome;
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &directory);
  struct interrupt interrupt;
  interrupt_watch(&interrupt);
  interrupt_ends(&interrupt, "rmr plot: interrupted; the same command makes all figures\n");
  int lock;
  bool ok = directory_lock(directory, &lock, &e);
  if (ok) {
    ok = plots_draw(directory, &outcome, &e);
    directory_unlock(lock);
  }
  interrupt_done(&interrupt);
  if (!ok) return report_error("plot", &e);
  if (outcome.drawn)
    fprintf(stderr, "rmr plot: %zu figures in %s/plots\n", outcome.figures - outcome.failed, directory);
  else
    fprintf(stderr, "rmr plot: gnuplot is not installed; %zu scripts (.gp) with their data (.dat) are in %s/plots\n",
            outcome.figures, directory);
  return outcome.failed > 0 ? report_undrawn("plot", &outcome) : EXIT_OK;
}

enum exit_code report_undrawn(const char *command, const struct plots_outcome *plots)
{
  char text[sizeof plots->complaint.text + sizeof plots->complaint.file + 32];
  fprintf(stderr, "rmr %s: %zu of %zu figures were not drawn: %s\n", command, plots->failed, plots->figures,
          error_string(&plots->complaint, text, sizeof text));
  return plots->complaint.code;
}
