/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

int report_error(const char *command, const struct error *e)
{
  char text[1200];
  fprintf(stderr, "rmr %s: %s\n", command, error_string(e, text, sizeof text));
  return e->code;
}

void parse_arguments(const struct argp *argp, int argc, char **argv, void *input)
{
  char *name = mem_format("rmr %s", argv[0]);
  argv[0] = name; /* argp shows it in --help and in messages */
  argp_err_exit_status = EXIT_USAGE;
  const int failed = argp_parse(argp, argc, argv, 0, NULL, input);
  free(name);
  if (failed != 0) {
    fprintf(stderr, "rmr: %s\n", strerror(failed));
    exit(EXIT_USAGE);
  }
}

int print_json(json_t *object)
{
  const bool written =
    json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0 && putchar('\n') == '\n';
  json_decref(object);
  return written && fflush(stdout) == 0 && !ferror(stdout) ? EXIT_OK : EXIT_INTERNAL; /* main.c says so at the end */
}

uint64_t parse_number(const char *name, const char *text, uint64_t low, uint64_t high, struct argp_state *state)
{
  char *end;
  errno = 0;
  const uint64_t number = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number < low || number > high)
    argp_error(state, "%s '%s': expected a number from %" PRIu64 " to %" PRIu64, name, text, low, high);
  return number;
}

uint32_t parse_passages(const char *text, struct argp_state *state)
{
  return strcmp(text, "inf") == 0 ? 0 : (uint32_t)parse_number("--passages", text, 1, UINT32_MAX - 2, state);
}
