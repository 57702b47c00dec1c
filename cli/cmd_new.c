/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_new.c: `rmr new`: a text to begin an algorithm with, which runs as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/cli.h"

enum { LONGEST_NAME = 32 };

static const char template[] =
  "// A lock to begin with: change it into your own. docs/language.md is the reference of the language.\n"
  "algorithm %s \"a ticket lock\"\n"
  "source \"the citation\"\n"
  "note   \"departures from the print\"\n"
  "claims P2, P3, P5; rmr cc: N; space: 2; unbounded; read, write, fetch-and-add\n"
  "\n"
  "// Each mention of a register is a read, each assignment a write, and each of them one step. Other registers:\n"
  "//   shared Flag[1..N] : boolean             an array; where P_i alone writes Flag[i], it lies in P_i's memory\n"
  "//   shared Turn : process or nil            the number of a process, or nil\n"
  "//   shared Token[1..N] : (color: {none, black, white}, number: natural)   a record in one register\n"
  "shared Next    : natural // the ticket of the next process\n"
  "shared Serving : natural // the ticket of the one that may enter; both begin as 0\n"
  "\n"
  "process i\n"
  "  local ticket : natural // a local costs nothing\n"
  "  doorway // without a wait: first come, first served goes by who leaves it first\n"
  "  1   ticket := fetch_and_add(Next, 1)\n"
  "  waiting // here a process waits for others\n"
  "  2   wait until Serving = ticket\n"
  "      critical section\n"
  "  exit\n"
  "  3   Serving := ticket + 1\n";

struct options {
  const char *name;
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
  static const char all[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
  struct options *o = state->input;
  switch (key) {
  case ARGP_KEY_ARG:
    if (o->name != NULL) argp_error(state, "'%s': one name is enough", argument);
    if (strspn(argument, all) != strlen(argument) || strspn(argument, letters) == 0 || strlen(argument) > LONGEST_NAME)
      argp_error(state, "'%s': expected a name of at most %d small letters, digits and _ that begins with a letter",
                 argument, (int)LONGEST_NAME);
    o->name = argument;
    return 0;
  case ARGP_KEY_END:
    if (o->name == NULL) argp_error(state, "expected a name");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .parser = parse_option,
  .args_doc = "NAME",
  .doc =
    "Writes NAME.alg, an algorithm to begin with: a lock of three lines, with comments. It runs as it is. A file that "
    "exists is left alone.\vExample: rmr new mine && rmr simulate -a ./mine.alg -n 4 -s random",
};

static bool write_template(const char *name, const char *path, struct error *e)
{
  struct file_writer w;
  if (file_exists(path)) return fail(e, EXIT_USAGE, "'%s' exists already; expected another name", path);
  if (!file_open(&w, path, e)) return false;
  fprintf(w.out, template, name);
  return file_commit(&w, e);
}

int command_new(int argc, char **argv)
{
  struct options o = {0};
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &o);
  char *path = mem_format("%s.alg", o.name);
  const bool ok = write_template(o.name, path, &e);
  free(path);
  if (!ok) return report_error("new", &e);
  fprintf(stderr,
          "rmr new: %s.alg is written. To go on:\n"
          "  rmr check ./%s.alg\n"
          "  rmr simulate -a ./%s.alg -n 4 -s random --passages 3\n"
          "  rmr explore -a ./%s.alg -n 3 --check P1,P2,P5,rmr\n"
          "  rmr show --latex ./%s.alg\n",
          o.name, o.name, o.name, o.name, o.name);
  return EXIT_OK;
}
