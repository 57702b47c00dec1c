/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * commands.c: finds the subcommand. The table is COMMANDS in cli.h.
 */
#include "cli/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/cli.h"
#include "version.h"

static const struct {
  const char *name, *help;
  command_fn *run;
} commands[] = {
#define COMMAND(id, name, help) {name, help, command_##id},
  COMMANDS(COMMAND)
#undef COMMAND
};

enum { N_COMMANDS = sizeof commands / sizeof *commands };

/* The commands that gain by several ranks. */
static const struct {
  const char *name;
  ranks_fn *run;
} spread[] = {{"run", ranks_run}, {"search", ranks_search}};

enum { N_SPREAD = sizeof spread / sizeof *spread };

static void print_help(FILE *out)
{
  fputs(
    "Usage: rmr COMMAND [ARGUMENT...]\n\n"
    "What does a passage through a shared-memory algorithm cost in remote memory references, in the worst case, as N\n"
    "grows, and is the algorithm correct?\n\n",
    out);
  for (int k = 0; k < N_COMMANDS; k++) fprintf(out, "  %-17s %s\n", commands[k].name, commands[k].help);
  fputs("\n`rmr help COMMAND` lists the options. Results go to stdout, messages and progress to stderr.\n"
        "Exit codes: 0 ok, 11 deadlock, 12 safety, 13 liveness, 20 an expectation failed, 30 incomplete, 64 usage, 75 "
        "internal.\n"
        "\nExamples:\n"
        "  rmr simulate -a burns_lamport -n 8 -s burns_lamport\n"
        "  rmr simulate -a glb -n 4 -s random --sessions any:2 --passages 3 --trace run.txt\n"
        "  rmr run experiments/glb.json -o out/glb\n",
        out);
}

static int unknown_command(const char *name)
{
  const char *names[N_COMMANDS];
  for (int k = 0; k < N_COMMANDS; k++) names[k] = commands[k].name;
  const char *near = suggest(name, names, N_COMMANDS);
  char told[128];
  text_escape(name, told, sizeof told);
  if (near != NULL)
    fprintf(stderr, "rmr: unknown command '%s'; did you mean '%s'?\n", told, near);
  else
    fprintf(stderr, "rmr: unknown command '%s'; `rmr --help` lists them all\n", told);
  return EXIT_USAGE;
}

/* A file that is opened while one of the first three descriptors is free would get it, and messages would overwrite it.
 * A closed stream is not an error: input is empty, and output is gone. */
void open_standard_streams(void)
{
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
    if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    if (open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY) != descriptor) _exit(EXIT_INTERNAL);
  }
}

/* At exit, because argp exits by itself: a reader of the output must be able to trust that it is whole. */
static void check_stdout(void)
{
  const bool failed = ferror(stdout);
  if (fflush(stdout) == 0 && !failed) return;
  fputs("rmr: cannot write to standard output\n", stderr);
  _exit(EXIT_INTERNAL);
}

/* A command that would do the same on every rank is not worth them. */
static int run_spread(int argc, char **argv, struct ranks *ranks)
{
  for (int k = 0; k < N_SPREAD; k++)
    if (strcmp(argv[0], spread[k].name) == 0) return spread[k].run(argc, argv, ranks);
  fprintf(stderr, "rmr-mpi: `%s` gains nothing from %" PRIu32 " ranks; start one, or `rmr %s`\n", argv[0], ranks->n,
          argv[0]);
  return EXIT_USAGE;
}

static bool is_command(const char *name)
{
  for (int k = 0; k < N_COMMANDS; k++)
    if (strcmp(name, commands[k].name) == 0) return true;
  return false;
}

static int run_command(int argc, char **argv, struct ranks *ranks)
{
  if (ranks_several(ranks) && is_command(argv[0])) return run_spread(argc, argv, ranks);
  for (int k = 0; k < N_COMMANDS; k++)
    if (strcmp(argv[0], commands[k].name) == 0) return commands[k].run(argc, argv);
  return unknown_command(argv[0]);
}

/* `rmr help COMMAND` is `rmr COMMAND --help`. */
static int help_on(char *command)
{
  char option[] = "--help", *argv[] = {command, option, NULL};
  return run_command(2, argv, NULL);
}

int run_rmr(int argc, char **argv, struct ranks *ranks)
{
  unsetenv("POSIXLY_CORRECT"); /* options may stand behind arguments, wherever rmr is run */
  setlocale(LC_ALL, "C");
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of the write, and no end without a word */
  atexit(check_stdout);
  if (argc < 2) {
    print_help(stderr);
    return EXIT_USAGE;
  }
  if (strcmp(argv[1], "help") == 0 && argc > 2) return help_on(argv[2]);
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0 || strcmp(argv[1], "-h") == 0) {
    print_help(stdout);
    return EXIT_OK;
  }
  if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
    puts("rmr " RMR_VERSION);
    return EXIT_OK;
  }
  return run_command(argc - 1, argv + 1, ranks);
}
