/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_compile.c: `rmr compile`: an algorithm's text as a plug-in, which simulates faster than the text does.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/compiling.h"
#include "model/choice.h"

struct options {
  const char *algorithm, *out;
};

static const struct argp_option argp_options[] = {
  {"algorithm", 'a', "ALGO", 0, "the algorithm: ./FILE.alg, or one that is built in", 0},
  {"output", 'o', "FILE", 0, "the plug-in, FILE.so, or its source, FILE.c (default: ./NAME.so)", 0},
  {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'a': o->algorithm = argument; return 0;
  case 'o': o->out = argument; return 0;
  case ARGP_KEY_ARG: take_algorithm(&o->algorithm, argument, state); return 0;
  case ARGP_KEY_END:
    if (o->algorithm == NULL) argp_error(state, "no algorithm; expected ./FILE.alg");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO]",
  .doc =
    "Compiles an algorithm's text to a shared object, with `cc`. It does what the text does, and is taken wherever "
    "the text is. The source stands alone: it needs no header of rmr.\vExample: rmr compile ./mine.alg && rmr "
    "simulate -a ./mine.so -n 64 -s random --passages 100000",
};

static bool compile(const struct machine *m, const char *out, struct error *e)
{
  size_t length;
  char *source = compiling_source(m, &length);
  const bool ok = text_ends_in(out, strlen(out), ".c") ? file_write(out, source, length, e)
                                                       : compiling_object(source, length, out, e);
  free(source);
  return ok;
}

int command_compile(int argc, char **argv)
{
  struct options o = {0};
  struct error e = {0};
  parse_arguments(&argp, argc, argv, &o);
  struct algorithm_choice *choice = algorithm_choose(o.algorithm, NULL, &e);
  static const char own[] = "the plug-in takes them itself, as ./FILE.so:KEY=VALUE";
  const bool ok = choice != NULL && check_defaults(choice, own, &e);
  struct machine *m = ok ? machine_of(choice->algorithm, &e) : NULL;
  char *out = m != NULL ? (o.out != NULL ? mem_text(o.out) : mem_format("%s.so", m->tree->name)) : NULL;
  if (m != NULL && !text_ends_in(out, strlen(out), ".c") && !text_ends_in(out, strlen(out), ".so"))
    fail(&e, EXIT_USAGE, "'%s': expected a name that ends in .so or .c", out);
  if (e.code == EXIT_OK && compile(m, out, &e))
    fprintf(stderr, text_ends_in(out, strlen(out), ".c") ? "rmr compile: %s\n" : "rmr compile: %s: use it as -a %s%s\n",
            out, *out == '/' ? "" : "./", out);
  free(out);
  machine_free(m);
  algorithm_release(choice);
  return e.code == EXIT_OK ? EXIT_OK : report_error("compile", &e);
}
