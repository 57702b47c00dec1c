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
#define OFFERED(COMMAND)              \
  COMMAND(simulate, command_simulate) \
  COMMAND(explore, command_explore)   \
  COMMAND(prove, command_prove)       \
  COMMAND(fences, command_fences)     \
  COMMAND(search, command_search)     \
  COMMAND(view, command_view)         \
  COMMAND(list, list_here)            \
  COMMAND(show, command_show)         \
  COMMAND(check, command_check)       \
  COMMAND(errors, command_errors)     \
  COMMAND(growth, command_growth)

/* `errors FILE`: the errors that `rmr check` prints first, and no more: the page asks for them as one types. */
static int command_errors(int argc, char **argv)
{
  enum { MOST = 20 };
  static struct error errors[MOST];
  const uint32_t n = machine_errors(argc > 1 ? argv[1] : "", NULL, errors, MOST);
  for (uint32_t k = 0; k < n; k++) report_error("check", &errors[k]);
  return n == 0 ? EXIT_OK : EXIT_USAGE;
}

static bool asks_for_algorithms(int argc, char **argv)
{
  int names = 0;
  bool algorithms = false;
  for (int k = 1; k < argc; k++) {
    names += argv[k][0] != '-';
    algorithms |= strcmp(argv[k], "algorithms") == 0;
  }
  return algorithms && names == 1; /* a second one is a file, which can be listed */
}

/* No algorithm is built in, and an empty list would say that there is none: so it is said where they are. */
static int list_here(int argc, char **argv)
{
  if (!asks_for_algorithms(argc, argv)) return command_list(argc, argv);
  fputs("rmr list: the menu 'begin with' lists the algorithms of the playground; a command knows only the text on the "
        "page, by its file, such as ./bakery.alg\n",
        stderr);
  return EXIT_USAGE;
}

static const struct {
  const char *name;
  command_fn *run;
} commands[] = {
#define COMMAND(name, run) {#name, run},
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
