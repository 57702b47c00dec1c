/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_report.c: `rmr report DIR`: writes DIR/report.html, for one result directory or for a directory that holds
 * several.
 */
#include "plots/report/report.h"

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
  case ARGP_KEY_NO_ARGS: argp_error(state, "DIR is missing: a result directory, or a directory of them"); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .parser = parse_option,
  .args_doc = "DIR",
  .doc = "Writes DIR/report.html, one page that needs nothing else: claims and verdicts, growth, figures, annotated "
         "listings, traces, provenance.\v"
         "Where DIR holds several result directories, the page has a section for each and a table of all verdicts on "
         "top. Figures are taken from DIR/plots as they are; `rmr plot DIR` draws them.",
};

int command_report(int argc, char **argv)
{
  const char *directory = NULL;
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &directory);
  struct interrupt interrupt;
  interrupt_watch(&interrupt);
  interrupt_ends(&interrupt, "rmr report: interrupted; the same command makes it\n");
  int lock;
  bool ok = directory_lock(directory, &lock, &e);
  if (ok) {
    ok = report_write(directory, &e);
    directory_unlock(lock);
  }
  interrupt_done(&interrupt);
  if (!ok) return report_error("report", &e);
  fprintf(stderr, "rmr report: %s/report.html\n", directory);
  return EXIT_OK;
}
