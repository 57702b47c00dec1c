/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * web_main.c: `rmr` in a browser (docs/playground.md): the commands of cli/ that need only a text and memory. They get
 * the words of a command line, print on stdout and stderr, and write their files to a file system in memory, as
 * anywhere else; web/page/worker.js gives them their words and takes what they say.
 */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "cli/cli.h"
#include "language/machine.h"
#include "web/sweep_law.h"

/* Of the table in cli.h, and two for the page. The others run plug-ins, threads or gnuplot, or fit what an experiment
 * has measured. */
#define OFFERED(COMMAND) \
  COMMAND(simulate)      \
  COMMAND(explore)       \
  COMMAND(prove)         \
  COMMAND(fences)        \
  COMMAND(search)        \
  COMMAND(view)          \
  COMMAND(list)          \
  COMMAND(show)          \
  COMMAND(check)         \
  COMMAND(errors)        \
  COMMAND(growth)

/* `errors FILE`: the errors that `rmr check` prints first, and no more: the page asks for them as one types. */
static int command_errors(int argc, char **argv)
{
  enum { MOST = 20 };
  static struct error errors[MOST];
  const uint32_t n = machine_errors(argc > 1 ? argv[1] : "", NULL, errors, MOST);
  for (uint32_t k = 0; k < n; k++) report_error("check", &errors[k]);
  return n == 0 ? EXIT_OK : EXIT_USAGE;
}

static const struct {
  const char *name;
  command_fn *run;
} commands[] = {
#define COMMAND(name) {#name, command_##name},
  OFFERED(COMMAND)
#undef COMMAND
};

enum { N_COMMANDS = sizeof commands / sizeof *commands };

int main(int argc, char **argv)
{
  setlocale(LC_ALL, "C");
  if (argc < 2) {
    fputs("rmr: expected a command\n", stderr);
    return EXIT_USAGE;
  }
  const char *names[N_COMMANDS];
  for (int k = 0; k < N_COMMANDS; k++) {
    if (strcmp(argv[1], commands[k].name) == 0) return commands[k].run(argc - 1, argv + 1);
    names[k] = commands[k].name;
  }
  const char *near = suggest(argv[1], names, N_COMMANDS);
  fprintf(stderr, "rmr: the playground has no command of this name%s%s%s\n", near != NULL ? "; did you mean '" : "",
          near != NULL ? near : "", near != NULL ? "'?" : "");
  return EXIT_USAGE;
}
